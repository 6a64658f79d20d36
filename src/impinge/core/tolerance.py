"""Tolerances, each with its unit, its reason, and what a change of it does."""

from __future__ import annotations

POSE_TOLERANCE = 1e-6
"""Largest deviation of an accepted pose from a rigid motion, entry by entry, no unit.

It is measured on ``R^T R - I`` and on the bottom row. A rotation that went through float32 is off
by some 1e-7 and passes; a scaling of one part in a million does not. Larger would let scaled models
pass as moved ones, smaller would refuse float32 data.
"""

POSE_EXACT = 1e-14
"""A pose that deviates by no more than this is used as it is; above, the nearest rotation is.

Products of a few float64 rotations stay below it, so that the common case is not touched. Larger
would let the deviation show in distances: a point at radius r is displaced by about half of it
times r.
"""

POSE_SINGULAR = 1e-12
"""A 3x3 block whose determinant is below this share of the product of its column lengths is flat.

It only chooses the words of an error: such a block is refused in any case.
"""

COORDINATE_LIMIT = 1e150
"""Coordinates and translations [m] must stay below this in magnitude.

A distance is a root of squares: above, the squares leave the range of a float64. No length that is
meant is anywhere near; a value above is a sentinel or a broken file. Larger would need a scaling in
each sum of squares, also in the user's.
"""
