"""MSH: each version gives the same tetrahedra, as meshio alone would for an honest file.

Elements, and numbers of nodes.
"""

from pathlib import Path

import meshio
import numpy as np
import pytest
from formats.samples import TET_KINDS, TETS, tet_sample

from impinge.core.errors import FileError
from impinge.formats.msh import ALWAYS, node_count, nodes_of, read_msh

PATH = Path("part.msh")
KINDS = [kind for kind in TET_KINDS if kind.startswith("msh")]


@pytest.mark.parametrize("kind", KINDS)
def test_each_version(kind, capfd):
    found = read_msh(tet_sample(kind), PATH)

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


def test_tetrahedra_and_what_is_flat():
    assert [node_count(kind, PATH) for kind in (4, 1, 2, 3, 15)] == [4, 2, 3, 4, 1]


@pytest.mark.parametrize(
    ("kind", "what"), [(5, "hexahedra"), (11, "tetrahedra of 10"), (999, "elements of type 999")]
)
def test_other_solids_are_refused(kind, what):
    with pytest.raises(FileError, match=f"holds {what}.*, only tetrahedra of four nodes"):
        node_count(kind, PATH)


def nodes(numbers):
    return nodes_of(np.array(numbers, np.int64), np.zeros((len(numbers), 3)), PATH)


def test_numbers_may_have_gaps_but_not_any():
    assert nodes([2, 4, 1]).rows.tolist() == [-1, 2, 0, -1, 1]
    nodes([1, 7, 1000])
    nodes([ALWAYS])
    for numbers in ([0], [-1, 2], [1, ALWAYS + 1], [2**60]):
        with pytest.raises(FileError, match="have numbers from"):
            nodes(numbers)
    with pytest.raises(FileError, match="same number"):
        nodes([3, 3])
    with pytest.raises(FileError, match="no nodes"):
        nodes([])
