"""The row of many that is furthest along a direction, eight at a time.

The same notes as for :mod:`impinge.core.simd`: an intrinsic writes down vector instructions while a
kernel is compiled. Here vectors are of eight float64, and multiplications and additions are not
fused: the vertex that wins a near tie is then the same on every processor.
"""

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from impinge.core.lanes import WIDTH

DOUBLE, LONG = ir.DoubleType(), ir.IntType(64)
DOUBLE8, LONG8 = ir.VectorType(DOUBLE, WIDTH), ir.VectorType(LONG, WIDTH)
LANES = ir.Constant(LONG8, list(range(WIDTH)))
NO_LANE = ir.Constant(LONG8, [2**62] * WIDTH)


def furthest_plain(numbers, at, stride, x, y, z):
    """The least k with the greatest numbers[at + k] x + numbers[at + stride + k] y + ... z.

    ``stride`` is a multiple of eight, and all numbers up to ``at + 3 stride`` are there.
    """
    best, found = -float("inf"), 0
    for k in range(stride):
        along = numbers[at + k] * x + numbers[at + stride + k] * y
        along += numbers[at + 2 * stride + k] * z
        if along > best:
            best, found = along, k
    return found


def spread(builder, number, kind):
    """The same number in all eight lanes."""
    nothing = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(first, nothing, zeros)


def reduced(builder, name, kind, vector):
    """One number out of eight, by one of LLVM's own functions."""
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(kind, [vector.type]), name
    )
    return builder.call(function, [vector])


@intrinsic
def furthest_compiled(_, numbers, at, stride, x, y, z):
    """See :func:`furthest_plain`."""
    signature = types.int64(
        numbers, types.int64, types.int64, types.float64, types.float64, types.float64
    )

    def generate(context, builder, signature, arguments):
        numbers, at, stride, *direction = arguments
        data = context.make_array(signature.args[0])(context, builder, numbers).data
        axes = [spread(builder, number, DOUBLE8) for number in direction]
        best = cgutils.alloca_once(builder, DOUBLE8)
        found = cgutils.alloca_once(builder, LONG8)
        builder.store(ir.Constant(DOUBLE8, [-float("inf")] * WIDTH), best)
        builder.store(LANES, found)
        starts = [at, builder.add(at, stride), builder.add(at, builder.add(stride, stride))]
        groups = builder.udiv(stride, ir.Constant(LONG, WIDTH))
        with cgutils.for_range(builder, groups) as loop:
            first = builder.mul(loop.index, ir.Constant(LONG, WIDTH))
            along = None
            for start, axis in zip(starts, axes, strict=True):
                address = builder.gep(data, [builder.add(start, first)])
                row = builder.load(builder.bitcast(address, DOUBLE8.as_pointer()), align=8)
                term = builder.fmul(row, axis)
                along = term if along is None else builder.fadd(along, term)
            further = builder.fcmp_ordered(">", along, builder.load(best))
            here = builder.add(spread(builder, first, LONG8), LANES)
            builder.store(builder.select(further, along, builder.load(best)), best)
            builder.store(builder.select(further, here, builder.load(found)), found)
        lanes = builder.load(best)
        greatest = reduced(builder, "llvm.vector.reduce.fmax.v8f64", DOUBLE, lanes)
        wins = builder.fcmp_ordered("==", lanes, spread(builder, greatest, DOUBLE8))
        numbered = builder.select(wins, builder.load(found), NO_LANE)
        return reduced(builder, "llvm.vector.reduce.umin.v8i64", LONG, numbered)

    return signature, generate


furthest = furthest_plain if config.DISABLE_JIT else furthest_compiled
