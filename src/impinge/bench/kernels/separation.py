"""What directions separate two convex cores by: from the formulas of the shapes, tried one by one.

A core is a range of rows of ``pieces``: centre and radii of ellipsoids whose hull it is, flat ones
included. Nothing here searches in the way that the library's own kernels do.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, rotation_of
from impinge.core.vec import along, cross, dot, neg, norm, scale

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
def separation(pieces, a, b, turn_a, turn_b, shift, n):
    """Gap between the supporting planes of A and of B across a unit vector from A to B."""
    up_a = reach_along(pieces, a[0], a[1], apply_transposed(turn_a, n))
    up_b = reach_along(pieces, b[0], b[1], apply_transposed(turn_b, neg(n)))
    return dot(n, shift) - up_a - up_b


@inlined
def shift_of(pose_a, pose_b):
    return (
        pose_b[0, 3] - pose_a[0, 3],
        pose_b[1, 3] - pose_a[1, 3],
        pose_b[2, 3] - pose_a[2, 3],
    )


@inlined
def span_of(spans, k):
    return spans[k, 0], spans[k, 1]


@kernel
def separation_rows(pieces, spans, a, b, poses_a, poses_b, normals, out, start, stop):
    """Along one given direction a pair."""
    for i in range(start, stop):
        n = (normals[i, 0], normals[i, 1], normals[i, 2])
        out[i] = separation(
            pieces, span_of(spans, a[i]), span_of(spans, b[i]), rotation_of(poses_a[i]),
            rotation_of(poses_b[i]), shift_of(poses_a[i], poses_b[i]), n,
        )  # fmt: skip


@inlined
def climbed(pieces, a, b, turn_a, turn_b, shift, n, scatter, at):
    """The best of random steps uphill from a direction, and where the next random step is."""
    best = separation(pieces, a, b, turn_a, turn_b, shift, n)
    step = FIRST_STEP
    for _ in range(MOST_STEPS):
        up = False
        here = n
        for _ in range(4):
            d = (scatter[at, 0], scatter[at, 1], scatter[at, 2])
            at = (at + 1) % len(scatter)
            for sign in (-1.0, 1.0):
                trial = along(here, sign * step, d)
                trial = scale(1.0 / norm(trial), trial)
                found = separation(pieces, a, b, turn_a, turn_b, shift, trial)
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
        span_a, span_b = span_of(spans, a[i]), span_of(spans, b[i])
        turn_a, turn_b = rotation_of(poses_a[i]), rotation_of(poses_b[i])
        shift = shift_of(poses_a[i], poses_b[i])
        best = -inf
        n = (0.0, 0.0, 1.0)
        for k in range(len(scatter)):
            d = (scatter[k, 0], scatter[k, 1], scatter[k, 2])
            found = separation(pieces, span_a, span_b, turn_a, turn_b, shift, d)
            if found > best:
                best, n = found, d
        given = (normals[i, 0], normals[i, 1], normals[i, 2])
        one, at = climbed(pieces, span_a, span_b, turn_a, turn_b, shift, given, scatter, 0)
        other, at = climbed(pieces, span_a, span_b, turn_a, turn_b, shift, n, scatter, at)
        out[i] = max(one, other)


@kernel
def face_rows(pieces, spans, features, parallel, a, b, poses_a, poses_b, out, start, stop):
    """The largest separation across a face of either core, or across an edge of each.

    ``features`` are vectors, and their ranges for each shape: normals of faces, directions of
    edges.
    """
    vectors, faces, edges = features
    for i in range(start, stop):
        span_a, span_b = span_of(spans, a[i]), span_of(spans, b[i])
        turn_a, turn_b = rotation_of(poses_a[i]), rotation_of(poses_b[i])
        shift = shift_of(poses_a[i], poses_b[i])
        best = -inf
        for k in range(faces[a[i], 0], faces[a[i], 1]):
            n = apply(turn_a, (vectors[k, 0], vectors[k, 1], vectors[k, 2]))
            best = max(best, separation(pieces, span_a, span_b, turn_a, turn_b, shift, n))
            best = max(best, separation(pieces, span_a, span_b, turn_a, turn_b, shift, neg(n)))
        for k in range(faces[b[i], 0], faces[b[i], 1]):
            n = apply(turn_b, (vectors[k, 0], vectors[k, 1], vectors[k, 2]))
            best = max(best, separation(pieces, span_a, span_b, turn_a, turn_b, shift, n))
            best = max(best, separation(pieces, span_a, span_b, turn_a, turn_b, shift, neg(n)))
        for k in range(edges[a[i], 0], edges[a[i], 1]):
            u = apply(turn_a, (vectors[k, 0], vectors[k, 1], vectors[k, 2]))
            for m in range(edges[b[i], 0], edges[b[i], 1]):
                v = apply(turn_b, (vectors[m, 0], vectors[m, 1], vectors[m, 2]))
                n = cross(u, v)
                length = norm(n)
                if length > parallel:
                    n = scale(1.0 / length, n)
                    up = separation(pieces, span_a, span_b, turn_a, turn_b, shift, n)
                    down = separation(pieces, span_a, span_b, turn_a, turn_b, shift, neg(n))
                    best = max(best, up, down)
        out[i] = best


@kernel
def plane_rows(pieces, spans, a, b, planes, poses_a, poses_b, out, start, stop):
    """How high a core B is above the plane of a half space A: its unit normal and offset."""
    for i in range(start, stop):
        normal = (planes[a[i], 0], planes[a[i], 1], planes[a[i], 2])
        n = apply(rotation_of(poses_a[i]), normal)
        m = apply_transposed(rotation_of(poses_b[i]), neg(n))
        span = span_of(spans, b[i])
        low = dot(n, shift_of(poses_a[i], poses_b[i])) - reach_along(pieces, span[0], span[1], m)
        out[i] = low - planes[a[i], 3]
