"""A time that a question may take."""

from __future__ import annotations

from math import inf
from typing import Any

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError


def as_budget(budget: Any) -> float:
    """Seconds, more than zero; inf is a time without end."""
    if type(budget) is float and budget > 0.0:
        return budget
    seconds = inf if isinstance(budget, float) and budget == inf else as_scalar(budget, "budget")
    if seconds == 0.0:
        raise ImpingeError("budget: 0, expected a time in seconds that is greater than 0")
    return seconds
