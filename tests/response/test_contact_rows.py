"""Rows of contacts give the speed at which gaps open."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.response import contact_rows

PAIRS = [[0, 1], [2, 0], [-1, 2], [1, -1]]


@pytest.fixture
def contacts():
    rng = np.random.default_rng(1)
    points_a, points_b, normals = rng.normal(size=(3, 4, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return PAIRS, points_a, points_b, normals, rng.normal(size=(3, 3))


def test_rows_are_rates_of_gaps(contacts):
    """Against the points moved by a small rigid displacement."""
    pairs, points_a, points_b, normals, centres = contacts
    rows = contact_rows(*contacts)
    motion = np.random.default_rng(2).normal(size=(3, 6))
    expected = np.zeros((4, 3))
    for k, pair in enumerate(pairs):
        for sign, body, point in ((-1, pair[0], points_a[k]), (1, pair[1], points_b[k])):
            if body >= 0:
                turned = np.cross(motion[body, 3:], point - centres[body])
                expected[k] += sign * (motion[body, :3] + turned)

    assert rows.point_velocities(motion) == pytest.approx(expected)
    assert rows.matrix() @ motion.ravel() == pytest.approx((expected * normals).sum(axis=1))
    along = rows.along(np.tile([0.0, 1.0, 0.0], (4, 1)))
    assert (along * rows.motions_of(motion)).sum(axis=(1, 2)) == pytest.approx(expected[:, 1])


def test_blocks_are_the_matrix(contacts):
    rows = contact_rows(*contacts)
    dense = np.zeros((4, 4, 6))
    for k, pair in enumerate(PAIRS):
        dense[k, pair[0]] += rows.blocks[k, 0]
        dense[k, pair[1]] += rows.blocks[k, 1]
    matrix = rows.matrix()

    assert matrix.format == "csr"
    assert matrix.has_sorted_indices
    assert (matrix.toarray() == dense[:, :3].reshape(4, 18)).all()
    assert not dense[:, 3].any()
    assert rows.pairs.tolist() == PAIRS


def test_swapped_contacts_have_the_same_rows(contacts):
    pairs, points_a, points_b, normals, centres = contacts
    swapped = contact_rows(np.array(pairs)[:, ::-1], points_b, points_a, -normals, centres)

    assert (swapped.matrix() != contact_rows(*contacts).matrix()).nnz == 0


@pytest.mark.parametrize(
    ("place", "values", "message"),
    [
        (0, [[0, 1], [2, 3], [-1, 2], [1, -1]], "pairs: row 1 .* names no body"),
        (0, [[0, 1], [2, 0], [-2, 2], [1, -1]], "pairs: row 2"),
        (0, [[0, 1], [2, 2], [-1, 2], [1, -1]], "pairs: row 1 .* same body"),
        (0, [[0, 1], [2, 0.5], [-1, 2], [1, -1]], "pairs: row 1 .* whole"),
        (0, [0, 1], "pairs: expected shape"),
        (1, np.zeros((3, 3)), "points_a: 3 rows, expected 4"),
        (2, np.full((4, 3), np.nan), "points_b: row 0"),
        (3, np.ones((4, 3)), "normals: row 0 .* unit"),
        (3, np.zeros((4, 3)), "normals: row 0 .* unit"),
        (4, np.zeros((3, 2)), "centres: expected shape"),
    ],
)
def test_bad_input_is_named(contacts, place, values, message):
    arguments = list(contacts)
    arguments[place] = values
    with pytest.raises(ImpingeError, match=message):
        contact_rows(*arguments)
