"""Eight moving boxes at a time: when does one box meet each of eight?

Like :mod:`impinge.core.simd`, of which this is the part that looks at two poses instead of one. Its
twin is :func:`impinge.core.plain.times8`.
"""

from llvmlite import ir
from numba import float32, int32, int64

from impinge.core import plain, simd
from impinge.core.jit import GIVEN, instructions
from impinge.core.simd import FLOAT8, MAT3, VEC3, WIDTH, Lanes, Node, projections


def at_most(x, y):
    """The lesser of the two, lane by lane."""
    return Lanes(x.builder, simd.call(x.builder, "llvm.minnum.v8f32", FLOAT8, [x.value, y.value]))


def toward(x, sign):
    """``x`` where ``sign`` is not negative, else ``-x``."""
    builder = x.builder
    zero = ir.Constant(FLOAT8, [0.0] * WIDTH)
    negative = builder.fcmp_ordered("<", sign.value, zero)
    turned = builder.fsub(ir.Constant(FLOAT8, [-0.0] * WIDTH), x.value)
    return Lanes(builder, builder.select(negative, turned, x.value))


def both_axes(first, last):
    """Offsets and reaches of the six axes at both ends, as tuples (o0, r0, o1, r1)."""
    d0, e0, reach_d0, reach_e0, _, _ = first
    d1, e1, reach_d1, reach_e1, _, _ = last
    for k in range(3):
        yield d0[k], reach_d0[k], d1[k], reach_d1[k]
        yield e0[k], reach_e0[k], e1[k], reach_e1[k]


@instructions(plain.times8, int32, GIVEN, int64, VEC3, VEC3, MAT3, VEC3, MAT3, VEC3, float32, GIVEN)
def times8(context, builder, kinds, nodes, row, centre, half, *others):
    turn_t0, shift_t0, turn_t1, shift_t1, latest, times = others
    node = Node(context, builder, kinds[0], nodes, row)
    first = projections(builder, node, centre, half, turn_t0, shift_t0)
    last = projections(builder, node, centre, half, turn_t1, shift_t1)
    zero, one, tiny = (simd.constant(builder, x) for x in (0.0, 1.0, plain.TINY))
    begins, ends, apart = zero, zero, simd.constant(builder, -1.0)
    for o0, r0, o1, r1 in both_axes(first, last):
        # The side that is open at the first end, and the one that is open at the last.
        gap_0, later = abs(o0) - r0, toward(o1, o0) - r1
        gap_1, earlier = abs(o1) - r1, toward(o0, o1) - r0
        apart = apart.at_least(at_most(gap_0, later))
        open_0, open_1 = gap_0.at_least(zero), gap_1.at_least(zero)
        begins = begins.at_least(open_0 / (open_0 + (zero - later).at_least(tiny)))
        ends = ends.at_least(open_1 / (open_1 + (zero - earlier).at_least(tiny)))
    less = simd.constant(builder, plain.LESS)
    begins = begins * less
    ends = (one - ends * less) + simd.constant(builder, plain.ROUNDED)
    for k, lanes in enumerate((begins, ends)):
        simd.store8(context, builder, kinds[9], times, lanes.value, simd.LONG(k))
    met = builder.and_(apart.below(zero), begins.below(ends))
    met = builder.and_(met, begins.below(simd.everywhere(builder, latest)))
    return simd.bits(builder, met)
