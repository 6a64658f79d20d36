"""Bounds on acceleration: chords are not left by more, and turning is not faster."""

import numpy as np
from moving import motions, size_of, unit

from impinge.motion import PiecewiseMotion
from impinge.motion.kernels.chain import bound_curve, bound_shift, bound_turn


def places_of(motion, points, times):
    poses = motion.pose(times)
    return np.einsum("tij,pj->tpi", poses[:, :3, :3], points) + poses[:, None, :3, 3]


def test_paths_stay_near_their_chords():
    rng = np.random.default_rng(0)
    for motion in motions(3):
        if isinstance(motion, PiecewiseMotion):
            continue
        for radius in (0.0, 1.0, 20.0):
            point = rng.normal(size=3) * rng.choice([0.0, 1.0, 10.0])
            start, stop = np.sort(rng.uniform(0.0, 1.0, 2)) if radius else (0.0, 1.0)
            most = bound_curve(motion._rows, 0, tuple(point), radius, start, stop)
            around = np.array([unit(v) for v in rng.normal(size=(20, 3))])
            points = point + radius * around
            shares = np.linspace(0.0, 1.0, 41)
            places = places_of(motion, points, start + shares * (stop - start))
            chord = (1 - shares)[:, None, None] * places[0] + shares[:, None, None] * places[-1]
            off = np.linalg.norm(places - chord, axis=2).max(axis=1)
            spare = 1e-12 * (size_of(motion) + np.abs(points).max())

            assert (off <= 0.5 * most * (stop - start) ** 2 * shares * (1 - shares) + spare).all()


def test_bounds_are_reached():
    """By a point on a circle: w^2 r."""
    for motion in motions(4):
        w, rows = motion._rows[0, 3], motion._rows
        if isinstance(motion, PiecewiseMotion) or rows[0, 19] != 0.0 or w < 1e-6:
            continue
        short = min(1.0, 1.0 / w)
        points = np.array([[0.3, 0.2, 0.9]])
        most = bound_curve(rows, 0, tuple(points[0]), 0.0, 0.0, short)
        places = places_of(motion, points, np.array([0.0, 0.5 * short, short]))[:, 0]
        off = np.linalg.norm(places[1] - 0.5 * (places[0] + places[2]))
        if most * short**2 > 1e-6 * size_of(motion):
            assert off > 0.8 * most * short**2 / 8


def test_turning_is_bounded():
    for motion in motions(5):
        if isinstance(motion, PiecewiseMotion):
            continue
        fastest, change = bound_turn(motion._rows, 0, 0.2, 0.7)
        times = np.linspace(0.2, 0.7, 200)
        speed = np.linalg.norm(motion.velocity(times).angular, axis=1)
        assert (speed <= fastest * (1 + 1e-12)).all()
        spare = 1e-9 * (1.0 + fastest)
        assert (np.abs(np.diff(speed)) <= change * np.diff(times) + spare).all()


def test_origins_stay_within_their_reach():
    for motion in motions(6):
        if isinstance(motion, PiecewiseMotion):
            continue
        places = motion.pose(np.linspace(0.0, 1.0, 500))[:, :3, 3]
        assert np.linalg.norm(places, axis=1).max() <= bound_shift(motion._rows, 0) * (1 + 1e-12)
