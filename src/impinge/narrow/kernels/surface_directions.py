"""What shows that a region is flat: directions that its normals agree with, and its outline.

**Directions** are masks of sampled ones, or cones.

A bit of a mask is set only if the projection of every triangle along that direction keeps its
orientation, beyond rounding. A mask of 0 proves nothing; triangles without area have it.

**Outlines.** Let the projection along a direction keep the orientation of all triangles of a
region. Over a point that is on no outline there are as many sheets as the outlines wind around it
in sum. If the outlines are simple closed curves, disjoint, and one of them runs counter-clockwise,
that sum is at most one. Two places of the region that share a point are two sheets over points near
it, or both on outlines, which then meet: neither is the case. Everything is decided beyond
rounding: where that is not possible, the answer is no.
"""

from math import atan2, inf, pi, sin

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, cross, dot, load, norm, scale, store, sub
from impinge.narrow.kernels.closed_curves import (
    PROJECTION_ROUNDING,
    UNDERFLOW,
    is_simple,
    is_star,
    one_runs_forward,
    turns_back,
)

NORMAL_ROUNDING = 2.0**-48
"""Of the product of the sums of two edges' coordinates, which no term of ``D . N`` exceeds in sum.
A term is rounded 7 times at most, 2**-53 of it each: two differences, a product, the difference in
the cross product, a product and two sums. That is a quarter of this."""
NORMAL_UNDERFLOW = 2.0**-1000
"""More than all products of one triangle can lose below the smallest float."""
CHUNK = 256
RIGHT = 0.5 * pi - 1e-9
"""An aperture below this leaves normals on one side of the plane across the axis."""
ANGLE_ROUNDING = 1e-12


@inlined
def normal_of(points, corners, p):
    """Twice the area vector of a triangle, and a bound of the rounding of ``D . N``, |D| <= 1."""
    a = load(points, corners[p, 0])
    e, f = sub(load(points, corners[p, 1]), a), sub(load(points, corners[p, 2]), a)
    size = (abs(e[0]) + abs(e[1]) + abs(e[2])) * (abs(f[0]) + abs(f[1]) + abs(f[2]))
    return cross(e, f), NORMAL_ROUNDING * size + NORMAL_UNDERFLOW


@inlined
def not_surface(twins, p):
    """Do three faces meet at an edge of this one, or two that run the same way?"""
    return min(twins[3 * p], min(twins[3 * p + 1], twins[3 * p + 2])) == -2


@inlined
def at_border(twins, p):
    return twins[3 * p] == -1 or twins[3 * p + 1] == -1 or twins[3 * p + 2] == -1


@kernel
def set_masks(points, regions, units, widened, masks, chunk):
    """Write the mask of each node; bit b is direction b, then come the opposite ones.

    ``widened`` is the sine of the angle by which normals of triangles at a border are widened.
    Normals are written to ``chunk`` first, so that many triangles are compared as one vector.
    """
    faces, count = len(regions.corners), len(units)
    for begin in range(0, faces, CHUNK):
        stop = min(CHUNK, faces - begin)
        for i in range(stop):
            n, margin = normal_of(points, regions.corners, begin + i)
            if widened > 0.0 and at_border(regions.twins, begin + i):
                margin += widened * norm(n)
            if not_surface(regions.twins, begin + i):
                margin = inf
            chunk[0, i], chunk[1, i], chunk[2, i], chunk[3, i] = n[0], n[1], n[2], margin
            masks[begin + i] = 0
        for b in range(count):
            x, y, z = units[b, 0], units[b, 1], units[b, 2]
            ahead, behind = 1 << b, 1 << (b + count)
            for i in range(stop):
                value = chunk[0, i] * x + chunk[1, i] * y + chunk[2, i] * z
                bit = ahead if value > chunk[3, i] else 0
                masks[begin + i] |= behind if value < -chunk[3, i] else bit
    for n in range(faces, len(masks)):
        mask = masks[regions.children[n]]
        for c in range(regions.children[n] + 1, regions.children[n + 1]):
            mask &= masks[c]
        masks[n] = mask


@inlined
def angle_between(a, b):
    return atan2(norm(cross(a, b)), dot(a, b))


@inlined
def merge_cones(a, alpha, b, beta):
    """Axis and aperture of a cone around two; from RIGHT on it says nothing and is pi."""
    if max(alpha, beta) >= RIGHT:
        return a, pi
    apart = angle_between(a, b)
    half = 0.5 * (apart + alpha + beta)
    if half >= RIGHT:
        return a, pi
    # From the axis of the first towards the second, as far as the first stays inside.
    turn = min(max(half - alpha, 0.0), apart)
    if apart > 1e-8:
        axis = add(scale(sin(apart - turn), a), scale(sin(turn), b))
        axis = scale(1.0 / norm(axis), axis)
    else:
        axis = a
    # Measured again, so that rounding of the axis does not matter.
    widest = max(angle_between(axis, a) + alpha, angle_between(axis, b) + beta)
    return axis, widest + ANGLE_ROUNDING


@kernel
def set_cones(points, regions, widened, cones):
    """Write axis and aperture [rad] of a cone around the normals of each node.

    ``widened`` is the angle by which normals of triangles at a border are widened.
    """
    faces = len(regions.corners)
    for p in range(faces):
        n, margin = normal_of(points, regions.corners, p)
        length = norm(n)
        # Half the margin would do: it bounds what a unit direction can lose.
        aperture = pi
        # A length that overflows has no direction.
        if inf > length > 4.0 * margin and not not_surface(regions.twins, p):
            aperture = 2.0 * margin / length
            if at_border(regions.twins, p):
                aperture += widened
            n = scale(1.0 / length, n)
        store(cones, p, n)
        cones[p, 3] = aperture
    for n in range(faces, len(cones)):
        first = regions.children[n]
        axis, aperture = load(cones, first), cones[first, 3]
        for c in range(first + 1, regions.children[n + 1]):
            axis, aperture = merge_cones(axis, aperture, load(cones, c), cones[c, 3])
        store(cones, n, axis)
        cones[n, 3] = aperture


@kernel
def label_flat(regions, last, masks, labels):
    """Write for each node the largest node around it with a mask that is not 0, or -1.

    Nodes from ``last`` on are those of the last level.
    """
    for n in range(last, len(masks)):
        labels[n] = n if masks[n] != 0 else -1
    for n in range(len(masks) - 1, len(regions.corners) - 1, -1):
        for c in range(regions.children[n], regions.children[n + 1]):
            labels[c] = labels[n] if labels[n] >= 0 else (c if masks[c] != 0 else -1)


@inlined
def inside(spans, n, p):
    return spans[n, 0] <= p < spans[n, 1]


@kernel
def gather_outline(regions, a, b, c, work):
    """Collect the outline of the union of up to three regions; how many segments it has.

    Fewer regions: the last one again. 0 if it passes through a vertex twice, or there is none.
    """
    tick = work.tick[0] + 1
    work.tick[0] = tick
    corners, spans = regions.corners, regions.spans
    count = 0
    for k in range(3):
        n = a if k == 0 else (b if k == 1 else c)
        if (k == 1 and b == a) or (k == 2 and c == b):
            continue
        for i in range(regions.outline_from[n], regions.outline_from[n + 1]):
            h = regions.outline[i]
            p = regions.twins[h] // 3
            if a != b and (inside(spans, a, p) or inside(spans, b, p) or inside(spans, c, p)):
                continue
            q = h // 3
            begin = corners[q, h - 3 * q]
            if work.slots[begin, 1] == tick:
                return 0
            work.slots[begin, 0], work.slots[begin, 1] = count, tick
            work.edges[count, 0] = begin
            work.edges[count, 1] = corners[q, h - 3 * q + 1 if h - 3 * q < 2 else 0]
            count += 1
    for i in range(count):
        if work.slots[work.edges[i, 1], 1] != tick:
            return 0
    return count


@kernel
def outline_area(points, edges, count):
    """Twice the area vector of the region within the outline, rounded."""
    origin = load(points, edges[0, 0])
    total = (0.0, 0.0, 0.0)
    for i in range(count):
        p, q = sub(load(points, edges[i, 0]), origin), sub(load(points, edges[i, 1]), origin)
        total = add(total, cross(p, q))
    return total


@kernel
def project_outline(points, work, count, u, v):
    """Write the loops of an outline one after the other, seen along ``u`` x ``v``.

    Returns a bound of the rounding of a coordinate, the mean of the points, and whether there is
    one loop only.
    """
    edges, slots, places, ends = work.edges, work.slots, work.places, work.ends
    origin = load(points, edges[0, 0])
    largest, x, y, loops = 0.0, 0.0, 0.0, 0
    k = 0
    for start in range(count):
        if edges[start, 0] < 0:
            continue
        loops += 1
        first, i = k, start
        while edges[i, 0] >= 0:
            p = sub(load(points, edges[i, 0]), origin)
            # Each is passed once.
            edges[i, 0] = -1
            places[k, 0], places[k, 1] = dot(u, p), dot(v, p)
            terms_u = abs(u[0] * p[0]) + abs(u[1] * p[1]) + abs(u[2] * p[2])
            terms_v = abs(v[0] * p[0]) + abs(v[1] * p[1]) + abs(v[2] * p[2])
            largest = max(largest, max(terms_u, terms_v))
            x += places[k, 0]
            y += places[k, 1]
            ends[k] = k + 1
            k += 1
            i = slots[edges[i, 1], 0]
        ends[k - 1] = first
    return PROJECTION_ROUNDING * largest + UNDERFLOW, x / count, y / count, loops == 1


@kernel
def outline_is_simple(points, work, count, u, v):
    """Do the outlines, seen along ``u`` x ``v``, show that no two places of the region meet?

    Of a single loop that is simple, it is known which way it runs: it is the outline of something.
    """
    slack, x, y, single = project_outline(points, work, count, u, v)
    return is_star(work, count, slack, x, y) or (
        not turns_back(work, count, slack)
        and (single or one_runs_forward(work, count, slack))
        and is_simple(work, count, slack)
    )
