"""From impact to impact: bodies never penetrate, not between frames either."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.scene import Scene
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet
from impinge.simulation.events_contacts import (
    NO_FACES,
    faces_of,
    impact_contact,
    impact_faces,
    near_contacts,
    with_impact,
)
from impinge.simulation.events_reposition import Repositioning
from impinge.simulation.events_response import (
    Distances,
    energies,
    recovery_speeds,
    respond,
    rest_bounds,
    solve,
)
from impinge.simulation.flight import Checker, Flight, Travel, accelerations, fly, move, spins_of
from impinge.simulation.step import Report, StepStatus

SECURITY, REPOSITION, BROKEN, TOUCH = 1e-3, 0.3, 3.0, 1e-3
"""The security distance, as a share of the smallest moving body's size; the others of it."""
SPEED = 0.05
"""Speed, in sizes of the smallest moving body a second, above which bodies bounce."""
FALLS = 2.0
"""And in steps of free fall."""
STUCK, STANDS = 4, 1e-6
"""After so many events, each within this share of a step, bodies are stuck."""
TURN = 1.0
"""Largest turn of a body at a time [rad]."""


def distances_of(bodies: Bodies, settings: Settings, dt: float) -> Distances:
    """Security distances of a world."""
    sizes = bodies.size[~bodies.fixed]
    size = float(sizes.min()) if len(sizes) else 1.0
    near = SECURITY * size if settings.security is None else settings.security
    fall = FALLS * dt * float(np.linalg.norm(settings.gravity))
    # Without forces nothing is pressed together, and every impact counts.
    forces = fall > 0.0 or bool(bodies.applied.any())
    speed = max(SPEED * size, fall) if forces else 0.0
    return Distances(REPOSITION * near, near, BROKEN * near, TOUCH * near, speed)


class Events:
    """The method "events": advance to the first impact, respond, go on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kind: type[EventStep] = EventStep
        self._checked: tuple[Scene, Any] | None = None
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:
        """Distance [m] beyond which contacts are broken."""
        return distances_of(bodies, self._settings, 0.0).broken

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        checker, distances = self.checker(bodies, scene), distances_of(bodies, self._settings, dt)
        kind = self._kind_of(bodies)
        step = kind(bodies, scene, checker, distances, self._settings, self.memory)
        report = step.run(dt)
        self.memory = step.memory()
        return report

    def checker(self, bodies: Bodies, scene: Scene) -> Any:
        """What checks paths of bodies, made anew for a new scene."""
        if self._checked is None or self._checked[0] is not scene:
            self._checked = scene, self._kind_of(bodies).checker_of(bodies, self.memory)
        return self._checked[1]

    def _kind_of(self, bodies: Bodies) -> type[EventStep]:
        if not bodies.robots:
            return self._kind
        from impinge.simulation.events_robots import RobotEventStep

        return RobotEventStep


class EventStep(Repositioning):
    """One step of some events."""

    def __init__(
        self, bodies: Bodies, scene: Scene, checker: Any, distances: Distances,
        settings: Settings, memory: dict[str, Any],
    ) -> None:  # fmt: skip
        self.bodies, self.scene, self.checker = bodies, scene, checker
        self.distances, self.settings = distances, settings
        self.faces: Ids = memory.get("faces", NO_FACES)
        self.keys: Ids = memory.get("keys", np.zeros(0, np.int64))
        self.impulses: Array = memory.get("impulses", np.zeros((0, 3)))
        self.report, self.caught = Report(), False

    @staticmethod
    def checker_of(bodies: Bodies, memory: dict[str, Any]) -> Any:  # noqa: ARG004 - of robots
        """What checks paths of bodies."""
        return Checker(bodies)

    def memory(self) -> dict[str, Any]:
        """What the next step begins with: pairs of faces, and impulses by contact."""
        return {"faces": self.faces, "keys": self.keys, "impulses": self.impulses}

    def run(self, dt: float) -> Report:
        """The whole step, or up to a flood of events."""
        left, events, still = dt, 0, 0
        contacts = self.begin(dt)
        if self._closes(contacts):
            pressed = self.keys[self.impulses.any(axis=1)]
            self.report.impacts += self._respond(contacts, pressed)
            events += 1
        while True:
            contacts, free = self.repositioned(contacts, self.caught or still >= STUCK)
            if left <= 0.0:
                break
            if not free or events >= self.settings.max_events:
                self.report.status = StepStatus.OUT_OF_EVENTS
                break
            self.caught = False
            taken, contacts, hits = self._advance(contacts, left)
            # What is left of a step that was taken whole is nothing, whatever rounding says.
            left = 0.0 if taken >= left else left - taken
            still = still + 1 if taken <= STANDS * dt else 0
            self.report.impacts += hits
            events += hits > 0 or self.caught
        return self.reported(contacts)

    def begin(self, dt: float) -> ContactSet:
        """Contacts at the start of a step."""
        self.dt = dt
        return self.renewed(None)

    def reported(self, contacts: ContactSet) -> Report:
        """The report, with contacts as they are now."""
        self.report.found = contacts
        self.report.impulses = contacts.matched(self.keys, self.impulses)[0]
        return self.report

    def renewed(self, impact: SceneImpact | None) -> ContactSet:
        """Contacts where bodies are now; the faces of an impact are remembered."""
        self.bodies.place_in(self.scene)
        if impact is not None:
            self.faces = np.concatenate([self.faces, impact_faces(self.bodies, impact)])
        self.faces = faces_of(self.bodies, self.scene, self.faces, self.distances.broken)
        found = near_contacts(self.bodies, self.scene, self.faces, self.distances.broken)
        self.report.least_distance = min(self.report.least_distance, found.least_distance)
        return found

    def repositioned(self, contacts: ContactSet, stuck: bool) -> tuple[ContactSet, bool]:
        """Contacts after a repositioning, if one is needed, and whether nothing penetrates."""
        bodies = self.bodies
        if self.too_near(contacts, stuck).any():
            weights = np.where(bodies.fixed, 0.0, bodies.mass)[:, None] * self.settings.gravity
            places = bodies.centres.copy()
            contacts, cycles, energy = self.moved_apart(contacts, stuck)
            self.report.repositionings += cycles
            self.report.repositioned += energy
            self._slow((weights * (places - bodies.centres)).sum(axis=1))
        return contacts, bool((contacts.separations > 0.0).all())

    def _slow(self, gained: Array) -> None:
        """Take potential energies that bodies gained from their motion, up to ``velocity_cut``."""
        bodies = self.bodies
        kinetic = energies(bodies, np.zeros(3))
        slowed = (gained > 0.0) & (kinetic > 0.0) & ~bodies.fixed
        share = np.where(slowed, gained, 0.0) / np.where(slowed, kinetic, 1.0)
        cut = np.maximum(np.sqrt(np.maximum(1.0 - share, 0.0)), self.settings.velocity_cut)
        bodies.velocities = np.where(slowed, cut, 1.0)[:, None] * bodies.velocities

    def _advance(self, contacts: ContactSet, left: float) -> tuple[float, ContactSet, int]:
        """Fly on until something hits, and respond: time taken, contacts then, and hits."""
        bodies = self.bodies
        spin = float(np.linalg.norm(bodies.velocities[:, 3:], axis=1).max(initial=0.0))
        dt = min(left, TURN / spin) if spin * left > TURN else left
        end, pressed = self._flight(contacts, dt)
        travel = Travel.to(bodies, end)
        impact = self.checker.first_impact(bodies, travel, self.distances.tolerance)
        if len(impact.started):
            return self.stopped(contacts)
        if impact.names is None:
            bodies.centres, bodies.rotations, bodies.velocities = end
            return dt, self.renewed(None), 0
        share = self.share_before(impact, np.hstack(travel))
        self._move_to(travel, end, share)
        contacts = with_impact(bodies, self.renewed(impact), impact, self.distances.security)
        return share * dt, contacts, self._respond(contacts, pressed)

    def stopped(self, contacts: ContactSet) -> tuple[float, ContactSet, int]:
        """Not a step further: what touches already is not followed, and is moved apart first."""
        self.caught = True
        return 0.0, contacts, 0

    def _closes(self, contacts: ContactSet) -> bool:
        """Do bodies that touch move on into each other?"""
        speeds = contacts.rows(self.bodies).matrix() @ self.bodies.velocities.ravel()
        touching = contacts.separations <= self.distances.touch
        return bool((touching & (speeds < -self.distances.speed)).any())

    def _respond(self, contacts: ContactSet, pressed: Ids) -> int:
        """New velocities at contacts that touch, or were pressed; returns how many pairs hit."""
        met = self.met(contacts, pressed)
        self.bodies.velocities, hits = respond(
            self.bodies, met, self.distances, self.settings.solver
        )
        return max(hits, 1)

    def met(self, contacts: ContactSet, pressed: Ids) -> ContactSet:
        """Contacts that take part in an impact.

        What does not bounce is stopped early, at the security distance.
        """
        touching = contacts.separations <= 3.0 * self.distances.touch
        stopped = np.isin(contacts.keys, pressed)
        stopped |= self.bodies.pair_restitution(contacts.pairs) == 0.0
        stopped &= contacts.separations <= self.distances.security
        return contacts.some(touching | stopped)

    def _flight(self, contacts: ContactSet, dt: float) -> tuple[Flight, Ids]:
        """Where bodies would be after ``dt``, and keys of contacts with a force."""
        bodies, settings = self.bodies, self.settings
        end = fly(bodies, settings.gravity, dt, settings.integrator)
        bounds = rest_bounds(bodies, contacts, self.distances, dt)
        contacts, bounds = contacts.some(bounds > -np.inf), bounds[bounds > -np.inf]
        start = contacts.matched(self.keys, self.impulses)[0]
        self.keys, self.impulses = contacts.keys, start
        if not contacts.number:
            return end, self.keys
        pushed = bodies.velocities + dt * accelerations(bodies, settings.gravity)
        recovery = recovery_speeds(contacts, self.distances, self.dt) * (start != 0.0).any(axis=1)
        velocities, self.impulses = solve(
            bodies, pushed, contacts, bounds + recovery, settings.solver, start
        )
        work = (self.impulses * contacts.normals).sum(axis=1) * recovery
        self.report.repositioned += float(work.sum())
        changed: Flags = (velocities != pushed).any(axis=1)
        if changed.any():
            held = move(bodies, velocities, dt)
            end = Flight(
                np.where(changed[:, None], held.centres, end.centres),
                np.where(changed[:, None, None], held.rotations, end.rotations),
                np.where(changed[:, None], held.velocities, end.velocities),
            )
        return end, contacts.keys[self.impulses.any(axis=1)]

    def share_before(self, impact: SceneImpact, motion: Array) -> float:
        """The share of a motion (n, 6) at which the gap is about the touching distance."""
        time = float(impact.time)
        contact = impact_contact(self.bodies, impact)
        if contact is None:
            return time
        closing = -float((contact.rows(self.bodies).matrix() @ motion.ravel())[0])
        missing = self.distances.touch - float(impact.gap)
        return time if closing <= 0.0 or missing <= 0.0 else max(0.0, time - missing / closing)

    def _move_to(self, travel: Travel, end: Flight, share: float) -> None:
        """Move all bodies to a part of their path, with velocities and momenta of then.

        Forces act in proportion to time. Without any, contacts act at once: then what bodies have
        moved is along their velocities, and angular momentum is kept.
        """
        bodies = self.bodies
        forces = bool(self.settings.gravity.any() or bodies.applied.any())
        passed = share if forces else 1.0
        before = np.einsum("nij,nj->ni", bodies.world_inertia(), bodies.velocities[:, 3:])
        tensors = end.rotations @ bodies.inertia @ end.rotations.transpose(0, 2, 1)
        after = np.einsum("nij,nj->ni", tensors, end.velocities[:, 3:])
        linear = bodies.velocities[:, :3]
        linear = linear + passed * (end.velocities[:, :3] - linear)
        travel.part(share).carry(bodies)
        spins = spins_of(bodies, before + passed * (after - before))
        bodies.velocities = np.where(bodies.fixed[:, None], 0.0, np.hstack([linear, spins]))
