import os
import subprocess
import sys
import time

import numpy as np
import pytest
from soft_cases import INTEGRATORS, MODELS, bar, moved, pressing

import impinge as im
from impinge import ImpingeError
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld, read_run

CUBE = brick((2, 2, 2), 0.5)


@pytest.mark.parametrize("model", MODELS)
def test_a_hanging_bar_stretches_by_half_its_weight(model):
    world = SoftWorld({"bar": bar(model, viscosity=(0, 4e3))}, contact=None, step=1 / 30)
    world.step(60)
    end = world.vertices["bar"][bar().mesh.vertices[:, 2] == 0.0, 2].mean()
    assert -end == pytest.approx(1000 * 9.81 / (2 * 1e6), rel=0.02)


@pytest.mark.parametrize(("integrator", "step"), [("rk4", 1 / 120), ("implicit", 1 / 2000)])
def test_a_bar_rings_at_a_quarter_of_its_speed_of_sound_by_length(integrator, step):
    body = bar()
    rest = body.mesh.vertices
    speeds = np.zeros_like(rest)
    speeds[:, 2] = -0.01 * np.sin(0.5 * np.pi * (1.0 - rest[:, 2]))
    world = SoftWorld(
        {"bar": body}, velocities={"bar": speeds}, contact=None, gravity=(0, 0, 0), step=step,
        integrator=integrator,
    )  # fmt: skip
    pitch = np.sqrt(1e6 / 1000) / 4
    ends = []
    for _ in range(int(1.3 / pitch / step)):
        world.step()
        ends.append(world.vertices["bar"][rest[:, 2] == 0.0, 2].mean())
    ends = np.array(ends)
    k = np.flatnonzero(np.diff(np.sign(ends)))
    crossings = (k + 1 + ends[k] / (ends[k] - ends[k + 1])) * step
    assert len(crossings) >= 2
    assert 0.5 / np.diff(crossings).mean() == pytest.approx(pitch, rel=0.02)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("model", MODELS)
def test_free_flight_keeps_momentum(model, integrator):
    rng = np.random.default_rng(5)
    speeds = np.cross([1, 2, 6], CUBE.vertices - 0.4) + 0.5 * rng.normal(size=CUBE.vertices.shape)
    world = SoftWorld(
        {"cube": SoftBody(CUBE, model=model, viscosity=(0, 10))}, velocities={"cube": speeds},
        gravity=(0, 0, 0), integrator=integrator,
    )  # fmt: skip
    first, energies = world.momentum(), [sum(world.energy())]
    for _ in range(50):
        world.step()
        energies.append(sum(world.energy()))
    for before, after in zip(first, world.momentum(), strict=True):
        assert np.abs(after - before).max() < 1e-12 * np.abs(before).max()
    assert np.diff(energies).max() < 1e-12 * energies[0]


def test_gravity_changes_the_momentum_by_the_weight():
    world = SoftWorld({"cube": SoftBody(CUBE)}, gravity=(1, 0, -9.81))
    world.step(60)
    assert world.momentum().linear == pytest.approx([500.0, 0, -9.81 * 500], rel=1e-12)


@pytest.mark.parametrize("contact", ["consistent", "closest"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_pressed_and_released_bodies_never_gain_energy(integrator, contact):
    for gap, speed in ((0.02, 1.0), (-0.3, 0.0)):
        world = pressing(gap=gap, speed=speed, integrator=integrator, contact=contact)
        first, energies, hits = world.momentum(), [sum(world.energy())], 0
        for _ in range(50):
            hits = max(hits, world.step().hits)
            energies.append(sum(world.energy()))
        assert hits > 10
        assert np.diff(energies).max() <= 1e-12 * energies[0]
        scale = 1000.0
        for before, after in zip(first, world.momentum(), strict=True):
            assert np.abs(after - before).max() < 1e-12 * scale
        # Thrown apart again.
        low, high = (world.velocities[name][:, 2].mean() for name in ("low", "high"))
        assert high > low + 0.2


def test_a_block_rests_on_the_floor_and_friction_holds_it():
    body = SoftBody(moved(CUBE, [0, 0, 0.01]), viscosity=(0, 2e3))
    start = {"cube": (0.5, 0, 0)}
    options = {"floor": 0.0, "velocities": start, "step": 1 / 60}
    rough, smooth = (SoftWorld({"cube": body}, friction=f, **options) for f in (1.0, 0.0))
    for world in (rough, smooth):
        done = world.step(120)
        assert done.hits >= 9
        assert 0.0 < done.deepest < 0.05
        assert np.abs(world.velocities["cube"][:, 2]).max() < 0.05
    on_floor = CUBE.vertices[:, 2] == 0.0
    assert np.abs(rough.velocities["cube"][on_floor]).max() < 0.02
    assert smooth.velocities["cube"][:, 0].mean() == pytest.approx(0.5, rel=1e-6)


def test_a_tower_keeps_its_side_unless_contact_is_closest():
    from impinge.scenes import world

    ends = {}
    for contact in ("consistent", "closest"):
        made = world("tower-in-block", contact=contact)
        made.step(45)
        ends[contact] = made.vertices["tower"][:, 2].mean()
    assert ends["consistent"] > 0.5
    assert ends["closest"] < -0.3


def test_pinned_vertices_stay():
    for integrator in INTEGRATORS:
        body = SoftBody(CUBE, pinned=[0, 5])
        world = SoftWorld({"cube": body}, integrator=integrator, velocities={"cube": (1, 0, 0)})
        world.step(10)
        held = [0, 5]
        assert np.array_equal(world.vertices["cube"][held], CUBE.vertices[held])
        assert not world.velocities["cube"][held].any()
        assert np.abs(world.vertices["cube"] - CUBE.vertices).max() > 1e-3


def test_the_same_bits_for_one_and_two_threads():
    found = []
    for threads in (1, 2):
        with im.use_threads(threads):
            world = pressing()
            world.step(8)
            found.append(world.vertices["low"])
    assert np.array_equal(*found)


def test_a_step_that_blows_up_names_the_body_and_keeps_the_last_good_state():
    wild = np.zeros_like(CUBE.vertices)
    wild[0, 0] = 1e99
    bodies = {"calm": SoftBody(moved(CUBE, 9.0)), "wild": SoftBody(CUBE)}
    for integrator in INTEGRATORS:
        world = SoftWorld(bodies, velocities={"wild": wild}, integrator=integrator)
        with pytest.raises(ImpingeError, match="step: 'wild' blows up"):
            world.step(5)
        assert np.array_equal(world.vertices["wild"], CUBE.vertices)
        assert np.array_equal(world.velocities["wild"], wild)
        assert world.time == 0.0


def test_explicit_steps_are_halved_where_elements_invert():
    crush = np.zeros_like(CUBE.vertices)
    crush[:, 2] = -60.0 * CUBE.vertices[:, 2]
    options = {"velocities": {"cube": crush}, "gravity": (0, 0, 0), "integrator": "rk4"}
    tough = SoftWorld({"cube": SoftBody(CUBE, model="corotational")}, **options)
    plain = SoftWorld({"cube": SoftBody(CUBE, model="corotational")}, gravity=(0, 0, 0),
                      integrator="rk4")  # fmt: skip
    assert tough.step(10).substeps > plain.step(10).substeps
    world = SoftWorld({"cube": SoftBody(CUBE, model="stvk")}, **options)
    with pytest.raises(ImpingeError, match=r"step: 'cube' blows up: tet .* stays inverted"):
        world.step(20)
    assert np.isfinite(world.vertices["cube"]).all()


def test_a_beam_touches_itself():
    from impinge.scenes import world

    beam = world("folding-beam")
    assert max(beam.step(4).hits for _ in range(14)) > 20


def test_steps_say_what_they_did():
    world = pressing(speed=2.0)
    done = world.step(4)
    assert done.substeps == 4
    assert set(done.seconds) == {"detection", "elements", "solve", "balance"}
    assert all(value >= 0.0 for value in done.seconds.values())
    assert done.hits > 0
    assert done.deepest > 0.0
    assert pressing(integrator="rk4").step().substeps >= 1
    assert pressing(contact=None).step(5).hits == 0
    assert repr(world) == "SoftWorld(2 bodies, 'implicit', 0.0333333 s)"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"step": 0.0}, "step: 0, expected above 0"),
        ({"integrator": "explicit"}, "integrator: 'explicit'"),
        ({"contact": "closset"}, "contact: 'closset'"),
        ({"stiffness": 0.0}, "stiffness"),
        ({"damping": -1.0}, "damping"),
        ({"friction": -0.1}, "friction"),
        ({"floor": np.nan}, "floor"),
        ({"driven": np.zeros(3)}, "driven: expected a dictionary"),
        ({"driven": 0}, "driven: expected a dictionary"),
        ({"gravity": (0, 0)}, "gravity"),
        ({"gravity": (0, 0, np.inf)}, "gravity"),
        ({"velocities": {"cub": (0, 0, 1)}}, "velocities: 'cub', expected one of cube"),
        ({"velocities": {"cube": (0, 1)}}, "velocities of 'cube'"),
        ({"velocities": {"cube": np.zeros((3, 3))}}, "velocities of 'cube': 3 rows, expected 27"),
        ({"velocities": {"cube": (0, 0, np.nan)}}, "velocities of 'cube'"),
    ],
)
def test_bad_input_is_refused(options, said):
    with pytest.raises(ImpingeError, match=said):
        SoftWorld({"cube": SoftBody(CUBE)}, **options)


def test_bodies_are_soft_bodies_by_name():
    for bodies in ({}, [SoftBody(CUBE)], {"cube": CUBE}, {3: SoftBody(CUBE)}):
        with pytest.raises(ImpingeError, match="bodies"):
            SoftWorld(bodies)


def test_a_run_has_vertices_depths_and_both_ways_out(tmp_path):
    run = pressing(speed=2.0).run(6, every=2, out=tmp_path / "run", progress=False)
    recording = run.recording
    assert recording.frames == 6
    assert run.energies.shape == (6, 3)
    assert np.diff(run.energies.sum(axis=1)).max() <= 1e-9
    assert recording.vertices("low", 5).shape == (64, 3)
    assert set(recording.tracks["lines"]) == {"push-out: consistent", "push-out: closest"}
    last = int(np.argmax(run.contacts))
    assert run.contacts[last] > 0
    depths = recording.point_values("depth", last)
    assert depths.max() == pytest.approx(recording.scalar("depth")[last])
    points, _, separations = recording.contacts(last)
    assert -separations[0] == depths.max()
    assert len(points) <= 16
    inside = recording.points("depth", last)
    arrows = np.array(recording.lines("push-out: consistent", last))
    assert np.array_equal(arrows[:, 0], inside)
    assert np.linalg.norm(arrows[:, 1] - arrows[:, 0], axis=1) == pytest.approx(depths)


def test_a_run_that_is_resumed_has_the_same_bits(tmp_path):
    whole = pressing(speed=2.0).run(6, out=tmp_path / "whole", progress=False)
    pressing(speed=2.0).run(3, out=tmp_path / "parts", progress=False)
    parts = pressing(speed=2.0).run(6, out=tmp_path / "parts", resume=True, progress=False)
    assert parts.recording == whole.recording
    with pytest.raises(ImpingeError, match="things: other than those in the file"):
        SoftWorld({"cube": SoftBody(CUBE)}).run(9, out=tmp_path / "parts", resume=True)


def test_springs_that_were_softened_stay_so_after_a_resume():
    """They were as hard as ever: the next step had other bits, and energy that it had lost."""
    worlds = [pressing(speed=2.0) for _ in range(3)]
    worlds[0].step(8)
    assert len(worlds[0]._found()) > 0
    worlds[0]._found().stiffness[:] *= 0.25
    worlds[1]._restore(worlds[0]._state())
    old = {name: value for name, value in worlds[0]._state().items() if name != "stiffness"}
    worlds[2]._restore(old)
    for world in worlds:
        world.step()
    ends = [world.vertices["low"] for world in worlds]
    assert np.array_equal(ends[1], ends[0])
    assert not np.array_equal(ends[2], ends[0])
    other = pressing(contact=None)
    start = other.vertices["low"]
    with pytest.raises(ImpingeError, match="resume: stiffness is not that of these contacts"):
        other._restore(worlds[0]._state())
    assert other.time == 0.0
    assert np.array_equal(other.vertices["low"], start)


KILLED = """
import sys
from soft_cases import pressing
pressing(speed=2.0).run(10_000, out=sys.argv[1], progress=False)
"""


def test_a_killed_run_keeps_whole_frames(tmp_path):
    folder = tmp_path / "run"
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            time.sleep(0.2)
            if (folder / "run.rec").is_file() and (folder / "state-1.npz").is_file():
                break
    finally:
        child.kill()
        child.wait()
    run = read_run(folder)
    frames = run.recording.frames
    assert frames >= 1
    again = pressing(speed=2.0).run(frames + 2, out=folder, resume=True, progress=False)
    assert again.recording.frames == frames + 2
    whole = pressing(speed=2.0).run(frames + 2, progress=False)
    assert np.array_equal(
        again.recording.vertices("low", frames + 1), whole.recording.vertices("low", frames + 1)
    )


def test_a_run_that_blows_up_keeps_its_frames(tmp_path):
    crush = np.zeros_like(CUBE.vertices)
    crush[:, 2] = -60.0 * CUBE.vertices[:, 2]
    world = SoftWorld(
        {"cube": SoftBody(CUBE)}, velocities={"cube": crush}, gravity=(0, 0, 0), integrator="rk4",
        step=1 / 1000,
    )  # fmt: skip
    with pytest.raises(ImpingeError, match="'cube' blows up"):
        world.run(500, out=tmp_path, progress=False)
    assert read_run(tmp_path).recording.times[-1] == pytest.approx(world.time)
