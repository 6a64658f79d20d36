"""How the suite runs: Hypothesis profiles, the rule of one signature a kernel, compile times."""

import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

# The same examples in every CI run: a failure there can be repeated. Locally they vary.
hypothesis.settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=60, print_blob=True
)
hypothesis.settings.register_profile("local", deadline=None, max_examples=60)
hypothesis.settings.register_profile("night", deadline=None, max_examples=5000)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "local")
)

# Nobody waits in front of a test, and what it prints to standard error is compared.
os.environ.setdefault("IMPINGE_QUIET", "1")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Nothing that is collected goes away again: looking for garbage took a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session):
    """Thousands of tests and all libraries stay to the end: no collection need look at them."""
    gc.collect()
    gc.freeze()


SIGNATURES = {}
"""Kernel name -> the signatures with which it was compiled, over all processes of the run."""


def data_folder():
    """The folder of real data named by ``IMPINGE_DATA``, or None."""
    named = os.environ.get("IMPINGE_DATA")
    return Path(named) if named and Path(named).is_dir() else None


@pytest.fixture(scope="session")
def real_data():
    """Folder of real data; tests that ask for it are skipped where there is none."""
    folder = data_folder()
    if folder is None:
        pytest.skip("IMPINGE_DATA names no folder with real data")
    return folder


@pytest.fixture
def run_python(tmp_path):
    """Run a script in a process of its own; returns the completed process.

    Keywords change the environment; None removes a variable.
    """

    def run(script, *arguments, timeout=120, cwd=None, **environment):
        env = {**os.environ, **{k: v for k, v in environment.items() if v is not None}}
        for name in (name for name, value in environment.items() if value is None):
            env.pop(name, None)
        file = tmp_path / "script.py"
        file.write_text(script)
        return subprocess.run(
            [sys.executable, file, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=timeout,
            env=env,
            cwd=cwd,
            check=False,
        )

    return run


def used_signatures():
    """The signatures of the library's own kernels in this process."""
    from impinge.core import jit

    return {
        f"{kernel.__module__}.{kernel.__qualname__}": [
            # A constant passed by another kernel has a type of its own, and is no mistake.
            re.sub(r"Literal\[int\]\(-?\d+\)", "int64", str(signature))
            for signature in kernel.signatures
        ]
        for kernel in [*jit._KERNELS, *jit._SHORT]
        if kernel.__module__.startswith("impinge.") and getattr(kernel, "signatures", None)
    }


def merge(found):
    for name, signatures in found.items():
        SIGNATURES.setdefault(name, set()).update(signatures)


TOGETHER = ("tests/bench/test_tet", "tests/bench/test_volume")
"""Files whose names begin so share a report that takes long: one worker of pytest-xdist has all."""

EARLY = (
    "tests/test_fuzz.py", "tests/io/test_attacks.py", "tests/test_examples.py",
    "tests/test_hostile.py",
)  # fmt: skip
"""Files with few tests that take long; the last one of these is given out first."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """As ``--dist loadscope`` does, a file or class at a time, with some files together.

    Files with many tests come first there. Those with few long ones would come last, when the other
    worker has nothing left to do.
    """
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            shared = (name for name in TOGETHER if nodeid.startswith(name))
            return next(shared, None) or super()._split_scope(nodeid)

        def _assign_work_unit(self, node):
            for name in EARLY:
                if name in self.workqueue:
                    self.workqueue.move_to_end(name, last=False)
            super()._assign_work_unit(node)

    return Scheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker of pytest-xdist ends: take over what it has seen."""
    merge(getattr(node, "workeroutput", {}).get("signatures", {}))


def pytest_sessionfinish(session, exitstatus):
    """Fail the run when a kernel was compiled for a second signature.

    Each costs a full compilation, seconds that every user pays: a read-only or F-ordered array, or
    an int where a float belongs, has slipped past ``core.arrays``.
    """
    worker = getattr(session.config, "workeroutput", None)
    if worker is not None:
        worker["signatures"] = used_signatures()
        return
    merge(used_signatures())
    if exitstatus == pytest.ExitCode.OK and twice():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def twice():
    return {name: found for name, found in sorted(SIGNATURES.items()) if len(found) > 1}


def pytest_terminal_summary(terminalreporter):
    for name, found in twice().items():
        terminalreporter.write_line(f"FAILED one signature a kernel: {name} has {len(found)}")
        for signature in sorted(found):
            terminalreporter.write_line(f"    {signature}")
