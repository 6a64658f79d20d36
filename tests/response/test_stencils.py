"""From vertices to rows and back."""

import numpy as np
import pytest
from moving_surfaces import layers

from impinge.core.errors import ImpingeError
from impinge.narrow import proximities
from impinge.response.stencils import gather, scatter, stencils_of

RNG = np.random.default_rng(5)
VERTICES, WEIGHTS = RNG.integers(0, 9, (30, 4)), RNG.normal(size=(30, 4))


def test_scattering_is_the_transpose_of_gathering():
    values, vectors = RNG.normal(size=(9, 3)), RNG.normal(size=(30, 3))
    there = (gather(values, VERTICES, WEIGHTS) * vectors).sum()
    back = (values * scatter(vectors, VERTICES, WEIGHTS, 9)).sum()
    assert np.isclose(there, back, rtol=1e-13)


def test_one_row_after_the_other():
    values, vectors = RNG.normal(size=(9, 3)), RNG.normal(size=(30, 3))
    total = np.zeros((12, 3))
    for row in range(30):
        by_hand = sum(WEIGHTS[row, k] * values[VERTICES[row, k]] for k in range(4))
        assert np.allclose(gather(values, VERTICES, WEIGHTS)[row], by_hand, atol=1e-14)
        for k in range(4):
            total[VERTICES[row, k]] += WEIGHTS[row, k] * vectors[row]
    assert np.array_equal(scatter(vectors, VERTICES, WEIGHTS, 12), total)


def test_no_rows():
    assert gather(np.ones((5, 3)), VERTICES[:0], WEIGHTS[:0]).shape == (0, 3)
    assert np.array_equal(scatter(np.ones((0, 3)), VERTICES[:0], WEIGHTS[:0], 4), np.zeros((4, 3)))


def test_stencils_of_proximities():
    start, _, faces = layers(2, 3, 0)
    near = proximities((start, faces), 0.5)
    rows = stencils_of(near, len(start))
    first = len(near.vertex_face)
    assert np.array_equal(rows.vertices[first:], near.edge_edge.vertices)
    assert np.array_equal(rows.weights[:first], near.vertex_face.weights)
    assert all(field.flags.carray for field in rows)
    few = rows.where(rows.distance < 0.45)
    assert 0 < len(few.normal) < len(rows.normal)
    with pytest.raises(ImpingeError, match=r"proximities: vertex_face row \d+ refers to vertex"):
        stencils_of(near, 5)
