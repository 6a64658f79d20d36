"""New processes that begin with Numba loaded, and nothing of ours: forked from one that waits.

Loading Numba, and what it loads when it first compiles, is most of the time of a small script.
"""

import json
import os
import runpy
import subprocess
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace

WAITING = "import forking; forking.wait_for_scripts()"


class Nursery:
    """A process that waits, to be asked for children one after another."""

    def __init__(self):
        here = str(Path(__file__).parent)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"import sys; sys.path.append({here!r}); {WAITING}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, script, folder, environment):
        """Run a script in a child; its output and exit code, as of a completed process."""
        file, out, errors = (folder / name for name in ("script.py", "out.txt", "errors.txt"))
        file.write_text(script)
        wanted = {"script": str(file), "out": str(out), "errors": str(errors), "env": environment}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        return SimpleNamespace(returncode=code, stdout=out.read_text(), stderr=errors.read_text())

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()


def wait_for_scripts():
    import numba

    # The first compilation loads what all need.
    numba.njit(lambda x: x + 1.0)(1.0)
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child == 0:
            os._exit(_run(wanted))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(wanted):
    """The exit code of a script, in a child that has the environment and output it should have."""
    os.environ.clear()
    os.environ.update(wanted["env"])
    for number, name in ((1, "out"), (2, "errors")):
        os.dup2(os.open(wanted[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.path[:0] = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    code = 0
    try:
        runpy.run_path(wanted["script"], run_name="__main__")
    except SystemExit as ended:
        code = int(ended.code or 0)
    except BaseException:  # noqa: BLE001 (whatever it is, the child must not go on as its parent)
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code
