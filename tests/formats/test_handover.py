"""What meshio reads is ours, and what it returns is looked at."""

from pathlib import Path
from types import SimpleNamespace

import meshio
import numpy as np
import pytest
from formats.samples import TETS, tet_sample

from impinge.core.errors import FileError
from impinge.formats.handover import read_checked

PATH = Path("part.msh")


def returning(points, *blocks):
    cells = [SimpleNamespace(type=kind, data=np.array(data)) for kind, data in blocks]
    return lambda _: SimpleNamespace(points=points, cells=cells)


def test_files_are_written_and_the_first_is_read():
    files = {"a.node": tet_sample("node"), "a.ele": b""}
    seen = {}

    def read(path):
        seen.update({file.name: file.read_bytes() for file in path.parent.iterdir()})
        seen["first"] = path.name
        return returning(TETS[0], ("tetra", TETS[1]))(path)

    found = read_checked(files, read, PATH)

    assert seen == {**files, "first": "a.node"}
    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])
    assert found.tets.dtype == np.int64


def test_several_blocks_are_joined_and_faces_left_out():
    read = returning(TETS[0], ("triangle", [[0, 1, 2]]), ("tetra", TETS[1]), ("tetra", TETS[1]))

    assert len(read_checked({"a": b""}, read, PATH).tets) == 4


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (returning(TETS[0]), "holds no tetrahedra"),
        (returning(TETS[0], ("hexahedron", np.zeros((3, 8), int))), "3 cells of kind hexahedron"),
        (returning(TETS[0][:, :2], ("tetra", TETS[1])), "no three coordinates"),
        (
            returning(TETS[0], ("tetra", [[0, 1, 2, 3], [0, 1, 2, 5]])),
            "tetrahedron 1 names a point",
        ),
        (returning(TETS[0], ("tetra", [[0, 1, 2, -1]])), "tetrahedron 0 names a point"),
        (lambda _: (_ for _ in ()).throw(meshio.ReadError("x")), r"broken .*ReadError: x"),
    ],
)
def test_what_it_returns_is_looked_at(read, message):
    with pytest.raises(FileError, match=rf"part\.msh: .*{message}"):
        read_checked({"a": b""}, read, PATH)
