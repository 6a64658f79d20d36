"""LZF, the compression of PCD files: literals, and copies of what came before."""

from __future__ import annotations

GREATEST = 264
"""Bytes that one copy gives at most; it takes two or three, so nothing grows more than this."""


def decompress_lzf(data: bytes, size: int) -> bytes:
    """The bytes behind, of which there must be ``size``.

    Raises
    ------
    ValueError
        If there are fewer or more, or a copy begins before the first byte.

    Examples
    --------
    >>> decompress_lzf(bytes([1]) + b"ab" + bytes([2 << 5, 1]), 6)
    b'ababab'
    """
    found = bytearray()
    at, end = 0, len(data)
    while at < end and len(found) <= size:
        control = data[at]
        at += 1
        if control < 32:
            # So many bytes and one as they are.
            found += data[at : at + control + 1]
            at += control + 1
            continue
        # A copy of two bytes more than the upper three bits say, from so far back and one.
        length = control >> 5
        if length == 7 and at < end:
            length += data[at]
            at += 1
        if at >= end:
            break
        start = len(found) - ((control & 31) << 8) - data[at] - 1
        at += 1
        if start < 0:
            raise ValueError("a copy begins before the first byte")
        length += 2
        chunk = found[start : start + length]
        # It may reach into itself, which repeats it.
        found += (chunk * (-(-length // len(chunk))))[:length]
    if at != end or len(found) != size:
        raise ValueError(f"expected {size} bytes, found {len(found)}; truncated?")
    return bytes(found)
