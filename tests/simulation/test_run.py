"""Runs: in memory and in a folder alike, killed and resumed to the bit."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import FileError, ImpingeError
from impinge.core.threads import use_threads
from impinge.simulation import World, read_run
from impinge.simulation.run import FRAMES, STATES

BUILD = """
import impinge as im
from impinge.simulation import World
world = World(restitution=0.3)
world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
for k in range(6):
    world.add(f"box {k}", im.Box((0.1, 0.1, 0.1)), im.pose((0.02 * (k % 3), 0, 0.06 + 0.12 * k)))
"""


def built():
    names = {}
    exec(BUILD, names)
    return names["world"]


@pytest.fixture(scope="module")
def whole():
    return built().run(40, every=3)


def test_what_a_run_has(whole):
    recording = whole.recording
    assert recording.frames == 40
    np.testing.assert_allclose(recording.times, 3 / 240 * np.arange(1, 41))
    assert whole.energies.shape == (40, 3)
    assert whole.contacts.shape == whole.impacts.shape == (40,)
    assert recording.tracks["lines"] == ("impulses",)
    assert set(recording.things) == {"floor", *(f"box {k}" for k in range(6))}
    assert whole.impacts.sum() > 0
    last = recording.contacts(-1)
    assert len(last[0]) == whole.contacts[-1]
    assert len(recording.lines("impulses", -1)) > 0
    world = built()
    world.step(120)
    np.testing.assert_array_equal(recording.poses[:, -1], world.poses)
    np.testing.assert_array_equal(whole.energies[-1], world.energy())


@pytest.mark.parametrize("threads", [1, 2])
def test_resumed_to_the_bit(tmp_path, whole, threads):
    with use_threads(threads):
        for frames in (7, 8, 23, 40):
            found = built().run(frames, every=3, out=tmp_path, resume=True, progress=False)
            assert found.recording.frames == frames
    assert found.recording == whole.recording
    np.testing.assert_array_equal(found.energies, whole.energies)
    np.testing.assert_array_equal(found.impacts, whole.impacts)


def test_a_kill_loses_nothing(tmp_path, whole):
    """SIGKILL amid a run: all whole frames are read, and it goes on as if nothing had been."""
    code = BUILD + f"world.run(1000000, every=3, out={str(tmp_path)!r})"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        path, until = tmp_path / FRAMES, time.monotonic() + 120
        while time.monotonic() < until:
            time.sleep(0.05)
            if path.exists() and path.stat().st_size > 12_000:
                break
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    done = read_run(tmp_path).recording
    assert done.frames >= 1
    some = min(done.frames, 40)
    np.testing.assert_array_equal(done.poses[:, :some], whole.recording.poses[:, :some])
    if done.frames < 40:
        found = built().run(40, every=3, out=tmp_path, resume=True)
        assert found.recording == whole.recording


def test_a_run_without_resume_begins_anew(tmp_path):
    built().run(5, out=tmp_path)
    assert built().run(3, out=tmp_path).recording.frames == 3


def test_refused(tmp_path):
    world = built()
    with pytest.raises(ImpingeError, match="resume: needs a folder"):
        world.run(3, resume=True)
    for given in ({"frames": 0}, {"frames": 2, "every": 0}, {"frames": 2, "progress": 1}):
        with pytest.raises(ImpingeError):
            world.run(**given)
    with pytest.raises(FileError):
        read_run(tmp_path)
    built().run(4, out=tmp_path)
    other = World()
    other.add("ball", im.Sphere(1))
    with pytest.raises(FileError, match="things"):
        other.run(5, out=tmp_path, resume=True)
    for name in STATES:
        (tmp_path / name).write_bytes(b"nonsense")
    with pytest.raises(FileError):
        built().run(5, out=tmp_path, resume=True)
    for name in STATES:
        (tmp_path / name).unlink()
    with pytest.raises(FileError, match="is not there"):
        built().run(5, out=tmp_path, resume=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        built().run(5, out=tmp_path / "file")
