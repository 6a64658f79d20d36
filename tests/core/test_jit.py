"""Compiled functions: never stale, never in the way, and all compiled alike."""

import os
import shutil

import numpy as np
import pytest
from forking import Nursery
from numba import types

from impinge.core import jit
from impinge.core.sources import PACKAGE

CALLER = """\
from impinge.core.jit import kernel
from impinge.demo.callee import value
@kernel
def answer(x):
    return value(x) + 0.5
"""
CALLEE = """\
from impinge.core.jit import {decorator}
@{decorator}
def value(x):
    return x + {constant}
"""
ASK = """\
from impinge.core import compiling, jit
from impinge.demo.caller import answer
print(answer(1.0), compiling.compile_seconds()[1])
"""


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


@pytest.fixture(scope="module")
def nursery():
    made = Nursery()
    yield made
    made.close()


@pytest.fixture
def ask(tmp_path, run_python, nursery):
    """Ask a caller of a copied package, in a new process: its answer, and kernels compiled.

    One that Numba was told about by its environment is started from nothing.
    """
    package = tmp_path / "site" / "impinge"
    (package / "demo").mkdir(parents=True)
    shutil.copytree(PACKAGE / "core", package / "core")
    (package / "__init__.py").write_text("")
    (package / "demo" / "__init__.py").write_text("")
    (package / "demo" / "caller.py").write_text(CALLER)
    (package / "demo" / "unrelated.py").write_text("x = 1\n")

    def run(script=ASK, **environment):
        settings = {
            "PYTHONPATH": str(package.parent),
            "IMPINGE_CACHE_DIR": str(tmp_path / "kept"),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        }
        if any(name.startswith("NUMBA_") for name in environment):
            done = run_python(script, **settings)
        else:
            done = nursery.run(script, tmp_path, {**os.environ, **settings})
        assert done.returncode == 0, done.stderr
        answer, compiled = done.stdout.split()
        return float(answer), int(compiled)

    run.package = package
    return run


@pytest.mark.parametrize("decorator", ["kernel", "inlined"])
def test_editing_a_callee_in_another_file_recompiles_its_caller(ask, decorator):
    """Numba's own cache answers 3.5 after the edit: it looks at the caller's file only."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator=decorator, constant=2.0))
    assert ask() == (3.5, 2)
    assert ask() == (3.5, 0)

    callee.write_text(CALLEE.format(decorator=decorator, constant=40.0))

    assert ask() == (41.5, 2)
    assert ask() == (41.5, 0)


def test_editing_an_unrelated_file_recompiles_nothing(ask):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask() == (3.5, 2)

    (ask.package / "demo" / "unrelated.py").write_text("x = 2\n")
    (ask.package / "core" / "table.py").write_text("")

    assert ask() == (3.5, 0)


def test_a_file_edited_while_the_process_runs_is_not_kept_under_its_new_stamp(ask):
    """Old code was compiled after the edit, and kept as if it came from the new text."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    new = CALLEE.format(decorator="kernel", constant=7.0)
    edit = (
        "import time, pathlib, impinge.demo.caller\ntime.sleep(0.1)\n"
        f"pathlib.Path({str(callee)!r}).write_text({new!r})\n"
    )

    assert ask(edit + ASK) == (3.5, 2)

    assert ask() == (8.5, 2)


def test_a_damaged_file_is_compiled_again(ask, tmp_path):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    ask()
    files = [*tmp_path.glob("kept/*/*.nbi"), *tmp_path.glob("kept/*/*.nbc")]
    assert files

    for damage in (b"", b"\x80\x04nonsense", files[0].read_bytes()[:40]):
        for file in files:
            file.write_bytes(damage)
        assert ask() == (3.5, 2)
        assert ask() == (3.5, 0)


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_flipped_byte_is_found(ask, tmp_path, ending):
    """It unpickled all the same, and broke the compiler in this and every later process."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    ask()
    for file in tmp_path.glob(f"kept/*/*.{ending}"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 255
        file.write_bytes(data)

    assert ask() == (3.5, 2)
    assert ask() == (3.5, 0)


def test_the_users_own_numba_settings_are_left_alone(ask, tmp_path):
    """Neither do we change them, nor do they move or break our cache."""
    (ask.package / "demo" / "callee.py").write_text(CALLEE.format(decorator="kernel", constant=2.0))
    script = (
        "from numba import config\n"
        "before = {k: getattr(config, k) for k in dir(config) if k.isupper()}\n"
        + ASK
        + "assert before == {k: getattr(config, k) for k in before}\n"
    )

    answer = ask(
        script,
        NUMBA_CACHE_DIR=str(tmp_path / "users"),
        NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator",
    )

    assert answer == (3.5, 2)
    assert not list(tmp_path.glob("users/**/*.nbi"))
    assert list(tmp_path.glob("kept/**/caller.answer*.nbi"))


def test_an_unwritable_cache_costs_one_warning_and_no_answer(ask, tmp_path):
    """Numba's ``cache=True`` raises while the library is imported."""
    (ask.package / "demo" / "callee.py").write_text(CALLEE.format(decorator="kernel", constant=2.0))
    # A file is no folder, not even for an administrator; it also stands where the private
    # temporary folder would be made.
    blocked = tmp_path / f"impinge-{os.getuid()}"
    blocked.write_text("")
    script = (
        "import warnings\n"
        "with warnings.catch_warnings(record=True) as seen:\n"
        "    warnings.simplefilter('always')\n"
        "    from impinge.core import compiling, jit\n"
        "    from impinge.demo.caller import answer\n"
        "    assert not seen\n"
        "    print(answer(1.0), compiling.compile_seconds()[1])\n"
        "ours = [str(w.message) for w in seen if w.category is RuntimeWarning]\n"
        "assert len(ours) == 1 and 'IMPINGE_CACHE_DIR' in ours[0], ours\n"
        "assert jit.cache_info() == dict(folder=None, files=0, bytes=0, writable=False)\n"
    )

    answer = ask(
        script,
        IMPINGE_CACHE_DIR=str(blocked / "a"),
        XDG_CACHE_HOME=str(blocked / "b"),
        TMPDIR=str(tmp_path),
    )

    assert answer == (3.5, 2)


def test_a_kernel_inside_a_function_is_refused():
    def outer():
        @jit.kernel
        def inner(x):
            return x

        return inner

    with pytest.raises(TypeError, match=r"outer\.<locals>\.inner.*top level"):
        outer()


def test_without_compilation_kernels_are_plain_functions(ask):
    (ask.package / "demo" / "callee.py").write_text(CALLEE.format(decorator="kernel", constant=2.0))
    script = ASK + "import types\nassert isinstance(answer, types.FunctionType)\n"

    assert ask(script, NUMBA_DISABLE_JIT="1") == (3.5, 0)


def test_compile_times_of_several_processes_are_summed_in_a_file(ask, tmp_path):
    (ask.package / "demo" / "callee.py").write_text(CALLEE.format(decorator="kernel", constant=2.0))
    log = tmp_path / "log"
    for folder in ("one", "two"):
        ask(IMPINGE_COMPILE_LOG=str(log), IMPINGE_CACHE_DIR=str(tmp_path / folder))

    lines = [line.split() for line in log.read_text().splitlines()]

    # The callee is compiled within its caller, and not counted twice.
    assert [name.rsplit(".", 1)[1] for _, name in lines] == ["answer", "answer"]
    assert all(float(seconds) > 0.0 for seconds, _ in lines)


def test_importing_compiles_and_reads_nothing(ask, run_python):
    done = run_python(
        "from impinge.core import compiling, poses, sources, cache\n"
        "assert compiling.compile_seconds() == (0.0, 0)\n"
        "assert sources.stamp.cache_info().currsize == 0\n"
        "assert cache.cache_folder.cache_info().currsize == 0\n",
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.plain
def test_kernels_are_registered():
    from impinge.core.poses import check_pose

    assert check_pose in jit.all_kernels()


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
    jit.llvm_of(calls_with_numbers, (types.int64,))
    assert [signature.args for signature in add_one.nopython_signatures] == [(types.int64,)]


def test_no_kernel_lets_the_compiler_fuse_or_reorder():
    """Fused products differ between processors: an exact predicate would change its mind."""
    _all_modules()
    kernels = [
        k for k in [*jit.all_kernels(), *jit._INLINED, *jit._SHORT] if hasattr(k, "targetoptions")
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
    import numba

    from impinge.core.vec import cross, dot

    vector = numba.types.UniTuple(numba.float64, 3)
    for kernel in (dot, cross):
        llvm, assembly = jit.llvm_of(kernel, (vector, vector))
        assert "fmul" in llvm
        for word in FUSED_LLVM:
            assert word not in llvm
        for word in FUSED_ASSEMBLY:
            assert word not in assembly


def test_the_check_above_can_fail():
    """With fusing allowed, the words that are looked for do appear."""
    import numba

    from impinge.core.vec import dot

    vector = numba.types.UniTuple(numba.float64, 3)
    fused = numba.njit(fastmath={"contract"})(dot.py_func)
    fused.compile((vector, vector))

    assert "contract" in fused.inspect_llvm(fused.signatures[0])


def test_predicates_are_not_fused():
    """Every kernel of the exact predicates, for the signatures that the suite has used."""
    import numba

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
                llvm, assembly = jit.llvm_of(kernel, arguments)
            except numba.core.errors.TypingError:
                continue
            assert not any(word in llvm for word in FUSED_LLVM), kernel
            assert not any(word in assembly for word in FUSED_ASSEMBLY), kernel
            checked += 1
            break

    assert checked
