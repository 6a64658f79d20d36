"""Soft bodies in contact by facets: springs of pairs, balance, memory, tools that are driven."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld

CUBE = brick((2, 2, 2), 0.1)


def cube_at(x, y, z):
    return TetMesh(CUBE.vertices + np.array([x, y, z]), CUBE.tets)


def pressing(**more):
    """A small cube moves into a larger one, seen along x, off its middle."""
    bodies = {
        "left": SoftBody(cube_at(0.0, 0.0, 0.0), young=2e4, model="corotational"),
        "right": SoftBody(cube_at(0.21, 0.03, 0.02), young=2e4, model="corotational"),
    }
    start = {"velocities": {"right": (-0.5, 0, 0)}, "gravity": (0, 0, 0), "contact": "facets"}
    return SoftWorld(bodies, **{**start, **more})


@pytest.mark.parametrize("integrator", ["implicit", "rk4"])
def test_bodies_bounce_and_keep_momentum(integrator):
    world = pressing(integrator=integrator)
    first, energies, hits = world.momentum(), [sum(world.energy())], 0
    for _ in range(40):
        hits = max(hits, world.step().hits)
        energies.append(sum(world.energy()))
    assert hits > 0
    assert world.momentum().linear == pytest.approx(first.linear, abs=1e-9)
    assert world.momentum().angular == pytest.approx(first.angular, abs=1e-9)
    assert np.diff(energies).max() <= 1e-9 * energies[0]
    # They part again: the right one no longer approaches.
    assert world.velocities["right"].mean(axis=0)[0] > world.velocities["left"].mean(axis=0)[0]


def test_rows_are_those_of_the_tracker():
    world = pressing()
    world.step(8)
    found = world._found()
    (contact,) = world._detector._found.values()
    deep = contact.depths > 0.0
    assert len(found) == deep.sum() > 0
    assert found.depths == pytest.approx(contact.depths[deep])
    # A stencil takes positions to the vector between both facets, minus depth along the direction.
    between = found.stencils @ world._now.vertices
    n = contact.separation.direction
    assert between == pytest.approx(-found.depths[:, None] * n, abs=1e-9)
    assert set(map(tuple, found.bodies)) == {(1, 0)}


def test_floor_and_facets():
    bodies = {
        "low": SoftBody(cube_at(0.0, 0.0, 0.001), young=2e5, model="corotational"),
        "high": SoftBody(cube_at(0.01, 0.02, 0.203), young=2e5, model="corotational"),
    }
    world = SoftWorld(bodies, contact="facets", floor=0.0, friction=0.3)
    for _ in range(30):
        world.step()
    seen = {int(other) for _, other in world._found().bodies}
    assert -1 in seen
    assert world.vertices["high"][:, 2].min() > 0.15


def test_driven_tool():
    rest = brick((1, 1, 2), 0.06).vertices + np.array([0.07, 0.07, 0.21])
    tool = SoftBody(TetMesh(rest, brick((1, 1, 2)).tets), pinned=np.arange(len(rest)))
    block = SoftBody(
        CUBE, young=2e4, model="corotational", pinned=np.flatnonzero(CUBE.vertices[:, 2] == 0.0)
    )
    world = SoftWorld(
        {"block": block, "tool": tool}, contact="facets", gravity=(0, 0, 0),
        driven={"tool": lambda time: rest - np.array([0.0, 0.0, 0.4 * time])},
    )  # fmt: skip
    world.step(12)
    assert world.time == pytest.approx(0.1)
    assert world.vertices["tool"] == pytest.approx(rest - np.array([0.0, 0.0, 0.04]))
    assert world.velocities["tool"][:, 2] == pytest.approx(np.full(len(rest), -0.4))
    under = np.hypot(*(CUBE.vertices[:, :2] - 0.1).T) < 0.01
    pushed = world.vertices["block"][under & (CUBE.vertices[:, 2] > 0.19)]
    assert (pushed[:, 2] < 0.19).all()
    assert world._detector.scalars()["hull depth"] > 0.0


def test_run_and_resume(tmp_path):
    whole = pressing().run(8, out=tmp_path / "whole", progress=False)
    pressing().run(4, out=tmp_path / "half", progress=False)
    again = pressing().run(8, out=tmp_path / "half", resume=True, progress=False)
    assert whole.recording.scalar("iterations").max() >= 1
    assert whole.recording.scalar("hull depth").max() > 0.0
    assert [len(rim) for rim in whole.recording.lines("impact zones", -1)] == [33, 33]
    ((start, end),) = whole.recording.lines("contact direction", -1)
    assert np.linalg.norm(end - start) == pytest.approx(whole.recording.scalar("hull depth")[-1])
    for name in ("left", "right"):
        assert np.array_equal(
            whole.recording.vertices(name, -1), again.recording.vertices(name, -1)
        )


def test_memory_comes_back():
    world = pressing()
    world.step(8)
    memory = world._detector.memory()["directions"]
    assert np.linalg.norm(memory, axis=1) == pytest.approx([1.0])
    other = pressing()
    other._restore(world._state())
    assert np.array_equal(other._found().depths, world._found().depths)
    assert np.array_equal(other._detector.memory()["directions"], memory)
    state = {**world._state(), "directions": np.zeros((3, 3))}
    with pytest.raises(ImpingeError, match="directions"):
        pressing()._restore(state)


def test_bad_drives():
    body = SoftBody(CUBE)
    held = SoftBody(CUBE, pinned=np.arange(len(CUBE.vertices)))
    for driven, words in (
        ({"x": len}, "driven"), ({"a": 3}, "function"), ({"a": len}, "pinned"), (7, "driven"),
    ):  # fmt: skip
        with pytest.raises(ImpingeError, match=words):
            SoftWorld({"a": body}, driven=driven)
    world = SoftWorld({"a": held}, driven={"a": lambda _: np.zeros((2, 3))})
    with pytest.raises(ImpingeError, match="driven: 'a' at"):
        world.step()
