"""How an articulation moves from one configuration to another."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind, as_several
from impinge.core.poses import AT_REST
from impinge.core.threads import run_rows
from impinge.geometry import Articulation
from impinge.geometry.shape import unit_rows
from impinge.motion.kernels.chain_speed import closing_rows
from impinge.motion.kernels.joint_rows import pack_joint_rows
from impinge.motion.kernels.link_boxes import interval_box_rows, taylor_box_rows
from impinge.motion.kernels.motion_row import LENGTH, TURN
from impinge.motion.kinematics import Kinematics

METHODS = {"taylor": taylor_box_rows, "intervals": interval_box_rows}
TURN_LIMIT = 2e4 * pi
"""A joint turns by at most this angle [rad] in a step, ten thousand turns: there a rounded time
moves a link by 1e-11 of its lever arm."""
PARTS_LIMIT = 4096


class InBetween:
    """The motion of an articulation between two configurations, or of a batch of pairs of them.

    Every joint moves at a constant rate in its parent's frame, from time 0 to time 1. Angles are
    numbers and may differ by more than a turn; quaternions take the shortest turn, about one axis.

    Parameters
    ----------
    kinematics : Kinematics
        Articulation and pose of its root.
    q0, q1 : (dof,) or (n, dof) array_like
        Configurations at the start and at the end; one goes with every row of the other.

    Raises
    ------
    ImpingeError
        If a configuration is not valid, batches differ in length, or a joint turns by more than
        ten thousand turns; the message names row and joint.

    Attributes
    ----------
    q0, q1 : (n, dof) float64
    rows : (n * links, LENGTH) float64
        Motion rows (``kernels.motion_row``) of all links in the frames of their parents.
    single : bool
        Whether both configurations were given without a batch axis.

    Examples
    --------
    >>> from impinge.geometry import Joint, Link
    >>> crank = Joint("turn", "revolute", "base", "arm", axis=(0, 0, 1))
    >>> tree = Articulation([Link("base"), Link("arm")], [crank])
    >>> twice = InBetween(Kinematics(tree), [0.0], [4 * np.pi])
    >>> twice.link_poses(0.125)[1, :2, 0].round(6).tolist()
    [0.0, 1.0]
    """

    def __init__(self, kinematics: Kinematics, q0: ArrayLike, q1: ArrayLike) -> None:
        as_kind(kinematics, "kinematics", Kinematics)
        first, last = kinematics.configurations(q0, "q0"), kinematics.configurations(q1, "q1")
        count = len(last.rows) if first.single else len(first.rows)
        if not last.single and len(last.rows) != count:
            raise ImpingeError(f"q1: {len(last.rows)} rows, q0 has {count}; expected as many, or 1")
        self.kinematics = kinematics
        self.single = first.single and last.single
        self.q0, self.q1 = (
            np.broadcast_to(q.rows, (count, q.rows.shape[1])).copy() for q in (first, last)
        )
        self.rows = np.empty((count * self._links, LENGTH))
        run_rows(pack_joint_rows, count, kinematics.arrays, self.q0, self.q1, self.rows, grain=32)
        fast = self.rows[:, TURN] > TURN_LIMIT
        if fast.any():
            row, link = divmod(int(np.argmax(fast)), self._links)
            joint = kinematics.articulation.joints[link - 1].name
            turns = self.rows[row * self._links + link, TURN] / (2.0 * pi)
            where = "" if self.single else f"row {row}: "
            raise ImpingeError(
                f"q1: {where}joint {joint!r} turns {turns:.6g} times, expected at most "
                f"{TURN_LIMIT / (2.0 * pi):g}; give configurations in between"
            )

    @property
    def _links(self) -> int:
        return len(self.kinematics.articulation.links)

    def _some(self, rows: Ids) -> InBetween:
        """Some of its rows, as a batch."""
        made = object.__new__(InBetween)
        links = np.arange(self._links)
        made.kinematics, made.single = self.kinematics, False
        made.q0, made.q1 = self.q0[rows], self.q1[rows]
        made.rows = self.rows[(rows[:, None] * self._links + links).ravel()]
        return made

    def configuration(self, t: float | ArrayLike) -> Array:
        """(n, dof) float64, or (dof,): where the joints are at ``t``, or at a time for each row."""
        times = self._times(t)
        speeds = self.kinematics.difference(self.q0, self.q1)
        found = self.kinematics.integrate(self.q0, speeds * times[:, None], 1.0)
        # Both ends are what was given, to the bit.
        found[times == 1.0] = self.q1[times == 1.0]
        found[times == 0.0] = self.q0[times == 0.0]
        return self._shaped(found)

    def link_poses(self, t: float | ArrayLike) -> Array:
        """(n, links, 4, 4) float64, or (links, 4, 4): poses of all links at ``t``, world frame."""
        found = self.kinematics.link_poses(np.atleast_2d(self.configuration(t)))
        return self._shaped(found)

    def boxes(
        self, points: Sequence[ArrayLike] | None = None, *, start: float = 0.0, stop: float = 1.0,
        method: str = "taylor", parts: int | None = None,
    ) -> Array:  # fmt: skip
        """Boxes that links do not leave between two times; see :func:`link_boxes`."""
        as_choice(method, "method", METHODS)
        if parts is not None:
            parts = as_whole(parts, "parts", 1, PARTS_LIMIT)
        begin, end = (as_scalar(t, name) for t, name in ((start, "start"), (stop, "stop")))
        if not begin <= end <= 1.0:
            raise ImpingeError(
                f"start, stop: {start!r}, {stop!r}, expected 0 <= start <= stop <= 1"
            )
        tree = self.kinematics.articulation
        given = link_points(tree) if points is None else _as_points(tree, points)
        ends = np.cumsum([len(p) for p in given], dtype=np.int64)
        found = np.empty((len(self.q0), self._links, 2, 3))
        run_rows(
            METHODS[method], len(found), self.rows, self.kinematics.arrays[0],
            np.concatenate(given), ends, np.array([begin, end]), parts or 0, found, grain=4,
        )  # fmt: skip
        return self._shaped(found)

    def closing_speed(
        self, links: ArrayLike, directions: ArrayLike, radii: ArrayLike, t: float | ArrayLike = 0.0
    ) -> Array:
        """How fast two links can approach each other along a direction, from ``t`` to the end.

        Parameters
        ----------
        links : (2,) or (n, 2) array_like of int
            Numbers of links; -1 for the world, at rest.
        directions : (3,) or (n, 3) array_like
            From the first link to the other, in the world at ``t``. It then turns with the lowest
            link that both hang on.
        radii : (2,) or (n, 2) array_like
            Bounds on how far points of each are from the origin of its frame [m].
        t : float or (n,) array_like, optional

        Returns
        -------
        (n,) float64, or float
            Per unit of time of the step. Not positive: no two such points get nearer along it.
        """
        times, count = self._times(t), len(self.q0)
        numbers = as_numbers(links, "links")
        if numbers.dtype.kind not in "iu":
            raise ImpingeError("links: expected numbers of links")
        pairs = self._spread(numbers.astype(np.int64), 2, "links")
        if (pairs < -1).any() or (pairs >= self._links).any():
            raise ImpingeError(f"links: expected numbers from -1 to {self._links - 1}")
        units = self._spread(as_numbers(directions, "directions"), 3, "directions")
        units = unit_rows(as_points(units, "directions"))
        sizes = as_points(self._spread(as_numbers(radii, "radii"), 2, "radii"), "radii", (2,))
        if (sizes < 0.0).any():
            raise ImpingeError("radii: expected numbers from 0 on")
        found = np.empty(count)
        run_rows(
            closing_rows, count, self.rows, self.kinematics.arrays[0],
            self.kinematics.link_poses(np.atleast_2d(self.configuration(t))), pairs,
            units, sizes,
            np.stack([times, np.ones(count)], axis=1), found, grain=64,
        )  # fmt: skip
        return self._shaped(found)

    def _spread(self, values: Any, width: int, name: str) -> Any:
        """Rows for all pairs of configurations, of as many or of one."""
        count = len(self.q0)
        if values.shape not in ((width,), (1, width), (count, width)):
            raise ImpingeError(f"{name}: expected shape ({width},) or ({count}, {width})")
        return np.broadcast_to(values, (count, width)).copy()

    def _times(self, t: float | ArrayLike) -> Array:
        times = as_numbers(t, "t").astype(np.float64)
        if times.ndim > 1 or (times.ndim and len(times) != len(self.q0)):
            raise ImpingeError(f"t: shape {times.shape}, expected a number or ({len(self.q0)},)")
        if not ((times >= 0.0) & (times <= 1.0)).all():
            raise ImpingeError("t: expected times from 0 to 1")
        return np.broadcast_to(times, (len(self.q0),)).copy()

    def _shaped(self, found: Array) -> Any:
        return found[0] if self.single else found


def link_boxes(
    articulation: Articulation, q0: ArrayLike, q1: ArrayLike,
    points: Sequence[ArrayLike] | None = None, *, base: Array = AT_REST, start: float = 0.0,
    stop: float = 1.0, method: str = "taylor", parts: int | None = None,
) -> Array:  # fmt: skip
    """Boxes that the links of an articulation do not leave on their paths between configurations.

    Parameters
    ----------
    articulation : Articulation
    q0, q1 : (dof,) or (n, dof) array_like
        Configurations at the start and at the end (:class:`InBetween`).
    points : sequence of (k, 3) array_like, optional
        For each link, points in its frame whose hull contains it; corners of boxes around its
        shapes if not given.
    base : (4, 4) float64, optional
        Pose of the root in the world.
    start, stop : float, optional
        Interval of time.
    method : str, optional
        "taylor": Taylor models. "intervals": interval arithmetic, for comparison; some 30 times
        as wide after ten joints.
    parts : int, optional
        Into how many parts the interval is cut, whose boxes are united. If not given, enough that
        turns along a chain sum up to 2 rad in each, at most 16.

    Returns
    -------
    (n, links, 2, 3) float64, or (links, 2, 3)
        Lower and upper corners, world frame, rounded outward. A link without points has (inf,
        -inf).

    Examples
    --------
    >>> from impinge.geometry import Box, Joint, Link
    >>> crank = Joint("turn", "revolute", "base", "arm", axis=(0, 0, 1))
    >>> tree = Articulation([Link("base"), Link("arm", [Box((2, 0.2, 0.2))])], [crank])
    >>> link_boxes(tree, [0.0], [np.pi / 2])[1].round(3).tolist()
    [[-1.012, -1.012, -0.1], [1.012, 1.012, 0.1]]
    """
    as_kind(articulation, "articulation", Articulation)
    placed = given_poses(base, "base", single=True)
    motion = InBetween(Kinematics(articulation, AT_REST if placed is None else placed), q0, q1)
    return motion.boxes(points, start=start, stop=stop, method=method, parts=parts)


def link_points(articulation: Articulation) -> list[Array]:
    """For each link, the corners of boxes around its shapes, in the frame of the link.

    Raises
    ------
    ImpingeError
        If a shape does not end; the message names the link.
    """
    pick = np.array(np.meshgrid([0, 1], [0, 1], [0, 1], indexing="ij")).reshape(3, 8).T
    found = []
    for link in articulation.links:
        corners = [np.zeros((0, 3))]
        for shape, pose in link.shapes:
            bounds = np.asarray(shape.bounds)
            if not np.isfinite(bounds).all():
                raise ImpingeError(
                    f"link {link.name!r}: a {type(shape).__name__} does not end; give points"
                )
            own = np.take_along_axis(bounds, pick, axis=0)
            corners.append(own @ pose[:3, :3].T + pose[:3, 3])
        found.append(np.concatenate(corners))
    return found


def _as_points(articulation: Articulation, points: Sequence[ArrayLike]) -> list[Array]:
    names, points = articulation.link_names, as_several(points, "points")
    if len(points) != len(names):
        raise ImpingeError(f"points: {len(points)} arrays, there are {len(names)} links")
    return [
        as_points(given, f"points: link {name!r}")
        for given, name in zip(points, names, strict=True)
    ]
