"""Bottom-up builder: neighbours that make the smallest box become one, again and again.

Meister and Bittner 2018 [Meister2018]_: the clusters stay in the order of a space-filling curve,
each looks for its partner among those nearby in that order, and those who chose each other merge.
Deviation: a round in which few do pairs neighbours instead, so that there are never more than a
few dozen rounds and the work is nearly linear; comparing all with all would be quadratic.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.simd import lower8
from impinge.hierarchy.kernels.binary import empty_box, half_area

RADIUS = 14
"""Neighbours on either side among which a partner is looked for; more was measured by the authors
to gain little."""
FEWEST = 8
"""At least one cluster in so many must have found a partner for a round to count."""


@inlined
def area_of_both(boxes, a, b, scratch):
    empty_box(scratch, 0)
    lower8(scratch, 0, boxes, a)
    lower8(scratch, 0, boxes, b)
    return half_area(scratch, 0)


@kernel
def pair_nearest(boxes, order, sides, bounds):
    """Merge until one is left; returns its number.

    ``boxes`` are those of the triangles, ``order`` lists them along the curve. Cluster i < n is
    triangle ``order[i]``; cluster n + k was made k-th, from ``sides[k]``. ``bounds`` (2n, 8)
    receives the boxes of all clusters.
    """
    n = len(order)
    alive = np.empty(n, np.int32)
    partner = np.empty(n, np.int32)
    scratch = np.empty((1, 8), np.float32)
    for i in range(n):
        empty_box(bounds, i)
        lower8(bounds, i, boxes, order[i])
        alive[i] = i
    count = n
    made = 0
    while count > 1:
        for i in range(count):
            # Where all are as good, each takes its neighbour of the other parity and they all find
            # each other; the first of many would be chosen by all and merge with one.
            first = i ^ 1 if i ^ 1 < count else i - 1
            partner[i] = first
            best = area_of_both(bounds, alive[i], alive[first], scratch)
            for j in range(max(0, i - RADIUS), min(count, i + RADIUS + 1)):
                if j != i:
                    area = area_of_both(bounds, alive[i], alive[j], scratch)
                    if area < best:
                        best = area
                        partner[i] = j
        mutual = 0
        for i in range(count):
            mutual += partner[partner[i]] == i
        if mutual < count // FEWEST:
            # As in shells within shells, where everybody chooses the next smaller one.
            for i in range(count):
                partner[i] = i ^ 1 if i ^ 1 < count else i - 1
        kept = 0
        for i in range(count):
            j = partner[i]
            if partner[j] != i:
                alive[kept] = alive[i]
                kept += 1
            elif i < j:
                merged = n + made
                sides[made, 0], sides[made, 1] = alive[i], alive[j]
                empty_box(bounds, merged)
                lower8(bounds, merged, bounds, alive[i])
                lower8(bounds, merged, bounds, alive[j])
                alive[kept] = merged
                made += 1
                kept += 1
        count = kept
    return alive[0]


@kernel
def lay_out(sides, root, order, leaf_size, links):
    """From merged clusters to the rows of a binary tree; returns how many.

    ``order`` is sorted anew, so that the triangles of a leaf are neighbours. A cluster with no more
    than ``leaf_size`` triangles becomes a leaf.
    """
    n = len(order)
    sizes = np.empty(2 * n, np.int32)
    for i in range(n):
        sizes[i] = 1
    for k in range(root - n + 1):
        sizes[n + k] = sizes[sides[k, 0]] + sizes[sides[k, 1]]
    before = order.copy()
    # One triangle more a level at least: a stack of n places always suffices.
    stack = np.empty((n + 1, 3), np.int32)
    inside = np.empty(leaf_size + 1, np.int32)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, root, 0
    waiting = 1
    used = 1
    while waiting > 0:
        waiting -= 1
        node, cluster, first = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2]
        size = sizes[cluster]
        if size <= leaf_size:
            links[node, 0], links[node, 1] = first, size
            inside[0] = cluster
            todo = 1
            place = first
            while todo > 0:
                todo -= 1
                c = inside[todo]
                if c < n:
                    order[place] = before[c]
                    place += 1
                else:
                    inside[todo] = sides[c - n, 0]
                    inside[todo + 1] = sides[c - n, 1]
                    todo += 2
            continue
        links[node, 0], links[node, 1] = used, 0
        for side in range(2):
            half = sides[cluster - n, side]
            stack[waiting, 0], stack[waiting, 1], stack[waiting, 2] = used + side, half, first
            first += sizes[half]
            waiting += 1
        used += 2
    return used
