"""Robots of a world: their links are rows of bodies, their joints are the coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.scene import Robot, Scene
from impinge.scene.joint_space import full_space
from impinge.simulation.bodies import Bodies
from impinge.simulation.body_mass import link_bodies
from impinge.simulation.joint_dynamics import mass_matrix
from impinge.simulation.kernels.joint_dynamics import CENTRE, INERTIA, MASS

SPEEDS = {"floating": (7, 6), "ball": (4, 3), "planar": (3, 3)}
"""Numbers of q and of speeds of joints that have several."""


class JointState(NamedTuple):
    """Configuration and speeds of a robot."""

    q: Array
    dq: Array


@dataclass(frozen=True, slots=True, eq=False)
class RobotRows:
    """A robot, and the rows of bodies that are its links.

    Attributes
    ----------
    name : str
    robot : Robot
    rows : (k,) int64
        Of bodies.
    carriers : list of str
        The link that each row moves with.
    """

    name: str
    robot: Robot
    rows: Ids
    carriers: list[str]

    def place(self, bodies: Bodies, state: JointState) -> None:
        """Write poses and velocities of the links into the rows of bodies."""
        poses = dict(zip(self.robot.link_names, self.robot.links(state.q), strict=True))
        for row, link, jacobian in zip(self.rows, self.carriers, self.jacobians(bodies, state.q),
                                       strict=True):  # fmt: skip
            turn = poses[link][:3, :3]
            bodies.rotations[row] = turn
            bodies.centres[row] = turn @ bodies.locals[row] + poses[link][:3, 3]
            bodies.velocities[row] = jacobian @ state.dq

    def jacobians(self, bodies: Bodies, q: Array) -> Array:
        """(k, 6, speeds) float64: velocities of centres and spins of the rows, a unit speed."""
        space = full_space(self.robot)
        full, _ = space.configurations(q, "q")
        links = np.array([self.robot.link_names.index(link) for link in self.carriers], np.int64)
        every = np.repeat(full, len(links), axis=0)
        found = space.kinematics.jacobian(every, links, bodies.locals[self.rows])
        return np.ascontiguousarray(found[:, :, space.speed_columns])

    def energies(self, state: JointState, gravity: Array) -> tuple[float, float]:
        """Kinetic and potential energy [J], also of links without shapes."""
        kinetic = 0.5 * float(state.dq @ mass_matrix(self.robot, state.q) @ state.dq)
        masses = link_bodies(self.robot.articulation)
        poses = self.robot.links(state.q)
        centres = np.einsum("kij,kj->ki", poses[:, :3, :3], masses[:, CENTRE:INERTIA])
        heights = (centres + poses[:, :3, 3]) @ gravity
        return kinetic, -float(masses[:, MASS] @ heights)

    def ignored(self, scene: Scene) -> Iterator[tuple[str, str]]:
        """Pairs of names in a scene that the robot does not test."""
        names = set(scene.names)
        for pair in self.robot.ignored:
            a, b = (known if (known := f"{self.name}/{one}") in names else one for one in pair)
            if a in names and b in names:
                yield a, b

    def limited(self) -> tuple[Ids, Ids]:
        """Columns of q and of speeds of joints with a single number."""
        tree, at, columns = self.robot.articulation, np.zeros(2, np.int64), []
        kinds = {joint.name: joint.kind for joint in tree.joints}
        for joint in self.robot.joints:
            width = np.array(SPEEDS.get(kinds[joint], (1, 1)))
            if kinds[joint] not in SPEEDS:
                columns.append(at.copy())
            at += width
        found = np.array(columns, np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1]


class JointFrame(NamedTuple):
    """Coordinates of free bodies and robots together, where they are now.

    Attributes
    ----------
    free : (f,) int64
        Rows of bodies that are no links and not fixed: six coordinates each come first.
    to_rows : (6n, d) float64
        From speeds of coordinates to velocities of all rows.
    mass : (d, d) float64
    """

    free: Ids
    to_rows: Array
    mass: Array

    @classmethod
    def of(cls, bodies: Bodies, robots: list[tuple[RobotRows, JointState]]) -> JointFrame:
        """The frame at the states of the robots."""
        links = np.concatenate([known.rows for known, _ in robots])
        free = np.setdiff1d(np.flatnonzero(~bodies.fixed), links)
        size = 6 * len(free) + sum(known.robot.speeds for known, _ in robots)
        to_rows, mass = np.zeros((len(bodies), 6, size)), np.zeros((size, size))
        inertia = bodies.world_inertia()
        for k, row in enumerate(free):
            six = slice(6 * k, 6 * k + 6)
            to_rows[row, :, six] = np.eye(6)
            mass[six, six][:3, :3] = bodies.mass[row] * np.eye(3)
            mass[six, six][3:, 3:] = inertia[row]
        at = 6 * len(free)
        for known, state in robots:
            some = slice(at, at + known.robot.speeds)
            to_rows[known.rows, :, some] = known.jacobians(bodies, state.q)
            mass[some, some] = mass_matrix(known.robot, state.q)
            at = some.stop
        return cls(free, to_rows.reshape(-1, size), mass)

    def speeds(self, velocities: Array, robots: list[Array]) -> Array:
        """(d,) float64: from velocities of bodies (n, 6), and speeds of joints."""
        return np.concatenate([velocities[self.free].ravel(), *robots])

    def split(self, speeds: Array, robots: list[RobotRows]) -> list[Array]:
        """Speeds of joints of each robot, from those of all coordinates."""
        ends = 6 * len(self.free) + np.cumsum([0, *(known.robot.speeds for known in robots)])
        return [speeds[a:b] for a, b in pairwise(ends)]

    def velocities(self, speeds: Array) -> Array:
        """(n, 6) float64: velocities of all rows."""
        return np.asarray((self.to_rows @ speeds).reshape(-1, 6))


def limit_rows(
    robots: list[tuple[RobotRows, JointState]], frame: JointFrame
) -> tuple[Array, Array]:
    """(m, d) rows of joint limits, and how far the joints are from them (m,)."""
    rows, gaps, at, size = [], [], 6 * len(frame.free), len(frame.mass)
    for known, state in robots:
        columns, speeds = known.limited()
        for limit, sign in zip(known.robot.limits, (1.0, -1.0), strict=True):
            for column, speed in zip(columns, speeds, strict=True):
                if np.isfinite(limit[column]):
                    row = np.zeros(size)
                    row[at + speed] = sign
                    rows.append(row)
                    gaps.append(sign * (state.q[column] - limit[column]))
        at += known.robot.speeds
    return np.array(rows).reshape(-1, size), np.array(gaps)
