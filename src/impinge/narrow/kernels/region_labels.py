"""Which crossing triangles belong together?

Pairs of crossing triangles are connected where the contour can run from one to the other: two
pairs share one triangle, and their other triangles share an edge. Each connected set is a region,
a piece of the contour that closes, or ends at borders. (Where it runs through a vertex, all the
triangles around it are among the pairs, and connect it step by step: touching counts.)
"""

from impinge.core.jit import inlined, kernel


@inlined
def find_pair(pairs, low, high, a, b):
    """Where the pair (a, b) is among sorted rows low ... high - 1, or -1."""
    while low < high:
        middle = (low + high) >> 1
        if pairs[middle, 0] < a or (pairs[middle, 0] == a and pairs[middle, 1] < b):
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def label_rows(pairs, offsets, next_a, next_b, labels, counts, start, stop):
    """Number the regions of each row, by their first pair; ``counts`` receives how many there are.

    ``labels`` holds 0, 1, 2 ... at first.
    """
    for row in range(start, stop):
        first, last = offsets[row], offsets[row + 1]
        for i in range(first, last):
            a, b = pairs[i, 0], pairs[i, 1]
            for k in range(3):
                if next_a[a, k] >= 0:
                    j = find_pair(pairs, first, last, next_a[a, k], b)
                    if j < last and pairs[j, 0] == next_a[a, k] and pairs[j, 1] == b:
                        join(labels, i, j)
                if next_b[b, k] >= 0:
                    j = find_pair(pairs, first, last, a, next_b[b, k])
                    if j < last and pairs[j, 0] == a and pairs[j, 1] == next_b[b, k]:
                        join(labels, i, j)
        count = 0
        for i in range(first, last):
            # Roots are lowest members: those before i have their numbers already, negated.
            if labels[i] == i:
                count += 1
                labels[i] = -count
            else:
                labels[i] = labels[labels[i]]
        for i in range(first, last):
            labels[i] = -labels[i] - 1
        counts[row] = count


@inlined
def root_of(parents, i):
    """The lowest member of the set of ``i``; the way there is halved for the next time.

    ``parents`` (n,) int64: each set is a tree whose root is its lowest member, so that the answer
    does not depend on the order in which pairs are joined.
    """
    while parents[i] != i:
        parents[i] = parents[parents[i]]
        i = parents[i]
    return i


@inlined
def join(parents, i, j):
    i, j = root_of(parents, i), root_of(parents, j)
    if i < j:
        parents[j] = i
    else:
        parents[i] = j


@kernel
def join_faces(faces, parents):
    """Join the vertices of each face."""
    for i in range(len(faces)):
        join(parents, faces[i, 0], faces[i, 1])
        join(parents, faces[i, 0], faces[i, 2])
