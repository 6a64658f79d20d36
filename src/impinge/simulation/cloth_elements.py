"""Triangles and hinges of one or several cloths, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.simulation.elements import Elements
from impinge.simulation.kernels.cloth_elements import (
    ENERGY_NUMBERS,
    HINGE_NUMBERS,
    TRIANGLE_NUMBERS,
    add_cloth_stiffness,
    cloth_force_rows,
)

POISSON = 1 / 3
"""Poisson's ratio: that of a network of equal springs."""
FLAT = 1e-12
"""A face whose area is below this share of its longest edge squared has no shape at rest."""


class ClothEnergies(NamedTuple):
    """Of each triangle, then of each hinge: energy stored [J], power lost to damping [W]."""

    elastic: Array
    lost: Array


class ClothSet(Elements):
    """Triangles and hinges; ``bodies`` (k + 1, 2) has a column for each. Losses are of damping."""

    _force_kernel = staticmethod(cloth_force_rows)
    _stiffness_kernel = staticmethod(add_cloth_stiffness)
    _energies_of = ClothEnergies

    def __init__(
        self, count: int, triangles: Ids, sheets: Array, hinges: Ids, bends: Array
    ) -> None:
        arrays = triangles, sheets, hinges, bends
        bodies = np.array([[0, 0], [len(triangles), len(hinges)]])
        super().__init__(count, arrays, bodies, ENERGY_NUMBERS, triangles, hinges)

    @classmethod
    def none(cls, count: int) -> ClothSet:
        """Vertices without elements."""
        return cls(
            count, np.empty((0, 3), np.int64), np.empty((0, TRIANGLE_NUMBERS)),
            np.empty((0, 4), np.int64), np.empty((0, HINGE_NUMBERS)),
        )  # fmt: skip

    @classmethod
    def of(cls, mesh: Mesh, stretch: float, bend: float, damping: float) -> ClothSet:
        """The elements of a mesh at rest: of its faces with an area, and of two that share an edge.

        ``stretch`` [N/m] is Young's modulus times thickness, ``bend`` [N m] the stiffness of the
        plate.
        """
        points, faces, areas = mesh.vertices, mesh.faces, face_areas(mesh)
        has_shape = areas > 0.0
        triangles = np.ascontiguousarray(faces[has_shape])
        p, q = (points[triangles[:, k]] - points[triangles[:, 0]] for k in (1, 2))
        # In a frame whose first axis is the first edge.
        x = _norm(p)
        u = np.einsum("ij,ij->i", p, q) / x
        v = 2.0 * areas[has_shape] / x
        plane = areas[has_shape] * stretch / (1.0 - POISSON**2)
        sheets = np.column_stack([
            1.0 / x, -u / (x * v), np.zeros_like(x), 1.0 / v,
            POISSON * plane, 0.5 * (1.0 - POISSON) * plane, np.full_like(x, damping),
        ])  # fmt: skip
        hinges, over = _hinges(faces, mesh.adjacency, has_shape)
        a, b, c, d = (points[hinges[:, k]] for k in range(4))
        edge = b - a
        length = _norm(edge)
        m, n = np.cross(edge, c - a), np.cross(d - a, edge)
        angle = np.arctan2(
            np.einsum("ij,ij->i", edge, np.cross(m, n)) / length, np.einsum("ij,ij->i", m, n)
        )
        stiff = bend * length**2 / (areas[over[:, 0]] + areas[over[:, 1]])
        bends = np.column_stack([stiff, angle, np.full_like(angle, damping)])
        return cls(len(points), triangles, sheets, hinges, bends)

    @classmethod
    def joined(cls, sets: Sequence[ClothSet]) -> ClothSet:
        """The elements of several bodies, whose vertices follow each other."""
        starts = np.cumsum([0, *(one.count for one in sets)])
        made = [
            np.concatenate([
                one.arrays[k] + at if k in (0, 2) else one.arrays[k]
                for one, at in zip(sets, starts, strict=False)
            ])
            for k in range(4)
        ]  # fmt: skip
        found = cls(int(starts[-1]), *made)
        found.bodies = np.cumsum([[0, 0], *(one.bodies[-1] for one in sets)], axis=0)
        return found

    def by_body(self, values: Array) -> Array:
        sizes = np.diff(self.bodies, axis=0)
        owner = np.concatenate([np.repeat(np.arange(len(sizes)), sizes[:, k]) for k in (0, 1)])
        return np.bincount(owner, values, len(sizes)).astype(np.float64)


def face_areas(mesh: Mesh) -> Array:
    """(m,) areas of faces [m^2], zero of those that are flat but for rounding."""
    corners = mesh.vertices[mesh.faces]
    p, q = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    areas = 0.5 * _norm(np.cross(p, q))
    longest = np.maximum(np.maximum(_norm(p), _norm(q)), _norm(p - q))
    return np.where(areas > FLAT * longest**2, areas, 0.0)


def _hinges(faces: Ids, adjacency: Ids, has_shape: Flags) -> tuple[Ids, Ids]:
    """Edge and opposite corners (h, 4) of faces that share one edge, and those faces (h, 2)."""
    over = adjacency[has_shape[adjacency].all(axis=1)]
    one, other = faces[over[:, 0]], faces[over[:, 1]]
    same = one[:, :, None] == other[:, None, :]
    shared, back = same.any(axis=2), same.any(axis=1)
    # Two faces over the same three corners have no edge to bend about.
    proper = (shared.sum(axis=1) == 2) & (back.sum(axis=1) == 2)
    one, other, shared, back = one[proper], other[proper], shared[proper], back[proper]
    hinges = np.column_stack([one[shared].reshape(-1, 2), one[~shared], other[~back]])
    return np.ascontiguousarray(hinges), over[proper]


def _norm(vectors: Array) -> Array:
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
