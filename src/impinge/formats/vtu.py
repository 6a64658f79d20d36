"""VTU: VTK's unstructured grids in XML, with arrays as text, base64 or raw bytes.

Read here and not by meshio, which decompresses without a bound, keeps the cells of the last piece
only, and lets the XML parser expand entities. Data at points and cells is left out.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays, most_unpacked
from impinge.formats.markup import Element, read_markup
from impinge.formats.vtk_grid import Grid, tets_of
from impinge.formats.vtu_arrays import KINDS, Arrays

APPENDED = re.compile(rb"<AppendedData\b[^<>]{0,1000}>")
ORDERS = {"LittleEndian": "<", "BigEndian": ">"}
COMPRESSORS = (None, "vtkZLibDataCompressor", "vtkLZMADataCompressor")


def read_vtu(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra of all pieces; cells of fewer dimensions are left out.

    Other solids are refused, and arrays that would take far more bytes than the file.
    """
    document, appended, is_raw = _split(data)
    root = read_markup(document, path)
    if root.tag != "VTKFile" or root.attributes.get("type") != "UnstructuredGrid":
        raise FileError(f"{path}: expected a VTKFile of type UnstructuredGrid")
    byte_order = ORDERS.get(root.attributes.get("byte_order", "LittleEndian"))
    header = KINDS.get(root.attributes.get("header_type", "UInt32"))
    compressor = root.attributes.get("compressor") or None
    if byte_order is None or header not in ("u4", "u8"):
        raise FileError(f"{path}: line {root.line}: an unknown byte_order or header_type")
    if compressor not in COMPRESSORS:
        raise FileError(f"{path}: line {root.line}: {compressor[:40]} is not supported")
    if not is_raw:
        parts = root.find("AppendedData")
        appended = parts[0].text.strip().removeprefix("_").encode() if parts else None
    arrays = Arrays(
        path, byte_order, np.dtype(byte_order + header), compressor, appended, is_raw,
        budget=most_unpacked(len(data)),
    )  # fmt: skip
    grids = root.find("UnstructuredGrid")
    pieces = [piece for grid in grids for piece in grid.find("Piece")]
    if len(grids) != 1 or not pieces:
        raise FileError(f"{path}: expected one UnstructuredGrid with a Piece")
    return tets_of(_joined([_read_piece(piece, arrays) for piece in pieces]), path)


def _split(data: bytes) -> tuple[bytes, bytes | None, bool]:
    """The document, and raw bytes appended to it, which are no XML."""
    found = APPENDED.search(data)
    if found is None or b'"raw"' not in found.group():
        return data, None, False
    start = data.find(b"_", found.end())
    if start < 0:
        return data, None, False
    return data[: found.end()] + b"</AppendedData></VTKFile>", data[start + 1 :], True


def _read_piece(piece: Element, arrays: Arrays) -> Grid:
    point_count = _count(piece, "NumberOfPoints", arrays)
    cell_count = _count(piece, "NumberOfCells", arrays)
    points = [a for part in piece.find("Points") for a in part.find("DataArray")]
    cells = {
        a.attributes.get("Name"): a for part in piece.find("Cells") for a in part.find("DataArray")
    }
    if len(points) != 1 or not {"connectivity", "offsets", "types"} <= set(cells):
        raise arrays.wrong(piece, "expected an array of points, connectivity, offsets and types")
    if points[0].attributes.get("NumberOfComponents") != "3":
        raise arrays.wrong(points[0], "expected 3 components")
    ends = arrays.read_whole(cells["offsets"], cell_count)
    length = int(ends[-1]) if len(ends) else 0
    if length < 0:
        raise arrays.wrong(cells["offsets"], "a negative offset")
    return Grid(
        points=arrays.read(points[0], 3 * point_count).reshape(-1, 3).astype(np.float64),
        connectivity=arrays.read_whole(cells["connectivity"], length),
        ends=ends,
        types=arrays.read_whole(cells["types"], cell_count),
    )


def _count(piece: Element, name: str, arrays: Arrays) -> int:
    text = piece.attributes.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise arrays.wrong(piece, f"expected a count as {name}, found {text[:40]!r}")
    return int(text)


def _joined(grids: list[Grid]) -> Grid:
    """All pieces in one: points and cells of later ones are numbered on."""
    points = np.cumsum([0, *(len(grid.points) for grid in grids)])
    corners = np.cumsum([0, *(len(grid.connectivity) for grid in grids)])
    return Grid(
        np.concatenate([grid.points for grid in grids]),
        np.concatenate([
            np.where(_there(grid), grid.connectivity + first, -1)
            for grid, first in zip(grids, points, strict=False)
        ]),
        np.concatenate([grid.ends + at for grid, at in zip(grids, corners, strict=False)]),
        np.concatenate([grid.types for grid in grids]),
    )  # fmt: skip


def _there(grid: Grid) -> NDArray[np.bool_]:
    """Which points that cells of a piece name are points of that piece."""
    return (grid.connectivity >= 0) & (grid.connectivity < len(grid.points))
