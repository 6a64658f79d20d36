"""The first triangle of a tree that a ray meets.

**Boxes.** A ray in the frame F of a node's boxes is F o + t F d, whether or not F is a rotation.
The triangles' test takes a vertex for one that is off by at most 8 u |vertex - o|, u = 2**-53
(a difference, a shear, another difference), and so may hit a triangle that the ray passes by as
little. F o and F d, and the ends of the intervals of t, err by 8 u of the same reach. So the boxes
are enlarged by 2**-46 of the reach, 128 u, and the latest entry is compared with the earliest exit
after both were rounded apart by 4 u (Ize 2013 [Ize2013]_): no triangle that would be hit is missed.

**Far origins.** An origin many sizes away is first moved along the ray to the mesh. It is rounded
there once, by what the distance does not resolve, and the same for all triangles: no gap opens
between neighbours, and the reach above is that of the mesh.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply, apply_transposed, rotation_of
from impinge.core.row_layout import Layout
from impinge.core.vec import along, cross, dot, load, neg, norm, scale, store, sub, unit_vector
from impinge.geometry.kernels.intersect import overlap_segment_triangle
from impinge.geometry.kernels.ray import cast_ray_triangle
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.node import centre_of, child_at, corners, frame_of, leaf_range
from impinge.hierarchy.kernels.one_tree import (
    in_common_unit,
    largest_of,
    make_stack,
    push_sorted,
    to_body,
)
from impinge.hierarchy.kernels.tree_arrays import as_tree

LAYOUT = Layout(point=3, distance=1, normal=3, feature=1, box_tests=1, tests=1)
POINT, DISTANCE, NORMAL, FEATURE = LAYOUT.columns("point", "distance", "normal", "feature")
BOX_TESTS, TESTS = LAYOUT.columns("box_tests", "tests")
ROW = LAYOUT.width
"""Columns of an answer."""
REACH_PAD = 2.0**-46
APART = 1.0 + 2.0**-50
FAR = 16.0
"""Extents of the mesh from which on an origin is moved nearer."""
NOT_PARALLEL = 1e-290
"""Least rate along an axis: a division by it keeps its sign, and does not overflow in the mesh."""


@inlined
def away_from_zero(x):
    if abs(x) >= NOT_PARALLEL:
        return x
    return NOT_PARALLEL if x >= 0.0 else -NOT_PARALLEL


@inlined
def enter_lane(nodes, row, lane, o, d, extent, pad):
    """First parameter t >= 0 at which the ray is in a lane's box, or inf; ``d`` has no zeros."""
    enter = 0.0
    leave = inf
    for k in range(3):
        c = nodes[row, WIDTH * k + lane] * extent - o[k]
        h = nodes[row, HALF + WIDTH * k + lane] * extent + pad
        near, far = (c - h) / d[k], (c + h) / d[k]
        enter = max(enter, min(near, far))
        leave = min(leave, max(near, far))
    return enter if enter <= leave * APART else inf


@inlined
def push_entered(nodes, row, o, d, extent, pad, limit, slots, keys, top):
    """Push the lanes of a node which the ray enters before ``limit``.

    ``o`` is the origin from the centre of the boxes, ``d`` the direction, in the mesh's frame.
    """
    f = frame_of(nodes, row)
    o = apply(f, o)
    d = apply(f, d)
    d = (away_from_zero(d[0]), away_from_zero(d[1]), away_from_zero(d[2]))
    bottom = top
    for lane in range(WIDTH):
        if nodes[row, HALF + lane] >= 0.0:
            enter = enter_lane(nodes, row, lane, o, d, extent, pad)
            if enter < limit:
                top = push_sorted(slots, keys, bottom, top, 8 * row + lane, enter)
    return top


@inlined
def reach_pad(o, extent):
    return REACH_PAD * (abs(o[0]) + abs(o[1]) + abs(o[2]) + 4.0 * extent)


@inlined
def in_range(p, a, b, c):
    """Is the point in the axis-aligned box of the triangle?"""
    return (
        min(a[0], min(b[0], c[0])) <= p[0] <= max(a[0], max(b[0], c[0]))
        and min(a[1], min(b[1], c[1])) <= p[1] <= max(a[1], max(b[1], c[1]))
        and min(a[2], min(b[2], c[2])) <= p[2] <= max(a[2], max(b[2], c[2]))
    )


@inlined
def on_triangle(p, a, b, c):
    """Is the point in the closed triangle? Exact."""
    return in_range(p, a, b, c) and overlap_segment_triangle(p, p, a, b, c)


@inlined
def moved_nearer(place, o, d):
    """(origin in the mesh's unit, parameter in metres where it lies on the ray)."""
    unit, s, o, w, extent = in_common_unit(place, o)
    start = 0.0
    if largest_of(w) > FAR * extent:
        start = max(-dot(w, d) - 4.0 * extent, 0.0)
    return scale(1.0 / s, along(o, start, d)), start * unit


@kernel
def walk_ray(tree, o, d, slots, keys):
    """(distance, place of the triangle, box tests, triangle tests); inf and -1 for no hit.

    Origin and unit direction are given in the frame of the mesh.
    """
    nodes, triangles, place = tree
    o, start = moved_nearer(place, o, d)
    w, extent = sub(o, centre_of(place)), place[node.EXTENT]
    pad = reach_pad(w, extent)
    best = inf
    hit = -1
    boxes = WIDTH
    tests = 0
    top = push_entered(nodes, 0, w, d, extent, pad, best, slots, keys, 0)
    while top > 0:
        top -= 1
        if not keys[top] < best:
            continue
        child = child_at(nodes, slots[top])
        if child >= 0:
            boxes += WIDTH
            top = push_entered(nodes, child, w, d, extent, pad, best, slots, keys, top)
            continue
        begins = start == 0.0 and keys[top] == 0.0
        first, stop = leaf_range(child)
        for i in range(first, stop):
            tests += 1
            a, b, c = corners(triangles, i)
            t = cast_ray_triangle(o, d, a, b, c)
            # Rounding may put a triangle on which the ray begins behind it.
            if begins and t > 0.0 and on_triangle(o, a, b, c):
                t = 0.0
            if t < best:
                best = t
                hit = i
    return start + best * place[node.UNIT], hit, boxes, tests


@inlined
def normal_against(d, a, b, c):
    """Unit normal of the triangle that looks against ``d``; -d where it has no area."""
    u, v = sub(b, a), sub(c, a)
    lu, lv = largest_of(u), largest_of(v)
    if lu == 0.0 or lv == 0.0:
        return neg(d)
    n = cross(scale(1.0 / lu, u), scale(1.0 / lv, v))
    length = norm(n)
    if length == 0.0:
        return neg(d)
    n = scale(1.0 / length, n)
    return neg(n) if dot(n, d) > 0.0 else n


@kernel
def first_zero_row(directions):
    """The first row without length, or -1."""
    for i in range(len(directions)):
        if largest_of(load(directions, i)) == 0.0:
            return i
    return -1


@inlined
def write_hit(rows, i, origin, direction, distance, n, feature):
    """An answer in the world frame, without its costs; for a distance of inf, no hit."""
    store(rows, i, along(origin, distance, direction) if distance < inf else (inf, inf, inf))
    rows[i, DISTANCE], rows[i, FEATURE] = distance, feature
    rows[i, NORMAL], rows[i, NORMAL + 1], rows[i, NORMAL + 2] = n


@inlined
def answer_ray(tree, pose, origin, direction, slots, keys, rows, i):
    """Row ``i`` of ``rows`` answers a ray with a unit direction, in the world frame."""
    rotation = rotation_of(pose)
    d = apply_transposed(rotation, direction)
    distance, hit, boxes, tests = walk_ray(tree, to_body(pose, origin), d, slots, keys)
    rows[i, BOX_TESTS], rows[i, TESTS] = boxes, tests
    n, face = (0.0, 0.0, 0.0), -1.0
    if hit >= 0:
        a, b, c = corners(tree.triangles, hit)
        n, face = apply(rotation, normal_against(d, a, b, c)), tree.triangles[hit, 9]
    write_hit(rows, i, origin, direction, distance, n, face)


@kernel
def cast_ray_rows(tree, pose, origins, directions, rows, start, stop):
    """Row ``i`` of ``rows`` answers ray ``i``, in the world frame."""
    arrays = as_tree(tree)
    slots, keys = make_stack(arrays.place)
    for i in range(start, stop):
        direction, _ = unit_vector(load(directions, i))
        answer_ray(arrays, pose, load(origins, i), direction, slots, keys, rows, i)
