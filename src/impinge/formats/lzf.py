"""LZF, the compression of PCD files: literals, and copies of what came before."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.formats.kernels.lzf import BEFORE_FIRST, unpack

GREATEST = 264
"""Bytes that one copy gives at most; it takes two or three, so nothing grows more than this."""


def decompress_lzf(data: bytes | NDArray[Any], size: int) -> NDArray[np.uint8]:
    """(size,) uint8: the bytes behind, of which there must be so many.

    Parameters
    ----------
    data : bytes, or (n,) uint8
    size : int

    Raises
    ------
    ValueError
        If there are fewer or more, or a copy begins before the first byte.

    Examples
    --------
    >>> decompress_lzf(bytes([1]) + b"ab" + bytes([2 << 5, 1]), 6).tobytes()
    b'ababab'
    """
    found = np.empty(size, np.uint8)
    # A copy of its own: kernels take writable arrays only.
    count = unpack(np.array(np.frombuffer(data, np.uint8)), found)
    if count == BEFORE_FIRST:
        raise ValueError("a copy begins before the first byte")
    if count != size:
        raise ValueError(f"expected {size} bytes, found others; truncated?")
    return found
