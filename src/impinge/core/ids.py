"""Ids of things that come and go: which are in use, and which is given next.

Each change is one write to one array, after what could fail and before what can be counted again:
an interruption at any line leaves the ids of before or those of after.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError

Ids = NDArray[np.int64]

BLOCK = 1024
"""Ids looked at first for a free one; twice as many in each further step."""


class IdRegister:
    """Whole numbers from 0 on, in use or free; those that were given back are given first.

    Ids in use at first are 0 to ``count - 1``; messages call what has one a ``thing``.
    """

    __slots__ = ("_count", "_lowest", "alive", "thing")

    alive: NDArray[np.bool_]
    """Which ids are in use; there is room for more at the end."""

    def __init__(self, count: int = 0, thing: str = "box") -> None:
        self.alive = np.ones(count, np.bool_)
        self.thing = thing
        # None where it is to be counted; no id below the lowest is free.
        self._count: int | None = count
        self._lowest = count

    @property
    def count(self) -> int:
        """Ids in use."""
        if self._count is None:
            self._count = int(np.count_nonzero(self.alive))
        return self._count

    @property
    def ids(self) -> Ids:
        """Ids in use, in order."""
        return np.flatnonzero(self.alive)

    def lowest(self, n: int) -> Ids:
        """The ``n`` lowest free ids, in order. They stay free until they are taken.

        Costs as much as there are ids between the lowest free one and the last of these, a byte
        each: those that were given back are few, or near.
        """
        found, missing, at, length = [], n, self._lowest, BLOCK
        while missing and at < len(self.alive):
            part = self.alive[at : at + length]
            if not part.all():
                free = at + np.flatnonzero(~part)[:missing]
                found.append(free)
                missing -= len(free)
            at += len(part)
            length *= 2
        found.append(np.arange(len(self.alive), len(self.alive) + missing))
        return np.concatenate(found).astype(np.int64, copy=False)

    def make_room(self, ids: Ids) -> int:
        """How long arrays by id have to be to hold these, and others after them.

        They grow by a share: things that are added one by one cost the same each.
        """
        need, have = int(ids.max(initial=-1)) + 1, len(self.alive)
        if need > have:
            self.alive = longer(self.alive, max(need, have + have // 2), False)
        return len(self.alive)

    def take(self, ids: Ids) -> None:
        """Use ids that were the lowest free ones, for which room was made."""
        if not len(ids):
            return
        count, self._count = self.count, None
        self.alive[ids] = True
        self._count = count + len(ids)
        self._lowest = int(ids[-1]) + 1

    def release(self, ids: Ids) -> None:
        """Give back ids that were checked."""
        if not len(ids):
            return
        self._lowest = min(self._lowest, int(ids.min()))
        count, self._count = self.count, None
        self.alive[ids] = False
        self._count = count - len(ids)

    def checked(self, ids: ArrayLike) -> Ids:
        """Ids as an array, each in use and named once; of one number, an array of one."""
        try:
            given: NDArray[Any] = np.atleast_1d(np.asarray(ids))
        except Exception:  # noqa: BLE001 - code of the caller
            raise ImpingeError(
                "ids: expected whole numbers of shape (n,), got uneven rows"
            ) from None
        if given.size == 0:
            return np.empty(0, np.int64)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ImpingeError(
                f"ids: expected whole numbers of shape (n,), got {given.dtype} of shape "
                f"{given.shape}"
            )
        numbers = given.astype(np.int64)
        known = (numbers >= 0) & (numbers < len(self.alive))
        known[known] = self.alive[numbers[known]]
        if not known.all():
            raise ImpingeError(f"ids: no {self.thing} has the id {given[int(np.argmin(known))]}")
        ordered = np.sort(numbers)
        twice = ordered[1:] == ordered[:-1]
        if twice.any():
            raise ImpingeError(f"ids: {ordered[1:][twice][0]} is named more than once")
        return numbers


def longer(array: NDArray[Any], length: int, value: Any) -> NDArray[Any]:
    """The array with rows of ``value`` added up to this length; itself if it is as long."""
    if len(array) >= length:
        return array
    out = np.empty((length, *array.shape[1:]), array.dtype)
    out[: len(array)] = array
    out[len(array) :] = value
    return out
