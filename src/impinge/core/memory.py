"""How kernels get at numbers: promised, on the stack, or lent.

Each of these saves what Numba does by default and a query of a microsecond cannot afford. They note
instructions for LLVM down, as :mod:`impinge.core.simd` does, and have plain twins for running
without compilation.
"""

from ctypes import c_byte

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


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
    """``k``, which is promised not to be negative.

    Numba takes a negative index to count from the end, as Python does, and asks of each index which
    it is; after ``k = natural(k)`` neither k nor k + 1 is asked.
    """
    assert k >= 0
    return k


@intrinsic
def as_bits_compiled(_, number):
    """See :func:`as_bits_plain`."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


def as_bits_plain(number):
    """The 64 bits of a float64, read as an int64."""
    return int(np.float64(number).view(np.int64))


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
    """(count,) float64 on the stack, not set to anything; ``count`` is a constant of the module.

    They live as long as the kernel that asks, and are never returned. ``np.empty`` costs as much as
    a step of a search.
    """
    return np.empty(count)


def scratch_ints_plain(count):
    """(count,) int64 likewise."""
    return np.empty(count, np.int64)


@intrinsic
def borrowed_compiled(_, array):
    """See :func:`borrowed_plain`."""
    signature = array(array)

    def generate(context, builder, signature, arguments):
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return signature, generate


def borrowed_plain(array):
    """The same array, whose owner outlives this view of it.

    Numba counts who uses an array, in kernels too, with instructions that all cores have to agree
    on; a borrowed one is counted by nobody. The arguments of a kernel that Python has called may be
    borrowed: Python holds them until it returns.
    """
    return array


@intrinsic
def lent_compiled(_, like, address, count):
    """See :func:`lent_plain`."""
    signature = like(like, types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        kind = signature.return_type
        like, address, count = arguments
        model = context.make_array(kind)(context, builder, like)
        lent = context.make_array(kind)(context, builder)
        shape = cgutils.unpack_tuple(builder, model.shape, kind.ndim)
        populate_array(
            lent, data=builder.inttoptr(address, model.data.type), shape=[count, *shape[1:]],
            strides=cgutils.unpack_tuple(builder, model.strides, kind.ndim),
            itemsize=model.itemsize, meminfo=None,
        )  # fmt: skip
        return lent._getvalue()

    return signature, generate


def lent_plain(like, address, count):
    """The array of ``count`` rows at an address (``array.ctypes.data``), of the kind of ``like``.

    Contiguous, and the rows as long as those of ``like``. Its owner outlives this view of it: who
    passes addresses to a kernel holds the arrays until it returns. So one call can be about any
    number of arrays, which are neither copied nor handed over one by one.
    """
    length = int(count) * like.itemsize * int(np.prod(like.shape[1:]))
    memory = (c_byte * length).from_address(int(address))
    return np.frombuffer(memory, like.dtype).reshape(-1, *like.shape[1:])


if config.DISABLE_JIT:
    natural, as_bits = natural_plain, as_bits_plain
    borrowed, lent = borrowed_plain, lent_plain
    scratch_floats, scratch_ints = scratch_floats_plain, scratch_ints_plain
else:
    natural, as_bits = natural_compiled, as_bits_compiled
    borrowed, lent = borrowed_compiled, lent_compiled
    scratch_floats, scratch_ints = scratch_floats_compiled, scratch_ints_compiled
