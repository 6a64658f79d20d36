"""What a step must keep: momenta of bodies that nothing holds, and energy that cannot grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.simulation.soft_contacts import WORLD, SoftContacts
from impinge.simulation.soft_state import SoftState, VertexSystem


class Group(NamedTuple):
    """Bodies in contact with each other."""

    bodies: Ids
    vertices: Ids
    is_free: bool
    """Whether nothing fixed touches them."""


def groups_of(system: VertexSystem, touching: Ids) -> list[Group]:
    """Groups of bodies connected by touching pairs (m, 2)."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = len(system.names)
    inner = touching[touching[:, 1] != WORLD]
    links = coo_array((np.ones(len(inner)), (inner[:, 0], inner[:, 1])), (count, count))
    number, group = connected_components(links, directed=False)
    is_held = np.zeros(number, np.bool_)
    is_held[group[touching[touching[:, 1] == WORLD, 0]]] = True
    is_held[group[np.unique(system.body_of[system.held & (system.masses > 0.0)])]] = True
    owner = group[system.body_of]
    return [
        Group(np.flatnonzero(group == g), np.flatnonzero(owner == g), not is_held[g])
        for g in range(number)
    ]


def momentum_about(masses: Array, state: SoftState, centre: Array) -> tuple[Array, Array]:
    """Linear momentum, and angular momentum about a point."""
    momenta = masses[:, None] * state.velocities
    return momenta.sum(axis=0), np.cross(state.vertices - centre, momenta).sum(axis=0)


def keep_momentum(
    system: VertexSystem, before: SoftState, after: SoftState, step: float, members: Ids
) -> None:
    """Add a rigid motion to the state after a step, so that momenta are what they must be.

    Elements and contacts within a group push with opposite forces along the same line: only gravity
    changes its momentum, and none does about its centre of mass. Integrators keep both up to
    their own errors.
    """
    masses = system.masses[members]
    total = masses.sum()
    old, new = (SoftState(one[0][members], one[1][members]) for one in (before, after))
    centres = [np.einsum("i,ij->j", masses, one.vertices) / total for one in (old, new)]
    linear, angular = momentum_about(masses, old, centres[0])
    linear = linear + step * total * system.gravity
    found, turning = momentum_about(masses, new, centres[1])
    arms = new.vertices - centres[1]
    shift = (linear - found) / total
    after.vertices[members] += step * shift
    spin = np.linalg.solve(inertia_of(masses, arms), angular - turning)
    after.velocities[members] += shift + np.cross(spin, arms)


def inertia_of(masses: Array, arms: Array) -> Array:
    """(3, 3) of points about the origin of their arms."""
    second = np.einsum("i,ij,ik->jk", masses, arms, arms)
    return np.trace(second) * np.eye(3) - second


def lose_energy(
    system: VertexSystem, state: SoftState, members: Ids, excess: float, *, is_free: bool
) -> float:
    """Slow a group down by this energy [J]; what it did not have. One that is free keeps momenta.

    What is slowed is the motion of its vertices relative to a rigid motion of the whole group.
    """
    masses, velocities = system.masses[members], state.velocities[members]
    rigid = np.zeros_like(velocities)
    if is_free:
        vertices, total = state.vertices[members], masses.sum()
        centre = np.einsum("i,ij->j", masses, vertices) / total
        linear, angular = momentum_about(masses, SoftState(vertices, velocities), centre)
        arms = vertices - centre
        rigid = linear / total + np.cross(np.linalg.solve(inertia_of(masses, arms), angular), arms)
    moving = velocities - rigid
    kinetic = 0.5 * float(np.einsum("i,ij,ij->", masses, moving, moving))
    share = np.sqrt(max(1.0 - excess / kinetic, 0.0)) if kinetic > 0.0 else 1.0
    state.velocities[members] = rigid + share * moving
    return max(excess - kinetic, 0.0)


def lose_gains(
    system: VertexSystem,
    state: SoftState,
    contacts: SoftContacts,
    gained: Array,
    touching: Ids,
    paid: Sequence[int] | Ids,
) -> None:
    """Slow down groups of bodies that have gained energy (k,) [J], unless one is ``paid`` for.

    Springs that have moved by more than motion can pay for are softened.
    """
    for bodies, members, is_free in groups_of(system, touching):
        excess = float(gained[bodies].sum())
        if excess > 0.0 and not np.isin(bodies, paid).any():
            rest = lose_energy(system, state, members, excess, is_free=is_free)
            rows = np.isin(contacts.bodies[:, 0], bodies) & (contacts.depths > 0.0)
            stored = float(contacts.energy[rows].sum())
            if rest > 0.0 and stored > 0.0:
                contacts.stiffness[rows] *= max(1.0 - rest / stored, 0.0)
