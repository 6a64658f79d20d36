"""Lines of numbers: taken in order, and errors that name the line."""

import tracemalloc
from array import array
from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.text import (
    COUNT,
    MOST_ROW,
    PIECE,
    REAL,
    WHOLE,
    Lines,
    as_table,
    check_row,
    numbered_lines,
    row_of,
    table_of,
)

PATH = Path("part.txt")


@pytest.mark.parametrize("word", ["0", "1.", ".5", "-1.5e-300", "+2E5", "1e5"])
def test_reals(word):
    assert row_of(REAL).fullmatch(word)
    assert float(word) == float(word)


@pytest.mark.parametrize(
    "word", ["", ".", "e5", "1e", "1.2.3", "--1", "1_0", "nan", "0x1", "\uff11"]
)
def test_what_is_no_real(word):
    assert not row_of(REAL).fullmatch(word)


def test_whole_numbers_fit_into_64_bits():
    assert row_of(WHOLE).fullmatch("-12")
    assert not row_of(COUNT).fullmatch("-12")
    assert not row_of(COUNT).fullmatch("1" * 19)


def test_empty_lines_and_comments_count_but_are_not_seen():
    lines = Lines(b"# head\n\n 1 2 \n# more\r\n3 4 # end\n", PATH, "#")

    assert list(lines.take(2, row_of(COUNT, COUNT), "two counts")) == [(3, "1 2"), (5, "3 4")]
    assert not lines
    assert lines.peek() == ""


def test_errors_name_the_line():
    lines = Lines(b"1\n2\nx\n", PATH)

    assert lines.take_counts(1, "a count") == [1]
    with pytest.raises(FileError, match=r"part\.txt: line 2: expected END, found '2'"):
        lines.take_word("END")
    with pytest.raises(FileError, match=r"part\.txt: line 3: expected a count, found 'x'"):
        list(lines.take(2, row_of(COUNT), "a count"))
    with pytest.raises(FileError, match="ends early: 9 lines of anything announced, 0 found"):
        list(lines.take(9, row_of(r".*"), "anything"))
    lines = Lines(b"2\nx\n", PATH)
    assert lines.take_any() == (1, "2")
    lines.take_word("x")
    with pytest.raises(FileError, match="ends early: expected more"):
        lines.take_any()


def test_a_huge_count_costs_nothing():
    with pytest.raises(FileError, match="2 found"):
        list(Lines(b"1\n2\n", PATH).take(10**17, row_of(COUNT), "counts"))


def test_numbers_over_several_lines():
    lines = Lines(b"1 2\n3\n4 5 6\n", PATH, first=10)

    found = lines.take_numbers(3, WHOLE, "points")
    assert found.tolist() == [1, 2, 3]
    assert found.dtype == np.int64
    with pytest.raises(FileError, match="line 12: 2 numbers of points announced, there are more"):
        lines.take_numbers(2, WHOLE, "points")
    with pytest.raises(FileError, match="8 numbers of points announced, 0 found"):
        lines.take_numbers(8, WHOLE, "points")


def test_all_lines_that_are_left():
    rows = Lines(b"1 2\n\n3 4", PATH).take(None, row_of(COUNT, COUNT), "two counts")

    np.testing.assert_array_equal(table_of(rows, 2), [[1.0, 2.0], [3.0, 4.0]])
    assert as_table(array("q"), 3).shape == (0, 3)
    assert as_table(array("q"), 3).dtype == np.int64


@pytest.mark.parametrize("blank", [" ", "  ", "\t \t"])
def test_a_line_of_any_length_holds_any_number_of_words(blank):
    words = [str(k) for k in range(30_000)] + ["1" * 17, "9" * 18]
    text = blank.join(words).encode()
    assert len(text) > 2 * PIECE

    found = Lines(text, PATH).take_numbers(len(words), WHOLE, "points")

    assert found.tolist() == [int(word) for word in words]
    long = b"1 " + b"2" * (2 * PIECE) + b" 3"
    assert len(Lines(long, PATH).take_numbers(3, REAL, "points")) == 3
    with pytest.raises(FileError, match="line 1: expected points"):
        Lines(text + b" x", PATH).take_numbers(len(words), WHOLE, "points")


def test_a_row_has_an_end():
    check_row((1, "1" * MOST_ROW), PATH)
    lines = Lines(b"1\n" + b"1 " * MOST_ROW, PATH)
    with pytest.raises(FileError, match=r"line 2: \d+ characters, at most"):
        list(lines.take(2, row_of(COUNT), "a count"))


def test_byte_order_marks_places_and_odd_names():
    data = b"head\n\xef\xbb\xbfv 0\n\xe9 # \xff\n"

    found = list(numbered_lines(data, PATH, "#", first=2, begin=5))

    assert found == [(2, "v 0"), (3, "\ufffd")]


@pytest.mark.parametrize("text", [b"\n" * 200_000, b"1\n" * 100_000, b"ab\n" * 70_000])
def test_lines_are_not_taken_apart_as_a_whole(text):
    """A list of lines takes eight to sixty times the text."""
    tracemalloc.start()
    try:
        assert sum(1 for _ in numbered_lines(text, PATH)) in (0, 100_000, 70_000)
        assert tracemalloc.get_traced_memory()[1] < len(text)
    finally:
        tracemalloc.stop()
