"""Eight boxes at a time: the few operations the compiler would not vectorise by itself.

Numba lets us hand instructions straight to LLVM, the compiler below it, in an *intrinsic*: a
function that runs while a kernel is being compiled and notes down what the kernel shall do. Read
``builder.fadd(x, y)`` as "note an addition of x and y here". Nothing is added while it runs.

The type ``<8 x float>`` is a vector of eight float32. An addition of two such vectors adds lane
by lane, on any processor: LLVM uses one 256-bit instruction where there is one, and two or eight
smaller ones elsewhere (x86-64 is what we test; NEON code is generated but untested).

So that the formulas can be read, :class:`Lanes` gives those vectors the usual operators. Each
intrinsic below has a twin in :mod:`impinge.core.plain`, the same formula as a loop over the eight
lanes; the twin is what runs when compilation is switched off, and the tests compare the two.

``contract`` lets LLVM fuse a multiplication and an addition where the processor can. Results
then differ in the last bit between processors. That is legal here and only here: these are
bounds, and the pad added by the callers covers either rounding.
"""

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from impinge.core import plain
from impinge.core.lanes import CHILD, FRAME, HALF, ROW, WIDTH

FLOAT = ir.FloatType()
INT = ir.IntType(32)
FLOAT8 = ir.VectorType(FLOAT, WIDTH)
INT8 = ir.VectorType(INT, WIDTH)
LONG = ir.IntType(64)
DOUBLE8 = ir.VectorType(ir.DoubleType(), WIDTH)
LONG8 = ir.VectorType(LONG, WIDTH)
LANES = ir.Constant(LONG8, list(range(WIDTH)))
NO_LANE = ir.Constant(LONG8, [2**62] * WIDTH)
VEC3 = types.UniTuple(types.float32, 3)
MAT3 = types.UniTuple(types.float32, 9)
BOX = types.UniTuple(types.float64, 6)
NO_KEY = plain.NO_KEY
LINES = 4
"""Cache lines of a node."""


class Lanes:
    """Eight numbers that are computed together; an operator notes one vector instruction."""

    def __init__(self, builder, value):
        self.builder = builder
        self.value = value

    def _new(self, value):
        return Lanes(self.builder, value)

    def __add__(self, other):
        return self._new(self.builder.fadd(self.value, other.value, flags=("contract",)))

    def __sub__(self, other):
        return self._new(self.builder.fsub(self.value, other.value, flags=("contract",)))

    def __mul__(self, other):
        return self._new(self.builder.fmul(self.value, other.value, flags=("contract",)))

    def __truediv__(self, other):
        return self._new(self.builder.fdiv(self.value, other.value))

    def __abs__(self):
        return self._new(call(self.builder, "llvm.fabs.v8f32", FLOAT8, [self.value]))

    def at_least(self, other):
        """The greater of the two, lane by lane."""
        return self._new(call(self.builder, "llvm.maxnum.v8f32", FLOAT8, [self.value, other.value]))

    def below(self, other):
        """Eight bits: set where this lane is below (or equal to) that of ``other``."""
        return self.builder.fcmp_ordered("<=", self.value, other.value)


def call(builder, name, result, arguments):
    """Note a call of one of LLVM's own functions, found by its name."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(function, arguments)


def spread(builder, number):
    """The same number in all eight lanes."""
    nothing = ir.Constant(number_lanes(number), ir.Undefined)
    first = builder.insert_element(nothing, number, INT(0))
    return builder.shuffle_vector(first, nothing, ir.Constant(INT8, [0] * WIDTH))


def number_lanes(number):
    return ir.VectorType(number.type, WIDTH)


def bits(builder, flags):
    """Eight flags as the low eight bits of an int32, lane 0 lowest."""
    return builder.zext(builder.bitcast(flags, ir.IntType(8)), INT)


class Node:
    """Loads from one row of a tree's nodes (the layout is in :mod:`impinge.core.lanes`)."""

    def __init__(self, context, builder, array_type, array, row):
        self.builder = builder
        data = context.make_array(array_type)(context, builder, array).data
        start = builder.mul(row, ir.Constant(row.type, ROW))
        self.start = builder.gep(data, [start])

    def _at(self, column):
        return self.builder.gep(self.start, [ir.Constant(ir.IntType(64), column)])

    def lanes(self, column):
        """Eight neighbouring numbers: the same field of all eight children."""
        address = self.builder.bitcast(self._at(column), FLOAT8.as_pointer())
        # Rows of NumPy arrays are aligned to 16 bytes at best: promise no more than a float's 4.
        return Lanes(self.builder, self.builder.load(address, align=4))

    def everywhere(self, column):
        """One number, in all lanes."""
        return Lanes(self.builder, spread(self.builder, self.builder.load(self._at(column))))

    def centres(self):
        return [self.lanes(WIDTH * k) for k in range(3)]

    def halves(self):
        return [self.lanes(HALF + WIDTH * k) for k in range(3)]

    def frame(self):
        """The node's frame as three rows of three; the third row is the cross product."""
        a = [self.everywhere(FRAME + k) for k in range(3)]
        b = [self.everywhere(FRAME + 3 + k) for k in range(3)]
        c = [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
        return [a, b, c]


def numbers(builder, numbers_of_tuple, count):
    """The members of a tuple, each in all eight lanes."""
    members = [builder.extract_value(numbers_of_tuple, k) for k in range(count)]
    return [Lanes(builder, spread(builder, member)) for member in members]


def projections(builder, node, centre, half, turn, shift):
    """What both box tests share: one box against eight, seen from the frame of the one.

    Returns the offsets of the eight centres along the one box's axes and along their own axes,
    and the reach (sum of both boxes' half extents as seen along the axis) for the same six axes.
    """
    g = numbers(builder, turn, 9)
    f = node.frame()
    # Rotation from the node's frame into that of the one box.
    r = [
        [g[3 * i] * f[j][0] + g[3 * i + 1] * f[j][1] + g[3 * i + 2] * f[j][2] for j in range(3)]
        for i in range(3)
    ]
    c = node.centres()
    h = node.halves()
    a = numbers(builder, half, 3)
    t = numbers(builder, shift, 3)
    o = numbers(builder, centre, 3)
    d = [r[i][0] * c[0] + r[i][1] * c[1] + r[i][2] * c[2] + (t[i] - o[i]) for i in range(3)]
    e = [r[0][j] * d[0] + r[1][j] * d[1] + r[2][j] * d[2] for j in range(3)]
    q = [[abs(r[i][j]) for j in range(3)] for i in range(3)]
    reach_d = [a[i] + q[i][0] * h[0] + q[i][1] * h[1] + q[i][2] * h[2] for i in range(3)]
    reach_e = [h[j] + (q[0][j] * a[0] + q[1][j] * a[1] + q[2][j] * a[2]) for j in range(3)]
    return d, e, reach_d, reach_e, a, h


@intrinsic
def gaps8_compiled(_, nodes, row, centre, half, turn, shift, limit, gaps):
    """See :func:`impinge.core.plain.gaps8`."""
    signature = types.int32(nodes, types.int64, VEC3, VEC3, MAT3, VEC3, types.float32, gaps)

    def generate(context, builder, signature, arguments):
        nodes, row, centre, half, turn, shift, limit, gaps = arguments
        node = Node(context, builder, signature.args[0], nodes, row)
        d, e, reach_d, reach_e, _, _ = projections(builder, node, centre, half, turn, shift)
        gap = abs(d[0]) - reach_d[0]
        for k in range(1, 3):
            gap = gap.at_least(abs(d[k]) - reach_d[k])
        for k in range(3):
            gap = gap.at_least(abs(e[k]) - reach_e[k])
        store8(context, builder, signature.args[7], gaps, gap.value)
        return bits(builder, gap.below(Lanes(builder, spread(builder, limit))))

    return signature, generate


@intrinsic
def keys8_compiled(_, nodes, row, centre, half, turn, shift, unit_sq, limit_sq, keys, group):
    """See :func:`impinge.core.plain.keys8`."""
    signature = types.UniTuple(types.int32, 2)(
        nodes,
        types.int64,
        VEC3,
        VEC3,
        MAT3,
        VEC3,
        types.float32,
        types.float32,
        keys,
        types.int64,
    )

    def generate(context, builder, signature, arguments):
        nodes, row, centre, half, turn, shift, unit_sq, limit_sq, keys, group = arguments
        node = Node(context, builder, signature.args[0], nodes, row)
        d, e, reach_d, reach_e, a, h = projections(builder, node, centre, half, turn, shift)
        zero = Lanes(builder, ir.Constant(FLOAT8, [0.0] * WIDTH))
        tiny = Lanes(builder, ir.Constant(FLOAT8, [1e-30] * WIDTH))
        by_d = zero
        by_e = zero
        reach = zero
        d_sq = zero
        for k in range(3):
            gap_d = (abs(d[k]) - reach_d[k]).at_least(zero)
            gap_e = (abs(e[k]) - reach_e[k]).at_least(zero)
            by_d = by_d + gap_d * gap_d
            by_e = by_e + gap_e * gap_e
            reach = reach + abs(d[k]) * a[k] + abs(e[k]) * h[k]
            d_sq = d_sq + d[k] * d[k]
        # Along the line of centres: both reaches were multiplied by |d|.
        gap_c = (d_sq - reach).at_least(zero)
        by_c = gap_c * (gap_c / d_sq.at_least(tiny))
        bound_sq = by_d.at_least(by_e).at_least(by_c) * Lanes(builder, spread(builder, unit_sq))

        # Positive floats are ordered like their bits read as integers. The lowest three bits
        # give way to the lane's number, which lowers the bound by less than one part in a
        # million: a key is bound and lane in one, and no two are equal.
        near = bound_sq.below(Lanes(builder, spread(builder, limit_sq)))
        key = builder.bitcast(bound_sq.value, INT8)
        key = builder.and_(key, ir.Constant(INT8, [-8] * WIDTH))
        key = builder.or_(key, ir.Constant(INT8, list(range(WIDTH))))
        touching = builder.icmp_signed("<", key, ir.Constant(INT8, [WIDTH] * WIDTH))
        none = ir.Constant(INT8, [NO_KEY] * WIDTH)
        apart = builder.select(builder.and_(near, builder.not_(touching)), key, none)
        store8(context, builder, signature.args[8], keys, apart, group)
        lowest = call(builder, "llvm.vector.reduce.smin.v8i32", INT, [apart])
        touching = builder.and_(touching, near)
        return cgutils.pack_array(builder, [bits(builder, touching), lowest])

    return signature, generate


@intrinsic
def next_key8_compiled(_, keys, group, after):
    """See :func:`impinge.core.plain.next_key8`."""
    signature = types.int32(keys, types.int64, types.int32)

    def generate(context, builder, signature, arguments):
        keys, group, after = arguments
        address = row8(context, builder, signature.args[0], keys, group, INT8)
        key = builder.load(address, align=4)
        later = builder.icmp_signed(">", key, spread(builder, after))
        left = builder.select(later, key, ir.Constant(INT8, [NO_KEY] * WIDTH))
        return call(builder, "llvm.vector.reduce.smin.v8i32", INT, [left])

    return signature, generate


@intrinsic
def span8_compiled(_, nodes, row, turn):
    """See :func:`impinge.core.plain.span8`."""
    signature = types.UniTuple(types.float32, 6)(nodes, types.int64, MAT3)

    def generate(context, builder, signature, arguments):
        nodes, row, turn = arguments
        node = Node(context, builder, signature.args[0], nodes, row)
        r = numbers(builder, turn, 9)
        c = node.centres()
        h = node.halves()
        low, high = [], []
        for i in range(3):
            x, y, z = r[3 * i : 3 * i + 3]
            middle = x * c[0] + y * c[1] + z * c[2]
            reach = abs(x) * h[0] + abs(y) * h[1] + abs(z) * h[2]
            low.append(across(builder, "fmin", middle - reach))
            high.append(across(builder, "fmax", middle + reach))
        return cgutils.pack_array(builder, low + high)

    return signature, generate


def across(builder, what, lanes):
    """The least or greatest of eight lanes; none of them is NaN."""
    kind = ir.FunctionType(FLOAT, [FLOAT8])
    name = f"llvm.vector.reduce.{what}.v8f32"
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(function, [lanes.value], fastmath=("nnan",))


@intrinsic
def lower8_compiled(_, target, i, source, j):
    """See :func:`impinge.core.plain.lower8`."""
    signature = types.void(target, types.int64, source, types.int64)

    def generate(context, builder, signature, arguments):
        target, i, source, j = arguments
        there = row8(context, builder, signature.args[0], target, i, FLOAT8)
        here = row8(context, builder, signature.args[2], source, j, FLOAT8)
        a = builder.load(there, align=4)
        b = builder.load(here, align=4)
        smaller = builder.select(builder.fcmp_ordered("<", b, a), b, a)
        builder.store(smaller, there, align=4)
        return context.get_dummy_value()

    return signature, generate


def row8(context, builder, array_type, array, row, kind):
    """The address of row ``row`` of an (n, 8) array, as that of one vector of eight."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(builder.bitcast(data, kind.as_pointer()), [row])


def store8(context, builder, array_type, array, value, row=None):
    """Write eight numbers to a row (the first if none is given) of an array of eights."""
    row = ir.Constant(ir.IntType(64), 0) if row is None else row
    address = row8(context, builder, array_type, array, row, value.type)
    builder.store(value, address, align=4)


@intrinsic
def child_of_compiled(_, nodes, row, lane):
    """See :func:`impinge.core.plain.child_of`."""
    signature = types.int32(nodes, types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        nodes, row, lane = arguments
        node = Node(context, builder, signature.args[0], nodes, row)
        address = builder.gep(node.start, [builder.add(lane, ir.Constant(lane.type, CHILD))])
        return builder.load(builder.bitcast(address, INT.as_pointer()))

    return signature, generate


@intrinsic
def lowest_bit_compiled(_, mask):
    """See :func:`impinge.core.plain.lowest_bit`."""
    signature = types.int32(types.int32)

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return signature, generate


@intrinsic
def lowest_of_64_compiled(_, mask):
    """See :func:`impinge.core.plain.lowest_of_64`."""
    signature = types.int64(types.int64)

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return signature, generate


@intrinsic
def bits_of_compiled(_, number):
    """See :func:`impinge.core.plain.bits_of`."""
    signature = types.int32(types.float32)

    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], INT)

    return signature, generate


@intrinsic
def fetch_row_compiled(_, rows, row):
    """See :func:`impinge.core.plain.fetch_row`."""
    signature = types.void(rows, types.int64)

    def generate(context, builder, signature, arguments):
        rows, row = arguments
        array = context.make_array(signature.args[0])(context, builder, rows)
        long = ir.IntType(64)
        bytes_a_row = builder.extract_value(array.strides, 0)
        start = builder.add(builder.ptrtoint(array.data, long), builder.mul(row, bytes_a_row))
        address_type = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [address_type, INT, INT, INT])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for line in range(LINES):
            address = builder.add(start, ir.Constant(long, 64 * line))
            # For reading, to be kept in the nearest cache, data (not instructions).
            arguments = [builder.inttoptr(address, address_type), INT(0), INT(3), INT(1)]
            builder.call(function, arguments)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def furthest_compiled(_, numbers, at, stride, x, y, z):
    """See :func:`impinge.core.plain.furthest`.

    In float64, and without ``contract``: the row that wins a near tie is the same everywhere.
    """
    signature = types.int64(
        numbers, types.int64, types.int64, types.float64, types.float64, types.float64
    )

    def generate(context, builder, signature, arguments):
        numbers, at, stride, *direction = arguments
        data = context.make_array(signature.args[0])(context, builder, numbers).data
        axes = [spread(builder, number) for number in direction]
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
            here = builder.add(spread(builder, first), LANES)
            builder.store(builder.select(further, along, builder.load(best)), best)
            builder.store(builder.select(further, here, builder.load(found)), found)
        lanes = builder.load(best)
        greatest = call(builder, "llvm.vector.reduce.fmax.v8f64", ir.DoubleType(), [lanes])
        wins = builder.fcmp_ordered("==", lanes, spread(builder, greatest))
        numbered = builder.select(wins, builder.load(found), NO_LANE)
        return call(builder, "llvm.vector.reduce.umin.v8i64", LONG, [numbered])

    return signature, generate


@intrinsic
def meet8_compiled(_, nodes, row, box):
    """See :func:`impinge.core.plain.meet8`."""
    signature = types.int32(nodes, types.int64, BOX)

    def generate(context, builder, signature, arguments):
        nodes, row, box = arguments
        data = context.make_array(signature.args[0])(context, builder, nodes).data
        start = builder.gep(data, [builder.mul(row, ir.Constant(LONG, 6 * WIDTH))])
        meets = None
        for k in range(6):
            address = builder.gep(start, [ir.Constant(LONG, WIDTH * k)])
            lanes = builder.load(builder.bitcast(address, DOUBLE8.as_pointer()), align=8)
            # A child's lower side is compared with the box's upper one, and the other way round.
            side = spread(builder, builder.extract_value(box, (k + 3) % 6))
            here = builder.fcmp_ordered("<=" if k < 3 else ">=", lanes, side)
            meets = here if meets is None else builder.and_(meets, here)
        return bits(builder, meets)

    return signature, generate


if config.DISABLE_JIT:
    gaps8 = plain.gaps8
    keys8 = plain.keys8
    next_key8 = plain.next_key8
    span8 = plain.span8
    lower8 = plain.lower8
    child_of = plain.child_of
    lowest_bit = plain.lowest_bit
    lowest_of_64 = plain.lowest_of_64
    bits_of = plain.bits_of
    fetch_row = plain.fetch_row
    furthest = plain.furthest
    meet8 = plain.meet8
else:
    gaps8 = gaps8_compiled
    keys8 = keys8_compiled
    next_key8 = next_key8_compiled
    span8 = span8_compiled
    lower8 = lower8_compiled
    child_of = child_of_compiled
    lowest_bit = lowest_bit_compiled
    lowest_of_64 = lowest_of_64_compiled
    bits_of = bits_of_compiled
    fetch_row = fetch_row_compiled
    furthest = furthest_compiled
    meet8 = meet8_compiled
