"""Centres of spheres inside a solid: Voronoi vertices of samples of its surface, refined."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.hierarchy.sphere_overhang import Solid
from impinge.hierarchy.surface_pieces import Pieces

FIRST = 400
"""Samples of a whole surface at first."""
WANTED = 1000
"""Medial spheres at which the refinement of a whole surface ends."""
LOCAL = 160
"""Further samples in the region of a node."""
POOL = 256
"""Centres that a node chooses from."""
ASKED = 900
"""Vertices whose depths are asked for."""
SMALL = 64
"""Of these, at most so many that are smaller than they could be."""
SAME = 1e-3
"""Of centres that are nearer to each other, as a share of the extent, about one is kept."""
REFINEMENTS = 8


class Centres(NamedTuple):
    """Points, their depths in the solid, and how far their Voronoi spheres stick out of it."""

    points: Array
    depths: Array
    errors: Array


class MedialAxis:
    """Samples of a surface, and what they say about the middle of the solid inside."""

    def __init__(self, solid: Solid, pieces: Pieces, rng: np.random.Generator) -> None:
        self._solid, self._rng = solid, rng
        self._samples = spread(pieces, FIRST, rng)
        for _ in range(REFINEMENTS):
            found = self._voronoi(self._samples)
            if len(found.points) >= WANTED:
                break
            self._samples = self._refined(self._samples, found, len(self._samples) // 3)

    def _voronoi(self, samples: Array, local: Array | None = None, limit: float = 0.0) -> Centres:
        """Voronoi vertices inside the solid; with ``local`` some of those whose spheres, grown by
        ``limit``, reach one of these points.
        """
        from scipy.spatial import QhullError, Voronoi, cKDTree

        middle = samples.mean(axis=0)
        try:
            # Joggled: samples of flat faces lie on common spheres.
            points = Voronoi(samples - middle, qhull_options="Qbb Qc QJ").vertices + middle
        except (QhullError, ValueError):
            return Centres(np.empty((0, 3)), np.empty(0), np.empty(0))
        low, high = self._solid.mesh.bounds
        points = points[((points > low) & (points < high)).all(axis=1)]
        # In round parts most vertices are almost the same point.
        cells = np.round(points / (SAME * self._solid.extent))
        points = points[np.sort(np.unique(cells, axis=0, return_index=True)[1])]
        gaps = cKDTree(samples).query(points)[0]
        if local is not None:
            # A centre is no deeper than its nearest sample is far.
            reach = cKDTree(local).query(points)[0] - gaps
            rows = np.flatnonzero(reach < limit)
            if len(rows) > ASKED:
                rows = np.sort(self._rng.choice(rows, ASKED, replace=False))
            points, gaps = points[rows], gaps[rows]
        depths = self._solid.depths(points)
        inside = depths > 0.0
        return Centres(points[inside], depths[inside], gaps[inside] - depths[inside])

    def _refined(self, samples: Array, found: Centres, count: int) -> Array:
        """More samples: the surface points nearest to the centres of the largest errors."""
        worst = np.argsort(-found.errors, kind="stable")[:count]
        if len(worst) == 0:
            return samples
        near = self._solid.nearest(found.points[worst])[0]
        return np.unique(np.vstack([samples, near]), axis=0)

    def around(self, pieces: Pieces, limit: float, radius: float) -> tuple[Array, Array]:
        """Centres and depths for one part of the surface: no further from it than ``limit`` when
        the spheres inside the solid are left, samples refined in its region. Beside large spheres,
        some of ``radius`` that touch the surface where those do.
        """
        local = spread(pieces, LOCAL, self._rng)
        samples = np.unique(np.vstack([self._samples, local]), axis=0)
        found = self._voronoi(samples, local, limit)
        samples = self._refined(samples, found, LOCAL // 2)
        found = self._voronoi(samples, local, limit)
        rows = np.arange(len(found.points))
        if len(rows) > POOL:
            rows = np.sort(self._rng.choice(rows, POOL, replace=False))
        points, depths = found.points[rows], found.depths[rows]
        large = np.flatnonzero(depths > radius)[:SMALL]
        near = self._solid.nearest(points[large])[0]
        inward = (radius / depths[large])[:, None] * (points[large] - near)
        return np.vstack([points, near + inward]), np.concatenate(
            [depths, np.full(len(large), radius)]
        )


def spread(pieces: Pieces, count: int, rng: np.random.Generator) -> Array:
    """Points of a surface, evenly by area, and of pieces without area too."""
    p = pieces.corners.reshape(-1, 3, 3)
    ends = np.cumsum(pieces.areas())
    rows = np.searchsorted(ends, ends[-1] * (np.arange(count) + rng.random(count)) / count)
    u = rng.random((count, 2))
    u = np.where(u.sum(axis=1, keepdims=True) > 1.0, 1.0 - u, u)
    weights = np.column_stack([1.0 - u.sum(axis=1), u])
    return np.einsum("nk,nkj->nj", weights, p[np.minimum(rows, len(p) - 1)])
