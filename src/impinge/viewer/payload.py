"""What a page is given: binary arrays inside JSON that is safe inside HTML."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

VERSION = 1
"""Of the agreement between this library and the page."""

BEYOND = 1e30
"""Drawn numbers end here, in sizes of the scene: what lies further off is out of sight in any case,
as the ends of boxes with enormous margins, and float32 ends at 3e38."""

U2_MOST = int(np.iinfo(np.uint16).max)

ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""No text can end the element that it stands in, nor a line of a script."""


class Steps:
    """Rows of numbers as whole steps within a box, 16 bits each.

    Parameters
    ----------
    low, high : (c,) array_like
        Ends of each column.

    Attributes
    ----------
    error : (c,) float64
        Half a step: 1/131,070 of the box.

    Examples
    --------
    >>> steps = Steps([0.0], [65535.0])
    >>> steps.add([[2.0], [3.4]])
    >>> steps.rows().tolist(), steps.error.tolist()
    ([[2], [3]], [0.5])
    """

    def __init__(self, low: ArrayLike, high: ArrayLike) -> None:
        self.low = np.asarray(low, np.float64)
        self.step = (np.asarray(high, np.float64) - self.low) / U2_MOST
        self.error = 0.5 * self.step
        self._rows = [np.zeros((0, len(self.low)), "<u2")]

    def add(self, values: ArrayLike) -> None:
        """Add rows, (k, c)."""
        share = (np.asarray(values, np.float64) - self.low) / np.where(self.step > 0, self.step, 1)
        self._rows.append(np.clip(np.rint(share), 0, U2_MOST).astype("<u2"))

    def rows(self) -> NDArray[np.uint16]:
        """(n, c): all rows."""
        return np.concatenate(self._rows)


class Arrays:
    """Arrays of numbers as a page gets them: little-endian bytes in base64, equal ones once.

    Examples
    --------
    >>> arrays = Arrays()
    >>> arrays.floats([[0, 0, 1]]), arrays.indices([[0, 1, 2]]), arrays.floats([[0, 0, 1]])
    (0, 1, 0)
    >>> arrays.plain()[0]
    {'dtype': 'f4', 'shape': [1, 3], 'data': 'AAAAAAAAAAAAAIA/'}
    """

    def __init__(self) -> None:
        self._plain: list[dict[str, Any]] = []
        self._known: dict[bytes, int] = {}

    def floats(self, values: ArrayLike) -> int:
        """The number of an array of float32; the values are finite."""
        found = np.asarray(values, np.float64)
        assert np.isfinite(found).all(), "a page draws finite numbers only"
        return self._add(np.clip(found, -BEYOND, BEYOND), "f4")

    def doubles(self, values: ArrayLike) -> int:
        """The number of an array of float64: what a page computes with, not only draws."""
        return self._add(np.asarray(values, np.float64), "f8")

    def integers(self, values: ArrayLike) -> int:
        """The number of an array of int32."""
        return self._add(np.asarray(values), "i4")

    def bytes(self, values: ArrayLike) -> int:
        """The number of an array of integers from 0 to 255."""
        return self._add(np.asarray(values), "u1")

    def indices(self, values: ArrayLike) -> int:
        """The number of an array of indices, with two bytes each where they suffice."""
        found = np.asarray(values)
        return self._add(found, "u2" if found.max(initial=0) <= U2_MOST else "u4")

    def steps(self, values: Steps) -> int:
        """The number of an array of numbers within a box."""
        return self._add(values.rows(), "u2", low=values.low.tolist(), step=values.step.tolist())

    def _add(self, values: NDArray[Any], dtype: str, **more: Any) -> int:
        data = np.ascontiguousarray(values, dtype=f"<{dtype}")
        raw = data.tobytes()
        key = hashlib.sha256(f"{dtype}{data.shape}{more}".encode() + raw).digest()
        number = self._known.setdefault(key, len(self._plain))
        if number == len(self._plain):
            text = base64.b64encode(raw).decode("ascii")
            plain = {"dtype": dtype, "shape": list(data.shape), "data": text}
            self._plain.append(plain | more)
        return number

    def plain(self) -> list[dict[str, Any]]:
        """Type, shape and data of each, JSON-ready."""
        return list(self._plain)


def as_json(payload: Mapping[str, Any]) -> str:
    r"""The payload as text that is safe inside a ``<script>`` element.

    Raises
    ------
    ValueError
        If a number is not finite: JSON has no way to write it.

    Examples
    --------
    >>> print(as_json({"name": "</script>"}))
    {"name":"\u003c/script\u003e"}
    """
    text = json.dumps(payload, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate, as in the names of some files, has no UTF-8.
    return text.translate(ESCAPES).encode("utf-8", "backslashreplace").decode("utf-8")
