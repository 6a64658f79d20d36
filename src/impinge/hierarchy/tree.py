"""The tree of a mesh: eight oriented boxes a node, over its triangles."""

from __future__ import annotations

from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.counters import add_cost
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.binary import bound_triangles, measure_areas, place_mesh
from impinge.hierarchy.kernels.collapse import collapse, plan_collapse
from impinge.hierarchy.kernels.fit import fit_nodes, gather_triangles, refit_tree
from impinge.hierarchy.kernels.frame import MOMENTS, align_nodes, orient_nodes, sum_moments
from impinge.hierarchy.kernels.morton import build_morton, morton_codes, sort_codes
from impinge.hierarchy.kernels.node import DEPTH, MAX_FACES, MAX_LEAF, MAX_VERTICES, PLACE
from impinge.hierarchy.kernels.sah import build_sah

Builder = Literal["sah", "morton"]
Volume = Literal["obb", "aabb"]

BUILDERS = ("sah", "morton")
VOLUMES = ("obb", "aabb")
LEAF = 2
"""Triangles in a leaf. Between 70k-triangle meshes near each other, a first hit takes 8 % longer
with 1 (more nodes), 5 % with 3, 25 % with 4 (more triangle tests)."""


class Tree:
    """Eight boxes a node over the triangles of a mesh.

    Parameters
    ----------
    mesh : Mesh
        Its triangles; degenerate ones too.
    builder : {"sah", "morton"}, optional
        ``"sah"`` splits where the surface area heuristic expects the least work; ``"morton"`` sorts
        along a space-filling curve, which builds faster and answers more slowly.
    volume : {"obb", "aabb"}, optional
        One frame a node, along the principal axes of what is below it, or the axes of the mesh
        everywhere. Oriented boxes are tighter; they are the default for all queries.
    leaf_size : int, optional
        Triangles in a leaf, 1 to 8.

    Notes
    -----
    Boxes are float32, centred, scaled by a power of two and rounded outward; a triangle is never
    outside its box (argued in ``hierarchy.kernels.fit``). Triangles are float64, exact. Memory is
    about 125 bytes a triangle. Building is O(n log n), refitting O(n).

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> tree = Tree(box_mesh((1, 2, 3)))
    >>> tree
    Tree(12 triangles, 2 nodes, depth 2, sah, obb)
    """

    __slots__ = ("_faces", "_nodes", "_place", "_sources", "_triangles", "builder", "volume")

    _faces: NDArray[np.int64]
    _nodes: NDArray[np.float32]
    _place: NDArray[np.float64]
    _sources: NDArray[np.int32]
    _triangles: NDArray[np.float64]
    builder: str
    volume: str

    def __init__(
        self,
        mesh: Mesh,
        *,
        builder: Builder = "sah",
        volume: Volume = "obb",
        leaf_size: int = LEAF,
    ) -> None:
        _check_choice("builder", builder, BUILDERS)
        _check_choice("volume", volume, VOLUMES)
        leaf_size = _leaf_size(leaf_size)
        vertices, faces = mesh._vertices, mesh._faces
        n = len(faces)
        if n > MAX_FACES:
            raise ImpingeError(f"mesh: {n} faces, a tree holds at most {MAX_FACES}: split the mesh")
        if len(vertices) > MAX_VERTICES:
            raise ImpingeError(f"mesh: {len(vertices)} vertices, expected at most {MAX_VERTICES}")
        place = np.zeros(PLACE)
        place_mesh(vertices, _used_vertices(mesh), place)
        boxes = np.empty((n, 8), np.float32)
        bound_triangles(vertices, faces, place, boxes)
        order = np.arange(n, dtype=np.int32)
        links = np.empty((2 * n, 2), np.int32)
        areas = np.empty(2 * n, np.float32)
        if builder == "sah":
            count = build_sah(boxes, order, leaf_size, links, areas)
        else:
            codes = np.empty(n, np.uint64)
            morton_codes(boxes, codes)
            sort_codes(codes, order)
            count = build_morton(codes, leaf_size, links)
            measure_areas(boxes, order, links, count, areas)

        split = np.empty((count, 8), np.int8)
        plan_collapse(links, areas, count, split)
        ranges = np.empty((count, 2), np.int32)
        sources = np.empty((count + 2, 9), np.int32)
        rows, place[DEPTH] = collapse(links, split, count, ranges, sources)

        triangles = np.empty((n, 10))
        origins = np.empty((n, 4), np.int32)
        gather_triangles(vertices, faces, order, place, origins, triangles)
        # Zeros, since two columns are unused: the same mesh gives the same bytes.
        nodes = np.zeros((rows, 64), np.float32)
        if volume == "obb":
            moments = np.empty((count, MOMENTS))
            sum_moments(links, count, triangles, place, moments)
            orient_nodes(moments, sources, rows, nodes)
        else:
            align_nodes(rows, nodes)
        fit_nodes(links, ranges, sources, rows, triangles, place, nodes, nodes.view(np.int32))
        self._set(nodes, triangles, place, origins, faces, builder, volume)
        add_cost(8 * rows, 0, 0)

    def _set(self, *values: Any) -> None:
        for name, value in zip(
            ("_nodes", "_triangles", "_place", "_sources", "_faces", "builder", "volume"),
            values,
            strict=True,
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Tree cannot be changed; refitted() returns a new one ({name})")

    def refitted(self, mesh: Mesh) -> Tree:
        """The same tree around the same triangles in new places.

        Parameters
        ----------
        mesh : Mesh
            With the faces this tree was built for, as ``mesh.with_vertices(...)`` has.

        Returns
        -------
        Tree
            Keeps the order of triangles and the frames; boxes are fitted anew, bottom-up. It is as
            right as a new one, more than ten times as fast to make, and slower to ask the more
            the shape has changed.
        """
        if mesh._faces is not self._faces and not np.array_equal(mesh._faces, self._faces):
            raise ImpingeError(
                f"mesh: its {len(mesh._faces)} faces are not the {len(self._faces)} that this tree "
                "was built for; build a new Tree"
            )
        place, nodes = self._place.copy(), self._nodes.copy()
        triangles = np.empty_like(self._triangles)
        place_mesh(mesh._vertices, _used_vertices(mesh), place)
        refit_tree(mesh._vertices, self._sources, place, triangles, nodes, nodes.view(np.int32))
        tree = object.__new__(Tree)
        tree._set(nodes, triangles, place, self._sources, self._faces, self.builder, self.volume)
        add_cost(8 * len(nodes), 0, 0)
        return tree

    @property
    def face_count(self) -> int:
        return len(self._triangles)

    @property
    def depth(self) -> int:
        """Nodes on the longest way from the entry to a leaf."""
        return int(self._place[DEPTH])

    @property
    def faces(self) -> NDArray[np.int64]:
        """The numbers of the mesh's faces, in the order of the leaves."""
        return frozen(self._triangles[:, 9].astype(np.int64))

    @property
    def bytes(self) -> int:
        """Memory it takes."""
        arrays = self._nodes, self._triangles, self._place, self._sources
        return sum(array.nbytes for array in arrays)

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = self._nodes, self._triangles, self._place, self._sources, self._faces
        return _restored, (*arrays, self.builder, self.volume)

    def __copy__(self) -> Tree:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Tree:
        return self

    def __repr__(self) -> str:
        return (
            f"Tree({self.face_count} triangles, {len(self._nodes)} nodes, depth {self.depth}, "
            f"{self.builder}, {self.volume})"
        )


def _restored(*state: Any) -> Tree:
    tree = object.__new__(Tree)
    # Arrays may come from read-only buffers; kernels are compiled for writable ones.
    tree._set(
        *(np.require(x, None, ["C", "A", "W"]) if isinstance(x, np.ndarray) else x for x in state)
    )
    return tree


def _used_vertices(mesh: Mesh) -> NDArray[np.int64]:
    """The vertices that faces use, in the form that kernels take."""
    topology = mesh._topology
    return derived(topology, "used by a tree", topology.used_vertices.copy)


def _leaf_size(value: Any) -> int:
    """A plain int: kernels are compiled anew for every other type."""
    try:
        size = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        size = -1
    if not 1 <= size <= MAX_LEAF:
        raise ImpingeError(f"leaf_size: expected 1 to {MAX_LEAF}, got {value!r}")
    return size


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ImpingeError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")


def tree_of(mesh: Mesh) -> Tree:
    """The tree of a mesh: built at first use, then kept with it.

    Meshes made by ``with_vertices`` get the tree of the mesh they were made from, refitted.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> mesh = icosphere(1.0, 2)
    >>> tree_of(mesh) is tree_of(mesh)
    True
    """
    try:
        return mesh._derived.values["tree"]  # type: ignore[no-any-return]
    except KeyError:
        return derived(mesh, "tree", lambda: _tree_for(mesh))


def _tree_for(mesh: Mesh) -> Tree:
    # Refitted from the first mesh even if nobody asked that one: which of several witnesses at the
    # same distance is found must not depend on the order of questions.
    return Tree(mesh) if mesh._first is None else tree_of(mesh._first).refitted(mesh)
