"""A walk through bytes never leaves them."""

from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.walk import MOST_LINE, Walk

PATH = Path("part.bin")
INT = np.dtype("<i4")


def test_lines_and_numbers_in_turn():
    walk = Walk(b"head\n\n" + np.arange(3, dtype=INT).tobytes() + b"\nEND\n7\n", PATH)

    assert walk.line() == b"head"
    assert walk.line() == b""
    assert walk.take(3, INT).tolist() == [0, 1, 2]
    walk.keyword(b"END")
    assert walk.count_line() == 7
    assert walk.next_line() == b""


@pytest.mark.parametrize("count", [4, 2**62, -1])
def test_no_more_is_taken_than_is_there(count):
    with pytest.raises(FileError, match=r"part\.bin: .* announced at byte 0, 12 are left"):
        Walk(bytes(12), PATH).take(count, INT)


def test_what_is_no_keyword_or_count_is_shown():
    with pytest.raises(FileError, match="expected END at byte 0, found b'head'"):
        Walk(b"head\n", PATH).keyword(b"END")
    for line in (b"-1\n", b"x\n", b"1" * 30 + b"\n", b""):
        with pytest.raises(FileError, match="expected a count"):
            Walk(line, PATH).count_line()


def test_a_line_ends_somewhere():
    walk = Walk(b"x" * (3 * MOST_LINE), PATH)

    assert len(walk.line()) == MOST_LINE
