"""Distances of meshes that begin with an earlier answer are the same."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import bumpy_sphere, pose, torus_knot
from impinge.narrow.kernels.pair_row import BOX_TESTS

BUMPY, KNOT = bumpy_sphere(20, 33), torus_knot(80, 10)


def steps(count):
    return np.stack([
        pose((4.0 - 0.06 * k, 0.02 * k, 0.1), axis_angle=(0.0, 0.0, 0.03 * k)) for k in range(count)
    ])  # fmt: skip


def test_step_by_step():
    last, cached, plain = None, 0, 0
    for at in steps(50):
        expected = im.distance(BUMPY, KNOT, None, at)
        last = im.distance(BUMPY, KNOT, None, at, start=last)
        assert (last.distance == 0.0) == (expected.distance == 0.0)
        assert last.distance == pytest.approx(expected.distance, rel=1e-13, abs=0.0)
        cached, plain = cached + last._rows[BOX_TESTS], plain + expected._rows[BOX_TESTS]
    assert cached < plain


def test_batches_on_any_number_of_threads():
    at = steps(30)
    expected = im.distance(BUMPY, KNOT, None, at)
    found = im.distance(BUMPY, KNOT, None, at, start=expected)
    assert np.allclose(found.distance, expected.distance, rtol=1e-13, atol=0.0)
    one = im.distance(BUMPY, KNOT, None, at, start=im.distance(BUMPY, KNOT, None, at[3]))
    assert np.allclose(one.distance, expected.distance, rtol=1e-13, atol=0.0)
    with use_threads(1):
        again = im.distance(BUMPY, KNOT, None, at, start=expected)
    assert np.array_equal(again._rows, found._rows)


def test_starts_of_other_meshes_and_of_overlaps():
    at = steps(1)[0]
    expected = im.distance(BUMPY, KNOT, None, at).distance
    other = im.distance(torus_knot(), torus_knot(), pose((9, 0, 0)))
    assert im.distance(BUMPY, KNOT, None, at, start=other).distance == pytest.approx(expected)
    touching = im.distance(BUMPY, BUMPY)
    assert im.distance(BUMPY, BUMPY, start=touching).distance == 0.0
    assert im.distance(BUMPY, KNOT, None, at, start=touching).distance == pytest.approx(expected)


def test_rows_must_fit():
    start = im.distance(BUMPY, KNOT, None, steps(2))
    with pytest.raises(ImpingeError, match="start: 2 rows, expected 3"):
        im.distance(BUMPY, KNOT, None, steps(3), start=start)
