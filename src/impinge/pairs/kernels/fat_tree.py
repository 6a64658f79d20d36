"""A binary tree of boxes that come, move and go: insertion, removal, rotation.

``boxes``  (2n, 6) float64: lower, upper. Row ``2 i`` is the leaf of box i, wider than the box by a
           margin; odd rows are inner nodes.
``links``  (2n, 4) int64: parent, left, right, height. A leaf has height 0. Rows in no use have
           height -1, and the odd ones of them are a list through ``parent``.
``state``  (2,) int64: the root, the first odd row in no use; ``NONE`` if there is none.

Where a box goes is decided by what it adds to the sizes of the boxes above it; a node whose sides
differ in height by more than one is rotated, so that a tree of n leaves is never higher than 1.45
log2 n (Adelson-Velskii and Landis 1962 [Adelson1962]_).
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.partition.kernels.cells import box_of

NONE = -1
PARENT, LEFT, RIGHT, HEIGHT = 0, 1, 2, 3
ROOT, UNUSED = 0, 1
TOO_FAT = 4.0
"""A leaf that is larger than a new one by this factor is made anew where its box is."""


@inlined
def size_of(box, reach):
    """The sum of the edges, cut to a cube of half edge ``reach``: infinite boxes compare too."""
    return (
        (min(box[3], reach) - max(box[0], -reach))
        + (min(box[4], reach) - max(box[1], -reach))
        + (min(box[5], reach) - max(box[2], -reach))
    )


@inlined
def both(a, b):
    """The box around two."""
    return (
        min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]),
        max(a[3], b[3]), max(a[4], b[4]), max(a[5], b[5]),
    )  # fmt: skip


@inlined
def put_box(boxes, row, box):
    for k in range(6):
        boxes[row, k] = box[k]


@inlined
def refit(boxes, links, row):
    """Box and height of an inner node from its children."""
    left, right = links[row, LEFT], links[row, RIGHT]
    put_box(boxes, row, both(box_of(boxes, left), box_of(boxes, right)))
    links[row, HEIGHT] = 1 + max(links[left, HEIGHT], links[right, HEIGHT])


@inlined
def put_instead(links, state, parent, old, new):
    """Let ``new`` take the place of ``old`` below its parent, or as the root."""
    links[new, PARENT] = parent
    if parent == NONE:
        state[ROOT] = new
    elif links[parent, LEFT] == old:
        links[parent, LEFT] = new
    else:
        links[parent, RIGHT] = new


@inlined
def rotate(boxes, links, state, top):
    """Lift the higher child over ``top`` where the children differ by two; who is on top then."""
    left, right = links[top, LEFT], links[top, RIGHT]
    lean = links[right, HEIGHT] - links[left, HEIGHT]
    if -1 <= lean <= 1:
        return top
    side = RIGHT if lean > 1 else LEFT
    lifted = links[top, side]
    a, b = links[lifted, LEFT], links[lifted, RIGHT]
    high, low = (a, b) if links[a, HEIGHT] > links[b, HEIGHT] else (b, a)
    put_instead(links, state, links[top, PARENT], top, lifted)
    # The lower grandchild goes down with the old top, the higher one stays.
    links[lifted, LEFT] = top
    links[lifted, RIGHT] = high
    links[top, PARENT] = lifted
    links[top, side] = low
    links[low, PARENT] = top
    refit(boxes, links, top)
    refit(boxes, links, lifted)
    return lifted


@inlined
def climb(boxes, links, state, row):
    """Refit and rotate from a node up to the root."""
    while row != NONE:
        row = rotate(boxes, links, state, row)
        refit(boxes, links, row)
        row = links[row, PARENT]


@kernel
def insert_leaf(boxes, links, state, reach, leaf):
    """Hang a leaf, whose box is set, where it adds least to the sizes of boxes."""
    links[leaf, HEIGHT] = 0
    if state[ROOT] == NONE:
        state[ROOT] = leaf
        links[leaf, PARENT] = NONE
        return
    box = box_of(boxes, leaf)
    row = state[ROOT]
    while links[row, HEIGHT] > 0:
        here = box_of(boxes, row)
        whole = size_of(both(here, box), reach)
        # All boxes above grow by this much wherever the leaf goes below.
        grown = whole - size_of(here, reach)
        left, right = links[row, LEFT], links[row, RIGHT]
        cost_left = cost_below(boxes, links, reach, left, box) + grown
        cost_right = cost_below(boxes, links, reach, right, box) + grown
        # Beside a node higher than this, a leaf would leave more than one rotation can mend.
        if links[row, HEIGHT] == 1 and whole <= cost_left and whole <= cost_right:
            break
        row = left if cost_left <= cost_right else right
    parent, new = links[row, PARENT], state[UNUSED]
    state[UNUSED] = links[new, PARENT]
    put_instead(links, state, parent, row, new)
    links[new, LEFT] = row
    links[new, RIGHT] = leaf
    links[row, PARENT] = new
    links[leaf, PARENT] = new
    refit(boxes, links, new)
    climb(boxes, links, state, new)


@inlined
def cost_below(boxes, links, reach, row, box):
    """What a leaf adds to sizes if it goes to this child: a new box, or growth of the old one."""
    here = box_of(boxes, row)
    whole = size_of(both(here, box), reach)
    return whole if links[row, HEIGHT] == 0 else whole - size_of(here, reach)


@kernel
def remove_leaf(boxes, links, state, leaf):
    """Take a leaf off, and its parent with it."""
    parent = links[leaf, PARENT]
    links[leaf, HEIGHT] = -1
    if parent == NONE:
        state[ROOT] = NONE
        return
    other = links[parent, RIGHT] if links[parent, LEFT] == leaf else links[parent, LEFT]
    above = links[parent, PARENT]
    put_instead(links, state, above, parent, other)
    links[parent, HEIGHT] = -1
    links[parent, PARENT] = state[UNUSED]
    state[UNUSED] = parent
    climb(boxes, links, state, above)


@inlined
def fat_box(lower, upper, i, margin, share):
    """The box of a leaf: wider on each side by a margin, and a share of the longest edge."""
    edge = max(upper[i, 0] - lower[i, 0], max(upper[i, 1] - lower[i, 1], upper[i, 2] - lower[i, 2]))
    m = margin + share * edge if edge < np.inf else margin
    return (
        lower[i, 0] - m, lower[i, 1] - m, lower[i, 2] - m,
        upper[i, 0] + m, upper[i, 1] + m, upper[i, 2] + m,
    )  # fmt: skip


@kernel
def insert_boxes(lower, upper, ids, margin, share, reach, boxes, links, state):
    for k in range(len(ids)):
        i = ids[k]
        put_box(boxes, 2 * i, fat_box(lower, upper, i, margin, share))
        insert_leaf(boxes, links, state, reach, 2 * i)


@kernel
def remove_boxes(ids, boxes, links, state):
    for k in range(len(ids)):
        remove_leaf(boxes, links, state, 2 * ids[k])


@kernel
def escaped(lower, upper, ids, margin, share, reach, boxes, out):
    """Write those of the ids whose boxes have left their leaves, or need far less; how many."""
    n = 0
    for k in range(len(ids)):
        i = ids[k]
        inside = True
        for axis in range(3):
            inside &= boxes[2 * i, axis] <= lower[i, axis]
            inside &= upper[i, axis] <= boxes[2 * i, 3 + axis]
        new = size_of(fat_box(lower, upper, i, margin, share), reach)
        if not inside or size_of(box_of(boxes, 2 * i), reach) > TOO_FAT * new:
            out[n] = i
            n += 1
    return n


@kernel
def build_balanced(lower, upper, ids, margin, share, boxes, links, state):
    """A tree of the boxes with these ids, halved again and again; links of others are cleared."""
    for row in range(len(links)):
        links[row, HEIGHT] = -1
    n = len(ids)
    # Ranges that wait, and the row and side where each is to hang.
    stack = np.empty((128, 4), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, n, NONE, LEFT
    waiting = 1 if n > 0 else 0
    used = 0
    state[ROOT] = NONE
    while waiting > 0:
        waiting -= 1
        start, stop = stack[waiting, 0], stack[waiting, 1]
        parent, side = stack[waiting, 2], stack[waiting, 3]
        if stop - start == 1:
            i = ids[start]
            row = 2 * i
            put_box(boxes, row, fat_box(lower, upper, i, margin, share))
            links[row, HEIGHT] = 0
        else:
            row = 2 * used + 1
            used += 1
            half = (start + stop) // 2
            for k in range(2):
                stack[waiting, 0], stack[waiting, 1] = (start, half) if k == 0 else (half, stop)
                stack[waiting, 2], stack[waiting, 3] = row, LEFT + k
                waiting += 1
        links[row, PARENT] = parent
        if parent == NONE:
            state[ROOT] = row
        else:
            links[parent, side] = row
    # Parents were numbered before their children.
    for k in range(used - 1, -1, -1):
        refit(boxes, links, 2 * k + 1)
    state[UNUSED] = NONE
    for k in range(len(links) // 2 - 1, used - 1, -1):
        links[2 * k + 1, PARENT] = state[UNUSED]
        state[UNUSED] = 2 * k + 1
