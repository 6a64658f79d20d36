"""A clock that compiled code can read, for answers within a budget of microseconds.

It asks the C library's ``clock_gettime`` for the monotonic clock, the one that Python shows as
``time.monotonic_ns``; a reading costs about 16 ns. Works where that function exists (POSIX) and
its two fields have 64 bits; tested on Linux x86-64, untested elsewhere.
"""

from __future__ import annotations

import time
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from impinge.core.jit import inlined

# The number by which this system's C library knows the monotonic clock (1 on Linux).
MONOTONIC = getattr(time, "CLOCK_MONOTONIC", 1)
NANOSECONDS = 1_000_000_000


@intrinsic  # type: ignore[untyped-decorator]
def _read_clock(typing_context: Any) -> Any:
    """Nanoseconds of the monotonic clock, as instructions put straight into the caller."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        # The types of C that take part: int, and int64_t for both fields of a struct timespec.
        c_int = ir.IntType(32)
        int64 = ir.IntType(64)
        timespec = ir.LiteralStructType([int64, int64])
        # struct timespec reading;  (on the stack, once a function however often it is called)
        reading = cgutils.alloca_once(builder, timespec)
        # int clock_gettime(int, struct timespec *);  (declared unless it has been)
        prototype = ir.FunctionType(c_int, [c_int, timespec.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, prototype, "clock_gettime")
        # clock_gettime(CLOCK_MONOTONIC, &reading);  (cannot fail for this clock)
        builder.call(function, [ir.Constant(c_int, MONOTONIC), reading])
        # seconds = reading.tv_sec;  nanoseconds = reading.tv_nsec;
        both = builder.load(reading)
        seconds = builder.extract_value(both, 0)
        nanoseconds = builder.extract_value(both, 1)
        # return seconds * 1000000000 + nanoseconds;
        return builder.add(builder.mul(seconds, ir.Constant(int64, NANOSECONDS)), nanoseconds)

    # Takes nothing, gives an int64.
    return types.int64(), emit


if config.DISABLE_JIT:
    # An intrinsic exists only in compiled code; uncompiled kernels read the same clock like this.
    now_ns = time.monotonic_ns
else:

    @inlined
    def now_ns():  # type: ignore[no-untyped-def]
        """Nanoseconds since some fixed moment; only differences mean anything."""
        return _read_clock()
