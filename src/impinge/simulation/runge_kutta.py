"""Explicit steps of elements and contacts: Runge-Kutta of order four, in substeps."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import perf_counter

import numpy as np

from impinge.core.arrays import Array
from impinge.simulation.kernels.elements import STVK
from impinge.simulation.soft_contacts import SoftContacts
from impinge.simulation.soft_state import SoftState, SoftSystem, blown_up

MOST_HALVINGS = 8
MOST_SUBSTEPS = 100_000


def stable_step(system: SoftSystem, contacts: SoftContacts) -> float:
    """Time step [s] below which both elements and contact springs are integrated stably."""
    least = min(body.stable_step for body in system.bodies)
    if not len(contacts):
        return least
    # Gershgorin: springs that share a vertex add up.
    weights = abs(contacts.stencils)
    reach = weights.sum(axis=1)
    inverse = system.inverse_masses
    stiff = float(((weights.T @ (contacts.stiffness * reach)) * inverse).max())
    damp = float(((weights.T @ (contacts.damping * reach)) * inverse).max())
    return min(least, 2.0 / max(np.sqrt(stiff), damp, 1e-300))


@np.errstate(over="ignore", invalid="ignore")
def runge_kutta(
    system: SoftSystem,
    state: SoftState,
    contacts: SoftContacts,
    step: float,
    detect: Callable[[Array], SoftContacts],
    seconds: dict[str, float],
) -> tuple[SoftState, int]:
    """The state after a step, and its substeps. Contacts are found anew before each.

    A substep that inverts an element is halved, several times. Then it is kept if the material
    recovers from inversion.

    Raises
    ------
    ImpingeError
        If an element of another material stays inverted, or too many substeps are needed.
    """
    left, substeps, halvings = step, 0, 0
    pull, ratio = _elements(system, state, seconds)
    while left > 1e-9 * step:
        if substeps and not halvings:
            contacts = detect(state.vertices)
        limit = stable_step(system, contacts) * 0.5**halvings
        if not left / limit <= MOST_SUBSTEPS:
            body = int(np.argmin([one.stable_step for one in system.bodies]))
            raise blown_up(system, body, f"it needs substeps of {limit:g} s")
        size = left / ceil(left / limit)
        after = _substep(system, state, contacts, size, pull)
        found = _elements(system, after, seconds)
        inverted = (found[1] <= 0.0) & (ratio > 0.0)
        if inverted.any():
            if halvings < MOST_HALVINGS:
                halvings += 1
                continue
            rigid = inverted & system.is_model(STVK)
            if rigid.any():
                tet = int(np.argmax(rigid))
                body = int(np.searchsorted(system.tet_starts, tet, side="right")) - 1
                reason = f"tet {tet - system.tet_starts[body]} stays inverted"
                raise blown_up(system, body, reason)
        (pull, ratio), state = found, after
        left, substeps, halvings = left - size, substeps + 1, 0
    return state, substeps


def _elements(
    system: SoftSystem, state: SoftState, seconds: dict[str, float]
) -> tuple[Array, Array]:
    """Forces of elements, and their volumes by those at rest."""
    since = perf_counter()
    forces, energies = system.elements.forces(*state)
    seconds["elements"] += perf_counter() - since
    return forces, energies.ratio.copy()


def _substep(
    system: SoftSystem, state: SoftState, contacts: SoftContacts, size: float, pull: Array
) -> SoftState:
    """One step of the classic method; ``pull`` are the forces of elements at its start."""
    x, v = state

    def rates(at: SoftState, forces: Array) -> SoftState:
        total = forces + contacts.forces(at.vertices - x, at.velocities)
        acceleration = system.inverse_masses[:, None] * total + system.gravity
        acceleration[system.held] = 0.0
        return SoftState(at.velocities, acceleration)

    first = rates(state, pull)
    found = [first]
    for share in (0.5, 0.5, 1.0):
        last = found[-1]
        at = SoftState(x + share * size * last[0], v + share * size * last[1])
        found.append(rates(at, system.elements.forces(*at)[0]))
    a, b, c, d = found
    sixth = size / 6.0
    return SoftState(
        x + sixth * (a[0] + 2.0 * b[0] + 2.0 * c[0] + d[0]),
        v + sixth * (a[1] + 2.0 * b[1] + 2.0 * c[1] + d[1]),
    )
