import os
import subprocess
import sys
import time

import numpy as np
import pytest
from cloth_cases import SQUARE, crossings, falling, raised, strip

import impinge as im
from impinge import ImpingeError
from impinge.geometry import grid_mesh
from impinge.simulation import Cloth, ClothStatus, ClothWorld, read_run
from impinge.simulation.cloth_world import RESPONSES

STILL = (0, 0, 0)


def test_free_fall_is_exact():
    world = ClothWorld({"cloth": Cloth(SQUARE)}, gravity=(1, 0, -9.81))
    done = world.step(30)
    dt = 1 / 120
    moved = world.vertices["cloth"] - SQUARE.vertices
    expected = np.array([1, 0, -9.81]) * dt**2 * 30 * 31 / 2
    assert np.abs(moved - expected).max() < 1e-13
    assert world.velocities["cloth"] == pytest.approx(np.tile([0.25, 0, -9.81 / 4], (4, 1)))
    assert np.array_equal(done.vertices, world.vertices["cloth"])
    assert (done.status, done.taken, done.repulsions, done.zones) == (ClothStatus.FREE, 1.0, 0, ())
    assert sum(done.impacts) == 0
    assert world.time == pytest.approx(0.25)


def test_a_hanging_strip_stretches_by_half_its_weight():
    mesh = strip()
    top = np.flatnonzero(mesh.vertices[:, 2] == 0.0)
    cloth = Cloth(mesh, density=0.2, stretch=200.0, damping=0.2, pinned=top)
    world = ClothWorld({"cloth": cloth}, step=1 / 60)
    world.step(120)
    end = mesh.vertices[:, 2] < -0.999
    sag = -1.0 - world.vertices["cloth"][end, 2].mean()
    # Green's strain of a membrane under its weight: e (1 + e)(1 + e / 2) = load / stretch.
    assert sag == pytest.approx(0.2 * 9.81 / (2 * 200.0), rel=0.02)
    assert np.array_equal(world.vertices["cloth"][top], mesh.vertices[top])
    assert not world.velocities["cloth"][top].any()


def test_a_pendulum_swings_and_loses_energy_in_each_step():
    mesh = strip(0.3, 0.1, 8)
    level = mesh.with_vertices(mesh.vertices[:, [0, 2, 1]])
    held = np.flatnonzero(np.abs(level.vertices[:, 1]) < 1e-9)
    world = ClothWorld({"cloth": Cloth(level, stretch=200.0, pinned=held)})
    energies = [sum(world.energy())]
    side = []
    for _ in range(60):
        world.step()
        energies.append(sum(world.energy()))
        side.append(world.vertices["cloth"][:, 1].mean())
    assert (np.diff(energies) <= 1e-15).all()
    assert energies[-1] < energies[0] - 1e-3
    # From one side to the other in half a period of a hanging rod, about.
    assert min(side) < -0.1
    assert max(side) > 0.08


@pytest.mark.parametrize("response", RESPONSES)
def test_cloths_that_collide_in_flight_keep_momentum_and_gain_no_energy(response):
    rng = np.random.default_rng(1)
    cloths = {"a": Cloth(grid_mesh(0.2, 6)), "b": Cloth(raised(grid_mesh(0.17, 5), 0.003))}
    start = {
        "a": (0, 0, 0.1) + 0.05 * rng.normal(size=(49, 3)), "b": (0.1, 0.05, -0.2),
    }  # fmt: skip
    world = ClothWorld(cloths, gravity=STILL, velocities=start, response=response)
    first, energies, hits = world.momentum(), [sum(world.energy())], 0
    for _ in range(20):
        done = world.step()
        hits += done.repulsions
        energies.append(sum(world.energy()))
    assert hits > 0
    last = world.momentum()
    size = 0.2 * 0.04 * 0.2
    assert np.abs(last.linear - first.linear).max() < 1e-10 * size
    # Impulses act along lines between points, which have moved by the end of a step.
    assert np.abs(last.angular - first.angular).max() < 0.02 * size * 0.2
    # Geometry moves vertices apart whatever that costs.
    assert response == "geometrical" or np.diff(energies).max() <= 1e-12 * energies[0]


def test_free_flight_keeps_angular_momentum_too():
    rng = np.random.default_rng(2)
    sheet = grid_mesh(0.2, 6)
    spin = np.cross([3.0, 2, 9], sheet.vertices) + 0.3 * rng.normal(size=sheet.vertices.shape)
    world = ClothWorld({"a": Cloth(sheet)}, gravity=STILL, velocities={"a": spin}, thickness=0.0)
    first = world.momentum()
    world.step(40)
    for before, after in zip(first, world.momentum(), strict=True):
        assert np.abs(after - before).max() < 1e-12 * np.abs(before).max()


def slid(angle, **options):
    """How far a cloth slides down a slope in half a second, and how fast it is then."""
    sheet = raised(grid_mesh(0.2, 5), 1e-3)
    gravity = 9.81 * np.array([np.sin(angle), 0, -np.cos(angle)])
    own = {"obstacles": {"floor": grid_mesh(4.0, 4)}, "friction": 0.3, "gravity": gravity}
    world = ClothWorld({"cloth": Cloth(sheet)}, **{**own, **options})
    world.step(60)
    moved = (world.vertices["cloth"] - sheet.vertices)[:, 0].mean()
    return moved, world.velocities["cloth"][:, 0].mean()


@pytest.mark.parametrize("degrees", [8, 14])
def test_friction_holds_a_cloth_on_a_flat_slope(degrees):
    moved, speed = slid(np.radians(degrees))
    # Friction sticks by creeping, at a millimetre per second or so.
    assert abs(moved) < 3e-3
    assert abs(speed) < 6e-3


@pytest.mark.parametrize("degrees", [20, 35])
def test_a_cloth_slides_down_a_steep_slope_at_the_speed_of_a_block(degrees):
    angle = np.radians(degrees)
    moved, speed = slid(angle)
    pull = 9.81 * (np.sin(angle) - 0.3 * np.cos(angle))
    assert speed == pytest.approx(0.5 * pull, rel=0.05)
    assert moved == pytest.approx(0.125 * pull, rel=0.1)


@pytest.mark.parametrize("cells", [1, 40])
def test_a_sliding_cloth_stops_after_the_distance_of_coulomb(cells):
    sheet = raised(grid_mesh(0.2, 5), 1e-3)
    floor, speed = grid_mesh(4.0, cells), 1.0
    world = ClothWorld(
        {"cloth": Cloth(sheet)}, obstacles={"floor": floor},
        velocities={"cloth": (speed, 0.1 * speed, 0)},
    )  # fmt: skip
    world.step(50)
    moved = (world.vertices["cloth"] - sheet.vertices).mean(axis=0)
    assert np.linalg.norm(moved) == pytest.approx(1.01 * speed**2 / (2 * 0.3 * 9.81), rel=0.05)
    assert np.abs(world.velocities["cloth"]).max() < 1e-3


@pytest.mark.parametrize("response", ["robust", "geometrical"])
def test_five_cloths_on_a_floor_come_to_rest(response):
    cloths = {str(k): Cloth(raised(grid_mesh(0.1, 4), 1.2e-3 * (k + 1))) for k in range(5)}
    world = ClothWorld(cloths, obstacles={"floor": grid_mesh(0.5, 1)}, response=response)
    energies = []
    for _ in range(60):
        world.step()
        energies.append(sum(world.energy()))
    if response == "robust":
        assert np.diff(energies).max() <= 1e-12 * abs(energies[0])
    speeds = np.concatenate([world.velocities[name] for name in cloths])
    assert np.abs(speeds).max() < 5e-3
    assert world.energy().kinetic < 1e-9
    if response == "robust":
        assert crossings(world) == 0


def test_nothing_crosses_at_any_speed():
    for speed in (5.0, 200.0):
        world = falling(velocities={"high": (0.3 * speed, 0, -speed), "low": (0, 0, 0.5)})
        hits = 0
        for _ in range(6):
            done = world.step()
            hits += sum(done.impacts)
            assert crossings(world) == 0
            assert done.status == ClothStatus.FREE
        assert hits > 0
    # Others miss what passes the thickness in one step.
    miss = falling(velocities={"high": (0, 0, -5.0)}, response="geometrical")
    miss.step(6)
    assert (miss.vertices["high"][:, 2] < 0.0).any()


def test_mechanical_springs_hold_a_cloth():
    cloths = {"low": Cloth(raised(grid_mesh(0.2, 8), 1.1e-3))}
    floor = {"floor": grid_mesh(0.5, 1)}
    world = ClothWorld(cloths, obstacles=floor, response="mechanical")
    for _ in range(60):
        done = world.step()
    heights = world.vertices["low"][:, 2]
    assert heights.min() > 0.0
    assert heights.max() < 1.1e-3
    assert done.repulsions > 0
    assert (done.impacts, done.taken) == ((), 1.0)


def test_moving_obstacles_push_cloths():
    sheet = grid_mesh(0.2, 6)
    plate = raised(grid_mesh(0.1, 2), -0.05)
    ways = {
        "motion": im.Motion(None, im.pose((0, 0, 0.3))),
        "function": lambda t: raised(plate, 0.3 * min(t, 1.0)).vertices,
    }
    ends = []
    for motion in ways.values():
        world = ClothWorld(
            {"cloth": Cloth(sheet)}, obstacles={"plate": (plate, motion)}, gravity=STILL
        )
        world.step(60)
        assert crossings(world) == 0
        assert np.allclose(world.vertices["plate"], raised(plate, 0.15).vertices)
        assert np.allclose(world.velocities["plate"], [0, 0, 0.3])
        assert world.vertices["cloth"][:, 2].max() > 0.1
        ends.append(world.vertices["cloth"])
    assert np.allclose(*ends, atol=1e-6)


def test_what_is_crushed_cuts_the_step():
    sheet = grid_mesh(0.2, 4)
    press = {
        name: (
            grid_mesh(0.3, 1),
            lambda t, s=s: raised(grid_mesh(0.3, 1), s * (0.01 - t)).vertices,
        )
        for name, s in (("above", 1.0), ("below", -1.0))
    }
    world = ClothWorld({"cloth": Cloth(sheet)}, obstacles=press, gravity=STILL)
    done = world.step(3)
    assert done.status == ClothStatus.CUT
    assert done.taken < 1.0
    assert crossings(world) == 0
    assert world.vertices["above"][0, 2] > 0.0


def test_steps_say_what_they_did():
    one, all_at_once = falling(), falling()
    parts = [one.step() for _ in range(8)]
    whole = all_at_once.step(8)
    assert np.array_equal(whole.vertices, parts[-1].vertices)
    assert np.array_equal(whole.velocities, parts[-1].velocities)
    assert whole.repulsions == sum(part.repulsions for part in parts) > 0
    assert sum(whole.impacts) == sum(sum(part.impacts) for part in parts) > 0
    assert len(whole.vertices) == 81 + 81 + 4
    assert {"elements", "solve", "impacts", "proof"} <= set(whole.seconds)
    assert one.names == ("low", "high", "floor")
    assert len(one) == 3
    assert repr(one) == "ClothWorld(2 cloths, 1 obstacles, 0.0666667 s)"
    assert not one.vertices["low"].flags.writeable


def test_the_same_bits_for_one_and_two_threads():
    found = []
    for threads in (1, 2):
        with im.use_threads(threads):
            world = falling()
            world.step(8)
            found.append(world.vertices["low"])
    assert np.array_equal(*found)


def test_a_step_that_fails_leaves_the_last_good_state():
    plate = raised(grid_mesh(0.1, 2), -0.05)

    def broken(moment):
        if moment > 0.02:
            raise KeyboardInterrupt
        return plate.vertices

    world = ClothWorld({"cloth": Cloth(SQUARE)}, obstacles={"plate": (plate, broken)})
    with pytest.raises(KeyboardInterrupt):
        world.step(5)
    again = ClothWorld({"cloth": Cloth(SQUARE)}, obstacles={"plate": plate})
    again.step(2)
    assert world.time == again.time
    assert np.array_equal(world.vertices["cloth"], again.vertices["cloth"])
    wild = np.zeros((4, 3))
    wild[0, 0] = 1e99
    world = ClothWorld({"calm": Cloth(raised(SQUARE, 9.0)), "wild": Cloth(SQUARE)},
                       velocities={"wild": wild})  # fmt: skip
    with pytest.raises(ImpingeError, match="'wild' blows up"):
        world.step(5)
    assert np.array_equal(world.vertices["wild"], SQUARE.vertices)
    assert world.time == 0.0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"step": 0.0}, "step: 0, expected above 0"),
        ({"thickness": -1e-3}, "thickness"),
        ({"thickness": np.nan}, "thickness"),
        ({"friction": -0.1}, "friction"),
        ({"gravity": (0, 0)}, "gravity"),
        ({"gravity": (0, 0, np.inf)}, "gravity"),
        ({"response": "robst"}, "response: 'robst', expected one of robust.*did you mean"),
        ({"obstacles": [SQUARE]}, "obstacles: expected meshes by name"),
        ({"obstacles": {"cloth": raised(SQUARE, 1)}}, "'cloth': is the name of a cloth"),
        ({"obstacles": {"a": (SQUARE, lambda t: np.zeros((2, 3)))}}, "obstacles: 'a' at 0 s"),
        ({"obstacles": {"a": (SQUARE, lambda t: SQUARE.vertices * np.nan)}}, "obstacles: 'a' at 0"),
        ({"velocities": {"cloht": (0, 0, 1)}}, "velocities: 'cloht', expected one of cloth"),
        ({"velocities": {"cloth": (0, 0, np.nan)}}, "velocities of 'cloth'"),
        ({"velocities": {"cloth": np.zeros((3, 3))}}, "3 rows, expected 4"),
    ],
)
def test_bad_input_is_refused(options, said):
    with pytest.raises(ImpingeError, match=said):
        ClothWorld({"cloth": Cloth(SQUARE)}, **options)


def test_cloths_are_cloths_by_name():
    for cloths in ({}, [Cloth(SQUARE)], {"cloth": SQUARE}, {3: Cloth(SQUARE)}):
        with pytest.raises(ImpingeError, match="cloths"):
            ClothWorld(cloths)
    with pytest.raises(ImpingeError, match="n: "):
        ClothWorld({"cloth": Cloth(SQUARE)}).step(0)


def test_a_run_has_vertices_energies_and_contacts(tmp_path):
    run = falling().run(6, every=2, out=tmp_path / "run", progress=False)
    recording = run.recording
    assert recording.frames == 6
    assert run.energies.shape == (6, 3)
    assert np.diff(run.energies.sum(axis=1)).max() <= 1e-12
    assert recording.vertices("high", 5).shape == (81, 3)
    # What rests is a thing, and no track.
    assert recording.tracks["vertices"] == ("low", "high")
    assert set(recording.things) == {"low", "high", "floor"}
    assert run.contacts.max() > 0
    assert run.impacts.sum() > 0
    last = int(np.argmax(run.contacts))
    points, normals, separations = recording.contacts(last)
    assert 0 < len(points) <= 8
    assert np.linalg.norm(normals, axis=1) == pytest.approx(np.ones(len(normals)))
    assert 0.0 < separations.min() <= separations.max() <= 1e-3
    assert recording.scalar("depth")[last] == pytest.approx(1e-3 - separations.min())


@pytest.mark.parametrize("response", RESPONSES)
def test_a_run_that_is_resumed_has_the_same_bits(tmp_path, response):
    whole = falling(response=response).run(6, out=tmp_path / "whole", progress=False)
    falling(response=response).run(3, out=tmp_path / "parts", progress=False)
    again = falling(response=response)
    parts = again.run(6, out=tmp_path / "parts", resume=True, progress=False)
    assert parts.recording == whole.recording
    with pytest.raises(ImpingeError, match="things: other than those in the file"):
        ClothWorld({"cloth": Cloth(SQUARE)}).run(9, out=tmp_path / "parts", resume=True)


KILLED = """
import sys
from cloth_cases import falling
falling().run(10_000, out=sys.argv[1], progress=False)
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
    frames = read_run(folder).recording.frames
    assert frames >= 1
    again = falling().run(frames + 2, out=folder, resume=True, progress=False)
    whole = falling().run(frames + 2, progress=False)
    for name in ("low", "high"):
        assert np.array_equal(
            again.recording.vertices(name, frames + 1), whole.recording.vertices(name, frames + 1)
        )
