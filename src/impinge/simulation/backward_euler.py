"""Backward Euler steps of elements and contacts: Newton's method on what the step minimises."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from scipy.sparse.linalg import LinearOperator, cg

from impinge.core.arrays import Array
from impinge.simulation.elements import Stiffness
from impinge.simulation.soft_contacts import ContactPotential, SoftContacts
from impinge.simulation.soft_state import SoftState, SoftSystem

MOST_ROUNDS = 20
MOST_HALVINGS = 12
ENOUGH = 1e-6
"""Newton's method ends when no vertex moves by more than this share of the mean edge."""
FORCING = 0.05
"""Relative accuracy of a linear solve, at most: a share of how much the residual has fallen."""
LEAST_FORCING = 1e-5


def backward_euler(
    system: SoftSystem,
    state: SoftState,
    contacts: SoftContacts,
    step: float,
    seconds: dict[str, float],
) -> SoftState:
    """The state after a step.

    Its positions minimise inertia + elastic energy + losses + contact springs. That function has a
    positive definite model everywhere, so each round lowers it, with a part of its displacement if
    need be.
    """
    before, elements, held = state.vertices, system.elements, system.held
    weights = system.masses / step**2
    aim = before + step * state.velocities + step**2 * system.gravity
    aim[held] = before[held]
    potential = contacts.over(step, state.velocities)

    def measure(at: Array) -> tuple[float, Array]:
        """What is minimised, and minus its gradient."""
        since = perf_counter()
        displacement, away = at - before, at - aim
        forces, energies = elements.forces(at, displacement / step, before)
        value = 0.5 * float((weights[:, None] * away * away).sum())
        value += float(energies.elastic.sum()) + 0.5 * step * float(energies.lost.sum())
        value += potential.value(displacement)
        pull = forces + potential.forces(displacement) - weights[:, None] * away
        pull[held] = 0.0
        seconds["elements"] += perf_counter() - since
        return value, pull

    at = aim
    value, pull = measure(at)
    first = size = float(np.linalg.norm(pull))
    for _ in range(MOST_ROUNDS):
        since = perf_counter()
        matrix = elements.stiffness(at, before, step, np.where(held, 1.0, weights))
        since = _spent(seconds, "elements", since)
        accuracy = min(max(FORCING * size / first, LEAST_FORCING), FORCING) if first else FORCING
        move = _solve(matrix, potential, at - before, pull, accuracy)
        _spent(seconds, "solve", since)
        share, slope = 1.0, float((pull * move).sum())
        for _ in range(MOST_HALVINGS):
            there = at + share * move
            lower, rest = measure(there)
            if lower <= value - 1e-4 * share * slope + 1e-13 * abs(value):
                break
            share *= 0.5
        else:
            break
        at, value, pull, size = there, lower, rest, float(np.linalg.norm(rest))
        if not np.abs(move).max() * share > ENOUGH * system.edge:
            break
    return SoftState(at, (at - before) / step)


def _solve(
    matrix: Stiffness, potential: ContactPotential, displacement: Array, pull: Array, accuracy: float
) -> Array:
    """Displacements that a positive definite model asks for, by preconditioned gradients.

    Held vertices have no pull, and stay at zero.
    """
    shape, still = pull.shape, (pull == 0.0).all(axis=1)
    diagonal = matrix.diagonal
    blocks = potential.blocks(displacement) if len(potential) else None
    if blocks is not None:
        diagonal = diagonal + potential.diagonal(blocks)
    inverse = np.linalg.inv(diagonal)

    def product(flat: Array) -> Array:
        out = (matrix.blocks @ flat).reshape(shape)
        if blocks is not None:
            out += potential.product(blocks, flat.reshape(shape))
        out[still] = 0.0
        return out.ravel()

    def precondition(flat: Array) -> Array:
        return np.einsum("nij,nj->ni", inverse, flat.reshape(shape)).ravel()

    size = pull.size
    found, _ = cg(
        LinearOperator((size, size), product, dtype=np.float64),
        pull.ravel(),
        rtol=accuracy,
        maxiter=2000,
        M=LinearOperator((size, size), precondition, dtype=np.float64),
    )
    return np.asarray(found).reshape(shape)


def _spent(seconds: dict[str, float], stage: str, since: float) -> float:
    now = perf_counter()
    seconds[stage] += now - since
    return now
