"""Tables that follow a surface: edges by face and vertex, neighbours, components."""

import numpy as np
import pytest
from awkward import awkward_meshes

from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.narrow.mesh_links import component_points, links_of

MESHES = awkward_meshes()


@pytest.mark.parametrize("name", sorted(MESHES))
def test_tables_agree_with_each_other(name):
    mesh = MESHES[name]
    links = links_of(mesh)
    corners, edges = links.corners, links.face_edges
    assert corners.shape == edges.shape == links.next_faces.shape == mesh.faces.shape
    np.testing.assert_array_equal(mesh.vertices[links.points[corners]], mesh.vertices[mesh.faces])
    proper = (edges >= 0).all(axis=1)
    twice = [len(set(face)) < 3 for face in corners.tolist()]
    np.testing.assert_array_equal(proper, ~np.array(twice))
    # Each edge is listed at both its ends.
    ends = {}
    for face in np.flatnonzero(proper):
        for k in range(3):
            pair = tuple(sorted((int(corners[face, k]), int(corners[face, (k + 1) % 3]))))
            assert ends.setdefault(int(edges[face, k]), pair) == pair
            assert edges[face, k] in edges[links.next_faces[face, k]] or (
                links.next_faces[face, k] < 0
            )
    assert sorted(ends) == list(range(links.edge_count))
    listed = {
        (v, int(links.ends[at]), int(links.edges[at]))
        for v in range(len(links.starts) - 1)
        for at in range(links.starts[v], links.starts[v + 1])
    }
    assert listed == {(*way, e) for e, (u, v) in ends.items() for way in ((u, v), (v, u))}


def test_faces_around_an_edge_follow_each_other():
    """Three faces at one edge: 0, 1, 2 and 0 again; borders have no next face."""
    fan = Mesh(
        [[0, 0, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, 0, 0]], [[0, 1, 2], [1, 0, 3], [0, 1, 4]]
    )
    links = links_of(fan)
    shared = links.face_edges[0, 0]
    assert (links.face_edges[:, 0] == shared).all()
    assert links.next_faces[:, 0].tolist() == [1, 2, 0]
    assert (links.next_faces[:, 1:] == -1).all()


def test_closed_meshes_share_their_links_when_they_change():
    ball = icosphere(1.0, 1)
    assert links_of(ball) is links_of(ball.with_vertices(2.0 * ball.vertices))
    assert links_of(ball) is links_of(ball)
    sheet = grid_mesh(1.0, 2)
    assert links_of(sheet) is not links_of(sheet.with_vertices(2.0 * sheet.vertices))


def test_corners_of_equal_coordinates_are_one_where_a_mesh_is_open():
    cube = box_mesh()
    loose = Mesh(cube.vertices[cube.faces].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert links_of(loose).edge_count == links_of(cube).edge_count == 18
    assert (links_of(loose).next_faces >= 0).all()


def test_each_component_has_a_point():
    cube = box_mesh()
    three = Mesh(
        np.concatenate([cube.vertices + 3.0 * k for k in range(3)]),
        np.concatenate([cube.faces + 8 * k for k in range(3)])[::-1],
    )
    points, faces = component_points(three)
    assert len(points) == len(faces) == 3
    for point, face in zip(points, faces, strict=True):
        assert (three.vertices[three.faces[face]] == point).all(axis=1).any()
    assert len({tuple(np.round(p / 3.0)) for p in points}) == 3
    loose = Mesh(three.vertices[three.faces].reshape(-1, 3), np.arange(108).reshape(-1, 3))
    assert len(component_points(loose)[0]) == 3
    assert len(component_points(icosphere(1.0, 3))[0]) == 1
