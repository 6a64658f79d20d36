"""Two posed trees in one frame: exact for triangles, padded for boxes.

**Triangles** are compared in the frame of A, in a common unit: a power of two above every
coordinate involved, so that nothing overflows and scaling both meshes scales the answer exactly.

**Boxes** are compared in float32. When eight boxes of one tree (the wide one) meet a single box of
the other, everything is expressed in box units of the wide tree. In those units let T be the
offset between the two centres, rho the size of the single one's units, u = 2**-24. In the 2-norm,

- a stored frame differs from a rotation by at most 4 u (two rounded rows, third by cross product),
  so that using its transpose for its inverse errs by 8 u;
- the rotation rounded to float32 errs by 2 u, each product of two matrices adds 9 u: the turn
  from node to single box errs by (2 + 9) + 9 + 8 = 28 u;
- centres and half extents have norms below 3, so an offset d errs by 84 u from the turn, 16 u from
  its own roundings, 12 u |T| from rounding and turning T, 14 u rho from the single box's centre;
- reaches err by 84 u from the turn and 15 u (1 + rho) from rounding along the single box's axes;
  along the eight boxes' axes by 52 u times 3 since these are not quite orthonormal, and d is turned
  once more, which adds 6 u (3 + |T| + 3 rho);
- the gap along the line of centres, divided by |d|, errs by twice the error of d and the reach's.

The sum is below u (299 + 24 |T| + 47 rho) in all cases. The pad is u (384 + 32 |T| + 64 rho),
and each half extent of the single box grows by it, which adds at least as much to the reach along
every axis. T itself is a difference in float64 whose terms are at most 4 in the common unit, and
errs by 2**-49 of that. The same bounds hold whether or not multiplications and additions are fused.
"""

import numpy as np

from impinge.core.jit import inlined, merged
from impinge.core.mat import (
    apply_transposed,
    moved,
    rotation_of,
    single9,
    translation_of,
    transposed,
)
from impinge.core.vec import neg, norm, scale, sub
from impinge.hierarchy.kernels.binary import power_of_two_above
from impinge.hierarchy.kernels.node import EXTENT, LEAF_SIZE, UNIT, centre_of, corners
from impinge.hierarchy.kernels.one_tree import largest_of

ROUNDING = 2.0**-24
LARGEST_RATIO = 2.0**40
"""A tree more than this much larger than the other sees it as a point, padded."""
FINEST = 2.0**50
"""A tree whose boxes are smaller than this share of the common unit is seen as a point, padded."""


@inlined
def rotated_into(a, b):
    """The rotation ``a^T b``."""
    x = apply_transposed(a, (b[0], b[3], b[6]))
    y = apply_transposed(a, (b[1], b[4], b[7]))
    z = apply_transposed(a, (b[2], b[5], b[8]))
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


@inlined
def relation_of(pose_a, pose_b):
    """The rotation and shift that take coordinates of B to those of A."""
    turn = rotation_of(pose_a)
    rotation = rotated_into(turn, rotation_of(pose_b))
    return rotation, apply_transposed(turn, sub(translation_of(pose_b), translation_of(pose_a)))


@merged
def row_of(rows, i):
    """Row ``i`` of a batch, or its only one, which goes with all."""
    return rows[i if len(rows) > 1 else 0]


@inlined
def row_in(rows, k):
    """The ``k``-th of some rows; of all, if none are listed."""
    return rows[k] if len(rows) > 0 else k


@inlined
def pair_at(pairs, k, poses_a, poses_b):
    """Numbers of shape and pose of A, and of B; without pairs, pose ``k`` of two shapes."""
    if len(pairs) > 0:
        return pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3]
    first = np.int64(0)
    return first, k if len(poses_a) > 1 else first, first, k if len(poses_b) > 1 else first


@inlined
def relate(place_a, pose_a, place_b, pose_b):
    """B in the frame of A: rotation, translation in the common unit, and what each is scaled by.

    Returns ``(rotation, shift, unit, scale_a, scale_b)``.
    """
    rotation, shift = relation_of(pose_a, pose_b)
    largest, unit = largest_of(shift), max(place_a[UNIT], place_b[UNIT])
    if largest > unit:
        unit = power_of_two_above(largest)
    shift = (shift[0] / unit, shift[1] / unit, shift[2] / unit)
    return rotation, shift, unit, place_a[UNIT] / unit, place_b[UNIT] / unit


@inlined
def scaled_corners(triangles, k, scale_a):
    """The corners of a triangle of A, in the common unit."""
    x, y, z = corners(triangles, k)
    return scale(scale_a, x), scale(scale_a, y), scale(scale_a, z)


@inlined
def moved_corners(triangles, k, turn_b, shift):
    """The corners of a triangle of B, in the frame of A and the common unit.

    ``turn_b`` is the rotation times what B is scaled by.
    """
    p, q, r = corners(triangles, k)
    return moved(turn_b, shift, p), moved(turn_b, shift, q), moved(turn_b, shift, r)


@inlined
def between_centres(rotation, shift, place_a, scale_a, place_b, scale_b):
    """From the centre of A's boxes to that of B's, in the frame of A and the common unit."""
    c = moved(rotation, shift, scale(scale_b, centre_of(place_b)))
    return sub(c, scale(scale_a, centre_of(place_a)))


@inlined
def single(v):
    return (np.float32(v[0]), np.float32(v[1]), np.float32(v[2]))


@inlined
def see(turn, offset, wide, other):
    """What a single box needs to meet boxes of the wide tree, in float32.

    ``turn`` and ``offset`` (common unit) lead from the wide tree to the single box's; ``wide`` and
    ``other`` are the box units of the two. Returns ``(turn, offset, ratio, pad, unit)``, the last
    being the unit all of them are in.
    """
    # Where the second or third is least, the pad (2**-18 of the other tree, 2**-47 of the common
    # unit) is larger than the whole wide tree: where exactly its boxes lie no longer matters, and
    # the numbers stay within float32, far below the extent of an empty lane.
    s = min(1.0 / wide, min(LARGEST_RATIO / other, FINEST))
    ratio = other * s
    t = scale(s, offset)
    pad = ROUNDING * (384.0 + 32.0 * norm(t) + 64.0 * ratio) + 2.0**-47 * s
    return single9(turn), single(t), np.float32(ratio), np.float32(pad), 1.0 / s


@inlined
def see_both(rotation, between, extent_a, extent_b):
    """``see`` for a single box of B before A's nodes, and for one of A before B's."""
    from_a = apply_transposed(rotation, neg(between))
    a_opened = see(transposed(rotation), from_a, extent_a, extent_b)
    return a_opened, see(rotation, between, extent_b, extent_a)


@inlined
def leaf_extent(place_a, scale_a, place_b, scale_b):
    """No two corners of triangles in leaves that pass for overlapping differ by more.

    In the common unit. A box seen along the axes of another is up to 5/3 as large, so that centres
    may be 4/3 of both half diagonals apart without a gap along the six face axes: 7/6 in all.
    """
    sizes = place_a[LEAF_SIZE] * scale_a + place_b[LEAF_SIZE] * scale_b
    extents = place_a[EXTENT] * scale_a + place_b[EXTENT] * scale_b
    # Boxes that pass only because of their pads are at most this far apart.
    return 1.25 * sizes + 2.0**-14 * extents + 2.0**-44
