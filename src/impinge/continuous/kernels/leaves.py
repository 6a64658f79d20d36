"""The triangles of two leaves, in the time in which their boxes may overlap."""

from math import inf

from impinge.continuous.kernels import triangles
from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, sub
from impinge.hierarchy.kernels.node import leaf_range
from impinge.narrow.kernels.relation import moved_corners

TIME, LOWEST, GAP, UNSURE, DIRECTION = 0, 1, 2, 3, 4
"""What is known of the first contact: its time, infinite for none; the time before which pairs that
were not looked at to the end are free; the gap there, and whether more than a gap within the
tolerance is left to be desired; then a unit vector from A to B, three numbers."""
KNOWN = 7
TRIANGLE_A, TRIANGLE_B, BOX_TESTS, TRIANGLE_TESTS, STEPS = range(5)
"""Whole numbers beside: the triangles, in the order of leaves, -1 for none; and what it cost."""
FOUND = 5


@inlined
def nothing_known(known, found):
    for k in range(KNOWN):
        known[k] = 0.0
    known[TIME] = known[LOWEST] = known[GAP] = inf
    for k in range(FOUND):
        found[k] = 0
    found[TRIANGLE_A] = found[TRIANGLE_B] = -1


@inlined
def normal_of(corners):
    return triangles.length_one(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])))


@inlined
def latest_of(known, goals):
    """The time from which on nothing need be looked at: shortly before the first contact known."""
    time = known[TIME]
    return time - min(goals[4], 0.5 * (time - goals[5]))


@inlined
def free_by_planes(u, a_t0, b_t0, a_t1, b_t1, bar, bend):
    """Whether triangles are apart along ``u``, or along the normal of one of them at the start."""
    if triangles.free_along(u, a_t0, b_t0, a_t1, b_t1, bar, bend):
        return True
    if triangles.free_along(normal_of(a_t0), a_t0, b_t0, a_t1, b_t1, bar, bend):
        return True
    return triangles.free_along(normal_of(b_t0), a_t0, b_t0, a_t1, b_t1, bar, bend)


@kernel
def meet_leaves(pair, child_a, child_b, scales, bent, t0, t1, goals, max_steps, known, found):
    """Look at all triangles of two leaves from ``t0`` to ``t1``, and improve what is known.

    The direction that parted the last two triangles parts most of their neighbours. ``goals``:
    margin, gap that counts as contact, that which is none, share of the step; then the time before
    a contact from which on others need not be looked at, and the start.
    """
    pad, margin, near = scales[3], goals[0], goals[1]
    triangles_a, triangles_b = pair.tree_a.triangles, pair.tree_b.triangles
    turn_a0, turn_b0, apart_t0 = triangles.posed_pair(pair, scales, t0)
    turn_a1, turn_b1, apart_t1 = triangles.posed_pair(pair, scales, t1)
    bend = 0.5 * bent * (t1 - t0) * (t1 - t0)
    u = (known[DIRECTION], known[DIRECTION + 1], known[DIRECTION + 2])
    (start_a, stop_a), (start_b, stop_b) = leaf_range(child_a), leaf_range(child_b)
    for m in range(start_b, stop_b):
        b_t0 = moved_corners(triangles_b, m, turn_b0, apart_t0)
        b_t1 = moved_corners(triangles_b, m, turn_b1, apart_t1)
        for k in range(start_a, stop_a):
            found[TRIANGLE_TESTS] += 1
            a_t0 = moved_corners(triangles_a, k, turn_a0, triangles.HERE)
            a_t1 = moved_corners(triangles_a, k, turn_a1, triangles.HERE)
            if free_by_planes(u, a_t0, b_t0, a_t1, b_t1, margin + pad, bend):
                continue
            latest = latest_of(known, goals)
            if latest <= t0:
                known[LOWEST] = min(known[LOWEST], t0)
                return
            how, t, gap, u, steps = triangles.advance_triangles(
                pair, k, m, scales, bent, t0, min(t1, latest), goals,
                max(max_steps - found[STEPS], 1),
            )  # fmt: skip
            found[STEPS] += steps
            if how == triangles.PASSED:
                if latest < t1:
                    known[LOWEST] = min(known[LOWEST], latest)
            else:
                found[TRIANGLE_A], found[TRIANGLE_B] = k, m
                known[TIME], known[GAP] = t, gap
                known[UNSURE] = 1.0 if how == triangles.GIVEN_UP or gap > margin + near else 0.0
    known[DIRECTION], known[DIRECTION + 1], known[DIRECTION + 2] = u
