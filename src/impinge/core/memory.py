"""How kernels get at numbers: promised, on the stack, or lent.

Each of these saves what Numba does by default and a query of a microsecond cannot afford. They note
instructions for LLVM down, as :mod:`impinge.core.simd` does, and their plain twins say what these
do.
"""

from ctypes import c_byte

import numpy as np
from llvmlite import ir
from numba import float64, int64
from numba.core import cgutils
from numba.core.types import Array
from numba.np.arrayobj import populate_array

from impinge.core.jit import GIVEN, LITERAL, instructions

LONG = ir.IntType(64)
FLOATS, INTS = Array(float64, 1, "C"), Array(int64, 1, "C")


def natural_plain(k):
    """``k``, which is promised not to be negative.

    Numba takes a negative index to count from the end, as Python does, and asks of each index which
    it is; after ``k = natural(k)`` neither k nor k + 1 is asked.
    """
    assert k >= 0
    return k


@instructions(natural_plain, int64, int64)
def natural(_context, builder, _kinds, k):
    kind = ir.FunctionType(ir.VoidType(), [ir.IntType(1)])
    assume = cgutils.get_or_insert_function(builder.module, kind, "llvm.assume")
    builder.call(assume, [builder.icmp_signed(">=", k, LONG(0))])
    return k


def as_bits_plain(number):
    """The 64 bits of a float64, read as an int64."""
    return int(np.float64(number).view(np.int64))


@instructions(as_bits_plain, int64, float64)
def as_bits(_context, builder, _kinds, number):
    return builder.bitcast(number, LONG)


def on_stack(context, builder, row, count):
    """Note down the room for a row of numbers."""
    kind, step = context.get_data_type(row.dtype), LONG(row.dtype.bitwidth // 8)
    # In the first block of the kernel: once, however often this place is passed. Numba's own
    # helper would fill it with zeros.
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(kind, count))
    array = context.make_array(row)(context, builder)
    data = builder.bitcast(room, kind.as_pointer())
    populate_array(array, data, shape=[LONG(count)], strides=[step], itemsize=step, meminfo=None)
    return array._getvalue()


def scratch_floats_plain(count):
    """(count,) float64 on the stack, not set to anything; ``count`` is a constant of the module.

    They live as long as the kernel that asks, and are never returned. ``np.empty`` costs as much as
    a step of a search.
    """
    return np.empty(count)


@instructions(scratch_floats_plain, FLOATS, LITERAL)
def scratch_floats(context, builder, kinds, _count):
    return on_stack(context, builder, FLOATS, kinds[0].literal_value)


def scratch_ints_plain(count):
    """(count,) int64 likewise."""
    return np.empty(count, np.int64)


@instructions(scratch_ints_plain, INTS, LITERAL)
def scratch_ints(context, builder, kinds, _count):
    return on_stack(context, builder, INTS, kinds[0].literal_value)


def borrowed_plain(array):
    """The same array, whose owner outlives this view of it.

    References to it are not counted, in kernels that otherwise count them (``core.jit``): those
    that create arrays. Arguments of a kernel that Python has called may be borrowed: Python keeps
    them alive until it returns.
    """
    return array


@instructions(borrowed_plain, GIVEN, GIVEN)
def borrowed(context, builder, kinds, array):
    view = context.make_array(kinds[0])(context, builder, array)
    view.meminfo = cgutils.get_null_value(view.meminfo.type)
    view.parent = cgutils.get_null_value(view.parent.type)
    return view._getvalue()


def lent_plain(like, address, count):
    """The array of ``count`` rows at an address (``array.ctypes.data``), of the kind of ``like``.

    Contiguous, and the rows as long as those of ``like``. Its owner outlives this view of it: who
    passes addresses to a kernel holds the arrays until it returns. So one call can be about any
    number of arrays, which are neither copied nor handed over one by one.
    """
    length = int(count) * like.itemsize * int(np.prod(like.shape[1:]))
    memory = (c_byte * length).from_address(int(address))
    return np.frombuffer(memory, like.dtype).reshape(-1, *like.shape[1:])


@instructions(lent_plain, GIVEN, GIVEN, int64, int64)
def lent(context, builder, kinds, like, address, count):
    kind = kinds[0]
    model = context.make_array(kind)(context, builder, like)
    found = context.make_array(kind)(context, builder)
    shape = cgutils.unpack_tuple(builder, model.shape, kind.ndim)
    populate_array(
        found, data=builder.inttoptr(address, model.data.type), shape=[count, *shape[1:]],
        strides=cgutils.unpack_tuple(builder, model.strides, kind.ndim),
        itemsize=model.itemsize, meminfo=None,
    )  # fmt: skip
    return found._getvalue()
