"""A file is replaced as a whole, or stays as it was."""

import os
from pathlib import Path

import pytest

from impinge.core.errors import FileError
from impinge.formats.writing import number_text, write_file


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "a.bin"
    for data in (b"one", b"two" * 1000):
        write_file(path, data)
        assert path.read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["a.bin"]


@pytest.mark.skipif(not hasattr(os, "umask"), reason="no permissions on this platform")
def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "other").write_bytes(b"")
    write_file(tmp_path / "a.bin", b"x")

    assert (tmp_path / "a.bin").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(moment, tmp_path, monkeypatch):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, moment, fail)
    with pytest.raises(FileError, match=r"a\.bin: No space left"):
        write_file(path, b"new")

    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.bin"]


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "a.bin", b"new")
    assert list(tmp_path.iterdir()) == []


def test_places_that_are_none(tmp_path):
    for path, reason in ((tmp_path, "is a folder"), (tmp_path / "no" / "a", "No such file"),
                         (tmp_path / "a\0b", "null")):  # fmt: skip
        with pytest.raises(FileError, match=reason):
            write_file(path, b"x")


@pytest.mark.parametrize("value", [0.1, 1 / 3, 5e-324, -0.0, 1e149, 2.0**53 + 2])
def test_numbers_come_back(value):
    assert float(number_text(value)).hex() == value.hex()


def test_the_empty_path_is_a_folder():
    with pytest.raises(FileError, match="is a folder"):
        write_file(Path(), b"x")
