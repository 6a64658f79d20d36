"""Contacts with friction: laws of Coulomb, of momentum, and the projection without friction."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.response import Masses, SolverStatus, contact_rows, project, solve_contacts

BLOCK = Masses([2.0], [np.eye(3)])
CORNERS = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)])


def ground(points=CORNERS, height=0.5):
    """A body above the ground, which it touches at some points."""
    m = len(points)
    return contact_rows([[-1, 0]] * m, points, points, [[0, 0, 1]] * m, [[0, 0, height]])


def heap(seed=0, n=6, m=14):
    rng = np.random.default_rng(seed)
    a = rng.integers(0, n, m)
    b = (a + rng.integers(1, n, m)) % n
    pairs = np.stack([a, np.where(np.arange(m) % 4 == 0, -1, b)], axis=1)
    normals = rng.normal(size=(m, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = rng.normal(size=(m, 3))
    masses = Masses(rng.uniform(1, 3, n), [np.diag([1.0, 1.2, 0.9])] * n)
    rows = contact_rows(pairs, points, points, normals, rng.normal(size=(n, 3)))
    motion = rng.normal(size=(n, 6))
    return motion, masses, rows, np.zeros(m)


def test_coulombs_law_holds():
    motion, masses, rows, bounds = heap()
    friction = np.linspace(0.0, 1.0, len(rows))
    found = solve_contacts(motion, masses, rows, bounds, friction, iterations=20_000)
    normal = (found.impulses * rows.normals).sum(axis=1)
    along = found.impulses - normal[:, None] * rows.normals
    speeds = rows.point_velocities(found.motion)
    opening = (speeds * rows.normals).sum(axis=1)
    sliding = speeds - opening[:, None] * rows.normals
    sizes, rates = np.linalg.norm(along, axis=1), np.linalg.norm(sliding, axis=1)

    assert found.status == SolverStatus.SOLVED
    assert found.residual <= 1e-8
    assert normal.min() >= 0.0
    assert opening.min() > -1e-6
    assert np.abs(normal * opening).max() < 1e-6
    assert (sizes <= friction * normal + 1e-12).all()
    slides = (rates > 1e-4) & (normal > 1e-4)
    assert slides.sum() >= 2
    against = -(friction * normal)[slides, None] * sliding[slides] / rates[slides, None]
    assert np.abs(along[slides] - against).max() < 1e-3
    assert ((rates < 1e-4) & (normal > 1e-4)).any()


def test_impulses_explain_the_motion():
    """Momentum and spin change by the impulses, at whatever stage the solver ends."""
    motion, masses, rows, bounds = heap(1)
    found = solve_contacts(motion, masses, rows, bounds, 0.4, iterations=3)
    change = np.zeros((len(masses), 6))
    for k, (a, b) in enumerate(rows.pairs):
        for sign, body, lever in ((-1, a, rows.levers[k, 0]), (1, b, rows.levers[k, 1])):
            if body >= 0:
                push = sign * found.impulses[k]
                change[body, :3] += push / masses.masses[body]
                change[body, 3:] += np.linalg.solve(masses.inertias[body], np.cross(lever, push))

    assert found.iterations == 3
    assert found.motion - motion == pytest.approx(change, abs=1e-12)


def test_without_friction_it_is_the_projection():
    motion, masses, rows, bounds = heap(2)
    expected = project(motion, masses, rows, bounds)
    found = solve_contacts(motion, masses, rows, bounds, 0.0, iterations=20_000, tolerance=1e-12)

    assert expected.status == found.status == SolverStatus.SOLVED
    assert np.abs(found.motion - expected.motion).max() < 1e-8


@pytest.mark.parametrize(("friction", "speed"), [(0.2, 0.8), (0.5, 0.5), (1.5, 0.0)])
def test_a_block_slides_or_sticks(friction, speed):
    """Lands at 1 m/s while sliding at 1 m/s: friction takes mu of it, or all."""
    flat = ground(height=0.0)
    found = solve_contacts(
        [[1, 0, -1, 0, 0, 0]], BLOCK, flat, np.zeros(4), friction, iterations=500
    )

    assert found.motion[0] == pytest.approx([speed, 0, 0, 0, 0, 0], abs=1e-7)


def test_a_start_saves_sweeps():
    motion, masses, rows, bounds = heap(3)
    cold = solve_contacts(motion, masses, rows, bounds, 0.5, iterations=20_000)
    for start in (cold, cold.impulses):
        warm = solve_contacts(motion, masses, rows, bounds, 0.5, iterations=20_000, start=start)
        assert 3 * warm.iterations <= cold.iterations
        assert np.abs(warm.motion - cold.motion).max() < 1e-5


def test_fixed_bodies_and_no_bounds():
    masses = Masses([np.inf], [np.eye(3)])
    falling = [[0, 0, -1.0, 0, 0, 0]]
    stuck = solve_contacts(falling, masses, ground(), np.zeros(4), 0.5)
    assert stuck.status == SolverStatus.OUT_OF_BUDGET
    assert stuck.residual == pytest.approx(1.0)
    assert stuck.motion.tolist() == falling
    free = solve_contacts(falling, BLOCK, ground(), np.full(4, -np.inf), 0.5)
    assert free.motion.tolist() == falling
    empty = solve_contacts(falling, BLOCK, ground(np.zeros((0, 3))), [], 0.5)
    assert empty.status == free.status == SolverStatus.SOLVED


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"motion": np.zeros((2, 6))}, "motion: expected shape"),
        ({"mass": np.eye(6)}, "mass: expected Masses"),
        ({"rows": np.zeros((4, 6))}, "rows: expected ContactRows"),
        ({"mass": Masses([1, 1], [np.eye(3)] * 2)}, "rows: of 1 bodies, expected 2"),
        ({"bounds": [0, np.nan, 0, 0]}, "bounds: row 1"),
        ({"friction": [0, 0, -1, 0]}, "friction: row 2 .* less than 0"),
        ({"iterations": 0}, "iterations: expected"),
        ({"tolerance": -1}, "tolerance: -1 is less"),
        ({"start": np.zeros((2, 3))}, "start: 2 rows, expected 4"),
    ],
)
def test_bad_input_is_named(change, message):
    given = {"motion": np.zeros((1, 6)), "mass": BLOCK, "rows": ground(), "bounds": np.zeros(4),
             "friction": 0.5, **change}  # fmt: skip
    with pytest.raises(ImpingeError, match=message):
        solve_contacts(**given)
