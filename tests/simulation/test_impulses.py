"""Impulses open gaps, conserve momentum, and stay within Coulomb's cone."""

import numpy as np
import pytest

from impinge.response.stencils import Stencils
from impinge.simulation.impulses import Impulses

pytestmark = pytest.mark.plain
DOWN = np.array([[0.0, 0.0, -1.0]])
START = np.array([[0.3, 0.3, 0.1], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ABOVE = Stencils(
    np.array([[0, 1, 2, 3]]), np.array([[1.0, -0.4, -0.3, -0.3]]), np.array([0.1]), DOWN
)


def pushed(masses, end, bound=0.1, friction=0.0, movers=None):
    masses = np.array(masses, float)
    impulses = Impulses(START, masses, friction)
    impulses.add(ABOVE, np.array([bound]))
    moved = end.copy()
    if movers is None:
        impulses.sweep(moved)
    else:
        impulses.sweep(moved, None, *movers)
    return impulses, moved


def gap(points):
    return (ABOVE.weights[0] @ points)[2]


@pytest.mark.parametrize("masses", [[1, 1, 1, 1], [1, 2, 3, 4], [1, np.inf, 5, np.inf]])
def test_a_row_meets_its_bound(masses):
    end = START - [[0.0, 0.0, 0.3]] * np.array([[1.0], [0], [0], [0]])
    impulses, moved = pushed(masses, end)
    assert abs(gap(moved) - 0.1) < 1e-12
    assert impulses.pushing() == 1
    free = np.isfinite(masses)
    assert (moved[~free] == end[~free]).all()
    if free.all():
        assert np.abs(np.array(masses) @ (moved - end)).max() < 1e-15


def test_what_meets_its_bound_keeps_its_bits():
    impulses, moved = pushed([1, 1, 1, 1], START + 0.1)
    assert (moved == START + 0.1).all()
    assert impulses.pushing() == 0


@pytest.mark.parametrize(("friction", "left"), [(0.0, 0.5), (0.5, 0.35), (5.0, 0.0)])
def test_friction_takes_as_much_as_the_normal_impulse_allows(friction, left):
    end = START.copy()
    end[0] += [0.5, 0.0, -0.3]
    _, moved = pushed([1, np.inf, np.inf, np.inf], end, friction=friction)
    assert np.abs(moved[0] - START[0] - [left, 0.0, 0.0]).max() < 1e-12


def test_a_vertex_of_little_weight_is_not_flung_away():
    end = START.copy()
    end[0, 2] = -0.1
    rows = ABOVE._replace(weights=np.array([[1.0, -1.0 + 1e-6, -1e-6, 0.0]]))
    impulses = Impulses(START, np.array([np.inf, np.inf, 1.0, 1.0]), 0.0)
    impulses.add(rows, np.array([0.1]))
    moved = end.copy()
    impulses.sweep(moved)
    assert (moved == end).all()


def test_movers_shift_as_one():
    end = START.copy()
    end[0, 2] = -0.2
    movers = np.array([0, 1, 1, 1]), np.array([1.0, 3.0, 3.0, 3.0])
    _, moved = pushed([1, 1, 1, 1], end, movers=movers)
    assert abs(gap(moved) - 0.1) < 1e-12
    shifts = moved - end
    assert (shifts[1:] == shifts[1]).all()
    assert np.abs(shifts.sum(axis=0)).max() < 1e-15
    _, moved = pushed([1, 1, 1, 1], end, movers=(np.zeros(4, int), np.full(4, 4.0)))
    assert (moved == end).all()


def test_a_stack_of_rows_is_solved_together():
    # Each of ten points on a line hits the next, and the last one a wall.
    n = 10
    start = np.zeros((n + 1, 3))
    start[:, 2] = np.arange(n + 1.0)
    end = start.copy()
    end[1:, 2] -= 5.0
    masses = np.ones(n + 1)
    masses[0] = np.inf
    rows = np.arange(n)
    vertices = np.stack([rows + 1, rows, rows, rows], axis=1)
    weights = np.tile([1.0, -1.0, 0.0, 0.0], (n, 1))
    impulses = Impulses(start, masses, 0.0)
    impulses.add(Stencils(vertices, weights, np.ones(n), np.repeat(DOWN, n, axis=0)), np.ones(n))
    impulses.sweep(end)
    assert np.abs(np.diff(end[:, 2]) - 1.0).max() < 0.1
