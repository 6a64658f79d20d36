"""No result has changed by a bit: hashes of every query, for one and for two threads.

``golden.py`` has the cases, and says how to record results that were meant to change.
"""

import golden
import pytest

RECORDED = golden.recorded()


@pytest.fixture(scope="module")
def same_machine():
    """Other bits from sin, cos or matrix products say nothing about this library."""
    if golden.hashes("machine", 1) != {
        key: row["1"] for key, row in RECORDED.items() if key.startswith("machine: ")
    }:
        pytest.skip("golden.json was recorded where sin, cos or matrix products have other bits")


@pytest.mark.parametrize("name", [name for name in golden.GROUPS if name != "machine"])
@pytest.mark.usefixtures("same_machine")
def test_no_result_has_changed(name):
    found = {threads: golden.hashes(name, threads) for threads in golden.THREADS}
    expected = {entry for entry in RECORDED if entry.startswith(f"{name}: ")}

    changed = [
        f"{entry!r} (use_threads({threads}))"
        for threads, entries in found.items()
        for entry in sorted(expected | entries.keys())
        if RECORDED.get(entry, {}).get(str(threads)) != entries.get(entry)
    ]
    advice = "python tests/golden.py --show NAME prints a hash per case, --write records them all"
    assert not changed, f"other results than recorded: {', '.join(changed)}; {advice}"
