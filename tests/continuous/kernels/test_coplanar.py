"""f(t) of four points: its range is never left, and where it is a wave its roots are found."""

import numpy as np
from moving import motions, random_pose, unit

from impinge.continuous.kernels.coplanar import bar_of, next_root, range_of_f, wave_of_f
from impinge.motion import Motion, PiecewiseMotion


def turned(motion, points, times):
    """Points of a body at some times, (times, points, 3)."""
    poses = motion.pose(times)
    return np.einsum("tij,pj->tpi", poses[:, :3, :3], points) + poses[:, None, :3, 3]


def f_of(points, square, motion_a, motion_b, times):
    n = 2 if square else 1
    first, second = turned(motion_a, points[:n], times), turned(motion_b, points[n:], times)
    if square:
        a, b, c, d = first[:, 0], first[:, 1], second[:, 0], second[:, 1]
        return np.einsum("ti,ti->t", c - a, np.cross(b - a, d - c))
    p, a, b, c = first[:, 0], *second.transpose(1, 0, 2)
    return np.einsum("ti,ti->t", p - a, np.cross(b - a, c - a))


def as_tuples(points):
    return tuple(tuple(float(x) for x in p) for p in points)


def kinds(seed):
    return [m for m in motions(seed) if not isinstance(m, PiecewiseMotion)]


def test_no_value_of_f_is_outside_of_its_range():
    rng = np.random.default_rng(0)
    every = kinds(0)
    for k, motion_a in enumerate(every):
        motion_b = every[(5 * k + 2) % len(every)]
        points = rng.normal(size=(4, 3))
        t0, t1 = np.sort(rng.uniform(0.0, 1.0, 2))
        t1 = t0 + (t1 - t0) * rng.choice([1.0, 0.1, 0.001])
        times = np.linspace(t0, t1, 30)
        for square in (False, True):
            moving = motion_a._rows, 0, motion_b._rows, 0
            low, high, gap = range_of_f(as_tuples(points), square, *moving, t0, t1)
            values = f_of(points, square, motion_a, motion_b, times)
            n = 2 if square else 1
            a, b = turned(motion_a, points[:n], times), turned(motion_b, points[n:], times)
            spare = 1e-11 * (1.0 + np.abs(a).max() + np.abs(b).max())
            assert low - spare <= values.min()
            assert values.max() <= high + spare
            apart = max(
                (a.min((0, 1)) - b.max((0, 1))).max(), (b.min((0, 1)) - a.max((0, 1))).max()
            )
            assert gap <= apart + spare


def test_a_body_that_turns_in_place_makes_a_wave():
    rng = np.random.default_rng(1)
    times = np.linspace(0.0, 1.0, 400)
    roots = 0
    for k in range(60):
        spin = rng.uniform(0.1, 20.0) * unit(rng.normal(size=3))
        centre = rng.normal(size=3)
        turning = Motion.from_velocity(random_pose(rng), (0, 0, 0), spin, centre)
        still = Motion(*[random_pose(rng)] * 2)
        points, square = rng.normal(size=(4, 3)), bool(k % 2)
        pair = (turning, still) if k % 4 < 2 else (still, turning)
        known, which, middle, sine, versed, size = wave_of_f(
            as_tuples(points), square, pair[0]._rows, 0, pair[1]._rows, 0
        )
        assert known
        assert which == (0 if k % 4 < 2 else 1)
        y = np.linalg.norm(spin) * times
        values = f_of(points, square, *pair, times)
        wave = middle + sine * np.sin(y) + versed * (1.0 - np.cos(y))
        np.testing.assert_allclose(wave, values, atol=1e-12 * size)

        bar = rng.choice([1e-9, 0.05]) * size
        start = rng.uniform(0.0, 0.5)
        root = next_root(turning._rows, 0, middle, sine, versed, bar, start, 1.0)
        below = (np.abs(values) <= bar) & (times >= start)
        crossed = (values[:-1] * values[1:] < 0.0) & (times[:-1] >= start)
        if below.any() or crossed.any():
            assert root <= min([*times[below], *times[1:][crossed]])
        if np.isfinite(root) and root > start:
            at = f_of(points, square, *pair, np.array([min(root, 1.0)]))[0]
            assert abs(abs(at) - bar) <= 1e-9 * size
            roots += 1
    assert roots > 10


def test_other_motions_are_no_waves():
    rng = np.random.default_rng(2)
    points = as_tuples(rng.normal(size=(4, 3)))
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 3))
    slide = Motion.from_velocity(None, (0.1, 0, 0), (0, 0, 3))
    still = Motion(None, np.eye(4))
    for a, b in ((spin, spin), (slide, still), (still, still), (still, slide)):
        assert not wave_of_f(points, False, a._rows, 0, b._rows, 0)[0]


def test_the_bar_is_a_distance():
    """Further from a plane than m is where |f| is above the bar of m."""
    points = ((0.0, 0.0, 0.3), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 3.0, 0.0))
    assert abs(bar_of(points, False, 0.3) - 1.8) < 1e-9
    assert abs(bar_of(points, True, 0.5) - 0.5 * 0.3 * np.sqrt(13.0)) < 1e-9
