"""Repositioning: bodies too near to each other are moved apart while time stands still."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.response import project, reposition_bounds
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies
from impinge.simulation.events_contacts import NearContacts, impact_contact
from impinge.simulation.events_motion import Checker, Travel
from impinge.simulation.events_response import Distances, energies

CYCLES = 20
"""Most cycles of one repositioning."""
STOPPED = 0.9
"""Share of the way to a new contact that is taken."""
OPENING = 0.01
"""Contacts that open in a hundred steps are left alone."""


class Repositioned(NamedTuple):
    """Contacts after a repositioning, how many cycles, energy put in [J], and what was moved."""

    contacts: NearContacts
    cycles: int
    energy: float
    moved: Flags


def too_near(bodies: Bodies, contacts: NearContacts, distances: Distances, dt: float) -> Flags:
    """(m,) bool: contacts below the alert distance that do not open by themselves."""
    near = contacts.separations < distances.reposition
    if not near.any():
        return near
    speeds = contacts.rows(bodies).matrix() @ bodies.velocities.ravel()
    # What penetrates, by rounding, is always moved.
    leaves = speeds > OPENING * (distances.reposition - contacts.separations) / dt
    return near & (~leaves | (contacts.separations <= 0.0))


def reposition(
    bodies: Bodies, checker: Checker, distances: Distances, gravity: Array, dt: float,
    contacts: NearContacts, renew: Callable[[SceneImpact | None], NearContacts],
) -> Repositioned:  # fmt: skip
    """Move bodies by the least displacements that restore the security distance, cycle by cycle.

    Equation 30. Each displacement is checked continuously and ends before a new contact, which the
    next cycle takes into account. ``renew`` finds the contacts at new places.
    """
    moved = np.zeros(len(bodies), np.bool_)
    cycles, energy = 0, 0.0
    near = too_near(bodies, contacts, distances, dt)
    masses = bodies.masses()
    while near.any() and cycles < CYCLES:
        wanted = reposition_bounds(contacts.separations, distances.security)
        # Others may come nearer, down to the security distance.
        wanted = np.where(near, wanted, np.minimum(wanted, 0.0))
        rows = contacts.rows(bodies)
        change = project(np.zeros((len(bodies), 6)), masses, rows, wanted).motion
        travel = Travel(change[:, :3], change[:, 3:])
        impact = checker.first_impact(bodies, travel, distances.touch)
        if impact.names is not None:
            travel = travel.part(STOPPED * float(impact.time))
        before = energies(bodies, gravity).sum()
        travel.carry(bodies)
        energy += float(energies(bodies, gravity).sum() - before)
        moved |= change.any(axis=1)
        cycles += 1
        masses = bodies.masses()
        contacts = renew(impact if impact.names is not None else None)
        if impact.names is not None and (new := impact_contact(bodies, impact)) is not None:
            contacts = contacts.and_also(new)
        near = too_near(bodies, contacts, distances, dt)
    return Repositioned(contacts, cycles, energy, moved)
