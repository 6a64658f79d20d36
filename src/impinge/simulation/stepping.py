"""Time stepping: contacts at the start of a step, velocities by Gauss-Seidel with friction.

A gap may close within a step; what has closed opens at the speed of restitution at least.
Penetration is undone by displacements of its own, which give no velocity.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.response.kernels.gauss_seidel import sweep_cones
from impinge.scene import Scene
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet, contact_set
from impinge.simulation.flight import accelerations, fly, move, turned
from impinge.simulation.kernels.contact_step import (
    assemble_contacts,
    correct_positions,
    impulses_to_world,
)
from impinge.simulation.sleep import Sleep
from impinge.simulation.step import Report

MARGIN = 0.02
"""Gap that is a contact, relative to the size of the smallest body."""
SLOP = 0.1
"""Depth that stays, relative to the margin: contacts of bodies at rest do not come and go."""
RESTORED = 0.2
"""Share of the depth beyond it that a step undoes."""
SWEEPS, POSITION_SWEEPS = 50, 10
TOLERANCE = 1e-3
"""Residual at which sweeps end, relative to what gravity adds to a velocity in a step."""
SLOW = 2.0
"""Approach without restitution, relative to the same: bodies at rest do not bounce."""


class Contacts(NamedTuple):
    """Contacts of a step and their matrices, as ``sweep_cones`` takes them."""

    pairs: Ids
    jacobian: Array
    change: Array
    inverse: Array
    impulses: Array

    def openings(self, velocities: Array) -> Array:
        """(m,) float64: speeds at which gaps open."""
        return np.asarray(np.einsum("mbi,mbi->m", self.jacobian[:, 0], velocities[self.pairs]))


class Stepping:
    """The method "stepping".

    ``memory``: ``keys`` and ``impulses`` of the contacts of the last step, and what ``Sleep`` keeps.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:
        """Distance [m] within which contacts are looked for."""
        return MARGIN * smallest_size(bodies)

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        bodies.place_in(scene)
        found = contact_set(scene)
        pairs = np.where(bodies.fixed[found.pairs], len(bodies), found.pairs)
        impulses = self._start(found)
        sleep = Sleep(self.memory, bodies, self._settings, dt)
        awake = sleep.awake(pairs)
        report = _report(found)
        some = np.flatnonzero(np.append(awake, False)[pairs].any(axis=1))
        if awake.any():
            self._move(bodies, found.some(some), pairs[some], awake, impulses, some, dt, report)
        report.impulses = impulses
        self.memory = {"keys": found.keys, "impulses": impulses, **sleep.after(bodies, pairs)}
        return report

    def _start(self, found: ContactSet) -> Array:
        """Impulses of the last step, at the same contacts."""
        if "keys" not in self.memory:
            return np.zeros((len(found.keys), 3))
        return found.matched(self.memory["keys"], self.memory["impulses"])

    def _move(
        self, bodies: Bodies, found: ContactSet, pairs: Ids, awake: Flags, impulses: Array,
        some: Ids, dt: float, report: Report,
    ) -> None:  # fmt: skip
        """Move bodies that are awake; writes impulses and the report."""
        gravity, n = self._settings.gravity, len(bodies)
        free = fly(bodies, gravity, dt, self._settings.integrator)
        pushed = bodies.velocities + dt * accelerations(bodies, gravity)
        velocities = np.vstack([np.where(awake[:, None], pushed, 0.0), np.zeros((1, 6))])
        friction = bodies.pair_friction(found.pairs)
        contacts = _assembled(bodies, found, pairs, friction, impulses[some], velocities)

        limit = SLOW * dt * float(np.linalg.norm(gravity))
        before = np.vstack([bodies.velocities, np.zeros((1, 6))])
        bounds, hits = _bounds(bodies, found, contacts.openings(before), dt, limit)
        report.impacts = int(np.count_nonzero(hits))
        scale = dt * float(np.linalg.norm(gravity)) or float(np.abs(bounds).max(initial=0.0))
        sweep_cones(
            contacts.jacobian, contacts.change, pairs, contacts.inverse, bounds, friction,
            contacts.impulses, velocities, TOLERANCE * scale, SWEEPS,
        )  # fmt: skip
        gaps = found.separations + dt * contacts.openings(velocities)
        impulses_to_world(found.normals, contacts.impulses)
        impulses[some] = contacts.impulses

        touches = np.zeros(n + 1, np.bool_)
        touches[pairs] = True
        lands, flies = touches[:n] & awake, ~touches[:n] & awake
        moved = move(bodies, velocities[:n], dt)
        for name in moved._fields:
            now = getattr(bodies, name).copy()
            now[lands], now[flies] = getattr(moved, name)[lands], getattr(free, name)[flies]
            setattr(bodies, name, now)
        moves = self._corrections(bodies, contacts, gaps)
        if moves is not None:
            report.repositionings = 1
            report.repositioned = -float((bodies.mass[awake] * (moves[awake, :3] @ gravity)).sum())
            bodies.centres = bodies.centres + moves[:, :3]
            bodies.rotations = turned(bodies.rotations, moves[:, 3:])

    def _corrections(self, bodies: Bodies, contacts: Contacts, gaps: Array) -> Array | None:
        """(n, 6) float64: displacements that undo penetration; None if there is little."""
        wanted = -SLOP * self.margin(bodies) - gaps
        if not (wanted > 0.0).any():
            return None
        wanted *= np.where(wanted > 0.0, RESTORED, 1.0)
        moves, weights = np.zeros((len(bodies) + 1, 6)), np.zeros(len(gaps))
        correct_positions(
            contacts.jacobian, contacts.change, contacts.pairs, contacts.inverse, wanted, weights,
            moves, POSITION_SWEEPS,
        )  # fmt: skip
        return moves[:-1]


def smallest_size(bodies: Bodies) -> float:
    """Of the bodies that move [m]; of all if none does, 1 if none ends."""
    sizes = bodies.sizes()
    for some in (sizes[~bodies.fixed], sizes[np.isfinite(sizes)]):
        if len(some):
            return float(some.min())
    return 1.0


def _assembled(
    bodies: Bodies, found: ContactSet, pairs: Ids, friction: Array, start: Array, velocities: Array
) -> Contacts:
    """Matrices of contacts; impulses of the start are added to the velocities."""
    m, n = len(pairs), len(bodies)
    inverses = np.zeros((n + 1, 10))
    free = np.flatnonzero(~bodies.fixed)
    inverses[free, 0] = 1.0 / bodies.mass[free]
    turns = bodies.rotations[free]
    local = np.linalg.inv(bodies.inertia[free])
    inverses[free, 1:] = (turns @ local @ turns.transpose(0, 2, 1)).reshape(-1, 9)
    centres = np.vstack([bodies.centres, np.zeros((1, 3))])
    shape = m, 3, 2, 6
    made = Contacts(pairs, np.empty(shape), np.empty(shape), np.empty((m, 3, 3)), start)
    assemble_contacts(
        pairs, found.points, found.normals, centres, inverses, friction, *made[1:], velocities
    )
    return made


def _bounds(
    bodies: Bodies, found: ContactSet, openings: Array, dt: float, limit: float
) -> tuple[Array, Flags]:
    """Least speeds at which gaps open, and which contacts are impacts."""
    hits = (openings < -limit) & (found.separations + dt * openings < 0.0)
    closing = -np.maximum(found.separations, 0.0) / dt
    bouncing = -bodies.pair_restitution(found.pairs) * openings
    return np.where(hits & (bouncing > 0.0), bouncing, closing), hits


def _report(found: ContactSet) -> Report:
    return Report(
        least_distance=float(found.separations.min(initial=np.inf)),
        points=found.points, normals=found.normals, separations=found.separations,
    )  # fmt: skip
