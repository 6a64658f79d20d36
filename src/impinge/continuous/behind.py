"""A time shortly behind a contact at which shapes are seen to overlap: then it lies in between."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.narrow.overlap import OVERLAP

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

BEHIND = (1e-6, 1e-5, 1e-4, 1e-3)
"""Shares of the step by which shapes are looked at behind a contact. Times are early by the first;
what has not met by the last grazes."""


def look_behind(a: Any, b: Any, motion: PairMotion, options: Options, out: Floats) -> None:
    """Fill ``UPPER`` of rows that hit, where the search has not seen an overlap itself."""
    hit = out[:, impact_row.STATUS] == impact_row.HIT
    times = out[:, impact_row.TIME]
    for behind in BEHIND:
        left = hit & np.isinf(out[:, impact_row.UPPER])
        if not left.any():
            return
        later = times + behind
        rows = np.flatnonzero(left & (later <= options.max_time))
        seen = rows[touching_at(a, b, motion, options, rows, later[rows])]
        out[seen, impact_row.UPPER] = later[seen]


def touching_at(
    a: Any, b: Any, motion: PairMotion, options: Options, rows: Ids, times: Floats
) -> NDArray[np.bool_]:
    """Which rows overlap, or are within the margin, each at a time."""
    if not len(rows):
        return np.zeros(0, np.bool_)
    poses_a, poses_b = motion.poses_at(rows, times)
    return np.asarray(OVERLAP(a, poses_a, b, poses_b, options.margin, options.solid))
