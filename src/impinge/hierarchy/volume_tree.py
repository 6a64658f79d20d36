"""A tree of any bounding volume, built in any of the textbooks' ways."""

from __future__ import annotations

import threading
from math import nan
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from impinge.bounds.directions import CUBE, SIZES, dop_of
from impinge.bounds.kernels.volume import CUBE_DOP, DOP, ELLIPSOID, OBB, OBB_ROW, SPHERE
from impinge.core.arrays import Array, Flags, as_whole_of
from impinge.core.counters import add_cost
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.geometry import as_mesh
from impinge.hierarchy.binary_tree import BinaryTree, Builder
from impinge.hierarchy.kernels import volume_rows
from impinge.hierarchy.kernels.fit import gather_triangles
from impinge.hierarchy.kernels.node import DEPTH
from impinge.hierarchy.kernels.widen import ROW, widen
from impinge.hierarchy.tree import TriangleTree

Refit = Literal["bottom-up", "top-down", "hybrid"]

ARITIES = (2, 4, 8)
REFITS = ("bottom-up", "top-down", "hybrid")
VOLUMES = ("sphere", "aabb", "obb", *(f"dop{k}" for k in SIZES if k != 6), "ellipsoid")
"""A box along the axes is the k-DOP with k = 6."""


class VolumeTree(TriangleTree):
    """A tree over the triangles of a mesh: any volume, builder, arity and leaf size.

    It is for comparing and for teaching: float64 volumes, one at a time, and one walk for all of
    them (:func:`impinge.narrow.overlap_trees`). What queries use unless told otherwise is
    :class:`~impinge.hierarchy.Tree`, which is several times as fast.

    Parameters
    ----------
    mesh : mesh
        A :class:`~impinge.Mesh`, anything with ``.vertices`` and ``.faces``, or such a pair.
    volume : str, optional
        ``"sphere"``, ``"aabb"``, ``"obb"``, ``"ellipsoid"``, or a k-DOP: ``"dop14"``, ``"dop18"``,
        ``"dop26"`` along the directions of a cube, ``"dop12"``, ``"dop32"``, ``"dop62"`` along
        those of a dodecahedron.
    builder : {"sah", "median", "mean", "morton", "nearest"}, optional
        Top-down: where the surface area heuristic expects the least work, at the median or the
        mean of the triangles' centres. Bottom-up: along a space-filling curve, or by pairing those
        that make the smallest box.
    arity : {2, 4, 8}, optional
        Children a node, at most.
    leaf_size : int, optional
        Triangles in a leaf, 1 to 8, at most.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> tree = VolumeTree(icosphere(1.0, 2), volume="dop14", builder="median", arity=4)
    >>> tree
    VolumeTree(320 triangles, 469 nodes, depth 6, dop14, median, arity 4, leaf size 1)
    """

    __slots__ = (
        "_directions", "_facets", "_filled", "_kind", "_lazy", "_lengths", "_lock", "_rows",
        "_sizes", "_stale", "_volumes", "arity", "leaf_size",
    )  # fmt: skip

    _directions: Array
    _facets: Ids
    _filled: NDArray[np.int32] | None
    _kind: int
    _lazy: bool
    _lengths: Array
    _lock: Any
    _rows: NDArray[np.int32]
    _sizes: Array
    _stale: Flags
    _volumes: Array
    arity: int
    leaf_size: int

    def __init__(
        self,
        mesh: Any,
        *,
        volume: str = "obb",
        builder: Builder = "sah",
        arity: int = 2,
        leaf_size: int = 1,
    ) -> None:
        as_choice(volume, "volume", VOLUMES)
        arity = as_whole_of(arity, "arity", ARITIES)
        mesh = as_mesh(mesh, "mesh")
        binary = BinaryTree(mesh, builder, leaf_size)
        n, place, rows = len(mesh._faces), binary.place, np.empty((binary.count, ROW), np.int32)
        used, place[DEPTH] = widen(binary.links, binary.areas, binary.ranges, arity, rows)
        rows = rows[:used].copy()
        triangles, sources = np.empty((n, 10)), np.empty((n, 4), np.int32)
        gather_triangles(mesh._vertices, mesh._faces, binary.order, place, sources, triangles)

        kind, size, dop = SPHERE, 4, dop_of(6)
        if volume in ("obb", "ellipsoid"):
            kind, size = OBB if volume == "obb" else ELLIPSOID, OBB_ROW
        elif volume != "sphere":
            size = 6 if volume == "aabb" else int(volume.removeprefix("dop"))
            kind, dop = CUBE_DOP if size in CUBE else DOP, dop_of(size)
        directions, lengths, facets = dop
        volumes, sizes, stale = np.empty((used, size)), np.empty(used), np.ones(used, np.bool_)
        fits = directions, lengths, volumes, sizes, stale
        volume_rows.fit_waiting(kind, rows, triangles, *fits)
        self._set(
            _built=nan, _directions=directions, _faces=mesh._faces, _facets=facets, _filled=None,
            _kind=kind, _lazy=False, _lengths=lengths, _place=place, _rows=rows, _sizes=sizes,
            _sources=sources, _stale=stale, _triangles=triangles,
            _volumes=volumes, arity=arity, builder=builder, leaf_size=binary.leaf_size,
            volume=volume,
        )  # fmt: skip
        add_cost(used, 0, 0)

    def _set(self, **values: Any) -> None:
        super()._set(**values)
        if not hasattr(self, "_lock"):
            object.__setattr__(self, "_lock", threading.Lock())

    def refitted(self, mesh: Any, how: Refit = "bottom-up") -> VolumeTree:
        """The same tree around the same triangles in new places.

        Parameters
        ----------
        mesh : mesh
            With the faces this tree was built for, as ``mesh.with_vertices(...)`` has.
        how : {"bottom-up", "top-down", "hybrid"}, optional
            Bottom-up, leaves are fitted to their triangles and nodes to their children: every node
            costs the same, and volumes grow looser towards the root. Top-down, nothing is done
            until a walk first visits a node, which is then fitted to all triangles below it: as
            tight as a new tree, expensive near the root, free where nobody looks. Hybrid (Larsson
            and Akenine-Moller 2001 [Larsson2001]_): the upper half of the levels bottom-up, the
            lower half when it is visited.
        """
        as_choice(how, "how", REFITS)
        mesh = as_mesh(mesh, "mesh")
        place = self._placed(mesh)
        triangles, sources = np.empty_like(self._triangles), np.empty_like(self._sources)
        order = np.ascontiguousarray(self._sources[:, 3])
        gather_triangles(mesh._vertices, mesh._faces, order, place, sources, triangles)
        levels = np.empty(len(self._rows), np.int32)
        volume_rows.levels_of(self._rows, levels)
        depth = int(place[DEPTH])
        last = {"bottom-up": depth, "top-down": -1, "hybrid": depth // 2}[how]
        with self._lock:
            # Not while a walk writes rows that waited for it.
            volumes, sizes = self._volumes.copy(), self._sizes.copy()
        stale = np.empty_like(self._stale)
        updates = volume_rows.refit_rows(
            self._kind, self._rows, levels, last, triangles, self._directions, self._lengths,
            volumes, sizes, stale,
        )  # fmt: skip
        add_cost(updates, 0, 0)
        return self._replaced(
            _faces=mesh._faces, _filled=None, _lazy=last < depth, _place=place, _sizes=sizes,
            _stale=stale, _triangles=triangles, _volumes=volumes,
        )  # fmt: skip

    def _fit_all(self) -> None:
        """Fit the rows that wait; the lock is held."""
        if self._lazy:
            updates = volume_rows.fit_waiting(
                self._kind, self._rows, self._triangles, self._directions, self._lengths,
                self._volumes, self._sizes, self._stale,
            )  # fmt: skip
            add_cost(updates, 0, 0)

    @property
    def _kernel_arrays(self) -> tuple[NDArray[Any], ...]:
        return self._rows, self._volumes, self._sizes, self._stale, self._triangles

    @property
    def node_count(self) -> int:
        return len(self._rows)

    @property
    def stale_count(self) -> int:
        """Nodes that wait for their first visit to be fitted to new places."""
        return int(self._stale.sum())

    @property
    def looseness(self) -> float:
        """Surface of all volumes over that of all triangles; see :attr:`Tree.looseness`."""
        with self._lock:
            self._fit_all()
            surface = volume_rows.surface_of_triangles(self._triangles)
            total = volume_rows.surface_of_volumes(self._kind, self._volumes, self._lengths)
        return float(total / surface) if surface > 0.0 else float("inf")

    def __reduce__(self) -> tuple[Any, ...]:
        with self._lock:
            self._fit_all()
            return super().__reduce__()

    def __repr__(self) -> str:
        return (
            f"VolumeTree({len(self._triangles)} triangles, {self.node_count} nodes, depth "
            f"{self.depth}, {self.volume}, {self.builder}, arity {self.arity}, leaf size "
            f"{self.leaf_size})"
        )
