"""Columns of the answer about one pair of moving shapes, and how it is written."""

from math import inf

from impinge.core.jit import inlined
from impinge.narrow.kernels import pair_row

TIME, STATUS, UPPER, GAP, DEPTH = 0, 1, 2, 3, 4
POINT_A, POINT_B, NORMAL = 5, 8, 11
"""Three numbers each, world frame, at TIME."""
FEATURE_A, FEATURE_B, PART_A, PART_B = 14, 15, 16, 17
STEPS = 18
IMPACT_ROW = 19
"""Numbers of a row."""

FREE, HIT, STARTED_TOUCHING, OUT_OF_BUDGET = range(4)
"""What STATUS says."""


@inlined
def put_impact(out, status, t, steps, row):
    """An answer at time ``t`` from what was measured there, a row of ``pair_row``; UPPER is left
    open, and how deep meshes start in each other is not looked at.
    """
    out[STATUS], out[STEPS] = status, steps
    out[TIME] = inf if status == FREE else t
    out[UPPER] = 0.0 if status == STARTED_TOUCHING else inf
    # A distance: what overlaps has none.
    out[GAP], out[DEPTH] = max(row[pair_row.GAP], 0.0), 0.0
    for k in range(3):
        out[POINT_A + k] = row[pair_row.POINT_A + k]
        out[POINT_B + k] = row[pair_row.POINT_B + k]
        out[NORMAL + k] = row[pair_row.NORMAL + k]
    out[FEATURE_A], out[FEATURE_B] = row[pair_row.FEATURE_A], row[pair_row.FEATURE_B]
    out[PART_A], out[PART_B] = -1.0, -1.0
