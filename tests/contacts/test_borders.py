"""Neighbours and homes: the same whoever looks."""

import numpy as np
import pytest

from impinge.contacts.kernels.surface import HOME
from impinge.contacts.surfaces import borders_of
from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere


def soup_of(mesh):
    """The same triangles with corners of their own, as an STL file has them."""
    corners = mesh.vertices[mesh.faces].reshape(-1, 3)
    return Mesh(corners, np.arange(len(corners)).reshape(-1, 3))


MESHES = {
    "box": box_mesh((1, 2, 3)),
    "ball": icosphere(1.0, 2),
    "sheet": grid_mesh(3, 4),
    "soup": soup_of(icosphere(1.0, 1)),
}


@pytest.mark.parametrize("name", MESHES)
def test_neighbours_share_a_side_and_know_each_other(name):
    mesh = MESHES[name]
    corners = mesh.vertices[mesh.faces]
    neighbours = borders_of(mesh).neighbours
    for face, side in np.argwhere(neighbours >= 0):
        other = neighbours[face, side]
        ends = corners[face, side], corners[face, (side + 1) % 3]
        back = [
            k
            for k in range(3)
            if (corners[other, k] == ends[1]).all()
            and (corners[other, (k + 1) % 3] == ends[0]).all()
        ]
        assert len(back) == 1
        assert neighbours[other, back[0]] == face
    assert (neighbours >= 0).all() == (name != "sheet")


@pytest.mark.parametrize("name", MESHES)
def test_a_place_has_one_home(name):
    mesh = MESHES[name]
    corners = mesh.vertices[mesh.faces]
    homes = borders_of(mesh).homes
    for local in range(6):
        for face in range(len(corners)):
            home, there = divmod(homes[face, local], HOME)
            assert home <= face
            if local < 3:
                np.testing.assert_array_equal(corners[home, there], corners[face, local])
            else:
                mine = {tuple(corners[face, k % 3]) for k in (local - 3, local - 2)}
                theirs = {tuple(corners[home, k % 3]) for k in (there - 3, there - 2)}
                assert mine == theirs
    assert len(np.unique(homes[:, :3])) == len(np.unique(corners.reshape(-1, 3), axis=0))


def test_points_are_those_that_faces_have():
    mesh = Mesh([[9, 9, 9], [0, 0, 0], [1, 0, 0], [0, 1, 0]], [[1, 2, 3]])
    borders = borders_of(mesh)

    np.testing.assert_array_equal(
        np.sort(borders.points, axis=0), np.sort(mesh.vertices[1:], axis=0)
    )
    np.testing.assert_array_equal(borders.normals, [[0, 0, 1]])
    assert borders_of(mesh) is borders


def test_where_three_faces_meet_or_two_disagree_nobody_is_next():
    vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]]
    fan = Mesh(vertices, [[0, 1, 2], [1, 0, 3], [0, 1, 4]])
    twisted = Mesh(vertices, [[0, 1, 2], [0, 1, 3]])

    assert (borders_of(fan).neighbours == -1).all()
    assert (borders_of(twisted).neighbours == -1).all()
    assert borders_of(twisted).homes[1, 3] == borders_of(twisted).homes[0, 3]


def test_faces_that_name_a_vertex_twice_are_harmless():
    mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 1], [0, 1, 2]])
    borders = borders_of(mesh)

    assert (borders.neighbours == -1).all()
    np.testing.assert_array_equal(borders.normals[0], 0.0)
    assert (borders.homes[0, 3:] // HOME == 0).all()
