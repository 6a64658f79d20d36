"""Pictures of a page by a browser without a window."""

import struct
import sys

import pytest

from impinge.core.errors import ImpingeError
from impinge.viewer import browser
from impinge.viewer.browser import find_browser, take_picture

PAGE = "<!doctype html><body style='background:#123456'><h1>here</h1>"


def fake(tmp_path, monkeypatch, program):
    """A browser that is this Python, running some lines."""
    script = tmp_path / "chromium"
    script.write_text(f"#!{sys.executable}\nimport sys, time, pathlib\n{program}\n")
    script.chmod(0o755)
    monkeypatch.setattr(browser, "find_browser", lambda: str(script))


@pytest.mark.skipif(find_browser() is None, reason="there is no Chromium here")
def test_a_picture_has_the_size_and_the_colour(tmp_path):
    path = tmp_path / "page.png"
    take_picture(PAGE, path, size=(320, 240))
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (320, 240)
    from matplotlib.image import imread

    corner = imread(path)[-1, -1, :3]
    assert (corner * 255).round().astype(int).tolist() == [0x12, 0x34, 0x56]


def test_without_a_browser_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(browser, "NAMES", ("no-such-browser",))
    monkeypatch.setattr(browser, "PLACES", ())
    assert find_browser() is None
    with pytest.raises(ImpingeError, match="no-such-browser is installed"):
        take_picture(PAGE, tmp_path / "page.png")


def test_what_it_is_told(monkeypatch, tmp_path):
    fake(tmp_path, monkeypatch, (
        "picture = [a[13:] for a in sys.argv if a.startswith('--screenshot=')][0]\n"
        "pathlib.Path(picture).write_text('\\n'.join(sys.argv))"
    ))  # fmt: skip
    take_picture(PAGE, tmp_path / "page.png", size=(64, 48), mode="picture&dark")
    said = (tmp_path / "page.png").read_text().splitlines()
    assert "--window-size=64,48" in said
    assert said[-1].endswith("page.html#picture&dark")
    assert said[-1].startswith("file://")
    assert any(a.startswith("--user-data-dir=") for a in said)
    assert not any(a.startswith("http") for a in said)


def test_a_browser_that_fails_is_named(monkeypatch, tmp_path):
    fake(tmp_path, monkeypatch, "print('first', file=sys.stderr); sys.exit('no display')")
    with pytest.raises(ImpingeError, match="made no picture"):
        take_picture(PAGE, tmp_path / "page.png")
    fake(tmp_path, monkeypatch, "sys.exit(1)")
    with pytest.raises(ImpingeError, match="said nothing"):
        take_picture(PAGE, tmp_path / "page.png")


def test_a_browser_that_hangs_is_ended(monkeypatch, tmp_path):
    fake(tmp_path, monkeypatch, "time.sleep(600)")
    monkeypatch.setattr(browser, "SECONDS", 0.5)
    with pytest.raises(ImpingeError, match="took more than"):
        take_picture(PAGE, tmp_path / "page.png")
    assert not (tmp_path / "page.png").exists()
