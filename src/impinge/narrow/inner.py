"""What lies wholly inside a closed mesh, without touching it: a way out, as a row of a depth.

It is between the point of the surface that is nearest to a point of the inner shape, and the point
of that shape which has the longest way out in this direction.
"""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Convex, Mesh, Shape
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.geometry.shape import unit_rows
from impinge.hierarchy import closest_point
from impinge.narrow.kernels.holding import A_HOLDS, B_HOLDS, COMPONENT, WHO
from impinge.narrow.kernels.pair_row import LOWER, PAIR, POINT_A, POINT_B
from impinge.narrow.mesh_links import component_points
from impinge.narrow.posed import Poses, poses_of
from impinge.narrow.solid import find_held


def find_ways_out(
    a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses, rows: Ids
) -> tuple[Ids, Array]:
    """Rows in which one shape contains the other, or a component of it, and the ways out.

    Both are closed; B may be convex. One of the checked poses (n, 4, 4) may have a single row. The
    given rows are those in which surfaces do not touch. Returned are m of them, and (m, PAIR_ROW)
    float64: depth, points, direction, and the face of the outer one; the feature of the inner one
    is -1.
    """
    held = find_held(a, poses_a, b, poses_b, rows)
    in_a, in_b = held[:, WHO] == A_HOLDS, held[:, WHO] == B_HOLDS
    of_a, of_b = poses_of(poses_a, rows), poses_of(poses_b, rows)
    points = _points_of(b)[held[in_a, COMPONENT]]
    first = ways_out(a, of_a[in_a], b, of_b[in_a], points)
    points = _points_of(a)[held[in_b, COMPONENT]]
    second = ways_out(b, of_b[in_b], a, of_a[in_b], points)
    found = np.concatenate([rows[in_a], rows[in_b]])
    return found, np.concatenate([first, PAIR.swapped(second)])


def write_ways_out(
    depths: Array, a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses, rows: Ids
) -> None:
    """Write ways out into those of the rows of depths (n, PAIR_ROW) in which one holds the other.

    Their points are the closest ones of the surfaces so far: no shorter translation than their
    distance leads out.
    """
    rows, ways = find_ways_out(a, poses_a, b, poses_b, rows)
    apart = depths[rows, POINT_B : POINT_B + 3] - depths[rows, POINT_A : POINT_A + 3]
    ways[:, LOWER] = np.linalg.norm(apart, axis=1)
    depths[rows] = ways


def _points_of(shape: Mesh | Convex) -> Array:
    """A point of each component."""
    if isinstance(shape, Mesh):
        return component_points(shape)[0]
    return shape._packed[None, CENTRE : CENTRE + 3]


def ways_out(a: Shape, poses_a: Poses, b: Shape, poses_b: Poses, points: Array) -> Array:
    """(n, PAIR_ROW), for a point of B, its frame, that is inside A."""
    inner = _turned(poses_b, points) + poses_b[:, :3, 3]
    local = np.einsum("nji,nj->ni", poses_a[:, :3, :3], inner - poses_a[:, :3, 3])
    nearest = closest_point(a, local)
    normal = _turned(poses_a, unit_rows(nearest.point - local))
    place = _turned(poses_a, nearest.point) + poses_a[:, :3, 3]
    last = b._support(np.einsum("nji,nj->ni", poses_b[:, :3, :3], -normal))
    deepest = _turned(poses_b, last) + poses_b[:, :3, 3]
    return PAIR.rows(
        len(points), gap=-((deepest - place) * normal).sum(axis=1), point_a=place, point_b=deepest,
        normal=normal, feature_a=nearest.feature, feature_b=-1.0,
    )  # fmt: skip


def _turned(poses: Poses, vectors: Array) -> Array:
    return np.asarray(np.einsum("nij,nj->ni", poses[:, :3, :3], vectors))
