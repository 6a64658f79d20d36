"""A clock that compiled code can read, for answers within a budget of microseconds.

It asks the C library's ``clock_gettime`` for the monotonic clock, the one that Python shows as
``time.monotonic_ns``; a reading costs about 16 ns. Works where that function exists (POSIX) and
its two fields have 64 bits; tested on Linux x86-64, untested elsewhere.
"""

import time

from llvmlite import ir
from numba import int64
from numba.core import cgutils

from impinge.core.jit import inlined, instructions

# The number by which this system's C library knows the monotonic clock (1 on Linux).
MONOTONIC = getattr(time, "CLOCK_MONOTONIC", 1)
NANOSECONDS = 1_000_000_000
INT, LONG = ir.IntType(32), ir.IntType(64)
"""The types of C that take part: int, and int64_t for both fields of a struct timespec."""


def read_clock_plain():
    return time.monotonic_ns()


@instructions(read_clock_plain, int64)
def read_clock(_context, builder, _kinds):
    timespec = ir.LiteralStructType([LONG, LONG])
    # struct timespec reading;  (on the stack, once a function however often it is called)
    reading = cgutils.alloca_once(builder, timespec)
    # int clock_gettime(int, struct timespec *);  (declared unless it has been)
    prototype = ir.FunctionType(INT, [INT, timespec.as_pointer()])
    function = cgutils.get_or_insert_function(builder.module, prototype, "clock_gettime")
    # clock_gettime(CLOCK_MONOTONIC, &reading);  (cannot fail for this clock)
    builder.call(function, [INT(MONOTONIC), reading])
    # return reading.tv_sec * 1000000000 + reading.tv_nsec;
    both = builder.load(reading)
    seconds, nanoseconds = builder.extract_value(both, 0), builder.extract_value(both, 1)
    return builder.add(builder.mul(seconds, LONG(NANOSECONDS)), nanoseconds)


@inlined
def now_ns():
    """Nanoseconds since some fixed moment; only differences mean anything."""
    return read_clock()
