"""The parts of shapes, compounds within compounds taken apart, under a tree of balls."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np
from numpy.typing import NDArray

from impinge.core.derived import derived
from impinge.core.poses import as_poses
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, Shape
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, KIND, REACH

Vectors = NDArray[np.float64]
Ids = NDArray[np.int64]

OUTWARD = 1.0 + 2.0**-48
"""On radii: what rounding takes from sums of a few lengths."""
NO_ROW = -1
"""Where the row of a part begins that has none."""


class Bundle:
    """Posed parts that are no compounds, and a binary tree of balls around them.

    Attributes
    ----------
    shapes : tuple of Shape
    poses : (n, 4, 4) float64
        Part to whole.
    packed : (k,) float64
        The rows of all convex parts and half spaces, one after the other.
    starts : (n,) int64
        Where the row of each part begins; ``NO_ROW`` for meshes and height fields.
    balls : (m, 4) float64
        Centres and radii of the tree's balls, frame of the whole; the first holds everything.
    own : (n, 4) float64
        The parts' own balls.
    links : (m, 2) int64
        Both children of a ball; (-1 - part, 0) for one that is a part's own.
    depth : int
        Balls on the longest way from the first to a part's own.
    has_surfaces : bool
        Whether a part is a mesh or a height field.
    is_compound : bool
    """

    __slots__ = (
        "balls", "depth", "has_surfaces", "is_compound", "links", "own", "packed", "poses",
        "shapes", "starts",
    )  # fmt: skip

    def __init__(self, whole: Shape, grounds: bool) -> None:
        parts = list(_leaves(whole, np.eye(4)))
        self.is_compound = isinstance(whole, Compound)
        self.shapes = tuple(shape for shape, _ in parts)
        poses = as_poses(np.stack([pose for _, pose in parts]), "parts")
        assert poses is not None
        self.poses = np.array(poses)
        rows = [s._packed for s in self.shapes if isinstance(s, (Convex, HalfSpace))]
        self.has_surfaces = len(rows) < len(parts)
        self.packed = np.concatenate(rows) if rows else np.zeros(1)
        self.starts = np.full(len(parts), NO_ROW)
        place = 0
        for i, shape in enumerate(self.shapes):
            if isinstance(shape, (Convex, HalfSpace)):
                self.starts[i] = place
                place += len(shape._packed)
        self.own = np.array(
            [_ball(s, p, grounds) for s, p in zip(self.shapes, self.poses, strict=True)]
        )
        self.balls, self.links, self.depth = _tree(self.own)

    def arrays(self) -> tuple[Vectors, Ids, Vectors, Vectors, Ids]:
        """What kernels take."""
        return self.packed, self.starts, self.poses, self.balls, self.links

    def surface(self, part: int) -> Mesh:
        """A part that is a mesh, or the surface of a height field."""
        return surface_of(self.shapes[part])

    @property
    def has_rows(self) -> bool:
        """Whether a part is convex, or a half space."""
        return bool((self.starts != NO_ROW).any())

    def half_spaces(self) -> NDArray[np.bool_]:
        """(n,) bool: which parts are half spaces."""
        rows = self.starts != NO_ROW
        found = np.zeros(len(rows), np.bool_)
        found[rows] = self.packed[self.starts[rows] + KIND] == HALFSPACE
        return found


def surface_of(shape: Shape) -> Mesh:
    """A mesh itself, or that of a height field."""
    mesh = shape.mesh if isinstance(shape, HeightField) else shape
    assert isinstance(mesh, Mesh)
    return mesh


def bundle_of(shape: Shape, *, grounds: bool = False) -> Bundle:
    """The parts of a shape, kept with it; of a shape that is no compound, itself.

    ``grounds`` is for queries in which height fields are filled, and go down without end.
    """
    return derived(shape, ("bundle", grounds), lambda: Bundle(shape, grounds))


def parts_of(shape: Shape) -> tuple[tuple[Shape, Vectors], ...]:
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
    bundle = bundle_of(shape)
    return tuple(zip(bundle.shapes, bundle.poses.copy(), strict=True))


def _leaves(shape: Shape, pose: Vectors) -> Iterator[tuple[Shape, Vectors]]:
    if not isinstance(shape, Compound):
        yield shape, pose
        return
    for part, place in zip(shape.shapes, shape._poses, strict=True):
        yield from _leaves(part, pose @ place)


def _ball(shape: Shape, pose: Vectors, grounds: bool) -> tuple[float, float, float, float]:
    """Centre, in the frame of the whole, and radius of a ball around a part."""
    if isinstance(shape, HalfSpace) or (grounds and isinstance(shape, HeightField)):
        return 0.0, 0.0, 0.0, inf
    if isinstance(shape, Convex):
        centre, radius = shape._packed[CENTRE : CENTRE + 3], float(shape._packed[REACH])
    else:
        mesh = surface_of(shape)
        centre = 0.5 * mesh.bounds[0] + 0.5 * mesh.bounds[1]
        arms = mesh._vertices[mesh._topology.used_vertices] - centre
        radius = float(np.hypot(np.hypot(arms[:, 0], arms[:, 1]), arms[:, 2]).max())
    x, y, z = pose[:3, :3] @ centre + pose[:3, 3]
    # The centre is rounded as its coordinates are.
    return x, y, z, radius * OUTWARD + 2.0**-48 * float(np.abs((x, y, z, *centre)).max())


def _tree(own: Vectors) -> tuple[Vectors, Ids, int]:
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


def _ball_around(balls: Vectors) -> Vectors:
    if np.isinf(balls[:, 3]).any():
        return np.array([0.0, 0.0, 0.0, inf])
    low, high = (balls[:, :3] - balls[:, 3:]).min(axis=0), (balls[:, :3] + balls[:, 3:]).max(axis=0)
    centre = 0.5 * low + 0.5 * high
    arms = balls[:, :3] - centre
    reach = np.hypot(np.hypot(arms[:, 0], arms[:, 1]), arms[:, 2]) + balls[:, 3]
    return np.array([*centre, reach.max() * OUTWARD])


def _halves(own: Vectors, parts: Ids) -> tuple[Ids, Ids]:
    """Parts without end apart from the others; else the lower and the upper half along an axis."""
    endless = np.isinf(own[parts, 3])
    if endless.any() and not endless.all():
        return parts[endless], parts[~endless]
    axis = int(np.argmax(np.ptp(own[parts, :3], axis=0)))
    order = parts[np.argsort(own[parts, axis], kind="stable")]
    return order[: len(order) // 2], order[len(order) // 2 :]
