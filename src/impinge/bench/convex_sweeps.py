"""Convex pairs that move in small steps: does anything jump that should not?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_reference import reference_gap
from impinge.geometry import Box
from impinge.narrow import distance, penetration
from impinge.scenes.convex_pairs import Solid, convex_poses, convex_shape, moved_to_gap

Array = NDArray[np.float64]
Report = dict[str, Any]

REST = np.eye(4)
AXIS = np.array([0.36, 0.48, 0.8])
"""Of the turn: no edge or face of the boxes is across or along it."""
SIZES_A, SIZES_B, SHIFT = (1.0, 0.8, 0.6), (0.7, 0.5, 0.9), (0.35, 0.2, -0.15)
STEEP = 0.02
"""A normal that turns by more than this in one of 7200 steps [rad] jumps: 23 times the turn."""
EQUAL = 1e-12
"""Depths that differ by less at the place of a jump [m] are a tie: two ways out, equally long."""
THROUGH = (
    ("box", "box"), ("capsule", "hull"), ("sphere", "box"),
    ("cylinder", "cone"), ("ellipsoid", "ellipsoid"), ("cone", "ellipsoid"),
)  # fmt: skip
"""Pairs that are moved through contact."""


def turned(angle: float) -> Array:
    """B's pose: turned by an angle [rad] about its own centre, which stays inside A."""
    x, y, z = AXIS
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    pose = np.eye(4)
    pose[:3, :3] += np.sin(angle) * across + (1.0 - np.cos(angle)) * across @ across
    pose[:3, 3] = SHIFT
    return pose


def turn_sweep(steps: int = 7200) -> Report:
    """Contact normal and depth of two boxes in each other, over a full turn of one.

    Each jump of the normal is bisected to neighbouring floats; there, both normals must be equally
    good: a tie.
    """
    a, b = Box(SIZES_A), Box(SIZES_B)
    angles = np.linspace(0.0, 2.0 * np.pi, steps + 1)
    deep = penetration(a, b, REST, np.array([turned(angle) for angle in angles]))
    depth, normal = np.asarray(deep.depth), np.asarray(deep.direction)
    change = np.linalg.norm(np.diff(normal, axis=0), axis=1)
    limit = STEEP * 7200 / steps
    jumps = [_bisected(a, b, angles[k], angles[k + 1]) for k in np.flatnonzero(change > limit)]
    return {
        "angle": angles.tolist(),
        "depth": depth.tolist(),
        "normal": normal.tolist(),
        "steepest_depth": float((np.abs(np.diff(depth)) / np.diff(angles)).max()),
        "steepest_normal": float(change[change <= limit].max(initial=0.0) * steps / (2.0 * np.pi)),
        "jumps": jumps,
        "ties": sum(jump["difference"] <= EQUAL for jump in jumps),
    }


def _bisected(a: Solid, b: Solid, low: float, high: float) -> Report:
    """Where a normal jumps, to the last bit, and by how much the depths there differ."""
    first = penetration(a, b, REST, turned(low)).direction
    last = penetration(a, b, REST, turned(high)).direction
    while low < (middle := 0.5 * (low + high)) < high:
        normal = penetration(a, b, REST, turned(middle)).direction
        if np.linalg.norm(normal - first) <= np.linalg.norm(normal - last):
            low, first = middle, normal
        else:
            high, last = middle, normal
    pose = turned(low)
    depths = [_depth_along(a, b, pose, n) for n in (first, last)]
    return {"angle": low, "difference": abs(depths[1] - depths[0])}


def _depth_along(a: Solid, b: Solid, pose: Array, n: Array) -> float:
    """How far B has to go along a direction: between the supporting planes."""
    far = float(a.support(n) @ n)
    near = pose[:3, :3] @ b.support(-(pose[:3, :3].T @ n)) + pose[:3, 3]
    return far - float(near @ n)


def contact_sweep(per_decade: int = 4, seed: int = 2) -> Report:
    """Found gap, and normal, of pairs moved along their normal through contact.

    Moved along the contact normal, the gap changes by just that much; so its true value is known
    everywhere from one measurement by the reference.
    """
    sizes = np.logspace(-15, -1, 14 * per_decade + 1)
    wished = np.concatenate([-sizes[::-1], [0.0], sizes])
    found: Report = {"gap": wished.tolist(), "pairs": {}}
    for first, second in THROUGH:
        a, b = convex_shape(first), convex_shape(second)
        pose = moved_to_gap(a, b, convex_poses(a, b, (0, 0, 1), seed).matrices, np.array([0.1]))[0]
        normal = distance(a, b, REST, pose).normal
        base = float(reference_gap(a, b, REST, pose, normal))
        poses = np.tile(pose, (len(wished), 1, 1))
        poses[:, :3, 3] += (wished - base)[:, None] * normal
        deep = penetration(a, b, REST, poses)
        gap = np.asarray(distance(a, b, REST, poses).distance) - np.asarray(deep.depth)
        # Half the angle from its chord: an arc cosine would lose it.
        chord = np.linalg.norm(np.asarray(deep.direction) - normal, axis=1)
        found["pairs"][f"{first}-{second}"] = {
            "found": gap.tolist(),
            "error": np.abs(gap - wished).tolist(),
            "turned": (2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))).tolist(),
        }
    return found
