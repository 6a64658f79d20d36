"""Points found between two flat parts, before it is decided which of them are contacts."""

from impinge.core.jit import inlined

AT_A, AT_B = 0, 3
"""The point on A and the one on B, frame of the contact."""
GAP = 6
"""Height of the point on B over that on A: the separation."""
CODE_A, CODE_B = 7, 8
"""Where on the two parts they are (:mod:`impinge.contacts.kernels.flat`)."""
SLOT = 9
"""Tells apart points of the same two places."""
FOUND = 10
"""Numbers of a row."""

CROSSING = 0
"""Slots: where a line enters a disc, one more where it leaves it; the only one elsewhere."""
TIP = 3
"""The deepest point of a rim."""
SAMPLE = 4
"""The first of the points that stand for a rim, twice as many as there are on one."""


@inlined
def add_found(found, count, a, b, code_a, code_b, slot):
    """One more row, if there is room; the number of rows."""
    if count < len(found):
        for k in range(3):
            found[count, AT_A + k], found[count, AT_B + k] = a[k], b[k]
        found[count, GAP] = b[2] - a[2]
        found[count, CODE_A], found[count, CODE_B], found[count, SLOT] = code_a, code_b, slot
        count += 1
    return count


@inlined
def add_ordered(found, count, p, q, code_p, code_q, slot, p_is_b):
    """The same for two parts of which the first may be B's."""
    if p_is_b:
        return add_found(found, count, q, p, code_q, code_p, slot)
    return add_found(found, count, p, q, code_p, code_q, slot)


@inlined
def copy_found(found, source, target):
    """Row ``target`` becomes what row ``source`` is."""
    if source != target:
        for c in range(FOUND):
            found[target, c] = found[source, c]
