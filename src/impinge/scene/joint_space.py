"""Configurations of a robot: names, limits, groups, states, and where its links are."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.ids import Ids
from impinge.core.options import as_mapping, shown
from impinge.geometry import Articulation
from impinge.motion.kinematics import Kinematics, as_rows
from impinge.scene.robot_model import RobotModel, listed_names

MOST_SAMPLES = 10**8


class JointSpace:
    """The part of a :class:`~impinge.scene.Robot` that asks for no shapes: q and kinematics."""

    _model: RobotModel
    _joints: tuple[str, ...]
    _columns: Ids
    _speed_columns: Ids
    _held: Array

    def _hold(self, q: Array, joints: Sequence[str]) -> None:
        """Take the numbers of these joints as q, and hold the others where they are."""
        tree = self._model.articulation
        self._joints = tuple(joint for joint in tree.joint_names if joint in set(joints))
        columns, speeds = (
            [np.arange(s.start, s.stop) for s in
             (tree.columns(joint, speeds=which) for joint in self._joints)]
            for which in (False, True)
        )  # fmt: skip
        none = np.zeros(0, np.int64)
        self._columns, self._speed_columns = (
            np.concatenate([none, *some]) for some in (columns, speeds)
        )
        self._held = q

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def articulation(self) -> Articulation:
        return self._model.articulation

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints, in the order of q."""
        return self._joints

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of the links, in the order of :meth:`links`."""
        return self._model.articulation.link_names

    @property
    def dof(self) -> int:
        """Numbers of a configuration."""
        return len(self._columns)

    @property
    def speeds(self) -> int:
        """Numbers of a vector of speeds."""
        return len(self._speed_columns)

    @property
    def limits(self) -> tuple[Array, Array]:
        """(dof,), (dof,) float64: lower and upper; -1 and 1 for quaternions. Read-only."""
        tree = self._model.articulation
        return frozen(tree.lower[self._columns]), frozen(tree.upper[self._columns])

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the groups."""
        return tuple(self._model.groups)

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states."""
        return tuple(self._model.states)

    def neutral(self) -> Array:
        """(dof,) float64: all joints at zero, or at the limit nearest to it; turns at identity."""
        return self._model.kinematics.neutral()[self._columns]

    def random(self, n: int | None = None, seed: int | None = None) -> Array:
        """(n, dof) float64: configurations spread evenly within limits; without n one, (dof,).

        Angles without limits are spread over a turn, other numbers over 2 m, and orientations
        over all.
        """
        count = 1 if n is None else as_whole(n, "n", 0, MOST_SAMPLES)
        rows = self._model.kinematics.random(count, seeded(seed))
        return rows[0, self._columns] if n is None else rows[:, self._columns]

    def state(self, name: str) -> Array:
        """(dof,) float64: a named configuration."""
        values = as_mapping(
            _named(self._model.states, name, "state"), f"state {name!r}", "values by joint"
        )
        q = self._model.kinematics.neutral()
        for joint, value in values.items():
            columns = self._model.articulation.columns(joint)
            numbers = np.atleast_1d(as_numbers(value, f"state {name!r}: joint {joint!r}"))
            if numbers.shape != (columns.stop - columns.start,):
                raise ImpingeError(
                    f"state {name!r}: joint {joint!r} has {columns.stop - columns.start} numbers, "
                    f"got {shown(value)}"
                )
            q[columns] = numbers
        self._model.kinematics.configurations(q, f"state {name!r}")
        return q[self._columns]

    def group(self, name: str | Sequence[str], q: ArrayLike | None = None) -> Self:
        """The same robot, with q restricted to the joints of a group.

        What is attached or ignored later is so for both.

        Parameters
        ----------
        name : str, or sequence of str
            A group, or names of joints.
        q : (dof,) array_like, optional
            Where the other joints stay, as a configuration of this robot; neutral if not given.
        """
        if isinstance(name, str):
            joints: Sequence[Any] = _named(self._model.groups, name, "group")
        else:
            joints = listed_names(name, "group")
        known = set(self._joints)
        for joint in joints:
            # Mimic and fixed joints have no numbers: SRDF groups list them all the same.
            self._model.articulation.columns(joint)
        other = object.__new__(type(self))
        other._model = self._model
        held = self._one(self.neutral() if q is None else q)
        other._hold(held, [joint for joint in joints if joint in known])
        return other

    def integrate(self, q: ArrayLike, speeds: ArrayLike, dt: float = 1.0) -> Array:
        """(dof,) or (n, dof) float64: configurations after moving with constant speeds for ``dt``.

        Turns of floating joints and balls are about fixed axes. Limits are not looked at.
        """
        rows, single = self._full(q)
        moving, one = self._full_speeds(speeds)
        rows, moving = same_length(rows, moving, "q and speeds")
        step = as_scalar(dt, "dt", least=-1e300)
        found = self._model.kinematics.integrate(rows, moving, step)
        # Steps that are too long leave all coordinates.
        alone = single and one
        self._model.kinematics.configurations(found[0] if alone else found, "speeds times dt")
        found = found[:, self._columns]
        return found[0] if alone else found

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> Array:
        """(speeds,) or (n, speeds) float64: speeds that lead from q0 to q1 in unit time.

        Orientations take the shorter turn; angles do not wrap around.
        """
        first, single = self._full(q0, "q0")
        second, one = self._full(q1, "q1")
        first, second = same_length(first, second, "q0 and q1")
        found = self._model.kinematics.difference(first, second)[:, self._speed_columns]
        return found[0] if single and one else found

    def links(self, q: ArrayLike) -> Array:
        """(links, 4, 4) or (n, links, 4, 4) float64: poses of all links, world frame."""
        rows, single = self._full(q)
        found = self._model.kinematics.link_poses(rows)
        return found[0] if single else found

    def jacobian(self, q: ArrayLike, link: str, point: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """(6, speeds) or (n, 6, speeds) float64: velocity of a point of a link, per unit speeds.

        Parameters
        ----------
        q : (dof,) or (n, dof) array_like
        link : str
        point : (3,) or (n, 3) array_like, optional
            In the link's frame [m].

        Returns
        -------
        (6, speeds) or (n, 6, speeds) float64
            Linear velocity, then angular velocity, along the axes of the world.
        """
        rows, single = self._full(q)
        number = self._model.link_number(link)
        one = len(shape_of(point, "point")) == 1
        points = as_points(as_numbers(point, "point")[None] if one else point, "point", copy=True)
        rows, points = same_length(rows, points, "q and point")
        links = np.full(len(rows), number)
        found = self._model.kinematics.jacobian(rows, links, points)[:, :, self._speed_columns]
        return found[0] if single and one else found

    def _full(self, q: ArrayLike, name: str = "q") -> tuple[Array, bool]:
        """(n, dof) float64: configurations of all joints, and whether there was one alone."""
        given, single = as_rows(q, self.dof, name, self.joints)
        rows = np.repeat(self._held[None], len(given), axis=0)
        rows[:, self._columns] = given
        checked = self._model.kinematics.configurations(rows[0] if single else rows, name)
        return checked.rows, single

    def _one(self, q: ArrayLike) -> Array:
        """(all joints' dof,) float64: one configuration alone, of all joints."""
        rows, single = self._full(q)
        if not single:
            raise ImpingeError(f"q: expected one configuration, of shape ({self.dof},)")
        return rows[0]

    def _check_limits(self, rows: Array, single: bool, strict: bool, name: str) -> None:
        """Refuse, or warn of, configurations that are out of limits."""
        tree, kinematics = self._model.articulation, self._model.kinematics
        beyond = kinematics.beyond_limits(rows)
        if not beyond.any():
            return
        # Joints that are held count as within their limits.
        beyond &= np.isin(np.arange(rows.shape[1]), self._columns)
        if not beyond.any():
            return
        row, column = (int(k) for k in np.argwhere(beyond)[0])
        where = "" if single else f"row {row}: "
        first = (
            f"{where}joint {kinematics.joint_at(column)!r} is {rows[row, column]:.6g}, "
            f"limits are {tree.lower[column]:.6g} and {tree.upper[column]:.6g}"
        )
        if strict:
            raise ImpingeError(f"{name}: {first}")
        count = int(beyond.any(axis=1).sum())
        text = f"{name}: {count} of {len(rows)} configurations are out of limits; {first}"
        warnings.warn(text, UserWarning, stacklevel=4)

    def _full_speeds(self, speeds: ArrayLike, name: str = "speeds") -> tuple[Array, bool]:
        given, single = as_rows(speeds, self.speeds, name, self.joints)
        rows = np.zeros((len(given), self._model.articulation.speeds))
        rows[:, self._speed_columns] = given
        return as_points(rows, name, (rows.shape[1],)), single

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Robot({name}{len(self.link_names)} links, dof {self.dof})"


class FullSpace(NamedTuple):
    """All joints of a robot, of which q may have some only; for rooms above."""

    kinematics: Kinematics
    speed_columns: Ids
    """Those of the robot's speeds among all."""
    configurations: Callable[[ArrayLike, str], tuple[Array, bool]]
    """Checked rows of all joints from q and its name, and whether there was one alone."""
    speeds: Callable[[ArrayLike, str], tuple[Array, bool]]
    """Likewise from speeds; joints that are held have none."""


def full_space(robot: JointSpace) -> FullSpace:
    """What a robot's q means for all of its joints."""
    return FullSpace(robot._model.kinematics, robot._speed_columns, robot._full, robot._full_speeds)


def seeded(seed: Any) -> np.random.Generator:
    """Random numbers; without a seed, others each time."""
    number = None if seed is None else as_whole(seed, "seed", 0, 2**64)
    return np.random.default_rng(number)


def _named(values: Mapping[str, Any], name: Any, what: str) -> Any:
    if not isinstance(name, str) or name not in values:
        known = ", ".join(map(repr, values)) or "none"
        raise ImpingeError(f"{what}: there is none called {shown(name)}; there are {known}")
    return values[name]


def same_length(a: Array, b: Array, names: str) -> tuple[Array, Array]:
    """Rows of both; one alone goes with every row of the other."""
    if len(a) != len(b) and 1 not in (len(a), len(b)):
        raise ImpingeError(f"{names}: {len(a)} and {len(b)} rows, expected equal numbers")
    count = len(b) if len(a) == 1 else len(a)
    return tuple(  # type: ignore[return-value]
        np.repeat(rows, count, axis=0) if len(rows) == 1 and count != 1 else rows for rows in (a, b)
    )
