"""Compiled functions: all compiled alike."""

import sys
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba import types
from numba.core.runtime import rtsys
from numba.core.runtime._nrt_python import memsys_disable_stats, memsys_enable_stats

from impinge.core import jit
from impinge.core.memory import scratch_floats
from impinge.core.sources import PACKAGE


class Pair(NamedTuple):
    first: Any
    second: Any


@jit.kernel
def doubled(numbers):
    return 2.0 * numbers


@jit.kernel
def returns_its_array(numbers):
    return numbers, numbers[0]


@jit.kernel
def takes_an_array(numbers):
    return doubled(numbers)[0]


@jit.kernel
def takes_back_its_array(numbers):
    found, first = returns_its_array(numbers)
    return first + found[-1]


@jit.kernel
def makes_lists(numbers):
    pair = [numbers[0]], [numbers[1]]
    return pair[0][0] + pair[1][0]


@jit.kernel
def adds_arrays(a):
    return (a + a)[0]


@jit.kernel
def negates(a):
    return (-a)[0]


@jit.kernel
def sums_a_product(a):
    return (a * 2.0).sum()


@jit.kernel
def compares(a):
    return (a > 0.5)[0]


@jit.kernel
def multiplies(a):
    part = a[:2].reshape(1, 2)
    return (part @ a[:2])[0]


@jit.kernel
def picks_by_flags(a, flags):
    return a[flags][0]


@jit.kernel
def copies_a_part(a):
    a[1:3] = a[0:2]
    return a[2]


@jit.kernel
def adds_in_place(a):
    a += a
    return a[0]


@jit.kernel
def first_of_some(numbers):
    some = numbers[:2] if numbers[0] > 0.0 else numbers
    return some.reshape(len(some), 1)[0, 0]


@jit.kernel
def sum_of_several(numbers):
    on_stack = scratch_floats(4)
    on_stack[0] = 0.0
    pair = Pair(numbers, on_stack)
    for i in range(len(pair.first)):
        pair.second[0] += first_of_some(pair.first[i:])
    return pair.second[0]


@jit.kernel
def add_one(k):
    return k + 1


@jit.kernel
def calls_with_numbers(k):
    return add_one(k) + add_one(0) + add_one(1)


def llvm_of(compiled, signature):
    """LLVM code and assembly of a kernel, compiled afresh: kept code has neither."""
    options = {name: value for name, value in compiled.targetoptions.items() if name != "nopython"}
    fresh = numba.njit(**options)(compiled.py_func)
    fresh.compile(signature)
    return fresh.inspect_llvm(fresh.signatures[0]), fresh.inspect_asm(fresh.signatures[0])


def test_a_kernel_inside_a_function_is_refused():
    def outer():
        @jit.kernel
        def inner(x):
            return x

        return inner

    with pytest.raises(TypeError, match=r"outer\.<locals>\.inner.*top level"):
        outer()


@pytest.mark.plain
def test_kernels_are_registered():
    from impinge.core.pose_check import check_pose

    assert check_pose in jit._KERNELS


def _all_modules():
    """Import everything, so that every kernel is registered."""
    import importlib

    for file in sorted(PACKAGE.glob("**/*.py")):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        if "kernels" in parts or parts[1] == "core":
            importlib.import_module(".".join(p for p in parts if p != "__init__"))


def counts(compiled):
    """Whether a kernel counts who holds its arrays."""
    (result,) = compiled.overloads.values()
    return result.target_context.enable_nrt


def test_arrays_that_are_handed_over_are_not_counted():
    """Neither views of them, nor arrays on the stack, nor tuples of these."""
    assert first_of_some(np.arange(3.0)) == 0.0
    assert first_of_some(np.arange(1.0, 4.0)) == 1.0
    assert sum_of_several(np.arange(5.0)) == 10.0
    assert not counts(first_of_some)
    assert not counts(sum_of_several)


def test_arrays_that_expressions_create_are_counted():
    """Without counting, such functions would not compile."""
    numbers = np.array([1.0, 2.0, 3.0])
    assert adds_arrays(numbers) == 2.0
    assert negates(numbers) == -1.0
    assert sums_a_product(numbers) == 12.0
    assert compares(numbers)
    assert multiplies(numbers) == 5.0
    assert picks_by_flags(numbers, np.array([False, True, True])) == 2.0
    assert adds_in_place(numbers.copy()) == 2.0
    assert copies_a_part(numbers) == 2.0


def test_searches_do_not_count():
    """Where it matters: a kernel that begins to receive arrays gets slower without a word."""
    import impinge as im
    from impinge.hierarchy.kernels.inside import walk_inside
    from impinge.hierarchy.kernels.ray import walk_ray
    from impinge.narrow.kernels.convex_pair import measure_pair_from
    from impinge.narrow.kernels.convex_rows import answer_convex, gap_rows, measure_one
    from impinge.narrow.kernels.epa import grow
    from impinge.narrow.kernels.gjk import gjk

    cube, hull = im.box_mesh((1, 1, 1)), im.Hull(im.icosphere(1).vertices)
    im.penetration(hull, hull, None, im.pose((0.5, 0.1, 0)))
    im.penetration(hull, hull, None, im.pose([(0.5, 0.1, 0)]))
    im.cast_ray(cube, (3, 0, 0), (-1, 0, 0))
    im.contains(cube, (0, 0, 0))
    for searching in (
        answer_convex, gap_rows, gjk, grow, measure_one, measure_pair_from, walk_inside, walk_ray,
    ):  # fmt: skip
        assert not counts(searching), searching


def test_arrays_that_are_made_or_given_back_are_counted():
    """All memory is freed, once, whoever calls."""
    numbers = np.arange(1.0, 4.0)
    kernels = {
        doubled: 6.0, takes_an_array: 2.0, returns_its_array: 3.0, takes_back_its_array: 4.0,
        makes_lists: 3.0, multiplies: 5.0,
    }  # fmt: skip
    memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for compiled, expected in kernels.items():
        for _ in range(100):
            found = compiled(numbers)
        last = found[0] if isinstance(found, tuple) else found
        assert np.ravel(last)[-1] == expected
        assert counts(compiled)
        del found, last
    after = rtsys.get_allocation_stats()
    memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0
    assert sys.getrefcount(numbers) == 2


def test_numbers_in_the_code_are_compiled_for_once():
    """A kernel called with 0, with 1 and with a variable has one form."""
    assert calls_with_numbers(5) == 6 + 1 + 2
    # Compiled afresh, since a kept one does not look at what it calls.
    llvm_of(calls_with_numbers, (types.int64,))
    assert [signature.args for signature in add_one.nopython_signatures] == [(types.int64,)]


def test_no_kernel_lets_the_compiler_fuse_or_reorder():
    """Fused products differ between processors: an exact predicate would change its mind."""
    _all_modules()
    kernels = [
        k for k in [*jit._KERNELS, *jit._SHORT, *jit._INLINED] if hasattr(k, "targetoptions")
    ]
    assert len(kernels) > 20

    for kernel in kernels:
        assert not kernel.targetoptions.get("fastmath"), kernel
        assert not kernel.targetoptions.get("parallel"), kernel
        assert kernel.targetoptions["nogil"] == (kernel not in jit._SHORT), kernel


FUSED_LLVM = ("contract", " fast ", "reassoc", "llvm.fma", "llvm.fmuladd")
FUSED_ASSEMBLY = ("fmadd", "fmsub", "fnmadd", "fnmsub", "fmla", "fmls")


def test_products_and_sums_are_compiled_one_by_one():
    """A determinant has only products and sums: the place where a fused one would appear."""
    from impinge.core.vec import cross, dot

    vector = numba.types.UniTuple(numba.float64, 3)
    for kernel in (dot, cross):
        llvm, assembly = llvm_of(kernel, (vector, vector))
        assert "fmul" in llvm
        for word in FUSED_LLVM:
            assert word not in llvm
        for word in FUSED_ASSEMBLY:
            assert word not in assembly


def test_the_check_above_can_fail():
    """With fusing allowed, the words that are looked for do appear."""
    from impinge.core.vec import dot

    vector = numba.types.UniTuple(numba.float64, 3)
    fused = numba.njit(fastmath={"contract"})(dot.py_func)
    fused.compile((vector, vector))

    assert "contract" in fused.inspect_llvm(fused.signatures[0])


def test_predicates_are_not_fused():
    """Every kernel of the exact predicates, for the signatures that the suite has used."""
    from impinge.geometry.kernels import orientation

    vector = numba.types.UniTuple(numba.float64, 3)
    checked = 0
    for kernel in vars(orientation).values():
        if getattr(kernel, "__module__", None) != orientation.__name__:
            continue
        if not hasattr(kernel, "py_func"):
            continue
        count = kernel.py_func.__code__.co_argcount
        for arguments in ((vector,) * count, (numba.float64,) * count):
            try:
                llvm, assembly = llvm_of(kernel, arguments)
            except numba.core.errors.TypingError:
                continue
            assert not any(word in llvm for word in FUSED_LLVM), kernel
            assert not any(word in assembly for word in FUSED_ASSEMBLY), kernel
            checked += 1
            break

    assert checked
