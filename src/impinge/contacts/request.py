"""What a question about contacts asks for, beside the shapes and their poses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError

LARGEST = 2**31
"""More than any two shapes have; larger limits need not fit into the integers of kernels."""


class Request(NamedTuple):
    """Checked options of :func:`impinge.collide`."""

    margins: NDArray[np.float64]
    """(1,), which goes with every row of a batch, or (n,), one a row."""
    limit: int
    """As kernels take it: 0 for no limit."""
    solid: bool


def as_request(margin: Any, limit: Any, solid: Any) -> Request:
    """Options as they were given, checked.

    Examples
    --------
    >>> as_request(0.1, None, False)
    Request(margins=array([0.1]), limit=0, solid=False)
    >>> as_request(0.0, 0, False)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: limit: expected a whole number from 1 on, or None, got 0
    """
    if limit is None:
        limit = 0
    else:
        whole = not isinstance(limit, bool) and hasattr(limit, "__index__")
        if not whole or limit.__index__() < 1:
            raise ImpingeError(f"limit: expected a whole number from 1 on, or None, got {limit!r}")
        limit = min(limit.__index__(), LARGEST)
    return Request(np.array([as_scalar(margin, "margin")]), limit, bool(solid))
