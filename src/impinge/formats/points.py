"""Points of a file, read by its extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from impinge.formats.file import PointArrays, read_bytes
from impinge.formats.pcd import read_pcd
from impinge.formats.ply_points import read_ply_points
from impinge.formats.xyz import read_xyz

READERS: dict[str, Callable[[bytes, Path], PointArrays]] = {
    ".pcd": read_pcd,
    ".ply": read_ply_points,
    ".xyz": read_xyz,
}
POINT_EXTENSIONS = tuple(READERS)


def read_points(path: Path) -> PointArrays:
    """Points, in the file's unit, and normals where the file has them.

    Parameters
    ----------
    path : Path
        Its extension is one of ``POINT_EXTENSIONS``, in any case of letters.

    Raises
    ------
    FileError
        If the file cannot be read as what it claims to be, or holds something we do not know.
    """
    return READERS[path.suffix.lower()](read_bytes(path), path)
