"""Meshes are written so that the same triangles are read again."""

import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh

from impinge.core.errors import ImpingeError
from impinge.formats.file import MeshArrays
from impinge.formats.readers import MESH_READERS
from impinge.formats.writers import MESH_WRITERS, ply_bytes, stl_bytes
from impinge.geometry import bumpy_sphere

BALL = bumpy_sphere(8, 8)
MESH = MeshArrays(BALL.vertices, BALL.faces)
EXACT = (".obj", ".off", ".ply")


@pytest.mark.parametrize("extension", EXACT)
def test_the_same_bits_come_back(extension):
    odd = np.concatenate([BALL.vertices, [[0.1, -0.0, 5e-324], [1e149, 1 / 3, -1e-300]]])
    found = MESH_READERS[extension](
        MESH_WRITERS[extension](MeshArrays(odd, BALL.faces)), Path("part" + extension)
    )

    assert found.vertices.tobytes() == odd.tobytes()
    assert found.faces.tobytes() == BALL.faces.tobytes()


@pytest.mark.parametrize("extension", [".stl", ".glb"])
def test_the_same_triangles_come_back_as_float32(extension):
    found = MESH_READERS[extension](MESH_WRITERS[extension](MESH), Path("part" + extension))

    expected = BALL.vertices.astype(np.float32)[BALL.faces]
    np.testing.assert_array_equal(found.vertices[found.faces], expected)


@pytest.mark.parametrize("extension", MESH_WRITERS)
def test_another_library_reads_them(extension, tmp_path):
    path = tmp_path / f"part{extension}"
    path.write_bytes(MESH_WRITERS[extension](MESH))

    loaded = trimesh.load_mesh(path)

    assert len(loaded.faces) == len(BALL.faces)
    assert loaded.volume == pytest.approx(BALL.volume, rel=1e-6)


def test_normals_of_stl_look_outward():
    data = stl_bytes(MESH)
    normal = np.array(struct.unpack_from("<3f", data, 84))
    corners = np.array(struct.unpack_from("<9f", data, 96)).reshape(3, 3)

    assert np.linalg.norm(normal) == pytest.approx(1.0)
    assert normal @ corners.mean(axis=0) > 0.0


def test_a_flat_triangle_is_written():
    flat = MeshArrays(np.zeros((1, 3)), np.zeros((1, 3), np.int64))

    assert len(stl_bytes(flat)) == 84 + 50


@pytest.mark.parametrize("extension", [".stl", ".glb"])
def test_what_float32_cannot_hold_is_refused(extension):
    with pytest.raises(ImpingeError, match=r"1e\+40 is too large .* save it as .ply"):
        MESH_WRITERS[extension](MeshArrays(np.full((3, 3), 1e40), np.array([[0, 1, 2]])))


def test_more_vertices_than_ply_can_number_are_refused():
    many = np.broadcast_to(np.zeros(3), (2**31, 3))

    with pytest.raises(ImpingeError, match="more than PLY can number"):
        ply_bytes(MeshArrays(many, np.array([[0, 1, 2]])))
