"""Columns of the answer about one pair of convex shapes, and how it is written.

The first twelve are those of :mod:`impinge.narrow.kernels.witness`, with a signed distance.
"""

from impinge.core.jit import inlined, uncounted
from impinge.core.mat import apply, moved, rotation_of, translation_of

GAP, POINT_A, POINT_B, NORMAL, FEATURE_A, FEATURE_B, LOWER, STEPS = 0, 1, 4, 7, 10, 11, 12, 13
PAIR_ROW = 14
PART_A, PART_B = 14, 15
WITH_PARTS = 16
"""Two more columns where a shape is a compound: which of its parts."""


@inlined
@uncounted
def write_pair(out, gap, n, on_a, feature_a, feature_b, lower, steps):
    """Signed gap, unit normal from A to B, the point on A; the one on B is a gap away."""
    out[GAP] = gap
    for k in range(3):
        out[POINT_A + k] = on_a[k]
        out[POINT_B + k] = on_a[k] + gap * n[k]
        out[NORMAL + k] = n[k]
    out[FEATURE_A] = feature_a
    out[FEATURE_B] = feature_b
    out[LOWER] = lower
    out[STEPS] = steps


@inlined
@uncounted
def swap_pair(out):
    """The same answer about (B, A)."""
    for k in range(3):
        out[POINT_A + k], out[POINT_B + k] = out[POINT_B + k], out[POINT_A + k]
        out[NORMAL + k] = -out[NORMAL + k]
    out[FEATURE_A], out[FEATURE_B] = out[FEATURE_B], out[FEATURE_A]


@inlined
@uncounted
def to_world(turn, origin, at, out):
    p = moved(turn, origin, (out[at], out[at + 1], out[at + 2]))
    for k in range(3):
        out[at + k] = p[k]


@inlined
@uncounted
def answer_to_world(pose, out):
    """An answer in the frame of A, whose pose this is, in the world."""
    turn, origin = rotation_of(pose), translation_of(pose)
    to_world(turn, origin, POINT_A, out)
    to_world(turn, origin, POINT_B, out)
    n = apply(turn, (out[NORMAL], out[NORMAL + 1], out[NORMAL + 2]))
    for k in range(3):
        out[NORMAL + k] = n[k]
