"""Meshes to bytes: STL, OBJ, PLY, OFF and GLB."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.formats.file import MeshArrays
from impinge.formats.stl import HEADER_BYTES
from impinge.formats.writing import number_text

LARGEST_FLOAT32 = float(np.finfo(np.float32).max)


def stl_bytes(mesh: MeshArrays) -> bytes:
    """Binary STL: float32, each triangle with corners of its own.

    Raises
    ------
    ImpingeError
        If a coordinate is too large for a float32.
    """
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
    lines += [f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist()]
    return "\n".join([*lines, ""]).encode("ascii")


def off_bytes(mesh: MeshArrays) -> bytes:
    """OFF: text from which the same numbers are read again."""
    lines = ["OFF", f"{len(mesh.vertices)} {len(mesh.faces)} 0"]
    lines += [_row_text(row) for row in mesh.vertices.tolist()]
    lines += [f"3 {a} {b} {c}" for a, b, c in mesh.faces.tolist()]
    return "\n".join([*lines, ""]).encode("ascii")


def ply_bytes(mesh: MeshArrays) -> bytes:
    """Binary PLY: float64, from which the same numbers are read again.

    Raises
    ------
    ImpingeError
        If there are more vertices than an int32 can number.
    """
    if len(mesh.vertices) > np.iinfo(np.int32).max:
        raise ImpingeError(f"vertices: {len(mesh.vertices)}, more than PLY can number")
    faces = np.zeros(len(mesh.faces), np.dtype([("count", "u1"), ("corners", "<i4", (3,))]))
    faces["count"], faces["corners"] = 3, mesh.faces
    head = (
        "ply\nformat binary_little_endian 1.0\n"
        f"element vertex {len(mesh.vertices)}\n"
        "property double x\nproperty double y\nproperty double z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    return head.encode("ascii") + mesh.vertices.astype("<f8").tobytes() + faces.tobytes()


def glb_bytes(mesh: MeshArrays) -> bytes:
    """Binary glTF 2.0: float32, one node.

    Raises
    ------
    ImpingeError
        If a coordinate is too large for a float32.
    """
    from trimesh import Trimesh
    from trimesh.exchange import gltf

    export: Any = gltf.export_glb
    points = _as_float32(mesh.vertices, "GLB")
    data: bytes = export(Trimesh(points, mesh.faces, process=False), include_normals=False)
    return data


MESH_WRITERS: dict[str, Callable[[MeshArrays], bytes]] = {
    ".glb": glb_bytes,
    ".obj": obj_bytes,
    ".off": off_bytes,
    ".ply": ply_bytes,
    ".stl": stl_bytes,
}


def _as_float32(points: NDArray[np.float64], what: str) -> NDArray[np.float32]:
    largest = float(np.abs(points).max())
    if largest > LARGEST_FLOAT32:
        raise ImpingeError(
            f"vertices: {largest:g} is too large for {what}, whose numbers are float32; "
            "save it as .ply or .obj"
        )
    return points.astype(np.float32)


def _row_text(row: list[float]) -> str:
    return " ".join(map(number_text, row))
