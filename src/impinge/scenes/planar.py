"""Convex polygons in a plane, one of which turns about the origin: the angles at which they touch.

What turning prisms do, exactly: contact begins and ends where a corner of one lies on a side of the
other, and where that is follows from one arc cosine.
"""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array, Flags

SAME = 1e-13
"""Angles nearer than this are one [rad]: rounding of some units of 2 pi."""


def rectangle(length: float, width: float, turn: float = 0.0, place: Array | None = None) -> Array:
    """(4, 2) corners of a rectangle about a place, counter-clockwise, turned [rad]."""
    corners = 0.5 * np.array([[-length, -width], [length, -width], [length, width],
                              [-length, width]])  # fmt: skip
    return turned(corners, np.array([turn]))[0] + (0.0 if place is None else place)


def turned(points: Array, angles: Array) -> Array:
    """(m, k, 2) points turned about the origin by each angle."""
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = points.T
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)


def overlap_polygons(a: Array, b: Array) -> Flags:
    """(m,) bool: which of m polygons (m, k, 2) meet polygon b, (l, 2). Touching counts."""
    normals_b = np.broadcast_to(_normals(b), (len(a), len(b), 2))
    axes = np.concatenate([_normals(a), normals_b], axis=1)
    along_a = np.einsum("mad,mkd->mak", axes, a)
    along_b = np.einsum("mad,kd->mak", axes, b)
    apart = (along_a.max(axis=2) < along_b.min(axis=2)) | (
        along_b.max(axis=2) < along_a.min(axis=2)
    )
    return ~apart.any(axis=1)


def touching_turns(a: Array, b: Array) -> Array:
    """(m, 2) float64: intervals of the angle by which a is turned, in which a and b touch.

    They begin within 0 to 2 pi and may end behind it. Empty if they never touch; 0 to 2 pi if they
    always do.

    Examples
    --------
    A long thin bar, and a small square at (2, 0):

    >>> square = rectangle(0.2, 0.2, place=np.array([2.0, 0.0]))
    >>> touching_turns(rectangle(6.0, 0.2), square).round(3)
    array([[3.036, 3.247],
           [6.178, 6.388]])
    """
    events = np.concatenate([_meetings(a, b), -_meetings(b, a)]) % (2.0 * np.pi)
    events = np.sort(events)
    if len(events):
        events = events[np.diff(events, append=events[0] + 2.0 * np.pi) > SAME]
    if not len(events):
        always = bool(overlap_polygons(a[None], b)[0])
        return np.array([[0.0, 2.0 * np.pi]]) if always else np.empty((0, 2))
    ends = np.append(events[1:], events[0] + 2.0 * np.pi)
    touching = overlap_polygons(turned(a, 0.5 * (events + ends)), b)
    if touching.all():
        return np.array([[0.0, 2.0 * np.pi]])
    begins = np.flatnonzero(touching & ~np.roll(touching, 1))
    found = []
    for i in begins:
        k = i
        while touching[(k + 1) % len(touching)]:
            k += 1
        turns = 2.0 * np.pi * (k // len(touching))
        found.append((events[i], ends[k % len(touching)] + turns))
    return np.array(found).reshape(-1, 2)


def first_turn(intervals: Array, start: float, turn: float) -> float:
    """How far a turn from ``start`` on, in the direction of ``turn``, goes until they touch.

    Infinite if they do not within ``turn``; 0 if they touch at the start.
    """
    if turn < 0.0:
        return first_turn(-intervals[:, ::-1], -start, -turn)
    whole = 2.0 * np.pi
    best = np.inf
    for low, high in intervals:
        ahead = (low - start) % whole
        inside = (start - low) % whole <= high - low
        best = min(best, 0.0 if inside else ahead)
    return best if best <= turn else np.inf


def _normals(polygons: Array) -> Array:
    side = np.roll(polygons, -1, axis=-2) - polygons
    outward: Array = np.stack([side[..., 1], -side[..., 0]], axis=-1)
    return outward


def _meetings(points: Array, polygon: Array) -> Array:
    """Turns that bring a point onto the line of a side: rho cos(angle + turn - normal's) = c."""
    normals = _normals(polygon)
    normals = normals / np.linalg.norm(normals, axis=1)[:, None]
    offsets = (normals * polygon).sum(axis=1)
    radii, angles = np.hypot(*points.T), np.arctan2(points[:, 1], points[:, 0])
    share = offsets[None, :] / radii[:, None]
    near = np.abs(share) <= 1.0
    half = np.arccos(np.clip(share, -1.0, 1.0))
    middle = np.arctan2(normals[:, 1], normals[:, 0])[None, :] - angles[:, None]
    found: Array = np.concatenate([(middle - half)[near], (middle + half)[near]])
    return found
