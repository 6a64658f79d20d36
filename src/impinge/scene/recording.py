"""Poses of things at some times: what a simulation or a robot has done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import frozen
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.motion import Motion
from impinge.scene.things import check_name

Array = NDArray[np.float64]


class Recording:
    """Poses of named things at increasing times. Immutable.

    Parameters
    ----------
    times : (F,) array_like
        Seconds, strictly increasing; at least one.
    poses : mapping of str to (F, 4, 4) array_like
        Body to world, one a time. At least one thing.

    Raises
    ------
    ImpingeError
        If times do not increase, a matrix is no rigid motion, or there are more or fewer of them
        than times; the message names the thing and the row.

    Examples
    --------
    >>> pose = np.eye(4)
    >>> pose[0, 3] = 2.0
    >>> run = Recording([0.0, 1.0], {"crate": [np.eye(4), pose]})
    >>> run, float(run.at(0.25)["crate"][0, 3])
    (Recording(1 thing, 2 frames, 0 to 1 s), 0.5)

    ``im.save(run, "run.npz")`` keeps it, ``im.load("run.npz")`` brings it back, and
    ``im.show(scene, run)`` plays it.
    """

    __slots__ = ("_poses", "_rows", "times")

    _poses: Array
    _rows: dict[str, int]
    times: Array

    def __init__(self, times: ArrayLike, poses: Mapping[str, ArrayLike]) -> None:
        checked = _as_times(times)
        if not isinstance(poses, Mapping):
            kind = type(poses).__name__
            raise ImpingeError(f"poses: expected a dictionary of names to poses, got {kind}")
        if not poses:
            raise ImpingeError("poses: empty, a recording has at least one thing")
        rows, found = {}, np.empty((len(poses), len(checked), 4, 4))
        for i, (name, given) in enumerate(poses.items()):
            rows[check_name(name, "poses")] = i
            matrices = as_poses(given, f"poses of {name!r}")
            if matrices is None or matrices.shape != (len(checked), 4, 4):
                shape = None if matrices is None else matrices.shape
                raise ImpingeError(
                    f"poses of {name!r}: expected shape ({len(checked)}, 4, 4), one pose a time, "
                    f"got {shape}"
                )
            found[i] = matrices
        for name, value in (("_poses", found), ("_rows", rows), ("times", frozen(checked))):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Recording cannot be changed ({name})")

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which they were given."""
        return tuple(self._rows)

    @property
    def poses(self) -> Array:
        """(n, F, 4, 4) float64, in the order of names. Read-only."""
        return frozen(self._poses)

    @property
    def frames(self) -> int:
        """How many times there are."""
        return len(self.times)

    @property
    def duration(self) -> float:
        """From the first time to the last [s]."""
        return float(self.times[-1] - self.times[0])

    def of(self, name: str) -> Array:
        """(F, 4, 4) float64: the poses of one thing. Read-only."""
        if name not in self:
            raise ImpingeError(f"name: nothing in the recording is called {name!r}")
        return frozen(self._poses[self._rows[name]])

    def at(self, time: float) -> dict[str, Array]:
        """The pose of each thing at a time [s], those between two frames interpolated.

        The origin of each body frame moves along a straight line while the body turns about it at
        a constant rate, the shorter way round.

        Raises
        ------
        ImpingeError
            Before the first time or after the last: nobody knows what was there.
        """
        try:
            t = float(time)
        except (TypeError, ValueError):
            raise ImpingeError(f"time: expected a number, got {time!r}") from None
        first, last = float(self.times[0]), float(self.times[-1])
        if not first <= t <= last:
            raise ImpingeError(f"time: {t:g}, the recording is from {first:g} to {last:g} s")
        k = int(np.searchsorted(self.times, t, side="right")) - 1
        if t == self.times[k]:
            found = self._poses[:, k].copy()
        else:
            # Halves: the difference of two large times might overflow.
            start, end = 0.5 * float(self.times[k]), 0.5 * float(self.times[k + 1])
            motion = Motion(self._poses[:, k], self._poses[:, k + 1])
            found = motion.pose((0.5 * t - start) / (end - start))
        return {name: found[row] for name, row in self._rows.items()}

    def every(self, step: int) -> Recording:
        """The recording of each ``step``-th frame, from the first on.

        Examples
        --------
        >>> run = Recording([0, 1, 2, 3, 4], {"crate": [np.eye(4)] * 5})
        >>> run.every(2).times.tolist()
        [0.0, 2.0, 4.0]
        """
        if isinstance(step, bool) or not hasattr(step, "__index__") or step.__index__() < 1:
            raise ImpingeError(f"step: expected a whole number from 1 on, got {step!r}")
        k = step.__index__()
        return Recording(
            self.times[::k], {name: self._poses[row, ::k] for name, row in self._rows.items()}
        )

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        """How many things it has."""
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recording):
            return NotImplemented
        return (
            self.names == other.names
            and np.array_equal(self.times, other.times)
            and np.array_equal(self._poses, other._poses)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Recording, (self.times, dict(zip(self.names, self._poses, strict=True)))

    def __repr__(self) -> str:
        things = "1 thing" if len(self) == 1 else f"{len(self)} things"
        span = f"{self.times[0]:g} to {self.times[-1]:g} s"
        return f"Recording({things}, {self.frames} frames, {span})"


def _as_times(times: ArrayLike) -> Array:
    try:
        found = np.array(times, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ImpingeError(f"times: expected numbers of shape (F,) ({error})") from error
    if found.ndim != 1:
        raise ImpingeError(f"times: expected shape (F,), got {found.shape}")
    if len(found) == 0:
        raise ImpingeError("times: empty, a recording has at least one frame")
    if not np.isfinite(found).all():
        row = int(np.argmin(np.isfinite(found)))
        raise ImpingeError(f"times: row {row} is not finite ({found[row]:g})")
    back = np.flatnonzero(found[1:] <= found[:-1])
    if len(back):
        k = int(back[0])
        raise ImpingeError(
            f"times: row {k + 1} is {found[k + 1]:g} after {found[k]:g}, expected increasing times"
        )
    return found
