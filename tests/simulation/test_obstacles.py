import numpy as np
import pytest
from cloth_cases import SQUARE, raised

import impinge as im
from impinge import ImpingeError
from impinge.geometry import grid_mesh
from impinge.motion import VertexMotion
from impinge.simulation import Cloth, ClothStatus, ClothWorld
from impinge.simulation.obstacles import as_obstacles


def test_a_mesh_may_be_lists_and_move():
    lists = SQUARE.vertices.tolist(), SQUARE.faces.tolist()
    found = as_obstacles({"a": lists, "b": (lists, im.Motion(None, im.pose((0, 0, 1))))}, ())
    assert found["a"].drive is None
    assert np.allclose(found["b"].drive(1.0), raised(SQUARE, 1.0).vertices)


def test_obstacles_may_meet_each_other():
    # A box on the floor, one in the floor, and one driven through it. All of them once cut every
    # step, or were refused at the start.
    floor, cube = grid_mesh(1.0, 1), im.box_mesh((0.1, 0.1, 0.1))
    sunk = cube.transformed(im.pose((0, 0.2, 0.01)))
    down = im.Motion(im.pose((0.3, 0, 0.1)), im.pose((0.3, 0, -0.3)))
    sheet = grid_mesh(0.2, 3).transformed(im.pose((0, 0, 0.12)))
    boxes = {"on": cube.transformed(im.pose((0, 0, 0.05))), "sunk": sunk, "driven": (cube, down)}
    world = ClothWorld({"cloth": Cloth(sheet)}, obstacles={"floor": floor, **boxes})

    step = world.step(40)

    assert (step.status, step.taken) == (ClothStatus.FREE, 1.0)
    assert 0.1 < world.vertices["cloth"][:, 2].max() < 0.119
    assert world.vertices["driven"][:, 2].max() == pytest.approx(0.15 - 0.4 * 40 / 120)


def driven(motion, mesh=SQUARE):
    return as_obstacles({"a": (mesh, motion)}, ())["a"].drive


def test_obstacles_are_meshes_that_stay_or_move():
    found = as_obstacles({"a": SQUARE, "b": (SQUARE.vertices, SQUARE.faces)}, ())
    assert [one.drive for one in found.values()] == [None, None]
    assert not found["a"].masses.any()
    assert found["b"].pinned.tolist() == [0, 1, 2, 3]


def test_motions_take_the_first_second_and_then_rest():
    up = im.pose((0, 0, 2.0))
    rigid, path = im.Motion(None, up), im.PiecewiseMotion([np.eye(4), im.pose((1, 0, 0)), up])
    screw = im.ScrewMotion(None, im.pose((0, 0, 2.0), axis_angle=((0, 0, 1), 3.0)))
    for motion, half in ((rigid, (0, 0, 1)), (path, (1, 0, 0))):
        drive = driven(motion)
        assert np.allclose(drive(0.5), SQUARE.vertices + half)
        assert np.array_equal(drive(1.0), drive(7.0))
        assert np.allclose(drive(1.0), raised(SQUARE, 2.0).vertices)
    assert driven(screw)(1.0)[1] == pytest.approx([np.cos(3.0), np.sin(3.0), 2.0])
    away = VertexMotion(SQUARE.vertices, 3.0 * SQUARE.vertices)
    assert np.allclose(driven(away)(0.5), 2.0 * SQUARE.vertices)
    assert np.allclose(driven(lambda time: SQUARE.vertices + time)(0.25), SQUARE.vertices + 0.25)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([SQUARE], "obstacles: expected meshes by name"),
        ({3: SQUARE}, "obstacles"),
        ({"cloth": SQUARE}, "obstacles: 'cloth': is the name of a cloth, too"),
        ({"a": "ball"}, "obstacles: 'a'"),
        ({"a": (SQUARE, 7)}, "obstacles: 'a': expected a motion, or a function of time"),
        (
            {"a": (SQUARE, VertexMotion(np.zeros((3, 3)), np.ones((3, 3))))},
            "3 vertices, expected 4",
        ),
        ({"a": (SQUARE, im.Motion(np.eye(4)[None].repeat(2, 0), np.eye(4)))}, "2 motions"),
    ],
)
def test_what_is_no_obstacle_is_refused(given, said):
    with pytest.raises(ImpingeError, match=said):
        as_obstacles(given, ("cloth",))
