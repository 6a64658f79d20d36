"""Boxes of trees as convex shapes: what lies in one lies in it; what is proved of it holds."""

import numpy as np
import pytest
from every_shape import CONVEX
from flying import flights

from impinge.continuous.kernels.convex_proof import MovingPair, bounds_of
from impinge.continuous.kernels.mesh_elements import (
    apart_until,
    free_leaf,
    set_box,
    share_of_lane,
    sight_along,
    workspace_for,
)
from impinge.geometry import HalfSpace, Mesh, icosphere
from impinge.geometry.kernels.convex_row import CENTRE, COUNT, HEADER, LANES, REACH
from impinge.hierarchy.kernels.node import UNIT, child_at, corners, leaf_range
from impinge.hierarchy.tree import tree_of
from impinge.narrow import distance
from impinge.narrow.kernels.triangle_row import triangle_row


def below(nodes, slot):
    """All leaves below a slot."""
    child = child_at(nodes, slot)
    if child < 0:
        return list(range(*leaf_range(child)))
    lanes = [8 * child + lane for lane in range(8) if nodes[child, 24 + lane] >= 0.0]
    return [k for lane in lanes for k in below(nodes, lane)]


@pytest.mark.parametrize("size", [1.0, 2.0**-200, 2.0**200])
def test_boxes_hold_their_triangles(size):
    rng = np.random.default_rng(3)
    mesh = Mesh(size * (rng.normal(size=(60, 3)) + 5.0), rng.integers(0, 60, size=(150, 3)))
    tree = tree_of(mesh)
    nodes, triangles, place = tree._nodes, tree._triangles, tree._place
    row = triangle_row()
    for slot in [0, *(8 * r + lane for r in range(1, len(nodes)) for lane in range(8))]:
        if not nodes[slot >> 3, 24 + (slot & 7)] >= 0.0:
            continue
        set_box(row, nodes, slot, place)
        assert row[COUNT] == LANES
        vertices = row[HEADER : HEADER + 3 * LANES].reshape(3, LANES).T
        held = np.array([corners(triangles, k) for k in below(nodes, slot)]).reshape(-1, 3)
        held *= place[UNIT]
        for u in rng.normal(size=(20, 3)):
            assert (held @ u).max() <= (vertices @ u).max()
        centre = row[CENTRE : CENTRE + 3]
        for points in (held, vertices):
            assert np.linalg.norm((points - centre) / size, axis=1).max() <= row[REACH] / size


def posed(points, motion, t):
    pose = motion.pose(t)
    return points @ pose[:3, :3].T + pose[:3, 3]


@pytest.mark.parametrize("name", ["sphere", "box", "cone", "hull", "half-space"])
def test_what_is_proved_of_boxes_and_leaves_holds_for_triangles(name):
    """Sampled distances of what lies in a box, at all times that were proved."""
    rng = np.random.default_rng(5)
    ball = icosphere(0.8, 2)
    tree = tree_of(ball)
    arrays = tree._nodes, tree._triangles, tree._place
    shape = HalfSpace((0, 0, 1), 0.2) if name == "half-space" else CONVEX[name]
    proved = 0
    motions_b, motions_a = flights(rng, 8, spin=2.0)
    for k in range(8):
        work = workspace_for(arrays[2])
        pair = MovingPair(shape._packed, 0, motions_a._rows, k, work.element, 0, motions_b._rows, k)
        set_box(work.element, arrays[0], 0, arrays[2])
        t, end = 0.1, 0.4
        bounds = bounds_of(pair, t, end)
        for slot in [0, *(8 + lane for lane in range(8)), *(16 + lane for lane in range(8))]:
            if not arrays[0][slot >> 3, 24 + (slot & 7)] >= 0.0:
                continue
            set_box(work.element, arrays[0], slot, arrays[2])
            until, looks, n = apart_until(pair, t, end, 0.0, work)
            assert t <= until <= end
            assert looks <= 3
            numbers = below(arrays[0], slot)
            faces = ball.faces[tree._triangles[numbers, 9].astype(int)]
            part = Mesh(ball.vertices, faces)
            sight = sight_along(pair, bounds, n, t, end, 0.0)
            share = share_of_lane(arrays[0], slot >> 3, slot & 7, arrays[2], sight)
            child = child_at(arrays[0], slot)
            leaf = child < 0 and free_leaf(arrays[1], np.int32(child), arrays[2][UNIT], sight)
            last = end if leaf else max(until, t + share * (end - t))
            if last > t:
                proved += 1
                times = np.linspace(t, last, 30)
                gaps = distance(shape, part, motions_a[k].pose(times), motions_b[k].pose(times))
                assert gaps.distance.min() > 0.0
    assert proved > 10
