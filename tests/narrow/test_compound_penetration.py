"""How deep compounds are: the deepest pair of parts, or all of them along a direction."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from placing import random_pose, random_poses, shift

from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.geometry import Box, Capsule, Compound, HalfSpace, Sphere, box_mesh, icosphere
from impinge.narrow import overlap, parts_of, penetration
from impinge.narrow.hulls import convex_of

RNG = np.random.default_rng(9)
KINDS = [Sphere(0.4), Box((0.5, 0.7, 0.6)), Capsule(0.2, 0.6)]
CLOUD = Compound([(KINDS[k % 3], random_pose(RNG, 1.0)) for k in range(12)])
BOXES = Compound([(KINDS[1], random_pose(RNG, 0.7)) for _ in range(6)])
MIXED = Compound(
    [(KINDS[0], shift(0.5)), (icosphere(0.5, 1), shift(-0.5)), (BOXES, shift(0.0, 0.5))]
)
OTHERS = {
    "sphere": KINDS[0],
    "cone": ALL["cone"],
    "cloud": CLOUD,
    "mixed": MIXED,
    "mesh": box_mesh(),
}
POSES = random_poses(RNG, 8, 1.0)


@pytest.mark.parametrize("name", sorted(OTHERS))
@pytest.mark.parametrize("whole", [CLOUD, MIXED], ids=["cloud", "mixed"])
def test_the_deepest_pair_counts(whole, name):
    other = OTHERS[name]

    found = penetration(whole, other, None, POSES)

    for row, pose in enumerate(POSES):
        depths = {
            (i, j): penetration(s, t, p, pose @ q).depth
            for i, (s, p) in enumerate(parts_of(whole))
            for j, (t, q) in enumerate(parts_of(other))
        }
        assert abs(found.depth[row] - max(depths.values())) < 1e-9
        pair = found.part_a[row], max(found.part_b[row], 0)
        assert abs(depths[pair] - found.depth[row]) < 1e-9
        assert found.lower[row] <= found.depth[row] * (1 + 1e-14)
    assert set(found.kind) == {"local"}
    assert (found.part_b == -1).all() == (not isinstance(other, Compound))


@pytest.mark.parametrize("name", sorted(OTHERS))
@pytest.mark.parametrize("whole", [CLOUD, MIXED], ids=["cloud", "mixed"])
def test_along_a_direction_until_no_pair_overlaps(whole, name):
    other = OTHERS[name]
    direction = np.array([0.6, 0.0, 0.8])

    found = penetration(whole, other, None, POSES, kind="directional", direction=direction)

    touching = overlap(whole, other, None, POSES)
    np.testing.assert_array_equal(found.depth > 0.0, touching)
    for row in np.flatnonzero(touching):
        way = found.depth[row]
        steps = np.append(np.linspace(0.0, way * (1 - 1e-6), 100), way * (1 + 1e-6) + 1e-8)
        moved = np.repeat(POSES[row][None], len(steps), axis=0)
        moved[:, :3, 3] += steps[:, None] * direction
        assert overlap(whole, other, None, moved).tolist() == [True] * 100 + [False]
        np.testing.assert_allclose(
            found.point_a[row] - found.point_b[row], way * direction, atol=1e-9
        )


def test_intervals_that_touch_are_followed():
    """A ladder: out of one rung means into the next."""
    ladder = Compound([(Box((1, 1, 1)), shift(0.9 * k)) for k in range(5)])

    found = penetration(ladder, Sphere(0.2), kind="directional", direction=(1, 0, 0))

    assert abs(found.depth - (0.9 * 4 + 0.5 + 0.2)) < 1e-9
    assert found.part_a == 4
    back = penetration(Sphere(0.2), ladder, kind="directional", direction=(-1, 0, 0))
    assert abs(back.depth - found.depth) < 1e-12
    assert back.part_b == 4
    assert back.direction.tolist() == [-1.0, 0.0, 0.0]


def test_hulls_of_polytopes():
    other = Compound([(box_mesh(), pose_of((0.3, 0, 0))), (Box((1, 2, 1)), None)])
    found = penetration(BOXES, other, None, POSES, kind="convex")

    true = penetration(convex_of(BOXES), convex_of(other), None, POSES)
    np.testing.assert_array_equal(found.depth, true.depth)
    with pytest.raises(ImpingeError, match="part 0 is a Sphere; use"):
        penetration(CLOUD, BOXES, kind="convex")


def test_a_half_space_is_left_exactly():
    floor = HalfSpace((0.0, 0.3, 1.0), 0.2)
    found = penetration(MIXED, floor, POSES)

    directions = np.tile(floor.normal, (len(POSES), 1))
    for row, pose in enumerate(POSES):
        lowest = MIXED.support(-directions[row] @ pose[:3, :3]) @ pose[:3, :3].T + pose[:3, 3]
        assert abs(found.depth[row] - max(floor.offset - lowest @ floor.normal, 0.0)) < 1e-12
    assert set(found.kind) == {"convex"}
    deep = found.depth > 0.0
    raised = POSES.copy()
    raised[:, :3, 3] += (1.0 + 1e-9) * found.depth[:, None] * floor.normal + 1e-9 * floor.normal
    assert not overlap(MIXED, floor, raised)[deep].any()
    assert set(penetration(MIXED, floor, POSES, kind="local").kind) == {"local"}
    endless = penetration(MIXED, floor, POSES, kind="directional", direction=(0, 0, 1))
    assert (endless.depth[deep] == np.inf).all()
    assert (endless.depth[~deep] == 0.0).all()
    assert np.isfinite(endless.point_b).all()


def test_two_half_spaces_are_refused_wherever_they_are():
    floor = Compound([(HalfSpace((0, 0, 1)), None), (Sphere(1.0), None)])
    for other in (HalfSpace((0, 0, -1)), floor):
        with pytest.raises(UnsupportedPairError, match="HalfSpace and HalfSpace; they go on"):
            penetration(floor, other)


def test_what_is_apart_shows_the_closest_points():
    found = penetration(CLOUD, KINDS[0], None, np.stack([shift(20.0), shift(0.0)]))

    assert found.depth[0] == 0.0
    assert found.depth[1] > 0.0
    assert np.linalg.norm(found.point_b[0] - found.point_a[0]) > 10.0
    along = penetration(CLOUD, KINDS[0], None, shift(20.0), kind="directional", direction=(0, 0, 1))
    assert along.depth == 0.0
    assert along.direction.tolist() == [0.0, 0.0, 1.0]


def test_several_directions_make_a_batch():
    ways = np.concatenate([np.eye(3), -np.eye(3)])
    found = penetration(CLOUD, KINDS[1], kind="directional", direction=ways)

    assert len(found) == 6
    for row, way in enumerate(ways):
        single = penetration(CLOUD, KINDS[1], kind="directional", direction=way)
        assert single.depth == found.depth[row]
