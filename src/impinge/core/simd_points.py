"""Eight points at a time: on which side of the faces of a tetrahedron are they?

Like :mod:`impinge.core.simd`, for points in three rows (x, y, z) of float64. Sums may be fused
where the processor can: the ``bound`` of the caller covers either rounding. Lanes that are not a
number count as not outside.
"""

from llvmlite import ir
from numba import float64, int32, int64
from numba.core.types import UniTuple

from impinge.core import plain
from impinge.core.jit import GIVEN, instructions
from impinge.core.lanes import WIDTH
from impinge.core.simd import DOUBLE8, LANES, LONG, LONG8, bits, call, spread

FUSED = ("contract",)
TET = UniTuple(float64, 14)
PLANE = UniTuple(float64, 7)


class Points:
    """Eight points of an array (3, n), and sums of products with numbers of a tuple."""

    def __init__(self, context, builder, array_type, array, at, numbers):
        self.builder, self.numbers = builder, numbers
        made = context.make_array(array_type)(context, builder, array)
        columns = builder.extract_value(made.shape, 1)
        self.offsets = []
        for k in range(3):
            start = builder.add(builder.mul(columns, ir.Constant(LONG, k)), at)
            address = builder.bitcast(builder.gep(made.data, [start]), DOUBLE8.as_pointer())
            lanes = builder.load(address, align=8)
            self.offsets.append(builder.fsub(lanes, self.number(k)))

    def number(self, k):
        """Number ``k`` of the tuple in all lanes."""
        return spread(self.builder, self.builder.extract_value(self.numbers, k))

    def along(self, k):
        """Sum of products of the offsets from the corner with numbers ``k, k + 1, k + 2``."""
        total = None
        for j, offset in enumerate(self.offsets):
            product = self.builder.fmul(self.number(k + j), offset, flags=FUSED)
            total = product if total is None else self.builder.fadd(total, product, flags=FUSED)
        return total

    def kept(self, lanes, k):
        """Where lanes are not below number ``k``."""
        return self.builder.fcmp_unordered(">=", lanes, self.number(k))


@instructions(plain.in_tet8, int32, GIVEN, int64, TET)
def in_tet8(context, builder, kinds, points, at, tet):
    eight = Points(context, builder, kinds[0], points, at, tet)
    left, kept = eight.number(12), None
    for k in (3, 6, 9):
        distance = eight.along(k)
        left = builder.fsub(left, distance)
        here = eight.kept(distance, 13)
        kept = here if kept is None else builder.and_(kept, here)
    return bits(builder, builder.and_(kept, eight.kept(left, 13)))


@instructions(plain.above_plane8, int32, GIVEN, int64, PLANE)
def above_plane8(context, builder, kinds, points, at, plane):
    eight = Points(context, builder, kinds[0], points, at, plane)
    return bits(builder, eight.kept(eight.along(3), 6))


@instructions(plain.append8, int64, int32, int64, GIVEN, int64)
def append8(context, builder, kinds, mask, first, found, n):
    few = builder.trunc(mask, ir.IntType(8))
    flags = builder.bitcast(few, ir.VectorType(ir.IntType(1), WIDTH))
    numbers = builder.add(spread(builder, first), LANES)
    # In a register: compressing into memory is slow on some processors.
    packed = call(
        builder, "llvm.experimental.vector.compress.v8i64", LONG8, [numbers, flags, numbers]
    )
    data = context.make_array(kinds[2])(context, builder, found).data
    address = builder.bitcast(builder.gep(data, [n]), LONG8.as_pointer())
    builder.store(packed, address, align=8)
    return builder.add(n, builder.zext(builder.ctpop(few), LONG))
