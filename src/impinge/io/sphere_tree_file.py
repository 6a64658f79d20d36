"""Sphere trees as files: NumPy's archive of arrays, without any code in it.

``impinge``, the version of this layout; ``centres`` (n, 3), ``radii`` (n,) and ``errors``
(levels + 1,) float64; ``starts`` (n + 1,) and ``faces`` int64, the faces that each leaf covers;
``mesh``, 32 bytes that say which mesh the tree was built for.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.hierarchy import SphereTree
from impinge.hierarchy.sphere_tree import MOST_LEVELS, first_row
from impinge.io.array_archive import archive_bytes, opened

VERSION = 1
KEY = 32
MOST = {"impinge": 1024, "errors": 4096, "mesh": 4096, "centres": 2**21, "radii": 2**20,
        "starts": 2**20, "faces": 2**31}  # fmt: skip
"""Bytes of an array, unpacked: five levels have 37,449 rows."""


def sphere_tree_bytes(tree: SphereTree) -> bytes:
    """A tree as the content of a file."""
    key = np.frombuffer(tree._mesh_key, np.uint8)
    return archive_bytes(
        VERSION, errors=tree.errors, mesh=key, centres=tree.centres, radii=tree.radii,
        starts=tree._starts, faces=tree._faces,
    )  # fmt: skip


def read_sphere_tree(path: Path) -> SphereTree:
    """The tree in a file; a ``FileError`` if it is broken, or claims more than it can have."""
    with opened(path, MOST, "a sphere tree") as archive:
        archive.check_version(VERSION)
        errors = archive.array("errors", "f", (None,))
        if not 2 <= len(errors) <= MOST_LEVELS + 1:
            raise FileError(
                f"{path}: errors: {len(errors)} levels, expected 2 to {MOST_LEVELS + 1}"
            )
        count = first_row(len(errors))
        key = archive.array("mesh", "u", (KEY,)).tobytes()
        centres = archive.array("centres", "f", (count, 3)).astype(np.float64)
        radii = archive.array("radii", "f", (count,)).astype(np.float64)
        starts = archive.array("starts", "i", (count + 1,)).astype(np.int64)
        faces = archive.array("faces", "i", (None,)).astype(np.int64)
    for name, values in (("centres", centres), ("radii", radii), ("errors", errors)):
        # False for NaN.
        if not (np.abs(values) < COORDINATE_LIMIT).all():
            raise FileError(f"{path}: {name}: a number is not finite or too large")
    used = radii >= 0.0
    if not used[0] or (used[1:] & ~np.repeat(used[: (count - 1) // 8], 8)).any():
        raise FileError(f"{path}: radii: a sphere has no parent")
    if starts[0] != 0 or starts[-1] != len(faces) or (np.diff(starts) < 0).any():
        raise FileError(f"{path}: starts: do not divide {len(faces)} faces")
    if len(faces) and faces.min() < 0:
        raise FileError(f"{path}: faces: numbers begin at 0")
    return SphereTree._of(centres, radii, errors.astype(np.float64), starts, faces, key)
