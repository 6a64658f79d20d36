"""Kept kernels: never stale, never in the way."""

import os

import pytest
from kernel_demo import ASK, CALLEE


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


def test_a_kill_while_code_is_kept_leaves_no_old_code(ask):
    """The index was new and named the file of the old text."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask() == (3.5, 2)
    callee.write_text(CALLEE.format(decorator="kernel", constant=40.0))
    killed = (
        "import os\nfrom impinge.core import kernel_cache\n"
        "kernel_cache._CheckedFiles._save_data = lambda *_: os._exit(9)\n" + ASK
    )
    with pytest.raises(AssertionError):
        ask(killed)

    assert ask()[0] == 41.5


def test_code_of_another_signature_is_not_taken(ask, tmp_path):
    """Two processes that keep two signatures at once may both choose the same file."""
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask() == (3.5, 2)
    assert ask(ASK.replace("1.0", "1")) == (3.5, 2)
    first, second = sorted(tmp_path.glob("kept/*/caller.answer*.nbc"))[:2]
    first.write_bytes(second.read_bytes())

    assert ask()[0] == 3.5
    assert ask(ASK.replace("1.0", "1"))[0] == 3.5


TWINS = """\
from impinge.core.jit import kernel
from impinge.demo.callee import value, other
@kernel
def answer(x):
    return value(x) + 0.5
@kernel
def another(x):
    return other(x) + 0.5
"""


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_intact_files_of_another_kernel_are_not_taken(ask, tmp_path, ending):
    """Two kernels of one module, one signature and the same bytecode ran each other's code."""
    callee = CALLEE.format(decorator="kernel", constant=2.0)
    callee += "@kernel\ndef other(x):\n    return x * 70.0\n"
    (ask.package / "demo" / "callee.py").write_text(callee)
    (ask.package / "demo" / "caller.py").write_text(TWINS)
    both = ASK.replace("import answer", "import answer, another").replace("(1.0)", "(another(1.0))")
    assert ask(both)[0] == 73.0
    for first in sorted(tmp_path.glob(f"kept/*/caller.answer*.{ending}")):
        second = first.with_name(first.name.replace("answer", "another"))
        data = first.read_bytes()
        first.write_bytes(second.read_bytes())
        second.write_bytes(data)

    assert ask(both)[0] == 73.0
    assert ask(ASK)[0] == 3.5


@pytest.mark.parametrize("damage", ["def (", None])
def test_sources_that_change_while_a_process_runs_cost_only_time(ask, damage):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    change = "path.unlink()" if damage is None else f"path.write_text({damage!r})"
    edit = (
        "import time, pathlib, impinge.demo.caller\ntime.sleep(0.1)\n"
        f"path = pathlib.Path({str(callee)!r})\n{change}\n"
    )

    assert ask(edit + ASK) == (3.5, 2)


def test_a_comment_recompiles_nothing(ask):
    callee = ask.package / "demo" / "callee.py"
    callee.write_text(CALLEE.format(decorator="kernel", constant=2.0))
    assert ask() == (3.5, 2)

    callee.write_text("# A comment.\n" + CALLEE.format(decorator="kernel", constant="2.0  # two"))

    assert ask() == (3.5, 0)


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
        "    from impinge.core import cache, compiling\n"
        "    from impinge.demo.caller import answer\n"
        "    assert not seen\n"
        "    print(answer(1.0), compiling.compile_seconds()[1])\n"
        "ours = [str(w.message) for w in seen if w.category is RuntimeWarning]\n"
        "assert len(ours) == 1 and 'IMPINGE_CACHE_DIR' in ours[0], ours\n"
        "assert cache.cache_info() == dict(folder=None, files=0, bytes=0, writable=False)\n"
    )

    answer = ask(
        script,
        IMPINGE_CACHE_DIR=str(blocked / "a"),
        XDG_CACHE_HOME=str(blocked / "b"),
        TMPDIR=str(tmp_path),
    )

    assert answer == (3.5, 2)


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

    # The callee is compiled within its caller, and not counted twice; then the entry from Python.
    assert [name.rsplit(".", 1)[1] for _, name in lines] == ["answer", "answer"] * 2
    assert all(float(seconds) > 0.0 for seconds, _ in lines)


def test_importing_compiles_and_reads_nothing(ask, run_python):
    done = run_python(
        "from impinge.core import compiling, poses, sources, cache\n"
        "assert compiling.compile_seconds() == (0.0, 0)\n"
        "assert sources.stamp.cache_info().currsize == 0\n"
        "assert cache.cache_folder.cache_info().currsize == 0\n",
    )

    assert done.returncode == 0, done.stderr
