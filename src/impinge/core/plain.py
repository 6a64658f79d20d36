"""The operations of :mod:`impinge.core.simd` and its neighbours in NumPy, eight lanes at once.

They say what each operation means, run where compilation is switched off, and are what the
tests compare the vector instructions with. The fields of a node row are in
:mod:`impinge.core.lanes`.
"""

import numpy as np

from impinge.core.lanes import CHILD, FRAME, HALF, WIDTH

NO_KEY = 0x7F7FFFFF
"""A lane that is not to be visited: the bits of the greatest float32, above every key."""

LESS = 1.0 - 2.0**-20
"""Times of meeting are multiplied by this: a quotient of float32 sums is off by four roundings."""
ROUNDED = 2.0**-22
"""Added to times of parting: four roundings of numbers up to one."""
TINY = 1e-30
"""Least divisor: more than any product of it with an offset can overflow."""


def mask_of(flags):
    """Flags of eight lanes as the bits of a number, lane 0 lowest."""
    return sum(1 << lane for lane in range(WIDTH) if flags[lane])


def box_offsets(nodes, row, centre, half, turn, shift):
    """One box against eight children: offsets and reaches along the six face axes, a lane each.

    ``turn`` and ``shift`` take coordinates of the node's tree into the frame of the one box, whose
    ``centre`` and ``half`` extents are given there. Both are exact up to float32 rounding; the
    caller pads ``half``.
    """
    f = nodes[row, FRAME : FRAME + 6].reshape(2, 3)
    frame = np.vstack((f, np.cross(f[0], f[1]).astype(np.float32)[None]))
    r = np.array(turn, np.float32).reshape(3, 3) @ frame.T
    c = nodes[row, :HALF].reshape(3, WIDTH)
    h = nodes[row, HALF:CHILD].reshape(3, WIDTH)
    a = np.array(half, np.float32)[:, None]
    d = r @ c + (np.array(shift, np.float32) - np.array(centre, np.float32))[:, None]
    e = r.T @ d
    return d, e, a + np.abs(r) @ h, h + np.abs(r).T @ a, a, h


def gaps8(nodes, row, centre, half, turn, shift, limit, gaps):
    """How far one box is from each of eight: the largest gap along the boxes' six face axes.

    Negative where they overlap along all six. Writes the eight gaps, and returns a mask of the
    lanes whose gap is at most ``limit`` (lane 0 in the lowest bit). A gap never exceeds the
    distance of the boxes. The nine edge-edge axes of the full separating axis test were measured
    and left out: they save a tenth of the visits and cost a quarter of the time of each.
    """
    d, e, reach_d, reach_e, _, _ = box_offsets(nodes, row, centre, half, turn, shift)
    gaps[0] = np.maximum(np.abs(d) - reach_d, np.abs(e) - reach_e).max(axis=0)
    return mask_of(gaps[0] <= limit)


def keys8(nodes, row, centre, half, turn, shift, unit_sq, limit_sq, keys, group):
    """Lower bounds of the squared distance of one box to each of eight, as sortable keys.

    The bound is the greatest of three: the distance to the box around the other along the one's
    axes, the same the other way round, and the gap along the line of centres; it is multiplied by
    ``unit_sq``, which makes bounds in units of different trees comparable. Row ``group`` of
    ``keys`` receives, for each lane that is apart but within ``limit_sq``, the bound's bits with
    the lane's number in the lowest three, and ``NO_KEY`` for the others.

    Returns a mask of the lanes whose boxes are not proved to be apart, and the lowest key.
    """
    d, e, reach_d, reach_e, a, h = box_offsets(nodes, row, centre, half, turn, shift)
    by_d = np.sum(np.maximum(np.abs(d) - reach_d, 0.0) ** 2, axis=0)
    by_e = np.sum(np.maximum(np.abs(e) - reach_e, 0.0) ** 2, axis=0)
    d_sq = np.sum(d * d, axis=0)
    gap = np.maximum(d_sq - np.sum(np.abs(d) * a + np.abs(e) * h, axis=0), 0.0)
    by_c = gap * (gap / np.maximum(d_sq, 1e-30))
    bound_sq = np.float32(np.maximum(np.maximum(by_d, by_e), by_c) * unit_sq)
    key = (bound_sq.view(np.int32) & -8) | np.arange(WIDTH)
    near = bound_sq <= limit_sq
    keys[group] = np.where(near & (key >= WIDTH), key, NO_KEY)
    return mask_of(near & (key < WIDTH)), int(keys[group].min())


def next_key8(keys, group, after):
    """The lowest key of a group above ``after``, or ``NO_KEY``."""
    return min([int(key) for key in keys[group] if key > after] + [NO_KEY])


def span8(nodes, row, turn):
    """The box around the eight boxes of a node, seen in the frame that ``turn`` leads to.

    Three lowest coordinates, then three highest. A lane without a child, whose half extents are
    negative and large, bounds nothing.
    """
    r = np.array(turn, np.float32).reshape(3, 3)
    middle = r @ nodes[row, :HALF].reshape(3, WIDTH)
    reach = np.abs(r) @ nodes[row, HALF:CHILD].reshape(3, WIDTH)
    return (*(middle - reach).min(axis=1), *(middle + reach).max(axis=1))


def lower8(target, i, source, j):
    """Row ``i`` of ``target`` becomes the lesser of itself and row ``j`` of ``source``.

    A box is kept as eight numbers, (lower, 0, -upper, 0): growing it is then one minimum.
    """
    target[i] = np.where(source[j] < target[i], source[j], target[i])


def child_of(nodes, row, lane):
    """What lane ``lane`` of a node leads to, as stored in the tree."""
    return int(nodes[row].view(np.int32)[CHILD + lane])


def lowest_bit(mask):
    """The number of the lowest bit that is set; ``mask`` is not zero."""
    return (int(mask) & -int(mask)).bit_length() - 1


def bits_of(number):
    """The bits of a float32, read as an int32."""
    return int(np.float32(number).view(np.int32))


def fetch_row(rows, row):
    """Ask the processor to bring a row near, since it will be read soon: changes no answer."""


def furthest(numbers, at, stride, x, y, z):
    """The least k with the greatest numbers[at + k] x + numbers[at + stride + k] y + ... z.

    ``stride`` is a multiple of eight, and all numbers up to ``at + 3 stride`` are there.
    """
    px, py, pz = numbers[at : at + 3 * stride].reshape(3, stride)
    return int(np.argmax(px * x + py * y + pz * z))


def meet8(nodes, row, box):
    """Which of eight boxes meet one: a mask, lane 0 in the lowest bit; touching is meeting.

    ``nodes`` is (n, 48) float64: eight times the lowest x, then y and z, then the highest likewise.
    ``box`` is (lower, upper), six numbers. Nothing is computed, only compared, so that the answer
    is exact. A lane of NaN meets nothing.
    """
    lanes = nodes[row].reshape(6, WIDTH)
    low, high = np.array(box[:3])[:, None], np.array(box[3:])[:, None]
    return mask_of(((lanes[:3] <= high) & (lanes[3:] >= low)).all(axis=0))


def times8(nodes, row, centre, half, turn_t0, shift_t0, turn_t1, shift_t1, latest, times):
    """When one box and each of eight may overlap, as shares of the time between two poses.

    Along a face axis of either side, offset and reach change linearly (the caller pads ``half`` for
    what is not linear): each of the two sides on which there may be a gap closes, or opens, at one
    time. Writes the latest of the six times of meeting to ``times[0]``, the earliest of the times
    of parting to ``times[1]``, and returns a mask of the lanes that may overlap in between, not
    after ``latest``. Times of meeting are not too late and times of parting not too early, given
    that offsets and reaches are exact or padded.
    """
    d0, e0, near_d0, near_e0, _, _ = box_offsets(nodes, row, centre, half, turn_t0, shift_t0)
    d1, e1, near_d1, near_e1, _, _ = box_offsets(nodes, row, centre, half, turn_t1, shift_t1)
    o0, r0 = np.concatenate((d0, e0)), np.concatenate((near_d0, near_e0))
    o1, r1 = np.concatenate((d1, e1)), np.concatenate((near_d1, near_e1))
    gap_0, later = np.abs(o0) - r0, np.where(o0 < 0, -o1, o1) - r1
    gap_1, earlier = np.abs(o1) - r1, np.where(o1 < 0, -o0, o0) - r0
    open_0, open_1 = np.maximum(gap_0, 0), np.maximum(gap_1, 0)
    begins = np.max(open_0 / (open_0 + np.maximum(-later, TINY)), axis=0) * LESS
    ends = 1.0 - np.max(open_1 / (open_1 + np.maximum(-earlier, TINY)), axis=0) * LESS + ROUNDED
    times[0], times[1] = begins, ends
    apart = np.max(np.minimum(gap_0, later), axis=0)
    return mask_of((apart <= 0.0) & (begins <= ends) & (begins <= latest))


def in_tet8(points, at, tet):
    """Mask of the points ``at ... at + 7`` that are not clearly outside a tetrahedron.

    ``tet``: a corner (3), the normals of the three faces at it, inward (9), the value that all
    four distances sum to, and the lowest distance of a point that is kept.
    """
    d = points[:, at : at + WIDTH] - np.array(tet[:3])[:, None]
    b = [tet[k] * d[0] + tet[k + 1] * d[1] + tet[k + 2] * d[2] for k in (3, 6, 9)]
    b.append(((tet[12] - b[0]) - b[1]) - b[2])
    return mask_of(~(np.array(b) < tet[13]).any(axis=0))


def above_plane8(points, at, plane):
    """Mask of the points ``at ... at + 7`` that are not clearly below a plane.

    ``plane``: a point of it (3), its normal (3), and the lowest value of a point that is kept.
    """
    d = points[:, at : at + WIDTH] - np.array(plane[:3])[:, None]
    return mask_of(~(plane[3] * d[0] + plane[4] * d[1] + plane[5] * d[2] < plane[6]))


def append8(mask, first, found, n):
    """Write ``first + lane`` behind the first ``n`` of ``found``, for lanes of a mask; the new n.

    All eight places behind may be written to.
    """
    lanes = [lane for lane in range(WIDTH) if mask >> lane & 1]
    found[n : n + len(lanes)] = [first + lane for lane in lanes]
    return n + len(lanes)
