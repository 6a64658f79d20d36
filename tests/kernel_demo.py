"""Two kernels in files of a copied package, to be asked about in new processes."""

import os
import shutil

import pytest
from forking import Nursery

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
