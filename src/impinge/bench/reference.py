"""Are the answers right? Pair sets and distances compared with exact arithmetic."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from itertools import product

import numpy as np
from numpy.typing import NDArray

from impinge.bench.exact import distance_sq, root, whole_points
from impinge.bench.timing import Array, Ids
from impinge.geometry import Mesh
from impinge.narrow import Distance, distance

PAD = 1e-9
"""Boxes of rounded coordinates are widened by this share of the largest coordinate."""


class ExactPose:
    """Two meshes at one pose of B, for exact questions."""

    def __init__(self, a: Mesh, b: Mesh, pose: Array) -> None:
        self._a, self._b, self._pose = a, b, pose
        self._world_b = b.vertices @ pose[:3, :3].T + pose[:3, 3]
        self.largest = float(max(np.abs(a.vertices).max(), np.abs(self._world_b).max()))

    def meeting(self, pairs: Ids) -> NDArray[np.bool_]:
        """Which of these pairs of triangles meet, without any rounding."""
        return np.array([self._distance_sq(i, j) == 0 for i, j in pairs.tolist()], bool)

    def sample_of_faces(self, count: int) -> Ids:
        """At most this many faces of A, evenly from those that reach the box of B."""
        corners = self._a.vertices[self._a.faces]
        low, high = self._world_b.min(axis=0), self._world_b.max(axis=0)
        inside = (corners.min(axis=1) <= high) & (corners.max(axis=1) >= low)
        faces = np.flatnonzero(inside.all(axis=1))
        return faces[np.linspace(0, len(faces) - 1, min(count, len(faces))).astype(np.int64)]

    def pairs(self, faces: Ids) -> Ids:
        """All pairs of these faces of A, and any of B, that meet."""
        corners_a, corners_b = self._a.vertices[self._a.faces], self._world_b[self._b.faces]
        near = box_pairs(corners_a[faces], corners_b, PAD * self.largest)
        near[:, 0] = faces[near[:, 0]]
        near = near[~self._surely_apart(near, corners_a, corners_b)]
        return near[self.meeting(near)]

    def distance_error(self, answer: Distance) -> float:
        """Error of a distance, as a share of the largest coordinate.

        Against the smallest exact distance among the pair of triangles that the answer names
        and all pairs of their neighbours: triangles that share a vertex with them.
        """
        around_a = _neighbours(self._a, int(answer.feature_a))
        around_b = _neighbours(self._b, int(answer.feature_b))
        corners_a = self._a.vertices[self._a.faces[around_a]]
        corners_b = self._world_b[self._b.faces[around_b]]
        # Those whose boxes are further apart than the answer cannot be closer.
        reach = float(answer.distance) + PAD * self.largest
        near = box_pairs(corners_a, corners_b, reach)
        best = min(self._distance_sq(around_a[i], around_b[j]) for i, j in near)
        error = root(best, Fraction(1)) - Decimal(float(answer.distance))
        return abs(float(error)) / self.largest

    def _distance_sq(self, i: int, j: int) -> Fraction:
        """Squared distance [m2] of two triangles, without any rounding."""
        corners = [self._a.vertices[self._a.faces[i]], self._b.vertices[self._b.faces[j]]]
        bodies, unit = whole_points(corners, [np.eye(4), self._pose])
        return distance_sq(*bodies) * unit * unit

    def _surely_apart(self, pairs: Ids, corners_a: Array, corners_b: Array) -> NDArray[np.bool_]:
        """Pairs on which no exact arithmetic need be spent.

        One triangle is so far on one side of the other's plane that rounding cannot matter.
        """
        s, t = corners_a[pairs[:, 0]], corners_b[pairs[:, 1]]
        apart = np.zeros(len(pairs), bool)
        for plane, other in ((s, t), (t, s)):
            normal = np.cross(plane[:, 1] - plane[:, 0], plane[:, 2] - plane[:, 0])
            height = np.einsum("ijk,ik->ij", other - plane[:, :1], normal)
            sure = 1e-9 * self.largest * np.linalg.norm(normal, axis=1)[:, None] + 1e-300
            apart |= (height > sure).all(axis=1) | (height < -sure).all(axis=1)
        return apart


def _neighbours(mesh: Mesh, face: int) -> Ids:
    """Faces that share a vertex with this one, itself included."""
    return np.flatnonzero(np.isin(mesh.faces, mesh.faces[face]).any(axis=1))


def cgal_pairs(a: Mesh, b: Mesh, pose: Array) -> Ids | None:
    """The pairs that CGAL finds for B's vertices rounded to float64; None where it is missing."""
    if find_spec("igl") is None:
        return None
    try:
        from igl.copyleft.cgal import intersect_other
    except ImportError:
        return None
    world = np.ascontiguousarray(b.vertices @ pose[:3, :3].T + pose[:3, 3])
    pairs = intersect_other(
        a.vertices.copy(), a.faces.copy(), world, b.faces.copy(), detect_only=True
    )[0]
    return np.array(sorted(map(tuple, pairs.tolist())), np.int64).reshape(-1, 2)


def explained(a: Mesh, b: Mesh, pose: Array, peer_hits: bool) -> bool:
    """Whether, of two different answers to "do they touch?", ours is the exact one.

    Where one of them says they do not touch, they are at most a rounding apart: the exact answer is
    that of the few pairs of triangles near the closest points, or of all that overlap.
    """
    exact = ExactPose(a, b, pose)
    answer = distance(a, b, pose_b=pose)
    if peer_hits:
        # We say apart: then the closest triangles must be apart, exactly.
        near = _neighbours(a, int(answer.feature_a)), _neighbours(b, int(answer.feature_b))
        around = np.array(list(product(*near)))
        return float(answer.distance) > 0.0 and not exact.meeting(around).any()
    return bool(exact.meeting(np.array([[int(answer.feature_a), int(answer.feature_b)]]))[0])


def box_pairs(corners_a: Array, corners_b: Array, pad: float) -> Ids:
    """(m, 2) int64: triangles, (n, 3, 3), whose boxes come within ``pad``, sorted."""
    low_a, high_a = corners_a.min(axis=1) - pad, corners_a.max(axis=1) + pad
    low_b, high_b = corners_b.min(axis=1), corners_b.max(axis=1)
    found = [np.empty((0, 2), dtype=np.int64)]
    for i, (low, high) in enumerate(zip(low_a, high_a, strict=True)):
        j = np.flatnonzero(((low_b <= high) & (high_b >= low)).all(axis=1))
        found.append(np.stack([np.full(len(j), i), j], axis=1))
    return np.concatenate(found)
