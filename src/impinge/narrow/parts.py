"""The parts of compounds as posed shapes, under a tree of balls; which parts of two are near."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, Flags
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.poses import as_poses
from impinge.core.threads import run_rows
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Shape, as_shape
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, REACH
from impinge.narrow.gathering import offsets_of
from impinge.narrow.kernels.pair_row import PART_A, PART_B
from impinge.narrow.kernels.parts import near_parts_rows
from impinge.narrow.posed import Pose, as_batches
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.narrow.shape_table import ShapeTable, surface_of

OUTWARD, SMALLEST = 1.0 + 2.0**-46, 2.0**-530
"""On radii: what rounding takes from sums of a few lengths, and from squares of tiny ones."""
ENDLESS = np.array([0.0, 0.0, 0.0, inf])


class Parts:
    """The parts of a shape, none of them a compound, and a binary tree of balls around them.

    Attributes
    ----------
    shapes : tuple of Shape
    posed : PosedShapes
        The same as rows; poses are part to whole.
    classes : (n,) int8
    highest : int
        The highest of these: above that of half spaces where there are surfaces.
    arrays : tuple
        What kernels take (``kernels.parts``).
    balls : (m, 4) float64
        Centres and radii of the tree's balls, frame of the whole; the first holds everything.
    own : (n, 4) float64
        The parts' own balls.
    links : (m, 2) int64
        Both children of a ball; (-1 - part, 0) for one that is a part's own.
    depth : int
        Balls on the longest way from the first to a part's own.
    is_compound : bool
    """

    __slots__ = (
        "arrays", "balls", "classes", "depth", "highest", "is_compound", "links", "own", "posed",
        "shapes",
    )  # fmt: skip

    def __init__(self, whole: Shape, grounds: bool) -> None:
        leaves = list(leaves_of(whole, np.eye(4)))
        self.is_compound = isinstance(whole, Compound)
        self.shapes = tuple(shape for shape, _ in leaves)
        table = ShapeTable()
        kinds = np.array([table.number(shape) for shape in self.shapes])
        poses = as_poses(np.stack([pose for _, pose in leaves]), "parts")
        assert poses is not None
        self.posed = PosedShapes(table, kinds, np.array(poses))
        self.classes = table.classes[kinds]
        balls = (ball_of(shape, grounds=grounds) for shape in self.shapes)
        carried = zip(balls, self.posed.poses, strict=True)
        self.own = np.array([_carried_ball(ball, pose) for ball, pose in carried])
        self.balls, self.links, self.depth = _tree(self.own)
        self.highest = int(self.classes.max())
        begins = table.begins[kinds]
        self.arrays = table.packed, begins, self.posed.poses, self.balls, self.links

    def carried(self, parts: Ids, poses: Array) -> PosedShapes:
        """Some parts, each at a pose of the whole."""
        return PosedShapes(
            self.posed.table, self.posed.kinds[parts], poses @ self.posed.poses[parts]
        )


def parts_in(shape: Shape, *, grounds: bool = False) -> Parts:
    """The parts of a shape, kept with it; of a shape that is no compound, itself.

    ``grounds`` is for queries in which height fields are filled, and go down without end.
    """
    return derived(shape, ("parts", grounds), lambda: Parts(shape, grounds))


def parts_of(shape: Shape) -> tuple[tuple[Shape, Array], ...]:
    """The parts that ``part_a`` and ``part_b`` of a result count, with their poses.

    Parameters
    ----------
    shape : Shape
        Parts of compounds within a compound are listed where these stand; any other shape is its
        only part.

    Returns
    -------
    tuple of (shape, pose)
        None of them a compound; poses are (4, 4), part to ``shape``.

    Examples
    --------
    >>> from impinge.geometry import Box, Compound, Sphere
    >>> pair = Compound([(Sphere(1), None), (Box((1, 1, 1)), None)])
    >>> [shape for shape, pose in parts_of(Compound([(Sphere(2), None), (pair, None)]))]
    [Sphere(radius=2), Sphere(radius=1), Box(sizes=(1, 1, 1))]
    """
    parts = parts_in(as_shape(shape, "shape"))
    return tuple(zip(parts.shapes, parts.posed.poses.copy(), strict=True))


def leaves_of(shape: Shape, pose: Array) -> Iterator[tuple[Shape, Array]]:
    """The shape itself, or the parts of a compound, those of nested ones included; with poses."""
    if not isinstance(shape, Compound):
        yield shape, pose
        return
    for part, place in zip(shape.shapes, shape._poses, strict=True):
        yield from leaves_of(part, pose @ place)


def ball_of(shape: Shape, *, grounds: bool = False) -> Array:
    """(4,) float64: centre and radius [m] of a ball around a shape, kept with it.

    The radius is infinite for half spaces, and with ``grounds`` for height fields.

    Examples
    --------
    >>> from impinge.geometry import Box
    >>> ball_of(Box((2, 2, 2))).round(6).tolist()
    [0.0, 0.0, 0.0, 1.732051]
    """
    if isinstance(shape, Compound):
        return parts_in(shape, grounds=grounds).balls[0]
    if isinstance(shape, Convex):
        return _ball(shape._packed[CENTRE : CENTRE + 3], shape._packed[REACH])
    return derived(shape, ("ball", grounds), lambda: _ball_of_surface(shape, grounds))


def _ball_of_surface(shape: Shape, grounds: bool) -> Array:
    if isinstance(shape, HalfSpace) or (grounds and isinstance(shape, HeightField)):
        return ENDLESS
    mesh = surface_of(shape)
    centre = 0.5 * mesh.bounds[0] + 0.5 * mesh.bounds[1]
    corners = mesh._vertices[mesh._topology.used_vertices]
    return _ball(centre, np.linalg.norm(corners - centre, axis=1).max())


def _ball(centre: Array, radius: float) -> Array:
    return np.array([*centre, radius * OUTWARD + SMALLEST])


def _carried_ball(ball: Array, pose: Array) -> tuple[float, ...]:
    """The ball of a part in the frame of the whole."""
    if ball[3] == inf:
        return tuple(ENDLESS)
    x, y, z = pose[:3, :3] @ ball[:3] + pose[:3, 3]
    # The centre is rounded as its coordinates are.
    return x, y, z, ball[3] + 2.0**-48 * float(np.abs((x, y, z, *ball[:3])).max())


def _tree(own: Array) -> tuple[Array, Ids, int]:
    """Balls, links and depth of a tree over the parts' own balls, split in the middle."""
    balls = np.empty((2 * len(own) - 1, 4))
    links = np.zeros((2 * len(own) - 1, 2), np.int64)
    made, deepest = 1, 1
    waiting = [(0, np.arange(len(own)), 1)]
    while waiting:
        node, parts, depth = waiting.pop()
        deepest = max(deepest, depth)
        if len(parts) == 1:
            balls[node] = own[parts[0]]
            links[node, 0] = -1 - parts[0]
            continue
        balls[node] = _ball_around(own[parts])
        for k, side in enumerate(_halves(own, parts)):
            links[node, k] = made
            waiting.append((made, side, depth + 1))
            made += 1
    return balls, links, deepest


def _ball_around(balls: Array) -> Array:
    if np.isinf(balls[:, 3]).any():
        return ENDLESS
    low, high = (balls[:, :3] - balls[:, 3:]).min(axis=0), (balls[:, :3] + balls[:, 3:]).max(axis=0)
    centre = 0.5 * low + 0.5 * high
    return _ball(centre, (np.linalg.norm(balls[:, :3] - centre, axis=1) + balls[:, 3]).max())


def _halves(own: Array, parts: Ids) -> tuple[Ids, Ids]:
    """Parts without end apart from the others; else the lower and the upper half along an axis."""
    endless = np.isinf(own[parts, 3])
    if endless.any() and not endless.all():
        return parts[endless], parts[~endless]
    axis = int(np.argmax(np.ptp(own[parts, :3], axis=0)))
    order = parts[np.argsort(own[parts, axis], kind="stable")]
    return order[: len(order) // 2], order[len(order) // 2 :]


class PosedParts:
    """Two shapes taken apart, and rows of their poses.

    Attributes
    ----------
    a, b : Parts
    poses_a, poses_b : (n, 4, 4) or (1, 4, 4) float64
    count : int
        Number of rows.
    single : bool
        Whether the query has no batch axis.
    """

    def __init__(
        self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, *, solid: bool = False
    ) -> None:
        self.a, self.b = parts_in(a, grounds=solid), parts_in(b, grounds=solid)
        self.poses_a, self.poses_b, self.count, self.single = as_batches(pose_a, pose_b)

    def arguments(self) -> tuple[Any, ...]:
        """What kernels over the parts of both begin with."""
        depth = self.a.depth + self.b.depth
        return self.a.arrays, self.poses_a, self.b.arrays, self.poses_b, depth

    def hide_wholes(self, rows: Array, part_a: int = PART_A, part_b: int = PART_B) -> None:
        """Name no part of a shape that is no compound; arguments are columns of results."""
        for column, parts in ((part_a, self.a), (part_b, self.b)):
            if not parts.is_compound:
                rows[:, column] = -1.0

    def near(self, limits: Array) -> PartPairs:
        """All pairs of parts whose balls are within a limit of each other, one for each row."""
        counts = np.zeros(self.count, np.int64)
        args = near_parts_rows, self.count, *self.arguments(), limits
        run_rows(*args, offsets_of(counts), np.empty((0, 2), np.int64), np.empty(0), counts)
        offsets = offsets_of(counts)
        pairs, bounds = np.empty((offsets[-1], 2), np.int64), np.empty(offsets[-1])
        if len(pairs):
            run_rows(*args, offsets, pairs, bounds, counts)
        return PartPairs(self, np.repeat(np.arange(self.count), counts), pairs, bounds)


class PartPairs(NamedTuple):
    """Some pairs of parts, each of one row of poses."""

    whole: PosedParts
    rows: Ids
    """(m,) int64: rows of the poses, ascending."""
    parts: Ids
    """(m, 2) int64: part of A, part of B."""
    bounds: Array
    """(m,) float64: lower bounds of the distances."""

    def some(self, which: Any) -> PartPairs:
        return PartPairs(self.whole, self.rows[which], self.parts[which], self.bounds[which])

    def classes(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        return self.whole.a.classes[self.parts[:, 0]], self.whole.b.classes[self.parts[:, 1]]

    def posed(self, margins: Array | float = 0.0) -> PosedPairs:
        """The same as pairs of posed shapes; ``margins`` are of pairs."""
        whole, (i, j) = self.whole, self.parts.T
        poses_a, poses_b = (
            poses[self.rows] if len(poses) > 1 else poses
            for poses in (whole.poses_a, whole.poses_b)
        )
        return PosedPairs(whole.a.carried(i, poses_a), whole.b.carried(j, poses_b), None, margins)

    def left(self, solid: bool) -> Flags:
        """(m,) bool: which pairs no kernel over parts has looked at.

        Those are the convex pairs, and convex parts near meshes; these may still be inside of one.
        """
        a, b = self.classes()
        surface_a, surface_b = a > HALFSPACE, b > HALFSPACE
        endless = (np.minimum(a, b) == HALFSPACE) | (surface_a & surface_b)
        return endless | ((surface_a | surface_b) & bool(solid))

    def surfaces(self, side: int) -> list[int]:
        """Surfaces of A (0) or B (1) that convex parts of the other are near to, nearest first."""
        mine, other = self.classes()[:: 1 - 2 * side]
        these = (mine > HALFSPACE) & (other < HALFSPACE)
        order = np.argsort(self.bounds[these], kind="stable")
        return list(dict.fromkeys(self.parts[these, side][order].tolist()))
