"""The furthest point of a convex shape, and of the difference of two, in a direction.

A shape is a packed row (:mod:`impinge.geometry.kernels.convex_row`): the sum of a core and a ball.
Everything here is about cores; the ball's radius is added to what was found for them.
"""

from math import sqrt
from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import apply_transposed, moved
from impinge.core.simd import furthest
from impinge.core.vec import along, sub
from impinge.geometry.kernels import convex_row as packed
from impinge.geometry.kernels.cells import furthest_by_cells

RIM = 1 << 20
"""Ids from here on are no vertices: the point is on a curve or a curved face."""


@inlined
def signed_as(size, x):
    """``size`` with the sign of ``x``; positive for zero."""
    return size if x >= 0.0 else -size


@inlined
def furthest_of_vertices(rows, start, d):
    """The vertex of a hull that is furthest along ``d``, and its number."""
    if rows[start + packed.ACROSS] > 0.0:
        return furthest_by_cells(rows, start, d)
    stride = int(rows[start + packed.STRIDE])
    x = start + int(rows[start + packed.AT_VERTICES])
    k = furthest(rows, x, stride, d[0], d[1], d[2])
    y = x + stride
    z = y + stride
    return (rows[x + k], rows[y + k], rows[z + k]), k


@inlined
def furthest_of_disc(radius, d):
    """The point of a disc about the z axis that is furthest along ``d``; its centre for d = z."""
    length = sqrt(d[0] * d[0] + d[1] * d[1])
    if length > 0.0:
        return radius * (d[0] / length), radius * (d[1] / length), length
    return 0.0, 0.0, 0.0


@kernel
def furthest_of_round(rows, start, kind, d):
    """The furthest point of a cylinder, cone or ellipsoid."""
    a = rows[start + packed.SIZES]
    b = rows[start + packed.SIZES + 1]
    if kind == packed.ELLIPSOID:
        c = rows[start + packed.SIZES + 2]
        x, y, z = a * d[0], b * d[1], c * d[2]
        # Scaled by the largest, so that a flat ellipsoid's squares do not vanish.
        largest = max(abs(x), abs(y), abs(z))
        if not largest > 0.0:
            return (0.0, 0.0, signed_as(c, d[2])), RIM
        x, y, z = x / largest, y / largest, z / largest
        s = 1.0 / sqrt(x * x + y * y + z * z)
        return (a * (x * s), b * (y * s), c * (z * s)), RIM
    x, y, length = furthest_of_disc(a, d)
    if kind == packed.CYLINDER:
        return (x, y, signed_as(b, d[2])), RIM
    # A cone: its apex, or a point of the rim.
    if b * d[2] > a * length - b * d[2]:
        return (0.0, 0.0, b), 0
    return (x, y, -b), RIM


@inlined
def furthest_of_core(rows, start, d):
    """The point of a shape's core that is furthest along ``d``, its frame; and its number."""
    kind = int(rows[start + packed.KIND])
    if kind == packed.BOX:
        p = (
            signed_as(rows[start + packed.SIZES], d[0]),
            signed_as(rows[start + packed.SIZES + 1], d[1]),
            signed_as(rows[start + packed.SIZES + 2], d[2]),
        )
        return p, (d[0] >= 0.0) + 2 * (d[1] >= 0.0) + 4 * (d[2] >= 0.0)
    if kind == packed.HULL:
        return furthest_of_vertices(rows, start, d)
    if kind == packed.SEGMENT:
        return (0.0, 0.0, signed_as(rows[start + packed.SIZES], d[2])), 1 * (d[2] >= 0.0)
    if kind == packed.POINT:
        return (0.0, 0.0, 0.0), 0
    return furthest_of_round(rows, start, kind, d)


class Pair(NamedTuple):
    """Two packed shapes, and what takes coordinates of B to those of A."""

    rows_a: Any
    start_a: int
    rows_b: Any
    start_b: int
    rotation: tuple[float, ...]
    shift: tuple[float, ...]


@inlined
def in_frame_of_b(pair, p):
    """A point of A's frame in that of B."""
    return apply_transposed(pair.rotation, sub(p, pair.shift))


@merged
def moved_by(pair, way, n):
    """The same shapes with B moved by ``way`` along ``n``.

    Merged, since it returns arrays to functions that count them and to such that do not.
    """
    shift = along(pair.shift, way, n)
    return Pair(pair.rows_a, pair.start_a, pair.rows_b, pair.start_b, pair.rotation, shift)


@inlined
def difference_point(pair, d):
    """The point w = b - a of the difference B - A that is least along ``d``.

    ``d`` and the answer are in the frame of A. Returns w, a, and the numbers of both points: A's
    furthest along ``d`` and B's furthest against it, so that ``w . d`` is the width of the slab
    between their supporting planes: the gap along ``d``, for a unit vector.
    """
    a, i = furthest_of_core(pair.rows_a, pair.start_a, d)
    turned = apply_transposed(pair.rotation, (-d[0], -d[1], -d[2]))
    b, j = furthest_of_core(pair.rows_b, pair.start_b, turned)
    return sub(moved(pair.rotation, pair.shift, b), a), a, i, j


@kernel
def look_along(pair, d):
    """As difference_point, but a function of its own, for callers that ask in many places."""
    return difference_point(pair, d)
