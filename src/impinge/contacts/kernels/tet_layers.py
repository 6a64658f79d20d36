"""Depth of vertices inside other bodies, from where their edges leave.

Heidelberger, Teschner, Keiser, Mueller, Gross 2004 [Heidelberger2004]_. Rows are a vertex and an
object that contains it, sorted by vertex, then object.
"""

import math

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, cross, dot, load, norm, norm_sq, scale, store, sub
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at

UNREACHED = -1
"""Layer of a row without depth so far."""
AT_ONCE = 1e-12
"""Exits nearer than this share of their edge count alone: the vertex lies on the surface."""
FLAT = 1e-6
"""Sums of unit vectors shorter than this share of their weights have no direction."""


@inlined
def row_of(vertex, other, starts, others):
    """The row of a vertex and an object, -1 if the object does not contain it."""
    for r in range(starts[vertex], starts[vertex + 1]):
        if others[r] == other:
            return r
    return -1


@kernel
def list_exits(vertices, others, starts, offsets, neighbours, edges, rows):
    """Edges (inside, outside) whose second vertex the object does not contain; how many."""
    n = 0
    for r in range(len(vertices)):
        p = vertices[r]
        for k in range(offsets[p], offsets[p + 1]):
            if row_of(neighbours[k], others[r], starts, others) < 0:
                edges[n, 0], edges[n, 1], rows[n] = p, neighbours[k], r
                n += 1
    return n


@kernel
def last_exits(edges, parameters, chosen):
    """Of the crossings of each edge, sorted by edge, the one nearest to its end; how many."""
    n = 0
    for i in range(len(edges)):
        if i == 0 or edges[i] != edges[i - 1]:
            chosen[n] = i
            n += 1
        elif parameters[i] > parameters[chosen[n - 1]]:
            chosen[n - 1] = i
    return n


@kernel
def sum_normals(points, faces, normals):
    """Adds the normal of each face, twice its area long, to its corners."""
    for f in range(len(faces)):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        p = load(points, a)
        n = cross(sub(load(points, b), p), sub(load(points, c), p))
        for k in range(3):
            store(normals, faces[f, k], add(load(normals, faces[f, k]), n))


@inlined
def unit_or(v, other):
    """The unit vector along ``v``, or ``other`` if it has none."""
    length = norm(v)
    return scale(1.0 / length, v) if length > 0.0 else other


@kernel
def interpolate_normals(points, faces, normals, edges, exits, at, out, start, stop):
    """Unit normals at exits, rows (edge, face), interpolated from those of the face's corners.

    They point along the edge, from inside to outside, also where a body is inside out.
    """
    for i in range(start, stop):
        e, f = exits[i, 0], exits[i, 1]
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        x, y, z, p = load(points, a), load(points, b), load(points, c), load(at, i)
        flat = cross(sub(y, x), sub(z, x))
        way = sub(load(points, edges[e, 1]), load(points, edges[e, 0]))
        flat = unit_or(flat, unit_or(way, (0.0, 0.0, 1.0)))
        u = max(dot(flat, cross(sub(y, p), sub(z, p))), 0.0)
        v = max(dot(flat, cross(sub(z, p), sub(x, p))), 0.0)
        w = max(dot(flat, cross(sub(x, p), sub(y, p))), 0.0)
        total = u + v + w
        if total > 0.0:
            u, v, w = u / total, v / total, w / total
        n = scale(u, unit_or(load(normals, a), flat))
        n = along(n, v, unit_or(load(normals, b), flat))
        n = along(n, w, unit_or(load(normals, c), flat))
        if norm(n) < FLAT:
            n = flat
        n = unit_or(n, flat)
        store(out, i, n if dot(flat, way) >= 0.0 else scale(-1.0, n))


@inlined
def mean_direction(total, weight, heaviest):
    """The unit vector along a weighted sum; the heaviest of its terms if they cancel."""
    return unit_or(total, heaviest) if norm(total) > FLAT * weight else heaviest


@kernel
def set_border(points, edges, rows, exits, at, normals, depth, direction, layer):
    """Depth and direction of rows with exits, each exit weighted by its inverse squared distance.

    Exits are sorted by edge, edges by row.
    """
    i = 0
    while i < len(exits):
        r = rows[exits[i, 0]]
        p = load(points, edges[exits[i, 0], 0])
        first = i
        deep, weight, most, touching = 0.0, 0.0, 0.0, False
        total = heaviest = (0.0, 0.0, 0.0)
        while i < len(exits) and rows[exits[i, 0]] == r:
            touching |= on_surface(points, edges, exits, at, i)
            i += 1
        unit_sq = norm_sq(sub(load(points, edges[exits[first, 0], 1]), p))
        for k in range(first, i):
            if touching and not on_surface(points, edges, exits, at, k):
                continue
            n, step = load(normals, k), sub(load(at, k), p)
            w = 1.0 if touching else unit_sq / norm_sq(step)
            if not touching:
                deep += w * dot(step, n)
            weight += w
            total = along(total, w, n)
            if w > most:
                most, heaviest = w, n
        depth[r] = max(deep / weight, 0.0)
        store(direction, r, mean_direction(total, weight, heaviest))
        layer[r] = 0


@inlined
def on_surface(points, edges, exits, at, i):
    """Whether an exit is where the edge begins."""
    p, q = load(points, edges[exits[i, 0], 0]), load(points, edges[exits[i, 0], 1])
    return not norm(sub(load(at, i), p)) > AT_ONCE * norm(sub(q, p))


@kernel
def propagate(points, table, depth, direction, layer):
    """Depth and direction of further rows, layer by layer, from neighbours of layers before.

    ``table``: vertices and others of rows, where the rows of each vertex begin, where its
    neighbours begin, and which they are.
    """
    vertices, others, starts, offsets, neighbours = table
    queue = np.empty(len(vertices), np.int64)
    n = 0
    for r in range(len(vertices)):
        if layer[r] == 0:
            queue[n] = r
            n += 1
    first, level = 0, 0
    while first < n:
        level += 1
        last = n
        for i in range(first, last):
            r = queue[i]
            for k in range(offsets[vertices[r]], offsets[vertices[r] + 1]):
                s = row_of(neighbours[k], others[r], starts, others)
                if s >= 0 and layer[s] == UNREACHED:
                    layer[s] = level
                    queue[n] = s
                    n += 1
        for i in range(last, n):
            r = queue[i]
            p = load(points, vertices[r])
            nearest_sq = math.inf
            for k in range(offsets[vertices[r]], offsets[vertices[r] + 1]):
                s = row_of(neighbours[k], others[r], starts, others)
                if s >= 0 and 0 <= layer[s] < level:
                    nearest_sq = min(nearest_sq, norm_sq(sub(load(points, neighbours[k]), p)))
            deep, weight, most = 0.0, 0.0, 0.0
            total = heaviest = (0.0, 0.0, 0.0)
            for k in range(offsets[vertices[r]], offsets[vertices[r] + 1]):
                s = row_of(neighbours[k], others[r], starts, others)
                if s >= 0 and 0 <= layer[s] < level:
                    step = sub(load(points, neighbours[k]), p)
                    far_sq = norm_sq(step)
                    # Vertices in one place: only these count.
                    w = nearest_sq / far_sq if nearest_sq > 0.0 else 1.0 * (far_sq == 0.0)
                    n_s = load(direction, s)
                    deep += w * (dot(step, n_s) + depth[s])
                    weight += w
                    total = along(total, w, n_s)
                    if w > most:
                        most, heaviest = w, n_s
            depth[r] = max(deep / weight, 0.0)
            store(direction, r, mean_direction(total, weight, heaviest))
        first = last


@kernel
def closest_elsewhere(points, faces, vertices, out, start, stop):
    """The nearest point of a surface to its own vertices, on faces that have them as no corner.

    Rows of ``out``: the point, and the number of the face; the vertex and -1 if there is none.
    """
    for i in range(start, stop):
        p, best_sq = load(points, vertices[i]), math.inf
        store(out, i, p)
        out[i, 3] = -1.0
        for f in range(len(faces)):
            a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
            if (a == vertices[i]) | (b == vertices[i]) | (c == vertices[i]):
                continue
            q, ab = load(points, a), sub(load(points, b), load(points, a))
            ac = sub(load(points, c), q)
            v, w = closest_point_triangle(p, q, load(points, b), load(points, c))
            x = point_at(q, ab, ac, v, w)
            far_sq = norm_sq(sub(x, p))
            if far_sq < best_sq:
                best_sq = far_sq
                store(out, i, x)
                out[i, 3] = f
