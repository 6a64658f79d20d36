"""VTK's legacy files: text and binary, with and without offsets, and the line that is wrong."""

import struct
from pathlib import Path

import numpy as np
import pytest
from formats.samples import TET_KINDS, TETS, tet_sample

from impinge.core.errors import FileError
from impinge.formats.vtk import read_vtk

PATH = Path("part.vtk")
OLD = (
    "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n"
    "0 0 0 1 0 0\n0 1 0 0 0 1\n1.25 1.5 1.75\nCELLS 3 14\n3 0 1 2\n4 0 1 2 3\n4 1 2 3 4\n"
    "CELL_TYPES 3\n5\n10\n10\nPOINT_DATA 5\nSCALARS u double\nLOOKUP_TABLE default\n1 2 3 4 5\n"
)
NEW = (
    "# vtk DataFile Version 5.1\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\n"
    "FIELD FieldData 1\nTIME 1 1 double\n0.5\nMETADATA\nINFORMATION 0\n\nPOINTS 5 float\n"
    "0 0 0 1 0 0 0 1 0 0 0 1 1.25 1.5 1.75\nMETADATA\nINFORMATION 0\n\nCELLS 3 8\n"
    "OFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3 1 2 3 4\n"
    "CELL_TYPES 2\n10\n10\n"
)


@pytest.mark.parametrize("kind", [kind for kind in TET_KINDS if kind.startswith("vtk")])
def test_files_of_meshio(kind):
    found = read_vtk(tet_sample(kind), PATH)

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])


@pytest.mark.parametrize("text", [OLD, NEW, OLD.replace("\n", "\r\n")])
def test_titles_fields_faces_and_data(text):
    found = read_vtk(text.encode(), PATH)

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (OLD, "# vtk", "# VTK", "expected # vtk DataFile Version"),
        (OLD, "ASCII", "UTF-8", "line 3: expected ASCII or BINARY"),
        (OLD, "UNSTRUCTURED_GRID", "POLYDATA", "expected DATASET UNSTRUCTURED_GRID"),
        (OLD, "POINTS 5", "POINTS 99999999999999", "line 9: expected points, found 'CELLS 3 14'"),
        (OLD, "POINTS 5", "POINTS 4", "line 8: expected CELLS, found"),
        (OLD, "POINTS 5", "POINTS -5", "expected a count in 'POINTS -5 double'"),
        (OLD, "double\n", "text\n", "numbers of kind 'text' are not supported"),
        (OLD, "1.25", "one", "line 8: expected points, found 'one 1.5 1.75'"),
        (OLD, "CELLS 3 14", "CELLS 2 14", "2 cells of 14 numbers announced"),
        (OLD, "CELLS 3 14", "CELLS 9999999 14", "cells of 14 numbers announced"),
        (OLD, "4 0 1 2 3", "11 0 1 2 3", "cell 1 has 11 points, too many"),
        (OLD, "4 0 1 2 3", "-1 0 1 2 3", "cell 1 has -1 points"),
        (OLD, "4 0 1 2 3", "4 0 1 2 3.5", "line 11: expected cells"),
        (OLD, "4 0 1 2 3", "4 0 1 2 9", "cell 1 names a point"),
        (OLD, "CELL_TYPES 3", "CELL_TYPES 2", "line 16: .*|2 types|offsets for"),
        (OLD, "CELL_TYPES 3\n5", "CELL_TYPES 3\n12", "holds hexahedra"),
        (OLD, "CELL_TYPES 3\n5\n10\n10\n", "", "expected CELL_TYPES, found 'POINT_DATA 5'"),
        (OLD[: OLD.index("CELL_TYPES")], "", "", "expected CELL_TYPES, the file ends"),
        (NEW, "OFFSETS", "OFFSET", "expected OFFSETS"),
        (NEW, "0 4 8", "1 4 8", "begin with 0"),
        (NEW, "0 4 8", "0 4 7", "do not cut 8 points"),
        (NEW, "OFFSETS vtktypeint64", "OFFSETS double", "expected whole numbers of OFFSETS"),
        (NEW, "FIELD FieldData 1", "FIELD FieldData 999999999", "expected a count|numbers of kind"),
        (NEW, "TIME 1 1", "TIME 99999999 99999999", "expected a field"),
    ],
)
def test_broken_files_are_named(text, old, new, message):
    broken = text.replace(old, new, 1) if old else text

    with pytest.raises(FileError, match=rf"part\.vtk: .*({message})"):
        read_vtk(broken.encode(), PATH)


@pytest.mark.parametrize("kind", ["vtk42_binary", "vtk51_binary"])
def test_binary_lies_are_found(kind):
    data = tet_sample(kind)
    for old, new in (
        (b"POINTS 5", b"POINTS 99999999999999"),
        (b"CELL_TYPES 2", b"CELL_TYPES 9999"),
    ):
        with pytest.raises(FileError, match="bytes announced"):
            read_vtk(data.replace(old, new), PATH)
    for length in range(20, len(data) - 8, 11):
        with pytest.raises(FileError, match=r"part\.vtk"):
            read_vtk(data[:length], PATH)


def test_a_length_in_a_binary_file_that_leads_nowhere():
    data = tet_sample("vtk42_binary")
    row = struct.pack(">5i", 4, 0, 1, 2, 3)
    assert row in data

    with pytest.raises(FileError, match="cell 0 has 2147483647 points"):
        read_vtk(data.replace(row, struct.pack(">5i", 2**31 - 1, 0, 1, 2, 3)), PATH)
