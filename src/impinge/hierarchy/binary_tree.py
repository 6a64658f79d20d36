"""Binary trees over the triangles of a mesh: what every wider tree is made from."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, as_whole
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind
from impinge.geometry import Mesh
from impinge.hierarchy.kernels import halves
from impinge.hierarchy.kernels.binary import bound_triangles, measure_nodes, place_mesh
from impinge.hierarchy.kernels.nearest import lay_out, pair_nearest
from impinge.hierarchy.kernels.node import MAX_FACES, MAX_LEAF, MAX_VERTICES, PLACE

Builder = Literal["sah", "median", "mean", "morton", "nearest"]
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
    ranges : (count, 2) int32
        First and last + 1 triangle below every node.
    leaf_size : int
    """

    __slots__ = ("areas", "count", "leaf_size", "links", "order", "place", "ranges")

    def __init__(self, mesh: Mesh, builder: str, leaf_size: Any) -> None:
        as_choice(builder, "builder", BUILDERS)
        self.leaf_size = leaf_size = as_whole(leaf_size, "leaf_size", 1, MAX_LEAF)
        as_kind(mesh, "mesh", Mesh)
        vertices, faces = mesh._vertices, mesh._faces
        n = len(faces)
        if n > MAX_FACES:
            raise ImpingeError(f"mesh: {n} faces, a tree holds at most {MAX_FACES}: split the mesh")
        if len(vertices) > MAX_VERTICES:
            raise ImpingeError(f"mesh: {len(vertices)} vertices, expected at most {MAX_VERTICES}")
        self.place: Array = np.zeros(PLACE)
        place_mesh(vertices, used_vertices(mesh), self.place)
        boxes = np.empty((n, 8), np.float32)
        bound_triangles(vertices, faces, self.place, boxes)
        self.order: NDArray[np.int32] = np.arange(n, dtype=np.int32)
        self.links: NDArray[np.int32] = np.empty((2 * n, 2), np.int32)
        self.areas: NDArray[np.float32] = np.empty(2 * n, np.float32)
        # Where in ``boxes`` each triangle's box is, in the order of the leaves.
        where, codes = self.order.copy(), np.empty(n, np.uint64)
        if builder in {"morton", "nearest"}:
            halves.morton_codes(boxes, codes)
            halves.sort_codes(codes, self.order)
            where = self.order
        if builder == "nearest":
            sides, bounds = np.empty((n, 2), np.int32), np.empty((2 * n, 8), np.float32)
            root = pair_nearest(boxes, self.order, sides, bounds)
            self.count: int = lay_out(sides, root, self.order, leaf_size, self.links)
        else:
            how = BUILDERS.index(builder)
            self.count = halves.build_halves(boxes, codes, self.order, leaf_size, how, self.links)
        self.ranges: NDArray[np.int32] = np.empty((self.count, 2), np.int32)
        measure_nodes(boxes, where, self.links, self.count, self.areas, self.ranges)


def used_vertices(mesh: Mesh) -> Ids:
    """The vertices that faces use, in the form that kernels take."""
    topology = mesh._topology
    return derived(topology, "used by a tree", topology.used_vertices.copy)
