"""What directions separate two convex cores by: from the formulas of the shapes, tried one by one.

A core is a range of rows of ``pieces``: centre and radii of ellipsoids whose hull it is, flat ones
included. Nothing here searches in the way that the library's own kernels do.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, rotation_of
from impinge.core.vec import along, cross, dot, load, neg, norm, scale

FIRST_STEP, LAST_STEP, MOST_STEPS = 0.3, 1e-9, 400
"""Of a climb, in radians; steps grow by half where one leads up, and shrink where none does."""


@inlined
def reach_along(pieces, first, last, m):
    """How far a core reaches along a vector of its body frame."""
    best = -inf
    for k in range(first, last):
        height = pieces[k, 0] * m[0] + pieces[k, 1] * m[1] + pieces[k, 2] * m[2]
        x, y, z = pieces[k, 3] * m[0], pieces[k, 4] * m[1], pieces[k, 5] * m[2]
        square = x * x + y * y + z * z
        if square > 0.0:
            height += sqrt(square)
        best = max(best, height)
    return best


@inlined
def pair_of(spans, a, b, poses_a, poses_b, i):
    """Of one row: the ranges of A and B, their rotations, and the shift from A to B."""
    p, q = poses_a[i], poses_b[i]
    shift = (q[0, 3] - p[0, 3], q[1, 3] - p[1, 3], q[2, 3] - p[2, 3])
    first, second = (spans[a[i], 0], spans[a[i], 1]), (spans[b[i], 0], spans[b[i], 1])
    return first, second, rotation_of(p), rotation_of(q), shift


@inlined
def separation(pieces, pair, n):
    """Gap between the supporting planes of A and of B across a unit vector from A to B."""
    a, b, turn_a, turn_b, shift = pair
    up_a = reach_along(pieces, a[0], a[1], apply_transposed(turn_a, n))
    up_b = reach_along(pieces, b[0], b[1], apply_transposed(turn_b, neg(n)))
    return dot(n, shift) - up_a - up_b


@kernel
def separation_rows(pieces, spans, a, b, poses_a, poses_b, normals, out, start, stop):
    """Along one given direction a pair."""
    for i in range(start, stop):
        pair = pair_of(spans, a, b, poses_a, poses_b, i)
        out[i] = separation(pieces, pair, load(normals, i))


@inlined
def climbed(pieces, pair, n, scatter, at):
    """The best of random steps uphill from a direction, and where the next random step is."""
    best = separation(pieces, pair, n)
    step = FIRST_STEP
    for _ in range(MOST_STEPS):
        up = False
        here = n
        for _ in range(4):
            d = load(scatter, at)
            at = (at + 1) % len(scatter)
            for sign in (-1.0, 1.0):
                trial = along(here, sign * step, d)
                trial = scale(1.0 / norm(trial), trial)
                found = separation(pieces, pair, trial)
                if found > best:
                    best, n, up = found, trial, True
        step *= 1.5 if up else 0.8
        if step < LAST_STEP:
            break
    return best, at


@kernel
def climb_rows(pieces, spans, a, b, poses_a, poses_b, normals, scatter, out, start, stop):
    """The largest separation found from a given direction, and from the best of a scatter."""
    for i in range(start, stop):
        pair = pair_of(spans, a, b, poses_a, poses_b, i)
        best = -inf
        n = (0.0, 0.0, 1.0)
        for k in range(len(scatter)):
            found = separation(pieces, pair, load(scatter, k))
            if found > best:
                best, n = found, load(scatter, k)
        one, at = climbed(pieces, pair, load(normals, i), scatter, 0)
        other, at = climbed(pieces, pair, n, scatter, at)
        out[i] = max(one, other)


@kernel
def face_rows(pieces, spans, a, b, poses_a, poses_b, features, parallel, out, start, stop):
    """The largest separation across a face of either core, or across an edge of each.

    ``features`` are vectors, and their ranges for each shape: normals of faces, directions of
    edges.
    """
    vectors, faces, edges = features
    for i in range(start, stop):
        pair = pair_of(spans, a, b, poses_a, poses_b, i)
        best = -inf
        for shape, turn in ((a[i], pair[2]), (b[i], pair[3])):
            for k in range(faces[shape, 0], faces[shape, 1]):
                n = apply(turn, load(vectors, k))
                best = max(best, separation(pieces, pair, n), separation(pieces, pair, neg(n)))
        for k in range(edges[a[i], 0], edges[a[i], 1]):
            u = apply(pair[2], load(vectors, k))
            for m in range(edges[b[i], 0], edges[b[i], 1]):
                n = cross(u, apply(pair[3], load(vectors, m)))
                length = norm(n)
                if length > parallel:
                    n = scale(1.0 / length, n)
                    best = max(best, separation(pieces, pair, n), separation(pieces, pair, neg(n)))
        out[i] = best
