"""Time stepping: contacts at the start of a step, velocities by Gauss-Seidel with friction.

A gap may close within a step; what has closed opens at the speed of restitution at least.
Penetration is undone by displacements of its own, which give no velocity.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.scene import Scene
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet, contact_set
from impinge.simulation.flight import Flight, accelerations, fly, move, turned
from impinge.simulation.kernels.contact_step import (
    BOUND,
    CONTACT_NUMBERS,
    FRICTION,
    NORMAL,
    assemble_contacts,
    correct_positions,
    impulses_to_world,
    opening_speeds,
    sweep_contacts,
)
from impinge.simulation.sleep import Sleep
from impinge.simulation.step import Report

MARGIN = 0.02
"""Gap that is a contact, relative to the size of the smallest body."""
STALE = 0.02
"""How far bodies move before their contacts are found anew, relative to the margin."""
SLOP = 0.1
"""Depth that stays, relative to the margin: contacts of bodies at rest do not come and go."""
RESTORED = 0.2
"""Share of the depth beyond it that a step undoes."""
SWEEPS, POSITION_SWEEPS = 30, 10
TOLERANCE = 1e-3
"""Residual at which sweeps end, relative to what gravity adds to a velocity in a step."""
SLOW = 2.0
"""Approach without restitution, relative to the same: bodies at rest do not bounce."""


class Contacts(NamedTuple):
    """Contacts of a step as kernels take them."""

    rows: Array
    pairs: Ids
    inverses: Array
    impulses: Array

    def openings(self, velocities: Array) -> Array:
        """(m,) float64: speeds at which gaps open."""
        found = np.empty(len(self.pairs))
        opening_speeds(self.rows, self.pairs, velocities, found)
        return found


class Stepping:
    """The method "stepping".

    ``memory``: ``keys``, ``codes`` and ``impulses`` of the contacts of the last step, ``places``
    at which they were found, ``held`` and ``held_ids`` of contacts of meshes, and what ``Sleep``
    keeps.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:
        """Distance [m] within which contacts are looked for."""
        return MARGIN * smallest_size(bodies)

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        poses = bodies.poses
        places = self._places(bodies, poses)
        with scene._memo.lock:
            scene._things.move(np.arange(len(bodies)), places)
        found = contact_set(scene).carried(places, poses)
        held, holds = self._held(found, bodies, poses)
        found = found.and_also(held)
        pairs = np.where(bodies.fixed[found.pairs], len(bodies), found.pairs)
        codes = found.codes(len(bodies))
        impulses = self._start(found, codes)
        sleep = Sleep(self.memory, bodies, self._settings, dt)
        awake = sleep.awake(pairs)
        report = Report(least_distance=found.least_distance, found=found)
        some = np.flatnonzero(np.append(awake, False)[pairs].any(axis=1))
        if awake.any():
            own = found.some(some)
            impulses[some] = self._move(bodies, own, pairs[some], awake, impulses[some], dt, report)
        report.impulses = impulses
        remembered = {"keys": found.keys, "codes": codes, "impulses": impulses, "places": places}
        remembered |= holds
        self.memory = {**remembered, **sleep.after(bodies, pairs)}
        return report

    def _places(self, bodies: Bodies, poses: Array) -> Array:
        """(n, 4, 4) float64: poses at which contacts are found.

        Of bodies that have hardly moved since, those of an earlier step: their contacts are known.
        """
        before = self.memory.get("places", poses[:0])
        places = poses.copy()
        some = np.flatnonzero(~bodies.fixed[: len(before)])
        change = poses[some, :3] - before[some, :3]
        off = np.linalg.norm(change[:, :, 3], axis=1)
        off += bodies.size[some] * np.linalg.norm(change[:, :, :3], axis=(1, 2))
        kept = some[off < STALE * self.margin(bodies)]
        places[kept] = before[kept]
        return places

    def _held(
        self, found: ContactSet, bodies: Bodies, poses: Array
    ) -> tuple[ContactSet, dict[str, Any]]:
        """Earlier contacts of two meshes that last, and what to remember of all.

        A scene finds one contact of two meshes at a time, too few to rest on.
        """
        meshes = np.array([isinstance(shape, Mesh) for shape in bodies.shapes], np.bool_)
        if np.count_nonzero(meshes) < 2:
            return found.some(np.zeros(0, np.int64)), {}
        own = found.some(np.flatnonzero(meshes[found.pairs].all(axis=1)))
        held = own.some(np.zeros(0, np.int64))
        if "held" in self.memory:
            limit = self.margin(bodies)
            held = own.lasting(self.memory["held"], self.memory["held_ids"], poses, limit)
        every = own.and_also(held)
        ids = np.column_stack([every.pairs, every.keys])
        return held, {"held": every.local(poses), "held_ids": ids}

    def _start(self, found: ContactSet, codes: Ids) -> Array:
        """Impulses of the last step at the same contacts.

        What a pair had at contacts that are gone is shared by its new ones: a contact that goes
        over to another feature does not let a pile sag.
        """
        if "keys" not in self.memory:
            return np.zeros((len(found.keys), 3))
        before, old = self.memory["impulses"], self.memory["codes"]
        impulses, same = found.matched(self.memory["keys"], before)
        if same.all() or not len(before):
            return impulses
        known, rows = np.unique(codes, return_inverse=True)
        place = np.minimum(np.searchsorted(known, old), len(known) - 1)
        still = known[place] == old
        lost = np.zeros((len(known), 3))
        np.add.at(lost, place[still], before[still])
        np.subtract.at(lost, rows, impulses)
        new = np.bincount(rows[~same], minlength=len(known))
        impulses[~same] = (lost / np.maximum(new, 1)[:, None])[rows[~same]]
        return impulses

    def _move(
        self, bodies: Bodies, found: ContactSet, pairs: Ids, awake: Flags, start: Array, dt: float,
        report: Report,
    ) -> Array:  # fmt: skip
        """Move bodies that are awake, and write the report; impulses (m, 3) at the contacts."""
        gravity, n = self._settings.gravity, len(bodies)
        pushed = bodies.velocities + dt * accelerations(bodies, gravity)
        velocities = np.zeros((n + 1, 6))
        velocities[:n][awake] = pushed[awake]
        contacts = _assembled(bodies, found, pairs, awake, start, velocities)
        weight = dt * float(np.linalg.norm(gravity))
        before = np.vstack([bodies.velocities, np.zeros((1, 6))])
        bounds, hits = _bounds(bodies, found, contacts.openings(before), dt, SLOW * weight)
        contacts.rows[:, BOUND] = bounds
        report.impacts = int(np.count_nonzero(hits))
        tolerance = TOLERANCE * (weight or float(np.abs(bounds).max(initial=0.0)))
        sweep_contacts(*contacts, velocities, tolerance, SWEEPS)
        gaps = found.separations + dt * contacts.openings(velocities)
        impulses_to_world(contacts.rows, contacts.impulses)

        moved = self._moved(bodies, velocities[:n], pairs, dt)
        moves = self._corrections(bodies, contacts, gaps)
        if moves is not None:
            report.repositionings = 1
            report.repositioned = -float((bodies.mass[awake] * (moves[awake, :3] @ gravity)).sum())
            rotations = turned(moved.rotations, moves[:, 3:])
            moved = Flight(moved.centres + moves[:, :3], rotations, moved.velocities)
        for name, now in moved._asdict().items():
            # What sleeps stays where it is, to the bit: it is not looked at again.
            changed = getattr(bodies, name).copy()
            changed[awake] = now[awake]
            setattr(bodies, name, changed)
        return contacts.impulses

    def _moved(self, bodies: Bodies, velocities: Array, pairs: Ids, dt: float) -> Flight:
        """Bodies after a step at these velocities; with "rk4", bodies without contacts fly."""
        moved = move(bodies, velocities, dt)
        if self._settings.integrator == "rk4":
            flies = np.ones(len(bodies) + 1, np.bool_)
            flies[pairs] = False
            free = fly(bodies, self._settings.gravity, dt, "rk4")
            for now, instead in zip(moved, free, strict=True):
                now[flies[:-1]] = instead[flies[:-1]]
        return moved

    def _corrections(self, bodies: Bodies, contacts: Contacts, gaps: Array) -> Array | None:
        """(n, 6) float64: displacements that undo penetration; None if there is little."""
        wanted = -SLOP * self.margin(bodies) - gaps
        if not (wanted > 0.0).any():
            return None
        wanted *= np.where(wanted > 0.0, RESTORED, 1.0)
        moves, weights = np.zeros((len(bodies) + 1, 6)), np.zeros(len(gaps))
        rows, pairs, inverses, _ = contacts
        correct_positions(rows, pairs, inverses, wanted, weights, moves, POSITION_SWEEPS)
        return moves[:-1]


def smallest_size(bodies: Bodies) -> float:
    """Of the bodies that move [m]; of all if none does, 1 if none ends."""
    sizes = bodies.size
    for some in (sizes[~bodies.fixed], sizes[np.isfinite(sizes)]):
        if len(some):
            return float(some.min())
    return 1.0


def _assembled(
    bodies: Bodies, found: ContactSet, pairs: Ids, awake: Flags, start: Array, velocities: Array
) -> Contacts:
    """Contacts without bounds; impulses of the start are added to the velocities."""
    n = len(bodies)
    inverses = np.zeros((n + 1, 10))
    inverses[:n, 0] = 1.0 / bodies.mass
    turns = bodies.rotations
    inverses[:n, 1:] = (turns @ bodies.inverse_inertia @ turns.transpose(0, 2, 1)).reshape(-1, 9)
    inverses[:n][~awake] = 0.0
    centres = np.vstack([bodies.centres, np.zeros((1, 3))])
    rows = np.zeros((len(pairs), CONTACT_NUMBERS))
    rows[:, NORMAL : NORMAL + 3] = found.normals
    rows[:, FRICTION] = bodies.pair_friction(found.pairs)
    assemble_contacts(pairs, found.points, centres, inverses, rows, start, velocities)
    return Contacts(rows, pairs, inverses, start)


def _bounds(
    bodies: Bodies, found: ContactSet, openings: Array, dt: float, limit: float
) -> tuple[Array, Flags]:
    """Least speeds at which gaps open, and which contacts are impacts."""
    hits = (openings < -limit) & (found.separations + dt * openings < 0.0)
    closing = -np.maximum(found.separations, 0.0) / dt
    bouncing = -bodies.pair_restitution(found.pairs) * openings
    return np.where(hits & (bouncing > 0.0), bouncing, closing), hits
