"""Files made to hurt are refused, in little time and memory."""

import json
import os
import sys

import pytest
from formats.attacks import ATTACKS, write_attacks

SECONDS = 8
"""Of one processor, for any of them; most take milliseconds."""

MEGABYTES = 400
"""Of address space, beyond what the process has when all is imported."""

SCRIPT = """
import json, resource, sys, time
from pathlib import Path
import meshio, trimesh
from impinge.core.errors import FileError
from impinge.io import load

megabytes, folder, *names = sys.argv[1:]
size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
limit = size + int(megabytes) * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
found = {}
for name in names:
    start = time.process_time()
    try:
        what = f"loaded {load(Path(folder) / name)}"
    except FileError as error:
        what = str(error)
    except BaseException as error:
        what = f"raised {type(error).__name__}: {error}"
    found[name] = what[:300], time.process_time() - start
print(json.dumps(found))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")
def test_every_attack_is_refused_in_little_time_and_memory(tmp_path, run_python):
    folder = tmp_path / "attacks"
    folder.mkdir()
    names = write_attacks(folder)

    ended = run_python(SCRIPT, MEGABYTES, folder, *names, timeout=300)

    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert set(found) == set(ATTACKS)
    for name, (what, seconds) in found.items():
        stem = name.rpartition(".")[0]
        assert f"{os.sep}{stem}." in what, (name, what)
        assert not what.startswith(("loaded", "raised")), (name, what)
        assert "memory" not in what, (name, what)
        assert seconds < SECONDS, (name, seconds)
