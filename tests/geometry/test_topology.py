"""Edges, neighbours, closed and oriented: by vertex numbers alone."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from moving_surfaces import edges_by_hand, soup

from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.geometry.topology import Topology, edges_of

TETRAHEDRON = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
SOUPS = st.lists(st.tuples(*[st.integers(0, 5)] * 3), min_size=1, max_size=12)


def topology(faces, vertex_count=6):
    return Topology(np.array(faces, dtype=np.int64).reshape(-1, 3), vertex_count)


def uses(faces):
    """Directed edges of the faces with three different vertices, counted in Python."""
    return Counter(
        (face[k], face[(k + 1) % 3]) for face in faces if len(set(face)) == 3 for k in range(3)
    )


@given(SOUPS)
def test_edges_and_flags_agree_with_counting(faces):
    found, directed = topology(faces), uses(faces)
    edges = sorted({(min(e), max(e)) for e in directed})
    forward = [directed[e] for e in edges]
    backward = [directed[e[::-1]] for e in edges]

    assert found.edges.tolist() == [list(e) for e in edges]
    assert found.is_closed == (
        bool(edges) and all((f + b) % 2 == 0 for f, b in zip(forward, backward, strict=True))
    )
    assert found.is_oriented == all(
        abs(f - b) <= (f + b) % 2 for f, b in zip(forward, backward, strict=True)
    )
    assert (found.defect() is None) == (found.is_closed and found.is_oriented)


@given(SOUPS)
def test_neighbours_share_an_edge(faces):
    proper = [i for i, face in enumerate(faces) if len(set(face)) == 3]
    found = [tuple(pair) for pair in topology(faces).adjacency.tolist()]

    assert found == sorted(set(found))
    for i, j in found:
        assert i < j
        assert len(set(faces[i]) & set(faces[j])) >= 2
    # Whoever shares an edge is connected, if not by one step.
    group = {i: i for i in proper}

    def leader(i):
        return i if group[i] == i else leader(group[i])

    for i, j in found:
        group[leader(i)] = leader(j)
    for i in proper:
        for j in proper:
            if len(set(faces[i]) & set(faces[j])) >= 2:
                assert leader(i) == leader(j)


@pytest.mark.parametrize(
    ("faces", "closed", "oriented"),
    [
        (TETRAHEDRON, True, True),
        (TETRAHEDRON[:3], False, True),
        ([*TETRAHEDRON[:3], TETRAHEDRON[3][::-1]], True, False),
        # A face and its back: closed, around nothing.
        ([[0, 1, 2], [2, 1, 0]], True, True),
        ([[0, 1, 2], [0, 1, 2]], True, False),
        # Faces that name a vertex twice do not count.
        ([*TETRAHEDRON, [0, 0, 5]], True, True),
        ([[0, 0, 5]], False, True),
        # Three faces at one edge.
        ([[0, 1, 2], [1, 0, 3], [0, 1, 4]], False, True),
    ],
)
def test_named_cases(faces, closed, oriented):
    found = topology(faces)

    assert (found.is_closed, found.is_oriented) == (closed, oriented)


def test_two_boxes_that_share_an_edge_are_closed():
    box = box_mesh().faces
    other = box + 8
    # Vertices 0 and 1 are an edge of both.
    other = np.where(other == 8, 0, np.where(other == 9, 1, other))
    both = topology(np.concatenate([box, other]), 16)

    assert both.is_closed
    assert both.is_oriented


def test_defects_name_an_edge():
    assert "40 border edges, such as 0-1" in topology(grid_mesh().faces, 121).defect()
    turned = [*TETRAHEDRON[:3], TETRAHEDRON[3][::-1]]
    assert "same way along 3 edges" in topology(turned).defect()


def test_a_closed_mesh_obeys_euler():
    mesh = icosphere(1.0, 3)

    assert len(mesh.vertices) - len(mesh.edges) + len(mesh.faces) == 2
    assert len(mesh.adjacency) == len(mesh.edges)


def test_used_vertices():
    assert topology([[1, 4, 1]]).used_vertices.tolist() == [1, 4]


def test_a_fan_of_many_faces_on_one_edge_stays_small():
    """All pairs of 20,000 faces at one edge would be 200 million rows."""
    count = 20_000
    faces = np.stack([np.zeros(count), np.ones(count), np.arange(2, count + 2)], axis=1)

    assert len(topology(faces.astype(np.int64), count + 2).adjacency) < count


@pytest.mark.parametrize("seed", range(5))
def test_all_edges_are_there(seed):
    start, _, faces = soup(20, seed)

    found = edges_of(Mesh(start, faces))

    assert (found == edges_by_hand(faces)).all()


def test_edges_of_faces_without_area():
    faces = np.array([[0, 1, 2], [3, 3, 1], [2, 2, 2], [4, 0, 4]])

    found = edges_of(Mesh(np.zeros((5, 3)), faces))

    assert found.tolist() == [[0, 1], [0, 2], [0, 4], [1, 2], [1, 3]]
    assert found.flags.writeable
