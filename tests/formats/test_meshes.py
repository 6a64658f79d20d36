"""Mesh files by their extension; broken ones end in an error that names them, and soon."""

import numpy as np
import pytest
from formats.samples import KINDS, TETRAHEDRON, sample, spoiled

from impinge.core.errors import FileError
from impinge.formats import MESH_EXTENSIONS, read_mesh


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("upper", [False, True])
def test_every_format_gives_the_same_triangles(kind, upper, tmp_path):
    extension = KINDS[kind].upper() if upper else KINDS[kind]
    path = tmp_path / f"part{extension}"
    path.write_bytes(sample(kind))
    found = read_mesh(path)

    points, faces = TETRAHEDRON
    np.testing.assert_array_equal(found.vertices[found.faces], points[faces])
    assert found.vertices.dtype == np.float64
    assert found.faces.dtype == np.int64


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("robot.urdf", "is a robot"),
        ("body.msh", "a tetrahedral mesh"),
        ("part.step", "save it as a mesh"),
        ("part.gltf", "save it as .glb"),
        ("part.stl.gz", "unpack it"),
        ("part.xyz", "a cloud of points"),
        ("part.bin", "unknown extension '.bin'"),
        ("part", "unknown extension ''"),
    ],
)
def test_what_we_do_not_know_is_named(name, reason, tmp_path):
    path = tmp_path / name
    path.write_bytes(b"x")

    with pytest.raises(FileError, match=f"{name}: .*{reason}.*supported are .glb"):
        read_mesh(path)
    assert ".stl" in MESH_EXTENSIONS


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_files_give_arrays_or_a_file_error(kind, tmp_path):
    path = tmp_path / f"part{KINDS[kind]}"
    refused = 0
    for data in spoiled(sample(kind), 51, 150):
        path.write_bytes(data)
        try:
            found, reason = read_mesh(path), None
        except FileError as error:
            found, reason = None, str(error)
        if found is None:
            assert str(path) in reason
            refused += 1
        else:
            assert found.vertices.shape[1:] == (3,)
            assert found.faces.shape[1:] == (3,)
    assert refused > 20
