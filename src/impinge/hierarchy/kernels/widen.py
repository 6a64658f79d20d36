"""From two children a node to four or eight: which nodes of a binary tree stay nodes.

``widen`` serves trees of any volume, ``plan_collapse`` and ``collapse`` the tree of eight boxes a
node (:mod:`impinge.hierarchy.kernels.node`).

``rows`` (m, 4) int32 are the nodes of the tree: (first child, children, first triangle, triangles)
below it; a leaf has no children, and -1 for the first. Children are neighbours and come after their
parents, level by level.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH

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


@kernel
def plan_collapse(links, areas, count, split):
    """The cheapest way to turn every subtree into at most eight roots, for 1 ... 8 roots.

    Ylitie, Karras, Laine 2017, section 3.1 [Ylitie2017]_: cost of a subtree standing for ``j``
    roots is the cheapest way to give ``k`` of them to its left child and ``j - k`` to its right.
    ``split[node, j - 1]`` is that ``k``, or 0 if the node does better as fewer roots. Deviation:
    leaves are given, so only the areas of wide nodes count. It fills three lanes in four of a
    node, where opening the largest child first fills half.
    """
    cost = np.empty((count, WIDTH), np.float32)
    for node in range(count - 1, -1, -1):
        if links[node, 1] > 0:
            for j in range(WIDTH):
                cost[node, j] = 0.0
                split[node, j] = 0
            continue
        left = links[node, 0]
        right = left + 1
        for j in range(1, WIDTH):
            best = np.float32(np.inf)
            for k in range(j):
                c = cost[left, k] + cost[right, j - 1 - k]
                if c < best:
                    best = c
                    split[node, j] = k + 1
            cost[node, j] = best
        # As one root, it is a wide node of its own with eight roots below it.
        cost[node, 0] = cost[node, WIDTH - 1] + areas[node]
        split[node, 0] = 0
        for j in range(1, WIDTH - 1):
            if cost[node, j - 1] <= cost[node, j]:
                cost[node, j] = cost[node, j - 1]
                split[node, j] = 0


@inlined
def gather_children(links, split, node, children, stack):
    """The up to eight binary nodes that become the lanes of ``node``, from left to right."""
    if links[node, 1] > 0:
        children[0] = node
        return 1
    found = 0
    stack[0, 0], stack[0, 1] = node, WIDTH
    waiting = 1
    while waiting > 0:
        waiting -= 1
        child, roots = stack[waiting, 0], stack[waiting, 1]
        while roots > 1 and split[child, roots - 1] == 0:
            roots -= 1
        if roots == 1:
            children[found] = child
            found += 1
            continue
        left = split[child, roots - 1]
        stack[waiting, 0], stack[waiting, 1] = links[child, 0] + 1, roots - left
        stack[waiting + 1, 0], stack[waiting + 1, 1] = links[child, 0], left
        waiting += 2
    return found


@kernel
def collapse(links, split, sources):
    """Rows of the wide tree: returns how many, and its depth.

    ``sources[row]`` holds the binary node a row stands for, then its (up to eight) lanes, -1 for
    an empty one. Rows are in breadth-first order from row 1 on; row 0 is the entry.
    """
    children = np.empty(WIDTH, np.int32)
    stack = np.empty((2 * WIDTH, 2), np.int32)
    sources[0, 0], sources[0, 1] = 0, 0
    for lane in range(1, WIDTH):
        sources[0, 1 + lane] = -1
    sources[1, 0] = 0
    rows = 2
    depth = 1
    row = 1
    end_of_level = 2
    while row < rows:
        if row == end_of_level:
            depth += 1
            end_of_level = rows
        found = gather_children(links, split, sources[row, 0], children, stack)
        for lane in range(WIDTH):
            sources[row, 1 + lane] = children[lane] if lane < found else -1
            if lane < found and links[children[lane], 1] == 0:
                sources[rows, 0] = children[lane]
                rows += 1
        row += 1
    return rows, depth + 1
