"""A seal on data in a pickle: after damage, or in another version, the data has another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.arrays import digest
from impinge.core.sources import edited_since_start, stamp


def seal_of(layout: Path, *values: Any) -> str | None:
    """A text that depends on each bit of the values, and on the code that lays them out.

    That code is the file ``layout`` and what it imports. None while it is being edited: nobody can
    tell which text this process runs.

    Examples
    --------
    >>> here = Path(__file__)
    >>> seal_of(here, np.zeros(3), "x") == seal_of(here, np.zeros(3), "x")
    True
    >>> seal_of(here, np.zeros(3), "x") == seal_of(here, np.zeros((3, 1)), "x")
    False
    """
    try:
        if edited_since_start(layout):
            return None
        words = [stamp(layout)]
    except (OSError, SyntaxError, ValueError):
        return None
    for value in values:
        is_array = isinstance(value, np.ndarray)
        words.append(f"{value.shape} {digest(value).hex()}" if is_array else repr(value))
    return " ".join(words)
