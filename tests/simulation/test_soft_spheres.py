"""Soft bodies whose contacts are found by spheres, within a budget."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.scenes import cage
from impinge.simulation import SoftBody, SoftWorld, soft_spheres


@pytest.fixture(autouse=True)
def coarse_trees(monkeypatch):
    monkeypatch.setattr(soft_spheres, "LEVELS", 1)


BALL = im.icosphere(0.5, 2)


def world(gap=0.3, **options):
    coarse = cage(BALL, 2)
    bodies = {}
    for k, name in enumerate(("left", "right")):
        move = np.array([(1.0 + gap) * k, 0.02 * k, 0.0])
        dense = BALL.with_vertices(BALL.vertices + move)
        mesh = im.TetMesh(coarse.vertices + move, coarse.tets)
        bodies[name] = SoftBody(mesh, young=2e4, surface=dense)
    own = {
        "velocities": {"left": (1, 0, 0), "right": (-1, 0, 0)}, "gravity": (0, 0, 0),
        "contact": "spheres", "budget": 1.0, "step": 1 / 60,
    }  # fmt: skip
    return SoftWorld(bodies, **{**own, **options})


def speed(made, name):
    return float(made.velocities[name][:, 0].mean())


@pytest.mark.parametrize("budget", [1e-6, 1.0])
def test_bodies_bounce_and_keep_their_momentum(budget):
    made = world(budget=budget)
    before, energy = made.momentum(), made.energy().kinetic
    made.step(60)

    assert speed(made, "left") < 0.5
    assert speed(made, "right") > -0.5
    if budget == 1.0:
        assert speed(made, "left") < 0.0 < speed(made, "right")
    assert made.energy().kinetic < 2.0 * energy
    assert np.allclose(made.momentum().linear, before.linear, atol=1e-6)


def test_nothing_happens_before_they_touch():
    made = world(gap=5.0)
    assert made.step(3).hits == 0
    assert speed(made, "left") == pytest.approx(1.0)


def test_a_floor_holds_them_too():
    made = world(gravity=(0, 0, -9.81), floor=-0.8, velocities=None)
    made.step(90)
    assert all(v[:, 2].min() > -1.1 for v in made.vertices.values())


def test_a_run_records_points_of_contact(tmp_path):
    made = world(gap=-0.05)
    run = made.run(3, out=tmp_path / "run", progress=False)
    assert run.recording.frames >= 3
    assert len(run.recording.points("depth", 1)) > 0


def test_bodies_without_a_surface_of_their_own_use_that_of_their_mesh():
    coarse = cage(BALL, 2)
    other = im.TetMesh(coarse.vertices + np.array([1.0, 0, 0]), coarse.tets)
    made = SoftWorld(
        {"a": SoftBody(coarse), "b": SoftBody(other)}, contact="spheres", gravity=(0, 0, 0)
    )
    made.step(5)
    assert speed(made, "a") < 0.0 < speed(made, "b")


def test_bad_input_names_argument_and_reason():
    with pytest.raises(ImpingeError, match="budget: "):
        world(budget=0.0)
    with pytest.raises(ImpingeError, match="contact: 'cubes'"):
        world(contact="cubes")
    with pytest.raises(ImpingeError, match="surface"):
        SoftBody(cage(BALL, 2), surface=3)
    open_ball = im.Mesh(BALL.vertices, BALL.faces[1:])
    with pytest.raises(ImpingeError, match="'a': its surface is open"):
        SoftWorld({"a": SoftBody(cage(BALL, 2), surface=open_ball)}, contact="spheres")
