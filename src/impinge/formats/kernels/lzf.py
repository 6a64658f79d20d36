"""LZF, byte by byte."""

from impinge.core.jit import kernel

WRONG_SIZE, BEFORE_FIRST = -1, -2
"""What :func:`unpack` answers where data is broken."""


@kernel
def unpack(data, found):  # type: ignore[no-untyped-def]
    """Fill ``found`` with what is behind ``data``, both uint8, and return its length.

    Negative where the data does not end with it, or a copy begins before the first byte.
    """
    at, end = 0, len(data)
    filled, size = 0, len(found)
    while at < end:
        control = int(data[at])
        at += 1
        if control < 32:
            # So many bytes and one as they are.
            length = control + 1
            if length > end - at or length > size - filled:
                return WRONG_SIZE
            for k in range(length):
                found[filled + k] = data[at + k]
            at += length
            filled += length
            continue
        # A copy of two bytes more than the upper three bits say, from so far back and one.
        length = (control >> 5) + 2
        if length == 9 and at < end:
            length += int(data[at])
            at += 1
        if at >= end:
            return WRONG_SIZE
        start = filled - ((control & 31) << 8) - int(data[at]) - 1
        at += 1
        if start < 0:
            return BEFORE_FIRST
        if length > size - filled:
            return WRONG_SIZE
        # One by one: it may reach into itself, which repeats it.
        for k in range(length):
            found[filled + k] = found[start + k]
        filled += length
    return filled
