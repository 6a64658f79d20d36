"""Eight points at a time: on which side of the faces of a tetrahedron are they?

Like :mod:`impinge.core.simd`, for points in three rows (x, y, z) of float64. The plain twins are
here too. Sums may be fused where the processor can: the ``bound`` of the caller covers either
rounding. Lanes that are not a number count as not outside.
"""

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from impinge.core.lanes import WIDTH
from impinge.core.simd import DOUBLE8, LANES, LONG, LONG8, bits, call, spread

FUSED = ("contract",)
TET = types.UniTuple(types.float64, 14)
PLANE = types.UniTuple(types.float64, 7)


def in_tet8(points, at, tet):
    """Mask of the points ``at ... at + 7`` that are not clearly outside a tetrahedron.

    ``tet``: a corner (3), the normals of the three faces at it, inward (9), the value that all
    four distances sum to, and the lowest distance of a point that is kept.
    """
    mask = 0
    for lane in range(WIDTH):
        d = [points[k, at + lane] - tet[k] for k in range(3)]
        b = [sum(tet[3 * f + k] * d[k] for k in range(3)) for f in (1, 2, 3)]
        b.append(((tet[12] - b[0]) - b[1]) - b[2])
        if not any(distance < tet[13] for distance in b):
            mask |= 1 << lane
    return mask


def above_plane8(points, at, plane):
    """Mask of the points ``at ... at + 7`` that are not clearly below a plane.

    ``plane``: a point of it (3), its normal (3), and the lowest value of a point that is kept.
    """
    mask = 0
    for lane in range(WIDTH):
        if not sum(plane[3 + k] * (points[k, at + lane] - plane[k]) for k in range(3)) < plane[6]:
            mask |= 1 << lane
    return mask


def append8(mask, first, found, n):
    """Write ``first + lane`` behind the first ``n`` of ``found``, for lanes of a mask; the new n.

    All eight places behind may be written to.
    """
    for lane in range(WIDTH):
        if mask >> lane & 1:
            found[n] = first + lane
            n += 1
    return n


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


@intrinsic
def in_tet8_compiled(_, points, at, tet):
    """See :func:`in_tet8`."""
    signature = types.int32(points, types.int64, TET)

    def generate(context, builder, signature, arguments):
        points, at, tet = arguments
        eight = Points(context, builder, signature.args[0], points, at, tet)
        left, kept = eight.number(12), None
        for k in (3, 6, 9):
            distance = eight.along(k)
            left = builder.fsub(left, distance)
            here = eight.kept(distance, 13)
            kept = here if kept is None else builder.and_(kept, here)
        return bits(builder, builder.and_(kept, eight.kept(left, 13)))

    return signature, generate


@intrinsic
def above_plane8_compiled(_, points, at, plane):
    """See :func:`above_plane8`."""
    signature = types.int32(points, types.int64, PLANE)

    def generate(context, builder, signature, arguments):
        points, at, plane = arguments
        eight = Points(context, builder, signature.args[0], points, at, plane)
        return bits(builder, eight.kept(eight.along(3), 6))

    return signature, generate


@intrinsic
def append8_compiled(_, mask, first, found, n):
    """See :func:`append8`."""
    signature = types.int64(types.int32, types.int64, found, types.int64)

    def generate(context, builder, signature, arguments):
        mask, first, found, n = arguments
        few = builder.trunc(mask, ir.IntType(8))
        flags = builder.bitcast(few, ir.VectorType(ir.IntType(1), WIDTH))
        numbers = builder.add(spread(builder, first), LANES)
        # In a register: compressing into memory is slow on some processors.
        packed = call(
            builder, "llvm.experimental.vector.compress.v8i64", LONG8, [numbers, flags, numbers]
        )
        data = context.make_array(signature.args[2])(context, builder, found).data
        address = builder.bitcast(builder.gep(data, [n]), LONG8.as_pointer())
        builder.store(packed, address, align=8)
        return builder.add(n, builder.zext(builder.ctpop(few), LONG))

    return signature, generate


plain_in_tet8, plain_above_plane8, plain_append8 = in_tet8, above_plane8, append8
if not config.DISABLE_JIT:
    in_tet8, above_plane8, append8 = in_tet8_compiled, above_plane8_compiled, append8_compiled
