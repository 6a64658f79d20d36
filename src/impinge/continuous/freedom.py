"""The answer to: do two moving shapes stay apart?"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import convex_freedom
from impinge.core.rows import Rows

Floats = NDArray[np.float64]


class FreedomStatus(IntEnum):
    """Whether shapes stay apart."""

    FREE = convex_freedom.FREE
    """Proved: nothing touches in the whole step."""
    HITS = convex_freedom.HITS
    """Seen to touch at some time."""
    UNDECIDED = convex_freedom.UNDECIDED
    """Neither: they come nearer than can be told apart, or the budget ran out."""

    # Printed by its name, though it is a number.
    __str__ = Enum.__str__


class Freedom(Rows):
    """Whether two moving shapes stay apart; one row a pair of motions, or no batch axis at all.

    ``bool(found)`` of a single answer is ``found.free``.

    Attributes
    ----------
    free : bool, or (n,) bool
        True only if it is proved.
    status : FreedomStatus, or (n,) int64
        FREE, HITS or UNDECIDED.
    time : float, or (n,) float64
        Nothing touches before it: the end of the time looked at where free, elsewhere a lower bound
        of the first contact, and often a poor one. :func:`~impinge.continuous.time_of_impact` finds
        the best.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _names = ("free", "status", "time", "steps")
    _words: ClassVar[dict[str, type[IntEnum]]] = {"status": FreedomStatus}

    @property
    def free(self) -> bool | NDArray[np.bool_]:
        found = self._rows[..., convex_freedom.STATUS] == convex_freedom.FREE
        return bool(found) if self._rows.ndim == 1 else found

    @property
    def status(self) -> FreedomStatus | NDArray[np.int64]:
        found: Any = self._id(convex_freedom.STATUS)
        return FreedomStatus(found) if self._rows.ndim == 1 else found

    @property
    def time(self) -> float | Floats:
        return self._scalar(convex_freedom.TIME)  # type: ignore[no-any-return]

    @property
    def steps(self) -> int | NDArray[np.int64]:
        return self._id(convex_freedom.STEPS)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        if self._rows.ndim > 1:
            raise TypeError("a batch is neither free nor not: ask .free.all() or .free.any()")
        return bool(self.free)
