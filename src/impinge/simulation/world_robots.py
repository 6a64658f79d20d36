"""Robots in a world: links are bodies, joints are what moves them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.response.quantities import as_numbers
from impinge.scene import Robot
from impinge.scene.joint_space import full_space
from impinge.scene.joint_step import link_things, placed_at
from impinge.scene.things import check_name
from impinge.simulation.bodies import Bodies
from impinge.simulation.body_mass import link_bodies
from impinge.simulation.events_robots import memory_of, states_of
from impinge.simulation.kernels.joint_dynamics import CENTRE, INERTIA, MASS
from impinge.simulation.robot_rows import JointState, RobotRows
from impinge.simulation.run import BaseWorld

LEAST = 1e-12
"""Mass [kg] and inertia [kg m^2] of rows whose links have none: energies do not notice."""


class RobotWorld(BaseWorld):
    """A world that takes robots: what :class:`~impinge.simulation.World` adds to bodies."""

    _bodies: Bodies
    _method: Any
    _method_name: str
    _restitution: float
    _friction: float
    _scene: Any

    def add_robot(
        self, name: str, robot: Robot, q: ArrayLike | None = None, dq: ArrayLike | None = None
    ) -> None:
        """Put a robot into the world: each link with shapes is a body called ``name/link``.

        It moves in the coordinates of its joints. Contacts and joint limits act on these, by the
        same projection as on bodies, without friction. Steps are checked continuously, links
        against each other too, except for pairs that the robot ignores. Links without shapes are no
        bodies: they move, but ``energy`` and ``momentum`` do not count them.

        Parameters
        ----------
        name : str
            No robot or body of the world has it.
        robot : Robot
            Masses of links are those of its file; others have their shapes' volume times 1000
            kg/m^3.
        q : (dof,) array_like, optional
            Configuration, within its limits; neutral if not given.
        dq : (speeds,) array_like, optional
            Speeds; zero if not given.

        Raises
        ------
        ImpingeError
            If the name is taken, the method is not "events", q or dq do not fit, or a joint
            is out of its limits.

        Examples
        --------
        A rod falls from level; it hangs on a hinge:

        >>> import impinge as im
        >>> from impinge.geometry import Articulation, Joint, Link
        >>> from impinge.simulation import World
        >>> rod = Link("rod", [(im.Box((0.1, 1, 0.1)), im.pose((0, 0.5, 0)))])
        >>> hinge = Joint("hinge", "continuous", "base", "rod", axis=(1, 0, 0))
        >>> world = World(method="events")
        >>> world.add_robot("arm", im.scene.Robot(Articulation([Link("base"), rod], [hinge])))
        >>> step = world.step(60)
        >>> world.names, round(float(world.robots["arm"].q[0]), 2)
        (('arm/rod',), -0.46)
        """
        check_name(name)
        as_kind(robot, "robot", Robot)
        if self._method_name != "events":
            raise ImpingeError(f"method: {self._method_name!r} moves no robots; use 'events'")
        taken = {known.name for known in self._bodies.robots} | set(self._bodies.names)
        if name in taken:
            raise ImpingeError(f"name: {name!r} is in the world already")
        start = robot.neutral() if q is None else q
        placed = placed_at(robot, start)
        robot._check_limits(robot._full(start)[0], True, True, "q")
        state = JointState(placed.q, _speeds(robot, dq))
        bodies, rows = self._bodies, []
        things = link_things(name, placed)
        if clash := taken & set(things):
            raise ImpingeError(f"name: {min(clash)!r} is in the world already")
        carriers = {owner: link for owner, link, _, _ in robot._model._shapes()}
        for thing, (shape, pose, _) in things.items():
            mass, centre, inertia = _mass_of(robot, thing.removeprefix(f"{name}/"))
            rows.append(len(bodies))
            bodies = bodies.with_row(
                thing, shape, pose, mass=mass, locals=centre, inertia=inertia,
                velocities=np.zeros(6), restitution=self._restitution, friction=self._friction,
                fixed=False,
            )  # fmt: skip
        links = [carriers[thing.removeprefix(f"{name}/")] for thing in things]
        known = RobotRows(name, placed.robot, np.array(rows, np.int64), links)
        bodies = replace(bodies, robots=(*bodies.robots, known))
        for row, jacobian in zip(rows, known.jacobians(bodies, state.q), strict=True):
            if not jacobian.any():
                bodies.fixed[row], bodies.mass[row] = True, np.inf
        known.place(bodies, state)
        self._bodies, self._scene = bodies, None
        self._method.memory = {**self._method.memory, **memory_of([known], [state])}

    @property
    def robots(self) -> dict[str, JointState]:
        """Configurations ``q`` and speeds ``dq`` of robots, by name."""
        robots = list(self._bodies.robots)
        states = states_of(robots, self._method.memory)
        return {known.name: state for known, state in zip(robots, states, strict=True)}


def _speeds(robot: Robot, dq: Any) -> Array:
    if dq is None:
        return np.zeros(robot.speeds)
    numbers = as_numbers(dq, "dq", (robot.speeds,))
    found, _ = full_space(robot).speeds(numbers, "dq")
    return np.asarray(found[0][full_space(robot).speed_columns])


def _mass_of(robot: Robot, owner: str) -> tuple[float, Array, Array]:
    """Mass, centre and inertia of a link; next to nothing if it has none, or is attached."""
    tree = robot.articulation
    if owner in tree.link_names:
        row = link_bodies(tree)[tree.link_names.index(owner)]
        if row[MASS] > 0.0:
            inertia = row[INERTIA:].reshape(3, 3)
            return float(row[MASS]), row[CENTRE:INERTIA].copy(), _possible(inertia)
    return LEAST, np.zeros(3), LEAST * np.eye(3)


def _possible(inertia: Array) -> Array:
    """The inertia, with moments that are not zero: files have points of mass."""
    moments, axes = np.linalg.eigh(0.5 * (inertia + inertia.T))
    if moments[0] > LEAST and moments[0] + moments[1] >= moments[2] * (1.0 - 1e-9):
        return np.array(inertia)
    moments = np.maximum(moments, max(LEAST, 1e-9 * float(moments[2])))
    moments[2] = min(moments[2], moments[0] + moments[1])
    return np.asarray((axes * moments) @ axes.T)
