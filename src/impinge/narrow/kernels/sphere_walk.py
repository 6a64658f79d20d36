"""Two sphere trees walked level by level, so that the walk may stop before any test.

A pair that waits is (2 * row + 1 if that is of A, row of the other tree): the first is the sphere
that was reached last, and the second is opened next (Mendoza and O'Sullivan 2005, Fig. 7
[Mendoza2005]_). Pairs are only appended, so that earlier results keep theirs.
"""

from impinge.core.clock import now_ns
from impinge.core.jit import inlined, kernel
from impinge.core.vec import load, norm_sq, sub
from impinge.hierarchy.kernels.sphere_update import update_sphere

HEAD, TAIL, FOUND, TESTS = 0, 1, 2, 3
STATE = 4
DONE, STOPPED, FULL = 0, 1, 2
CHILDREN = 8


@inlined
def overlap_spheres(now_a, i, now_b, j):
    reach = now_a.radii[i] + now_b.radii[j]
    return norm_sq(sub(load(now_a.centres, i), load(now_b.centres, j))) <= reach * reach


@inlined
def put_children(radii, row, other, is_a, queue, tail, breadth):
    """Let each child of a row wait with the other sphere; on a stack the first one last."""
    for k in range(CHILDREN):
        child = CHILDREN * row + 1 + (k if breadth else CHILDREN - 1 - k)
        if radii[child] >= 0.0:
            queue[tail, 0] = 2 * child + is_a
            queue[tail, 1] = other
            tail += 1
    return tail


@kernel
def walk_spheres(a, b, queue, found, state, breadth, most, deadline, spaces):
    """Test pairs until none waits, ``most`` were tested, or the clock shows ``deadline``.

    ``a`` and ``b`` are (Rig, Now); ``spaces`` has workspaces of their updates. At least one pair is
    tested. Returns ``FULL`` where the lists have no room for what a test may add.
    """
    rig_a, now_a = a
    rig_b, now_b = b
    strays, work = spaces
    head, tail, count, tests = state[HEAD], state[TAIL], state[FOUND], 0
    status = DONE
    while head < tail:
        if tests >= most or (tests > 0 and now_ns() >= deadline):
            status = STOPPED
            break
        if tail + CHILDREN > len(queue) or count >= len(found):
            status = FULL
            break
        if breadth:
            at = head
            head += 1
        else:
            tail -= 1
            at = tail
        first, second = queue[at, 0], queue[at, 1]
        is_a, first = first & 1, first >> 1
        i, j = (first, second) if is_a == 1 else (second, first)
        if now_a.known[i] == 0:
            update_sphere(rig_a, now_a, i, strays, work)
        if now_b.known[j] == 0:
            update_sphere(rig_b, now_b, j, strays, work)
        tests += 1
        if not overlap_spheres(now_a, i, now_b, j):
            continue
        leaf_a, leaf_b = rig_a.leaf[i] == 1, rig_b.leaf[j] == 1
        if leaf_a and leaf_b:
            found[count, 0], found[count, 1] = i, j
            count += 1
        elif is_a == 1 and not leaf_b:
            tail = put_children(rig_b.radii, j, i, 0, queue, tail, breadth)
        elif is_a == 0 and not leaf_a:
            tail = put_children(rig_a.radii, i, j, 1, queue, tail, breadth)
        else:
            # A leaf cannot be opened: switch, and open the other one next time.
            queue[tail, 0], queue[tail, 1] = 2 * second + 1 - is_a, first
            tail += 1
    state[HEAD], state[TAIL], state[FOUND] = head, tail, count
    state[TESTS] += tests
    return status
