"""Surfaces from files: of meshes and tetrahedra, in metres, and of nothing else."""

import numpy as np
import pytest

import impinge as im
from impinge.cli.surface_file import read_surface
from impinge.core.errors import ImpingeError


def test_a_mesh_is_read_in_its_units(tmp_path):
    file = tmp_path / "cube.obj"
    im.save(im.box_mesh((2.0, 2.0, 2.0)), file)
    metres, millimetres = read_surface(file, None), read_surface(file, "mm")
    np.testing.assert_allclose(1000.0 * millimetres.vertices, metres.vertices)
    np.testing.assert_array_equal(millimetres.faces, metres.faces)


def test_tetrahedra_are_read_as_their_surface(tmp_path):
    tets = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    im.save(tets, tmp_path / "corner.vtu")
    found = read_surface(tmp_path / "corner.vtu", None)
    assert len(found.faces) == 4
    assert found.is_closed


def test_points_have_no_surface(tmp_path):
    (tmp_path / "scan.xyz").write_text("0 0 0\n1 0 0\n")
    with pytest.raises(ImpingeError, match=r"scan.xyz: holds a PointCloud, expected a mesh"):
        read_surface(tmp_path / "scan.xyz", None)
