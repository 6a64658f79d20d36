"""Where compiled kernels are kept: only where nobody else can put something to be executed."""

import os
from pathlib import Path

import pytest

from impinge.core import cache


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Candidates inside a temporary folder, and a fresh choice among them."""
    monkeypatch.setenv("IMPINGE_CACHE_DIR", str(tmp_path / "chosen"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    cache.cache_folder.cache_clear()
    yield tmp_path
    cache.cache_folder.cache_clear()


def block(path):
    """Put a file where a folder would be made: not even an administrator can make it then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")


def test_the_chosen_folder_is_first(folders):
    assert cache.cache_folder() == folders / "chosen"


def test_then_the_users_cache_folder(folders, monkeypatch):
    monkeypatch.delenv("IMPINGE_CACHE_DIR")

    assert cache.cache_folder() == folders / "xdg" / "impinge"


def test_without_xdg_it_lies_in_the_home_folder(folders, monkeypatch):
    monkeypatch.delenv("IMPINGE_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(folders / "home"))

    assert cache.cache_folder() == folders / "home" / ".cache" / "impinge"


def test_then_a_private_temporary_folder_without_a_word(folders, monkeypatch, recwarn):
    monkeypatch.delenv("IMPINGE_CACHE_DIR")
    block(folders / "xdg")

    folder = cache.cache_folder()

    assert folder.parent == folders / "tmp"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert not recwarn


def test_a_chosen_folder_that_cannot_be_used_is_named(folders):
    block(folders / "chosen")

    with pytest.warns(RuntimeWarning, match=r"chosen.*using .*xdg"):
        assert cache.cache_folder() == folders / "xdg" / "impinge"


def test_then_none_with_one_warning(folders, recwarn):
    for name in ("chosen", "xdg", "tmp"):
        block(folders / name)

    assert cache.cache_folder() is None
    assert cache.cache_folder() is None
    assert len(recwarn) == 1
    assert cache.cache_info()["folder"] is None
    assert cache.clean_cache() == 0


def test_a_folder_that_others_can_write_to_is_refused(tmp_path):
    """Kept code is executed when it is loaded: whoever can write there owns the process."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    assert "other users" in cache.fault_of(folder)

    folder.chmod(0o770)
    assert "other users" in cache.fault_of(folder)

    folder.chmod(0o755)
    assert cache.fault_of(folder) is None


def test_a_folder_of_another_user_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "theirs"
    folder.mkdir()
    monkeypatch.setattr(cache, "user_id", lambda: os.getuid() + 1)

    assert "another user" in cache.fault_of(folder)


def test_a_link_planted_in_a_shared_folder_is_refused(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir(mode=0o700)
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "impinge-0").symlink_to(mine)

    assert "link" in cache.fault_of(shared / "impinge-0")


def test_cleaning_removes_kernels_and_nothing_else(folders):
    folder = cache.cache_folder()
    (folder / "core_1").mkdir()
    for name in ("a.nbi", "a.1.nbc", "a.nbi.tmp.12"):
        (folder / "core_1" / name).write_text("12345")
    (folder / "letter.txt").write_text("keep me")
    assert cache.cache_info() == {
        "folder": str(folder),
        "files": 3,
        "bytes": 15,
        "writable": True,
    }

    assert cache.clean_cache() == 3

    assert [file.name for file in Path(folder).rglob("*")] == ["letter.txt"]
