"""Depths of convex shapes: known answers, kinds, directions, and what is refused."""

import numpy as np
import pytest
from every_shape import CONVEX, OTHERS
from placing import random_pose, random_poses, shift

from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.geometry import Box, HalfSpace, Sphere
from impinge.narrow import Penetration, distance, overlap, penetration
from impinge.narrow.penetration import as_units

CUBE = Box((1, 1, 1))
GROUND = HalfSpace((0, 0, 1), 0.0)


def test_two_cubes():
    deep = penetration(CUBE, CUBE, pose_b=shift(0.9, 0.2, 0.1))

    assert deep.depth == pytest.approx(0.1, abs=1e-15)
    assert deep.lower == deep.depth
    np.testing.assert_array_equal(deep.direction, [1, 0, 0])
    assert deep.kind == "convex"
    np.testing.assert_allclose(deep.point_a - deep.point_b, [0.1, 0, 0], atol=1e-15)


def test_apart_is_no_depth_and_the_closest_points():
    found = penetration(CUBE, CUBE, pose_b=shift(3))
    near = distance(CUBE, CUBE, pose_b=shift(3))

    assert found.depth == 0.0
    assert found.lower == 0.0
    np.testing.assert_array_equal(found.point_b, near.point_b)


@pytest.mark.parametrize("x", CONVEX)
@pytest.mark.parametrize("y", ["box", "ellipsoid", "hull", "half-space"])
def test_moving_by_the_depth_separates(x, y):
    a, b = CONVEX[x], {**CONVEX, **OTHERS}[y]
    rng = np.random.default_rng(len(x) * len(y))
    for _ in range(5):
        pose_a, pose_b = random_pose(rng, 0.3), random_pose(rng, 0.3)
        deep = penetration(a, b, pose_a, pose_b)
        moved = pose_b.copy()
        moved[:3, 3] += (deep.depth + 1e-9) * deep.direction
        assert not overlap(a, b, pose_a, moved)
        moved[:3, 3] -= 1e-6 * deep.direction
        assert overlap(a, b, pose_a, moved) or deep.depth < 1e-6


@pytest.mark.parametrize(("x", "y"), [("box", "hull"), ("cone", "ellipsoid"), ("capsule", "box")])
def test_asked_the_other_way_round(x, y):
    a, b = CONVEX[x], CONVEX[y]
    rng = np.random.default_rng(1)
    for _ in range(20):
        pose_a, pose_b = random_pose(rng, 0.5), random_pose(rng, 0.5)
        one, other = penetration(a, b, pose_a, pose_b), penetration(b, a, pose_b, pose_a)
        assert one.depth == pytest.approx(other.depth, abs=1e-10)
        again = other.swapped()
        assert isinstance(again, Penetration)
        np.testing.assert_array_equal(again.direction, -other.direction)
        np.testing.assert_array_equal(again.point_a, other.point_b)


@pytest.mark.parametrize("x", CONVEX)
@pytest.mark.parametrize("y", CONVEX)
def test_along_a_direction_it_is_the_first_place_apart(x, y):
    a, b = CONVEX[x], CONVEX[y]
    rng = np.random.default_rng([len(x), len(y)])
    pose_a, pose_b = random_pose(rng, 0.3), random_pose(rng, 0.3)
    direction = rng.normal(size=3)
    if not overlap(a, b, pose_a, pose_b):
        pose_b[:3, 3] = pose_a[:3, 3]
    along = penetration(a, b, pose_a, pose_b, kind="directional", direction=direction)
    shortest = penetration(a, b, pose_a, pose_b)

    assert along.kind == "directional"
    assert along.depth >= shortest.depth * (1.0 - 1e-9)
    np.testing.assert_allclose(along.direction, direction / np.linalg.norm(direction), atol=1e-15)
    for off, touching in ((1e-6, False), (-1e-6, True)):
        moved = pose_b.copy()
        moved[:3, 3] += (along.depth + off) * along.direction
        assert overlap(a, b, pose_a, moved) == touching


def test_along_a_direction_with_a_half_space_on_either_side():
    up = penetration(GROUND, CUBE, kind="directional", direction=(0, 0, 2))
    slanted = penetration(GROUND, CUBE, kind="directional", direction=(0, 1, 1))
    down = penetration(CUBE, GROUND, kind="directional", direction=(0, 0, -1))
    never = penetration(GROUND, CUBE, kind="directional", direction=(1, 0, 0))

    assert up.depth == 0.5
    assert slanted.depth == pytest.approx(0.5 * np.sqrt(2.0), rel=1e-15)
    assert down.depth == 0.5
    np.testing.assert_array_equal(down.direction, [0, 0, -1])
    assert never.depth == np.inf
    assert never.to_dict()["depth"] is None


def test_batches_of_poses_and_of_directions():
    rng = np.random.default_rng(3)
    poses = random_poses(rng, 30, 0.4)
    directions = rng.normal(size=(30, 3))
    rows = penetration(CUBE, Sphere(0.5), None, poses)
    along = penetration(CUBE, Sphere(0.5), None, poses, kind="directional", direction=directions)

    assert len(rows) == len(along) == 30
    assert set(rows.kind) == {"convex"}
    assert set(along.kind) == {"directional"}
    for i in (0, 11, 29):
        one = penetration(CUBE, Sphere(0.5), None, poses[i])
        assert one.depth == rows.depth[i]
        one = penetration(
            CUBE, Sphere(0.5), None, poses[i], kind="directional", direction=directions[i]
        )
        assert one.depth == along.depth[i]
    many = penetration(CUBE, CUBE, kind="directional", direction=np.eye(3))
    np.testing.assert_array_equal(many.depth, [1, 1, 1])


def test_what_cannot_be_is_refused():
    with pytest.raises(UnsupportedPairError, match="HalfSpace and HalfSpace"):
        penetration(GROUND, GROUND)
    with pytest.raises(ImpingeError, match="kind: 'deep', expected one of"):
        penetration(CUBE, CUBE, kind="deep")
    with pytest.raises(ImpingeError, match="direction: missing"):
        penetration(CUBE, CUBE, kind="directional")
    with pytest.raises(ImpingeError, match="direction: given, but kind is None"):
        penetration(CUBE, CUBE, direction=(1, 0, 0))
    with pytest.raises(ImpingeError, match="direction: row 0 has no length"):
        penetration(CUBE, CUBE, kind="directional", direction=(0, 0, 0))
    with pytest.raises(ImpingeError, match='"local" is for meshes'):
        penetration(CUBE, CUBE, kind="local")
    with pytest.raises(ImpingeError, match="direction: 2 rows for a batch of 3"):
        penetration(
            CUBE, CUBE, None, np.stack([np.eye(4)] * 3),
            kind="directional", direction=np.eye(3)[:2],
        )  # fmt: skip


def test_directions_are_made_unit_without_overflow():
    np.testing.assert_array_equal(as_units((0, 1e300, 0)), [[0, 1, 0]])
    np.testing.assert_array_equal(as_units((5e-324, 0, 0)), [[1, 0, 0]])
