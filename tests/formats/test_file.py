"""Bytes of a file, or an error that names it."""

import os
from array import array
from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats import file
from impinge.formats.file import (
    MOST_BYTES,
    add_fan,
    blamed_on,
    check_text,
    cut_polygons,
    most_unpacked,
    number_words,
    read_bytes,
)


def test_the_file_is_named_when_it_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.stl", tmp_path, Path("a\0b.stl")):
        with pytest.raises(FileError):
            read_bytes(path)
    (tmp_path / "empty.stl").touch()
    with pytest.raises(FileError, match=r"empty\.stl: the file is empty"):
        read_bytes(tmp_path / "empty.stl")


def test_large_files_are_refused_before_they_are_read(tmp_path):
    (tmp_path / "large.stl").write_bytes(b"x" * 11)

    assert len(read_bytes(tmp_path / "large.stl", most=11)) == 11
    with pytest.raises(FileError, match=r"large\.stl: 11 bytes, more than 10"):
        read_bytes(tmp_path / "large.stl", most=10)
    with pytest.raises(FileError, match=r"large\.stl: 11 bytes, no room"):
        read_bytes(tmp_path / "large.stl", most=10, told="no room")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this platform")
def test_devices_and_pipes_are_refused(tmp_path):
    """A pipe that nobody writes to would be waited for without end."""
    os.mkfifo(tmp_path / "pipe.obj")
    for path in (Path("/dev/zero"), tmp_path / "pipe.obj"):
        with pytest.raises(FileError, match=f"{path}: is not a regular file"):
            read_bytes(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows refuses to open a folder")
def test_a_folder_is_called_one(tmp_path):
    with pytest.raises(FileError, match="is a folder, expected a file"):
        read_bytes(tmp_path)


@pytest.mark.parametrize("line", ["1_0 0 0", "\uff11 0 0"])
def test_what_only_python_reads_is_no_number(line):
    with pytest.raises(ValueError, match="ASCII"):
        number_words(line)
    assert number_words(f"1 0 # {line}") == ["1", "0"]


def test_binary_data_is_no_text():
    with pytest.raises(FileError, match="found binary"):
        check_text(b"solid\0", Path("a.stl"))
    check_text("\0solid é".encode("latin-1"), Path("a.stl"), begin=1)


@pytest.mark.parametrize(
    "error", [KeyError("x"), AssertionError(), RecursionError(), MemoryError()]
)
def test_whatever_a_parser_raises_names_the_file(error):
    with pytest.raises(FileError, match=r"a\.stl: "), blamed_on(Path("a.stl")):
        raise error


def test_polygons_become_fans():
    triangles = array("q")
    for corners in ([0, 1, 2], [3, 4, 5, 6], [0, 1, 2, 3, 4]):
        add_fan(triangles, corners)

    assert np.reshape(triangles, (-1, 3)).tolist() == [
        [0, 1, 2], [3, 4, 5], [3, 5, 6], [0, 1, 2], [0, 2, 3], [0, 3, 4],
    ]  # fmt: skip
    squares = np.arange(8).reshape(2, 4)
    assert cut_polygons(squares).tolist() == [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]]
    assert cut_polygons(np.zeros((0, 4))).shape == (0, 3)


def test_text_has_a_limit_of_its_own(monkeypatch):
    monkeypatch.setattr(file, "MOST_TEXT", 10)

    check_text(b"x" * 12, Path("a.xyz"), begin=2)
    with pytest.raises(FileError, match="11 bytes of text, more than 10 are not read; save it as"):
        check_text(b"x" * 12, Path("a.xyz"), begin=1)


def test_what_is_compressed_grows_by_a_factor_and_to_an_end():
    sizes = [most_unpacked(size) for size in (1, 10**6, 2 * 10**7, 3 * 10**7, MOST_BYTES)]

    assert sizes == [64 * 2**20, 10**8, 2 * 10**9, MOST_BYTES, MOST_BYTES]


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="cannot open from a folder")
def test_links_below_a_folder_are_not_followed(tmp_path):
    home = (tmp_path / "home").resolve()
    (home / "in").mkdir(parents=True)
    (home / "in" / "a.stl").write_bytes(b"a")
    (tmp_path / "a.stl").write_bytes(b"secret")
    (home / "link.stl").symlink_to(tmp_path / "a.stl")
    (home / "out").symlink_to(tmp_path)

    assert read_bytes(home / "in" / "a.stl", home=home) == b"a"
    for path in (home / "link.stl", home / "out" / "a.stl"):
        assert read_bytes(path) == b"secret"
        with pytest.raises(FileError, match=str(path)):
            read_bytes(path, home=home)
