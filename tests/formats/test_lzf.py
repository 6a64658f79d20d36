"""LZF: literals and copies, and nothing beyond what was announced."""

import numpy as np
import pytest
from formats.samples import literal_lzf

from impinge.formats.pcd import GREATEST, decompress_lzf


def copy(distance, length):
    """The bytes that say: so many again, from so far back."""
    rest, back = length - 2, distance - 1
    head = [(min(rest, 7) << 5) | (back >> 8)] + ([rest - 7] if rest >= 7 else [])
    return bytes([*head, back & 255])


def test_literals_are_as_they_are():
    data = np.random.default_rng(1).bytes(1000)

    assert decompress_lzf(literal_lzf(data), 1000).tobytes() == data
    assert decompress_lzf(b"", 0).tobytes() == b""


@pytest.mark.parametrize("distance", [1, 2, 5, 300])
@pytest.mark.parametrize("length", [3, 8, 9, 10, 100, GREATEST])
def test_copies_may_reach_into_themselves(distance, length):
    start = np.random.default_rng(2).bytes(300)
    expected = bytearray(start)
    for _ in range(length):
        expected.append(expected[-distance])

    found = decompress_lzf(literal_lzf(start) + copy(distance, length), 300 + length)

    assert found.tobytes() == bytes(expected)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (literal_lzf(b"abc"), 2),
        (literal_lzf(b"abc"), 4),
        (literal_lzf(b"abc")[:-1], 3),
        (literal_lzf(b"abc") + copy(4, 3), 6),
        (literal_lzf(b"abc") + copy(3, 100)[:-1], 103),
        (bytes([7 << 5]), 9),
        (b"", 1),
    ],
)
def test_what_does_not_fit_is_refused(data, size):
    with pytest.raises(ValueError, match=r"expected|before the first"):
        decompress_lzf(data, size)


def test_what_would_grow_is_stopped():
    bomb = literal_lzf(b"a") + copy(1, GREATEST) * 100_000

    with pytest.raises(ValueError, match="expected 1000 bytes, found"):
        decompress_lzf(bomb, 1000)
