"""Compounds are unions: nearest of all pairs of parts, and any that overlaps."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    HalfSpace,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.narrow import distance, overlap, parts_of

RNG = np.random.default_rng(4)
KINDS = [Sphere(0.3), Box((0.3, 0.5, 0.4)), Capsule(0.1, 0.6), Cylinder(0.2, 0.4), Cone(0.3, 0.4)]


def cloud(n, shapes=KINDS, spread=1.5):
    return Compound([(shapes[k % len(shapes)], random_pose(RNG, spread)) for k in range(n)])


CONVEX = cloud(15)
MIXED = Compound(
    [
        (cloud(4), pose_of((0.5, 0, 0), (0, 0, 1))),
        (icosphere(0.4, 1), pose_of((-1, 0, 0.5))),
        (ALL["height field"], pose_of((0, 0, -2))),
        (box_mesh((0.5, 0.5, 1.5)), pose_of((1, 1, 1), (0.3, 0, 0))),
    ]
)
WITH_FLOOR = Compound([(HalfSpace((0, 0.1, 1), -1.5), None), (Sphere(0.4), pose_of((0, 2, 0)))])
OTHERS = {**ALL, "convex": CONVEX, "mixed": MIXED, "with floor": WITH_FLOOR}


def by_parts(a, pose_a, b, pose_b, solid=False):
    """The least distance, and the pair of parts that has it."""
    pairs = {
        (i, j): distance(s, t, pose_a @ p, pose_b @ q, solid=solid).distance
        for i, (s, p) in enumerate(parts_of(a))
        for j, (t, q) in enumerate(parts_of(b))
    }
    return min(pairs.values()), pairs


@pytest.mark.parametrize("solid", [False, True], ids=["surfaces", "solid"])
@pytest.mark.parametrize("name", sorted(OTHERS))
@pytest.mark.parametrize(
    "whole", [CONVEX, MIXED, WITH_FLOOR], ids=["convex", "mixed", "with-floor"]
)
def test_the_nearest_of_all_pairs(whole, name, solid):
    other = OTHERS[name]
    if solid and name in ("height field", "mixed") and whole is MIXED:
        # Two grounds without an end have no distance.
        with pytest.raises(ImpingeError, match="solid"):
            distance(whole, other, solid=True)
        return
    rng = np.random.default_rng(5)
    poses_a, poses_b = random_poses(rng, 5, 3.0), random_poses(rng, 5, 3.0)

    found = distance(whole, other, poses_a, poses_b, solid=solid)
    touching = overlap(whole, other, poses_a, poses_b, solid=solid)
    near = overlap(whole, other, poses_a, poses_b, margin=0.5, solid=solid)

    for row in range(5):
        true, pairs = by_parts(whole, poses_a[row], other, poses_b[row], solid)
        assert abs(found.distance[row] - true) <= 1e-9
        assert touching[row] == (true == 0.0)
        assert near[row] == (true <= 0.5)
        part = found.part_a[row], max(found.part_b[row], 0)
        assert pairs[part] <= true + 1e-9
        assert (found.part_b[row] == -1) == (not isinstance(other, Compound))
        apart = found.point_b[row] - found.point_a[row]
        np.testing.assert_allclose(apart, found.distance[row] * found.normal[row], atol=1e-9)


def test_thousands_of_parts_are_not_compared_with_each_other():
    a, b = cloud(2000, spread=12.0), cloud(2000, spread=12.0)
    pose = shift(70.0)
    with count() as cost:
        found = distance(a, b, None, pose)
    # There are four million of them.
    assert 0 < cost.primitive_tests < 500
    assert cost.volume_tests < 20_000
    centres = [np.array([p[:3, 3] for _, p in c.parts]) for c in (a, b)]
    gaps = np.linalg.norm(centres[0][:, None] - (centres[1] + [70.0, 0, 0])[None], axis=2)
    nearest = np.argwhere(gaps <= found.distance + 1.5)
    true = min(
        distance(a.shapes[i], b.shapes[j], a.poses[i], pose @ b.poses[j]).distance
        for i, j in nearest
    )
    assert abs(found.distance - true) <= 1e-9


def test_answers_say_which_part():
    table = Compound(
        [(Box((2, 1, 0.1)), shift(0, 0, 0.5)), (Cylinder(0.05, 0.5), shift(0.9, 0, 0.2))]
    )

    found = distance(table, Sphere(0.1), None, shift(0.9, 0.0, -0.5))

    assert (found.part_a, found.part_b) == (1, -1)
    assert found.feature_a == 3
    assert found.swapped().part_b == 1
    assert list(found.to_dict())[-2:] == ["part_a", "part_b"]
    assert "part_a=1" in repr(found)
    gradient = distance(table, Sphere(0.1), None, shift(0.9, 0.0, -0.5), gradient=True)
    assert gradient.part_a == 1
    np.testing.assert_allclose(gradient.gradient_b[:3], [0, 0, -1], atol=1e-9)
    batch = distance(table, Sphere(0.1), None, np.stack([shift(0.9, 0.0, -0.5), shift(-3.0)]))
    assert batch.part_a.tolist() == [1, 0]


def test_shapes_without_parts_say_so():
    found = distance(Sphere(1), Box((1, 1, 1)), None, shift(5.0))

    assert (found.part_a, found.part_b) == (-1, -1)
    assert "part_a" not in found.to_dict()
    assert (
        distance(Sphere(1), Box((1, 1, 1)), None, np.stack([shift(5.0)] * 3)).part_b.tolist()
        == [-1] * 3
    )


def test_two_compounds_of_half_spaces():
    slit = Compound([(HalfSpace((0, 0, 1), -1.0), None)])
    lid = Compound([(HalfSpace((0, 0, -1), -2.0), None), (Sphere(0.5), shift(0.0, 0.0, 5.0))])

    found = distance(slit, lid)

    assert found.distance == 3.0
    assert found.part_b == 0
    assert not overlap(slit, lid)
    assert overlap(slit, lid, margin=3.0)
    assert overlap(slit, Compound([(HalfSpace((1, 0, 0)), None)]))


def test_one_inside_another_part():
    shell = Compound([(icosphere(1.0, 2), None)])

    assert not overlap(shell, Sphere(0.1))
    assert overlap(shell, Sphere(0.1), solid=True)
    assert overlap(shell, Compound([(Sphere(0.1), None)]), solid=True)
    assert distance(shell, Compound([(Sphere(0.1), None)]), solid=True).distance == 0.0


def test_a_compound_of_one_is_that_one():
    rng = np.random.default_rng(6)
    for shape in ALL.values():
        place = random_pose(rng, 1.0)
        poses = random_poses(rng, 6, 2.0)
        one = distance(Compound([(shape, place)]), KINDS[1], poses)
        same = distance(shape, KINDS[1], poses @ place)
        np.testing.assert_allclose(one.distance, same.distance, atol=1e-9)
