import numpy as np
import pytest
from soft_cases import moved, pressing

from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld
from impinge.simulation.soft_contacts import WORLD


def test_springs_have_the_stiffness_of_the_softer_body():
    mesh = brick((2, 2, 2), 0.5)
    hard, soft = SoftBody(mesh, young=1e6), SoftBody(moved(mesh, [0.1, 0.2, 0.8]), young=1e4)
    found = SoftWorld({"hard": hard, "soft": soft}, floor=0.1)._found()
    on_floor = found.bodies[:, 1] == WORLD
    assert on_floor.any()
    assert not on_floor.all()
    assert np.ptp(found.stiffness[~on_floor]) == 0.0
    assert found.stiffness[on_floor].max() == pytest.approx(100 * found.stiffness[~on_floor].max())


def test_the_floor_is_a_plane_below_which_vertices_are_pushed_up():
    mesh = brick((1, 1, 1))
    found = SoftWorld({"cube": SoftBody(mesh)}, floor=0.25)._found()
    assert len(found) == 4
    assert np.array_equal(found.depths, np.full(4, 0.25))
    assert np.array_equal(found.normals, np.tile([0.0, 0, 1], (4, 1)))
    assert len(SoftWorld({"cube": SoftBody(mesh)}, floor=0.0)._found()) == 0


def test_inner_vertices_in_their_own_body_are_left_to_the_elements():
    mesh = brick((3, 3, 3), 1.0)
    world = SoftWorld({"cube": SoftBody(mesh)})
    crushed = np.array(mesh.vertices)
    inner = np.flatnonzero((np.abs(crushed - 1.5) < 0.6).all(axis=1))[0]
    crushed[inner] += 0.9
    assert len(world._detector._hits([TetMesh(mesh.vertices, mesh.tets).with_vertices(crushed)]))
    assert len(world._detector.contacts(crushed)) == 0


def test_tracks_are_empty_without_contacts():
    tracks = pressing(contact=None)._detector.tracks
    assert tracks(np.zeros((128, 3))) == {"points": {}, "lines": {}}
