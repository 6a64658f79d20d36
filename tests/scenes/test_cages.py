import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.narrow import points_in_tets
from impinge.scenes import cage


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
