"""Eight boxes at a time: the few operations the compiler would not vectorise by itself.

Numba lets us hand instructions straight to LLVM, the compiler below it (an *intrinsic*): functions
marked as :func:`~impinge.core.jit.instructions` run while a kernel is being compiled and note down
what the kernel shall do. Read ``builder.fadd(x, y)`` as "note an addition of x and y here". Nothing
is added while they run.

The type ``<8 x float>`` is a vector of eight float32. An addition of two such vectors adds lane
by lane, on any processor: LLVM uses one 256-bit instruction where there is one, and two or eight
smaller ones elsewhere (x86-64 is what we test; NEON code is generated but untested).

So that the formulas can be read, :class:`Lanes` gives those vectors the usual operators. Each
operation has a twin in :mod:`impinge.core.plain`, the same formula in NumPy; it says what comes
back and runs when compilation is switched off, and the tests compare the two.

``contract`` lets LLVM fuse a multiplication and an addition where the processor can. Results
then differ in the last bit between processors. That is legal here and only here: these are
bounds, and the pad added by the callers covers either rounding.
"""

from llvmlite import ir
from numba import float32, float64, int32, int64, void
from numba.core import cgutils
from numba.core.types import UniTuple

from impinge.core import plain
from impinge.core.jit import GIVEN, instructions
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
VEC3 = UniTuple(float32, 3)
MAT3 = UniTuple(float32, 9)
BOX = UniTuple(float64, 6)
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


def call(builder, name, result, arguments, fastmath=()):
    """Note a call of one of LLVM's own functions, found by its name."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(function, arguments, fastmath=fastmath)


def spread(builder, number):
    """The same number in all eight lanes."""
    nothing = ir.Constant(ir.VectorType(number.type, WIDTH), ir.Undefined)
    first = builder.insert_element(nothing, number, INT(0))
    return builder.shuffle_vector(first, nothing, ir.Constant(INT8, [0] * WIDTH))


def everywhere(builder, number):
    """The same number in all eight lanes, to compute with."""
    return Lanes(builder, spread(builder, number))


def constant(builder, number):
    """The same known number likewise."""
    return Lanes(builder, ir.Constant(FLOAT8, [number] * WIDTH))


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
        return everywhere(self.builder, self.builder.load(self._at(column)))

    def centres(self):
        return [self.lanes(WIDTH * k) for k in range(3)]

    def halves(self):
        return [self.lanes(HALF + WIDTH * k) for k in range(3)]

    def frame(self):
        """The node's frame as three rows of three; the third row is the cross product."""
        a = [self.everywhere(FRAME + k) for k in range(3)]
        b = [self.everywhere(FRAME + 3 + k) for k in range(3)]
        c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        return [a, b, c]


def numbers(builder, numbers_of_tuple, count):
    """The members of a tuple, each in all eight lanes."""
    return [everywhere(builder, builder.extract_value(numbers_of_tuple, k)) for k in range(count)]


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


@instructions(plain.gaps8, int32, GIVEN, int64, VEC3, VEC3, MAT3, VEC3, float32, GIVEN)
def gaps8(context, builder, kinds, nodes, row, centre, half, turn, shift, limit, gaps):
    node = Node(context, builder, kinds[0], nodes, row)
    d, e, reach_d, reach_e, _, _ = projections(builder, node, centre, half, turn, shift)
    gap = abs(d[0]) - reach_d[0]
    for k in range(1, 3):
        gap = gap.at_least(abs(d[k]) - reach_d[k])
    for k in range(3):
        gap = gap.at_least(abs(e[k]) - reach_e[k])
    store8(context, builder, kinds[7], gaps, gap.value)
    return bits(builder, gap.below(everywhere(builder, limit)))


@instructions(
    plain.keys8,
    UniTuple(int32, 2),
    GIVEN,
    int64,
    VEC3,
    VEC3,
    MAT3,
    VEC3,
    float32,
    float32,
    GIVEN,
    int64,
)
def keys8(context, builder, kinds, nodes, row, centre, half, turn, shift, *others):
    unit_sq, limit_sq, keys, group = others
    node = Node(context, builder, kinds[0], nodes, row)
    d, e, reach_d, reach_e, a, h = projections(builder, node, centre, half, turn, shift)
    zero, tiny = constant(builder, 0.0), constant(builder, 1e-30)
    by_d = by_e = reach = d_sq = zero
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
    bound_sq = by_d.at_least(by_e).at_least(by_c) * everywhere(builder, unit_sq)

    # Positive floats are ordered like their bits read as integers. The lowest three bits
    # give way to the lane's number, which lowers the bound by less than one part in a
    # million: a key is bound and lane in one, and no two are equal.
    near = bound_sq.below(everywhere(builder, limit_sq))
    key = builder.bitcast(bound_sq.value, INT8)
    key = builder.and_(key, ir.Constant(INT8, [-8] * WIDTH))
    key = builder.or_(key, ir.Constant(INT8, list(range(WIDTH))))
    touching = builder.icmp_signed("<", key, ir.Constant(INT8, [WIDTH] * WIDTH))
    none = ir.Constant(INT8, [NO_KEY] * WIDTH)
    apart = builder.select(builder.and_(near, builder.not_(touching)), key, none)
    store8(context, builder, kinds[8], keys, apart, group)
    lowest = call(builder, "llvm.vector.reduce.smin.v8i32", INT, [apart])
    touching = builder.and_(touching, near)
    return cgutils.pack_array(builder, [bits(builder, touching), lowest])


@instructions(plain.next_key8, int32, GIVEN, int64, int32)
def next_key8(context, builder, kinds, keys, group, after):
    address = row8(context, builder, kinds[0], keys, group, INT8)
    key = builder.load(address, align=4)
    later = builder.icmp_signed(">", key, spread(builder, after))
    left = builder.select(later, key, ir.Constant(INT8, [NO_KEY] * WIDTH))
    return call(builder, "llvm.vector.reduce.smin.v8i32", INT, [left])


@instructions(plain.span8, UniTuple(float32, 6), GIVEN, int64, MAT3)
def span8(context, builder, kinds, nodes, row, turn):
    node = Node(context, builder, kinds[0], nodes, row)
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


def across(builder, what, lanes):
    """The least or greatest of eight lanes; none of them is NaN."""
    name = f"llvm.vector.reduce.{what}.v8f32"
    return call(builder, name, FLOAT, [lanes.value], fastmath=("nnan",))


@instructions(plain.lower8, void, GIVEN, int64, GIVEN, int64)
def lower8(context, builder, kinds, target, i, source, j):
    there = row8(context, builder, kinds[0], target, i, FLOAT8)
    here = row8(context, builder, kinds[2], source, j, FLOAT8)
    a = builder.load(there, align=4)
    b = builder.load(here, align=4)
    smaller = builder.select(builder.fcmp_ordered("<", b, a), b, a)
    builder.store(smaller, there, align=4)
    return context.get_dummy_value()


def row8(context, builder, array_type, array, row, kind):
    """The address of row ``row`` of an (n, 8) array, as that of one vector of eight."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(builder.bitcast(data, kind.as_pointer()), [row])


def store8(context, builder, array_type, array, value, row=None):
    """Write eight numbers to a row (the first if none is given) of an array of eights."""
    row = ir.Constant(ir.IntType(64), 0) if row is None else row
    address = row8(context, builder, array_type, array, row, value.type)
    builder.store(value, address, align=4)


@instructions(plain.child_of, int32, GIVEN, int64, int64)
def child_of(context, builder, kinds, nodes, row, lane):
    node = Node(context, builder, kinds[0], nodes, row)
    address = builder.gep(node.start, [builder.add(lane, ir.Constant(lane.type, CHILD))])
    return builder.load(builder.bitcast(address, INT.as_pointer()))


def lowest(_context, builder, _kinds, mask):
    return builder.cttz(mask, ir.Constant(ir.IntType(1), 1))


lowest_bit = instructions(plain.lowest_bit, int32, int32)(lowest)
lowest_of_64 = instructions(plain.lowest_bit, int64, int64)(lowest)


@instructions(plain.bits_of, int32, float32)
def bits_of(_context, builder, _kinds, number):
    return builder.bitcast(number, INT)


@instructions(plain.fetch_row, void, GIVEN, int64)
def fetch_row(context, builder, kinds, rows, row):
    array = context.make_array(kinds[0])(context, builder, rows)
    bytes_a_row = builder.extract_value(array.strides, 0)
    start = builder.add(builder.ptrtoint(array.data, LONG), builder.mul(row, bytes_a_row))
    for line in range(LINES):
        address = builder.add(start, LONG(64 * line))
        # For reading, to be kept in the nearest cache, data (not instructions).
        arguments = [builder.inttoptr(address, ir.IntType(8).as_pointer()), INT(0), INT(3), INT(1)]
        call(builder, "llvm.prefetch.p0i8", ir.VoidType(), arguments)
    return context.get_dummy_value()


@instructions(plain.furthest, int64, GIVEN, int64, int64, float64, float64, float64)
def furthest(context, builder, kinds, numbers, at, stride, x, y, z):
    # In float64, and without ``contract``: the row that wins a near tie is the same everywhere.
    data = context.make_array(kinds[0])(context, builder, numbers).data
    axes = [spread(builder, number) for number in (x, y, z)]
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


@instructions(plain.meet8, int32, GIVEN, int64, BOX)
def meet8(context, builder, kinds, nodes, row, box):
    data = context.make_array(kinds[0])(context, builder, nodes).data
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
