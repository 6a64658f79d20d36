"""From two children a node to four or eight, for trees of any volume.

``rows`` (m, 4) int32 are the nodes of the tree: (first child, children, first triangle, triangles)
below it; a leaf has no children, and -1 for the first. Children are neighbours and come after their
parents, level by level.
"""

import numpy as np

from impinge.core.jit import inlined, kernel

FIRST_CHILD, CHILDREN, FIRST, COUNT = 0, 1, 2, 3
ROW = 4


@inlined
def open_children(links, areas, node, arity, found):
    """Up to ``arity`` descendants of a node: again and again the one with the largest box gives
    way to its two children, whose place in the order of triangles is kept.
    """
    found[0] = links[node, 0]
    found[1] = links[node, 0] + 1
    count = 2
    while count < arity:
        best = -1
        for k in range(count):
            inner = links[found[k], 1] == 0
            if inner and (best < 0 or areas[found[k]] > areas[found[best]]):
                best = k
        if best < 0:
            break
        first = links[found[best], 0]
        for k in range(count, best + 1, -1):
            found[k] = found[k - 1]
        found[best], found[best + 1] = first, first + 1
        count += 1
    return count


@kernel
def widen(links, areas, ranges, arity, rows):
    """Write the rows of a tree with at most ``arity`` children a node: (how many, depth)."""
    sources = np.empty(len(rows), np.int32)
    found = np.empty(arity, np.int32)
    sources[0] = 0
    used = 1
    depth = 1
    end_of_level = 1
    row = 0
    while row < used:
        if row == end_of_level:
            depth += 1
            end_of_level = used
        node = sources[row]
        rows[row, FIRST] = ranges[node, 0]
        rows[row, COUNT] = ranges[node, 1] - ranges[node, 0]
        rows[row, FIRST_CHILD], rows[row, CHILDREN] = -1, 0
        if links[node, 1] == 0:
            count = open_children(links, areas, node, arity, found)
            rows[row, FIRST_CHILD], rows[row, CHILDREN] = used, count
            for k in range(count):
                sources[used + k] = found[k]
            used += count
        row += 1
    return used, depth
