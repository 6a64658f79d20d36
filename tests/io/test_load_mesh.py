"""Meshes in metres."""

import pytest
from formats.samples import sample

from impinge.core.errors import FileError, ImpingeError
from impinge.io.load_mesh import load_mesh, metres_of


def test_a_mesh_is_scaled_and_joined(tmp_path):
    path = tmp_path / "part.stl"
    path.write_bytes(sample("stl"))

    mesh = load_mesh(path, scale=0.5)

    assert mesh.bounds[1].tolist() == [0.5] * 3
    assert len(mesh.vertices) == 4
    assert mesh.is_closed


def test_what_is_no_mesh_is_refused(tmp_path):
    path = tmp_path / "part.vtu"
    path.write_bytes(b"")

    with pytest.raises(FileError, match="tetrahedral mesh"):
        load_mesh(path)


def test_units_and_scale():
    assert metres_of(None, "in", ".obj") == 0.0254
    assert metres_of(3, None, ".obj") == 3.0
    for scale, units, extension in ((1, "m", ""), (None, "ell", ""), (None, ["m"], ""),
                                    (0, None, ""), (None, "mm", ".glb")):  # fmt: skip
        with pytest.raises(ImpingeError):
            metres_of(scale, units, extension)
