"""First contact of moving meshes: against dense samples, and by laws that any answer obeys."""

import numpy as np
import pytest
from mesh_impacts import REST, check_contact, first_contact, first_contacts, gaps_at
from moving import pose, turn, unit

from impinge.continuous.kernels import impact_row
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, icosphere, torus_knot
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion

BALL = icosphere(0.5, 3)
KNOT = torus_knot(60, 8)
BUMPY = bumpy_sphere(16, 16)
PLATE = box_mesh((1.0, 1.0, 1e-4))
POST = box_mesh((0.05, 0.05, 1.0))


def approach(rng, size, angle):
    """Two poses: from outside, about towards the origin and beyond."""
    away = unit(rng.normal(size=3))
    aim = unit(-away + 0.5 * unit(rng.normal(size=3)))
    first = pose(rng.normal(size=3), rng.uniform(0, np.pi), size * rng.uniform(0.8, 1.3) * away)
    last = first.copy()
    last[:3, :3] = turn(rng.normal(size=3), angle * rng.uniform()) @ first[:3, :3]
    last[:3, 3] += size * rng.uniform(0.5, 2.0) * aim
    return first, last


@pytest.mark.parametrize(("a", "b"), [(KNOT, BUMPY), (BALL, KNOT)], ids=["knot-bumpy", "ball-knot"])
def test_contacts_are_first_ones(a, b):
    rng = np.random.default_rng(0)
    hits = 0
    for k in range(40):
        motion = (Motion, ScrewMotion)[k % 2](*approach(rng, 3.0, np.pi / 2))
        other = Motion(*approach(rng, 1.0, 1.0)) if k % 3 == 0 else REST
        margin = (0.0, 0.05)[k % 5 == 4]
        _, status, row = first_contact(a, b, motion, other, margin=margin)
        check_contact(a, b, motion, other, row, margin=margin)
        hits += status == impact_row.HIT
    assert 15 <= hits <= 39


def test_what_passes_by_is_free():
    """Two knots through each other's holes, and a ball through a ring that it just fits."""
    ring = torus_knot(120, 8, 1, 0, 0.1)
    inner = np.linalg.norm(ring.vertices[:, :2], axis=1).min()
    through = pose(shift=(0, 0, -2)), pose((0, 0, 1), 1.0, (0, 0, 2))
    for share, expected in ((0.99, impact_row.FREE), (1.02, impact_row.HIT)):
        ball = icosphere(inner * share, 4)
        motion = Motion(*through)
        _, status, row = first_contact(ball, ring, motion)
        assert status == expected
        check_contact(ball, ring, motion, REST, row, samples=100)


def test_thin_plates_at_high_speed():
    rng = np.random.default_rng(1)
    for _ in range(50):
        away = unit(rng.normal(size=3))
        first = pose(rng.normal(size=3), rng.uniform(0, np.pi), 20 * away)
        motion = Motion.from_velocity(first, -40 * away, rng.normal(size=3))
        _, status, row = first_contact(PLATE, PLATE, motion)
        check_contact(PLATE, PLATE, motion, REST, row, samples=50)
        # The centres meet at half time.
        assert status == impact_row.HIT
        assert 0.4 < row[impact_row.TIME] < 0.5 + 1e-6


@pytest.mark.parametrize("turns", [0.5, 3.0, 20.0, 50.0])
def test_a_spinning_blade(turns):
    """A bar that turns about z, and a post at its rim: met within the first half turn."""
    blade = box_mesh((2.0, 0.001, 0.05))
    motion = Motion.from_velocity(None, (0, 0, 0.01), (0, 0, 2 * np.pi * turns))
    post = box_mesh((0.001, 0.001, 1.0))
    for angle in (0.3, 1.5, 3.0):
        place = Motion(*[pose(shift=(0.9 * np.cos(angle), 0.9 * np.sin(angle), 0))] * 2)
        _, status, row = first_contact(blade, post, motion, place)
        check_contact(blade, post, motion, place, row, samples=20)
        assert status == impact_row.HIT
        assert row[impact_row.TIME] * 2 * np.pi * turns == pytest.approx(angle, abs=0.01)
    beyond = Motion(*[pose(shift=(1.01, 0.01, 0))] * 2)
    assert first_contact(blade, post, motion, beyond)[1] == impact_row.FREE


def test_screws_and_paths():
    rng = np.random.default_rng(2)
    hits = 0
    for k in range(12):
        poses = [approach(rng, 3.0, 1.0)[0], *approach(rng, 3.0, 2.0)]
        motion = (
            PiecewiseMotion(poses, times=(0, rng.uniform(0.2, 0.8), 1))
            if k % 2
            else ScrewMotion(*poses[1:], turning=(0.2, 2), sliding=(2, 0.5))
        )
        _, status, row = first_contact(KNOT, BUMPY, motion)
        check_contact(KNOT, BUMPY, motion, REST, row)
        hits += status == impact_row.HIT
    assert hits > 3


def test_time_is_as_good_as_the_tolerance():
    """Head-on, the time is known."""
    for tolerance in (1e-3, 1e-6, 1e-9):
        motion = Motion(pose(shift=(3, 0, 0)), pose(shift=(-3, 0, 0)))
        cube = box_mesh((1, 1, 1))
        time, status, row = first_contact(cube, cube, motion, tolerance=tolerance)
        assert status == impact_row.HIT
        assert 1 / 3 - 1e-6 <= time <= 1 / 3 + 1e-15
        assert row[impact_row.GAP] <= tolerance
        assert time <= 1 / 3 <= row[impact_row.UPPER] <= 1 / 3 + 1e-5
        time, _, _ = first_contact(cube, cube, motion, margin=0.6)
        assert 1.4 / 6 - 1e-6 <= time <= 1.4 / 6 + 1e-15


def test_the_start():
    """In contact at the start, a hair above it, moving away from it."""
    cube = box_mesh((1, 1, 1))
    for shift, status in ((0.5, 2), (1.0, 2), (1.0 + 1e-7, 1), (1.0 + 1e-9, 1)):
        motion = Motion(pose(shift=(shift, 0.1, 0.2)), pose(shift=(-3, 0, 0)))
        time, found, row = first_contact(cube, cube, motion)
        assert found == status, shift
        assert (time == 0.0) == (status == impact_row.STARTED_TOUCHING)
        leaving = Motion(pose(shift=(shift, 0.1, 0.2)), pose(shift=(3, 0, 0)))
        expected = status if status == impact_row.STARTED_TOUCHING else impact_row.FREE
        assert first_contact(cube, cube, leaving)[1] == expected, shift
        check_contact(cube, cube, motion, REST, row)


def test_no_time_at_all():
    cube = box_mesh((1, 1, 1))
    for shift, status in ((0.5, impact_row.STARTED_TOUCHING), (1.1, impact_row.FREE)):
        motion = Motion(pose(shift=(shift, 0, 0)), pose(shift=(-3, 0, 0)))
        assert first_contact(cube, cube, motion, stop=0.0, max_steps=2**62)[1] == status


def poses_of(seed, count=30):
    rng = np.random.default_rng(seed)
    pairs = [approach(rng, 3.0, np.pi / 2) for _ in range(count)]
    return [np.stack(ends) for ends in zip(*pairs, strict=True)]


def contacts_of(seed):
    return Motion(*poses_of(seed))


def test_swapped_and_moved_and_scaled():
    motion = contacts_of(3)
    rows = first_contacts(KNOT, BUMPY, motion)
    times = rows[:, impact_row.TIME]
    hit = np.isfinite(times)
    assert 10 < hit.sum() < 30
    swapped = first_contacts(BUMPY, KNOT, REST, motion)
    np.testing.assert_allclose(swapped[:, impact_row.TIME], times, atol=2e-6)
    world = pose((1, 2, 3), 1.0, (5, -4, 3))
    moved = Motion(world @ motion.pose_t0, world @ motion.pose_t1)
    there = first_contacts(KNOT, BUMPY, moved, Motion(world, world))
    np.testing.assert_allclose(there[:, impact_row.TIME], times, atol=2e-6)
    small = 2.0**-20
    first, last = poses_of(3)
    first[:, :3, 3] *= small
    last[:, :3, 3] *= small
    a, b = (Mesh(m.vertices * small, m.faces) for m in (KNOT, BUMPY))
    scaled = first_contacts(a, b, Motion(first, last), tolerance=1e-6 * small)
    np.testing.assert_array_equal(scaled[:, impact_row.TIME], times)


def test_free_both_ways():
    """What is free forward in time is free backward."""
    motion = contacts_of(4)
    status = first_contacts(KNOT, BUMPY, motion)[:, impact_row.STATUS]
    back = first_contacts(KNOT, BUMPY, Motion(motion.pose_t1, motion.pose_t0))
    np.testing.assert_array_equal(
        status == impact_row.FREE, back[:, impact_row.STATUS] == impact_row.FREE
    )


def test_threads_give_the_same_bits():
    motion = contacts_of(5)
    with use_threads(1):
        one = first_contacts(KNOT, BUMPY, motion)
    with use_threads(3):
        three = first_contacts(KNOT, BUMPY, motion)
    np.testing.assert_array_equal(one, three)


def test_a_short_budget_says_so():
    motion = contacts_of(6)
    full = first_contacts(KNOT, BUMPY, motion)[:, impact_row.TIME]
    unsure = 0
    for budget in (1, 3, 10):
        rows = first_contacts(KNOT, BUMPY, motion, max_steps=budget)
        out = rows[:, impact_row.STATUS] == impact_row.OUT_OF_BUDGET
        unsure += out.sum()
        assert (rows[out, impact_row.TIME] <= full[out] + 1e-6).all()
        np.testing.assert_allclose(rows[~out, impact_row.TIME], full[~out], atol=2e-6)
    assert unsure > 10


def test_degenerate_triangles_are_harmless():
    """A needle, a point and a flat pair: only what they are made of is met."""
    corners = np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0.5, 0.5, 0), (0.5, 0.5, 0)], float)
    needles = Mesh(corners, [(0, 1, 2), (0, 0, 1), (3, 4, 3)])
    ball = icosphere(0.1, 2)
    for x, y, expected in ((1.7, 0.0, 1), (0.5, 0.5, 1), (1.7, 0.5, 0)):
        motion = Motion.from_velocity(pose(shift=(x, y, 2)), (0, 0, -4), (1, 2, 3))
        _, status, row = first_contact(ball, needles, motion)
        assert status == expected
        check_contact(ball, needles, motion, REST, row)


def test_far_from_the_origin():
    rng = np.random.default_rng(7)
    world = pose((1, 1, 0), 0.7, (1e6, -3e6, 2e6))
    for _ in range(5):
        first, last = approach(rng, 3.0, 1.0)
        motion = Motion(world @ first, world @ last)
        rest = Motion(world, world)
        _, _, row = first_contact(BALL, BUMPY, motion, rest, tolerance=1e-5)
        if row[impact_row.STATUS] == impact_row.HIT:
            gap = gaps_at(BALL, BUMPY, motion, rest, row[[impact_row.TIME]])[0]
            assert gap <= 1.1e-5
