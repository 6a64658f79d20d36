"""Compounds taken apart: all parts, at their places, inside the balls of a tree."""

import pickle

import numpy as np
import pytest
from every_shape import ALL, pose_of
from placing import random_pose

from impinge.geometry import Box, Compound, HalfSpace, HeightField, Mesh, Sphere, box_mesh
from impinge.narrow import parts_of
from impinge.narrow.bundles import NO_ROW, bundle_of

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


def leaves(bundle, node=0):
    """The parts below a ball."""
    if bundle.links[node, 0] < 0:
        return [-1 - int(bundle.links[node, 0])]
    return [part for child in bundle.links[node] for part in leaves(bundle, child)]


@pytest.mark.parametrize("whole", [CLOUD, MIXED, ALL["compound"], Sphere(1.0)])
def test_balls_hold_their_parts(whole):
    bundle = bundle_of(whole)
    assert sorted(leaves(bundle)) == list(range(len(bundle.shapes)))
    directions = RNG.normal(size=(30, 3))
    for node, ball in enumerate(bundle.balls):
        for part in leaves(bundle, node):
            shape, pose = bundle.shapes[part], bundle.poses[part]
            if isinstance(shape, HalfSpace):
                assert ball[3] == np.inf
                continue
            points = shape.support(directions) @ pose[:3, :3].T + pose[:3, 3]
            assert np.linalg.norm(points - ball[:3], axis=1).max() <= ball[3]


def test_the_tree_is_flat():
    assert bundle_of(CLOUD).depth <= 1 + np.ceil(np.log2(200))


def test_parts_are_numbered_as_they_come():
    parts = parts_of(MIXED)

    assert len(parts) == 204
    assert [type(shape) for shape, _ in parts[:3]] == [HalfSpace, Mesh, type(ALL["cone"])]
    assert isinstance(parts[-1][0], HeightField)
    np.testing.assert_allclose(parts[2][1][:3, 3], [5, 1, 0])
    bundle = bundle_of(MIXED)
    assert np.flatnonzero(bundle.starts == NO_ROW).tolist() == [1, 203]
    assert bundle.half_spaces().sum() == 1
    for start, (shape, _) in zip(bundle.starts, parts, strict=True):
        if start != NO_ROW:
            np.testing.assert_array_equal(
                bundle.packed[start : start + len(shape._packed)], shape._packed
            )


def test_what_is_shown_cannot_change_the_bundle():
    parts_of(CLOUD)[0][1][:] = 0.0

    assert bundle_of(CLOUD).poses[0, 3, 3] == 1.0


def test_rotations_stay_rotations_however_deep():
    nested = Box((1, 1, 1))
    for _ in range(60):
        nested = Compound([(nested, pose_of((0.1, 0, 0), (0.1, 0.2, 0.3)))])
    turn = bundle_of(nested).poses[0, :3, :3]

    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=2e-14)


def test_a_copy_makes_its_own():
    copied = pickle.loads(pickle.dumps(CLOUD))

    assert bundle_of(copied) is not bundle_of(CLOUD)
    np.testing.assert_array_equal(bundle_of(copied).balls, bundle_of(CLOUD).balls)


def test_a_shape_is_its_only_part():
    mesh = box_mesh()
    ((shape, pose),) = parts_of(mesh)

    assert shape is mesh
    np.testing.assert_array_equal(pose, np.eye(4))
