"""Binary trees over the triangles of a mesh: what every wider tree is made from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.binary import bound_triangles, measure_areas, place_mesh
from impinge.hierarchy.kernels.halves import build_halves
from impinge.hierarchy.kernels.morton import build_morton, morton_codes, sort_codes
from impinge.hierarchy.kernels.nearest import lay_out, pair_nearest
from impinge.hierarchy.kernels.node import MAX_FACES, MAX_VERTICES, PLACE
from impinge.hierarchy.kernels.sah import build_sah
from impinge.hierarchy.options import used_vertices

BUILDERS = ("sah", "median", "mean", "morton", "nearest")


class BinaryTree:
    """Rows of a binary tree (:mod:`impinge.hierarchy.kernels.binary`), as a builder leaves them.

    Attributes
    ----------
    place : (8,) float64
        Unit, centre and extent of the mesh.
    order : (n,) int32
        The mesh's faces, in the order of the leaves.
    links : (2n, 2) int32
        The nodes; ``count`` of them are used.
    areas : (2n,) float32
        Half the surface of each node's box, in box units.
    """

    __slots__ = ("areas", "count", "links", "order", "place")

    def __init__(self, mesh: Mesh, builder: str, leaf_size: int) -> None:
        vertices, faces = mesh._vertices, mesh._faces
        n = len(faces)
        if n > MAX_FACES:
            raise ImpingeError(f"mesh: {n} faces, a tree holds at most {MAX_FACES}: split the mesh")
        if len(vertices) > MAX_VERTICES:
            raise ImpingeError(f"mesh: {len(vertices)} vertices, expected at most {MAX_VERTICES}")
        self.place: NDArray[np.float64] = np.zeros(PLACE)
        place_mesh(vertices, used_vertices(mesh), self.place)
        boxes = np.empty((n, 8), np.float32)
        bound_triangles(vertices, faces, self.place, boxes)
        self.order: NDArray[np.int32] = np.arange(n, dtype=np.int32)
        self.links: NDArray[np.int32] = np.empty((2 * n, 2), np.int32)
        self.areas: NDArray[np.float32] = np.empty(2 * n, np.float32)
        if builder == "sah":
            self.count: int = build_sah(boxes, self.order, leaf_size, self.links, self.areas)
            return
        # Where in ``boxes`` each triangle's box is, in the order of the leaves.
        where = self.order
        if builder in {"median", "mean"}:
            where = self.order.copy()
            by_mean = np.bool_(builder == "mean")
            self.count = build_halves(boxes, self.order, leaf_size, by_mean, self.links)
        else:
            codes = np.empty(n, np.uint64)
            morton_codes(boxes, codes)
            sort_codes(codes, self.order)
            if builder == "morton":
                self.count = build_morton(codes, leaf_size, self.links)
            else:
                sides = np.empty((n, 2), np.int32)
                bounds = np.empty((2 * n, 8), np.float32)
                root = pair_nearest(boxes, self.order, sides, bounds)
                self.count = lay_out(sides, root, self.order, leaf_size, self.links)
        measure_areas(boxes, where, self.links, self.count, self.areas)
