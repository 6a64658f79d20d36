"""Compiled functions: all compiled alike."""

import numba
import numpy as np
import pytest
from numba import types

from impinge.core import jit
from impinge.core.sources import PACKAGE


@jit.kernel
def doubled(numbers):
    return 2.0 * numbers


@jit.kernel
@jit.uncounted
def returns_its_array(numbers):
    return numbers, numbers[0]


@jit.kernel
@jit.uncounted
def takes_an_array(numbers):
    return doubled(numbers)[0]


@jit.kernel
@jit.uncounted
def first_of_some(numbers):
    some = numbers[:2] if numbers[0] > 0.0 else numbers
    return some[0]


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


def test_an_array_that_is_not_counted_is_not_returned():
    """Who is given one would free it."""
    with pytest.raises(TypeError, match="returns_its_array: returns an array"):
        returns_its_array(np.zeros(3))


def test_an_array_that_was_counted_is_not_taken():
    """Nobody would free it."""
    with pytest.raises(TypeError, match="takes_an_array: would keep the array of doubled forever"):
        takes_an_array(np.zeros(3))


def test_arrays_are_used_without_counting():
    assert first_of_some(np.arange(3.0)) == 0.0
    assert first_of_some(np.arange(1.0, 4.0)) == 1.0
    assert [made.targetoptions["_nrt"] for made in (first_of_some, doubled)] == [False, True]


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
