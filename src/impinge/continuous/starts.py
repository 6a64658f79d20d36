"""What touches before anything moves: how deep, and what is inside of what is filled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import copy_witness
from impinge.core.errors import ImpingeError
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row
from impinge.narrow.penetration import PENETRATION

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def tell_starts(a: Any, b: Any, motion: PairMotion, options: Options, out: Floats) -> None:
    """Depths of rows that start touching; and rows that start inside a filled mesh."""
    held = np.zeros(len(out), np.bool_)
    if options.solid:
        touching = out[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
        rows = np.flatnonzero(~touching | (out[:, impact_row.GAP] > options.margin))
        poses = motion.poses_at(rows, np.zeros(len(rows)))
        found = DISTANCE(a, poses[0], b, poses[1], True)._rows
        inside = found[:, pair_row.GAP] <= options.margin
        rows, found = rows[inside], found[inside]
        held[rows] = True
        out[rows, impact_row.STATUS] = impact_row.STARTED_TOUCHING
        out[rows, impact_row.TIME] = out[rows, impact_row.UPPER] = 0.0
        copy_witness(found, rows, out)
    deep = (out[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING) & (
        out[:, impact_row.GAP] <= 0.0
    )
    rows = np.flatnonzero(deep)
    if len(rows) and options.measured:
        poses = motion.poses_at(rows, np.zeros(len(rows)))
        out[rows, impact_row.DEPTH] = depths(a, b, *poses, held[rows])


def depths(a: Any, b: Any, poses_a: Floats, poses_b: Floats, held: Flags) -> Floats:
    """(n,) float64: how deep shapes are in each other [m]; infinite where that is not known, or no
    translation separates them.

    What :func:`~impinge.narrow.penetration` is asked for if nothing is said. Where that is not to
    be had, as of open surfaces that cut each other, or says nothing, as of shapes that are ``held``
    inside a filled one without touching it, the depth of their hulls.
    """
    found = np.array([_depth(a, b, *poses, None) for poses in zip(poses_a, poses_b, strict=True)])
    for k in np.flatnonzero(np.isinf(found) | (held & (found == 0.0))):
        hull = _depth(a, b, poses_a[k], poses_b[k], "convex")
        found[k] = hull if hull > 0.0 else np.inf
    return found


def _depth(a: Any, b: Any, pose_a: Floats, pose_b: Floats, kind: str | None) -> float:
    try:
        return float(PENETRATION(a, pose_a, b, pose_b, kind, None).depth)
    except ImpingeError:
        return np.inf
