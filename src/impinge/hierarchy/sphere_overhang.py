"""How deep points lie in a solid, and how far spheres stick out of it."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.poses import AT_REST
from impinge.geometry import Mesh
from impinge.hierarchy.closest_point import CLOSEST
from impinge.hierarchy.contains import CONTAINS
from impinge.hierarchy.kernels.closest import DISTANCE, POINT

DIRECTIONS = 256
ASCENTS = 24
"""Steps uphill from the farthest samples of a sphere."""
STARTS = 5
GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


class Solid:
    """A closed mesh with its inside."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        low, high = mesh.bounds
        self.extent = float((high - low).max())

    def nearest(self, points: Array) -> tuple[Array, Array]:
        """Points of the surface, and depths: positive inside, negative outside [m]."""
        points = np.ascontiguousarray(points)
        rows = CLOSEST(self.mesh, points, AT_REST)
        inside = CONTAINS(self.mesh, points, AT_REST, "mesh")
        distance = rows[:, DISTANCE]
        return rows[:, POINT : POINT + 3], np.where(inside, distance, -distance)

    def depths(self, points: Array) -> Array:
        return self.nearest(points)[1]

    def overhang(
        self, centres: Array, radii: Array, count: int = DIRECTIONS, ascents: int = ASCENTS
    ) -> Array:
        """(n,): distance from the farthest point of each ball to the solid [m].

        Sampled in ``count`` directions, and improved by walking uphill over the sphere.
        """
        found = np.empty(len(centres))
        for k in range(0, len(centres), 512):
            some = slice(k, k + 512)
            found[some] = self._overhang(centres[some], radii[some], count, ascents)
        return found

    def worst_overhang(self, centres: Array, radii: Array) -> float:
        """The largest overhang. Most spheres are left out: radius - depth is an upper bound."""
        bounds = radii - self.depths(centres)
        order, worst = np.argsort(-bounds, kind="stable"), 0.0
        for k in range(0, len(order), 16):
            some = order[k : k + 16]
            if bounds[some[0]] <= worst:
                break
            worst = max(worst, float(self.overhang(centres[some], radii[some]).max()))
        return worst

    def _overhang(self, centres: Array, radii: Array, count: int, ascents: int) -> Array:
        units = directions(count)
        heights = self._heights(
            centres, radii, np.broadcast_to(units, (len(centres), *units.shape))
        )
        best = np.argsort(-heights, axis=1, kind="stable")[:, :STARTS]
        rows = np.arange(len(centres))[:, None]
        # Outward from the nearest point of the surface is often the farthest of all.
        near, depth = self.nearest(centres)
        out = (near - centres) * np.sign(depth)[:, None]
        length = np.linalg.norm(out, axis=1, keepdims=True)
        out = np.divide(out, length, out=np.tile([0.0, 0.0, 1.0], (len(out), 1)), where=length > 0)
        at = np.concatenate([units[best], out[:, None]], axis=1)
        high = np.concatenate([heights[rows, best], self._heights(centres, radii, at[:, -1:])], 1)
        step = np.full((*high.shape, 1), 0.2)
        for _ in range(ascents):
            points = centres[:, None] + radii[:, None, None] * at
            near, _ = self.nearest(points.reshape(-1, 3))
            up = points - near.reshape(points.shape)
            up /= np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-300)
            trial = at + step * (up - (up * at).sum(axis=2, keepdims=True) * at)
            trial /= np.linalg.norm(trial, axis=2, keepdims=True)
            heights = self._heights(centres, radii, trial)
            better = heights > high
            at, high = np.where(better[..., None], trial, at), np.where(better, heights, high)
            step *= np.where(better[..., None], 1.0, 0.5)
        return high.max(axis=1)

    def _heights(self, centres: Array, radii: Array, units: Array) -> Array:
        points = centres[:, None] + radii[:, None, None] * units
        depth = self.depths(points.reshape(-1, 3)).reshape(points.shape[:2])
        return np.maximum(-depth, 0.0)


def directions(count: int) -> Array:
    """(count, 3) unit vectors, spread evenly: a spiral by the golden angle."""
    z = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    turn = GOLDEN_ANGLE * np.arange(count)
    across = np.sqrt(1.0 - z * z)
    return np.stack([across * np.cos(turn), across * np.sin(turn), z], axis=1)
