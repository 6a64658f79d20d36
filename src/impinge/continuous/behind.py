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
        left &= times + behind <= options.max_time
        for span in motion.spans(options.max_time) if left.any() else ():
            later = times + behind
            rows = np.flatnonzero(left & (later > span.start) & (later <= span.stop))
            if len(rows):
                poses = motion.poses(span, rows, later[rows])
                margin, solid = options.margin, options.solid
                seen = np.asarray(OVERLAP(a, poses[0], b, poses[1], margin, solid))
                out[rows[seen], impact_row.UPPER] = later[rows[seen]]
