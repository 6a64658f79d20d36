"""Meshes, clouds of points and tetrahedra to bytes, from which the same numbers are read again.

Numbers of STL and GLB are float32.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.formats.file import MeshArrays, PointArrays, TetArrays
from impinge.formats.stl import HEADER_BYTES
from impinge.formats.writing import number_text

LARGEST_FLOAT32 = float(np.finfo(np.float32).max)


def stl_bytes(mesh: MeshArrays) -> bytes:
    """Binary STL: float32, each triangle with corners of its own."""
    corners = _as_float32(mesh.vertices, "STL")[mesh.faces]
    record = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    rows = np.zeros(len(corners), record)
    wide = corners.astype(np.float64)
    normals = np.cross(wide[:, 1] - wide[:, 0], wide[:, 2] - wide[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore"):
        rows["normal"] = np.where(lengths > 0.0, normals / np.where(lengths > 0, lengths, 1.0), 0.0)
    rows["corners"] = corners
    head = b"impinge".ljust(HEADER_BYTES - 4, b" ")
    return head + struct.pack("<I", len(rows)) + rows.tobytes()


def obj_bytes(mesh: MeshArrays) -> bytes:
    """OBJ: text from which the same numbers are read again."""
    lines = [f"v {_row_text(row)}" for row in mesh.vertices.tolist()]
    return _text([*lines, *(f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist())])


def off_bytes(mesh: MeshArrays) -> bytes:
    """OFF: text from which the same numbers are read again."""
    lines = ["OFF", f"{len(mesh.vertices)} {len(mesh.faces)} 0"]
    lines += map(_row_text, mesh.vertices.tolist())
    return _text([*lines, *(f"3 {a} {b} {c}" for a, b, c in mesh.faces.tolist())])


def ply_bytes(mesh: MeshArrays) -> bytes:
    """Binary PLY: float64, from which the same numbers are read again."""
    if len(mesh.vertices) > np.iinfo(np.int32).max:
        raise ImpingeError(f"vertices: {len(mesh.vertices)}, more than PLY can number")
    faces = np.zeros(len(mesh.faces), np.dtype([("count", "u1"), ("corners", "<i4", (3,))]))
    faces["count"], faces["corners"] = 3, mesh.faces
    head = [f"element face {len(faces)}", "property list uchar int vertex_indices"]
    return _ply(mesh.vertices, head) + faces.tobytes()


def glb_bytes(mesh: MeshArrays) -> bytes:
    """Binary glTF 2.0: float32, one node."""
    from trimesh import Trimesh
    from trimesh.exchange import gltf

    export: Any = gltf.export_glb
    points = _as_float32(mesh.vertices, "GLB")
    data: bytes = export(Trimesh(points, mesh.faces, process=False), include_normals=False)
    return data


def ply_point_bytes(cloud: PointArrays) -> bytes:
    """Binary PLY without faces, float64."""
    return _ply(_table(cloud), [])


def _ply(table: NDArray[np.float64], more: list[str]) -> bytes:
    """A header and vertices, with normals if there are any; ``more`` elements follow."""
    lines = ["ply", "format binary_little_endian 1.0", f"element vertex {len(table)}"]
    names = ["x", "y", "z", "nx", "ny", "nz"][: table.shape[1]]
    lines += [f"property double {name}" for name in names]
    return _text([*lines, *more, "end_header"]) + table.astype("<f8").tobytes()


def pcd_bytes(cloud: PointArrays) -> bytes:
    """Binary PCD 0.7, float64."""
    table = _table(cloud)
    names = ["x", "y", "z", "normal_x", "normal_y", "normal_z"][: table.shape[1]]
    width, count = len(names), len(table)
    lines = [
        "VERSION 0.7", f"FIELDS {' '.join(names)}", "SIZE" + " 8" * width, "TYPE" + " F" * width,
        "COUNT" + " 1" * width, f"WIDTH {count}", "HEIGHT 1", "VIEWPOINT 0 0 0 1 0 0 0",
        f"POINTS {count}", "DATA binary",
    ]  # fmt: skip
    return _text(lines) + table.astype("<f8").tobytes()


def xyz_bytes(cloud: PointArrays) -> bytes:
    """Text, a point a line."""
    return _text([*map(_row_text, _table(cloud).tolist())])


def tet_files(mesh: TetArrays, extension: str) -> dict[str, bytes]:
    """Content of each file of a format, by its extension: one, or two for TetGen.

    Examples
    --------
    >>> one = TetArrays(np.eye(4, 3), np.array([[0, 1, 2, 3]]))
    >>> list(tet_files(one, ".ele")), list(tet_files(one, ".vtu"))
    (['.node', '.ele'], ['.vtu'])
    """
    import meshio

    module, options = TET_WRITERS[extension]
    content = meshio.Mesh(mesh.vertices, [("tetra", mesh.tets)])
    with TemporaryDirectory(prefix="impinge-") as folder:
        path = Path(folder) / f"mesh{extension}"
        import_module(f"meshio.{module}").write(path, content, **options)
        # Points come first: who reads the second file looks for the first.
        names = (".node", ".ele") if module == "tetgen" else (extension,)
        return {name: path.with_suffix(name).read_bytes() for name in names}


MESH_WRITERS: dict[str, Callable[[MeshArrays], bytes]] = {
    ".glb": glb_bytes,
    ".obj": obj_bytes,
    ".off": off_bytes,
    ".ply": ply_bytes,
    ".stl": stl_bytes,
}
POINT_WRITERS: dict[str, Callable[[PointArrays], bytes]] = {
    ".pcd": pcd_bytes,
    ".ply": ply_point_bytes,
    ".xyz": xyz_bytes,
}
TET_WRITERS: dict[str, tuple[str, dict[str, Any]]] = {
    ".ele": ("tetgen", {"float_fmt": ".16e"}),
    ".msh": ("gmsh", {"fmt_version": "4.1", "binary": True}),
    ".node": ("tetgen", {"float_fmt": ".16e"}),
    ".vtk": ("vtk", {"fmt_version": "5.1", "binary": True}),
    ".vtu": ("vtu", {"binary": True, "compression": "zlib"}),
}
"""The module of meshio that writes tetrahedra, and its options."""


def _as_float32(points: NDArray[np.float64], what: str) -> NDArray[np.float32]:
    largest = float(np.abs(points).max())
    if largest > LARGEST_FLOAT32:
        raise ImpingeError(
            f"vertices: {largest:g} is too large for {what}, whose numbers are float32; "
            "save it as .ply or .obj"
        )
    return points.astype(np.float32)


def _text(lines: list[str]) -> bytes:
    return "\n".join([*lines, ""]).encode("ascii")


def _row_text(row: list[float]) -> str:
    return " ".join(map(number_text, row))


def _table(cloud: PointArrays) -> NDArray[np.float64]:
    """One row a point: x, y, z, and the normal if there is one."""
    if cloud.normals is None:
        return cloud.points
    return np.concatenate([cloud.points, cloud.normals], axis=1)
