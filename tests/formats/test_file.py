"""Bytes of a file, or an error that names it."""

import os
from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats import file
from impinge.formats.file import blamed_on, cut_polygons, read_bytes, read_text


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
def test_devices_are_refused():
    with pytest.raises(FileError, match="not a plain file"):
        read_bytes(Path("/dev/zero"))


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
