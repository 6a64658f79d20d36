"""Edges through faces: the rows of rational arithmetic."""

import numpy as np
import pytest
from tet_cases import exact, shifted, six_volumes, soup

from impinge.narrow import edges_through_faces
from impinge.scenes.bricks import brick


def sign(x):
    return (x > 0) - (x < 0)


def crosses(p, q, a, b, c):
    ends = sign(six_volumes(a, b, c, p)), sign(six_volumes(a, b, c, q))
    if ends[0] * ends[1] > 0 or ends == (0, 0):
        return False
    around = [sign(six_volumes(*pair, p, q)) for pair in ((a, b), (b, c), (c, a))]
    return min(around) >= 0 or max(around) <= 0


def exact_rows(meshes):
    rows = []
    points = [exact(mesh.vertices) for mesh in meshes]
    for i, mesh in enumerate(meshes):
        for e, (p, q) in enumerate(mesh.surface.edges.tolist()):
            for j, other in enumerate(meshes):
                for f, face in enumerate(other.surface.faces.tolist()) if i != j else ():
                    corners = [points[j][k] for k in face]
                    if crosses(points[i][p], points[i][q], *corners):
                        rows.append((i, e, j, f))
    return np.array(rows).reshape(-1, 4)


@pytest.mark.parametrize("offset", [0.0, 1e6])
@pytest.mark.parametrize("step", [None, 0.5])
def test_rows_are_those_of_rational_arithmetic(offset, step):
    meshes = shifted(soup(np.random.default_rng(6), 3, 8, 6, step), offset)
    rows, found = exact_rows(meshes), edges_through_faces(meshes)
    # 250 and more of 18,000 pairs.
    assert len(rows) > 100
    assert np.array_equal(found.pairs, rows)
    for (i, e, j, f), t, point in zip(rows, found.parameter, found.point, strict=True):
        p, q = meshes[i].vertices[meshes[i].surface.edges[e]]
        a, b, c = meshes[j].vertices[meshes[j].surface.faces[f]]
        normal = np.cross(b - a, c - a)
        assert 0.0 <= t <= 1.0
        assert np.allclose(point, p + t * (q - p), rtol=1e-15, atol=1e-15)
        assert abs(normal @ (point - a)) <= 1e-9 * np.linalg.norm(normal) * max(1.0, offset * 1e-6)


def test_one_object_and_objects_apart_have_none():
    block = brick((2, 2, 2))
    assert len(edges_through_faces(block)) == 0
    assert len(edges_through_faces([block, block.with_vertices(block.vertices + 5.0)])) == 0
