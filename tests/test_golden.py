"""No result has changed by a bit: hashes of every query, for one and for two threads.

``golden.py`` has the cases, and says how to record results that were meant to change.
"""

import golden
import pytest


@pytest.fixture(scope="module")
def recorded():
    """Entries of this kind of machine; none where nobody has recorded any yet.

    Other bits from sin, cos or matrix products say nothing about this library.
    """
    return golden.recorded().get(golden.this_machine(), {})


@pytest.mark.parametrize("name", [name for name in golden.GROUPS if name != "machine"])
def test_no_result_has_changed(name, recorded):
    found = {threads: golden.hashes(name, threads) for threads in golden.THREADS}

    assert len({tuple(sorted(entries.items())) for entries in found.values()}) == 1, "by threads"
    expected = {entry for entry in recorded if entry.startswith(f"{name}: ")}
    changed = [
        f"{entry!r} (use_threads({threads}))"
        for threads, entries in found.items()
        for entry in sorted(expected | entries.keys())
        if recorded and recorded.get(entry, {}).get(str(threads)) != entries.get(entry)
    ]
    advice = "python tests/golden.py --show NAME prints a hash per case, --write records them all"
    assert not changed, f"other results than recorded: {', '.join(changed)}; {advice}"
