"""Clouds of points to bytes: PLY, PCD and XYZ; the same numbers are read again from each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from impinge.formats.file import PointArrays
from impinge.formats.writing import number_text


def ply_point_bytes(cloud: PointArrays) -> bytes:
    """Binary PLY without faces, float64."""
    table = _table(cloud)
    names = ["x", "y", "z", "nx", "ny", "nz"][: table.shape[1]]
    lines = ["ply", "format binary_little_endian 1.0", f"element vertex {len(table)}"]
    lines += [f"property double {name}" for name in names]
    head = "\n".join([*lines, "end_header", ""])
    return head.encode("ascii") + table.astype("<f8").tobytes()


def pcd_bytes(cloud: PointArrays) -> bytes:
    """Binary PCD 0.7, float64."""
    table = _table(cloud)
    names = ["x", "y", "z", "normal_x", "normal_y", "normal_z"][: table.shape[1]]
    width, count = len(names), len(table)
    lines = [
        "VERSION 0.7", f"FIELDS {' '.join(names)}", "SIZE" + " 8" * width, "TYPE" + " F" * width,
        "COUNT" + " 1" * width, f"WIDTH {count}", "HEIGHT 1", "VIEWPOINT 0 0 0 1 0 0 0",
        f"POINTS {count}", "DATA binary", "",
    ]  # fmt: skip
    return "\n".join(lines).encode("ascii") + table.astype("<f8").tobytes()


def xyz_bytes(cloud: PointArrays) -> bytes:
    """Text, a point a line."""
    rows = (" ".join(map(number_text, row)) for row in _table(cloud).tolist())
    return "\n".join([*rows, ""]).encode("ascii")


POINT_WRITERS: dict[str, Callable[[PointArrays], bytes]] = {
    ".pcd": pcd_bytes,
    ".ply": ply_point_bytes,
    ".xyz": xyz_bytes,
}


def _table(cloud: PointArrays) -> NDArray[np.float64]:
    """One row a point: x, y, z, and the normal if there is one."""
    if cloud.normals is None:
        return cloud.points
    return np.concatenate([cloud.points, cloud.normals], axis=1)
