"""Rigid bodies of a world as arrays, one row each.

A method (``stepping.Stepping``, ``events.Events``, ...) moves them. It is a class with

- ``__init__(settings: Settings)``;
- ``margin(bodies) -> float``: distance [m] within which ``scene.collide`` lists pairs;
- ``memory: dict[str, array]``: all that it keeps from step to step. ``advance`` replaces the
  dictionary and never writes into its arrays: the world keeps the one before to go back to after
  an error, and saves it with a run, so that a resumed run has the same bits;
- ``advance(bodies, scene, dt) -> Report``: one step. It writes centres, rotations and velocities of
  ``bodies``. Things of the scene are in the order of rows (slot i is row i), at the poses of an
  earlier step: ``bodies.place_in(scene)`` moves them. Fixed bodies are of the group "fixed", which
  is not tested with itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.geometry import Compound, Mesh, Shape
from impinge.response import Masses
from impinge.scene import Scene


class Settings(NamedTuple):
    """Options of a world, checked, as methods take them."""

    gravity: Array
    solver: str | None
    """"motion", "contact" or "iterative": as the methods of ``response.project``. None: by the
    friction of bodies."""
    integrator: str
    security: float | None
    velocity_cut: float
    sleeping: bool
    max_events: int


class State(NamedTuple):
    """What a step changes, and what it depends on: copies."""

    centres: Array
    rotations: Array
    velocities: Array
    applied: Array


@dataclass(slots=True, eq=False)
class Bodies:
    """Arrays by row.

    Attributes
    ----------
    names, shapes : list
    locals : (n, 3) float64
        Centres of mass in the body frames [m].
    mass : (n,) float64
        [kg], inf for fixed bodies.
    inertia, inverse_inertia : (n, 3, 3) float64
        About the centres of mass, axes of the body frames [kg m^2]; inverses of fixed ones are 0.
    centres, rotations : (n, 3), (n, 3, 3) float64
        Centres of mass and orientations, world frame.
    velocities : (n, 6) float64
        Of the centres of mass, then spin, world frame.
    applied : (n, 6) float64
        Force and torque about the centre of mass, world frame, until changed.
    fixed : (n,) bool
    size : (n,) float64
        Longest sides of the shapes' boxes [m]; inf for shapes that do not end.
    restitution, friction : (n,) float64
    robots : tuple of RobotRows
        Of rows that are links.
    """

    names: list[str] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    locals: Array = field(default_factory=partial(np.zeros, (0, 3)))
    mass: Array = field(default_factory=partial(np.zeros, 0))
    inertia: Array = field(default_factory=partial(np.zeros, (0, 3, 3)))
    inverse_inertia: Array = field(default_factory=partial(np.zeros, (0, 3, 3)))
    centres: Array = field(default_factory=partial(np.zeros, (0, 3)))
    rotations: Array = field(default_factory=partial(np.zeros, (0, 3, 3)))
    velocities: Array = field(default_factory=partial(np.zeros, (0, 6)))
    applied: Array = field(default_factory=partial(np.zeros, (0, 6)))
    fixed: Flags = field(default_factory=lambda: np.zeros(0, np.bool_))
    size: Array = field(default_factory=partial(np.zeros, 0))
    restitution: Array = field(default_factory=partial(np.zeros, 0))
    friction: Array = field(default_factory=partial(np.zeros, 0))
    robots: tuple[Any, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def with_row(self, name: str, shape: Shape, pose: Array, **values: Any) -> Bodies:
        """The same bodies and one more, at a pose; values by the names of the arrays."""
        rotation = pose[:3, :3]
        values["rotations"] = rotation
        values["centres"] = pose[:3, 3] + rotation @ values["locals"]
        values["applied"] = np.zeros(6)
        still = values["fixed"]
        values["inverse_inertia"] = np.zeros((3, 3)) if still else np.linalg.inv(values["inertia"])
        values["size"] = float((shape.bounds[1] - shape.bounds[0]).max())
        arrays: dict[str, Any] = {
            key: np.concatenate([getattr(self, key), np.asarray(value)[None]])
            for key, value in values.items()
        }
        return replace(self, names=[*self.names, name], shapes=[*self.shapes, shape], **arrays)

    @property
    def poses(self) -> Array:
        """(n, 4, 4) float64: of the body frames."""
        return poses_of(self.centres, self.rotations, self.locals)

    def world_inertia(self) -> Array:
        """(n, 3, 3) float64: about the centres of mass, world axes."""
        return self.rotations @ self.inertia @ self.rotations.transpose(0, 2, 1)

    def masses(self) -> Masses:
        """Masses and inertias as they are turned now; fixed bodies have infinite mass."""
        return Masses(self.mass, self.world_inertia())

    def pair_friction(self, pairs: Any) -> Array:
        """(m,) float64: of pairs of rows, the geometric mean of both coefficients."""
        return np.sqrt(self.friction[pairs[:, 0]] * self.friction[pairs[:, 1]])

    def pair_restitution(self, pairs: Any) -> Array:
        """(m,) float64: of pairs of rows, the larger of both coefficients."""
        return np.maximum(self.restitution[pairs[:, 0]], self.restitution[pairs[:, 1]])

    def scene(self, margin: float = 0.0) -> Scene:
        """A new scene of all bodies, slot i for row i; fixed ones are not tested with each other.

        ``margin`` is the distance [m] up to which two bodies are in contact.
        """
        scene = Scene(solid=self.is_solid())
        groups = ["fixed" if fixed else None for fixed in self.fixed.tolist()]
        scene.add_many(self.names, self.shapes, self.poses, 0.5 * margin, groups)
        scene.ignore_groups("fixed")
        for robot in self.robots:
            for pair in robot.ignored(scene):
                scene.ignore(*pair)
        return scene

    def is_solid(self) -> bool:
        """Have all meshes an inside? Then what is inside of one is pushed out."""
        return all(_is_closed(shape) for shape in {id(s): s for s in self.shapes}.values())

    def place_in(self, scene: Scene) -> None:
        """Move the things of a scene, by rows, to where the bodies are."""
        with scene._memo.lock:
            scene._things.move(np.arange(len(self)), self.poses)

    def kinetic(self) -> float:
        """Kinetic energy of all bodies that are not fixed [J]."""
        v, free = self.velocities, ~self.fixed
        spin = np.einsum("ni,nij,nj->n", v[:, 3:], self.world_inertia(), v[:, 3:])
        mass = np.where(free, self.mass, 0.0)
        return float(0.5 * (mass * (v[:, :3] ** 2).sum(axis=1) + np.where(free, spin, 0.0)).sum())

    def potential(self, gravity: Array) -> float:
        """Potential energy in a field of gravity [J]; zero at the origin."""
        free = ~self.fixed
        return float(-(self.mass[free] * (self.centres[free] @ gravity)).sum())

    def momentum(self) -> tuple[Array, Array]:
        """Linear momentum [kg m/s], and angular about the origin [kg m^2/s]; without fixed ones."""
        free = ~self.fixed
        linear = self.mass[free, None] * self.velocities[free, :3]
        spin = np.einsum("nij,nj->ni", self.world_inertia()[free], self.velocities[free, 3:])
        angular = np.cross(self.centres[free], linear) + spin
        return linear.sum(axis=0), angular.sum(axis=0)

    def state(self) -> State:
        """A copy of what a step changes."""
        return State(*(getattr(self, name).copy() for name in State._fields))

    def restore(self, state: State) -> None:
        """Go back to an earlier state."""
        for name, value in zip(State._fields, state, strict=True):
            getattr(self, name)[...] = value


def _is_closed(shape: Shape) -> bool:
    if isinstance(shape, Compound):
        return all(_is_closed(part) for part, _ in shape.parts)
    return not isinstance(shape, Mesh) or shape.is_closed


def poses_of(centres: Array, rotations: Array, locals_: Array) -> Array:
    """(n, 4, 4) float64: poses of body frames from centres of mass and orientations."""
    poses = np.zeros((len(centres), 4, 4))
    poses[:, :3, :3] = rotations
    poses[:, :3, 3] = centres - np.einsum("nij,nj->ni", rotations, locals_)
    poses[:, 3, 3] = 1.0
    return poses
