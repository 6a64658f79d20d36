"""From impact to impact: bodies never penetrate, not between frames either."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.scene import Scene
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.events_contacts import (
    NO_FACES,
    NearContacts,
    faces_of,
    impact_contact,
    impact_faces,
    near_contacts,
    with_impact,
)
from impinge.simulation.events_motion import Checker, Travel
from impinge.simulation.events_reposition import reposition, too_near
from impinge.simulation.events_response import (
    Distances,
    energies,
    respond,
    rest_bounds,
    solve,
)
from impinge.simulation.flight import Flight, accelerations, fly, move
from impinge.simulation.step import Report, StepStatus

SECURITY, REPOSITION, BROKEN, TOUCH = 1e-3, 0.3, 3.0, 1e-3
"""The security distance, as a share of the smallest moving body's size; the others of it."""
SPEED = 0.05
"""Speed, in sizes of the smallest moving body a second, above which bodies bounce."""
FALLS = 2.0
"""And in steps of free fall."""
TURN = 1.0
"""Largest turn of a body at a time [rad]."""


def distances_of(bodies: Bodies, settings: Settings, dt: float) -> Distances:
    """Security distances of a world."""
    sizes = bodies.sizes()[~bodies.fixed]
    size = float(sizes.min(initial=1.0)) if not len(sizes) else float(sizes.min())
    near = SECURITY * size if settings.security is None else settings.security
    fall = FALLS * dt * float(np.linalg.norm(settings.gravity))
    return Distances(REPOSITION * near, near, BROKEN * near, TOUCH * near, max(SPEED * size, fall))


class Events:
    """The method "events": advance to the first impact, respond, go on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._checked: tuple[Scene, Checker] | None = None
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:
        """Distance [m] beyond which contacts are broken."""
        return distances_of(bodies, self._settings, 0.0).broken

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        if self._checked is None or self._checked[0] is not scene:
            self._checked = scene, Checker(bodies)
        distances = distances_of(bodies, self._settings, dt)
        step = _EventStep(bodies, scene, self._checked[1], distances, self._settings, self.memory)
        report = step.run(dt)
        self.memory = step.memory()
        return report


class _EventStep:
    """One step of some events."""

    def __init__(
        self, bodies: Bodies, scene: Scene, checker: Checker, distances: Distances,
        settings: Settings, memory: dict[str, Any],
    ) -> None:  # fmt: skip
        self.bodies, self.scene, self.checker = bodies, scene, checker
        self.distances, self.settings = distances, settings
        self.faces: Ids = memory.get("faces", NO_FACES)
        self.keys: Ids = memory.get("keys", np.zeros(0, np.int64))
        self.impulses: Array = memory.get("impulses", np.zeros((0, 3)))
        self.report = Report()

    def memory(self) -> dict[str, Any]:
        """What the next step begins with: pairs of faces, and impulses by contact."""
        return {"faces": self.faces, "keys": self.keys, "impulses": self.impulses}

    def run(self, dt: float) -> Report:
        """The whole step, or up to a flood of events."""
        left, events = dt, 0
        contacts = self._renewed(None)
        pressed = self.keys[self.impulses.any(axis=1)]
        if self._closes(contacts):
            self.report.impacts += self._respond(contacts, pressed)
            events += 1
        while True:
            contacts, free = self._repositioned(contacts, dt)
            if left <= 0.0:
                break
            if not free or events >= self.settings.max_events:
                self.report.status = StepStatus.OUT_OF_EVENTS
                break
            taken, contacts, hits = self._advance(contacts, left)
            # What is left of a step that was taken whole is nothing, whatever rounding says.
            left = 0.0 if taken >= left else left - taken
            self.report.impacts += hits
            events += hits > 0 or left > 0.0
        self.report.points, self.report.normals = contacts.points, contacts.normals
        self.report.separations = contacts.separations
        self.report.impulses = contacts.matched(self.keys, self.impulses)
        return self.report

    def _renewed(self, impact: SceneImpact | None) -> NearContacts:
        """Contacts where bodies are now; the faces of an impact are remembered."""
        self.bodies.place_in(self.scene)
        if impact is not None:
            self.faces = np.concatenate([self.faces, impact_faces(self.bodies, impact)])
        self.faces = faces_of(self.bodies, self.scene, self.faces, self.distances.broken)
        found = near_contacts(self.bodies, self.scene, self.faces, self.distances.broken)
        least = found.separations.min(initial=np.inf)
        self.report.least_distance = min(self.report.least_distance, float(least))
        return found

    def _repositioned(self, contacts: NearContacts, dt: float) -> tuple[NearContacts, bool]:
        """Contacts after a repositioning, if one is needed, and whether nothing penetrates."""
        bodies, gravity = self.bodies, self.settings.gravity
        if too_near(bodies, contacts, self.distances, dt).any():
            before = energies(bodies, gravity)
            found = reposition(
                bodies, self.checker, self.distances, gravity, dt, contacts, self._renewed
            )
            self.report.repositionings += found.cycles
            self.report.repositioned += found.energy
            self._slow(found.moved, energies(bodies, gravity) - before)
            contacts = found.contacts
        return contacts, bool((contacts.separations > 0.0).all())

    def _slow(self, moved: Flags, gained: Array) -> None:
        """Take back what moved bodies gained from their motion, at most by ``velocity_cut``."""
        bodies = self.bodies
        kinetic = energies(bodies, np.zeros(3))
        share = np.where(gained > 0.0, gained, 0.0) / np.where(kinetic > 0.0, kinetic, np.inf)
        cut = np.maximum(np.sqrt(np.maximum(1.0 - share, 0.0)), self.settings.velocity_cut)
        bodies.velocities = np.where(moved[:, None], cut[:, None], 1.0) * bodies.velocities

    def _advance(self, contacts: NearContacts, left: float) -> tuple[float, NearContacts, int]:
        """Fly on until something hits, and respond: time taken, contacts then, and hits."""
        bodies = self.bodies
        spin = float(np.linalg.norm(bodies.velocities[:, 3:], axis=1).max(initial=0.0))
        dt = min(left, TURN / spin) if spin * left > TURN else left
        end, pressed = self._flight(contacts, dt)
        travel = Travel.to(bodies, end)
        impact = self.checker.first_impact(bodies, travel, self.distances.touch)
        if impact.names is None:
            bodies.centres, bodies.rotations, bodies.velocities = end
            return dt, self._renewed(None), 0
        share = self._share_before(impact, travel)
        self._move_to(travel, end, share)
        contacts = with_impact(bodies, self._renewed(impact), impact, self.distances.security)
        return share * dt, contacts, self._respond(contacts, pressed)

    def _closes(self, contacts: NearContacts) -> bool:
        """Do bodies that touch move on into each other?"""
        speeds = contacts.rows(self.bodies).matrix() @ self.bodies.velocities.ravel()
        touching = contacts.separations <= self.distances.touch
        return bool((touching & (speeds < -self.distances.speed)).any())

    def _respond(self, contacts: NearContacts, pressed: Ids) -> int:
        """New velocities at contacts that touch, or were pressed; returns how many pairs hit.

        What does not bounce is stopped early, at the security distance.
        """
        touching = contacts.separations <= 3.0 * self.distances.touch
        stopped = np.isin(contacts.keys, pressed)
        stopped |= self.bodies.pair_restitution(contacts.pairs) == 0.0
        met = contacts.some(
            touching | (stopped & (contacts.separations <= self.distances.security))
        )
        self.bodies.velocities, hits = respond(
            self.bodies, met, self.distances, self.settings.solver
        )
        return max(hits, 1)

    def _flight(self, contacts: NearContacts, dt: float) -> tuple[Flight, Ids]:
        """Where bodies would be after ``dt``, and keys of contacts with a force."""
        bodies, settings = self.bodies, self.settings
        end = fly(bodies, settings.gravity, dt, settings.integrator)
        bounds, lasting = rest_bounds(bodies, contacts, self.distances, dt)
        contacts, bounds = contacts.some(lasting), bounds[lasting]
        start = contacts.matched(self.keys, self.impulses)
        self.keys, self.impulses = contacts.keys, start
        if not len(contacts):
            return end, self.keys
        pushed = bodies.velocities + dt * accelerations(bodies, settings.gravity)
        answer = solve(bodies, pushed, contacts, bounds, settings.solver, start)
        self.impulses = answer.impulses
        changed: Flags = (answer.velocities != pushed).any(axis=1)
        if changed.any():
            held = move(bodies, answer.velocities, dt)
            end = Flight(
                np.where(changed[:, None], held.centres, end.centres),
                np.where(changed[:, None, None], held.rotations, end.rotations),
                np.where(changed[:, None], held.velocities, end.velocities),
            )
        return end, contacts.keys[self.impulses.any(axis=1)]

    def _share_before(self, impact: SceneImpact, travel: Travel) -> float:
        """The share of the way at which the gap of an impact is about the touching distance."""
        time = float(impact.time)
        contact = impact_contact(self.bodies, impact)
        if contact is None:
            return time
        motion = np.hstack([travel.linear, travel.angular])
        closing = -float((contact.rows(self.bodies).matrix() @ motion.ravel())[0])
        missing = self.distances.touch - float(impact.gap)
        return time if closing <= 0.0 or missing <= 0.0 else max(0.0, time - missing / closing)

    def _move_to(self, travel: Travel, end: Flight, share: float) -> None:
        """Move all bodies to a part of their way, with velocities and momenta of then."""
        bodies = self.bodies
        before = np.einsum("nij,nj->ni", bodies.world_inertia(), bodies.velocities[:, 3:])
        tensors = end.rotations @ bodies.inertia @ end.rotations.transpose(0, 2, 1)
        after = np.einsum("nij,nj->ni", tensors, end.velocities[:, 3:])
        linear = bodies.velocities[:, :3]
        linear = linear + share * (end.velocities[:, :3] - linear)
        travel.part(share).carry(bodies)
        momenta = before + share * (after - before)
        spins = np.linalg.solve(bodies.world_inertia(), momenta[:, :, None])[:, :, 0]
        bodies.velocities = np.where(bodies.fixed[:, None], 0.0, np.hstack([linear, spins]))
