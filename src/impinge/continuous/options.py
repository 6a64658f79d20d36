"""What the caller of a question about a step asks for, checked."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_flag, shown

TOLERANCE = 1e-6
"""Gap [m] at which what moves counts as touching, unless another is asked for: a micrometre.
Smaller costs little; features are mostly found to 1e-13 of their size in any case."""
MAX_STEPS = 100_000
"""Times looked at before a pair of shapes is given up. Contacts take five to fifty; what turns many
times at a small gap takes thousands."""
METHODS = ("advance", "intervals")
MOST = 2**62
"""More steps than can be done: what is asked above is cut to this."""


class Options(NamedTuple):
    """What is asked about a pair of shapes."""

    margin: float
    tolerance: float
    max_time: float
    solid: bool
    max_steps: int
    method: str | None = None
    measured: bool = True
    """Whether gap, points, features and depths are asked for, and not times alone."""

    def between(self, start: float, stop: float) -> tuple[float, float, float, float, int]:
        """What kernels search by, from one time to another."""
        return start, stop, self.margin, self.tolerance, self.max_steps


def as_options(
    margin: Any, tolerance: Any, max_time: Any, solid: Any, max_steps: Any, method: Any = None
) -> Options:
    """The same, each of them usable, or an error that names it."""
    return Options(
        as_scalar(margin, "margin"), as_scalar(tolerance, "tolerance"), as_time(max_time),
        as_flag(solid, "solid"), as_count(max_steps, "max_steps"),
        None if method is None else as_choice(method, "method", METHODS),
    )  # fmt: skip


def as_time(value: Any) -> float:
    """``max_time``, from 0 to 1."""
    time = as_scalar(value, "max_time")
    if time > 1.0:
        raise ImpingeError(f"max_time: {time:g} is beyond the end of the step, which is 1")
    return time


def as_count(value: Any, name: str) -> int:
    """A whole number from 1 on; more than can be done is cut."""
    if type(value) is int and 0 < value < MOST:
        return value
    try:
        count = 0 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        count = 0
    if count < 1:
        raise ImpingeError(f"{name}: expected a whole number from 1 on, got {shown(value)}")
    return min(count, MOST)
