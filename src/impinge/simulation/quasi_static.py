"""First order: each step begins at rest, and forces displace bodies."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.simulation.bodies import Settings
from impinge.simulation.contact_set import ContactSet
from impinge.simulation.events import STANDS, STUCK, Events, EventStep
from impinge.simulation.events_contacts import with_impact
from impinge.simulation.events_response import solve
from impinge.simulation.flight import Travel, accelerations
from impinge.simulation.step import Report, StepStatus


class QuasiStatic(Events):
    """The method "quasi-static": displacements ``step**2 * M^-1 F``, projected on contacts.

    Velocities are 0. Paths are checked continuously, as those of events.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._kind = QuasiStaticStep


class QuasiStaticStep(EventStep):
    """One step from rest."""

    def run(self, dt: float) -> Report:
        """Displace bodies until the step is done, or up to a flood of contacts on the way."""
        bodies = self.bodies
        bodies.velocities = np.zeros_like(bodies.velocities)
        wanted = dt * dt * accelerations(bodies, self.settings.gravity)
        left, events, still = 1.0, 0, 0
        contacts = self.begin(dt)
        while True:
            contacts, free = self.repositioned(contacts, self.caught or still >= STUCK)
            if left <= 0.0:
                break
            if not free or events >= self.settings.max_events:
                self.report.status = StepStatus.OUT_OF_EVENTS
                break
            self.caught = False
            share, contacts = self._displace(contacts, left * wanted)
            left, still = left * (1.0 - share), still + 1 if share <= STANDS else 0
            self.report.impacts += left > 0.0
            events += left > 0.0
        # Repositioning may have turned spins of rounding size into others.
        bodies.velocities = np.zeros_like(bodies.velocities)
        return self.reported(contacts)

    def _displace(self, contacts: ContactSet, wanted: Array) -> tuple[float, ContactSet]:
        """Move bodies up to the first contact: the share of the path, and contacts then."""
        bodies = self.bodies
        bounds = -np.maximum(contacts.separations - self.distances.security, 0.0)
        start = contacts.matched(self.keys, self.impulses)[0]
        motion, impulses = solve(bodies, wanted, contacts, bounds, self.settings.solver, start)
        self.keys, self.impulses = contacts.keys, impulses
        travel = Travel(motion[:, :3], motion[:, 3:])
        impact = self.checker.first_impact(bodies, travel, self.distances.tolerance)
        if len(impact.started):
            return self.stopped(contacts)[:2]
        if impact.names is None:
            travel.carry(bodies)
            return 1.0, self.renewed(None)
        share = self.share_before(impact, motion)
        travel.part(share).carry(bodies)
        return share, with_impact(bodies, self.renewed(impact), impact, self.distances.security)
