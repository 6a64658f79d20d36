"""Bodies in flight over one step: forces, gravity and spin; paths, and checks of these."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.motion import Motion
from impinge.scene.impact_results import SceneImpact
from impinge.simulation.bodies import Bodies, poses_of
from impinge.simulation.kernels.turning import move_rows, turn_rows


class Flight(NamedTuple):
    """Where bodies are after a step of free flight, and how fast."""

    centres: Array
    rotations: Array
    velocities: Array


def fly(bodies: Bodies, gravity: Array, dt: float, integrator: str) -> Flight:
    """Free flight of all bodies over a step; fixed ones stay.

    "semi-implicit" moves with the velocity after the step. "rk4" is exact for constant forces and
    of fourth order in the spin. Both keep the angular momentum of a body without torque.
    """
    pushes = accelerations(bodies, gravity)
    before = bodies.velocities
    if integrator == "semi-implicit":
        after = before + dt * pushes
        return move(bodies, after, dt)
    linear = before[:, :3] + dt * pushes[:, :3]
    centres = bodies.centres + dt * before[:, :3] + 0.5 * dt * dt * pushes[:, :3]
    rotations, spins = _turn_rk4(bodies, dt)
    return Flight(centres, rotations, np.hstack([linear, spins]))


def accelerations(bodies: Bodies, gravity: Array) -> Array:
    """(n, 6) float64: of forces and torques alone, without the gyroscopic part."""
    found = np.zeros((len(bodies), 6))
    free = ~bodies.fixed
    found[free, :3] = gravity + bodies.applied[free, :3] / bodies.mass[free, None]
    torques = bodies.applied[:, 3:]
    if torques.any():
        found[free, 3:] = _spins(bodies, bodies.rotations, torques)[free]
    return found


def move(bodies: Bodies, velocities: Array, dt: float) -> Flight:
    """Bodies after a step at given velocities; spins follow the turning inertia.

    The spin is taken at the middle of the step, so that angular momentum is kept and energy nearly.
    """
    rotations, after = np.empty_like(bodies.rotations), np.empty_like(bodies.velocities)
    given = np.ascontiguousarray(velocities)
    move_rows(
        bodies.rotations, bodies.inertia, bodies.inverse_inertia, given, dt, rotations, after
    )  # fmt: skip
    return Flight(bodies.centres + dt * velocities[:, :3], rotations, after)


def turned(rotations: Array, angles: Array) -> Array:
    """(n, 3, 3) float64: rotations turned on by rotation vectors (n, 3), world frame."""
    found = np.empty(rotations.shape)
    turn_rows(np.ascontiguousarray(rotations), np.ascontiguousarray(angles), found)
    return found


def skew_of(vectors: Array) -> Array:
    """(n, 3, 3) float64: matrices of the cross product with vectors."""
    found = np.zeros((len(vectors), 3, 3))
    x, y, z = vectors.T
    found[:, 0, 1], found[:, 0, 2], found[:, 1, 2] = -z, y, -x
    found[:, 1, 0], found[:, 2, 0], found[:, 2, 1] = z, -y, x
    return found


def axial_of(matrices: Array) -> Array:
    """(n, 3) float64: vectors whose :func:`skew_of` is each matrix less its transpose."""
    m = matrices
    return np.stack(
        [m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1
    )


def orthonormal(rotations: Array) -> Array:
    """The nearest rotations, for matrices that are rotations but for rounding."""
    gram = rotations.transpose(0, 2, 1) @ rotations
    return np.asarray(rotations @ (1.5 * np.eye(3) - 0.5 * gram))


def _spins(bodies: Bodies, rotations: Array, momenta: Array) -> Array:
    """(n, 3) float64: spins from angular momenta; zero for fixed bodies."""
    local = np.einsum("nji,nj->ni", rotations, momenta)
    return np.einsum("nij,njk,nk->ni", rotations, bodies.inverse_inertia, local, optimize=True)


def _turn_rk4(bodies: Bodies, dt: float) -> tuple[Array, Array]:
    """Rotations and spins after a step: angular momentum is linear in time, rotations by RK4."""
    start, torques = bodies.rotations, bodies.applied[:, 3:]
    momenta = np.einsum("nij,nj->ni", bodies.world_inertia(), bodies.velocities[:, 3:])

    def rate(rotations: Array, time: float) -> Array:
        spins = _spins(bodies, rotations, momenta + time * torques)
        return np.asarray(skew_of(spins) @ rotations)

    first = rate(start, 0.0)
    second = rate(start + 0.5 * dt * first, 0.5 * dt)
    third = rate(start + 0.5 * dt * second, 0.5 * dt)
    fourth = rate(start + dt * third, dt)
    end = start + dt / 6.0 * (first + 2.0 * second + 2.0 * third + fourth)
    rotations = orthonormal(orthonormal(end))
    return rotations, _spins(bodies, rotations, momenta + dt * torques)


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
    skew = 0.5 * axial_of(turns)
    small = np.abs(skew).max(axis=1) < 1e-8
    small &= np.trace(turns, axis1=1, axis2=2) > 0.0
    return np.where(small[:, None], skew, Rotation.from_matrix(turns).as_rotvec())
