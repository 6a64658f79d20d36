"""What a question about contacts asks for, beside the shapes and their poses."""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag, shown

LARGEST = 2**31
"""More than any two shapes have; larger limits need not fit into the integers of kernels."""


class Request(NamedTuple):
    """Checked options of :func:`impinge.collide`."""

    margins: Array
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
        try:
            count = 0 if isinstance(limit, bool) else index(limit)
        except TypeError:
            count = 0
        if count < 1:
            raise ImpingeError(
                f"limit: expected a whole number from 1 on, or None, got {shown(limit)}"
            )
        limit = min(count, LARGEST)
    return Request(np.array([as_scalar(margin, "margin")]), limit, as_flag(solid, "solid"))
