"""Times that questions may take."""

from __future__ import annotations

from math import inf
from time import monotonic_ns
from typing import Any

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError

LONGEST = 200_000_000
"""Nanoseconds between two moments at which Ctrl-C is heard."""
FOREVER = 1e9
"""Seconds: thirty years."""


def as_budget(budget: Any) -> float:
    """Seconds, more than zero; inf is a time without end."""
    if type(budget) is float and budget > 0.0:
        return budget
    seconds = inf if isinstance(budget, float) and budget == inf else as_scalar(budget, "budget")
    if seconds == 0.0:
        raise ImpingeError("budget: 0, expected a time in seconds that is greater than 0")
    return seconds


class Deadline:
    """The end of a call's time; all times are in nanoseconds.

    The call began at ``start``, and takes ``way_back`` before its clock is read and after its walk.
    """

    def __init__(self, start: int, seconds: float, way_back: int) -> None:
        self.now, self._end = start, start + int(1e9 * min(seconds, FOREVER)) - way_back

    def pause(self) -> int:
        """When the walk is left next: at the end, or before, so that Ctrl-C is heard."""
        return min(self._end, self.now + LONGEST)

    def is_over(self) -> bool:
        """Read the clock."""
        self.now = monotonic_ns()
        return self.now >= self._end
