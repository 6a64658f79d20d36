"""The row of a result about two shapes: its layout, and how kernels write it."""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.mat import apply, moved, rotation_of, translation_of
from impinge.core.row_layout import Layout
from impinge.narrow.kernels.corners import vector_at

PAIR = Layout(
    swap={"normal": np.negative},
    gap=1, point_a=3, point_b=3, normal=3, feature_a=1, feature_b=1, lower=1, kind=1,
    box_tests=1, triangle_tests=1,
)  # fmt: skip
"""``gap`` is a signed or unsigned distance, or a depth; ``lower`` bounds it from below. ``kind``
says what depth it is. The last two are the cost of tree walks."""
LAYOUT = PAIR.extended(part_a=1, part_b=1)
"""Where a shape is a compound: also which of its parts."""
GAP, POINT_A, POINT_B, NORMAL = PAIR.columns("gap", "point_a", "point_b", "normal")
FEATURE_A, FEATURE_B, LOWER, KIND = PAIR.columns("feature_a", "feature_b", "lower", "kind")
BOX_TESTS, TRIANGLE_TESTS = PAIR.columns("box_tests", "triangle_tests")
PART_A, PART_B = LAYOUT.columns("part_a", "part_b")
PAIR_ROW, WITH_PARTS = PAIR.width, LAYOUT.width


@inlined
def write_pair(out, gap, n, on_a, feature_a, feature_b, lower):
    """Signed gap, unit normal from A to B, the point on A; the one on B is a gap away."""
    out[GAP] = gap
    for k in range(3):
        out[POINT_A + k], out[NORMAL + k] = on_a[k], n[k]
        out[POINT_B + k] = on_a[k] + gap * n[k]
    out[FEATURE_A], out[FEATURE_B], out[LOWER] = feature_a, feature_b, lower
    out[KIND] = out[BOX_TESTS] = out[TRIANGLE_TESTS] = 0.0


@inlined
def write_points(out, p):
    """One point of both shapes."""
    for k in range(3):
        out[POINT_A + k] = out[POINT_B + k] = p[k]


@inlined
def copy_pair(source, out):
    for k in range(PAIR_ROW):
        out[k] = source[k]


@inlined
def scale_pair(unit, out):
    """The same answer in another unit of length."""
    out[GAP] *= unit
    out[LOWER] *= unit
    for k in range(6):
        out[POINT_A + k] *= unit


@inlined
def swap_pair(out):
    """The same answer about (B, A)."""
    for k in range(3):
        out[POINT_A + k], out[POINT_B + k] = out[POINT_B + k], out[POINT_A + k]
        out[NORMAL + k] = -out[NORMAL + k]
    out[FEATURE_A], out[FEATURE_B] = out[FEATURE_B], out[FEATURE_A]


@inlined
def move_pair(turn, origin, out):
    """The points and the normal, in the frame that ``turn`` and ``origin`` lead to."""
    a = moved(turn, origin, vector_at(out, POINT_A))
    b = moved(turn, origin, vector_at(out, POINT_B))
    n = apply(turn, vector_at(out, NORMAL))
    for k in range(3):
        out[POINT_A + k], out[POINT_B + k], out[NORMAL + k] = a[k], b[k], n[k]


@inlined
def answer_to_world(pose, out):
    """An answer in the frame of A, whose pose this is, in the world."""
    move_pair(rotation_of(pose), translation_of(pose), out)
