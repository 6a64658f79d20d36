"""Several meshes as one: numbers of vertices, faces and neighbours."""

import numpy as np
from tet_cases import soup

from impinge.geometry import TetMesh
from impinge.narrow.tet_bodies import joined_of, vertices_of
from impinge.scenes.bricks import brick


def test_numbers_run_through_all_meshes():
    meshes = [*soup(np.random.default_rng(1), count=3), brick((2, 1, 1))]
    scene, points = joined_of(meshes), vertices_of(meshes)
    for i, mesh in enumerate(meshes):
        tets = scene.tets[scene.object_of_tet == i]
        assert np.array_equal(points[tets], mesh.vertices[mesh.tets])
        faces = scene.faces[scene.object_of_face == i]
        assert np.array_equal(points[faces], mesh.vertices[mesh.surface.faces])
        assert scene.first_face[i + 1] - scene.first_face[i] == len(faces)
        assert scene.first_vertex[i + 1] - scene.first_vertex[i] == len(mesh.vertices)


def test_neighbours_are_the_other_ends_of_edges():
    meshes = soup(np.random.default_rng(2), count=2)
    scene = joined_of(meshes)
    offsets, rows = scene.neighbours
    for i, mesh in enumerate(meshes):
        first = scene.first_vertex[i]
        for v in range(len(mesh.vertices)):
            mine = mesh.tets[(mesh.tets == v).any(axis=1)]
            found = rows[offsets[first + v] : offsets[first + v + 1]] - first
            assert found.tolist() == sorted(set(mine.ravel().tolist()) - {v})


def test_later_steps_share_what_does_not_move():
    meshes = soup(np.random.default_rng(3), count=2)
    later = [mesh.with_vertices(mesh.vertices + 1.0) for mesh in meshes]
    assert joined_of(meshes) is joined_of(later)


def test_a_mesh_whose_tets_are_there_twice_has_no_faces():
    twice = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]] * 2)
    assert joined_of([twice]).faces.shape == (0, 3)
