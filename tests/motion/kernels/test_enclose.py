"""Enclosures of motions: neither the formula in many digits nor its floats ever leave them."""

from decimal import Decimal

import numpy as np
import pytest
from moving import motions, pose, size_of
from precise import precise_point, precise_pose

from impinge.motion import Motion, ScrewMotion
from impinge.motion.kernels.enclose import (
    enclose_point,
    enclose_pose,
    enclose_rates,
    enclose_velocity,
)
from impinge.motion.kernels.motion_row import EASED, RATE, START, TURN
from impinge.motion.kernels.pose_at import pose_at, pose_rows, velocity_at

LENGTHS = [0.0, 1e-15, 1e-9, 1e-4, 0.03, 0.3, 1.0]


def windows(rng, row):
    """Intervals of time within that of the row: of many lengths, anywhere, at both ends."""
    start, rate = float(row[START]), float(row[RATE])
    end = min(start + 1.0 / rate, 1.0)
    for length in (share / rate for share in LENGTHS):
        for where in (0.0, 1.0, rng.uniform()):
            low = start + where * max(end - start - length, 0.0)
            yield min(low, end), min(low + length, end)


def all_rows(seed=0):
    for motion in motions(seed):
        for row in motion._rows:
            yield row[None].copy(), size_of(motion)


def decimal_inside(found, values):
    return all(
        Decimal(low) <= value <= Decimal(high)
        for (low, high), value in zip(found, values, strict=True)
    )


def float_inside(found, values):
    return all(low <= value <= high for (low, high), value in zip(found, values, strict=True))


def test_no_pose_and_no_point_leaves_its_enclosure():
    rng = np.random.default_rng(1)
    for k, (rows, _) in enumerate(all_rows()):
        p = tuple(rng.normal(size=3).tolist())
        # Many digits take long: a third of the intervals of each motion, not the same.
        for low, high in list(windows(rng, rows[0]))[k % 3 :: 3]:
            rotation, shift = enclose_pose(rows, 0, low, high)
            box = enclose_point(rows, 0, p, low, high)
            times = np.clip([low, high, *rng.uniform(low, high, 2)], low, high)
            for t in times.tolist():
                turn, place = pose_at(rows, 0, t)
                assert float_inside(rotation, turn)
                assert float_inside(shift, place)
                moved = np.reshape(turn, (3, 3)) @ p + place
                assert float_inside(box, moved)
                turn, place = precise_pose(rows[0], t)
                assert decimal_inside(rotation, turn)
                assert decimal_inside(shift, place)
                assert decimal_inside(box, precise_point(rows[0], p, t))


def test_no_velocity_leaves_its_enclosure():
    rng = np.random.default_rng(2)
    for rows, size in all_rows():
        for low, high in windows(rng, rows[0]):
            box = enclose_velocity(rows, 0, low, high)
            turning, sliding = enclose_rates(rows, 0, low, high)
            assert turning[0] >= 0.0
            assert sliding[0] >= 0.0
            spare = 1e-13 * size * rows[0, RATE]
            for t in np.clip([low, high, *rng.uniform(low, high, 5)], low, high).tolist():
                linear, _ = velocity_at(rows, 0, t)
                for (least, most), value in zip(box, linear, strict=True):
                    assert least - spare <= value <= most + spare


@pytest.mark.parametrize("length", [1e-3, 0.1, 0.5, 1.0])
def test_enclosures_are_tight(length):
    """Of rotations and of ways to rounding, up to what 4001 samples tell; eased ones less so."""
    rng = np.random.default_rng(3)
    for rows, size in all_rows():
        if rows[0, RATE] != 1.0:
            continue
        low = rng.uniform(0.0, 1.0 - length)
        rotation, shift = enclose_pose(rows, 0, low, low + length)
        times = np.minimum(np.linspace(low, low + length, 4001), low + length)
        poses = np.empty((len(times), 4, 4))
        pose_rows(rows, np.zeros(len(times), np.int64), times, poses, 0, len(times))
        turns, places = poses[:, :3, :3].reshape(-1, 9), poses[:, :3, 3]
        angle = rows[0, TURN]
        # Samples miss a crest by the square of half their distance.
        missed = (angle * length / 4000) ** 2 / 8 * 4.0 + 3e-12
        for j, (least, most) in enumerate(rotation):
            assert least >= turns[:, j].min() - missed - 1e-13 * angle
            assert most <= turns[:, j].max() + missed + 1e-13 * angle
        # Only where turning and sliding go at different paces is anything given away.
        if angle * length < 6.28:
            apart = np.abs(rows[0, 10:19]).sum() * length**2 if rows[0, EASED] == 2.0 else 0.0
            spare = 4.0 * apart + missed * 4.0 * size
            for j, (least, most) in enumerate(shift):
                assert least >= places[:, j].min() - spare
                assert most <= places[:, j].max() + spare


def test_ways_that_do_not_turn_back_are_tight_to_rounding():
    step = Motion.from_velocity(None, (5, 1, 0), (0, 0, 2), centre=(0, 1, 0))
    low, high = step.enclosure(0.0, 0.5)
    first, last = step.pose(0.0), step.pose(0.5)

    assert abs(low[0, 3] - first[0, 3]) < 1e-13
    assert abs(high[0, 3] - last[0, 3]) < 1e-13


def test_enclosures_are_monotone_under_inclusion():
    """But for rounding, of which each has its own."""
    rng = np.random.default_rng(4)
    for rows, size in all_rows():
        spare = 1e-12 * size * (1.0 + rows[0, TURN] / 10)
        for low, high in windows(rng, rows[0]):
            outer = enclose_pose(rows, 0, low, high)
            a, b = np.sort(rng.uniform(low, high, 2)).clip(low, high).tolist()
            inner = enclose_pose(rows, 0, a, b)
            for wide, narrow in zip((*outer[0], *outer[1]), (*inner[0], *inner[1]), strict=True):
                assert wide[0] - spare <= narrow[0]
                assert narrow[1] <= wide[1] + spare


def test_a_point_of_the_body_is_held_tighter_than_by_its_pose():
    """A wheel that rolls: the point on the ground hardly moves."""
    wheel = Motion.from_velocity(pose(shift=(0, 0, 1)), (1, 0, 0), (0, 1, 0))
    box = enclose_point(wheel._rows, 0, (0.0, 0.0, -1.0), 0.0, 0.1)
    lower, upper = wheel.enclosure(0.0, 0.1)
    whole = upper[0, 3] - lower[0, 3] + upper[0, 2] - lower[0, 2]

    assert box[0][1] - box[0][0] < 2e-4 + 1e-12
    assert whole > 0.19


def test_slow_turns_about_far_axes_keep_their_digits():
    """By a point of the axis, the coordinates would be off by 1e-16 times its distance, 1e-5."""
    for angle in (1e-12, 1e-9, 1e-6):
        screw = ScrewMotion(None, pose((0, 0, 1), angle, (1.0, 2.0, 3.0)))
        lower, upper = screw.enclosure(0.25, 0.25)
        assert (upper - lower)[:3, 3].max() < 1e-12
