"""Sorting by counting, and twins."""

import numpy as np
import pytest

from impinge.geometry import icosphere
from impinge.geometry.kernels.half_edges import (
    number_corners,
    pair_edges,
    sort_pairs,
    sort_triangles,
)

pytestmark = pytest.mark.plain


def test_pairs_are_sorted_stably():
    first, second = np.random.default_rng(0).integers(0, 9, (2, 200))
    assert sort_pairs(first, second, 9).tolist() == np.lexsort((second, first)).tolist()


def test_twins_run_back():
    triangles = icosphere(1.0, 1).faces.copy()
    twins = np.empty(triangles.size, np.int64)
    assert pair_edges(triangles, 42, twins)
    begins, ends = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    assert (begins[twins] == ends).all()
    assert (ends[twins] == begins).all()
    assert not pair_edges(triangles[1:].copy(), 42, twins)
    triangles[0] = triangles[0, ::-1]
    assert not pair_edges(triangles, 42, twins)


def test_triangles_begin_with_their_lowest_vertex_and_are_sorted():
    triangles = icosphere(1.0, 1).faces.copy()
    turned = [np.roll(row, -int(np.argmin(row))).tolist() for row in triangles]
    assert sort_triangles(triangles, 42).tolist() == sorted(turned)


def test_only_what_is_named_is_numbered():
    rows, numbered = number_corners(np.array([[7, 2, 5], [2, 5, 9]]), 12)
    assert rows.tolist() == [2, 5, 7, 9]
    assert numbered.tolist() == [[2, 0, 1], [0, 1, 3]]
