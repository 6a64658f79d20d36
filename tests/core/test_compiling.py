"""Compiling that takes long is told, once; loading never is."""

import sys
import time
from types import SimpleNamespace

import pytest

import impinge as im
from impinge import narrow, simulation
from impinge.core import compiling
from impinge.core.compiling import KERNELS, SECONDS, called

LINE = compiling.LINE.format(name=KERNELS, time="some seconds to some minutes")

ASK = """\
import threading
from impinge.core import compiling
from impinge.core.vec import cross, dot
compiling.PATIENCE = 0.0
def ask():
    assert dot((1.0, 0.0, 0.0), (2.0, 0.0, 0.0)) == 2.0
    assert cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)
thread = threading.Thread(target=ask)
thread.start()
thread.join()
"""
OURS, OTHERS = (
    SimpleNamespace(
        data={
            "dispatcher": SimpleNamespace(
                __module__="some.kernels", __qualname__="ask",
                _cache=type("Cache", (), {"__module__": name})(),
            )
        }
    )
    for name in ("impinge.core.jit", "impingement.core")
)  # fmt: skip


def test_it_is_said_once_and_not_of_kept_code(run_python, tmp_path):
    def said():
        done = run_python(ASK, IMPINGE_CACHE_DIR=str(tmp_path / "kept"), IMPINGE_QUIET=None)
        assert done.returncode == 0, done.stderr
        return done.stderr

    assert said() == LINE + "\n"
    assert said() == ""


def test_a_variable_keeps_it_quiet(run_python, tmp_path):
    done = run_python(ASK, IMPINGE_CACHE_DIR=str(tmp_path / "kept"), IMPINGE_QUIET="1")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def watch(monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 0.02)
    return compiling.Watch(silent=False)


def compiled(watch, which, seconds):
    watch.on_start(which)
    watch.on_start(which)
    watch.on_end(which)
    time.sleep(seconds)
    watch.on_end(which)


def test_it_is_said_while_a_kernel_is_compiled(watch, capsys):
    watch.on_start(OURS)
    deadline = time.monotonic() + 10.0
    while not watch._told and time.monotonic() < deadline:
        time.sleep(0.01)
    watch.on_end(OURS)
    compiled(watch, OURS, 0.05)

    assert capsys.readouterr().err == LINE + "\n"


def test_short_ones_count_together(watch, capsys, monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 1e3)
    compiled(watch, OURS, 0.01)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(compiling, "PATIENCE", 0.01)
    compiled(watch, OURS, 0.2)
    assert capsys.readouterr().err == LINE + "\n"


def test_it_counts_and_times(watch):
    compiled(watch, OURS, 0.05)
    taken = watch.seconds
    assert taken >= 0.05
    compiled(watch, OTHERS, 0.05)
    assert (watch.seconds, watch.count) == (taken, 2)


def test_what_is_not_told(watch, capsys, monkeypatch):
    compiled(watch, OTHERS, 0.05)
    monkeypatch.setattr(compiling, "WATCH", watch)
    compiling.say_nothing()
    compiled(watch, OURS, 0.05)

    assert capsys.readouterr().err == ""


def test_nobody_listens(monkeypatch):
    closed = SimpleNamespace(write=None)
    closed.write = closed.flush = lambda *_: (_ for _ in ()).throw(ValueError("closed"))
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stderr", stream)
        compiling.Watch(silent=False).say(KERNELS)


def test_each_function_is_named_once_with_its_time(watch, capsys, monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setitem(SECONDS, "Motion.pose", 12)
    monkeypatch.setattr(compiling, "WATCH", watch)
    for name in ("Motion.pose", "Motion.velocity", "Motion.pose"):
        monkeypatch.setattr(compiling, "called", lambda name=name: name)
        compiled(watch, OURS, 0.05)

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert said[0].startswith(
        "impinge: compiling Motion.pose for first use, once, up to about 12 s;"
    )
    assert said[1].startswith("impinge: compiling Motion.velocity for first use, once, some second")


@pytest.mark.parametrize(
    ("module", "inner", "ask", "name"),
    [
        ("impinge.geometry.pose", "as_order", im.pose, "pose"),
        ("impinge.geometry.mesh", "as_coordinates", im.box_mesh, "box_mesh"),
        ("impinge.geometry.mesh", "as_coordinates",
         lambda: im.Mesh([[0, 0, 0]], [[0, 0, 0]]), "Mesh"),
        ("impinge.scene.scene", "is_description",
         lambda: im.Scene.from_dict({}), "Scene.from_dict"),
        ("impinge.scene.scene", "nearest_pair", im.Scene().closest_pair, "Scene.closest_pair"),
        ("impinge.scene.population", "check_pose",
         lambda: im.Scene().add("ball", im.Sphere(1)), "Scene.add"),
    ],
)  # fmt: skip
def test_the_function_that_was_called_is_found(monkeypatch, module, inner, ask, name):
    """The outermost of ours, whatever it calls in turn."""
    found, original = [], getattr(sys.modules[module], inner)
    monkeypatch.setattr(
        sys.modules[module],
        inner,
        lambda *args, **more: found.append(called()) or original(*args, **more),
    )
    ask()

    assert set(found) == {name}
    assert called() == KERNELS


def test_times_are_of_functions_that_there_are():
    for name in SECONDS:
        first, *more = name.split(".")
        thing = next(
            getattr(room, first) for room in (im, narrow, simulation) if hasattr(room, first)
        )
        for part in more:
            thing = getattr(thing, part)
        assert callable(thing)
    assert len(SECONDS) > 10
