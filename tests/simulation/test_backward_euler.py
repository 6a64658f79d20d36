import numpy as np
import pytest
from scipy.sparse.linalg import spsolve
from soft_cases import deformed, pressing, sparse

from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody
from impinge.simulation.backward_euler import _solve, backward_euler
from impinge.simulation.soft_state import SoftState


def test_the_state_after_a_step_balances_all_forces():
    world = pressing(gap=-0.1, speed=0.5, friction=0.0, damping=0.0)
    system, before, contacts = world._system, world._now, world._found()
    step, seconds = 1 / 120, {"elements": 0.0, "solve": 0.0}
    after = backward_euler(system, before, contacts, step, seconds)
    moves = after.vertices - before.vertices
    assert after.velocities == pytest.approx(moves / step)
    forces = system.elements.forces(after.vertices, after.velocities)[0]
    forces = forces + contacts.forces(moves, after.velocities)
    gained = system.masses[:, None] * (after.velocities - before.velocities) / step
    assert np.abs(gained - forces).max() < 5e-3 * np.abs(gained).max()
    assert min(seconds.values()) > 0.0


def test_linear_solves_agree_with_scipy():
    rng = np.random.default_rng(1)
    world = pressing(gap=-0.3, speed=0.0, friction=0.3)
    system, contacts = world._system, world._found()
    x = world._now.vertices
    potential = contacts.over(1 / 120, rng.normal(size=x.shape))
    matrix = system.elements.stiffness(x, x, 1 / 120, 120.0**2 * system.masses)
    pull = rng.normal(size=x.shape)
    blocks, _ = potential.blocks(np.zeros_like(x), np.zeros(len(contacts), bool))
    found = _solve(system, matrix, potential, blocks, pull, 1e-11)
    from scipy.sparse import block_diag, kron

    stencils = kron(contacts.stencils, np.eye(3)).tocsr()
    springs = block_diag(list(blocks)).tocsr()
    whole = sparse(matrix).tocsc() + stencils.T @ springs @ stencils
    expected = spsolve(whole.tocsc(), pull.ravel()).reshape(x.shape)
    assert np.abs(found - expected).max() < 1e-8 * np.abs(expected).max()


def test_crushed_bodies_come_back():
    """Every vertex at a random place, most elements inverted: the step still lowers the energy."""
    from impinge.simulation import SoftWorld

    mesh = brick((2, 2, 2), 0.5)
    body = SoftBody(mesh, model="corotational", viscosity=(0, 100))
    world = SoftWorld({"cube": body}, gravity=(0, 0, 0), contact=None, step=1 / 60)
    world._now = SoftState(deformed(mesh, np.random.default_rng(2), 0.5), world._now.velocities)
    first = sum(world.energy())
    world.step(60)
    assert sum(world.energy()) < 0.01 * first
    assert (
        body._elements.forces(world.vertices["cube"].copy(), np.zeros((27, 3)))[1].ratio > 0
    ).all()
