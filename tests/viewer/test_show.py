"""Look at it: in a notebook, in a browser, or as a file."""

import sys
import types
import webbrowser
from pathlib import Path

import pytest
from payload_reading import at

import impinge as im
from impinge.viewer.show import has_display, open_page, view_of

# The function has the name of its module, and hides it.
module = sys.modules["impinge.viewer.show"]


@pytest.fixture
def quiet(monkeypatch, tmp_path):
    """No browser opens; files go to a folder of this test."""
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    monkeypatch.setattr(module.tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    return opened


def test_without_a_display_the_path_is_printed(quiet, monkeypatch, capsys):
    monkeypatch.setattr(module, "has_display", lambda: False)
    assert im.show(im.Sphere(1)) is None
    path = Path(capsys.readouterr().out.strip())
    assert "impinge-data" in path.read_text(encoding="utf-8")
    assert quiet == []


def test_with_a_display_a_browser_is_asked(quiet, monkeypatch, capsys):
    monkeypatch.setattr(module, "has_display", lambda: True)
    im.View().add(im.Sphere(1)).show()
    assert quiet == [Path(capsys.readouterr().out.strip()).as_uri()]


def test_in_a_notebook_it_is_displayed(quiet, monkeypatch, capsys):
    shown = []
    shell = types.SimpleNamespace(kernel=object())
    ipython = types.ModuleType("IPython")
    ipython.get_ipython = lambda: shell
    display = types.ModuleType("IPython.display")
    display.display = shown.append
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    im.show(im.Sphere(1), title="t")
    assert [view.title for view in shown] == ["t"]
    assert capsys.readouterr().out == ""
    # A terminal with IPython is no notebook.
    del shell.kernel
    monkeypatch.setattr(module, "has_display", lambda: False)
    im.show(im.Sphere(1))
    assert len(shown) == 1


def test_things_are_composed():
    a, b = im.Sphere(1), im.Box((1, 1, 1))
    scene = im.Scene.from_dict({"x": a, "y": b})
    run = im.Recording([0.0], {"x": [at(2)]})
    made = view_of(a, (b, run.of("x")[0]), im.distance(a, b)).payload()
    assert [t["id"] for t in made["tables"]] == ["distance", "things"]
    # A recording moves what it is shown with, whatever the order.
    assert view_of(run, scene).payload()["tables"][0]["frames"] == [0, 0]
    view = im.View()
    assert view_of(view) is view


def test_a_path_gets_the_page(quiet, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(module, "has_display", lambda: True)
    for path in (tmp_path / "page.html", str(tmp_path / "other.html")):
        found = im.show(im.Sphere(1), title="t", path=path)
        assert found == Path(path)
        assert "impinge-data" in found.read_text(encoding="utf-8")
    assert (quiet, capsys.readouterr().out) == ([], "")
    with pytest.raises(im.ImpingeError, match="path"):
        im.show(im.Sphere(1), path=3)


def test_motions_stand_in_for_poses():
    ball, motion = im.Sphere(1), im.Motion(at(-3), at(0))
    made = view_of((ball, motion), ball, im.time_of_impact(ball, ball, motion)).payload()
    assert made["step"]["moments"][0]["names"] == ["sphere", "sphere 2"]


@pytest.mark.parametrize(
    ("things", "text"),
    [((), "nothing"), ((im.View(), im.Sphere(1)), "alone"), ((3,), "int cannot be shown")],
)
def test_errors_say_what_to_do(things, text):
    with pytest.raises(im.ImpingeError, match=text):
        im.show(*things)


def test_displays_are_found(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_display()
    monkeypatch.setenv("SSH_CONNECTION", "x")
    assert not has_display()


def test_a_missing_browser_is_no_error(monkeypatch):
    def none(address):
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "open", none)
    assert open_page("file:///x") is False
