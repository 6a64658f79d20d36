"""Bodies on their way through a step, checked continuously against each other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.motion import Motion
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, poses_of
from impinge.simulation.flight import Flight, turned


class Travel(NamedTuple):
    """How bodies move: centres by ``linear`` (n, 3), turning about them by ``angular`` (n, 3)."""

    linear: Array
    angular: Array

    @classmethod
    def to(cls, bodies: Bodies, end: Flight) -> Travel:
        """From where bodies are to the end of a flight, by the shorter turn."""
        turns = end.rotations @ bodies.rotations.transpose(0, 2, 1)
        return cls(end.centres - bodies.centres, rotation_vectors(turns))

    def part(self, share: float) -> Travel:
        """The first part of it."""
        return Travel(share * self.linear, share * self.angular)

    def carry(self, bodies: Bodies) -> None:
        """Move bodies to the end."""
        moves = np.any(np.hstack(self) != 0.0, axis=1)
        bodies.centres = bodies.centres + self.linear
        rotations = turned(bodies.rotations, self.angular)
        bodies.rotations = np.where(moves[:, None, None], rotations, bodies.rotations)


def spins_of(bodies: Bodies, momenta: Array) -> Array:
    """(n, 3) float64: spins of bodies, as they are turned now, from angular momenta."""
    return np.asarray(np.linalg.solve(bodies.world_inertia(), momenta[:, :, None])[:, :, 0])


class Checker:
    """A scene of the bodies without margins, in which motions are checked."""

    def __init__(self, bodies: Bodies) -> None:
        self._scene = bodies.scene()

    def first_impact(self, bodies: Bodies, travel: Travel, tolerance: float) -> SceneImpact:
        """The first contact on the way."""
        poses = poses_of(bodies.centres, bodies.rotations, bodies.locals)
        bodies.place_in(self._scene)
        motion = Motion.from_velocity(poses, *travel, bodies.locals)
        return self._scene.time_of_impact(motion, tolerance=tolerance)


def rotation_vectors(turns: Array) -> Array:
    """(n, 3) float64: axes times angles of rotations (n, 3, 3), up to half a turn."""
    from scipy.spatial.transform import Rotation

    if not len(turns):
        return np.zeros((0, 3))
    # Of nearly no turn the skew part is exact to rounding.
    skew = 0.5 * np.stack(
        [turns[:, 2, 1] - turns[:, 1, 2], turns[:, 0, 2] - turns[:, 2, 0],
         turns[:, 1, 0] - turns[:, 0, 1]], axis=1,
    )  # fmt: skip
    small = np.abs(skew).max(axis=1) < 1e-8
    small &= np.trace(turns, axis1=1, axis2=2) > 0.0
    return np.where(small[:, None], skew, Rotation.from_matrix(turns).as_rotvec())
