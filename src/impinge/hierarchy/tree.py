"""The tree of a mesh: eight oriented boxes a node, over its triangles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf, isnan, nan
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, frozen
from impinge.core.counters import add_cost
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind
from impinge.geometry import Mesh
from impinge.hierarchy.binary_tree import BinaryTree, Builder, used_vertices
from impinge.hierarchy.decay import decay_of
from impinge.hierarchy.kernels import fit
from impinge.hierarchy.kernels.binary import place_mesh
from impinge.hierarchy.kernels.node import DEPTH
from impinge.hierarchy.kernels.volume_rows import surface_of_boxes, surface_of_triangles
from impinge.hierarchy.kernels.widen import collapse, plan_collapse
from impinge.hierarchy.tree_pickle import tree_from_plain, tree_to_plain

Volume = Literal["obb", "aabb"]

VOLUMES = ("obb", "aabb")
LEAF = 2
"""Triangles in a leaf. Between 70k-triangle meshes near each other, a first hit takes 8 % longer
with 1 (more nodes), 5 % with 3, 25 % with 4 (more triangle tests)."""


class TriangleTree(ABC):
    """What trees over the triangles of a mesh have in common. Immutable."""

    __slots__ = ("_built", "_faces", "_place", "_sources", "_triangles", "builder", "volume")

    _built: float
    """How loose it was when it was built; nan until that is asked for."""
    _faces: Ids
    _place: Array
    _sources: NDArray[np.int32]
    _triangles: Array
    builder: str
    volume: str

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} cannot be changed; refitted() returns a new one ({name})")

    def _state(self) -> dict[str, Any]:
        slots = (*TriangleTree.__slots__, *type(self).__slots__)
        return {name: getattr(self, name) for name in slots if name not in UNSAVED}

    def _placed(self, mesh: Mesh) -> Array:
        """The place of a mesh that has the faces of this tree."""
        as_kind(mesh, "mesh", Mesh)
        if mesh._faces is not self._faces and not np.array_equal(mesh._faces, self._faces):
            raise ImpingeError(
                f"mesh: its {len(mesh._faces)} faces are not the {len(self._faces)} that this tree "
                f"was built for; build a new {type(self).__name__}"
            )
        place = self._place.copy()
        place_mesh(mesh._vertices, used_vertices(mesh), place)
        return place

    def _replaced(self, **values: Any) -> Self:
        """The same tree with other values."""
        if isnan(self._built):
            self._set(_built=self.looseness)
        tree = object.__new__(type(self))
        tree._set(**self._state() | values)
        return tree

    @property
    def face_count(self) -> int:
        return len(self._triangles)

    @property
    def depth(self) -> int:
        """Nodes on the longest way from the entry to a leaf."""
        return int(self._place[DEPTH])

    @property
    @abstractmethod
    def looseness(self) -> float:
        """How loose its volumes are around the triangles."""

    @property
    def decay(self) -> float:
        """How many times looser a refitted tree is than when it was built; 1 for a new one.

        It compares with the shape of then: a new tree around the new shape may be looser than the
        first was, or tighter. As an estimate of how many times fewer nodes a query would open
        after building anew it was right within a factor of two where shapes were bent, twisted,
        stretched and waved, and too low where noise roughened them.
        :func:`rebuild_pays_after` says when building anew is worth its time.
        """
        return 1.0 if isnan(self._built) else decay_of(self.looseness, self._built)

    @property
    def faces(self) -> Ids:
        """The numbers of the mesh's faces, in the order of the leaves."""
        return frozen(self._sources[:, 3].astype(np.int64))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._state())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


UNSAVED = {"_arrays", "_lock"}
"""Slots that are made anew with each tree."""


class Tree(TriangleTree):
    """Eight boxes a node over the triangles of a mesh.

    Parameters
    ----------
    mesh : Mesh
        Its triangles; degenerate ones too.
    builder : {"sah", "median", "mean", "morton", "nearest"}, optional
        ``"sah"`` splits where the surface area heuristic expects the least work; ``"morton"`` sorts
        along a space-filling curve, which builds faster and answers more slowly; the others are
        described at :class:`VolumeTree`.
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

    __slots__ = ("_arrays", "_nodes")

    _arrays: tuple[Any, ...]
    _nodes: NDArray[np.float32]

    def __init__(
        self, mesh: Mesh, *, builder: Builder = "sah", volume: Volume = "obb", leaf_size: int = LEAF
    ) -> None:
        as_choice(volume, "volume", VOLUMES)
        binary = BinaryTree(mesh, builder, leaf_size)
        links, count, place, faces = binary.links, binary.count, binary.place, mesh._faces
        split, sources = np.empty((count, 8), np.int8), np.empty((count + 2, 9), np.int32)
        plan_collapse(links, binary.areas, count, split)
        rows, place[DEPTH] = collapse(links, split, sources)

        triangles, origins = np.empty((len(faces), 10)), np.empty((len(faces), 4), np.int32)
        fit.gather_triangles(mesh._vertices, faces, binary.order, place, origins, triangles)
        # Zeros, since two columns are unused: the same mesh gives the same bytes.
        nodes = np.zeros((rows, 64), np.float32)
        if volume == "obb":
            moments = np.empty((count, fit.MOMENTS))
            fit.sum_moments(links, count, triangles, place, moments)
            fit.orient_nodes(moments, sources, rows, nodes)
        else:
            fit.align_nodes(rows, nodes)
        views = nodes, nodes.view(np.int32)
        fit.fit_nodes(links, binary.ranges, sources, rows, triangles, place, *views)
        self._set(
            _nodes=nodes, _triangles=triangles, _place=place, _sources=origins, _faces=faces,
            _built=nan, builder=builder, volume=volume,
        )  # fmt: skip
        add_cost(8 * rows, 0, 0)

    def _set(self, **values: Any) -> None:
        super()._set(**values)
        object.__setattr__(self, "_arrays", (self._nodes, self._triangles, self._place))

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
        place, nodes = self._placed(mesh), self._nodes.copy()
        triangles = np.empty_like(self._triangles)
        fit.refit_tree(mesh._vertices, self._sources, place, triangles, nodes, nodes.view(np.int32))
        add_cost(8 * len(nodes), 0, 0)
        return self._replaced(_nodes=nodes, _triangles=triangles, _place=place)

    def _to_carry(self, mesh: Any) -> dict[str, Any]:
        return tree_to_plain(mesh, self._state())

    @property
    def looseness(self) -> float:
        """Surface of all boxes over that of all triangles; inf if these have none.

        It says what refitting has cost: where a refitted tree is twice as loose as the one it was
        refitted from, a query opens about twice as many nodes.

        Examples
        --------
        >>> from impinge.geometry import icosphere
        >>> ball = icosphere(1.0, 3)
        >>> flat = ball.with_vertices(ball.vertices * [4.0, 1.0, 0.5])
        >>> tree_of(flat).looseness > 2.0 * Tree(flat).looseness
        True
        """
        surface = surface_of_triangles(self._triangles)
        return float(surface_of_boxes(self._nodes, self._place) / surface) if surface else inf

    @property
    def bytes(self) -> int:
        """Memory it takes."""
        arrays = self._nodes, self._triangles, self._place, self._sources
        return sum(array.nbytes for array in arrays)

    def __repr__(self) -> str:
        return (
            f"Tree({self.face_count} triangles, {len(self._nodes)} nodes, depth {self.depth}, "
            f"{self.builder}, {self.volume})"
        )


def _restored(kind: type[TriangleTree], state: dict[str, Any]) -> TriangleTree:
    tree = object.__new__(kind)
    # Arrays may come from read-only buffers; kernels are compiled for writable ones.
    tree._set(**{
        name: np.require(x, None, ["C", "A", "W"]) if isinstance(x, np.ndarray) else x
        for name, x in state.items()
    })  # fmt: skip
    return tree


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
    except (KeyError, AttributeError):
        as_kind(mesh, "mesh", Mesh)
        return derived(mesh, "tree", lambda: _tree_for(mesh))


def _tree_for(mesh: Mesh) -> Tree:
    carried = tree_from_plain(mesh, mesh._derived.carried.pop("tree", None))
    if carried is not None:
        tree = object.__new__(Tree)
        tree._set(**carried)
        return tree
    # Refitted from the first mesh even if nobody asked that one: which of several witnesses at the
    # same distance is found must not depend on the order of questions.
    return Tree(mesh) if mesh._first is None else tree_of(mesh._first).refitted(mesh)
