"""Projections meet the conditions of optimality, by every method, and equal those of others."""

import numpy as np
import pytest
from scipy.optimize import linprog, nnls
from scipy.sparse import block_diag, csc_array

from impinge.core.errors import ImpingeError
from impinge.response import Masses, SolverStatus, contact_rows, impact_bounds, project

METHODS = ("motion", "contact", "iterative")


def random_problem(rng, bodies, contacts, kind="impact"):
    """Motion, masses, rows and bounds; about ``contacts`` on each body."""
    m = max(2, bodies * contacts // 2)
    moments = rng.uniform(1.0, 2.0, (bodies, 3))
    turns = np.linalg.qr(rng.normal(size=(bodies, 3, 3)))[0]
    inertias = (turns * (moments.sum(1, keepdims=True) - moments)[:, None]) @ turns.swapaxes(1, 2)
    masses = Masses(rng.uniform(0.5, 3.0, bodies), inertias)
    a, b = rng.integers(0, bodies, m), rng.integers(-1, bodies, m)
    pairs = np.stack([a, np.where(a == b, -1, b)], axis=1)
    centres = 3.0 * rng.normal(size=(bodies, 3))
    arms, noise = rng.normal(size=(2, m, 3))
    points, normals = centres[a] + arms, unit(unit(arms) + 0.3 * noise)
    if kind == "redundant":
        half = m // 2
        for values in (pairs, points, normals):
            values[half : 2 * half] = values[:half]
    if kind == "infeasible":
        pairs[-1], points[-1], normals[-1] = pairs[0], points[0], -normals[0]
    rows = contact_rows(pairs, points, points, normals, centres)
    motion = rng.normal(size=(bodies, 6))
    bounds = impact_bounds(rows, motion, 0.5)
    if kind == "infeasible":
        bounds[[0, -1]] = 0.5
    return motion, masses, rows, bounds


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def mass_matrix(masses):
    blocks = (
        block_diag([m * np.eye(3), i]) for m, i in zip(masses.masses, masses.inertias, strict=True)
    )
    return block_diag(list(blocks)).toarray()


def optimality(motion, masses, rows, bounds, found):
    """The largest error of the conditions, from the problem as it was given."""
    matrix = rows.matrix()
    change = (found.motion - motion).ravel()
    forces = np.concatenate(
        [masses.masses[:, None] * change.reshape(-1, 6)[:, :3],
         np.einsum("nij,nj->ni", masses.inertias, change.reshape(-1, 6)[:, 3:])], axis=1
    ).ravel()  # fmt: skip
    gaps = matrix @ found.motion.ravel() - bounds
    size = max(1.0, np.abs(found.motion).max())
    strength = max(1.0, found.multipliers.max(initial=0.0))
    return max(
        np.abs(forces - matrix.T @ found.multipliers).max() / strength,
        -gaps.min(initial=0.0) / size,
        -found.multipliers.min(initial=0.0),
        np.abs(found.multipliers * gaps).max(initial=0.0) / size / strength,
    )


def largest_slack(rows, bounds):
    """By how much, to 1, some motion meets all bounds at least, by a linear program."""
    matrix = np.hstack([-rows.matrix().toarray(), np.ones((len(rows), 1))])
    cost = np.zeros(matrix.shape[1])
    cost[-1] = -1.0
    limits = [(None, None)] * (len(cost) - 1) + [(None, 1.0)]
    answer = linprog(cost, matrix, -bounds, bounds=limits)
    assert answer.status == 0
    return -answer.fun


def test_conditions_of_optimality_hold():
    """Of 1,000 problems to 60 bodies x 32 contacts; a linear program confirms infeasible ones."""
    rng = np.random.default_rng(1)
    statuses = []
    for k in range(1000):
        kind = ("impact", "redundant", "infeasible", "impact")[k % 4]
        bodies = int(rng.integers(1, 61 if k % 10 == 0 else 21))
        problem = random_problem(rng, bodies, int(rng.integers(1, 33)), kind)
        found = project(*problem)
        statuses.append(found.status)
        if found.status == SolverStatus.SOLVED:
            assert optimality(*problem, found) < 1e-9
            assert found.residual < 1e-9
            assert (found.active == (found.multipliers > 0.0)).all()
            assert kind != "infeasible"
        else:
            assert found.status == SolverStatus.INFEASIBLE
            assert np.isfinite(found.motion).all()
            assert kind == "infeasible" or k % 5 or largest_slack(*problem[2:]) < 0.0
    assert 250 <= statuses.count(SolverStatus.INFEASIBLE) < 500


def test_one_large_problem():
    problem = random_problem(np.random.default_rng(7), 60, 16)
    found = project(*problem)

    assert found.status == SolverStatus.SOLVED
    assert optimality(*problem, found) < 1e-9
    assert found.active.sum() > 200


def whitened(motion, masses, rows, bounds):
    """Rows and heights in coordinates in which the mass is one, and how to come back."""
    matrix = rows.matrix().toarray()
    root = np.linalg.inv(np.linalg.cholesky(mass_matrix(masses))).T
    return matrix @ root, bounds - matrix @ motion.ravel(), root


def by_least_squares(motion, *given):
    """The same by scipy's nnls; None if infeasible."""
    unit_rows, heights, root = whitened(motion, *given)
    system = np.vstack([unit_rows.T, heights])
    goal = np.zeros(len(system))
    goal[-1] = 1.0
    rest = system @ nnls(system, goal)[0] - goal
    return None if np.linalg.norm(rest) < 1e-7 else motion.ravel() - root @ rest[:-1] / rest[-1]


def by_clarabel(motion, *given):
    """The same by an interior point; None if infeasible."""
    clarabel = pytest.importorskip("clarabel", reason="clarabel is not installed (make peers)")
    unit_rows, heights, root = whitened(motion, *given)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    # Its gap is that of energies, squares of what is compared here.
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    size = unit_rows.shape[1]
    solver = clarabel.DefaultSolver(
        csc_array(np.eye(size)), np.zeros(size), csc_array(-unit_rows), -heights,
        [clarabel.NonnegativeConeT(len(heights))], settings,
    )  # fmt: skip
    answer = solver.solve()
    if answer.status == clarabel.SolverStatus.PrimalInfeasible:
        return None
    assert answer.status == clarabel.SolverStatus.Solved
    return motion.ravel() + root @ np.array(answer.x)


@pytest.mark.parametrize(("peer", "tolerance"), [(by_least_squares, 1e-9), (by_clarabel, 1e-6)])
def test_equal_to_other_solvers(peer, tolerance):
    rng = np.random.default_rng(2)
    for k in range(60):
        kind = ("impact", "redundant", "infeasible")[k % 3]
        problem = random_problem(rng, int(rng.integers(1, 16)), int(rng.integers(1, 13)), kind)
        found, expected = project(*problem), peer(*problem)
        if expected is None:
            assert found.status == SolverStatus.INFEASIBLE
        else:
            assert found.status == SolverStatus.SOLVED
            size = max(1.0, np.abs(expected).max())
            assert np.abs(found.motion.ravel() - expected).max() < tolerance * size


def test_contact_space_agrees_with_motion_space():
    """Of 100 problems, some of them nearly infeasible."""
    rng = np.random.default_rng(11)
    for k in range(100):
        kind = ("impact", "redundant", "infeasible", "impact")[k % 4]
        problem = random_problem(rng, int(rng.integers(1, 18)), int(rng.integers(1, 25)), kind)
        first, other = project(*problem), project(*problem, method="contact")
        assert other.status == first.status
        if first.status == SolverStatus.SOLVED:
            size = max(1.0, np.abs(first.motion).max())
            assert np.abs(other.motion - first.motion).max() < 1e-9 * size


@pytest.mark.parametrize("kind", ["impact", "redundant", "infeasible"])
def test_methods_agree(kind):
    problem = random_problem(np.random.default_rng(3), 8, 6, kind)
    first, *others = (project(*problem, method=method) for method in METHODS)

    for other in others:
        assert np.abs(other.motion - first.motion).max() < (0.5 if kind == "infeasible" else 1e-9)
    assert others[0].status == first.status
    if kind == "infeasible":
        assert others[1].status == SolverStatus.OUT_OF_BUDGET
        assert np.abs(others[0].motion - first.motion).max() < 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_a_start_near_the_solution_saves_iterations(method):
    rng = np.random.default_rng(4)
    motion, masses, rows, bounds = random_problem(rng, 12, 6)
    start = project(motion, masses, rows, bounds, method=method)
    moved = motion + 1e-3 * rng.normal(size=motion.shape)
    cold = project(moved, masses, rows, bounds, method=method)
    warm = project(moved, masses, rows, bounds, method=method, start=start)

    assert np.abs(warm.motion - cold.motion).max() < 1e-9
    assert warm.iterations < cold.iterations
    if method != "iterative":
        assert 3 * warm.iterations <= cold.iterations
        assert project(motion, masses, rows, bounds, method=method, start=start).iterations == 0


def test_every_form_of_mass_and_rows_gives_the_same():
    motion, masses, rows, bounds = random_problem(np.random.default_rng(5), 6, 5)
    expected = project(motion, masses, rows, bounds).motion
    dense = mass_matrix(masses)

    for mass in (masses, dense):
        for form in (rows, rows.matrix(), rows.matrix().tocoo(), rows.matrix().toarray()):
            found = project(motion.ravel(), mass, form, bounds)
            assert found.motion.shape == (36,)
            assert np.abs(found.motion - expected.ravel()).max() < 1e-12


def test_units_do_not_matter():
    """Motions and masses scaled by powers of ten, from 1e-12 to 1e12."""
    motion, masses, rows, bounds = random_problem(np.random.default_rng(6), 6, 5)
    expected = project(motion, masses, rows, bounds)
    for speed, kilogram in ((1e-12, 1e12), (1e12, 1e-12), (1e6, 1e9)):
        scaled = Masses(kilogram * masses.masses, kilogram * masses.inertias)
        found = project(speed * motion, scaled, rows, speed * bounds)
        assert np.abs(found.motion / speed - expected.motion).max() < 1e-11
        assert found.multipliers / speed / kilogram == pytest.approx(
            expected.multipliers, abs=1e-10
        )


@pytest.mark.parametrize("method", METHODS)
def test_three_touching_balls(method):
    balls = Masses(np.ones(3), [0.4 * np.eye(3)] * 3)
    points = [[1, 0, 0], [3, 0, 0]]
    centres = [[0, 0, 0], [2, 0, 0], [4, 0, 0]]
    rows = contact_rows([[0, 1], [1, 2]], points, points, [[1, 0, 0]] * 2, centres)
    before = np.zeros((3, 6))
    before[0, 0] = 1.0

    after = project(before, balls, rows, impact_bounds(rows, before, 1.0), method=method).motion
    assert after[:, 0] == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-12)
    assert np.abs(after[:, 1:]).max() == 0.0


@pytest.mark.parametrize("method", METHODS)
def test_fixed_bodies_keep_their_motion(method):
    """A platform of infinite mass rises and carries a body; two of them cannot be parted."""
    masses = Masses([np.inf, 1.0, np.inf], [np.eye(3)] * 3)
    rows = contact_rows(
        [[0, 1], [0, 2]], np.zeros((2, 3)), np.zeros((2, 3)), [[0, 0, 1]] * 2, np.zeros((3, 3))
    )
    motion = np.zeros((3, 6))
    motion[0, 2] = 2.0

    found = project(motion, masses, rows, [0.0, -np.inf], method=method)
    assert found.status == SolverStatus.SOLVED
    assert found.motion[:, 2] == pytest.approx([2.0, 2.0, 0.0])
    assert (found.motion[[0, 2]] == motion[[0, 2]]).all()
    stuck = project(motion, masses, rows, [0.0, 0.0], method=method)
    assert stuck.status == SolverStatus.INFEASIBLE
    assert stuck.motion[1, 2] == pytest.approx(2.0)
    assert stuck.residual > 0.1


def test_nothing_to_do():
    motion, masses, rows, _ = random_problem(np.random.default_rng(8), 3, 4)
    for least in (np.full(len(rows), -np.inf), rows.matrix() @ motion.ravel() - 1.0):
        found = project(motion, masses, rows, least)
        assert (found.motion == motion).all()
        assert (found.iterations, found.status, found.residual) == (0, SolverStatus.SOLVED, 0.0)
    empty = contact_rows([], [], [], [], np.zeros((3, 3)))
    for method in METHODS:
        assert (project(motion, masses, empty, [], method=method).motion == motion).all()


def test_bad_input_is_named():
    motion, masses, rows, bounds = random_problem(np.random.default_rng(9), 2, 3)
    other = project(motion, masses, rows, bounds)
    wrong = np.where(np.arange(len(bounds)) == 1, np.nan, bounds)
    cases = [
        ((motion[:1], masses, rows, bounds), {}, r"motion: expected shape \(2, 6\)"),
        ((motion * np.inf, masses, rows, bounds), {}, "motion: row 0"),
        ((motion, masses, rows, wrong), {}, "bounds: row 1"),
        ((motion, masses, rows, bounds[1:]), {}, "bounds: expected shape"),
        ((motion, masses, rows, bounds * 0 + np.inf), {}, "bounds: row 0"),
        ((motion, np.eye(5), rows, bounds), {}, "rows: 12 columns, expected 5"),
        ((motion, -np.eye(12), rows, bounds), {}, "mass: not positive definite"),
        ((motion, np.triu(np.ones((12, 12))), rows, bounds), {}, "mass: row 0 .* not symmetric"),
        ((motion, masses, np.full((3, 12), np.nan), bounds), {}, "rows: row 0"),
        ((motion, masses, rows.matrix() * np.nan, bounds), {}, "rows: row 0"),
        ((motion, masses, rows, bounds), {"method": "fast"}, "method: 'fast'"),
        ((motion, masses, rows, bounds), {"start": [1.0]}, "start: expected a Projection"),
        ((motion, masses, np.eye(12), np.zeros(12)), {"start": other}, "start"),
    ]
    for arguments, options, message in cases:
        with pytest.raises(ImpingeError, match=message):
            project(*arguments, **options)
