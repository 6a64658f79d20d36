"""A promise to the compiler that an index counts from the front.

Numba takes a negative index to count from the end, as Python does, and asks of each index which it
is. In kernels that read many numbers at places they have computed this was a third of the
instructions; after ``k = natural(k)`` neither k nor k + 1 is asked.
"""

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def natural_compiled(_, k):
    """See :func:`natural_plain`."""
    signature = types.int64(types.int64)

    def generate(_context, builder, _signature, arguments):
        (k,) = arguments
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(1)])
        assume = cgutils.get_or_insert_function(builder.module, kind, "llvm.assume")
        builder.call(assume, [builder.icmp_signed(">=", k, ir.Constant(k.type, 0))])
        return k

    return signature, generate


def natural_plain(k):
    """``k``, which is not negative."""
    assert k >= 0
    return k


natural = natural_plain if config.DISABLE_JIT else natural_compiled
