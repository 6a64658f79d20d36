"""Many posed pairs of convex shapes, as arrays: supports, points inside, separating directions.

Written from the formulas of the shapes, apart from the library's own kernels. A core is the hull of
ellipsoids, flat ones included; a ball of some radius around each of its points makes the shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from impinge.bench.convex_curved import Rounded
from impinge.bench.convex_reference import as_rounded, is_curved
from impinge.bench.kernels.separation import climb_rows, face_rows, separation_rows
from impinge.bench.timing import Array, Ids
from impinge.core.threads import run_rows
from impinge.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from impinge.scenes.convex_pairs import Solid

TINY = 1e-300
"""Instead of nothing, where it is divided by."""
PARALLEL = 1e-9
"""Sine of the angle between two edges below which they are parallel: a normal across them says
nothing that the faces' do not."""
SCATTERED = 64
"""Directions over the sphere from which the best separation is looked for."""


class PairForms:
    """Posed pairs, row by row; where one is a half space, it is A.

    Attributes
    ----------
    ball : (n,) float64
        Radii around the cores, of both together.
    curved, plane, listed : (n,) bool
        Whether one of them is curved, whether A is a half space, and whether all directions that
        may separate their cores most can be listed.
    """

    def __init__(
        self, a: Sequence[Solid], b: Sequence[Solid], pose_a: Array, pose_b: Array
    ) -> None:
        self.shapes = list({id(shape): shape for shape in (*a, *b)}.values())
        at = {id(shape): k for k, shape in enumerate(self.shapes)}
        self.a, self.b = (np.array([at[id(s)] for s in side], np.int64) for side in (a, b))
        self.pose_a, self.pose_b = np.ascontiguousarray(pose_a), np.ascontiguousarray(pose_b)
        planes = np.array([isinstance(s, HalfSpace) for s in self.shapes])
        swap = planes[self.b]
        self.a, self.b = np.where(swap, self.b, self.a), np.where(swap, self.a, self.b)
        self.pose_a, self.pose_b = (
            np.where(swap[:, None, None], other, own)
            for own, other in ((self.pose_a, self.pose_b), (self.pose_b, self.pose_a))
        )
        self.swapped = swap
        solids = [_solid(shape) for shape in self.shapes]
        pieces = [np.hstack([s.centres, s.radii]) for s in solids]
        self._pieces, self._spans = np.concatenate(pieces), _spans([len(p) for p in pieces])
        balls = np.array([s.radius for s in solids])
        self.ball = balls[self.a] + balls[self.b]
        self.ball_a, self.ball_b = balls[self.a], balls[self.b]
        curved = np.array([is_curved(s) for s in self.shapes])
        self.curved, self.plane = curved[self.a] | curved[self.b], planes[self.a]
        self.listed = ~self.curved & ~self.plane
        reach = np.array([np.abs(p).max() for p in pieces]) + balls
        reach[planes] = [abs(s.offset) for s in self.shapes if isinstance(s, HalfSpace)]
        shifts = (np.abs(p[:, :3, 3]).max(axis=1) for p in (self.pose_a, self.pose_b))
        self.largest = np.max([reach[self.a], reach[self.b], *shifts], axis=0)

    def separation(self, normals: Array) -> Array:
        """(n,): gap between supporting planes of the cores across unit vectors from A to B."""
        return self._run(separation_rows, np.arange(len(self.a)), np.ascontiguousarray(normals))

    def climbed(self, normals: Array, rows: Ids, seed: int = 0) -> Array:
        """(m,): the largest separation of the cores of some rows that random steps lead to."""
        scatter = np.random.default_rng(seed).normal(size=(SCATTERED, 3))
        scatter /= np.linalg.norm(scatter, axis=1)[:, None]
        return self._run(climb_rows, rows, np.ascontiguousarray(normals[rows]), scatter)

    def listed_separation(self, rows: Ids) -> Array:
        """(m,): the largest separation of polytopes, over all directions that may give it.

        Those are the normals of all faces and of all pairs of edges [Gottschalk1996]_: no search,
        nothing to converge. Where cores overlap it is minus their depth.
        """
        features = [_features(shape) for shape in self.shapes]
        vectors = [normals for normals, _ in features] + [along for _, along in features]
        faces, edges = (s.copy() for s in np.split(_spans([len(v) for v in vectors]), 2))
        return self._run(face_rows, rows, (np.concatenate(vectors), faces, edges), PARALLEL)

    def heights(self, rows: Ids) -> Array:
        """(m,): how high the lowest point of each core B is above the half space A."""
        normals = np.zeros((len(rows), 3))
        for k, (shape, pose) in enumerate(zip(self.a[rows], self.pose_a[rows], strict=True)):
            normals[k] = pose[:3, :3] @ self.shapes[shape].normal  # type: ignore[union-attr]
        return self._run(separation_rows, rows, normals)

    def outside(self, points_a: Array, points_b: Array) -> Array:
        """(n,): how far world points (n, 3) are outside of the cores, of both together."""
        found = np.zeros(len(self.a))
        for of, pose, points in (
            (self.a, self.pose_a, points_a), (self.b, self.pose_b, points_b),
        ):  # fmt: skip
            local = np.einsum("nij,ni->nj", pose[:, :3, :3], points - pose[:, :3, 3])
            order = np.argsort(of, kind="stable")
            for rows in np.split(order, np.flatnonzero(np.diff(of[order])) + 1):
                shape = self.shapes[of[rows[0]]]
                if not isinstance(shape, HalfSpace):
                    found[rows] += np.maximum(outside_core(shape, local[rows]), 0.0)
        return found

    def _run(self, kernel: Callable[..., Any], rows: Ids, *more: Any) -> Array:
        out = np.empty(len(rows))
        run_rows(
            kernel, len(rows), self._pieces, self._spans, self.a[rows], self.b[rows],
            self.pose_a[rows], self.pose_b[rows], *more, out,
        )  # fmt: skip
        return out


def _solid(shape: Solid) -> Rounded:
    """A shape in its body frame; of a half space a point of its plane."""
    if isinstance(shape, HalfSpace):
        return Rounded(shape.offset * shape.normal[None], np.zeros((1, 3)), np.eye(4))
    return as_rounded(shape, np.eye(4))


def _spans(counts: Sequence[int]) -> Ids:
    """First and last + 1 of ranges of these lengths, one after the other."""
    ends = np.cumsum(counts)
    return np.stack([ends - counts, ends], axis=1).astype(np.int64)


def _features(shape: Solid) -> tuple[Array, Array]:
    """Unit normals of the faces of a core, and unit vectors along its edges, in the body frame."""
    if isinstance(shape, Box):
        return np.eye(3), np.eye(3)
    if isinstance(shape, Hull):
        along = shape.vertices[shape.edges[:, 1]] - shape.vertices[shape.edges[:, 0]]
        return shape.planes[:, :3], along / np.linalg.norm(along, axis=1)[:, None]
    # A capsule's core is one edge; a point has none, and any direction will do.
    edge = np.array([[0.0, 0.0, 1.0]])
    return (np.eye(3), edge[:0]) if isinstance(shape, Sphere) else (np.zeros((0, 3)), edge)


def outside_core(shape: Solid, x: Array) -> Array:
    """How far points (n, 3) are outside a core; inside, 0 or less.

    The largest distance from a face, where there are several: near a corner it may be less than
    the distance, by a factor of the angle there.
    """
    if isinstance(shape, Sphere):
        return np.linalg.norm(x, axis=1)
    if isinstance(shape, Capsule):
        end = np.array([0.0, 0.0, 0.5 * shape.length])
        return _from_segment(x, -end, end)
    if isinstance(shape, Box):
        found: Array = (np.abs(x) - 0.5 * shape.sizes).max(axis=1)
        return found
    rho, z = np.hypot(x[:, 0], x[:, 1]), x[:, 2]
    if isinstance(shape, Cylinder):
        return np.maximum(rho - shape.radius, np.abs(z) - 0.5 * shape.length)
    if isinstance(shape, Cone):
        r, h = shape.radius, shape.length
        return np.maximum((rho * h + (z - 0.5 * h) * r) / np.hypot(r, h), -0.5 * h - z)
    if isinstance(shape, Ellipsoid):
        # On the ellipsoid with axes k times as long: along the gradient, down to k = 1.
        y = x / shape.radii
        k = np.linalg.norm(y, axis=1)
        return k * (k - 1.0) / np.maximum(np.linalg.norm(y / shape.radii, axis=1), TINY)
    assert isinstance(shape, Hull)
    return _outside_hull(shape, x)


def _outside_hull(hull: Hull, x: Array) -> Array:
    vertices, planes = hull.vertices, hull.planes
    if len(planes) == 0:
        return _from_segment(x, vertices[0], vertices[-1])
    if len(planes) == 2:
        # A polygon: its sides look outward in its plane.
        loop = vertices[hull.faces[0]]
        sides = np.cross(np.roll(loop, -1, axis=0) - loop, planes[0, :3])
        sides /= np.linalg.norm(sides, axis=1)[:, None]
        planes = np.concatenate([planes, np.column_stack([sides, (sides * loop).sum(axis=1)])])
    found: Array = (x @ planes[:, :3].T - planes[:, 3]).max(axis=1)
    return found


def _from_segment(x: Array, p: Array, q: Array) -> Array:
    d = q - p
    t = np.clip(((x - p) @ d) / max(float(d @ d), TINY), 0.0, 1.0)
    return np.linalg.norm(x - p - t[:, None] * d, axis=1)
