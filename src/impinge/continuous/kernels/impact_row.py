"""Columns of the answer about one pair of moving shapes."""

TIME, STATUS, UPPER, GAP, DEPTH = 0, 1, 2, 3, 4
POINT_A, POINT_B, NORMAL = 5, 8, 11
"""Three numbers each, world frame, at TIME."""
FEATURE_A, FEATURE_B, PART_A, PART_B = 14, 15, 16, 17
STEPS = 18
IMPACT_ROW = 19
"""Numbers of a row."""

FREE, HIT, STARTED_TOUCHING, OUT_OF_BUDGET = range(4)
"""What STATUS says."""
