"""Kernels find each other by symbol, whoever compiled them and when."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from kernel_demo import ASK, CALLEE

from impinge.core.vec import dot


@pytest.mark.parametrize("lost", ["caller.answer", "callee.value"])
def test_kept_code_works_beside_code_compiled_anew(ask, tmp_path, lost):
    """A kept caller finds its callee by symbol, whoever compiled it, and the reverse."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask() == (3.5, 2)
    for file in tmp_path.glob(f"kept/*/{lost}*"):
        file.unlink()

    assert ask() == (3.5, 1)
    assert ask() == (3.5, 0)


WRITES_ONLY = """\
from impinge.demo.caller import answer
from impinge.demo.callee import value
answer(1.0)
(called,), (caller,) = value.overloads.values(), answer.overloads.values()
text = str(caller.library._final_module)
known = "initializes((0, 8))" in called.library.declaration and "memory(argmem: write" in text
print(float(known), int("initializes((0, 8))" in text))
"""


def test_callers_know_what_a_kernel_writes(ask, tmp_path):
    """Without it, each call costs a caller what it has in registers: 3 % of a mesh distance."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask(WRITES_ONLY) == (1.0, 1)
    for file in tmp_path.glob("kept/*/caller.answer*"):
        file.unlink()

    # The callee is loaded, with what was known about it.
    assert ask(WRITES_ONLY) == (1.0, 1)


def test_two_processes_compile_a_kernel_once(ask):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))

    # Each a process of its own, from nothing.
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: ask(NUMBA_NUM_THREADS="1"), range(3)))

    assert {answer for answer, _ in found} == {3.5}
    assert sum(compiled for _, compiled in found) == 2


def test_a_forked_process_goes_on_with_compiling(ask):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    script = (
        "import os\n"
        "from impinge.demo.callee import value\n"
        "assert value(1.0) == 3.0\n"
        "child = os.fork()\n" + ASK.replace("print(", "print(*[] if child == 0 else (") + "\n"
        "if child:\n    assert os.waitpid(child, 0)[1] == 0\n"
    ).replace("()[1])", "()[1]))")

    answer, compiled = ask(script)

    assert answer == 3.5
    assert compiled in {1, 2}


RETURNING = """\
import numpy as np
from impinge.core.jit import kernel
@kernel
def answer(x):
    return np.full(2, x), x > 0.0
"""


def test_kept_entries_return_arrays(ask):
    """What Python gets is made from constants that are kept with the entry."""
    (ask.package / "demo" / "caller.py").write_text(RETURNING)
    script = ASK.replace("answer(1.0)", "answer(1.0)[0].sum()")

    assert ask(script) == (2.0, 1)
    assert ask(script) == (2.0, 0)


RAISING = """\
from impinge.core.jit import inlined, kernel
@inlined
def refused(x):
    if x > 5.0:
        raise ValueError("too much", x)
    return x
@kernel
def answer(x):
    return refused(x) + 1.0
"""


def test_kept_code_raises_what_its_inlined_functions_raise(ask):
    """Their globals were freed where only the engine had their address."""
    (ask.package / "demo" / "caller.py").write_text(RAISING)
    script = (
        "import gc\n" + ASK + "gc.collect()\n"
        "try:\n    answer(9.0)\nexcept ValueError as error:\n"
        "    assert error.args == ('too much', 9.0), error.args\n"
        "else:\n    raise AssertionError\n"
    )

    assert ask(script) == (2.0, 2)
    assert ask(script) == (2.0, 0)


def test_kernels_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(dot)) is dot


FOREIGN = """\
import sys
sys.path.insert(0, {folder!r})
from theirs import total
from impinge.core import compiling
print(total(1.0), compiling.compile_seconds()[1])
"""
THEIRS = """\
from numba import njit
from impinge.demo.caller import answer
@njit(cache=True)
def total(x):
    return answer(x) + 1.0
"""


def test_kept_code_of_others_runs_without_ours(ask, tmp_path):
    """It has a full copy: in its process nobody has loaded our kernels."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    (tmp_path / "theirs.py").write_text(THEIRS)
    script = FOREIGN.format(folder=str(tmp_path))

    assert ask(script) == (4.5, 2)
    assert ask(script) == (4.5, 0)
    # Compiled beside kernels that were kept.
    for file in tmp_path.glob("__pycache__/theirs*"):
        file.unlink()
    assert ask(script) == (4.5, 0)
