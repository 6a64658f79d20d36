"""A volume of any kind as a row of numbers, so that one walk serves them all.

=========  =================================================================  =======
kind       its row                                                            numbers
=========  =================================================================  =======
SPHERE     centre, radius                                                     4
OBB        centre, half extents, axes as rows                                 15
ELLIPSOID  centre, radii, axes as rows                                        15
DOP        lowest, then highest values along the directions                   k
CUBE_DOP   the same, where the first three directions are the axes: with      k
           six, a box along them
=========  =================================================================  =======

``directions`` (k/2, 3) belong to k-DOPs; the others leave them unread.
"""

from math import pi, sqrt

import numpy as np

from impinge.bounds.kernels import kdop
from impinge.bounds.kernels.ellipsoid import gap_ellipsoid_ellipsoid, pad_radii
from impinge.bounds.kernels.ellipsoid_fit import COARSE, bound_rows_ellipsoid, merge_rows_ellipsoid
from impinge.bounds.kernels.obb import axes_at, corner_of, gap_obb_obb, half_at, obb_at, store_obb
from impinge.bounds.kernels.obb_fit import bound_corners_obb
from impinge.bounds.kernels.sphere import bound_rows_sphere, gap_sphere_sphere, merge_sphere_sphere
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, times, transposed
from impinge.core.vec import add, load, lower, scale, store, sub, upper

SPHERE, OBB, ELLIPSOID, DOP, CUBE_DOP = 0, 1, 2, 3, 4
OBB_ROW = 15
MOVE_ROUNDING = 2.0**-46
"""Share of the numbers involved that a moved volume grows by: sums of at most seven products, each
rounded a few times, err by less than 2**-49 of the sum of their magnitudes."""
MERGED = 2.0**-4
"""By how much ellipsoids may stick out of one fitted to some of their points: tighter costs more
than a fit to the triangles."""
GAP_STEPS = 2
"""Steps towards the distance of two ellipsoids: a walk asks for a bound, and each costs a test."""
THOMSEN = 1.6075
"""Exponent of a mean of products of radii: an ellipsoid's surface to 1.1 %."""


@kernel
def fit_volume(kind, triangles, first, stop, directions, volumes, row):
    if kind == SPHERE:
        centre, radius = bound_rows_sphere(triangles, first, stop, 3)
        store(volumes, row, centre)
        volumes[row, 3] = radius
    elif kind >= DOP:
        kdop.bound_corners_kdop(triangles, first, stop, directions, volumes, row)
    elif kind == OBB:
        centre, half, axes = bound_corners_obb(triangles, first, stop)
        store_obb(volumes, row, centre, half, axes)
    else:
        centre, radii, axes = bound_rows_ellipsoid(triangles, first, stop, 3, COARSE)
        store_obb(volumes, row, centre, radii, axes)


@kernel
def merge_volumes(kind, volumes, first, count, row):
    """The volume around neighbouring rows; a box keeps the axes that its row has."""
    if kind == SPHERE:
        centre, radius = load(volumes, first), volumes[first, 3]
        for k in range(first + 1, first + count):
            centre, radius = merge_sphere_sphere(centre, radius, load(volumes, k), volumes[k, 3])
        store(volumes, row, centre)
        volumes[row, 3] = radius
    elif kind >= DOP:
        for k in range(volumes.shape[1]):
            volumes[row, k] = volumes[first, k]
        for k in range(first + 1, first + count):
            kdop.merge_kdop_kdop(volumes, row, volumes, k, volumes, row)
    elif kind == ELLIPSOID:
        centre, radii, axes = merge_rows_ellipsoid(volumes, first, count, MERGED)
        store_obb(volumes, row, centre, radii, axes)
    else:
        axes = axes_at(volumes, row)
        low, high = (np.inf, np.inf, np.inf), (-np.inf, -np.inf, -np.inf)
        for k in range(first, first + count):
            centre, half, own = load(volumes, k), half_at(volumes, k), axes_at(volumes, k)
            for corner in range(8):
                p = apply(axes, corner_of(corner, centre, half, own))
                low, high = lower(p, low), upper(p, high)
        middle, half = scale(0.5, add(low, high)), scale(0.5, sub(high, low))
        size = 0.0
        for k in range(3):
            size += abs(low[k]) + abs(high[k])
        pad = MOVE_ROUNDING * size
        half = (half[0] + pad, half[1] + pad, half[2] + pad)
        store_obb(volumes, row, apply(transposed(axes), middle), half, axes)


@kernel
def move_volume(kind, volumes, row, turn, shift, ratio, sides, weights, shifts, out, out_row):
    """The volume in another frame and unit: ``x -> ratio turn x + shift``; a power of two.

    ``sides``, ``weights`` and ``shifts`` are those of ``bound_moved_kdop``, the last for the shift
    divided by the ratio: a k-DOP is moved in its own unit, and what was rounded is a share of its
    size there.
    """
    # Of a k-DOP these say nothing.
    c = scale(ratio, load(volumes, row))
    size = abs(c[0]) + abs(c[1]) + abs(c[2]) + abs(shift[0]) + abs(shift[1]) + abs(shift[2])
    if kind == SPHERE:
        store(out, out_row, moved(turn, shift, c))
        out[out_row, 3] = ratio * volumes[row, 3] * (1.0 + MOVE_ROUNDING) + MOVE_ROUNDING * size
    elif kind >= DOP:
        kdop.bound_moved_kdop(
            volumes, row, sides, weights, shifts, kdop.TURN_ROUNDING, out, out_row
        )
        for k in range(out.shape[1]):
            out[out_row, k] *= ratio
    else:
        h = scale(ratio, half_at(volumes, row))
        pad = MOVE_ROUNDING * (size + h[0] + h[1] + h[2])
        axes = times(axes_at(volumes, row), transposed(turn))
        half = (h[0] + pad, h[1] + pad, h[2] + pad) if kind == OBB else pad_radii(h, pad)
        store_obb(out, out_row, moved(turn, shift, c), half, axes)


@inlined
def box_gap(volumes_a, row_a, volumes_b, row_b):
    """The distance of the boxes along the axes: where they are apart along several, more than the
    largest gap.
    """
    m = volumes_a.shape[1] // 2
    total = 0.0
    for k in range(3):
        ahead = volumes_b[row_b, k] - volumes_a[row_a, m + k]
        behind = volumes_a[row_a, k] - volumes_b[row_b, m + k]
        gap = max(max(ahead, behind), 0.0)
        total += gap * gap
    return sqrt(total) * (1.0 - kdop.GAP_ROUNDING)


@inlined
def gap_in_frame(offset, half, axes, other_half, other_axes):
    """The distance of a box and the box around another along its axes; more than the largest gap
    where they are apart along several.
    """
    d = apply(axes, offset)
    r = times(axes, transposed(other_axes))
    total = 0.0
    size = 0.0
    for k in range(3):
        reach = half[k]
        for j in range(3):
            reach += abs(r[3 * k + j]) * other_half[j]
        gap = max(abs(d[k]) - reach, 0.0)
        total += gap * gap
        size += abs(d[k]) + reach
    return sqrt(total) - MOVE_ROUNDING * size


@kernel
def gap_volumes(kind, volumes_a, row_a, volumes_b, row_b, lengths):
    """A lower bound of the distance of two volumes, where it is positive; else they may overlap."""
    if kind == SPHERE:
        return gap_sphere_sphere(
            load(volumes_a, row_a), volumes_a[row_a, 3], load(volumes_b, row_b), volumes_b[row_b, 3]
        )
    if kind >= DOP:
        gap = kdop.gap_kdop_kdop(volumes_a, row_a, volumes_b, row_b, lengths)
        if kind == CUBE_DOP and gap > 0.0:
            gap = max(gap, box_gap(volumes_a, row_a, volumes_b, row_b))
        return gap
    if kind == ELLIPSOID:
        gap, _ = gap_ellipsoid_ellipsoid(
            obb_at(volumes_a, row_a), obb_at(volumes_b, row_b), GAP_STEPS
        )
        return gap
    centre_a, half_a, axes_a = obb_at(volumes_a, row_a)
    centre_b, half_b, axes_b = obb_at(volumes_b, row_b)
    gap = gap_obb_obb(centre_a, half_a, axes_a, centre_b, half_b, axes_b)
    if gap > 0.0:
        offset = sub(centre_b, centre_a)
        gap = max(gap, gap_in_frame(offset, half_a, axes_a, half_b, axes_b))
        gap = max(gap, gap_in_frame(offset, half_b, axes_b, half_a, axes_a))
    return gap


@kernel
def surface_volume(kind, volumes, row, lengths):
    """Surface of a volume. Of a k-DOP along the axes, that of its box; of another, which has no
    simple one, that of a ball as wide as it is in the mean.
    """
    if kind == SPHERE:
        return 4.0 * pi * volumes[row, 3] * volumes[row, 3]
    if kind == OBB:
        x, y, z = half_at(volumes, row)
        return 8.0 * (x * y + y * z + z * x)
    if kind == ELLIPSOID:
        x, y, z = half_at(volumes, row)
        mean = ((x * y) ** THOMSEN + (y * z) ** THOMSEN + (z * x) ** THOMSEN) / 3.0
        return 4.0 * pi * mean ** (1.0 / THOMSEN)
    m = volumes.shape[1] // 2
    if kind == CUBE_DOP:
        x = volumes[row, m] - volumes[row, 0]
        y = volumes[row, m + 1] - volumes[row, 1]
        z = volumes[row, m + 2] - volumes[row, 2]
        return 2.0 * (x * y + y * z + z * x)
    width = 0.0
    for k in range(m):
        width += (volumes[row, m + k] - volumes[row, k]) / lengths[k]
    width /= m
    return pi * width * width


@kernel
def size_volume(kind, volumes, row, lengths):
    """How large a volume is, to choose which of two to open."""
    return sqrt(surface_volume(kind, volumes, row, lengths))
