"""A surface cut into small triangles, so that spheres need not cover whole faces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Mesh

SHRINK = 0.7
"""Lengths are cut down step by step, so that no side is much longer than the others."""


class Pieces(NamedTuple):
    """Triangles: three corners a row, and the face of the mesh that each was cut from."""

    corners: Array
    faces: Ids

    def some(self, rows: Ids) -> Pieces:
        return Pieces(self.corners[rows], self.faces[rows])

    @property
    def points(self) -> Array:
        """All corners, (3n, 3)."""
        return self.corners.reshape(-1, 3)

    def areas(self) -> Array:
        """Twice the area of each, and a little for those without any."""
        p = self.corners.reshape(-1, 3, 3)
        found = np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)
        return found + max(float(found.max()), 1e-300) * 1e-6  # type: ignore[no-any-return]


def faces_of(mesh: Mesh) -> Pieces:
    """The faces of a mesh as they are."""
    corners = mesh.vertices[mesh.faces].reshape(-1, 9)
    return Pieces(corners, np.arange(len(corners)))


def cut(pieces: Pieces, longest: float, most: int) -> Pieces:
    """Pieces whose sides are at most ``longest``, or as near to it as about ``most`` rows allow.

    Each cut halves the longest side. Corners are rounded: they may lie off the face by an ulp.
    """
    corners, faces = pieces
    size = float(_longest_sides(corners)[0].max())
    while len(corners) < most and size > longest:
        size = max(size * SHRINK, longest)
        while True:
            lengths, side = _longest_sides(corners)
            long = np.flatnonzero(lengths > size)
            if len(long) == 0 or len(corners) >= 2 * most:
                break
            corners, faces = _halved(corners, faces, long, side[long])
    return Pieces(corners, faces)


def halved(pieces: Pieces, rows: Ids) -> Pieces:
    """All pieces, some of them cut in two at the middle of their longest side."""
    side = _longest_sides(pieces.corners[rows])[1]
    return Pieces(*_halved(pieces.corners, pieces.faces, rows, side))


def _halved(corners: Array, faces: Ids, rows: Ids, side: Ids) -> tuple[Array, Ids]:
    a, b, c = (corners[rows[:, None], _columns((side + k) % 3)] for k in range(3))
    middle = 0.5 * a + 0.5 * b
    more = np.vstack([corners, np.hstack([middle, b, c])])
    more[rows] = np.hstack([a, middle, c])
    return more, np.concatenate([faces, faces[rows]])


def _columns(corner: Ids) -> Ids:
    return 3 * corner[:, None] + np.arange(3)


def _longest_sides(corners: Array) -> tuple[Array, Ids]:
    """The length of each row's longest side, and the corner at which it begins."""
    p = corners.reshape(-1, 3, 3)
    lengths = np.linalg.norm(p[:, [1, 2, 0]] - p, axis=2)
    side = lengths.argmax(axis=1)
    return lengths[np.arange(len(p)), side], side
