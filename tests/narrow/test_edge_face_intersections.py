"""Edges that pass through faces of the same surface: the rows of exact arithmetic."""

import numpy as np
import pytest
from exact import as_integers, pierces
from moving_surfaces import edges_by_hand, layers, sheet, soup

import impinge as im
from impinge.core.threads import use_threads
from impinge.narrow import edge_face_intersections, edges_through_faces

FLAT = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def exact_rows(vertices, faces):
    (points,), _ = as_integers(vertices)
    rows = []
    for e, edge in enumerate(edges_by_hand(faces).tolist()):
        p, q = (points[k] for k in edge)
        for f, face in enumerate(faces.tolist()):
            if not {*edge} & {*face} and pierces(p, q, *(points[k] for k in face)):
                rows.append((e, f))
    return np.array(rows, int).reshape(-1, 2)


def surfaces():
    for seed in range(3):
        start, end, faces = layers(2, 3, seed)
        yield start, faces
        yield end, faces
        # On a grid: edges that end on faces, run along them, and meet other edges.
        yield np.round(end * 2.0) / 2.0, faces
        start, _, faces = soup(25, seed)
        yield start, faces
        yield start + 1e6, faces
        yield np.round(start * 2.0), faces


def test_rows_are_those_of_exact_arithmetic():
    count = 0
    for vertices, faces in surfaces():
        rows, found = exact_rows(vertices, faces), edge_face_intersections((vertices, faces))

        assert found.pair.tolist() == rows.tolist()
        assert (found.edges == edges_by_hand(faces)).all()
        p, q = (vertices[found.edges[found.pair[:, 0], k]] for k in (0, 1))
        t = found.parameter[:, None]
        assert ((t >= 0.0) & (t <= 1.0)).all()
        size = np.abs(vertices).max()
        assert np.abs(found.point - (p + t * (q - p))).max(initial=0.0) <= 1e-15 * size
        count += len(rows)
    assert count > 300


def pierced_by(*pin):
    """Rows of a pin of three vertices and the triangle FLAT."""
    return edge_face_intersections(([*FLAT, *pin], [[0, 1, 2], [3, 4, 5]]))


@pytest.mark.parametrize(
    ("pin", "edges"),
    [
        # Two edges of one face pass through the other; one of each passes through the other.
        (([0.2, 0.2, 1.0], [0.3, 0.2, 1.0], [0.25, 0.2, -1.0]), [[3, 5], [4, 5]]),
        (([0.25, 0.25, 1.0], [0.25, 0.25, -1.0], [0.25, 9.0, 0.0]), [[1, 2], [3, 4]]),
        # A vertex on the face, and one on its edge; the edge in its plane does not count.
        (([0.25, 0.25, 0.0], [0.0, 0.0, 2.0], [0.5, 0.0, 2.0]), [[3, 4], [3, 5]]),
        (([0.5, 0.0, 0.0], [0.5, 0.5, 2.0], [0.6, -0.5, 2.0]), [[0, 1], [3, 4], [3, 5]]),
        (([0.2, 0.2, 0.0], [0.4, 0.2, 0.0], [0.2, 0.2, 1.0]), [[3, 5], [4, 5]]),
        # Just above, beside, and in one plane.
        (([0.25, 0.25, 5e-324], [0.0, 0.0, 2.0], [0.5, 0.0, 2.0]), []),
        (([0.6, 0.6, 1.0], [0.6, 0.6, -1.0], [9.0, 9.0, 0.0]), []),
        (([0.2, 0.2, 0.0], [0.4, 0.2, 0.0], [0.2, 0.4, 0.0]), []),
    ],
)
def test_configurations(pin, edges):
    found = pierced_by(*pin)
    assert found.edges[found.pair[:, 0]].tolist() == edges


def test_the_point_of_a_long_edge_is_accurate():
    found = pierced_by([0.25, 0.5, 1.0], [0.25, 0.5, -1e6], [9.0, 9.0, 2.0])
    row = found.edges[found.pair[:, 0]].tolist().index([3, 4])
    assert abs(found.parameter[row] - 1.0 / (1e6 + 1.0)) < 1e-20
    assert np.abs(found.point[row] - [0.25, 0.5, 0.0]).max() < 1e-15


def test_faces_without_area_have_edges_only():
    needle = [[0.25, 0.25, 1.0], [0.25, 0.25, -1.0]]
    found = edge_face_intersections((FLAT + needle, [[0, 1, 2], [3, 4, 4], [4, 4, 4]]))
    assert found.pair.tolist() == [[3, 0]]
    assert found.edges[3].tolist() == [3, 4]


def test_a_surface_that_is_flat_or_closed_has_none():
    assert len(edge_face_intersections(sheet(5))) == 0
    assert len(edge_face_intersections(im.icosphere(1.0, 2))) == 0


def test_threads_and_later_frames_have_the_same_rows():
    start, end, faces = layers(3, 5, 0)
    first = im.Mesh(start, faces)
    moved = edge_face_intersections(first.with_vertices(end))
    assert len(moved) > 100
    for threads in (1, 3):
        with use_threads(threads):
            again = edge_face_intersections(im.Mesh(end, faces))
        for name in ("pair", "parameter", "point"):
            assert np.array_equal(getattr(moved, name), getattr(again, name))


def test_two_solids_as_tetrahedra_do():
    corner = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    other = corner.with_vertices(corner.vertices + 0.25)
    surface = corner.surface
    both = np.concatenate([surface.vertices, other.surface.vertices])
    found = edge_face_intersections((both, np.concatenate([surface.faces, surface.faces + 4])))
    known = edges_through_faces([corner, other])
    wanted = known.pairs @ [[6, 0], [1, 0], [0, 4], [0, 1]]
    assert found.pair.tolist() == wanted.tolist()


def test_bad_input():
    with pytest.raises(im.ImpingeError, match=r"mesh\.vertices: row 1 is not finite"):
        edge_face_intersections(([[0, 0, 0], [np.nan, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
