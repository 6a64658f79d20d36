"""Backward Euler steps of elements and contacts: Newton's method on what the step minimises."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from impinge.core.arrays import Array
from impinge.simulation.elements import Stiffness
from impinge.simulation.kernels.conjugate_gradients import advance_gradients
from impinge.simulation.soft_contacts import ContactPotential, SoftContacts
from impinge.simulation.soft_state import SoftState, VertexSystem

MOST_ROUNDS = 10
MOST_HALVINGS = 12
ENOUGH = 1e-3
"""Newton's method ends when no vertex moves by more than this share of the mean edge, or when
forces that are not balanced have fallen to this share."""
FORCING = 0.05
"""Relative accuracy of a linear solve, at most: a share of how much the residual has fallen."""
LEAST_FORCING = 1e-5
FOLLOWED = 4
"""Moves after which friction follows the normal forces of a step."""
MOST_GRADIENTS, AT_ONCE = 3000, 50
"""Rounds of a linear solve, and of one call."""


@np.errstate(over="ignore", invalid="ignore")
def backward_euler(
    system: VertexSystem,
    state: SoftState,
    contacts: SoftContacts,
    step: float,
    seconds: dict[str, float],
    ends: Array | None = None,
) -> SoftState:
    """The state after a step.

    Its positions minimise inertia + elastic energy + losses + contact springs. That function has a
    positive definite model everywhere, so each round lowers it, with a part of its displacement if
    need be. Held vertices are at ``ends`` (n, 3) after the step, by default where they were.
    """
    before, elements, held = state.vertices, system.elements, system.held
    weights = system.masses / step**2
    aim = before + step * state.velocities + step**2 * system.gravity
    aim[held] = (before if ends is None else ends)[held]
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

    # Bodies fly, or contacts let them rest or slide on.
    at, slid = aim, np.where(held[:, None], aim, before + step * state.velocities)
    value, pull = measure(at)
    less, rest = measure(slid)
    # Springs that a move has met and that count as pressed, until a move is taken.
    unmet = np.zeros(len(contacts), np.bool_)
    met = unmet
    if less < value < np.inf:
        at, value, pull = slid, less, rest
        if contacts.follows:
            met = potential.pressed(aim - before)
    first = size = _length(pull)
    learned, taken = False, 0
    for _ in range(MOST_ROUNDS):
        since = perf_counter()
        if not learned:
            matrix = elements.stiffness(at, before, step, np.where(held, 1.0, weights))
        since = _spent(seconds, "elements", since)
        accuracy = min(max(FORCING * size / first, LEAST_FORCING), FORCING) if first else FORCING
        springs, counted = potential.blocks(at - before, met)
        move = _solve(system, matrix, potential, springs, pull, accuracy)
        _spent(seconds, "solve", since)
        share, slope = 1.0, float((pull * move).sum())
        if contacts.follows:
            # They are hard: a move that does not know of them goes far too far.
            found = potential.pressed(at + move - before)
            met, learned = met | found, bool((found & ~counted).any())
        # Repeated with what it would press rather than halved.
        for _ in range(1 if learned else MOST_HALVINGS):
            there = at + share * move
            lower, rest = measure(there)
            if lower <= value - 1e-4 * share * slope + 1e-13 * abs(value):
                break
            share *= 0.5
        else:
            if learned:
                continue
            break
        at, value, pull, size, learned = there, lower, rest, _length(rest), False
        met, taken = unmet, taken + 1
        if contacts.follows and len(contacts) and taken <= FOLLOWED:
            # The first move finds out which springs are pressed: its forces are far off.
            if taken > 1:
                potential = potential.with_friction_at(at - before)
                value, pull = measure(at)
        elif not (size > ENOUGH * first and np.abs(move).max() * share > ENOUGH * system.edge):
            break
    return SoftState(at, (at - before) / step)


def _solve(
    system: VertexSystem,
    matrix: Stiffness,
    potential: ContactPotential,
    springs: Array,
    pull: Array,
    accuracy: float,
) -> Array:
    """Displacements that a positive definite model asks for, up to a relative residual.

    ``springs`` are the blocks of the contacts.
    """
    diagonal = matrix.diagonal + potential.diagonal(springs)
    inverse = np.linalg.inv(diagonal)
    inverse[system.held] = 0.0
    arrays = (*matrix[:3], inverse, *potential.contacts.rows, springs)
    x, residual = np.zeros_like(pull), pull.copy()
    search, product, state = np.empty_like(pull), np.empty_like(pull), np.array([-1.0])
    goal = accuracy**2 * float((pull * pull).sum())
    for _ in range(MOST_GRADIENTS // AT_ONCE):
        # In parts, so that Ctrl-C does not wait for all of them.
        done = advance_gradients(arrays, x, residual, search, product, goal, state, AT_ONCE)
        if done < AT_ONCE:
            break
    return x


def _length(field: Array) -> float:
    # Not np.linalg.norm: its threads wait for each other on a busy machine.
    return float(np.sqrt((field * field).sum()))


def _spent(seconds: dict[str, float], stage: str, since: float) -> float:
    now = perf_counter()
    seconds[stage] += now - since
    return now
