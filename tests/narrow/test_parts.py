"""Compounds taken apart: all parts, at their places, inside balls; no near pair is left out."""

import pickle

import numpy as np
import pytest
from every_shape import ALL, CONVEX, pose_of
from placing import random_pose, random_poses

from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    HalfSpace,
    HeightField,
    Mesh,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.hierarchy import contains
from impinge.narrow import distance, parts_of
from impinge.narrow.parts import PosedParts, ball_of, parts_in

RNG = np.random.default_rng(2)
CLOUD = Compound([(Box((0.1, 0.2, 0.3)), random_pose(RNG, 2.0)) for _ in range(200)])
MIXED = Compound(
    [
        (HalfSpace((0, 0, 1)), None),
        (ALL["mesh"], pose_of((1, 2, 3))),
        (
            Compound([(ALL["cone"], pose_of((0, 1, 0), (1, 0, 0))), (CLOUD, None)]),
            pose_of((5, 0, 0)),
        ),
        (ALL["height field"], None),
    ]
)


def leaves(whole, node=0):
    """The parts below a ball."""
    if whole.links[node, 0] < 0:
        return [-1 - int(whole.links[node, 0])]
    return [part for child in whole.links[node] for part in leaves(whole, child)]


@pytest.mark.parametrize("whole", [CLOUD, MIXED, ALL["compound"], Sphere(1.0)])
def test_balls_hold_their_parts(whole):
    whole = parts_in(whole)
    assert sorted(leaves(whole)) == list(range(len(whole.shapes)))
    directions = RNG.normal(size=(30, 3))
    for node, ball in enumerate(whole.balls):
        for part in leaves(whole, node):
            shape, pose = whole.shapes[part], whole.posed.poses[part]
            if isinstance(shape, HalfSpace):
                assert ball[3] == np.inf
                continue
            points = shape.support(directions) @ pose[:3, :3].T + pose[:3, 3]
            assert np.linalg.norm(points - ball[:3], axis=1).max() <= ball[3]


def test_the_tree_is_flat():
    assert parts_in(CLOUD).depth <= 1 + np.ceil(np.log2(200))


def test_parts_are_numbered_as_they_come():
    parts = parts_of(MIXED)

    assert len(parts) == 204
    assert [type(shape) for shape, _ in parts[:3]] == [HalfSpace, Mesh, type(ALL["cone"])]
    assert isinstance(parts[-1][0], HeightField)
    np.testing.assert_allclose(parts[2][1][:3, 3], [5, 1, 0])
    packed, starts, *_ = parts_in(MIXED).arrays
    assert np.flatnonzero(starts < 0).tolist() == [1, 203]
    for start, (shape, _) in zip(starts, parts, strict=True):
        if start >= 0:
            np.testing.assert_array_equal(packed[start : start + len(shape._packed)], shape._packed)


def test_what_is_shown_cannot_change_the_whole():
    parts_of(CLOUD)[0][1][:] = 0.0

    assert parts_in(CLOUD).posed.poses[0, 3, 3] == 1.0


def test_rotations_stay_rotations_however_deep():
    nested = Box((1, 1, 1))
    for _ in range(60):
        nested = Compound([(nested, pose_of((0.1, 0, 0), (0.1, 0.2, 0.3)))])
    turn = parts_in(nested).posed.poses[0, :3, :3]

    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=2e-14)


def test_a_copy_makes_its_own():
    copied = pickle.loads(pickle.dumps(CLOUD))

    assert parts_in(copied) is not parts_in(CLOUD)
    np.testing.assert_array_equal(parts_in(copied).balls, parts_in(CLOUD).balls)


def test_a_shape_is_its_only_part():
    mesh = box_mesh()
    ((shape, pose),) = parts_of(mesh)

    assert shape is mesh
    np.testing.assert_array_equal(pose, np.eye(4))


PAIRS_RNG = np.random.default_rng(3)
SHAPES = [Sphere(0.3), Box((0.2, 0.5, 0.4)), Capsule(0.1, 0.6), icosphere(0.3, 1)]
A = Compound([(SHAPES[k % 4], random_pose(PAIRS_RNG, 2.0)) for k in range(40)])
B = Compound([(SHAPES[k % 3], random_pose(PAIRS_RNG, 2.0)) for k in range(30)])
FLOOR = Compound([(HalfSpace((0, 0, 1), -1.0), None), (Sphere(0.5), None)])


def test_all_near_pairs_are_found():
    poses_a, poses_b = random_poses(PAIRS_RNG, 3), random_poses(PAIRS_RNG, 3)
    limits = np.array([0.3, 0.8, -np.inf])

    near = PosedParts(A, poses_a, B, poses_b).near(limits)

    found = {(row, *pair) for row, pair in zip(near.rows, map(tuple, near.parts), strict=True)}
    assert len(found) == len(near.rows)
    for row in range(3):
        for i, (s, p) in enumerate(A.parts):
            for j, (t, q) in enumerate(B.parts):
                if distance(s, t, poses_a[row] @ p, poses_b[row] @ q).distance <= limits[row]:
                    assert (row, i, j) in found
    assert 20 < len(near.rows) < 1000
    assert not (near.rows == 2).any()


def test_bounds_are_below_distances():
    near = PosedParts(A, None, B, None).near(np.array([0.3]))
    posed = near.posed()

    for k in range(len(near.rows)):
        i, j = near.parts[k]
        d = distance(A.shapes[i], B.shapes[j], posed.a.poses[k], posed.b.poses[k]).distance
        assert near.bounds[k] <= d


def test_who_measures_what():
    pairs = PosedParts(A, None, FLOOR, None).near(np.array([0.0]))
    mesh = np.array([A.shapes[i] is SHAPES[3] for i in pairs.parts[:, 0]])
    half = pairs.parts[:, 1] == 0

    assert set(pairs.posed().convex().tolist()) == set(np.flatnonzero(~mesh).tolist())
    np.testing.assert_array_equal(pairs.left(False), mesh & half)
    np.testing.assert_array_equal(pairs.left(True), mesh)
    assert half.sum() == len(A)
    both = PosedParts(FLOOR, None, FLOOR, None).near(np.array([0.0]))
    assert both.left(False).sum() == 1


def test_buckets_hold_each_pair_once():
    pairs = PosedParts(A, None, B, None).near(np.array([0.2]))
    seen = np.zeros(len(pairs.rows), int)
    for shape_a, poses_a, shape_b, poses_b, which in pairs.posed().buckets(np.arange(len(seen))):
        seen[which] += 1
        assert len(poses_a) == len(poses_b) == len(which)
        assert all(A.shapes[i] is shape_a for i in pairs.parts[which, 0])
        assert all(B.shapes[j] is shape_b for j in pairs.parts[which, 1])

    assert (seen == 1).all()


@pytest.mark.parametrize("name", [n for n in ALL if n != "half-space"])
def test_nothing_of_a_shape_is_outside(name):
    shape, ball = ALL[name], ball_of(ALL[name])
    rng = np.random.default_rng(0)
    low, high = shape.bounds
    if name in CONVEX:
        points = rng.uniform(low, high, (20000, 3))
        points = points[contains(shape, points)]
    elif name == "compound":
        points = rng.uniform(low, high, (20000, 3))
        points = points[contains(shape, points)]
    else:
        points = (shape.mesh if name == "height field" else shape).vertices
    reach = np.linalg.norm(points - ball[:3], axis=1).max()

    assert reach <= ball[3] * (1 + 1e-12)
    assert ball[3] <= np.linalg.norm(high - low)


def is_endless(shape, grounds=False):
    return ball_of(shape, grounds=grounds)[3] == np.inf


def test_shapes_without_an_end():
    floor = HalfSpace((0, 0, 2), 4.0)
    assert is_endless(floor)
    assert is_endless(Compound([(Sphere(1), None), (floor, pose_of((0, 0, 1)))]))
    assert not is_endless(Sphere(1))


def test_vertices_without_faces_do_not_count():
    mesh = box_mesh((1, 1, 1))
    loose = Mesh(np.concatenate([mesh.vertices, [[99.0, 0, 0]]]), mesh.faces)
    assert ball_of(loose)[3] < 1.0
    assert ball_of(loose) is ball_of(loose)


def test_filled_ground_has_no_end():
    field = ALL["height field"]
    for shape in (field, Compound([(Sphere(1), None), (field, pose_of((0, 0, 1)))])):
        assert not is_endless(shape)
        assert is_endless(shape, grounds=True)
        assert ball_of(shape)[3] < np.inf
    assert not is_endless(Compound([(Sphere(1), None)]), grounds=True)
