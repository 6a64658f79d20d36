"""Bytes of a file, or an error that names it."""

import os
from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats import file
from impinge.formats.file import blamed_on, cut_polygons, number_words, read_bytes, read_text


def test_the_file_is_named_when_it_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.stl", tmp_path, Path("a\0b.stl")):
        with pytest.raises(FileError):
            read_bytes(path)
    (tmp_path / "empty.stl").touch()
    with pytest.raises(FileError, match=r"empty\.stl: the file is empty"):
        read_bytes(tmp_path / "empty.stl")


def test_large_files_are_refused_before_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "MOST_BYTES", 10)
    (tmp_path / "large.stl").write_bytes(b"x" * 11)

    with pytest.raises(FileError, match="11 bytes, more than 10"):
        read_bytes(tmp_path / "large.stl")


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


def test_a_byte_order_mark_is_no_text():
    assert read_text(b"\xef\xbb\xbfv 0", Path("a.obj")) == "v 0"


@pytest.mark.parametrize("line", ["1_0 0 0", "\uff11 0 0"])
def test_what_only_python_reads_is_no_number(line):
    with pytest.raises(ValueError, match="ASCII"):
        number_words(line)
    assert number_words(f"1 0 # {line}") == ["1", "0"]


def test_binary_data_is_no_text():
    with pytest.raises(FileError, match="found binary"):
        read_text(b"solid\0", Path("a.stl"))
    assert read_text("solid é".encode("latin-1"), Path("a.stl")).startswith("solid")


@pytest.mark.parametrize(
    "error", [KeyError("x"), AssertionError(), RecursionError(), MemoryError()]
)
def test_whatever_a_parser_raises_names_the_file(error):
    with pytest.raises(FileError, match=r"a\.stl: "), blamed_on(Path("a.stl")):
        raise error


def test_polygons_become_fans():
    fans = cut_polygons([[0, 1, 2], [3, 4, 5, 6], [7, 8], [0, 1, 2, 3, 4]])

    assert fans.tolist() == [
        [0, 1, 2], [3, 4, 5], [3, 5, 6], [0, 1, 2], [0, 2, 3], [0, 3, 4],
    ]  # fmt: skip
    assert cut_polygons(np.zeros((0, 4))).shape == (0, 3)
