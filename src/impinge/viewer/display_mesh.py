"""What is drawn of a shape: a mesh, shared by all that look alike, and simple enough for a page."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Box, Compound, Convex, HalfSpace, Hull, Mesh, Shape
from impinge.narrow.contact_tracker import frame_along
from impinge.narrow.parts import leaves_of
from impinge.viewer.coordinates import Coordinates, centre_of, corners_of, moved
from impinge.viewer.payload import U2_MOST, Arrays
from impinge.viewer.surfaces import joined, surface_of

SMOOTH = 3
"""Subdivisions of the sphere by which round shapes are drawn: 642 points, smooth to the eye."""

MOST_BYTES = 6_000_000
"""Of all meshes of a page: in base64 eight megabytes, which leaves two for the rest."""

PATCH = 1.25
"""Half side of the square that stands for a half space, in units of half the scene's size."""

SHRINK = 0.8
"""Cells along an edge, from one attempt at simplification to the next."""


class Drawn(NamedTuple):
    """A mesh as it is drawn."""

    vertices: Array
    faces: Ids
    centre: Array
    flat: bool
    triangles: int
    patch: bool = False
    frames: int | None = None
    """The number of the array of its vertices at each frame, if it deforms."""


class Meshes:
    """The distinct meshes of a page.

    Parameters
    ----------
    at : Coordinates
    radius : float, optional
        Half the size of the scene [m]: how large half spaces are drawn.
    """

    def __init__(self, at: Coordinates, radius: float = 1.0) -> None:
        self._at, self._radius = at, radius
        self._drawn: list[Drawn] = []
        self._known: dict[Any, int] = {}
        self._kept: list[Shape] = []
        self.patches = 0

    def number(self, shape: Shape, pose: Array) -> int:
        """The number of the mesh that a shape is drawn by; the pose is where it is first seen."""
        endless = not np.isfinite(shape.bounds).all()
        # What does not end is drawn around the scene's middle, which is elsewhere in each pose.
        own = (id(shape), pose.tobytes() if endless else b"")
        found = self._known.get(own)
        if found is not None:
            return found
        key = pickle.dumps(shape) if isinstance(shape, Convex) and not endless else None
        if key is None or key not in self._known:
            drawn = self._made(shape, pose)
            key = key or _digest(drawn)
            if self._known.setdefault(key, len(self._drawn)) == len(self._drawn):
                self._drawn.append(drawn)
        number = self._known[key]
        # An object that is kept alive keeps its number for itself.
        self._kept.append(shape)
        self._known[own] = number
        return number

    def deforming(self, mesh: Mesh, frames: int, centre: Array) -> int:
        """The number of a mesh that is drawn by its vertices at each frame."""
        self._drawn.append(
            Drawn(mesh.vertices, mesh.faces, centre, False, len(mesh.faces), frames=frames)
        )
        return len(self._drawn) - 1

    def centre(self, number: int) -> Array:
        """The point of a mesh's own frame from which it is drawn."""
        return self._drawn[number].centre

    def triangles(self, number: int) -> int:
        """How many a mesh has, before it is made simpler."""
        return self._drawn[number].triangles

    def plain(self, arrays: Arrays) -> tuple[list[dict[str, Any]], list[str]]:
        """All meshes, JSON-ready, and what the reader should know of them."""
        chosen = _within_budget(self._drawn)
        plain = [
            {
                "positions": arrays.floats(self._at.lengths(mesh.vertices - mesh.centre)),
                "indices": arrays.indices(mesh.faces),
                "flat": mesh.flat,
                "triangles": mesh.triangles,
                "patch": mesh.patch,
                "frames": mesh.frames,
            }
            for mesh in chosen
        ]
        notes = []
        simpler = sum(len(mesh.faces) < mesh.triangles for mesh in chosen)
        if simpler:
            notes.append(
                f"{simpler:,} of {len(chosen):,} meshes are drawn simplified, so that this page "
                f"stays small: {sum(len(m.faces) for m in chosen):,} of "
                f"{sum(m.triangles for m in chosen):,} triangles. All numbers are of the originals."
            )
        if self.patches:
            many = "half space is drawn as a square patch" if self.patches == 1 else (
                "half spaces are drawn as square patches"
            )  # fmt: skip
            notes.append(f"{self.patches} {many} around the other things; it does not end.")
        return plain, notes

    def _made(self, shape: Shape, pose: Array) -> Drawn:
        mesh = self._mesh(shape, pose)
        flat = isinstance(shape, (Box, Hull))
        patch = isinstance(shape, HalfSpace)
        centre = centre_of(mesh.bounds)
        return Drawn(mesh.vertices, mesh.faces, centre, flat, len(mesh.faces), patch)

    def _mesh(self, shape: Shape, pose: Array) -> Mesh:
        if isinstance(shape, HalfSpace):
            self.patches += 1
            return self._patch(shape, pose)
        leaves = (leaf for leaf, _ in leaves_of(shape, np.eye(4)))
        if isinstance(shape, Compound) and any(isinstance(leaf, HalfSpace) for leaf in leaves):
            parts = zip(shape.shapes, shape.poses, strict=True)
            return joined([self._mesh(part, pose @ own) for part, own in parts], shape.poses)
        return surface_of(shape, SMOOTH)

    def _patch(self, shape: HalfSpace, pose: Array) -> Mesh:
        """A square on the plane, at the foot of the scene's middle."""
        middle = pose[:3, :3].T @ (self._at.origin - pose[:3, 3])
        foot = middle - (middle @ shape.normal - shape.offset) * shape.normal
        u, v, _ = frame_along(shape.normal)
        half = PATCH * self._radius
        corners = [foot + half * (s * u + t * v) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return Mesh(np.stack(corners), [[0, 1, 2], [0, 2, 3]])


def finite_corners(shape: Shape) -> Array:
    """(k, 3): corners of boxes around all of a shape that ends; none of a half space."""
    if isinstance(shape, HalfSpace):
        return np.zeros((0, 3))
    if isinstance(shape, Compound) and not np.isfinite(shape.bounds).all():
        parts = zip(shape.shapes, shape.poses, strict=True)
        return np.concatenate([moved(finite_corners(part), own) for part, own in parts])
    return corners_of(shape.bounds)


def size_of(shape: Shape) -> float:
    """The diagonal of the box around a shape; infinite for a half space."""
    corners = finite_corners(shape)
    return float(np.linalg.norm(np.ptp(corners, axis=0))) if len(corners) else np.inf


def simplified(vertices: Array, faces: Ids, most: int) -> tuple[Array, Ids]:
    """A coarser mesh of at most so many triangles: vertices of a cell become one, at their mean.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> ball = icosphere(1.0, 4)
    >>> len(simplified(ball.vertices, ball.faces, 1000)[1]) <= 1000
    True
    """
    low, size = vertices.min(axis=0), float(np.ptp(vertices, axis=0).max())
    cells = float(np.sqrt(max(most, 1)))
    while len(faces) > most and size > 0.0:
        grid = np.floor((vertices - low) * (cells / size)).astype(np.int64)
        _, number, counts = np.unique(grid, axis=0, return_inverse=True, return_counts=True)
        number = number.ravel()
        sums = [np.bincount(number, (vertices[:, k] - low[k]) / size) for k in range(3)]
        means = low + size * np.stack(sums, axis=1) / counts[:, None]
        kept = number[faces]
        kept = kept[(kept != np.roll(kept, 1, axis=1)).all(axis=1)]
        if len(kept) <= most or cells < 2.0:
            # Without the means of cells that no triangle is left in.
            used, corners = np.unique(kept, return_inverse=True)
            return means[used], corners.reshape(-1, 3)
        cells *= SHRINK
    return vertices, faces


def _within_budget(meshes: list[Drawn]) -> list[Drawn]:
    """The same meshes, the largest of them simpler, such that all together are small enough."""
    sizes = [_bytes_of(mesh) for mesh in meshes]
    if sum(sizes) <= MOST_BYTES:
        return meshes
    # The largest are cut down to a common size, the others stay as they are.
    most, rest, count = 0.0, float(MOST_BYTES), len(sizes)
    for size in sorted(sizes):
        most = rest / count
        if size > most:
            break
        rest, count = rest - size, count - 1
    chosen = []
    for mesh, size in zip(meshes, sizes, strict=True):
        # One that has no more faces than that stays as it is.
        faces_most = len(mesh.faces)
        if size > most:
            faces_most = max(4, int(faces_most * most / size))
        vertices, faces = simplified(mesh.vertices, mesh.faces, faces_most)
        chosen.append(mesh._replace(vertices=vertices, faces=faces))
    return chosen


def _bytes_of(mesh: Drawn) -> int:
    if mesh.frames is not None:
        return 0
    index = 2 if len(mesh.vertices) <= U2_MOST else 4
    return 12 * len(mesh.vertices) + 3 * index * len(mesh.faces)


def _digest(mesh: Drawn) -> bytes:
    return hashlib.sha256(mesh.vertices.tobytes() + mesh.faces.tobytes()).digest()
