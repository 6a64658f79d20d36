"""The answer to: do two moving shapes stay apart?"""

from __future__ import annotations

from enum import Enum, IntEnum

from impinge.continuous.kernels import convex_freedom
from impinge.core.arrays import Flags
from impinge.core.rows import Rows, code, integer, scalar


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

    _layout = convex_freedom.LAYOUT
    _names: tuple[str, ...] = ("free", "status", "time", "steps")

    status, time, steps = code(FreedomStatus), scalar(), integer()

    @property
    def free(self) -> bool | Flags:
        found = self._rows[..., convex_freedom.STATUS] == convex_freedom.FREE
        return bool(found) if self._rows.ndim == 1 else found

    def __bool__(self) -> bool:
        if self._rows.ndim > 1:
            raise TypeError("a batch is neither free nor not: ask .free.all() or .free.any()")
        return bool(self.free)
