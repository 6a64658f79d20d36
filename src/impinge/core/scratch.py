"""Room for numbers that lives as long as the kernel that asks for it, on the stack.

``np.empty`` in a kernel costs some 0.1 us a call, which is what a whole step of a search takes.
The count is a constant of the module. The array must not outlive the kernel: it is never returned.
"""

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


def on_stack(number, count):
    """Signature, and what notes the room for ``count`` numbers down."""
    if not isinstance(count, types.IntegerLiteral):
        raise RequireLiteralValue("count: a constant of the module")
    signature = types.Array(number, 1, "C")(count)
    length = count.literal_value

    def generate(context, builder, signature, _arguments):
        kind = context.get_data_type(number)
        size = ir.Constant(ir.IntType(64), length)
        # In the first block of the kernel: once, however often this place is passed. Numba's own
        # helper would fill it with zeros.
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(kind, length))
        array = context.make_array(signature.return_type)(context, builder)
        step = ir.Constant(ir.IntType(64), number.bitwidth // 8)
        populate_array(
            array, data=builder.bitcast(room, kind.as_pointer()),
            shape=[size], strides=[step], itemsize=step, meminfo=None,
        )  # fmt: skip
        return array._getvalue()

    return signature, generate


@intrinsic(prefer_literal=True)
def scratch_floats_compiled(_, count):
    """See :func:`scratch_floats_plain`."""
    return on_stack(types.float64, count)


@intrinsic(prefer_literal=True)
def scratch_ints_compiled(_, count):
    """See :func:`scratch_ints_plain`."""
    return on_stack(types.int64, count)


def scratch_floats_plain(count):
    """(count,) float64, not set to anything."""
    return np.empty(count)


def scratch_ints_plain(count):
    """(count,) int64, not set to anything."""
    return np.empty(count, np.int64)


if config.DISABLE_JIT:
    scratch_floats, scratch_ints = scratch_floats_plain, scratch_ints_plain
else:
    scratch_floats, scratch_ints = scratch_floats_compiled, scratch_ints_compiled
