"""MSH: each version gives the same tetrahedra, as meshio alone would for an honest file."""

from pathlib import Path

import meshio
import numpy as np
import pytest
from formats.samples import TET_KINDS, TETS, tet_sample

from impinge.formats.msh import read_msh

KINDS = [kind for kind in TET_KINDS if kind.startswith("msh")]


@pytest.mark.parametrize("kind", KINDS)
def test_each_version(kind, capfd):
    found = read_msh(tet_sample(kind), Path("part.msh"))

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])
    assert capfd.readouterr() == ("", "")


def test_real_files_are_read_as_by_meshio(real_data):
    files = sorted((real_data / "deformable" / "ipc").glob("*.msh"))
    assert len(files) >= 5
    for path in files:
        found, reference = read_msh(path.read_bytes(), path), meshio.read(path)
        np.testing.assert_array_equal(found.vertices, reference.points)
        tets = [block.data for block in reference.cells if block.type == "tetra"]
        np.testing.assert_array_equal(found.tets, np.concatenate(tets))
