"""Columns of a row of first contacts, shapes or features, and what its status says."""

from math import inf

from impinge.core.row_layout import Layout, negated
from impinge.geometry.kernels.features import swapped_natures

FREE, HIT, STARTED_TOUCHING, OUT_OF_BUDGET = range(4)
"""What STATUS says."""

LAYOUT = Layout(
    swap={"normal": negated, "nature": swapped_natures},
    time=1, status=1, upper=1, gap=1, depth=1, point_a=3, point_b=3, normal=3,
    nature=1, feature_a=1, feature_b=1, part_a=1, part_b=1, steps=1,
)  # fmt: skip
"""Of two moving shapes; points and normal are those at TIME, world frame."""
TIME, STATUS, UPPER, GAP, DEPTH = LAYOUT.columns("time", "status", "upper", "gap", "depth")
POINT_A, POINT_B, NORMAL = LAYOUT.columns("point_a", "point_b", "normal")
NATURE, STEPS = LAYOUT.columns("nature", "steps")
FEATURE_A, FEATURE_B, PART_A, PART_B = LAYOUT.columns("feature_a", "feature_b", "part_a", "part_b")
IMPACT_ROW = LAYOUT.width

FREE_ROW = LAYOUT.row(
    time=inf, status=FREE, upper=inf, gap=inf, point_a=inf, point_b=inf,
    nature=-1, feature_a=-1, feature_b=-1, part_a=-1, part_b=-1,
)  # fmt: skip
"""The row of a pair that never touches: there is no place of contact, as for rays that miss."""
