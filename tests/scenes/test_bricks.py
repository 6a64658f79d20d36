"""Bricks of tetrahedra: as many as the table says, whole, and the same each time."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.narrow import points_in_tets, vertices_in_tets
from impinge.scenes import cage
from impinge.scenes.bricks import PUBLISHED, brick, brick_crowd, crowd_frames


@pytest.mark.parametrize("cells", [(1, 1, 1), (3, 2, 4)])
def test_a_brick_is_whole(cells):
    body = brick(cells, 0.5)
    assert len(body.tets) == 5 * np.prod(cells)
    assert len(body.turned) >= 0
    assert np.isclose(body.volume, np.prod(cells) * 0.125)
    assert body.surface.is_closed
    assert len(body.surface.faces) == 4 * (
        cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]
    )
    assert len(vertices_in_tets(body)) == 0


@pytest.mark.parametrize("row", PUBLISHED[:3], ids=str)
def test_sizes_of_the_table(row):
    crowd = brick_crowd(row.objects, row.tets)
    assert len(crowd) == row.objects
    assert sum(len(mesh.tets) for mesh in crowd) == row.tets
    assert sum(len(mesh.vertices) for mesh in crowd) == row.vertices
    assert len(vertices_in_tets(crowd, self_collision=False)) > 0.02 * row.vertices


def test_crowds_are_repeatable_and_move():
    one, two = brick_crowd(3, 600, seed=4), brick_crowd(3, 600, seed=4)
    assert all((a.vertices == b.vertices).all() for a, b in zip(one, two, strict=True))
    first, last = crowd_frames(one, 2)
    assert all((a != b).all() for a, b in zip(first, last, strict=True))
    assert not any(len(m.with_vertices(x).inverted) for m, x in zip(one, last, strict=True))
    with pytest.raises(ImpingeError, match="tets"):
        brick_crowd(100, 10)
    with pytest.raises(ImpingeError, match="crowded"):
        brick_crowd(2, 100, crowded=0.0)


@pytest.mark.parametrize("mesh", [im.icosphere(1.0), im.torus_knot(100, 10)], ids=["ball", "knot"])
def test_all_vertices_are_inside_and_all_tetrahedra_are_sound(mesh):
    coarse = cage(mesh, 4)
    assert (coarse.volumes > 0.0).all()
    assert coarse.surface.is_closed
    assert (np.asarray(points_in_tets(coarse, mesh.vertices).tet) >= 0).all()


def test_empty_cells_are_left_out():
    assert len(cage(im.torus_knot(), 6).tets) < 6 * 6**3
    with pytest.raises(ImpingeError, match="cells: "):
        cage(im.icosphere(), 0)
