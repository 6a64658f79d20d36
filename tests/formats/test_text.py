"""Lines of numbers: taken in order, and errors that name the line."""

from pathlib import Path

import pytest

from impinge.core.errors import FileError
from impinge.formats.text import COUNT, REAL, WHOLE, Lines, row_of

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

    assert lines.take(2, row_of(COUNT, COUNT), "two counts") == [(3, "1 2"), (5, "3 4")]
    assert len(lines) == 0
    assert lines.peek() == ""


def test_errors_name_the_line():
    lines = Lines(b"1\n2\nx\n", PATH)

    assert lines.take_counts(1, "a count") == [1]
    with pytest.raises(FileError, match=r"part\.txt: line 3: expected a count, found 'x'"):
        lines.take(2, row_of(COUNT), "a count")
    with pytest.raises(FileError, match=r"part\.txt: line 2: expected END, found '2'"):
        lines.take_word("END")
    with pytest.raises(FileError, match="ends early: 9 lines of anything announced, 2 are left"):
        lines.take(9, row_of(r".*"), "anything")
    assert lines.take_any() == (2, "2")
    lines.take_word("x")
    with pytest.raises(FileError, match="ends early: expected more"):
        lines.take_any()


def test_a_huge_count_costs_nothing():
    with pytest.raises(FileError, match="2 are left"):
        Lines(b"1\n2\n", PATH).take(10**17, row_of(COUNT), "counts")


def test_numbers_over_several_lines():
    lines = Lines(b"1 2\n3\n4 5 6\n", PATH, first=10)

    assert lines.take_numbers(3, WHOLE, "points") == ["1", "2", "3"]
    with pytest.raises(FileError, match="line 12: 2 numbers of points announced, there are more"):
        lines.take_numbers(2, WHOLE, "points")
    with pytest.raises(FileError, match="8 numbers of points announced, 0 found"):
        lines.take_numbers(8, WHOLE, "points")
