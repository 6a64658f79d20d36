"""Files made to hurt are refused, in little time and memory."""

import json
import os
import sys
import tracemalloc
from contextlib import suppress

import pytest
from formats.attacks import write_attacks
from formats.long_texts import BESIDE, LONG_TEXTS

from impinge.core.errors import FileError
from impinge.formats import file
from impinge.io import load

SECONDS = 8
"""Of one processor, for any of them; most take milliseconds."""

MEGABYTES = 400
"""Of address space, beyond what the process has when all is imported."""

SCRIPT = """
import json, resource, sys, time
from pathlib import Path
import meshio, trimesh
from impinge.core.errors import FileError
from impinge.geometry import Box
from impinge.io import load

# Shapes of scenes are packed by compiled code: the compiler is loaded before the limit is set.
Box((1, 1, 1))
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
    assert set(found) == set(names)
    for name, (what, seconds) in found.items():
        stem = name.rpartition(".")[0]
        assert f"{os.sep}{stem}." in what, (name, what)
        assert not what.startswith(("loaded", "raised")), (name, what)
        assert "memory" not in what, (name, what)
        assert seconds < SECONDS, (name, seconds)


TEXT_MULTIPLE = 30
"""Times its bytes that text may take while it is loaded, as docs/files.md says."""


@pytest.fixture
def peak(tmp_path):
    for name, data in {**LONG_TEXTS, **BESIDE}.items():
        (tmp_path / name).write_bytes(data)

    def peak(name):
        """Times the bytes of a file that loading it takes, and what is wrong with it, if any."""
        path, wrong = tmp_path / name, None
        with suppress(FileError):
            # Libraries are imported at first use.
            load(path)
        tracemalloc.start()
        try:
            load(path)
        except FileError as error:
            wrong = str(error)
        finally:
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return most / path.stat().st_size, wrong

    return peak


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_text_takes_so_many_times_its_bytes(name, peak):
    times, wrong = peak(name)

    assert wrong is None
    assert times < TEXT_MULTIPLE


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_text_that_is_refused_takes_little_more_than_its_bytes(name, peak, monkeypatch):
    monkeypatch.setattr(file, "MOST_TEXT", 5_000)

    times, wrong = peak(name)

    assert "bytes of text, more than 5000 are not read" in wrong
    assert times < 2.5
