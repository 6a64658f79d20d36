"""Ends of intervals, kept sorted while boxes move a little at a time.

``ends``    (3, 2n) int64: ``2 * box + 1`` for an upper end, ``2 * box`` for a lower one, by value
            along the axis. Where values are equal, lower ends come first: touching is meeting.
``values``  (3, 2n) float64: the coordinates of those ends.

Where a lower end moves before an upper one, two intervals begin to overlap, and the boxes are a
pair if they meet; where an upper end moves before a lower one, they are no pair any more. Sorting
by insertion passes each of these events once, and costs as much as there are of them
(Baraff 1992 [Baraff1992]_).
"""

from impinge.core.jit import inlined, kernel
from impinge.pairs.kernels.pair_set import FREE, pair_key, place_of, put_in, take_out


@kernel
def load_ends(lower, upper, ends, values):
    """The values of all ends, from boxes that may have moved."""
    for axis in range(3):
        for k in range(ends.shape[1]):
            box = ends[axis, k] >> 1
            values[axis, k] = upper[box, axis] if ends[axis, k] & 1 else lower[box, axis]


@inlined
def boxes_meet(lower, upper, i, j):
    for axis in range(3):
        if lower[i, axis] > upper[j, axis] or lower[j, axis] > upper[i, axis]:
            return False
    return True


@kernel
def settle(lower, upper, ends, values, table, count, most):
    """Sort the ends again and keep the set of pairs; the set, its count, and the swaps needed.

    Gives up after ``most`` swaps, and returns a negative number of them: the ends are then in
    between, and the set is of no use.
    """
    swaps = 0
    for axis in range(3):
        for k in range(1, ends.shape[1]):
            value, end = values[axis, k], ends[axis, k]
            place = k
            while place > 0:
                before, other = values[axis, place - 1], ends[axis, place - 1]
                if before < value or (before == value and (other & 1) <= (end & 1)):
                    break
                values[axis, place] = before
                ends[axis, place] = other
                place -= 1
                if (end & 1) == (other & 1):
                    continue
                i, j = end >> 1, other >> 1
                if i == j:
                    continue
                if end & 1:
                    at = place_of(table, pair_key(i, j))
                    if table[at] != FREE:
                        take_out(table, at)
                        count -= 1
                elif boxes_meet(lower, upper, i, j):
                    table, count = put_in(table, count, pair_key(i, j))
            values[axis, place] = value
            ends[axis, place] = end
            swaps += k - place
            if swaps > most:
                return table, count, -1
    return table, count, swaps
