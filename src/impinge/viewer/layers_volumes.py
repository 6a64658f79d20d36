"""Bounding volumes of a hierarchy, level by level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from impinge.bounds.directions import dop_of
from impinge.bounds.polytope import corners_between
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import icosphere
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.kernels.volume_rows import levels_of
from impinge.hierarchy.kernels.widen import CHILDREN
from impinge.hierarchy.volume_tree import VolumeTree
from impinge.viewer.coordinates import moved
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import integers, texts

MOST_VOLUMES = 2048
"""Volumes of a level; a level with more is a fog in which nothing is seen."""
MOST_POLYTOPES = 512
"""The same for k-DOPs and ellipsoids, drawn as small meshes."""
FILL = 0.10
ON_PLANE = 1e-9
"""Share of the size of a polytope by which its corners may miss the plane that they are on."""
ROUND = 1.0182
"""Scale at which the triangles of an ellipsoid are outside of it."""
CIRCLE = 24
"""Segments of the lines around an ellipsoid."""
NAMES = {
    "sphere": "spheres", "aabb": "boxes along the axes", "obb": "oriented boxes",
    "ellipsoid": "ellipsoids",
}  # fmt: skip
COLOURS = {"sphere": "a", "aabb": "b", "obb": "c"}
"""Where there are trees of several kinds; k-DOPs are of a fourth colour."""
KINDS = {"sphere": "balls", "aabb": "boxes", "obb": "boxes"}


class Levels(NamedTuple):
    """Rows of a tree, level by level, and where each level begins."""

    rows: Ids
    starts: Ids
    left_out: int


def levels_of_tree(tree: VolumeTree, most: int) -> Levels:
    """For each level its nodes, and the leaves above it: together they hold all triangles.

    Levels with more than ``most`` volumes are left out, and those below them.
    """
    depths = np.empty(len(tree._rows), np.int32)
    levels_of(tree._rows, depths)
    leaf = tree._rows[:, CHILDREN] == 0
    found, count = [], int(depths.max()) + 1
    for level in range(count):
        rows = np.flatnonzero((depths == level) | (leaf & (depths < level)))
        if len(rows) > most:
            break
        found.append(rows)
    starts = np.concatenate([[0], np.cumsum([len(rows) for rows in found])]).astype(np.int64)
    rows = np.concatenate(found) if found else np.zeros(0, np.int64)
    return Levels(rows, starts, count - len(found))


@dataclass(frozen=True, slots=True, eq=False)
class VolumesItem(Item):
    """The volumes of a tree, where a pose puts them, or with the thing of a name."""

    pose: Array
    thing: str | None
    level: int

    def extent(self) -> Array:
        points = self.found._triangles[:, :9].reshape(-1, 3) * self.found._place[UNIT]
        return moved(np.stack([points.min(axis=0), points.max(axis=0)]), self.pose)

    def put(self, page: PageParts) -> None:
        tree: VolumeTree = self.found
        with tree._lock:
            tree._fit_all()
            volumes = tree._volumes * tree._place[UNIT]
            if tree.volume in ("obb", "ellipsoid"):
                volumes[:, 6:] = tree._volumes[:, 6:]
        simple = tree.volume in KINDS
        levels = levels_of_tree(tree, MOST_VOLUMES if simple else MOST_POLYTOPES)
        if levels.left_out:
            page.notes.append(
                f"{self.name}: the last {levels.left_out} of {tree.depth} levels have too many "
                "volumes to be told apart, and are not drawn."
            )
        rows = levels.rows
        colour = COLOURS.get(tree.volume, "path") if len(page.kinds) > 1 else "volume"
        layer, of = page.things.get(self.thing or "", (None, -1))
        shared: dict[str, Any] = {
            "levels": levels.starts,
            "level": min(self.level, len(levels.starts) - 2),
            "fill": FILL,
            "things": layer,
            "of": None if layer is None else page.arrays.integers(np.full(len(rows), of)),
            "about": f"The tree of {_words(tree.volume)}: each level encloses all "
            "triangles; a branch that has ended is shown by its leaf",
        }
        frame = _Frame(page, self.pose, layer, of)
        chosen = volumes[rows]
        if tree.volume == "sphere":
            page.layer(
                "balls", self.name, colour, centres=frame.points(chosen[:, :3]),
                radii=page.vectors(chosen[:, 3]), **shared,
            )  # fmt: skip
        elif simple:
            centres, halves = chosen[:, :3], chosen[:, 3:6]
            own = chosen[:, 6:].reshape(-1, 3, 3).swapaxes(1, 2)
            if tree.volume == "aabb":
                centres, halves = 0.5 * (centres + halves), 0.5 * (halves - centres)
                own = np.tile(np.eye(3), (len(rows), 1, 1))
            page.layer(
                "boxes", self.name, colour, centres=frame.points(centres),
                halves=page.vectors(halves),
                axes=page.arrays.floats((frame.turn @ own).reshape(-1, 9)), **shared,
            )  # fmt: skip
        elif tree.volume == "ellipsoid":
            self._put_solids(page, frame, map(ellipsoid_mesh, chosen), colour, shared)
        else:
            k = chosen.shape[1]
            solids = (polytope(k, row[: k // 2], row[k // 2 :]) for row in chosen)
            self._put_solids(page, frame, solids, colour, shared)
        page.explain(_words(tree.volume), colour, KINDS.get(tree.volume, "solids"))
        page.trees.append((self.name, tree.volume, tree.node_count, tree.depth))

    def _put_solids(
        self,
        page: PageParts,
        frame: _Frame,
        solids: Iterable[tuple[Array, Ids, Ids]],
        colour: str,
        shared: dict[str, Any],
    ) -> None:
        positions, faces, edges = [np.zeros((0, 3))], [np.zeros((0, 3), np.int64)], [
            np.zeros((0, 2, 3))
        ]  # fmt: skip
        count = 0
        for corners, triangles, sides in solids:
            positions.append(corners)
            faces.append(triangles + count)
            edges.append(corners[sides])
            count += len(corners)
        lines = np.concatenate(edges)
        page.layer(
            "solids", self.name, colour, positions=frame.points(np.concatenate(positions)),
            indices=page.arrays.indices(np.concatenate(faces)),
            offsets=page.arrays.integers(np.cumsum([len(some) for some in faces])),
            edges=frame.points(lines.reshape(-1, 3), lines.shape),
            edge_offsets=page.arrays.integers(np.cumsum([len(some) for some in edges])), **shared,
        )  # fmt: skip


def put_tree_table(page: PageParts) -> None:
    """Say how many volumes the trees have: in a table, and the answer in short."""
    trees = page.trees
    if not trees:
        return
    page.table(
        "trees",
        "Trees",
        [texts("tree"), texts("kind", "volumes are"), integers("volumes"), integers("levels")],
        [[name, _words(kind), volumes, levels] for name, kind, volumes, levels in trees],
        about="Trees of bounding volumes: each volume encloses those of its branches.",
    )
    if len(trees) == 1:
        _, kind, volumes, levels = trees[0]
        page.say(f"{volumes:,} {_words(kind)} in {levels} levels")
    else:
        most = max(levels for *_, levels in trees)
        page.say(f"{len(trees)} trees of bounding volumes, up to {most} levels")


def _words(kind: str) -> str:
    """``aabb`` for people: boxes along the axes."""
    return NAMES.get(kind, f"{kind.removeprefix('dop')}-DOPs")


class _Frame:
    """Where volumes are drawn: in the frame of the thing they move with, or in the world."""

    def __init__(self, page: PageParts, pose: Array, layer: str | None, of: int) -> None:
        self._page, self._pose, self._bound = page, pose, layer is not None
        self.turn = np.eye(3) if layer is not None else pose[:3, :3]
        self._centre = np.zeros(3)
        if layer is not None:
            self._centre = page.drawn_centres[layer][of]

    def points(self, own: Array, shape: tuple[int, ...] | None = None) -> int:
        """The number of an array of points of the mesh's frame."""
        if self._bound:
            drawn = self._page.at.lengths(own - self._centre)
        else:
            drawn = self._page.at.points(moved(own, self._pose))
        return self._page.arrays.floats(drawn if shape is None else drawn.reshape(shape))


def polytope(k: int, lower: Array, upper: Array) -> tuple[Array, Ids, Ids]:
    """Corners (v, 3), triangles (t, 3) and edges (e, 2) of what is between planes of a k-DOP.

    Each plane carries the corners that lie in it, sorted around its normal: their polygon. Flat
    polytopes have polygons on both sides, and need no case of their own.

    Examples
    --------
    >>> corners, triangles, edges = polytope(6, np.zeros(3), np.ones(3))
    >>> len(corners), len(triangles), len(edges)
    (8, 12, 12)
    """
    corners = corners_between(k, lower, upper)
    if len(corners) < 3:
        pairs = [[0, 1]] if len(corners) == 2 else []
        return corners, np.zeros((0, 3), np.int64), np.array(pairs, np.int64).reshape(-1, 2)
    directions = dop_of(k).directions
    heights = corners @ directions.T
    near = ON_PLANE * float(np.abs(np.concatenate([lower, upper])).max())
    faces, edges = [], set()
    for axis, (u, v) in enumerate(_across(k)):
        for side, end in ((-1.0, lower[axis]), (1.0, upper[axis])):
            on = np.flatnonzero(np.abs(heights[:, axis] - end) <= near)
            if len(on) < 3:
                continue
            ring = _around(corners[on], side * u, v)
            loop = on[ring].tolist()
            faces += [[loop[0], loop[i], loop[i + 1]] for i in range(1, len(loop) - 1)]
            edges |= {
                (min(p, q), max(p, q)) for p, q in zip(loop, loop[1:] + loop[:1], strict=True)
            }
    return (
        corners,
        np.array(faces, np.int64).reshape(-1, 3),
        np.array(sorted(edges), np.int64).reshape(-1, 2),
    )


def ellipsoid_mesh(row: Array) -> tuple[Array, Ids, Ids]:
    """Corners (v, 3), triangles (t, 3) and lines (e, 2) of an ellipsoid, around it.

    Lines run around in the planes of its axes.

    Examples
    --------
    >>> corners, triangles, lines = ellipsoid_mesh(np.array([0, 0, 0, 3, 2, 1, *np.eye(3).flat]))
    >>> len(corners), len(triangles), len(lines)
    (234, 320, 72)
    """
    points, faces, lines = _unit_ellipsoid()
    corners = row[:3] + (ROUND * points * row[3:6]) @ row[6:].reshape(3, 3)
    return corners, faces, lines


@cache
def _unit_ellipsoid() -> tuple[Array, Ids, Ids]:
    """Points, triangles and lines of a ball of radius 1."""
    ball = icosphere(1.0, 2)
    angles = 2.0 * np.pi / CIRCLE * np.arange(CIRCLE)
    circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(CIRCLE)], axis=1)
    points = np.concatenate([ball.vertices, *(np.roll(circle, k, axis=1) for k in range(3))])
    first = len(ball.vertices) + CIRCLE * np.repeat(np.arange(3), CIRCLE)
    place = np.tile(np.arange(CIRCLE), 3)
    lines = np.stack([first + place, first + (place + 1) % CIRCLE], axis=1)
    return points, ball.faces.astype(np.int64), lines


@cache
def _across(k: int) -> list[tuple[Array, Array]]:
    """For each direction of a k-DOP two vectors of one length across it: the second is to the left
    of the first, as seen against the direction.
    """
    found = []
    for normal in dop_of(k).directions:
        u = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
        found.append((u, np.cross(normal, u) / np.linalg.norm(normal)))
    return found


def _around(points: Array, u: Array, v: Array) -> Ids:
    """The order of points of a convex polygon, counter-clockwise: from ``u`` to ``v``."""
    from_middle = points - points.mean(axis=0)
    return np.argsort(np.arctan2(from_middle @ v, from_middle @ u))
