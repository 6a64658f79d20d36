"""Planes that tell the inside of a closed mesh from its outside."""

from __future__ import annotations

from enum import IntEnum
from math import frexp
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.bounds.directions import SIZES, dop_of
from impinge.core.arrays import Array, Flags, as_numbers, as_whole_of, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.ids import Ids, longer
from impinge.core.options import as_choice
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, as_mesh
from impinge.geometry.coordinates import as_coordinates
from impinge.partition.kernels import bsp_build, bsp_walk
from impinge.partition.kernels.bsp_check import check_rows
from impinge.partition.kernels.bsp_cut import THICKNESS

Planes = Literal["faces", "mixed", "discrete"]
KINDS = {"faces": bsp_build.FACES, "mixed": bsp_build.MIXED, "discrete": bsp_build.DISCRETE}

FEW = 8
"""Triangles of a cell from which on only planes of faces are taken: each ends one of them."""
TRIES = 16
"""Faces whose planes are tried at a node. 10 to 20 were measured to give trees of about one size;
fewer make deeper ones."""
BUDGET = 10_000_000
"""Triangles looked at in one go, about 0.1 s: Ctrl-C takes effect in between."""
PARALLEL = 1e-14
"""Normals whose cosine falls short of one by less are one direction: 1e-7 radians, rounding."""
LINES = 32
"""Directions in which cells are looked out of, until one is clear of all edges."""


class Side(IntEnum):
    """Where a point is: outside, within the planes' thickness of the surface, or inside."""

    OUTSIDE = bsp_walk.OUTSIDE
    ON = bsp_walk.ON
    INSIDE = bsp_walk.INSIDE


class BspStatistics(NamedTuple):
    """How large a tree is."""

    faces: int
    """Of the mesh, but those without any area."""
    nodes: int
    """Planes; leaves are not counted."""
    depth: int
    """Planes on the longest way from the root to a leaf."""
    pieces: int
    """Triangles after cutting."""
    cuts: int
    """Times a triangle was cut."""
    discrete: int
    """Planes across one of the given directions."""


class BspTree:
    """A binary space partition of a closed mesh: inside, outside, and painter's order.

    Parameters
    ----------
    mesh : mesh
        Closed and oriented, and not crossing itself; bodies may touch, and lie in holes of others.
        Faces of no area are left out.
    planes : {"mixed", "faces", "discrete"}, optional
        ``"mixed"``: those of faces, and planes across the axes through the middle of what is left,
        which keep the tree flat where the mesh is convex. ``"faces"``: those of faces only; a
        convex mesh makes a list of all its faces. ``"discrete"``: planes across a few fixed
        directions only, as long as more than eight triangles are left in a cell; below, those of
        the faces themselves, which are of such a direction where the face is.
    directions : int, optional
        Which fixed directions: those of a k-DOP with this k (6, 12, 14, 18, 26, 32, 62).

    Raises
    ------
    ImpingeError
        If the mesh is open or not oriented, if faces cross or bodies overlap, or if a wall is
        thinner than 1e-8 of the mesh's extent. Each cell of the tree is held against the mesh: it
        must be wound around once if it is inside, and not at all if it is outside.

    Notes
    -----
    The tree is built once, for the mesh as it is; a deformed mesh needs a new one. Building takes
    about n log n steps for n faces ("faces": n squared). A point takes as many planes as the
    tree is deep, at most, and twice that where it lies on planes.

    See Also
    --------
    impinge.contains : exact, and for any closed mesh.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> tree = BspTree(icosphere(1.0, 3))
    >>> tree.contains([[0, 0, 0], [0, 0, 1], [0, 0, 1.1]])
    array([ True,  True, False])
    >>> tree.locate([0, 0, 1])
    <Side.ON: 0>
    """

    def __init__(self, mesh: Any, planes: Planes = "mixed", *, directions: int = 26) -> None:
        as_choice(planes, "planes", KINDS)
        directions = as_whole_of(directions, "directions", SIZES)
        mesh = as_mesh(mesh, "mesh")
        defect = mesh._topology.defect()
        if defect is not None:
            raise ImpingeError(f"mesh: it bounds no volume, it is {defect}; a BSP tree needs one")
        self.planes = planes
        self._centre, self._unit = _place(mesh)
        corners = ((mesh._vertices - self._centre) / self._unit)[mesh._faces]
        faces, face_planes, corners = _proper(corners)
        if not len(faces):
            raise ImpingeError("mesh: no face has an area above rounding; a BSP tree needs a solid")
        self._faces = len(faces)
        units = _units(6 if planes != "discrete" else directions)
        kept = self._grow(corners, face_planes, units, KINDS[planes])
        self._sources = faces[kept]
        self._check_cells()

    def _grow(
        self, corners: Array, face_planes: Array,
        units: Array, kind: int,
    ) -> Ids:  # fmt: skip
        """Build the tree; numbers of the rows that pieces are parts of."""
        n = len(corners)
        along = np.abs(face_planes[:, :3] @ units.T)
        parallel = along.max(axis=1) > 1.0 - PARALLEL
        face_directions = np.where(parallel, along.argmax(axis=1), -1)
        room = 4 * n + 64
        pieces, source = np.empty((room, 9)), np.empty(room, np.int64)
        pieces[:n], source[:n] = corners.reshape(n, 9), np.arange(n)
        following = np.full(room, -1, np.int64)
        following[: n - 1] = np.arange(1, n)
        planes, links = np.empty((room, 4)), np.empty((room, bsp_build.LINKS), np.int64)
        stack, counters = np.empty((room, 5), np.int64), np.zeros(bsp_build.COUNTERS, np.int64)
        stack[0] = -1, 0, 0, n, 0
        counters[bsp_build.PIECES], counters[bsp_build.STACK] = n, 1
        while True:
            state = bsp_build.build_bsp(
                face_planes, face_directions, units, kind, FEW, TRIES, BUDGET,
                (pieces, source, following), (planes, links), stack, counters,
            )  # fmt: skip
            if state == 0:
                break
            if state == 1:
                length = 2 * len(pieces)
                pieces, source = longer(pieces, length, 0.0), longer(source, length, 0)
                following = longer(following, length, -1)
                planes, links = longer(planes, length, 0.0), longer(links, length, 0)
                stack = longer(stack, length, 0)
        nodes, used = int(counters[bsp_build.NODES]), int(counters[bsp_build.PIECES])
        self._node_planes, self._links = planes[:nodes].copy(), links[:nodes].copy()
        self._pieces, self._following = pieces[:used].copy(), following[:used].copy()
        self._cuts = int(counters[bsp_build.CUTS])
        self._depth = int(self._links[:, bsp_build.LEVEL].max()) + 1
        return source[:used]

    def _check_cells(self) -> None:
        """Hold each cell against the mesh: is it wound around once, or not at all, as is said?"""
        links, nodes = self._links, np.arange(self.nodes)
        sides = [(nodes[links[:, side] < 0], side) for side in (bsp_build.AHEAD, bsp_build.BEHIND)]
        cells = np.concatenate([np.stack([n, np.full(len(n), side)], 1) for n, side in sides])
        parents = np.full(self.nodes, -1)
        for side in (bsp_build.AHEAD, bsp_build.BEHIND):
            inner = links[:, side] >= 0
            parents[links[inner, side]] = nodes[inner]
        wrong = np.empty(len(cells), np.int64)
        run_rows(
            check_rows, len(cells), cells, self._node_planes, links, parents, self._pieces,
            self._following, self.depth, _lines(), wrong,
        )  # fmt: skip
        same = np.unique(self._sources[wrong[wrong >= 0]])
        if len(same):
            raise ImpingeError(
                f"mesh: {len(same)} faces, such as {same[0]}, are no border between inside and "
                "outside: faces cross, bodies overlap, or a wall is thinner than a BSP tree can "
                "tell; use impinge.contains"
            )

    def contains(self, points: ArrayLike) -> bool | Flags:
        """Which points are inside; those within the planes' thickness of the surface count.

        Parameters
        ----------
        points : (3,) or (n, 3) array_like
            [m]

        Returns
        -------
        bool or (n,) bool
        """
        return self.locate(points) != Side.OUTSIDE

    def locate(self, points: ArrayLike) -> Side | NDArray[np.int8]:
        """Where points are: values of :class:`Side`, one a point."""
        single = shape_of(points, "points") == (3,)
        p = as_coordinates(as_numbers(points, "points")[None] if single else points, "points")
        sides, own = np.empty(len(p), np.int8), (p - self._centre) / self._unit
        tree = self._node_planes, self._links, self.depth
        run_rows(bsp_walk.locate_rows, len(p), own, *tree, sides)
        return Side(int(sides[0])) if single else sides

    def back_to_front(self, viewpoint: ArrayLike) -> Ids:
        """Rows of :attr:`pieces` in the order of a painter: none hides a later one.

        Parameters
        ----------
        viewpoint : (3,) array_like
            Where they are seen from [m].

        Returns
        -------
        (k,) int64
        """
        view = as_coordinates(as_numbers(viewpoint, "viewpoint")[None], "viewpoint")[0]
        x, y, z = ((view - self._centre) / self._unit).tolist()
        order = np.empty(len(self._pieces), np.int64)
        used = bsp_walk.paint_order(
            (x, y, z), self._node_planes, self._links, self._following, self.depth, order
        )
        return order[:used]

    @property
    def pieces(self) -> Array:
        """(k, 3, 3) float64: corners [m] of the triangles the faces were cut into. Read-only."""
        return frozen(self._pieces.reshape(-1, 3, 3) * self._unit + self._centre)

    @property
    def piece_faces(self) -> Ids:
        """(k,) int64: the face each of them is a part of. Read-only."""
        return frozen(self._sources)

    @property
    def nodes(self) -> int:
        """Planes of the tree."""
        return len(self._node_planes)

    @property
    def depth(self) -> int:
        """Planes on the longest way from the root to a leaf."""
        return self._depth

    @property
    def thickness(self) -> float:
        """Points within this of the surface [m] may be said to be on it."""
        return THICKNESS * self._unit

    @property
    def statistics(self) -> BspStatistics:
        """How large the tree is."""
        discrete = int((self._links[:, bsp_build.DIRECTION] >= 0).sum())
        return BspStatistics(
            self._faces, self.nodes, self.depth, len(self._pieces), self._cuts, discrete
        )

    def __repr__(self) -> str:
        return (
            f"BspTree({self._faces} faces, {self.nodes} nodes, depth {self.depth}, {self.planes})"
        )


def _place(mesh: Mesh) -> tuple[Array, float]:
    """Centre of the mesh, and a power of two at least as long as its extent."""
    low, high = mesh.bounds
    half = float((0.5 * high - 0.5 * low).max())
    return 0.5 * low + 0.5 * high, 2.0 ** frexp(2.0 * half)[1] if half > 0.0 else 1.0


def _proper(corners: Array) -> tuple[Ids, Array, Array]:
    """Numbers, planes and corners of the faces that are wider than a plane is thick.

    Those that look inward are turned round: all do if the mesh is inside out.
    """
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    if np.einsum("ij,ij->", normal, a) < 0.0:
        corners, normal = corners[:, ::-1], -normal
    length = np.linalg.norm(normal, axis=1)
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    faces = np.flatnonzero(length > 2.0 * THICKNESS * longest)
    unit = normal[faces] / length[faces, None]
    offset = np.einsum("ij,ij->i", unit, corners[faces].mean(axis=1))
    planes = np.concatenate([unit, offset[:, None]], axis=1)
    return faces, np.ascontiguousarray(planes), np.ascontiguousarray(corners[faces])


def _units(k: int) -> Array:
    directions = dop_of(k).directions
    return directions / np.linalg.norm(directions, axis=1)[:, None]


def _lines() -> Array:
    """Directions all round, none of them along an axis or a diagonal: as seeds in a sunflower."""
    k = np.arange(LINES)
    height, turn = (k + 0.37) / LINES, np.pi * (3.0 - np.sqrt(5.0)) * k + 0.731
    across = np.sqrt(1.0 - height**2)
    return np.stack([across * np.cos(turn), across * np.sin(turn), height], axis=1)
