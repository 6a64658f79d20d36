"""A surface that grows by a corner at a time stays closed, convex and around the same points."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from impinge.core.jit import kernel
from impinge.narrow.kernels.corners import ROW, set_corner
from impinge.narrow.kernels.growing import (
    BEYOND,
    CORNER_TABLE,
    EDGE_LIST,
    FACE_TABLE,
    OFFSET,
    REMOVED,
    ROOM,
    SQUARE,
    begin_tetrahedron,
    close_hole,
    find_nearest,
    open_hole,
)


@kernel
def grow_around(points, corners, faces, planes, keys, waiting, rim, gone):
    """All points, one after the other, each seen from the face it is furthest over."""
    for k in range(4):
        p = (points[k, 0], points[k, 1], points[k, 2])
        set_corner(corners, k, p, p, k, k)
    begin_tetrahedron(corners, faces, planes, keys)
    used = 4
    for k in range(4, len(points)):
        p = (points[k, 0], points[k, 1], points[k, 2])
        first, most = -1, 1e-12
        for f in range(used):
            at = ROW * f
            over = planes[at] * p[0] + planes[at + 1] * p[1] + planes[at + 2] * p[2]
            over = (over - planes[at + OFFSET]) / np.sqrt(planes[at + SQUARE])
            if not faces[at + REMOVED] and over > most:
                first, most = f, over
        set_corner(corners, k, p, p, k, k)
        if first >= 0:
            edges, removed = open_hole(faces, planes, keys, first, p, 1e-26, waiting, rim, gone)
            used = close_hole(corners, faces, planes, keys, used, rim, edges, gone, removed, k)
            if used < 0:
                return -1
    return used


@kernel
def nearest_of(keys, used):
    return find_nearest(keys, used)


def grown(points):
    tables = [np.empty(CORNER_TABLE), np.empty(FACE_TABLE, np.int64), np.empty(FACE_TABLE)]
    lists = [np.empty(n, np.int64) for n in (EDGE_LIST, EDGE_LIST, ROOM)]
    keys = np.empty(ROOM)
    used = grow_around(points, *tables, keys, *lists)
    faces = tables[1].reshape(-1, ROW)[:used]
    alive = np.flatnonzero(faces[:, REMOVED] == 0)
    return faces, alive, tables[2].reshape(-1, ROW)[:used], keys[:used]


@pytest.mark.parametrize("seed", range(6))
def test_it_becomes_the_hull(seed):
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(150, 3)) * rng.choice([1.0, 0.05], 3)
    faces, alive, planes, keys = grown(points)
    expected = ConvexHull(points)

    found = {frozenset(row) for row in faces[alive, :3].tolist()}
    assert found == {frozenset(row) for row in expected.simplices.tolist()}
    n = planes[alive, :3] / np.sqrt(planes[alive, SQUARE])[:, None]
    offset = planes[alive, OFFSET] / np.sqrt(planes[alive, SQUARE])
    assert (points @ n.T - offset).max() < 1e-12
    np.testing.assert_allclose(keys[alive], offset * np.abs(offset), atol=1e-12)
    assert nearest_of(np.append(keys, np.inf), len(keys)) == keys.argmin()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_beyond_an_edge_has_the_edge_backwards(seed):
    faces, alive, _, _ = grown(np.random.default_rng(seed).normal(size=(80, 3)))

    for f in alive:
        for e in range(3):
            g, back = divmod(int(faces[f, BEYOND + e]), 4)
            assert g in alive
            assert faces[g, back] == faces[f, (e + 1) % 3]
            assert faces[g, (back + 1) % 3] == faces[f, e]
            assert faces[g, BEYOND + back] == 4 * f + e
