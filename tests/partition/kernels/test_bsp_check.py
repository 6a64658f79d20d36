"""Lines and triangles: met, missed, or too near to an edge to tell."""

import numpy as np
import pytest

from impinge.core.jit import kernel
from impinge.geometry import Mesh, box_mesh
from impinge.partition.bsp_tree import BspTree
from impinge.partition.kernels.bsp_build import AHEAD, BEHIND, SOLID
from impinge.partition.kernels.bsp_check import HIT, NEAR, OUTSIDE, UNSURE, meet_line_piece

PIECES = np.array([[0.0, 0, 0, 1, 0, 0, 0, 1, 0]])


@kernel
def met(p, d, pieces):
    return meet_line_piece(p, d, pieces, 0)


@pytest.mark.parametrize(
    ("point", "how"),
    [
        ((0.2, 0.2, -1.0), HIT),
        ((0.2, 0.2, 3.0), HIT),
        ((0.7, 0.7, -1.0), OUTSIDE),
        ((-0.1, 0.5, -1.0), OUTSIDE),
        ((0.5, 0.0, -1.0), UNSURE),
        ((0.5, 0.1 * NEAR, -1.0), UNSURE),
        ((0.5, -0.1 * NEAR, -1.0), UNSURE),
        ((0.5, 10.0 * NEAR, -1.0), HIT),
        ((0.5, -10.0 * NEAR, -1.0), OUTSIDE),
        ((0.0, 0.0, -1.0), UNSURE),
        # On the line of an edge, beyond its end.
        ((5.0, 0.0, -1.0), OUTSIDE),
    ],
)
def test_a_line_meets_a_triangle_or_not(point, how):
    for way in (1.0, -1.0):
        assert met(point, (0.0, 0.0, way), PIECES) == (how, int(way))


def test_a_line_in_the_plane_is_never_sure_of_what_it_passes():
    assert met((-1.0, 0.3, 0.0), (1.0, 0.0, 0.0), PIECES)[0] == UNSURE
    assert met((-1.0, 0.3, 0.5), (1.0, 0.0, 0.0), PIECES)[0] == OUTSIDE


def test_a_cell_that_is_called_wrongly_is_found():
    """Each cell of a good tree in turn gets the other name: only that one is found."""
    box = box_mesh((1, 2, 3))
    tree = BspTree(Mesh(np.concatenate([box.vertices, box.vertices + 5.0]),
                        np.concatenate([box.faces, box.faces + 8])))  # fmt: skip
    links = tree._links
    for node in range(tree.nodes):
        for side in (AHEAD, BEHIND):
            if links[node, side] >= 0:
                continue
            was = links[node, side]
            links[node, side] = -1 if was == SOLID else SOLID
            with pytest.raises(ValueError, match=r"mesh: [12] faces, such as"):
                tree._check_cells()
            links[node, side] = was
    tree._check_cells()
