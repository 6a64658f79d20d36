"""A spinning blade: a bar of a millimetre against a post of a millimetre, many turns in a step.

Between two samples of a step the blade has gone round many times. When it first touches the post
follows from the angles at which two rectangles meet, and from when the post comes up into the
blade's plane. What turning prisms do, exactly: contact of convex polygons begins and ends where a
corner of one lies on a side of the other, and where that is follows from one arc cosine.
"""

from __future__ import annotations

from math import cos, hypot, sin, tau

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, box_mesh
from impinge.scenes.assembly import placed
from impinge.scenes.moving import Made, Moving, MovingPairs, moving_pairs

THIN = 1e-3
"""Width and height of the blade, and both widths of the post [m]."""
LENGTH, HEIGHT = 1.0, 0.2
"""Of the blade, from tip to tip, and of the post [m]."""
TIP = 0.5 * hypot(LENGTH, THIN)
"""How far the blade's corners are from its axis [m]."""
KINDS = ("hit", "grazing", "late", "near miss", "below")
NEAR = (1e-5, 1e-3)
"""Gaps of near misses, and depths of grazing ones [m]."""
FEWEST = 0.6
"""Turns in a step, at least: more than a half, after which either end has passed everything."""
APART = 1e-3
"""Of the angle between blade and post at the start, at least [rad]."""
ROUNDS = 12
"""Until the place of a post is known to rounding."""
RISE = (0.1, 0.3)
"""How far posts rise in the step that come into the blade's plane late [m]; then they are not
through it again before the end."""
SAME = 1e-13
"""Angles nearer than this are one [rad]: rounding of some units of 2 pi."""


def spinning_blades(
    n: int, turns: float = 50.0, seed: int = 0, *, meshes: bool = False
) -> MovingPairs:
    """Blades that turn about their middle, up to ``turns`` times in the step, and posts.

    Kinds, one after the other: ``"hit"``; ``"grazing"``, which the tip cuts by 0.01 to 1 mm only;
    ``"late"``, where the post comes up into the blade's plane in the last two fifths of the step;
    ``"near miss"``, which the tip passes at a gap of 0.01 to 1 mm; ``"below"``, which the blade
    passes above at such a gap. In a third of rows posts circle about the blade's axis, in two
    thirds all moves along.

    Parameters
    ----------
    n : int
    turns : float, optional
        Of the blade against the post, at most, from 0.6 on.
    seed : int, optional
    meshes : bool, optional
        Meshes of the boxes instead of boxes.

    Examples
    --------
    >>> found = spinning_blades(5)
    >>> found.kinds
    ('hit', 'grazing', 'late', 'near miss', 'below')
    >>> found.touches.tolist()
    [True, True, True, False, False]
    """
    if not turns >= FEWEST:
        raise ImpingeError(f"turns: {turns:g}, expected {FEWEST:g} or more")
    box = box_mesh if meshes else Box
    shapes = box((LENGTH, THIN, THIN)), box((THIN, THIN, HEIGHT))
    return moving_pairs(shapes, n, seed, KINDS, lambda kind, rng: _made(kind, turns, rng))


def _made(kind: str, most: float, rng: np.random.Generator) -> Made:
    small = 10.0 ** rng.uniform(*np.log10(NEAR))
    around, roll = rng.uniform(0.0, tau, 2)
    away = rng.uniform(0.02, 0.95 * TIP)
    if kind in {"grazing", "near miss"}:
        away = _away(TIP - small if kind == "grazing" else TIP + small, around, roll)
    place = away * np.array([cos(around), sin(around)])
    turn = tau * FEWEST * (most / FEWEST) ** rng.random() * rng.choice([-1.0, 1.0])
    touching = touching_turns(rectangle(LENGTH, THIN), rectangle(THIN, THIN, roll, place))
    while True:
        start = rng.uniform(0.0, tau)
        if first_turn(touching, start - APART, 2.0 * APART) == np.inf:
            break
    height, rise, since = 0.0, 0.0, 0.0
    if kind == "late":
        rise, since = rng.uniform(*RISE), rng.uniform(0.6, 0.95)
        height = -0.5 * (THIN + HEIGHT) - rise * since
    elif kind == "below":
        height = -0.5 * (THIN + HEIGHT) - small
    free = kind in {"near miss", "below"}
    first = since + first_turn(touching, start + since * turn, turn * (1.0 - since)) / abs(turn)
    # What has little time left may not come round once more.
    if kind == "late" and first == np.inf:
        return _made(kind, most, rng)
    along = (0.0, 0.0, 0.0)
    circling = rng.uniform(-tau, tau) * (rng.random() < 1.0 / 3.0)
    blade = Moving.of(placed(turn=start), along, (0.0, 0.0, turn + circling))
    pose = placed(place[0], place[1], height, roll)
    centre = -pose[:2, :2].T @ place
    post = Moving.of(pose, (0.0, 0.0, rise), (0.0, 0.0, circling), (*centre, 0.0))
    return (blade, post), (kind, np.inf if free else first, small if free else 0.0)


def _away(reach: float, around: float, roll: float) -> float:
    """How far out a post stands whose nearest point is so far from the axis."""
    way = np.array([cos(around), sin(around)])
    away = reach
    # The nearest point moves outward nearly as fast as the post: each round leaves a hundredth.
    for _ in range(ROUNDS):
        away += reach - _from_axis(rectangle(THIN, THIN, roll, away * way))
    return away


def _from_axis(polygon: Array) -> float:
    """Distance of the origin to a convex polygon that it is outside of."""
    side = np.roll(polygon, -1, axis=0) - polygon
    share = np.clip(-(polygon * side).sum(axis=1) / (side * side).sum(axis=1), 0.0, 1.0)
    return float(np.hypot(*(polygon + share[:, None] * side).T).min())


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
