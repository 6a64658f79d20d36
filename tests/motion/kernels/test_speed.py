"""Bounds by lever arms: attacked by sampling, and not far above what is found."""

import numpy as np
import pytest
from moving import motions, pose, size_of, unit

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion

RATES = {"speed": 1.001, "travel": 2.0}


def points_within(rng, point, radius, count=40):
    """Points of the ball, most of them on its surface."""
    around = np.array([unit(v) for v in rng.normal(size=(count, 3))])
    around *= np.where(rng.uniform(size=count) < 0.8, 1.0, rng.uniform(size=count))[:, None]
    return np.asarray(point) + radius * around


def speeds(motion, points, times):
    """Velocities (times, points, 3) by the formula of rigid bodies."""
    poses, found = motion.pose(times), motion.velocity(times)
    arms = np.einsum("tij,pj->tpi", poses[:, :3, :3], points)
    return found.linear[:, None] + np.cross(found.angular[:, None], arms)


def test_no_point_is_faster_or_gets_further():
    rng = np.random.default_rng(0)
    for motion in motions(5):
        size = size_of(motion)
        for radius in (0.0, 1.0, 20.0):
            point = rng.normal(size=3) * rng.choice([0.0, 1.0, 10.0])
            start, stop = np.sort(rng.uniform(0.0, 1.0, 2)) if radius else (0.0, 1.0)
            times = np.linspace(start, stop, 60)
            points = points_within(rng, point, radius)
            velocity = speeds(motion, points, times)
            fastest = np.linalg.norm(velocity, axis=2).max()
            window = {"point": point, "start": start, "stop": stop}
            spare = 1e-12 * (size + radius) * (1.0 + motion.velocity(start).angular.max() ** 2)

            assert fastest <= motion.speed_bound(radius, **window) + spare
            direction = rng.normal(size=3)
            lower, upper = motion.speed_range(direction, radius, **window)
            along = velocity @ direction
            assert lower - spare <= along.min()
            assert along.max() <= upper + spare
            poses = motion.pose(times)
            places = np.einsum("tij,pj->tpi", poses[:, :3, :3], points) + poses[:, None, :3, 3]
            away = np.linalg.norm(places - places[0], axis=2).max()
            assert away <= motion.travel_bound(radius, **window) + spare


def test_bounds_are_reached():
    """By the fastest point of the ball, where it is at one time: within one part in a thousand."""
    rng = np.random.default_rng(1)
    for motion in motions(6):
        if isinstance(motion, (PiecewiseMotion, ScrewMotion)):
            continue
        radius, point = 2.0, rng.normal(size=3)
        times = np.linspace(0.0, 1.0, 400)
        velocity = speeds(motion, point[None], times)[:, 0]
        own = np.linalg.norm(velocity, axis=1).max()
        bound = motion.speed_bound(radius, point=point)
        assert bound <= (own + motion.angle * radius) * 1.001 + 1e-12 * size_of(motion)


def test_speeds_of_a_wheel():
    wheel = Motion.from_velocity(pose(shift=(0, 0, 0.5)), (2, 0, 0), (0, 4, 0))

    assert wheel.speed_bound(0.0) == pytest.approx(2.0)
    assert wheel.speed_bound(0.5) == pytest.approx(4.0)
    # Its lowest point stands still.
    assert wheel.speed_bound(0.0, point=(0, 0, -0.5), start=0, stop=0) < 1e-6
    lower, upper = wheel.speed_range((0, 1, 0), 0.5)
    assert max(abs(lower), abs(upper)) < 1e-12


def test_what_turns_in_place_stays_within_its_circle():
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 314.0))

    assert spin.travel_bound(1.0) == pytest.approx(2.0)
    assert spin.travel_bound(1.0, stop=0.001) == pytest.approx(2 * np.sin(0.157), rel=1e-6)
    assert spin.speed_bound(1.0) == pytest.approx(314.0)


def test_directions_along_the_axis_do_not_see_the_turn():
    spin = Motion.from_velocity(None, (0, 0, 3), (0, 0, 100))

    lower, upper = spin.speed_range((0, 0, 1), 5.0)
    assert lower == pytest.approx(3.0, abs=1e-9)
    assert upper == pytest.approx(3.0, abs=1e-9)


@pytest.mark.parametrize("scale", [2.0**-60, 2.0**40])
def test_bounds_scale(scale):
    rng = np.random.default_rng(3)
    spin, slide, centre = rng.normal(size=(3, 3))
    one = Motion.from_velocity(None, slide, spin, centre=centre)
    other = Motion.from_velocity(None, scale * slide, spin, centre=scale * centre)
    for bound in ("speed_bound", "travel_bound"):
        expected = getattr(one, bound)(0.7) * scale
        assert getattr(other, bound)(0.7 * scale) == pytest.approx(expected, rel=1e-12)
