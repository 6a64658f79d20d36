"""Contacts of many triangles with one shape: what is said twice is said once, and not too much.

Rows come sorted by features. Neighbouring triangles find the same corner or crossing: of contacts
between the same features, with the same normal, the deepest is kept. Then contacts of about the
same normal form groups, and each is reduced like the contacts of two convex shapes.
"""

import numpy as np

from impinge.contacts.kernels import contact_row as row
from impinge.contacts.kernels.found import AT_A, FOUND, GAP, add_found, area, choose
from impinge.contacts.kernels.manifold import axes_of
from impinge.contacts.kernels.tolerances import LEVEL
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply
from impinge.core.vec import dot, sub
from impinge.narrow.kernels.corners import vector_at

ALIKE = 0.9659258262890683
"""Cosine of 15 degrees: normals of one group differ from its first one's by less."""
SAME = 1.0 - 2.0**-13
"""Cosine of 0.9 degrees: normals of one contact, found by two triangles, differ by less."""


@inlined
def cosine_of(rows, i, j):
    """Of the angle between two normals."""
    return dot(vector_at(rows[i], row.NORMAL), vector_at(rows[j], row.NORMAL))


@inlined
def same_features(rows, i, j):
    return (
        rows[i, row.FEATURE_A] == rows[j, row.FEATURE_A]
        and rows[i, row.FEATURE_B] == rows[j, row.FEATURE_B]
        and rows[i, row.SLOT] == rows[j, row.SLOT]
    )


@kernel
def drop_repeated(rows, first, last, again, keep):
    """Keep the deepest of contacts between the same features with the same normal.

    Those with another normal are others, and get slots of their own, ``again`` further on.
    """
    i = first
    while i < last:
        j = i
        while j < last and same_features(rows, i, j):
            j += 1
        others = 0
        for k in range(i, j):
            keep[k] = True
            for m in range(i, k):
                if keep[m] and cosine_of(rows, k, m) >= SAME:
                    keep[k] = False
                    if rows[k, row.SEPARATION] < rows[m, row.SEPARATION]:
                        replace(rows, k, m)
                    break
            if keep[k]:
                rows[k, row.SLOT] += again * others
                others += 1
        i = j


@inlined
def replace(rows, source, target):
    """Another place and normal for a contact, the same features."""
    for c in range(row.FEATURE_A):
        rows[target, c] = rows[source, c]
    rows[target, row.NATURE] = max(rows[target, row.NATURE], rows[source, row.NATURE])


@inlined
def spread(found, count, extent):
    """How many dimensions the points of a group have: 0, 1 or 2."""
    tiny = LEVEL * extent
    first = (found[0, AT_A], found[0, AT_A + 1])
    second = first
    furthest = 0.0
    for k in range(1, count):
        p = (found[k, AT_A], found[k, AT_A + 1])
        d_sq = (p[0] - first[0]) ** 2 + (p[1] - first[1]) ** 2
        if d_sq > furthest:
            furthest = d_sq
            second = p
    if furthest <= tiny * tiny:
        return 0
    for k in range(1, count):
        p = (found[k, AT_A], found[k, AT_A + 1])
        if abs(area(first, second, p)) > tiny * np.sqrt(furthest):
            return 2
    return 1


@kernel
def reduce_group(rows, members, count, limit, extent, found, order, keep):
    """Keep ``limit`` contacts of a group, and tell all of them its nature."""
    frame = axes_of(vector_at(rows[members[0]], row.NORMAL))
    origin = vector_at(rows[members[0]], row.POINT_A)
    across, over = 0, 0
    for k in range(count):
        i = members[k]
        a = apply(frame, sub(vector_at(rows[i], row.POINT_A), origin))
        b = apply(frame, sub(vector_at(rows[i], row.POINT_B), origin))
        features = rows[i, row.FEATURE_A], rows[i, row.FEATURE_B]
        add_found(found, k, a, b, features[0], features[1], rows[i, row.SLOT])
        found[k, GAP] = rows[i, row.SEPARATION]
        order[k] = k
        across = max(across, int(rows[i, row.NATURE]) // 3)
        over = max(over, int(rows[i, row.NATURE]) % 3)
    wide = spread(found, count, extent)
    nature = 3 * max(across, wide) + max(over, wide)
    for k in range(count):
        rows[members[k], row.NATURE] = nature
    if 0 < limit < count:
        choose(found, order, count, limit, extent)
        for k in range(limit, count):
            keep[members[order[k]]] = False


@kernel
def thin_rows(rows, offsets, limit, extent, again, keep, start, stop):
    """Rows ``start`` to ``stop`` of a batch, contacts sorted by features; what to keep of them."""
    longest = 0
    for i in range(start, stop):
        longest = max(longest, offsets[i + 1] - offsets[i])
    members = np.empty(longest, np.int64)
    order = np.empty(longest, np.int64)
    found = np.empty((longest, FOUND))
    grouped = np.empty(longest, np.bool_)
    for i in range(start, stop):
        first, last = offsets[i], offsets[i + 1]
        drop_repeated(rows, first, last, again, keep)
        for k in range(first, last):
            grouped[k - first] = not keep[k]
        for k in range(first, last):
            if grouped[k - first]:
                continue
            count = 0
            for m in range(k, last):
                alike = cosine_of(rows, k, m) >= ALIKE
                if not grouped[m - first] and alike:
                    grouped[m - first] = True
                    members[count] = m
                    count += 1
            reduce_group(rows, members, count, limit, extent, found, order, keep)
