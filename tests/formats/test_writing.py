"""A file is replaced as a whole, or stays as it was."""

import os
from pathlib import Path

import pytest

from impinge.core.errors import FileError
from impinge.formats.writing import number_text, replaced, write_file


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


KILLED = """
import os, signal, sys
from pathlib import Path
from impinge.formats.writing import write_file

os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_file(Path(sys.argv[1]), b"half")
"""


def test_what_killed_processes_left_goes_with_the_next_save(tmp_path, run_python):
    """Names of temporary files say whose they are; no other file is touched."""
    folder = tmp_path / "folder"
    folder.mkdir()
    others = [".a.bin.tmp", f".a.bin.00000000-{2**22}-00000000.tmp", "b.tmp"]
    for name in others:
        (folder / name).write_bytes(b"")
    # The second also takes away what the first left.
    for name in ("a.bin", "b.bin"):
        run_python(KILLED, folder / name)
        left = [file for file in folder.iterdir() if file.name not in others]
        assert [file.read_bytes() for file in left] == [b"half"]

    with replaced(folder / "c.bin") as alive:
        alive.write_bytes(b"being written")
        write_file(folder / "a.bin", b"whole")

        found = {file.name for file in folder.iterdir()}
        assert found == {"a.bin", alive.name, *others}


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
