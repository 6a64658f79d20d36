"""Is a point inside? Exact crossings of a half-line along an axis; for reference, solid angles.

Along an axis, nothing has to be computed to see a triangle from the point: two coordinates of each
vertex are its place in the plane, and exact signs say whether the triangle covers the point, and
whether it lies ahead. Where the half-line meets an edge or a vertex, the point is thought of as
moved by (delta, epsilon) in the plane, epsilon far below delta, both below everything else
(Edelsbrunner and Muecke 1990 [Edelsbrunner1990]_): an edge answers the same for both its
faces, so a closed mesh is crossed consistently, whatever its shape.

A point is below a height field by the triangle it stands over, exactly too.
"""

from math import inf, pi

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.vec import load, scale, sub
from impinge.geometry.kernels.intersect import without_dust
from impinge.geometry.kernels.orientation import orient2d_sign, orient3d_sign
from impinge.geometry.kernels.ray import main_axis, solid_angle_triangle, upright
from impinge.hierarchy.kernels.node import EXTENT, UNIT, centre_of, child_at, corners, leaf_range
from impinge.hierarchy.kernels.one_tree import largest_of, make_stack, to_body
from impinge.hierarchy.kernels.ray import on_triangle, push_entered, reach_pad
from impinge.hierarchy.kernels.tree_arrays import as_tree

ON_SURFACE = 2
TINY = 2.0**-250
"""Coordinates, in units, that are taken for none: signs are exact as long as products of three, and
their roundings, are numbers. Of a metre that is 1e-75."""


@inlined
def without_tiny(p):
    return without_dust(p, TINY, TINY, TINY)


@inlined
def edge_passes(p, a, b):
    """Does the edge ab meet the half-line from ``p``, moved as said above, to the right?"""
    if (a[1] > p[1]) == (b[1] > p[1]):
        return False
    side = orient2d_sign(a[0], a[1], b[0], b[1], p[0], p[1])
    # On the edge, moving by delta puts the point to its right.
    return side != 0 and (side > 0) == (b[1] > a[1])


@inlined
def out_of_sight(p, a, b, c, ahead):
    """Is the triangle strictly beside or behind the point, looking along the last axis?"""
    if max(a[0], max(b[0], c[0])) < p[0] or min(a[0], min(b[0], c[0])) > p[0]:
        return True
    if max(a[1], max(b[1], c[1])) < p[1] or min(a[1], min(b[1], c[1])) > p[1]:
        return True
    if ahead > 0:
        return max(a[2], max(b[2], c[2])) < p[2]
    return min(a[2], min(b[2], c[2])) > p[2]


@kernel
def cross_triangle(p, a, b, c, ahead):
    """1 or -1 where the half-line leaves or enters by the face, 0 for none, or ``ON_SURFACE``."""
    if out_of_sight(p, a, b, c, ahead):
        return 0
    side = orient3d_sign(a, b, c, p)
    if side == 0 and on_triangle(p, a, b, c):
        return ON_SURFACE
    covers = edge_passes(p, a, b) ^ edge_passes(p, b, c) ^ edge_passes(p, c, a)
    if not covers:
        return 0
    turn = orient2d_sign(a[0], a[1], b[0], b[1], c[0], c[1])
    # Seen from below, a counter-clockwise triangle above the point has a positive volume with it.
    return side if side * turn == ahead else 0


@kernel
def walk_inside(tree, p, oriented, slots, keys):
    """(inside or on the surface, box tests, triangle tests) for a point in the mesh's frame.

    Where the mesh is oriented, points inside two of its bodies are inside; else crossings are
    counted, and an odd number is inside.
    """
    nodes, triangles, place = tree
    p = scale(1.0 / place[UNIT], p)
    if not largest_of(p) <= 1.0:
        # All coordinates of the mesh are within one unit.
        return False, 0, 0
    w = sub(p, centre_of(place))
    # Out by the nearest side, roughly: it has the least to cross.
    axis = main_axis(w)
    ahead = 1 if w[axis] >= 0.0 else -1
    d = (
        float(ahead) if axis == 0 else 0.0,
        float(ahead) if axis == 1 else 0.0,
        float(ahead) if axis == 2 else 0.0,
    )
    extent = place[EXTENT]
    pad = reach_pad(w, extent)
    seen = without_tiny(upright(p, axis))
    winding = 0
    crossings = 0
    boxes = WIDTH
    tests = 0
    top = push_entered(nodes, 0, w, d, extent, pad, inf, slots, keys, 0)
    while top > 0:
        top -= 1
        child = child_at(nodes, slots[top])
        if child >= 0:
            boxes += WIDTH
            top = push_entered(nodes, child, w, d, extent, pad, inf, slots, keys, top)
            continue
        first, stop = leaf_range(child)
        for i in range(first, stop):
            tests += 1
            a, b, c = corners(triangles, i)
            a, b, c = upright(a, axis), upright(b, axis), upright(c, axis)
            way = cross_triangle(seen, without_tiny(a), without_tiny(b), without_tiny(c), ahead)
            if way == ON_SURFACE:
                return True, boxes, tests
            if way != 0:
                winding += way
                crossings += 1
    return (winding != 0 if oriented else crossings % 2 == 1), boxes, tests


@kernel
def contains_rows(tree, pose, points, oriented, answers, costs, start, stop):
    arrays = as_tree(tree)
    slots, keys = make_stack(arrays.place)
    for i in range(start, stop):
        p = to_body(pose, load(points, i))
        answers[i], costs[i, 0], costs[i, 1] = walk_inside(arrays, p, oriented, slots, keys)


@kernel
def winding_rows(vertices, faces, pose, points, unit, out, start, stop):
    """Solid angles of all faces, summed in their order; ``unit`` keeps products in range."""
    s = 1.0 / unit
    for i in range(start, stop):
        p = scale(s, to_body(pose, load(points, i)))
        total = 0.0
        for j in range(len(faces)):
            a, b, c = (
                load(vertices, faces[j, 0]),
                load(vertices, faces[j, 1]),
                load(vertices, faces[j, 2]),
            )
            total += solid_angle_triangle(p, scale(s, a), scale(s, b), scale(s, c))
        out[i] = total / (4.0 * pi)


@inlined
def cell_of(x, step, count):
    """The cell from ``i step`` to ``(i + 1) step``, both rounded, in which ``x`` lies; else -1."""
    if not 0.0 <= x <= (count - 1) * step:
        return -1
    i = min(int(x / step), count - 2)
    # The quotient is rounded: it may have gone into the next one.
    if i * step > x:
        i -= 1
    elif (i + 1) * step < x:
        i += 1
    return i


@inlined
def is_below(heights, dx, dy, p):
    """Is the point over the rectangle, and on the surface or below it?"""
    rows, columns = heights.shape
    j, i = cell_of(p[0], dx, columns), cell_of(p[1], dy, rows)
    if i < 0 or j < 0:
        return False
    x0, x1 = j * dx, (j + 1) * dx
    y0, y1 = i * dy, (i + 1) * dy
    a, c = (x0, y0, heights[i, j]), (x1, y1, heights[i + 1, j + 1])
    if orient2d_sign(x0, y0, x1, y1, p[0], p[1]) <= 0:
        b = (x1, y0, heights[i, j + 1])
        return orient3d_sign(a, b, c, p) >= 0
    b = (x0, y1, heights[i + 1, j])
    return orient3d_sign(a, c, b, p) >= 0


@kernel
def below_rows(heights, dx, dy, pose, points, answers, start, stop):
    for i in range(start, stop):
        answers[i] = is_below(heights, dx, dy, to_body(pose, load(points, i)))
