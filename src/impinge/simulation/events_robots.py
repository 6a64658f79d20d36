"""Events of worlds with robots: coordinates are those of joints, and of bodies that are free.

Contacts are without friction, as the projection is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.motion import Motion
from impinge.response import Projection, impact_bounds, project
from impinge.scene import Scene
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, Settings, poses_of
from impinge.simulation.contact_set import ContactSet
from impinge.simulation.events import EventStep
from impinge.simulation.events_contacts import with_impact
from impinge.simulation.events_reposition import CYCLES, STOPPED
from impinge.simulation.events_response import Distances, energies, rest_bounds
from impinge.simulation.flight import Flight, accelerations, fly, move
from impinge.simulation.joint_dynamics import forward_dynamics
from impinge.simulation.robot_rows import JointFrame, JointState, RobotRows, limit_rows

KEPT = 1e-5
"""Share of its kinetic energy that a robot may gain or lose in a flight."""
HALVINGS = 7
"""How often a flight is halved until it keeps energy."""


class Ends(NamedTuple):
    """Where free bodies are at the end of a path, and configurations of robots."""

    poses: Array
    configurations: list[Array]


class RobotChecker:
    """A scene of bodies and robots, in which steps of both are checked."""

    def __init__(self, bodies: Bodies, states: list[JointState]) -> None:
        robots: tuple[RobotRows, ...] = bodies.robots
        links = np.concatenate([known.rows for known in robots])
        self._alone = np.setdiff1d(np.arange(len(bodies)), links)
        self._names = [bodies.names[row] for row in self._alone]
        self._scene = Scene(solid=bodies.is_solid())
        groups = ["fixed" if bodies.fixed[row] else None for row in self._alone]
        shapes = [bodies.shapes[row] for row in self._alone]
        self._scene.add_many(self._names, shapes, bodies.poses[self._alone], 0.0, groups)
        self._scene.ignore_groups("fixed")
        for known, state in zip(robots, states, strict=True):
            self._scene.add_robot(known.name, known.robot, state.q)

    def first_impact(
        self, bodies: Bodies, states: list[JointState], ends: Ends, tolerance: float
    ) -> SceneImpact:
        """The first contact on the way to the ends."""
        if self._names:
            self._scene.move(self._names, bodies.poses[self._alone])
        targets: dict[str, Any] = {}
        for known, state, q in zip(bodies.robots, states, ends.configurations, strict=True):
            self._scene.move(known.name, state.q)
            targets[known.name] = q
        for name, row in zip(self._names, self._alone, strict=True):
            if not bodies.fixed[row]:
                targets[name] = ends.poses[row]
        return self._scene.time_of_impact(targets, tolerance=tolerance)


class RobotEventStep(EventStep):
    """One step of some events, in a world with robots."""

    def __init__(
        self, bodies: Bodies, scene: Scene, checker: RobotChecker, distances: Distances,
        settings: Settings, memory: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(bodies, scene, checker, distances, settings, memory)
        self.robots: list[RobotRows] = list(bodies.robots)
        self.states = states_of(self.robots, memory)

    @staticmethod
    def checker_of(bodies: Bodies, memory: dict[str, Any]) -> RobotChecker:
        return RobotChecker(bodies, states_of(list(bodies.robots), memory))

    def memory(self) -> dict[str, Any]:
        return {**super().memory(), **memory_of(self.robots, self.states)}

    @property
    def _pairs(self) -> list[tuple[RobotRows, JointState]]:
        return list(zip(self.robots, self.states, strict=True))

    def _respond(self, contacts: ContactSet, pressed: Ids) -> int:
        met = self.met(contacts, pressed)
        bodies, frame = self.bodies, JointFrame.of(self.bodies, self._pairs)
        before = frame.speeds(bodies.velocities, [state.dq for state in self.states])
        rows = met.rows(bodies).matrix() @ frame.to_rows
        bounce = bodies.pair_restitution(met.pairs) * (rows @ before < -self.distances.speed)
        limits, gaps = limit_rows(self._pairs, frame)
        every = np.vstack([rows, limits[gaps <= 0.0]])
        bounds = np.zeros(len(every))
        bounds[: len(rows)] = impact_bounds(rows, before, bounce)
        after = project(before, frame.mass, every, bounds).motion
        if bounce.any() and after @ frame.mass @ after > before @ frame.mass @ before:
            # Newton's law of restitution may add energy at several contacts: then none bounces.
            after = project(before, frame.mass, every, np.zeros(len(bounds))).motion
        parts = frame.split(after, self.robots)
        self.states = [JointState(s.q, dq) for s, dq in zip(self.states, parts, strict=True)]
        bodies.velocities = frame.velocities(after)
        return max(1, len(np.unique(met.pairs[rows @ before < 0.0], axis=0)))

    def _advance(self, contacts: ContactSet, left: float) -> tuple[float, ContactSet, int]:
        bodies, energy = self.bodies, self._energy()
        dt, free = self._flights(left)
        ends, flight, speeds, pressed = self._path(contacts, free, dt)
        impact = self.checker.first_impact(bodies, self.states, ends, self.distances.tolerance)
        if len(impact.started):
            return self.stopped(contacts)
        if impact.names is None:
            self._place(flight, ends.configurations, speeds)
            self._lose(energy)
            return dt, self.renewed(None), 0
        before = bodies.velocities.copy()
        share = self.share_before(impact, dt * before)
        middle = Flight(*self._placed(ends, share), before + share * (flight.velocities - before))
        q = self._configurations(ends, share)
        passed = [
            state.dq + share * (dq - state.dq)
            for state, dq in zip(self.states, speeds, strict=True)
        ]
        self._place(middle, q, passed)
        self._lose(energy)
        contacts = with_impact(bodies, self.renewed(impact), impact, self.distances.security)
        return share * dt, contacts, self._respond(contacts, pressed)

    def _flights(self, left: float) -> tuple[float, list[JointState]]:
        """States of robots after free flight, over a time in which they keep their energies."""
        dt = left
        for _ in range(HALVINGS):
            found = [self._flown(known, state, dt) for known, state in self._pairs]
            if all(self._keeps(*three) for three in zip(self.robots, self.states, found,
                                                        strict=True)):  # fmt: skip
                break
            dt *= 0.5
        return dt, found

    def _keeps(self, known: RobotRows, before: JointState, after: JointState) -> bool:
        if self.bodies.applied[known.rows].any():
            return True
        gravity = self.settings.gravity
        first, last = known.energies(before, gravity), known.energies(after, gravity)
        return abs(sum(last) - sum(first)) <= KEPT * max(first[0], last[0])

    def _energy(self) -> float:
        """Energy of robots and free bodies [J]."""
        gravity = self.settings.gravity
        alone = np.ones(len(self.bodies), np.bool_)
        for known in self.robots:
            alone[known.rows] = False
        robots = sum(sum(known.energies(state, gravity)) for known, state in self._pairs)
        return float(energies(self.bodies, gravity)[alone].sum()) + robots

    def _lose(self, most: float) -> None:
        """Slow robots if there is more energy than before: in-between motions are not those of
        dynamics.
        """
        excess = self._energy() - most
        if excess <= 0.0 or self.bodies.applied.any():
            return
        kinetic = sum(known.energies(state, np.zeros(3))[0] for known, state in self._pairs)
        factor = np.sqrt(max(0.0, 1.0 - excess / kinetic)) if kinetic > 0.0 else 1.0
        self.states = [JointState(state.q, factor * state.dq) for state in self.states]
        for known, state in self._pairs:
            known.place(self.bodies, state)

    def _path(
        self, contacts: ContactSet, free: list[JointState], dt: float
    ) -> tuple[Ends, Flight, list[Array], Ids]:
        """Ends of a path of length ``dt``: poses, flight of bodies, speeds of joints, pressed."""
        bodies, settings = self.bodies, self.settings
        flight = fly(bodies, settings.gravity, dt, settings.integrator)
        bounds = rest_bounds(bodies, contacts, self.distances, dt)
        contacts, bounds = contacts.some(bounds > -np.inf), bounds[bounds > -np.inf]
        frame = JointFrame.of(bodies, self._pairs)
        pushed = bodies.velocities + dt * accelerations(bodies, settings.gravity)
        wanted = frame.speeds(pushed, [state.dq for state in free])
        limits, gaps = limit_rows(self._pairs, frame)
        rows = contacts.rows(bodies).matrix() @ frame.to_rows
        every = np.vstack([rows, limits])
        least = np.concatenate([bounds, np.minimum(-gaps / dt, 0.0)])
        after, active = wanted, np.zeros(len(every), np.bool_)
        self.keys, self.impulses = contacts.keys, np.zeros((len(rows), 3))
        if (every @ wanted < least).any():
            found = project(wanted, frame.mass, every, least)
            after, active = found.motion, found.active
            self.impulses = found.multipliers[: len(rows), None] * contacts.normals
        speeds = frame.split(after, self.robots)
        if active.any():
            held = move(bodies, frame.velocities(after), dt)
            changed = (frame.velocities(after) != pushed).any(axis=1)
            flight = Flight(*(
                np.where(changed.reshape(-1, *(1,) * (a.ndim - 1)), a, b)
                for a, b in zip(held, flight, strict=True)
            ))  # fmt: skip
        q = [
            known.robot.integrate(state.q, dq, dt) if not np.array_equal(dq, other.dq) else other.q
            for (known, state), dq, other in zip(self._pairs, speeds, free, strict=True)
        ]
        poses = poses_of(flight.centres, flight.rotations, bodies.locals)
        return Ends(poses, q), flight, speeds, contacts.keys[active[: len(rows)]]

    def _flown(self, known: RobotRows, state: JointState, dt: float) -> JointState:
        """A robot after free flight, by Runge-Kutta's method of fourth order."""
        robot, gravity = known.robot, self.settings.gravity
        pushes = self.bodies.applied[known.rows]
        torque = np.zeros(robot.speeds)
        if pushes.any():
            torque = np.einsum("kcs,kc->s", known.jacobians(self.bodies, state.q), pushes)

        def rate(q: Array, dq: Array) -> Array:
            return forward_dynamics(robot, q, dq, torque, gravity)

        first = rate(state.q, state.dq)
        speed = state.dq + 0.5 * dt * first
        second = rate(robot.integrate(state.q, 0.5 * dt * state.dq), speed)
        faster = state.dq + 0.5 * dt * second
        third = rate(robot.integrate(state.q, 0.5 * dt * speed), faster)
        last = state.dq + dt * third
        fourth = rate(robot.integrate(state.q, dt * faster), last)
        mean = (state.dq + 2.0 * speed + 2.0 * faster + last) / 6.0
        after = state.dq + dt / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)
        return JointState(robot.integrate(state.q, mean, dt), after)

    def _configurations(self, ends: Ends, share: float) -> list[Array]:
        """Of the robots, at a share of the path: all joints move at constant rates."""
        return [
            known.robot.integrate(state.q, known.robot.difference(state.q, q), share)
            for (known, state), q in zip(self._pairs, ends.configurations, strict=True)
        ]

    def _placed(self, ends: Ends, share: float) -> tuple[Array, Array]:
        """Centres and rotations of bodies at a share of the path, as the scene moves them."""
        poses = Motion(self.bodies.poses, ends.poses).pose(share)
        turns = poses[:, :3, :3]
        return poses[:, :3, 3] + np.einsum("nij,nj->ni", turns, self.bodies.locals), turns

    def _place(self, flight: Flight, configurations: list[Array], speeds: list[Array]) -> None:
        """Put bodies and robots where they are then."""
        bodies = self.bodies
        stays = bodies.fixed.copy()
        bodies.centres = np.where(stays[:, None], bodies.centres, flight.centres)
        bodies.rotations = np.where(stays[:, None, None], bodies.rotations, flight.rotations)
        bodies.velocities = np.where(stays[:, None], 0.0, flight.velocities)
        self.states = [JointState(q, dq) for q, dq in zip(configurations, speeds, strict=True)]
        for known, state in self._pairs:
            known.place(bodies, state)

    def repositioned(self, contacts: ContactSet, stuck: bool) -> tuple[ContactSet, bool]:
        """Move bodies and joints apart in cycles, as of ``moved_apart``."""
        bodies, gravity = self.bodies, self.settings.gravity
        near = self.too_near(contacts, stuck)
        cycles = 0
        while near.any() and cycles < CYCLES:
            frame = JointFrame.of(bodies, self._pairs)
            limits, gaps = limit_rows(self._pairs, frame)
            rows = np.vstack([contacts.rows(bodies).matrix() @ frame.to_rows, limits])
            rest, held = np.zeros(len(frame.mass)), np.minimum(-gaps, 0.0)

            def projected(wanted: Array) -> Projection:
                return project(rest, frame.mass, rows, np.concatenate([wanted, held]))  # noqa: B023

            change = self.displacement(contacts, near, projected)
            if change is None:
                break
            before = energies(bodies, gravity).sum()
            contacts = self._displace(frame, change)
            self.report.repositioned += float(energies(bodies, gravity).sum() - before)
            cycles += 1
            near = self.too_near(contacts, stuck)
        self.report.repositionings += cycles
        return contacts, bool((contacts.separations > 0.0).all())

    def _displace(self, frame: JointFrame, change: Array) -> ContactSet:
        """Move along displacements of coordinates until something new is hit."""
        bodies = self.bodies
        moved = move(bodies, frame.velocities(change), 1.0)
        poses = poses_of(moved.centres, moved.rotations, bodies.locals)
        q = [
            known.robot.integrate(state.q, part)
            for (known, state), part in zip(self._pairs, frame.split(change, self.robots),
                                            strict=True)
        ]  # fmt: skip
        ends, speeds = Ends(poses, q), [state.dq for state in self.states]
        impact = self.checker.first_impact(bodies, self.states, ends, self.distances.tolerance)
        share = 1.0 if impact.names is None else STOPPED * float(impact.time)
        there = Flight(*self._placed(ends, share), bodies.velocities)
        self._place(there, self._configurations(ends, share), speeds)
        if impact.names is None:
            return self.renewed(None)
        return with_impact(bodies, self.renewed(impact), impact, self.distances.security)


def states_of(robots: list[RobotRows], memory: dict[str, Any]) -> list[JointState]:
    """States of robots in a memory of a method."""
    return [
        JointState(memory[f"q of {known.name}"], memory[f"dq of {known.name}"]) for known in robots
    ]


def memory_of(robots: list[RobotRows], states: list[JointState]) -> dict[str, Array]:
    """The same as entries of a memory."""
    found: dict[str, Array] = {}
    for known, state in zip(robots, states, strict=True):
        found |= {f"q of {known.name}": state.q, f"dq of {known.name}": state.dq}
    return found
