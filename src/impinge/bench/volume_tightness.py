"""How much larger volumes are than the convex hull of what they enclose."""

from __future__ import annotations

from math import exp, log, pi

import numpy as np

from impinge.bounds.kernels.volume import OBB, SPHERE
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.widen import COUNT, FIRST

LEAST_TRIANGLES = 16
"""In a node whose tightness counts: hulls of fewer are nearly flat, and any volume of one is
infinitely loose."""
MOST_NODES = 64
"""Nodes that are looked at, about, spread evenly over those large enough."""
FLAT = 1e-12
"""Hulls below this share of the volume around them count as flat."""


def tightness(tree: VolumeTree) -> dict[str, float | None]:
    """Volume over that of the convex hull: of the root, and the geometric mean over nodes.

    None where every hull is flat.
    """
    large = np.flatnonzero(tree._rows[:, COUNT] >= LEAST_TRIANGLES)
    chosen = large[:: max(1, len(large) // MOST_NODES)]
    ratios = [_ratio(tree, int(row)) for row in [0, *chosen]]
    known = [log(ratio) for ratio in ratios[1:] if ratio is not None]
    return {"root": ratios[0], "mean": exp(sum(known) / len(known)) if known else None}


def volume_of(tree: VolumeTree, row: int) -> float:
    """Of one node, in the cube of the tree's unit."""
    from impinge.bounds.kdop import Kdop

    numbers = tree._volumes[row]
    if tree._kind == SPHERE:
        return float(4.0 / 3.0 * pi * numbers[3] ** 3)
    if tree._kind == OBB:
        return float(8.0 * np.prod(numbers[3:6]))
    m = len(tree._directions)
    return Kdop(2 * m, numbers[:m], numbers[m:]).volume


def _ratio(tree: VolumeTree, row: int) -> float | None:
    """None where the hull is flat."""
    from scipy.spatial import ConvexHull, QhullError

    first = tree._rows[row, FIRST]
    corners = tree._triangles[first : first + tree._rows[row, COUNT], :9].reshape(-1, 3)
    try:
        hull = float(ConvexHull(corners).volume)
        volume = volume_of(tree, row)
    except QhullError:
        return None
    return volume / hull if hull > FLAT * volume else None
