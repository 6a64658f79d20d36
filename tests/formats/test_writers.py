"""Tetrahedra are written so that the same bits are read again."""

import numpy as np
import pytest

from impinge.formats.file import TetArrays
from impinge.formats.readers import read_tets
from impinge.formats.writers import TET_WRITERS, tet_files

RNG = np.random.default_rng(7)
POINTS = RNG.normal(size=(60, 3)) * 10.0 ** RNG.integers(-9, 9, (60, 1))
POINTS[:2] = [[0.1, -0.0, 1e-300], [1e149, 1 / 3, 5e-324]]


@pytest.mark.parametrize("extension", TET_WRITERS)
def test_the_same_bits_come_back_and_nothing_is_printed(extension, tmp_path, capfd):
    mesh = TetArrays(POINTS, RNG.integers(0, 60, (40, 4)))
    for name, content in tet_files(mesh, extension).items():
        (tmp_path / f"part{name}").write_bytes(content)

    found = read_tets(tmp_path / f"part{extension}")

    assert found.vertices.tobytes() == POINTS.tobytes()
    assert found.tets.tobytes() == mesh.tets.tobytes()
    assert capfd.readouterr() == ("", "")
