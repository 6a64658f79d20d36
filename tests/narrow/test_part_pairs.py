"""Pairs of parts: none that is near is left out."""

import numpy as np
from placing import random_pose, random_poses

from impinge.geometry import Box, Capsule, Compound, HalfSpace, Sphere, icosphere
from impinge.narrow import distance
from impinge.narrow.part_pairs import PosedParts

RNG = np.random.default_rng(3)
SHAPES = [Sphere(0.3), Box((0.2, 0.5, 0.4)), Capsule(0.1, 0.6), icosphere(0.3, 1)]
A = Compound([(SHAPES[k % 4], random_pose(RNG, 2.0)) for k in range(40)])
B = Compound([(SHAPES[k % 3], random_pose(RNG, 2.0)) for k in range(30)])
FLOOR = Compound([(HalfSpace((0, 0, 1), -1.0), None), (Sphere(0.5), None)])


def test_all_near_pairs_are_found():
    poses_a, poses_b = random_poses(RNG, 3), random_poses(RNG, 3)
    limits = np.array([0.3, 0.8, -np.inf])

    near = PosedParts(A, poses_a, B, poses_b).near(limits)

    found = {(row, *pair) for row, pair in zip(near.rows, map(tuple, near.parts), strict=True)}
    assert len(found) == len(near)
    for row in range(3):
        for i, (s, p) in enumerate(A.parts):
            for j, (t, q) in enumerate(B.parts):
                if distance(s, t, poses_a[row] @ p, poses_b[row] @ q).distance <= limits[row]:
                    assert (row, i, j) in found
    assert 20 < len(near) < 1000
    assert not (near.rows == 2).any()


def test_bounds_are_below_distances():
    near = PosedParts(A, None, B, None).near(np.array([0.3]))
    poses_a, poses_b = near.poses()

    for k in range(len(near)):
        i, j = near.parts[k]
        d = distance(A.shapes[i], B.shapes[j], poses_a[k], poses_b[k]).distance
        assert near.bounds[k] <= d


def test_who_measures_what():
    pairs = PosedParts(A, None, FLOOR, None).near(np.array([0.0]))
    mesh = np.array([A.shapes[i] is SHAPES[3] for i in pairs.parts[:, 0]])
    half = pairs.parts[:, 1] == 0

    np.testing.assert_array_equal(pairs.measured(), ~mesh)
    np.testing.assert_array_equal(pairs.left(False), mesh & half)
    np.testing.assert_array_equal(pairs.left(True), mesh)
    assert half.sum() == len(A)
    both = PosedParts(FLOOR, None, FLOOR, None).near(np.array([0.0]))
    assert both.left(False).sum() == 1


def test_buckets_hold_each_pair_once():
    pairs = PosedParts(A, None, B, None).near(np.array([0.2]))
    seen = np.zeros(len(pairs), int)
    for shape_a, poses_a, shape_b, poses_b, which in pairs.buckets():
        seen[which] += 1
        assert len(poses_a) == len(poses_b) == len(which)
        assert all(A.shapes[i] is shape_a for i in pairs.parts[which, 0])
        assert all(B.shapes[j] is shape_b for j in pairs.parts[which, 1])

    assert (seen == 1).all()


def test_ranks_count_within_rows():
    pairs = PosedParts(A, random_poses(RNG, 4), B, None).near(np.full(4, 0.1)).sorted()
    ranks = pairs.ranks()

    for row in range(4):
        these = pairs.rows == row
        np.testing.assert_array_equal(ranks[these], np.arange(these.sum()))
        assert (np.diff(pairs.bounds[these]) >= 0.0).all()
