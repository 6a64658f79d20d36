"""Faces of a convex surface: triangles that lie in one plane, joined to polygons."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.ids import Ids
from impinge.geometry.shape import unit_rows

Coordinates = NDArray[np.floating[Any]]
"""Floats of any width: wider ones keep the normals of needles."""

COPLANAR = 2.0**-49
"""Triangles are joined where the corner of one is this close to the plane of the other, as a share
of the largest coordinate. A coordinate that went through a rotation is off by 2**-51; larger would
flatten edges that were meant, smaller would leave the seams of turned boxes."""

FINER = 2.0**-4
"""Factor on the former for triangles whose polygon came out bent, before they are tried again."""

FINEST = 2.0**-56
"""Below this share of the largest coordinate, triangles stay apart."""


class Faces(NamedTuple):
    """Polygons around a convex body."""

    vertices: Ids
    """(n,) int64: the rows of the given vertices that are corners of at least three polygons."""
    loops: list[Ids]
    """Vertices around each, counter-clockwise seen from outside, the lowest first; sorted."""


class _Group(NamedTuple):
    """Triangles that may be one polygon."""

    loop: list[int]
    """Vertices around it."""
    vertices: Ids
    """Those, and all others of the triangles."""
    normal: Coordinates
    limit: float
    """How far [units] a vertex may be off its plane, or a corner inside its neighbours' line."""


def join_triangles(
    vertices: Coordinates, triangles: Ids, twins: Ids, largest: float = 1.0
) -> Faces:
    """The polygons of a closed convex surface of triangles that look outward.

    Vertices in the middle of a polygon or of an edge, within rounding, are left out. A polygon that
    would not be flat, simple and convex is tried again from closer triangles, and left as triangles
    in the end.

    ``vertices`` are about at unit size, about the origin. Edge ``3 f + k`` runs from corner k of
    triangle f to the next; its twin runs back. ``largest`` is the largest coordinate before the
    vertices were moved to the origin, in the same unit: they are rounded as if they were as large.
    """
    near = _neighbours(vertices, triangles, twins)
    limits = np.full(len(triangles), COPLANAR * largest)
    while True:
        labels = _labels(vertices, triangles, near, limits)
        bad, faces = _polygons(vertices, triangles, twins, labels, limits)
        if not bad:
            return faces
        again = np.isin(labels, sorted(bad))
        limits[again] *= FINER
        limits[limits < FINEST * largest] = -1.0


def area_vectors(corners: Coordinates) -> Coordinates:
    """(m, 3) float64: normals of triangles (m, 3, 3), as long as twice their areas.

    From the two shorter sides: those of a needle are lost in rounding from its two longer ones.
    """
    sides = np.roll(corners, -1, axis=1) - corners
    longest = np.argmax((sides * sides).sum(axis=2), axis=1)
    rows = np.arange(len(corners))
    return np.cross(sides[rows, (longest + 1) % 3], sides[rows, (longest + 2) % 3])


class _Neighbours(NamedTuple):
    """Triangles that share an edge, those next to the largest first."""

    large: Ids
    small: Ids
    height: Coordinates
    """How far the corner of the small one is off the plane of the large one, whose own plane would
    be lost in rounding first."""
    areas: Coordinates
    """(m,) float64: twice those of all triangles."""
    normals: Coordinates
    """(m, 3) float64: of length one."""


def _neighbours(vertices: Coordinates, triangles: Ids, twins: Ids) -> _Neighbours:
    (first,) = np.nonzero(np.arange(len(twins)) < twins)
    second = twins[first]
    corners = vertices[triangles]
    normals = area_vectors(corners)
    areas = np.sqrt((normals * normals).sum(axis=1))
    normals = unit_rows(normals)
    forth = areas[first // 3] >= areas[second // 3]
    large, small = np.where(forth, first, second) // 3, np.where(forth, second, first)
    far = triangles.ravel()[_before(small)]
    heights = np.abs(((vertices[far] - corners[large, 0]) * normals[large]).sum(axis=1))
    order = np.argsort(-areas[large], kind="stable")
    return _Neighbours(large[order], small[order] // 3, heights[order], areas, normals)


def _before(edges: Ids) -> Ids:
    """The edge before each one in its triangle; it begins at the corner across."""
    return np.where(edges % 3 == 0, edges + 2, edges - 1)


def _labels(vertices: Coordinates, triangles: Ids, near: _Neighbours, limits: Coordinates) -> Ids:
    """(m,) int64: triangles that are joined have the same number, that of the largest of them.

    A sliver may be in the plane of both its neighbours: it goes with one, and does not join them.
    """
    joined = near.height <= np.minimum(limits[near.large], limits[near.small])
    labels = list(range(len(triangles)))
    members: dict[int, list[int]] = {}
    for i, j in zip(near.large[joined].tolist(), near.small[joined].tolist(), strict=True):
        a, b = labels[i], labels[j]
        if a == b:
            continue
        if near.areas[a] < near.areas[b]:
            a, b = b, a
        ours, theirs = members.get(a, [a]), members.get(b, [b])
        off = (vertices[triangles[theirs]] - vertices[triangles[a, 0]]) @ near.normals[a]
        if np.abs(off).max() <= 2.0 * min(limits[i], limits[j]):
            members[a] = ours + theirs
            members.pop(b, None)
            for k in theirs:
                labels[k] = a
    return np.array(labels)


def _polygons(
    vertices: Coordinates, triangles: Ids, twins: Ids, labels: Ids, limits: Coordinates
) -> tuple[set[int], Faces]:
    """Labels of what is no polygon; if there are none, the polygons."""
    owner = np.repeat(labels, 3)
    border = owner != owner[twins]
    begins, ends = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    groups: dict[int, _Group] = {}
    bad: set[int] = set()
    for label, rows in _members(labels).items():
        edges = (3 * rows[:, None] + np.arange(3)).ravel()
        edges = edges[border[edges]]
        loop = _cycle(begins[edges].tolist(), ends[edges].tolist())
        corners = vertices[triangles[rows]]
        (normal,) = unit_rows(area_vectors(corners).sum(axis=0)[None])
        limit = 2.0 * float(limits[rows].min())
        if loop is None or not _is_flat(corners.reshape(-1, 3), normal, limit):
            bad.add(label)
        else:
            groups[label] = _Group(loop, np.unique(triangles[rows]), normal, limit)
    if bad:
        return bad, Faces(np.zeros(0, np.int64), [])
    return _corners_only(vertices, triangles, labels, groups)


def _members(labels: Ids) -> dict[int, Ids]:
    """The triangles of each label that has more than one."""
    order = np.argsort(labels, kind="stable")
    found, starts, counts = np.unique(labels[order], return_index=True, return_counts=True)
    several = counts > 1
    ranges = zip(starts[several].tolist(), counts[several].tolist(), strict=True)
    rows = [order[start : start + count] for start, count in ranges]
    return dict(zip(found[several].tolist(), rows, strict=True))


def _cycle(begins: list[int], ends: list[int]) -> list[int] | None:
    """The one simple cycle that these edges make, or None."""
    following = dict(zip(begins, ends, strict=True))
    if not begins or len(following) < len(begins):
        return None
    loop = [begins[0]]
    while following[loop[-1]] != loop[0]:
        loop.append(following[loop[-1]])
        if len(loop) > len(begins) or loop[-1] not in following:
            return None
    return loop if len(loop) == len(begins) else None


def _is_flat(corners: Coordinates, normal: Coordinates, limit: float) -> bool:
    heights = corners @ normal
    return bool(normal.any()) and float(heights.max() - heights.min()) <= 2.0 * limit


def _corners_only(
    vertices: Coordinates, triangles: Ids, labels: Ids, groups: dict[int, _Group]
) -> tuple[set[int], Faces]:
    """Polygons without the vertices that only one or two of them have; or labels of bent ones."""
    pairs = np.unique(np.column_stack([triangles.ravel(), np.repeat(labels, 3)]), axis=0)
    meeting = np.bincount(pairs[:, 0], minlength=len(vertices))
    bad: set[int] = set()
    alone = triangles[np.bincount(labels, minlength=len(triangles))[labels] == 1]
    loops: list[list[int]] = alone.tolist()
    for loop in alone[(meeting[alone] < 3).any(axis=1)]:
        bad |= _around(loop, triangles, labels)
    for label, group in groups.items():
        kept = [v for v in group.loop if meeting[v] >= 3]
        if len(kept) < 3 or not _is_straight(vertices, group, meeting):
            bad |= _around(group.loop, triangles, labels)
        elif not (_is_convex(vertices[kept], group) and _holds(vertices, kept, group)):
            bad.add(label)
        loops.append(kept)
    if bad:
        return bad, Faces(np.zeros(0, np.int64), [])
    rows, numbers = np.unique([v for loop in loops for v in loop], return_inverse=True)
    following = iter(numbers.tolist())
    started = sorted(_lowest_first([next(following) for _ in loop]) for loop in loops)
    return bad, Faces(rows, [np.array(loop, np.int64) for loop in started])


def _lowest_first(loop: list[int]) -> list[int]:
    first = loop.index(min(loop))
    return loop[first:] + loop[:first]


def _around(loop: list[int] | Ids, triangles: Ids, labels: Ids) -> set[int]:
    """Labels of all that has a vertex of the loop: one of these took its corners away."""
    return set(labels[np.isin(triangles, loop).any(axis=1)].tolist())


def _is_straight(vertices: Coordinates, group: _Group, meeting: Ids) -> bool:
    """Are the vertices that are left out on the lines between those that stay?"""
    loop = group.loop
    stay = [i for i, v in enumerate(loop) if meeting[v] >= 3]
    for here, there in zip(stay, [*stay[1:], stay[0] + len(loop)], strict=True):
        between = [loop[i % len(loop)] for i in range(here + 1, there)]
        if between:
            p, q = vertices[loop[here]], vertices[loop[there % len(loop)]]
            off = np.cross(vertices[between] - p, q - p)
            if np.sqrt((off * off).sum(axis=1)).max() > group.limit * np.linalg.norm(q - p):
                return False
    return True


def _is_convex(corners: Coordinates, group: _Group) -> bool:
    """Does the polygon turn left at each corner, within the limit, and once around in all?"""
    if len(corners) == 3:
        return True
    sides = np.roll(corners, -1, axis=0) - corners
    before = np.roll(sides, 1, axis=0)
    left = np.cross(before, sides) @ group.normal
    straight = (before * sides).sum(axis=1)
    across = np.sqrt(((before + sides) ** 2).sum(axis=1))
    turned = float(np.arctan2(left, straight).sum())
    return bool((left >= -group.limit * across).all()) and abs(turned - 2.0 * np.pi) < 1.0


def _holds(vertices: Coordinates, loop: list[int], group: _Group) -> bool:
    """Is nothing of the triangles outside of the polygon? What is folded is flat, too."""
    corners = vertices[loop]
    sides = np.roll(corners, -1, axis=0) - corners
    inward = np.cross(group.normal, sides)
    inner = np.setdiff1d(group.vertices, loop)
    depths = vertices[inner] @ inward.T - (corners * inward).sum(axis=1)
    return bool((depths >= -group.limit * np.sqrt((sides * sides).sum(axis=1))).all())
