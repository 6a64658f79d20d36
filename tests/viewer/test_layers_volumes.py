"""Bounding volumes of a hierarchy, level by level."""

import numpy as np
import pytest
from payload_reading import array, at, layers, world
from populated import random_pose

import impinge as im
from impinge.hierarchy.volume_tree import VolumeTree
from impinge.viewer import layers_volumes
from impinge.viewer.layers_volumes import levels_of_tree, polytope

KNOT = im.torus_knot(24, 4)
KINDS = ("sphere", "aabb", "obb", "kdop", "ellipsoid", "dop26")


def level_rows(made, one, level):
    starts = array(made, one["levels"])
    return slice(int(starts[level]), int(starts[level + 1]))


def inside(made, one, level, points):
    """Which points are in some volume of a level, for a view whose volumes are in the world."""
    rows = level_rows(made, one, level)
    slack = 1e-5
    if one["kind"] == "balls":
        centres = world(made, array(made, one["centres"])[rows])
        radii = array(made, one["radii"])[rows].astype(float) * made["scale"]
        gaps = np.linalg.norm(points[:, None] - centres, axis=2) - radii
        return (gaps <= slack).any(axis=1)
    if one["kind"] == "boxes":
        centres = world(made, array(made, one["centres"])[rows])
        halves = array(made, one["halves"])[rows].astype(float) * made["scale"]
        axes = array(made, one["axes"])[rows].reshape(-1, 3, 3).astype(float)
        along = np.einsum("pni,nij->pnj", points[:, None] - centres, axes)
        return (np.abs(along) <= halves + slack).all(axis=2).any(axis=1)
    positions, triangles = world(made, array(made, one["positions"])), array(made, one["indices"])
    offsets, found = array(made, one["offsets"]), np.zeros(len(points), bool)
    for i in range(rows.start, rows.stop):
        faces = triangles[offsets[i] : offsets[i + 1]].astype(np.int64)
        corners = positions[faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        length = np.linalg.norm(normals, axis=1)
        keep = length > 1e-9
        units, base = normals[keep] / length[keep, None], corners[keep, 0]
        heights = np.einsum("pfi,fi->pf", points[:, None] - base, units)
        found |= (heights <= slack).all(axis=1) & keep.any()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_level_holds_the_whole_mesh(kind):
    pose = random_pose(np.random.default_rng(0))
    made = im.View().volumes(KNOT, kind, pose).payload()
    (one,) = layers(made)
    points = KNOT.vertices @ pose[:3, :3].T + pose[:3, 3]
    levels = len(array(made, one["levels"])) - 1
    assert levels >= 8
    assert one["level"] == 3
    assert one["of"] is None
    assert level_rows(made, one, 0) == slice(0, 1)
    for level in (0, 1, 4, levels - 1):
        assert inside(made, one, level, points).all(), level
    # And is no larger than it must be: a far point is outside.
    assert not inside(made, one, 0, points + 50.0).any()


@pytest.mark.parametrize("kind", KINDS[:5])
def test_volumes_move_with_the_thing_they_are_of(kind):
    pose = random_pose(np.random.default_rng(1))
    bound = im.View().add(KNOT, "knot", pose).volumes(KNOT, kind).payload()
    thing, one = layers(bound)
    assert one["things"] == thing["id"]
    assert set(array(bound, one["of"]).tolist()) == {0}
    # In the frame of the thing, so the same as at the identity.
    rest = im.View().add(KNOT, "knot").volumes(KNOT, kind).payload()
    other = layers(rest)[1]
    for key in ("centres", "positions", "radii", "halves", "axes"):
        if key in one and one[key] is not None:
            a = array(bound, one[key]) * (1 if key == "axes" else bound["scale"])
            b = array(rest, other[key]) * (1 if key == "axes" else rest["scale"])
            np.testing.assert_allclose(a, b, atol=1e-5)


def test_levels_are_those_of_the_tree():
    tree = VolumeTree(KNOT, volume="aabb")
    found = levels_of_tree(tree, 10**9)
    assert len(found.starts) - 1 == tree.depth
    assert found.left_out == 0
    last = found.rows[found.starts[-2] :]
    assert len(last) == len(KNOT.faces)
    few = levels_of_tree(tree, 20)
    assert np.diff(few.starts).max() <= 20
    assert few.left_out == tree.depth - len(few.starts) + 1


def test_full_levels_are_left_out_and_that_is_said(monkeypatch):
    monkeypatch.setattr(layers_volumes, "MOST_VOLUMES", 16)
    made = im.View().volumes(KNOT, "obb", level=99).payload()
    (one,) = layers(made)
    assert one["level"] == len(array(made, one["levels"])) - 2
    assert "not drawn" in made["notes"][0]


def test_trees_and_shapes_may_be_given():
    tree = VolumeTree(KNOT, volume="dop18")
    assert layers(im.View().volumes(tree, pose=at(1)).payload())[0]["name"] == "dop18 tree"
    assert layers(im.View().volumes(im.Sphere(1), "sphere").payload())[0]["kind"] == "balls"


def test_errors_name_the_argument():
    with pytest.raises(im.ImpingeError, match="volume"):
        im.View().volumes(KNOT, "cube")
    with pytest.raises(im.ImpingeError, match="level"):
        im.View().volumes(KNOT, level=-1)
    with pytest.raises(im.ImpingeError, match="thing"):
        im.View().volumes(3)


@pytest.mark.parametrize("k", [6, 12, 14, 18, 26])
def test_a_polytope_is_closed(k):
    """Each edge of its triangles is there twice, once in each direction: it bounds a volume."""
    from impinge.bounds.directions import dop_of

    points = np.random.default_rng(k).normal(size=(30, 3))
    heights = points @ dop_of(k).directions.T
    corners, triangles, edges = polytope(k, heights.min(axis=0), heights.max(axis=0))
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    there = {tuple(s) for s in sides.tolist()}
    assert len(there) == len(sides)
    assert {(b, a) for a, b in there} == there
    assert len(corners) - len(edges) + _polygons(corners, triangles) == 2
    assert im.Mesh(corners, triangles).volume > 0


def _polygons(corners, triangles):
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return len(np.unique(normals.round(6), axis=0))


def test_flat_and_single_polytopes_are_drawn():
    corners, triangles, edges = polytope(6, np.zeros(3), np.array([1.0, 1.0, 0.0]))
    assert len(corners) == 4
    assert len(triangles) == 4
    assert len(edges) == 4
    corners, triangles, edges = polytope(14, *(np.zeros(7),) * 2)
    assert len(corners) == 1
    assert len(triangles) == 0
    assert len(edges) == 0
