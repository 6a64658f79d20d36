"""Gaps cannot close faster, however points are chosen."""

import numpy as np
from flying import flights
from moving import motions, unit

from impinge.continuous.kernels.surface import closing_speed, free_until
from impinge.motion import PiecewiseMotion


def velocities(motion, points, t):
    pose, found = motion.pose(t), motion.velocity(t)
    arms = points @ pose[:3, :3].T
    return found.linear + np.cross(found.angular, arms)


def test_no_two_points_are_faster():
    rng = np.random.default_rng(0)
    some = [m for m in motions(1) if not isinstance(m, PiecewiseMotion)]
    for k in range(60):
        a, b = some[rng.integers(len(some))], some[rng.integers(len(some))]
        p, q = rng.normal(size=(2, 3))
        radius_a, radius_b = rng.uniform(0, 2, 2)
        t0, t1 = np.sort(rng.uniform(0, 1, 2))
        bound = closing_speed(
            a._rows, 0, tuple(p), radius_a, b._rows, 0, tuple(q), radius_b, t0, t1
        )
        points_a = p + radius_a * np.array([unit(v) for v in rng.normal(size=(30, 3))])
        points_b = q + radius_b * np.array([unit(v) for v in rng.normal(size=(30, 3))])
        for t in np.linspace(t0, t1, 7):
            va, vb = velocities(a, points_a, t), velocities(b, points_b, t)
            fastest = np.linalg.norm(va[:, None] - vb[None], axis=2).max()
            assert fastest <= bound * (1 + 1e-9) + 1e-9, k


def test_together_they_do_not_approach():
    a, b = flights(np.random.default_rng(1), 1, spin=0.0)
    speed = closing_speed(
        a._rows, 0, (0.0, 0.0, 0.0), 1.0, a._rows, 0, (0.0, 0.0, 0.0), 1.0, 0.0, 1.0
    )
    assert speed < 1e-9
    assert (
        free_until(
            a._rows, 0, (0.0, 0.0, 0.0), 1.0, b._rows, 0, (0.0, 0.0, 0.0), 1.0, -1.0, 0.2, 1.0, 1.0
        )
        == 0.2
    )
