"""Which spheres cover which pieces of a surface, and how far they must stick out to do so."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import load, norm_sq, sub

PENALTY = 3.0


@kernel
def cover_costs(pieces, centres, depths, largest, out, start, stop):
    """``out[j, i]``: how far the sphere about centre ``j`` sticks out if it covers piece ``i``.

    A piece is a triangle, three corners a row; convex, so covered with its corners. The largest
    sphere inside the solid has the centre's depth as radius, negative for centres outside. What a
    radius exceeds ``largest`` by is added, some times over.
    """
    for j in range(start, stop):
        c = load(centres, j)
        for i in range(len(pieces)):
            out[j, i] = cover_cost(farthest_sq(pieces, i, c), depths[j], largest)


@kernel
def worst_costs(pieces, order, starts, trials, depths, largest, out, start, stop):
    """``out[j, k]``: the largest cost of the pieces of owner ``j`` for a sphere about trial ``k``.

    Pieces ``order[starts[j] : starts[j + 1]]`` are its own; -inf where there are none.
    """
    for j in range(start, stop):
        for k in range(trials.shape[1]):
            c = (trials[j, k, 0], trials[j, k, 1], trials[j, k, 2])
            worst = -1.0
            for i in range(starts[j], starts[j + 1]):
                worst = max(worst, farthest_sq(pieces, order[i], c))
            # The cost grows with the distance, also rounded.
            out[j, k] = cover_cost(worst, depths[j, k], largest) if worst >= 0.0 else -inf


@inlined
def farthest_sq(pieces, i, c):
    """The squared distance from ``c`` to the farthest corner of piece ``i``."""
    d = norm_sq(sub((pieces[i, 0], pieces[i, 1], pieces[i, 2]), c))
    d = max(d, norm_sq(sub((pieces[i, 3], pieces[i, 4], pieces[i, 5]), c)))
    return max(d, norm_sq(sub((pieces[i, 6], pieces[i, 7], pieces[i, 8]), c)))


@inlined
def cover_cost(d_sq, depth, largest):
    d = sqrt(d_sq)
    return d - depth + PENALTY * max(d - largest, 0.0)


@kernel
def cover_greedily(costs, limit, chosen, taken):
    """Choose centres until each piece costs at most ``limit``, each time that with most new ones.

    Returns how many were chosen, or one more than fit into ``chosen`` where those do not suffice.
    ``taken`` is a workspace, one flag a piece.
    """
    left = costs.shape[1]
    for i in range(left):
        taken[i] = 0
    for n in range(len(chosen)):
        if left == 0:
            return n
        best, most = 0, 0
        for j in range(len(costs)):
            new = 0
            for i in range(costs.shape[1]):
                new += (costs[j, i] <= limit) & (taken[i] == 0)
            if new > most:
                best, most = j, new
        if most == 0:
            break
        chosen[n] = best
        left -= most
        for i in range(costs.shape[1]):
            if costs[best, i] <= limit:
                taken[i] = 1
    return len(chosen) if left == 0 else len(chosen) + 1
