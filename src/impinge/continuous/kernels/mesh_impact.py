"""First contacts of two moving meshes, as rows of answers."""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels import impact_row, leaves
from impinge.continuous.kernels.impact_features import name_features
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.continuous.kernels.mesh_walk import walk_impact
from impinge.continuous.kernels.triangles import gap_along, moving_trees, pair_at
from impinge.core.jit import inlined, kernel
from impinge.core.vec import dot, sub, unit_vector
from impinge.geometry.kernels.triangle import closest_triangle_triangle
from impinge.hierarchy.kernels.node import UNIT
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels.rows import normal_of_touching

TRIES = 4
"""Times looked at behind a contact to see triangles cross: each four times as far behind it."""
FIRST_TRY = 2.0**-40
"""Share of the step by which the first of them is behind it, at least."""


@inlined
def triangles_at(pair, k, m, t):
    """The corners of both at a time [m], directions of the world, seen from A's origin."""
    scales = 1.0, pair.tree_a.place[UNIT], pair.tree_b.place[UNIT], 0.0
    return pair_at(pair, k, m, scales, t)


@kernel
def seen_by(pair, k, m, n, t, t1, margin):
    """A time shortly after ``t`` at which two triangles are seen to be within ``margin``, or to
    meet; infinite if there is none. ``n`` is where they touch at ``t``.
    """
    a, b = triangles_at(pair, k, m, t)
    gap = gap_along(n, a, b)
    ahead = min(t + FIRST_TRY, t1)
    for _ in range(TRIES):
        if not ahead > t:
            return inf
        a, b = triangles_at(pair, k, m, ahead)
        d_sq, _, _ = closest_triangle_triangle(a[0], a[1], a[2], b[0], b[1], b[2])
        if sqrt(d_sq) <= margin:
            return ahead
        closing = (gap - gap_along(n, a, b)) / (ahead - t)
        later = ahead + 3.0 * (ahead - t)
        if closing > 0.0:
            later = max(later, t + 2.0 * max(gap - margin, 0.0) / closing)
        if later > t1:
            return inf
        ahead = later
    return inf


@kernel
def impact_trees(pair, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment.

    Features are faces. FREE is for this time alone, and then nothing is measured. STARTED_TOUCHING
    only where ``t0`` is 0; how deep is not looked at.
    """
    known, found = np.empty(leaves.KNOWN), np.empty(leaves.FOUND, np.int64)
    time = walk_impact(pair, t0, t1, margin, tolerance, max_steps, known, found)
    status = FREE
    if known[leaves.UNSURE] != 0.0:
        status = OUT_OF_BUDGET
    elif time < inf:
        status = STARTED_TOUCHING if t0 == 0.0 and time == 0.0 else HIT
    out[impact_row.TIME], out[impact_row.STATUS] = time, status
    out[impact_row.UPPER], out[impact_row.DEPTH] = inf, 0.0
    out[impact_row.STEPS] = found[leaves.STEPS]
    if status == FREE:
        return
    k, m = max(found[leaves.TRIANGLE_A], 0), max(found[leaves.TRIANGLE_B], 0)
    t = min(time, t1)
    a, b = triangles_at(pair, k, m, t)
    d_sq, on_a, on_b = closest_triangle_triangle(a[0], a[1], a[2], b[0], b[1], b[2])
    normal, known_normal = unit_vector(sub(on_b, on_a))
    at = leaves.DIRECTION
    u = (known[at], known[at + 1], known[at + 2])
    if not known_normal:
        normal = u if dot(u, u) > 0.5 else normal_of_touching(a[0], a[1], a[2], b[0], b[1], b[2])
    out[impact_row.GAP] = sqrt(d_sq)
    _, origin = pose_at(pair.motions_a, pair.i, t)
    for c in range(3):
        out[impact_row.POINT_A + c] = origin[c] + on_a[c]
        out[impact_row.POINT_B + c] = origin[c] + on_b[c]
        out[impact_row.NORMAL + c] = normal[c]
    out[impact_row.FEATURE_A] = pair.tree_a.triangles[k, 9]
    out[impact_row.FEATURE_B] = pair.tree_b.triangles[m, 9]
    out[impact_row.PART_A], out[impact_row.PART_B] = -1.0, -1.0
    if status == STARTED_TOUCHING:
        out[impact_row.UPPER] = 0.0
    elif status == HIT:
        out[impact_row.UPPER] = seen_by(pair, k, m, normal, time, t1, margin)


@kernel
def impact_mesh_rows(moving_a, moving_b, order, search, out, start, stop):
    """Rows ``order[start:stop]``, each with the row of its motion now.

    ``search`` is (t0, t1, margin, tolerance, max_steps).
    """
    t0, t1, margin, tolerance, max_steps = search
    surfaces = moving_a[1], moving_b[1]
    for k in range(start, stop):
        r = order[k]
        pair = moving_trees(moving_a, moving_b, r)
        impact_trees(pair, t0, t1, margin, tolerance, max_steps, out[r])
        if out[r, impact_row.STATUS] != FREE:
            name_features(pair, surfaces, min(out[r, impact_row.TIME], t1), out[r])
