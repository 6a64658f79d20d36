"""VTU: arrays written in any way, in one piece or several, and none that contradict."""

from pathlib import Path

import meshio
import numpy as np
import pytest
from formats.samples import TET_KINDS, TETS, raw_vtu, tet_sample, vtu_document

from impinge.core.errors import FileError
from impinge.formats.vtu import read_vtu

PATH = Path("part.vtu")
ARRAYS = {
    "points": 'format="ascii">0 0 0 1 0 0 0 1 0 0 0 1\n1.25 1.5 1.75</DataArray>',
    "connectivity": 'format="ascii">0 1 2 3 1 2 3 4</DataArray>',
    "offsets": 'format="ascii">4 8</DataArray>',
    "types": 'format="ascii">10 10</DataArray>',
}


@pytest.mark.parametrize("kind", [kind for kind in TET_KINDS if kind.startswith("vtu")])
def test_each_way_to_write_it(kind, tmp_path):
    found = read_vtu(tet_sample(kind), PATH)

    np.testing.assert_allclose(found.vertices, TETS[0], rtol=1e-11)
    np.testing.assert_array_equal(found.tets, TETS[1])


@pytest.mark.parametrize("compress", [False, True])
def test_raw_data_is_read_as_by_meshio(compress, tmp_path):
    path = tmp_path / "part.vtu"
    path.write_bytes(raw_vtu(*TETS, compress))
    found = read_vtu(path.read_bytes(), path)

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])
    if not compress:
        np.testing.assert_array_equal(found.tets, meshio.read(path).cells[0].data)


def pieces(count):
    text = vtu_document(ARRAYS).decode()
    start, end = text.index("<Piece"), text.index("</Piece>") + len("</Piece>")
    return (text[:start] + text[start:end] * count + text[end:]).encode()


def test_several_pieces_are_joined():
    """meshio alone keeps the cells of the last one."""
    found = read_vtu(pieces(3), PATH)

    assert len(found.vertices) == 15
    np.testing.assert_array_equal(found.tets, np.concatenate([TETS[1] + 5 * k for k in range(3)]))


def test_a_piece_does_not_reach_into_another():
    broken = pieces(2).replace(b">0 1 2 3 1 2 3 4<", b">0 1 2 3 1 2 3 7<", 1)

    with pytest.raises(FileError, match="cell 1 names a point"):
        read_vtu(broken, PATH)
    with pytest.raises(FileError, match="names a point"):
        read_vtu(pieces(2).replace(b"3 4</DataArray>", b"3 -4</DataArray>"), PATH)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("UnstructuredGrid", "PolyData", "expected a VTKFile of type UnstructuredGrid"),
        ("LittleEndian", "MiddleEndian", "line 2: an unknown byte_order"),
        (
            'byte_order="LittleEndian"',
            'compressor="vtkLZ4DataCompressor"',
            "LZ4.* is not supported",
        ),
        ('byte_order="LittleEndian"', 'header_type="Float32"', "unknown byte_order or header_type"),
        ('NumberOfPoints="5"', 'NumberOfPoints="-5"', "line 4: Piece: expected a count"),
        ('NumberOfPoints="5"', 'NumberOfPoints="6"', "18 numbers .*announced"),
        ('NumberOfPoints="5"', 'NumberOfPoints="99999999999999"', "too many for the size"),
        ('NumberOfCells="2"', 'NumberOfCells="99999999999999"', "too many for the size"),
        ('NumberOfCells="2"', 'NumberOfCells="1"', "1 numbers .*announced"),
        ('NumberOfComponents="3"', 'NumberOfComponents="2"', "expected 3 components"),
        (">4 8<", ">4 99999999999<", "too many for the size"),
        (">4 8<", ">4 -8<", "negative offset"),
        (">4 8<", ">8 4<", "numbers.* announced|do not cut"),
        (">10 10<", ">10 12<", "holds hexahedra"),
        ('Name="types"', 'Name="kinds"', "expected an array of points, connectivity"),
        ("<Piece", "<Peace", "no well-formed XML"),
        ("<?xml", "<!DOCTYPE x><?xml", "document type|well-formed"),
    ],
)
def test_broken_files_are_named(old, new, message):
    text = vtu_document(ARRAYS).decode()
    assert old in text

    with pytest.raises(FileError, match=rf"part\.vtu: .*({message})"):
        read_vtu(text.replace(old, new, 1).encode(), PATH)


def test_no_grid_no_piece():
    for body in ("", "<UnstructuredGrid/>", "<UnstructuredGrid/>" * 2):
        with pytest.raises(FileError, match="one UnstructuredGrid with a Piece"):
            read_vtu(f'<VTKFile type="UnstructuredGrid">{body}</VTKFile>'.encode(), PATH)
