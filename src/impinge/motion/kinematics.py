"""Where the links of an articulation are, and how they move with its joints."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, row_text
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.poses import AT_REST
from impinge.core.threads import run_rows
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry import Articulation
from impinge.geometry.joint import KINDS, QUATERNION_AT
from impinge.motion.kernels import kinematics as kernels

QUATERNION_TOLERANCE = 1e-6
"""By how much the length of a quaternion may differ from one."""
REACH = {"prismatic": 1.0, "planar": 1.0, "floating": 1.0}
"""Half the range [m] of random numbers that have no limits; angles have pi."""
NO_LIMIT = 1e9
"""Limits from here on [rad or m] bound nothing."""
DOWN = -1.0 + 1e-9
"""Axes whose z is below this point down: their plane is that of z, turned about x."""


class Configurations(NamedTuple):
    """Configurations as they were given, checked."""

    rows: Array
    """(n, dof) float64"""
    single: bool
    """Whether there was one alone, without a batch axis."""


class Kinematics:
    """Configurations of an articulation: checks, poses of links, Jacobians, steps.

    Parameters
    ----------
    articulation : Articulation
    base : (4, 4) float64, optional
        Pose of the root in the world.

    Attributes
    ----------
    quaternions : (k,) int64
        Where quaternions begin in q.
    plain : (dof,) bool
        Which numbers belong to none: those that have limits.
    arrays : tuple
        What kernels take (``kernels.joint_tree``).

    Examples
    --------
    >>> from impinge.geometry import Joint, Link
    >>> slider = Joint("slide", "prismatic", "rail", "cart")
    >>> cart = Kinematics(Articulation([Link("rail"), Link("cart")], [slider]))
    >>> cart.link_poses(np.array([[2.0]]))[0, 1, :3, 3].tolist()
    [2.0, 0.0, 0.0]
    """

    def __init__(self, articulation: Articulation, base: Array = AT_REST) -> None:
        self.articulation = articulation
        shared, self.quaternions = derived(
            articulation, "joint arrays", lambda: _joint_arrays(articulation)
        )
        origins = shared[4].copy()
        origins[0] = base
        self.arrays = (*shared[:4], origins, shared[5])
        self.plain = np.ones(articulation.dof, np.bool_)
        self.plain[(self.quaternions[:, None] + np.arange(4)).ravel()] = False

    def configurations(self, q: ArrayLike, name: str = "q") -> Configurations:
        """Configurations as the user gave them.

        Raises
        ------
        ImpingeError
            If the numbers are too many or few, not finite, or a quaternion has not length one; the
            message names row and joint.
        """
        rows, single = as_rows(q, self.articulation.dof, name, self.articulation.joint_names)
        self._refuse(~np.isfinite(rows), rows, name, single, "expected finite numbers")
        far = np.abs(rows) >= COORDINATE_LIMIT
        self._refuse(far, rows, name, single, f"coordinates end at {COORDINATE_LIMIT:g}")
        for at in self.quaternions.tolist():
            lengths = np.linalg.norm(rows[:, at : at + 4], axis=1)
            off = np.abs(lengths - 1.0) > QUATERNION_TOLERANCE
            if off.any():
                row = int(np.argmax(off))
                raise ImpingeError(
                    f"{name}: {_where(row, single)}joint {self.joint_at(at)!r}: quaternion "
                    f"{row_text(rows[row, at : at + 4])} has length {lengths[row]:.6g}, expected 1"
                )
        return Configurations(rows, single)

    def _refuse(self, bad: Any, rows: Array, name: str, single: bool, reason: str) -> None:
        if bad.any():
            row, column = (int(k) for k in np.argwhere(bad)[0])
            joint, value = self.joint_at(column), rows[row, column]
            raise ImpingeError(
                f"{name}: {_where(row, single)}joint {joint!r} is {value:g}, {reason}"
            )

    def joint_at(self, column: int) -> str:
        """The name of the joint that a number of q belongs to."""
        owner = int(self.articulation.owners[column])
        return self.articulation.joints[owner - 1].name

    def beyond_limits(self, rows: Array) -> Any:
        """(n, dof) bool: which numbers are out of their limits."""
        tree = self.articulation
        return ((rows < tree.lower) | (rows > tree.upper)) & self.plain

    def neutral(self) -> Array:
        """(dof,) float64: all joints at zero, or at the limit that is nearest to it."""
        q = np.clip(np.zeros(self.articulation.dof), self.articulation.lower,
                    self.articulation.upper)  # fmt: skip
        q[~self.plain] = 0.0
        q[self.quaternions + 3] = 1.0
        return q

    def random(self, count: int, generator: np.random.Generator) -> Array:
        """(count, dof) float64: evenly spread within limits; orientations evenly over all.

        Numbers without limits are spread over a turn [rad], or over 2 m about zero or from the
        only limit on.
        """
        tree = self.articulation
        reach = np.array([REACH.get(tree.joints[k - 1].kind, pi) for k in tree.owners])
        angles = [tree.columns(joint.name).start + 2 for joint in tree.joints
                  if joint.kind == "planar"]  # fmt: skip
        reach[angles] = pi
        # Files write 1e16 and the like for none.
        low, high = tree.lower > -NO_LIMIT, tree.upper < NO_LIMIT
        lower = np.where(low, tree.lower, np.where(high, tree.upper - 2 * reach, -reach))
        upper = np.where(high, tree.upper, np.where(low, tree.lower + 2 * reach, reach))
        q = generator.uniform(lower, upper, (count, tree.dof))
        for at in self.quaternions.tolist():
            turns = generator.normal(size=(count, 4))
            q[:, at : at + 4] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
        return q

    def link_poses(self, rows: Array) -> Array:
        """(n, links, 4, 4) float64: poses of all links, world frame."""
        found = np.empty((len(rows), len(self.articulation.links), 4, 4))
        run_rows(kernels.pose_links_rows, len(rows), self.arrays, rows, found, grain=32)
        return found

    def jacobian(self, rows: Array, links: Ids, points: Array) -> Array:
        """(n, 6, speeds) float64: of a point in the frame of a link, a row each."""
        found = np.empty((len(rows), 6, self.articulation.speeds))
        run_rows(
            kernels.jacobian_rows, len(rows), self.arrays, rows, links, points, found, grain=32
        )
        return found

    def integrate(self, rows: Array, speeds: Array, dt: float) -> Array:
        """(n, dof) float64: configurations after ``dt`` at constant speeds."""
        found = np.empty_like(rows)
        run_rows(kernels.integrate_rows, len(rows), self.arrays, rows, speeds, dt, found, grain=256)
        return found

    def difference(self, rows_0: Array, rows_1: Array) -> Array:
        """(n, speeds) float64: speeds that lead from one to the other in unit time."""
        found = np.empty((len(rows_0), self.articulation.speeds))
        run_rows(
            kernels.difference_rows, len(rows_0), self.arrays, rows_0, rows_1, found, grain=256
        )
        return found


def as_rows(values: ArrayLike, count: int, name: str, joints: Sequence[str]) -> tuple[Array, bool]:
    """(n, count) numbers, a copy, and whether there was one row alone."""
    given = as_numbers(values, name, f"({count},)")
    if given.shape == (0,) and given.dtype.kind == "f" and count:
        given = given.reshape(0, count)
    if given.ndim not in (1, 2) or given.shape[-1] != count:
        raise ImpingeError(
            f"{name}: expected shape ({count},) or (n, {count}), got {given.shape}; it has the "
            f"numbers of {', '.join(map(repr, joints)) or 'no joint'}"
        )
    return np.array(np.atleast_2d(given), np.float64, order="C"), given.ndim == 1


def _joint_arrays(tree: Articulation) -> tuple[tuple[Any, ...], Ids]:
    """What kernels take of a tree whose root is at rest, and where quaternions begin in q."""
    count = len(tree.links)
    kinds = np.zeros(count, np.int64)
    origins, axes = np.stack([np.eye(4)] * count), np.zeros((count, 9))
    quaternions = []
    for k, joint in enumerate(tree.joints, start=1):
        kinds[k] = KINDS.index(joint.kind)
        origins[k] = joint.origin
        axes[k] = np.concatenate([joint.axis, *_across(joint.axis)])
        if joint.kind in QUATERNION_AT:
            quaternions.append(int(tree.starts[k]) + QUATERNION_AT[joint.kind])
    columns = np.stack([tree.starts, tree.speed_starts], axis=1)
    arrays = tree.parents.copy(), kinds, columns, tree.mimic.copy(), origins, axes
    return arrays, np.array(quaternions, np.int64)


def _across(axis: Array) -> tuple[Array, Array]:
    """The x and y axes after the shortest turn that takes z to ``axis``."""
    x, y, z = axis
    if z < DOWN:
        return np.array([1.0, 0.0, 0.0]), np.array([0.0, -1.0, 0.0])
    s = 1.0 / (1.0 + z)
    return np.array([1.0 - x * x * s, -x * y * s, -x]), np.array([-x * y * s, 1.0 - y * y * s, -y])


def _where(row: int, single: bool) -> str:
    return "" if single else f"row {row}: "
