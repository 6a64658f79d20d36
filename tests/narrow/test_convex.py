"""Convex pairs: each answer proved by supporting planes and points, at contact most of all."""

import itertools

import numpy as np
import pytest
from convex_proofs import accuracy, check_pair, gap_along, largest, unbounded
from every_shape import CONVEX, FLAT, OTHERS
from placing import random_pose, random_poses, shift

from impinge.core.counters import count
from impinge.core.threads import use_threads
from impinge.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from impinge.hierarchy import closest_point
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.convex import gaps
from impinge.narrow.kernels.convex_rows import AS_GAP
from impinge.scenes import adversarial_pairs

SOLID = {**CONVEX, **FLAT, "half-space": OTHERS["half-space"]}
PAIRS = [
    (x, y)
    for x, y in itertools.combinations_with_replacement(SOLID, 2)
    if not (x == y == "half-space")
]


def signed(a, b, pose_a, pose_b):
    row = gaps(a, pose_a, b, pose_b, AS_GAP)
    return row[0], row[1:4], row[4:7], row[7:10]


@pytest.mark.parametrize("name", CONVEX)
def test_points_lie_on_their_shapes(name):
    """As docs/conventions.md says."""
    shape, rng = CONVEX[name], np.random.default_rng(4)
    for other, body in CONVEX.items():
        within = 1e-8 if {name, other} & {"cone", "cylinder", "ellipsoid"} else 1e-13
        pose = random_poses(rng, 300, 3.0)
        found = distance(shape, body, pose_b=pose)
        apart = found.distance > 0.0
        error = closest_point(shape, found.point_a[apart]).distance
        size = np.maximum(np.abs(pose[apart, :3, 3]).max(axis=1), 2.0)
        assert apart.sum() > 50
        assert (error / size).max() <= within, other


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_every_answer_is_proved(x, y):
    a, b = SOLID[x], SOLID[y]
    rng = np.random.default_rng([len(x), len(y), 1])
    inside = 0

    for spread in (0.3, 1.0, 3.0) * 4:
        pose_a, pose_b = random_pose(rng), random_pose(rng)
        pose_b[:3, 3] = pose_a[:3, 3] + spread * rng.normal(size=3)
        gap, *answer = signed(a, b, pose_a, pose_b)
        check_pair(a, b, pose_a, pose_b, gap, *answer)
        inside += gap < 0.0

    assert inside >= 1 or x in FLAT or y in FLAT


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_gap_and_depth_meet_at_contact(x, y):
    a, b = SOLID[x], SOLID[y]
    rng = np.random.default_rng([len(x), len(y), 2])
    pose_a, pose_b = random_pose(rng), random_pose(rng)
    pose_b[:3, 3] = pose_a[:3, 3] + 4.0 * rng.normal(size=3) / np.sqrt(3.0)
    if unbounded(a) or unbounded(b):
        gap, _, _, n = signed(a, b, pose_a, pose_b)
    else:
        far = pose_b.copy()
        far[:3, 3] += 6.0 * (pose_b[:3, 3] - pose_a[:3, 3])
        gap, _, _, n = signed(a, b, pose_a, far)
        pose_b = far
    error = 2.0 * accuracy(a, b) * largest(a, b, pose_a, pose_b) + 1e-15

    for exponent in (-3, -6, -9, -12, -13, -14, -15, None):
        for sign in (1.0, -1.0):
            wanted = 0.0 if exponent is None else sign * 10.0**exponent
            near = pose_b.copy()
            near[:3, 3] += (wanted - gap) * n
            found, on_a, on_b, normal = signed(a, b, pose_a, near)
            check_pair(a, b, pose_a, near, found, on_a, on_b, normal)
            # A corner pushed into a corner is out again on a shorter way.
            # One without thickness comes out on the other side.
            beyond = abs(wanted) if x in FLAT or y in FLAT else max(wanted, 0.0)
            assert wanted - error <= found <= beyond + error, (wanted, found)
            assert overlap(a, b, pose_a, near) == (found <= 0.0)
            assert distance(a, b, pose_a, near).distance == max(found, 0.0)
            assert penetration(a, b, pose_a, near).depth == max(-found, 0.0)


SMOOTH = ["sphere", "ellipsoid", "capsule", "half-space"]


@pytest.mark.parametrize(
    ("x", "y"),
    list(itertools.product(SMOOTH, ["sphere", "ellipsoid", "capsule", "box"])),
)
def test_the_normal_goes_through_contact_without_a_jump(x, y):
    a, b = SOLID[x], SOLID[y]
    rng = np.random.default_rng([len(x), len(y), 3])
    pose_a, pose_b = random_pose(rng), random_pose(rng, 8.0)
    gap, _, _, n = signed(a, b, pose_a, pose_b)

    for g in (1e-7, 1e-9, 1e-11, 1e-13, 1e-15, 0.0, -1e-15, -1e-13, -1e-11, -1e-9, -1e-7):
        near = pose_b.copy()
        near[:3, 3] += (g - gap) * n
        found, _, _, normal = signed(a, b, pose_a, near)
        # Moving along the normal leaves it where it is.
        assert np.linalg.norm(normal - n) <= 1e-6, g
        assert abs(found - g) <= 2.0 * accuracy(a, b) * largest(a, b, pose_a, pose_b)


AWKWARD = {
    "needle": Box((1e-6, 1e-6, 1.0)),
    "sheet": Box((1.0, 1.0, 1e-6)),
    "thin cylinder": Cylinder(1e-6, 1.0),
    "coin": Cylinder(1.0, 1e-6),
    "spike": Cone(1e-6, 1.0),
    "disc": Ellipsoid((1.0, 1.0, 1e-6)),
    "splinter": Hull([[0, 0, 0], [1, 0, 0], [1, 1e-6, 0], [1, 0, 1e-6], [0.5, 1e-7, 1e-7]]),
    "cube": Box((1.0, 1.0, 1.0)),
    "cube hull": Hull([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]),
    "ball": Sphere(1.0),
    "rod": Capsule(1e-3, 2.0),
}


@pytest.mark.parametrize(("x", "y"), list(itertools.combinations_with_replacement(AWKWARD, 2)))
@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_coincident_aligned_and_far_from_the_origin(x, y, scale):
    a, b = (scaled(AWKWARD[k], scale) for k in (x, y))
    quarter = np.eye(4)
    quarter[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    flip = np.diag([1.0, -1.0, -1.0, 1.0])

    for turn in (np.eye(4), quarter, flip):
        for move in ((0, 0, 0), (0.5, 0, 0), (1, 0, 0), (1, 1, 1), (0, 0, 1.0), (2, 0, 0)):
            for offset in (0.0, 1e6):
                pose_a = shift(offset * scale, -offset * scale, 0.0)
                pose_b = turn.copy()
                pose_b[:3, 3] = pose_a[:3, 3] + scale * np.array(move)
                gap, on_a, on_b, n = signed(a, b, pose_a, pose_b)
                check_pair(a, b, pose_a, pose_b, gap, on_a, on_b, n)
                back = signed(b, a, pose_b, pose_a)
                error = 2.0 * accuracy(a, b) * largest(a, b, pose_a, pose_b)
                assert abs(back[0] - gap) <= error
                assert overlap(a, b, pose_a, pose_b) == (gap <= 0.0)


def scaled(shape, s):
    if isinstance(shape, Box):
        return Box(s * shape.sizes)
    if isinstance(shape, Hull):
        return Hull(s * shape.vertices)
    if isinstance(shape, Sphere):
        return Sphere(s * shape.radius)
    if isinstance(shape, Ellipsoid):
        return Ellipsoid(s * shape.radii)
    return type(shape)(s * shape.radius, s * shape.length)


@pytest.mark.parametrize("scale", [1e-140, 1e-80, 1e80, 1e140])
def test_the_ends_of_the_range_of_numbers(scale):
    rng = np.random.default_rng(4)
    a, b = Box((1, 2, 3)), Hull(rng.normal(size=(20, 3)))
    for _ in range(10):
        pose_a, pose_b = random_pose(rng), random_pose(rng)
        plain = signed(a, b, pose_a, pose_b)
        for pose in (pose_a, pose_b):
            pose[:3, 3] *= scale
        large = signed(scaled(a, scale), scaled(b, scale), pose_a, pose_b)
        np.testing.assert_allclose(large[0] / scale, plain[0], rtol=0.0, atol=1e-13)
        assert overlap(scaled(a, scale), scaled(b, scale), pose_a, pose_b) == (plain[0] <= 0.0)


@pytest.mark.parametrize(("x", "y"), [("box", "hull"), ("cone", "ellipsoid"), ("capsule", "box")])
def test_batches_are_their_rows_on_any_number_of_threads(x, y):
    a, b = SOLID[x], SOLID[y]
    rng = np.random.default_rng(5)
    poses_a, poses_b = random_poses(rng, 200), random_poses(rng, 200)

    found = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            found.add(gaps(a, poses_a, b, poses_b, AS_GAP).tobytes())
    assert len(found) == 1
    rows = gaps(a, poses_a, b, poses_b, AS_GAP)
    for i in (0, 7, 199):
        np.testing.assert_array_equal(rows[i], gaps(a, poses_a[i], b, poses_b[i], AS_GAP))
    touching = overlap(a, b, poses_a, poses_b)
    np.testing.assert_array_equal(touching, rows[:, 0] <= 0.0)
    assert 20 < touching.sum() < 180


def test_a_margin_is_a_distance():
    rng = np.random.default_rng(6)
    for x, y in PAIRS:
        a, b = SOLID[x], SOLID[y]
        pose_a, pose_b = random_pose(rng), random_pose(rng, 4.0)
        found = distance(a, b, pose_a, pose_b).distance
        assert overlap(a, b, pose_a, pose_b, margin=1.001 * found + 1e-9)
        if found > 1e-6:
            assert not overlap(a, b, pose_a, pose_b, margin=0.999 * found)


def test_an_earlier_answer_is_a_start_and_changes_nothing():
    rng = np.random.default_rng(7)
    for x, y in PAIRS:
        a, b = SOLID[x], SOLID[y]
        pose_a, pose_b = random_pose(rng), random_pose(rng, 4.0)
        cold = distance(a, b, pose_a, pose_b)
        pose_b[:3, 3] += 1e-3
        moved = distance(a, b, pose_a, pose_b)
        warm = distance(a, b, pose_a, pose_b, start=cold)
        error = 2.0 * accuracy(a, b) * largest(a, b, pose_a, pose_b)
        assert abs(moved.distance - warm.distance) <= error


def test_shapes_count_as_one_primitive_test():
    with count() as cost:
        distance(Box((1, 1, 1)), Sphere(1.0))
        overlap(Box((1, 1, 1)), Sphere(1.0), pose_b=np.stack([np.eye(4)] * 5))
    assert cost.primitive_tests == 6


def test_a_plane_below_a_box():
    ground = HalfSpace((0, 0, 1), 0.0)
    found = distance(ground, Box((1, 1, 1)), pose_b=shift(0, 0, 2))
    assert found.distance == 1.5
    np.testing.assert_array_equal(found.normal, [0, 0, 1])
    assert gap_along(ground, Box((1, 1, 1)), np.eye(4), shift(0, 0, 2), found.normal) == 1.5


def test_large_hulls_are_climbed_to_the_same_answers():
    rng = np.random.default_rng(8)
    v = rng.normal(size=(3000, 3))
    v /= np.linalg.norm(v, axis=1)[:, None]
    large, small = Hull(v), Box((0.5, 0.7, 0.9))
    assert len(large.vertices) > 2500
    grid = np.stack(np.meshgrid(*[np.linspace(-1, 1, 12)] * 3), axis=-1).reshape(-1, 3)
    inside = 0
    for _ in range(40):
        pose_a, pose_b = random_pose(rng), random_pose(rng)
        answer = signed(large, small, pose_a, pose_b)
        check_pair(large, small, pose_a, pose_b, *answer)
        inside += answer[0] < 0.0
    assert 5 < inside < 40
    # Flat faces with many vertices on their rim.
    flat = Hull(grid * [1, 1, 0.5])
    check_pair(flat, small, pose_a, pose_b, *signed(flat, small, pose_a, pose_b))


@pytest.mark.parametrize(("seed", "row"), [(990002, 3585), (990028, 2992)])
def test_a_point_in_the_plane_of_two_corners(seed, row):
    """The second direction of GJK finds nothing nearer here, and that is no end of the search."""
    pairs = adversarial_pairs(5000, seed)
    a, b = pairs.a[row], pairs.b[row]
    pose_a, pose_b = pairs.pose_a[row], pairs.pose_b[row]
    deep, back = penetration(a, b, pose_a, pose_b), penetration(b, a, pose_b, pose_a)

    assert deep.depth == pytest.approx(back.depth, rel=1e-12)
    np.testing.assert_allclose(deep.direction, -back.direction, atol=1e-9)
