"""Repositioning: bodies too near to each other are moved apart while time stands still."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.response import Projection, SolverStatus, project, reposition_bounds
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet
from impinge.simulation.events_contacts import with_impact
from impinge.simulation.events_response import Distances, energies
from impinge.simulation.flight import Travel, spins_of

CYCLES = 20
"""Most cycles of one repositioning."""
STOPPED = 0.9
"""Share of the path to a new contact that is taken."""
HALVINGS = 6
"""How often the distance is halved where there is not enough room."""
OPENING = 0.01
"""Contacts that open within a hundred steps are left alone."""


class Repositioning(ABC):
    """The part of a step of events that moves bodies apart."""

    bodies: Bodies
    checker: Any
    distances: Distances
    settings: Settings
    dt: float

    @abstractmethod
    def renewed(self, impact: SceneImpact | None) -> ContactSet:
        """Contacts where bodies are now, after an impact on the path to there, if any."""

    def too_near(self, contacts: ContactSet, stuck: bool) -> Flags:
        """(m,) bool: contacts below the alert distance that do not open, nor are about to bounce.

        If the bodies are stuck, also those that open, but hit again at once.
        """
        gaps, alert = contacts.separations, self.distances.reposition
        near = gaps < alert
        if not near.any():
            return near
        bodies = self.bodies
        speeds = contacts.rows(bodies).matrix() @ bodies.velocities.ravel()
        opens = speeds > OPENING * (alert - gaps) / self.dt
        bounces = bodies.pair_restitution(contacts.pairs) > 0.0
        bounces &= speeds < -self.distances.speed
        # What penetrates, by rounding, is always moved.
        return near & (~(opens | bounces) | (gaps <= 0.0) | stuck)

    def moved_apart(self, contacts: ContactSet, stuck: bool) -> tuple[ContactSet, int, float]:
        """Move bodies by the least displacements that restore the security distance, in cycles.

        Equation 30. Each displacement is checked continuously and ends before a new contact, which
        the next cycle takes into account. Returns contacts, cycles, and energy put in [J].
        """
        bodies, gravity, cycles, energy = self.bodies, self.settings.gravity, 0, 0.0
        near = self.too_near(contacts, stuck)
        while near.any() and cycles < CYCLES:
            rest, masses, rows = np.zeros((len(bodies), 6)), bodies.masses(), contacts.rows(bodies)
            change = self.displacement(contacts, near, partial(project, rest, masses, rows))
            if change is None:
                break
            before = energies(bodies, gravity).sum()
            held = bool(bodies.fixed[contacts.pairs].any())
            places = bodies.centres.copy()
            # About the centres of mass. Turned bodies keep them.
            momenta = (bodies.world_inertia() @ bodies.velocities[:, 3:, None])[:, :, 0]
            contacts = self._moved(Travel(change[:, :3], change[:, 3:]))
            if not held:
                momenta -= _shifted(bodies, bodies.centres - places)
            moved = np.any(change != 0.0, axis=1)
            bodies.velocities[moved, 3:] = spins_of(bodies, momenta)[moved]
            energy += float(energies(bodies, gravity).sum() - before)
            cycles += 1
            near = self.too_near(contacts, stuck)
        return contacts, cycles, energy

    def displacement(
        self, contacts: ContactSet, near: Flags, projected: Callable[[Array], Projection]
    ) -> Array | None:
        """Displacements that restore the security distance, or as much of it as there is room for.

        None if there is none. ``projected`` is the projection of rest on bounds.
        """
        others = np.minimum(reposition_bounds(contacts.separations, self.distances.security), 0.0)
        wanted = self.distances.security
        for _ in range(HALVINGS):
            bounds = np.where(near, reposition_bounds(contacts.separations, wanted), others)
            found = projected(bounds)
            if found.status == SolverStatus.SOLVED:
                return found.motion
            wanted *= 0.5
        return None

    def _moved(self, travel: Travel) -> ContactSet:
        """Move bodies until something new is hit; returns the contacts then."""
        bodies = self.bodies
        impact = self.checker.first_impact(bodies, travel, self.distances.tolerance)
        if impact.names is None:
            travel.carry(bodies)
            return self.renewed(None)
        travel.part(STOPPED * float(impact.time)).carry(bodies)
        return with_impact(bodies, self.renewed(impact), impact, self.distances.security)


def _shifted(bodies: Bodies, shifts: Array) -> Array:
    """(n, 3) float64: angular momentum that shifts of centres add to that of all bodies.

    Shifts keep the common centre of mass: only velocities relative to its own count.
    """
    mass = np.where(bodies.fixed | (shifts == 0.0).all(axis=1), 0.0, bodies.mass)[:, None]
    linear = bodies.velocities[:, :3]
    common = (mass * linear).sum(axis=0) / max(float(mass.sum()), 1e-300)
    return np.cross(mass * shifts, linear - common)
