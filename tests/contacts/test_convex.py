"""Contacts of convex shapes: laws that hold for every pair, then cases one can draw."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from placing import random_pose, random_poses, shift
from resting import (
    DEEP,
    EXACT,
    SHAPES,
    as_set,
    at_gap,
    dropped,
    normal,
    nudged,
    off_surface,
    signed_gap,
    turned,
)

from impinge.contacts import Nature, collide
from impinge.contacts.convex import contacts_of_rows
from impinge.contacts.kernels.tolerances import LEVEL, SNAP
from impinge.core.counters import count
from impinge.core.threads import use_threads
from impinge.geometry import Box, Capsule, Cone, Cylinder, HalfSpace, Hull, Sphere
from impinge.narrow import overlap
from impinge.narrow.posed_shapes import posed_lists

PAIRS = [
    pair
    for pair in combinations_with_replacement(sorted(SHAPES), 2)
    if pair != ("half-space", "half-space")
]
GAPS = (-0.1, -1e-2, -1e-4, -1e-7, 1e-7, 1e-3)
FLOOR = SHAPES["half-space"]
CUBE = Box((1.0, 1.0, 1.0))
CORNERS = [[x, y] for y in (-0.5, 0.5) for x in (-0.5, 0.5)]


def placements(first, second, seed):
    """Poses of a pair at several gaps, turned at random or aligned."""
    rng = np.random.default_rng([seed, *map(ord, first + second)])
    for gap in GAPS:
        a, b = SHAPES[first], SHAPES[second]
        pose_a, pose_b = random_pose(rng, 0.3), random_pose(rng, 0.3)
        if rng.random() < 0.5:
            pose_b[:3, :3] = pose_a[:3, :3]
        pose_b = at_gap(a, pose_a, b, pose_b, gap)
        # Flat things have no inside: they cannot be that deep.
        if abs(signed_gap(a, pose_a, b, pose_b) - gap) <= 1e-6:
            yield a, pose_a, b, pose_b


def accuracy(first, second):
    """Of points [m]: that of the measure they are checked with, or of a searched normal."""
    return 1e-10 if {first, second} <= EXACT else 1e-5


def is_disc(shape):
    return isinstance(shape, (Cylinder, Cone))


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_the_least_separation_is_the_signed_gap(names):
    for a, pose_a, b, pose_b in placements(*names, seed=1):
        gap = signed_gap(a, pose_a, b, pose_b)
        found = collide(a, b, pose_a, pose_b, margin=0.01, limit=None)
        # Between the points of a level rim its deepest one may be a little lower.
        slack = 0.08 * LEVEL if is_disc(a) or is_disc(b) else 1e-12
        assert -1e-10 <= found.separation.min() - gap <= slack + 1e-10
        if set(names) <= EXACT:
            assert abs(found.separation.min() - gap) <= 1e-12
        assert np.abs(found.normal - normal(a, pose_a, b, pose_b)).max() <= 1e-12


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_points_are_on_their_surfaces_and_one_above_the_other(names):
    for a, pose_a, b, pose_b in placements(*names, seed=2):
        found = collide(a, b, pose_a, pose_b, margin=0.01, limit=None)
        assert off_surface(a, pose_a, found.point_a).max() <= accuracy(*names)
        assert off_surface(b, pose_b, found.point_b).max() <= accuracy(*names)
        way = found.point_b - found.point_a
        along = (way * found.normal).sum(axis=1)
        np.testing.assert_allclose(along, found.separation, atol=1e-12)
        beside = way - along[:, None] * found.normal
        assert np.abs(beside).max() <= 4.0 * SNAP


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_there_are_contacts_just_where_they_overlap(names):
    rng = np.random.default_rng(3)
    a, b = SHAPES[names[0]], SHAPES[names[1]]
    poses_a, poses_b = random_poses(rng, 40, 0.7), random_poses(rng, 40, 0.7)
    for margin in (0.0, 0.1):
        found = collide(a, b, poses_a, poses_b, margin=margin)
        np.testing.assert_array_equal(
            found.counts() > 0, overlap(a, b, poses_a, poses_b, margin=margin)
        )
        assert np.isfinite(found._rows).all()
        assert (found.counts() <= 4).all()


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_asking_the_other_way_round_swaps_the_answer(names):
    for a, pose_a, b, pose_b in placements(*names, seed=4):
        there = as_set(collide(a, b, pose_a, pose_b, limit=None, margin=0.01))
        back = as_set(collide(b, a, pose_b, pose_a, limit=None, margin=0.01).swapped())
        if signed_gap(a, pose_a, b, pose_b) < -0.05 or not set(names) <= EXACT:
            # Deep inside, another way out may be as short; curved ones are searched for.
            lowest = [min(row[9] for row in side.values()) for side in (there, back)]
            assert abs(lowest[0] - lowest[1]) <= 0.08 * LEVEL
            continue
        assert there.keys() == back.keys()
        for key, row in there.items():
            np.testing.assert_allclose(back[key][:10], row[:10], atol=2.0 * SNAP)
            np.testing.assert_array_equal(back[key][10:], row[10:])


@pytest.mark.parametrize("names", [p for p in PAIRS if set(p) <= EXACT], ids="-".join)
def test_moving_both_moves_the_answer(names):
    rng = np.random.default_rng(5)
    for a, pose_a, b, pose_b in placements(*names, seed=5):
        if signed_gap(a, pose_a, b, pose_b) < -0.05:
            continue
        motion = random_pose(rng)
        still = collide(a, b, pose_a, pose_b, margin=0.01)
        moved = collide(a, b, motion @ pose_a, motion @ pose_b, margin=0.01)
        np.testing.assert_array_equal(moved.key, still.key)
        np.testing.assert_array_equal(moved.nature, still.nature)
        np.testing.assert_allclose(moved.separation, still.separation, atol=1e-7)
        expected = still.point @ motion[:3, :3].T + motion[:3, 3]
        np.testing.assert_allclose(moved.point, expected, atol=1e-6)


@pytest.mark.parametrize("factor", [2.0**-30, 0.5, 2.0**30])
def test_scaling_by_a_power_of_two_scales_the_answer_exactly(factor):
    def scaled(pose):
        pose = pose.copy()
        pose[:3, 3] *= factor
        return pose

    pairs = [
        (CUBE, Box((factor, factor, factor))),
        (Capsule(0.25, 1.0), Capsule(0.25 * factor, factor)),
        (Cylinder(0.5, 1.0), Cylinder(0.5 * factor, factor)),
    ]
    for other, large in pairs:
        for _, pose_a, _, near in placements("box", "box", seed=6):
            pose_b = at_gap(CUBE, pose_a, other, near, -1e-3)
            still = collide(CUBE, other, pose_a, pose_b)
            grown = collide(Box((factor, factor, factor)), large, scaled(pose_a), scaled(pose_b))
            np.testing.assert_array_equal(grown.point_a, factor * still.point_a)
            np.testing.assert_array_equal(grown.separation, factor * still.separation)
            np.testing.assert_array_equal(grown.normal, still.normal)
            np.testing.assert_array_equal(grown.key, still.key)


@pytest.mark.parametrize("size", [1e-12, 1e-9, 1e-6])
@pytest.mark.parametrize("degrees", [(0, 0, 0), (90, 0, 0), (0, 0, 30), (0, 0, 45)])
def test_contacts_of_things_at_rest_stay_the_same_in_tiny_motions(degrees, size):
    """Aligned faces and edges: where rounding would decide which corners exist."""
    rng = np.random.default_rng(7)
    resting = [name for name in sorted(SHAPES) if name not in {"half-space", "ellipsoid"}]
    for name in resting:
        for below in ("half-space", "box", "slab", "prism", "cylinder"):
            for offset in ((0.0, 0.0), (0.25, 0.0)):
                a, b = SHAPES[name], SHAPES[below]
                start = turned(degrees, (*offset, 0.0))
                # Flat things have no inside: they are not dropped into, but onto.
                if not overlap(a, b, start):
                    continue
                pose = dropped(a, start, b, np.eye(4))
                still = collide(a, b, pose)
                if not len(still) or still.normal[0, 2] > -0.99:
                    continue
                for _ in range(3):
                    moved = collide(a, b, nudged(pose, rng, size))
                    np.testing.assert_array_equal(moved.key, still.key)
                    # A searched normal is exact to 1e-8 or so, whatever the motion.
                    close = 100.0 * size + 1e-8
                    assert np.abs(moved.point - still.point).max() <= close
                    assert np.abs(moved.separation - still.separation).max() <= close


def test_a_box_on_a_plane_gives_its_four_corners():
    found = collide(CUBE, FLOOR, shift(0.0, 0.0, 0.5 - DEEP))

    np.testing.assert_allclose(found.point_a[:, :2], CORNERS, atol=1e-15)
    np.testing.assert_allclose(found.point_a[:, 2], -DEEP, atol=1e-15)
    np.testing.assert_allclose(found.point_b[:, 2], 0.0, atol=1e-15)
    np.testing.assert_array_equal(found.feature_a, [0, 1, 2, 3])
    np.testing.assert_array_equal(found.feature_b, 0)
    assert found.natures == [Nature.FACE_FACE] * 4
    assert len(collide(CUBE, FLOOR, shift(0.0, 0.0, 0.5 - DEEP), limit=None)) == 4
    assert len(collide(CUBE, FLOOR, shift(0.0, 0.0, 0.5))) == 4


def test_a_box_that_leans_a_little_still_stands_on_four_corners():
    tilt = 0.5 * LEVEL
    found = collide(CUBE, FLOOR, turned((np.degrees(tilt), 0, 0), (0.0, 0.0, 0.5)))

    np.testing.assert_array_equal(found.feature_a, [0, 1, 2, 3])
    assert found.separation.min() < 0.0 < found.separation.max()
    np.testing.assert_allclose(np.ptp(found.separation), np.sin(tilt))


@pytest.mark.parametrize(
    ("degrees", "nature", "corners"),
    [
        ((5.0, 0.0, 0.0), Nature.EDGE_FACE, [0, 1]),
        ((45.0, 0.0, 0.0), Nature.EDGE_FACE, [0, 1]),
        ((5.0, 5.0, 0.0), Nature.VERTEX_FACE, [1]),
        ((40.0, 40.0, 0.0), Nature.VERTEX_FACE, [1]),
    ],
)
def test_a_box_that_leans_more_stands_on_an_edge_or_a_corner(degrees, nature, corners):
    pose = dropped(CUBE, turned(degrees), FLOOR, np.eye(4), gap=-1e-4)
    found = collide(CUBE, FLOOR, pose)

    assert set(found.natures) == {nature}
    np.testing.assert_array_equal(found.feature_a, corners)


def test_a_box_that_leans_and_is_deep_touches_with_all_corners_below():
    found = collide(CUBE, FLOOR, turned((5.0, 0.0, 0.0), (0.0, 0.0, 0.4)))

    np.testing.assert_array_equal(found.feature_a, [0, 1, 2, 3])
    assert (found.separation < 0.0).all()


def test_a_box_on_an_equal_box_touches_at_common_corners():
    found = collide(CUBE, CUBE, shift(0.0, 0.0, 1.0), limit=None)

    np.testing.assert_array_equal(found.feature_a, [0, 1, 2, 3])
    np.testing.assert_array_equal(found.feature_b, [4, 5, 6, 7])
    assert found.natures == [Nature.FACE_FACE] * 4
    np.testing.assert_array_equal(found.separation, 0.0)


def test_a_box_across_a_box_touches_at_eight_points_of_which_four_are_kept():
    pose = turned((0.0, 0.0, 45.0), (0.0, 0.0, 1.0 - DEEP))
    everything, four = (collide(CUBE, CUBE, pose, limit=limit) for limit in (None, 4))

    assert len(everything) == 8
    np.testing.assert_allclose(np.linalg.norm(everything.point[:, :2], axis=1), 0.5412, atol=1e-4)
    assert len(four) == 4
    assert set(four.key.tolist()) < set(everything.key.tolist())
    # They hold the box: its middle is between them.
    angles = np.sort(np.arctan2(four.point[:, 1], four.point[:, 0]))
    assert np.diff([*angles, angles[0] + 2.0 * np.pi]).max() < np.pi


def test_a_box_at_the_edge_of_another_touches_where_both_are():
    found = collide(CUBE, CUBE, shift(0.75, 0.25, 1.0 - DEEP))

    assert len(found) == 4
    np.testing.assert_allclose(found.point.min(axis=0)[:2], [0.25, -0.25], atol=1e-12)
    np.testing.assert_allclose(found.point.max(axis=0)[:2], [0.5, 0.5], atol=1e-12)


def test_boxes_side_by_side_touch_along_an_edge():
    found = collide(CUBE, CUBE, shift(0.0, 1.0, 1.0), margin=1e-9)

    assert len(found) == 2
    assert found.natures == [Nature.EDGE_EDGE] * 2


def test_edges_that_cross_touch_at_one_point():
    upper = turned((45.0, 0.0, 90.0), (0.1, 0.2, np.sqrt(2.0) - DEEP))
    found = collide(CUBE, CUBE, upper, turned((45.0, 0.0, 0.0)))

    assert found.natures == [Nature.EDGE_EDGE]
    np.testing.assert_allclose(found.point[0, :2], [0.1, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)


def test_edges_that_are_parallel_touch_at_two_points():
    upper = turned((45.0, 0.0, 0.0), (0.3, 0.0, np.sqrt(2.0) + DEEP))
    found = collide(CUBE, CUBE, upper, turned((45.0, 0.0, 0.0)), margin=0.01)

    assert found.natures == [Nature.EDGE_EDGE] * 2
    np.testing.assert_allclose(np.sort(found.point[:, 0]), [-0.2, 0.5], atol=1e-12)


def test_a_cylinder_that_stands_touches_with_its_rim_all_around():
    pose = shift(0.0, 0.0, 0.5 - DEEP)
    four, everything = (
        collide(SHAPES["cylinder"], FLOOR, pose, limit=limit) for limit in (4, None)
    )

    for found, number in ((four, 4), (everything, 8)):
        assert found.natures == [Nature.FACE_FACE] * number
        np.testing.assert_array_equal(found.feature_a, 1)
        np.testing.assert_allclose(np.linalg.norm(found.point[:, :2], axis=1), 0.5)
        np.testing.assert_allclose(found.point[:, :2].mean(axis=0), 0.0, atol=1e-12)
        assert len(set(found.key.tolist())) == number


def test_a_cylinder_that_leans_has_its_deepest_point_among_its_contacts():
    pose = dropped(SHAPES["cylinder"], turned((2.0, 0.0, 17.0)), FLOOR, np.eye(4))
    found = collide(SHAPES["cylinder"], FLOOR, pose)

    assert found.natures == [Nature.EDGE_FACE]
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-9)


@pytest.mark.parametrize(("shape", "low"), [(Cylinder(0.5, 1.0), 0.5), (Capsule(0.5, 1.0), 0.5)])
def test_round_things_that_lie_touch_at_two_points(shape, low):
    found = collide(shape, FLOOR, turned((90.0, 0.0, 0.0), (0.0, 0.0, low - DEEP)))

    assert found.natures == [Nature.FACE_FACE] * 2
    np.testing.assert_allclose(np.sort(found.point[:, 1]), [-0.5, 0.5], atol=1e-12)
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)


def test_a_capsule_that_lies_on_a_box_touches_at_two_points():
    long = Capsule(0.25, 3.0)
    found = collide(long, CUBE, turned((0.0, 90.0, 0.0), (0.2, 0.1, 0.75 - DEEP)))

    np.testing.assert_allclose(np.sort(found.point[:, 0]), [-0.5, 0.5], atol=1e-12)
    np.testing.assert_allclose(found.separation, -DEEP, atol=1e-12)
    np.testing.assert_array_equal(found.feature_a, 2)
    assert found.natures == [Nature.FACE_FACE] * 2


def test_a_cone_touches_with_its_disc_its_side_or_its_apex():
    cone = Cone(0.5, 1.0)
    slope = np.degrees(np.arctan2(1.0, 0.5))
    cases = [
        (turned(), Nature.FACE_FACE, 4),
        (turned((180.0, 0.0, 0.0)), Nature.VERTEX_FACE, 1),
        (turned((0.0, 180.0 - slope, 0.0)), Nature.FACE_FACE, 2),
    ]
    for start, nature, number in cases:
        found = collide(cone, FLOOR, dropped(cone, start, FLOOR, np.eye(4), gap=-1e-4))
        assert found.natures == [nature] * number


def test_discs_that_overlap_in_part_touch_at_the_tips_of_what_both_cover():
    found = collide(Cylinder(0.5, 1.0), Cylinder(0.5, 1.0), shift(0.6, 0.0, 1.0 - DEEP), limit=None)
    tips = found.point[np.argsort(found.point[:, 1])[[0, -1]]]

    np.testing.assert_allclose(tips[:, :2], [[0.3, -0.4], [0.3, 0.4]], atol=1e-12)
    assert found.natures[0] == Nature.FACE_FACE


def test_rims_that_lean_cross_on_both_of_them():
    """Circles seen aslant are ellipses: crossings are found by Newton's method."""
    a, b = Cylinder(0.5, 1.0), Cylinder(0.4, 1.0)
    pose = dropped(a, turned((0.5, 0.3, 0.0), (0.5, 0.0, 0.0)), b, np.eye(4), gap=-0.02)
    found = collide(a, b, pose, limit=None)
    crossings = (found.feature_a == 1) & (found.feature_b == 0)

    assert crossings.any()
    assert off_surface(a, pose, found.point_a).max() < 1e-8
    assert off_surface(b, np.eye(4), found.point_b).max() < 1e-8
    way = found.point_b - found.point_a - found.separation[:, None] * found.normal
    assert np.abs(way).max() < 1e-12


def test_a_ball_touches_at_one_point():
    found = collide(Sphere(0.5), CUBE, shift(0.2, 0.1, 1.0 - DEEP))

    np.testing.assert_allclose(found.point_a, [[0.2, 0.1, 0.5 - DEEP]], atol=1e-12)
    assert found.natures == [Nature.FACE_FACE]


def test_points_beyond_the_margin_are_left_out():
    tilted = turned((10.0, 0.0, 0.0))
    low = dropped(CUBE, tilted, FLOOR, np.eye(4), gap=1e-3)

    assert len(collide(CUBE, FLOOR, low)) == 0
    assert len(collide(CUBE, FLOOR, low, margin=0.1)) == 2
    assert len(collide(CUBE, FLOOR, low, margin=0.2)) == 4
    assert (collide(CUBE, FLOOR, low, margin=0.2).separation <= 0.2).all()


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 6, None])
def test_the_limit_is_kept_and_takes_the_best_first(limit):
    pose = turned((0.2, 0.0, 30.0), (0.1, 0.0, 1.0 - 0.01))
    everything = collide(CUBE, CUBE, pose, limit=None)
    found = collide(CUBE, CUBE, pose, limit=limit)

    assert len(found) == min(limit or 99, len(everything))
    assert found.separation.min() <= everything.separation.min() + 2e-5
    assert set(found.key.tolist()) <= set(everything.key.tolist())


def test_needles_and_flat_things_have_contacts_too():
    needle, sheet = Box((1.0, 1e-6, 1e-6)), Hull(np.array(CORNERS) @ [[1, 0, 0], [0, 1, 0]])
    speck = Hull(np.zeros((4, 3)))
    for a in (needle, sheet, speck):
        for b in (CUBE, FLOOR, Cylinder(0.5, 1.0), Capsule(0.2, 1.0)):
            pose = dropped(a, np.eye(4), b, np.eye(4), gap=-1e-5)
            found = collide(a, b, pose)
            assert 1 <= len(found) <= 4
            assert np.isfinite(found._rows).all()
            assert off_surface(b, np.eye(4), found.point_b).max() < 1e-6


def test_the_same_bits_for_any_number_of_threads():
    rng = np.random.default_rng(9)
    poses = random_poses(rng, 3000, 0.4)
    for a, b in ((CUBE, CUBE), (SHAPES["hull"], SHAPES["cylinder"])):
        answers = set()
        for threads in (1, 2, 3):
            with use_threads(threads):
                found = collide(a, b, poses, limit=None)
            answers.add(found._rows.tobytes() + found.offsets.tobytes())
        assert len(answers) == 1
        assert 0.2 < np.mean(found.counts() > 0) < 1.0


def test_rows_of_a_batch_are_single_answers():
    rng = np.random.default_rng(10)
    poses_a, poses_b = random_poses(rng, 60, 0.4), random_poses(rng, 60, 0.4)
    batch = collide(CUBE, SHAPES["prism"], poses_a, poses_b, margin=0.05)
    for i in range(60):
        one = collide(CUBE, SHAPES["prism"], poses_a[i], poses_b[i], margin=0.05)
        np.testing.assert_array_equal(batch.of_row(i)._rows, one._rows)


def test_one_pose_goes_with_all_rows():
    rng = np.random.default_rng(11)
    poses = random_poses(rng, 5, 0.3)
    for left, right in ((poses, None), (None, poses), (poses, poses[0])):
        batch = collide(CUBE, CUBE, left, right)
        assert len(batch.offsets) == 6


def test_poses_that_are_a_little_off_are_rounded():
    rough = shift(0.0, 0.0, 0.499).astype(np.float32)
    rough[0, 1] = 1e-8

    assert len(collide(CUBE, FLOOR, rough)) == 4


def test_rows_of_packed_shapes_share_one_array():
    """Where shapes begin in an array is a row's own matter."""
    shapes = [CUBE, SHAPES["prism"], SHAPES["capsule"]]
    poses = shift(0.0, 0.1, 0.7)[None].copy()
    rows, counts = contacts_of_rows(posed_lists(shapes, CUBE, poses, None), np.arange(3), 0)
    alone = [collide(shape, CUBE, poses[0], limit=None) for shape in shapes]

    np.testing.assert_array_equal(counts, [len(found) for found in alone])
    np.testing.assert_array_equal(rows, np.concatenate([found._rows for found in alone]))


def test_pairs_are_counted():
    with count() as cost:
        collide(CUBE, FLOOR)
        collide(CUBE, FLOOR, np.stack([np.eye(4)] * 7))

    assert cost.primitive_tests == 8


def test_half_spaces_may_stand_on_either_side():
    up, down = HalfSpace((0, 0, 1)), HalfSpace((0, 0, -1))
    low, high = (
        collide(up, CUBE, shift(0, 0, -0.499)),
        collide(CUBE, down, None, shift(0, 0, 0.499)),
    )

    np.testing.assert_array_equal(low.feature_b, [0, 1, 2, 3])
    np.testing.assert_array_equal(high.feature_a, [4, 5, 6, 7])
    np.testing.assert_allclose([*low.separation, *high.separation], -DEEP, atol=1e-12)
    np.testing.assert_allclose(low.normal, np.array([[0.0, 0.0, 1.0]] * 4))
