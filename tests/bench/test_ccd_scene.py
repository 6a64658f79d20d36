"""Steps of whole scenes, measured: everything runs, and answers are those of single queries."""

import json

from impinge.bench import bench_ccd
from impinge.bench.ccd_scene import SECTION


def test_a_quick_run():
    said = []
    rows = bench_ccd(["scene"], quick=True, say=said.append)["scenes"]

    assert json.loads(json.dumps(rows)) == rows
    assert len(rows) == len(said) == 3
    for row in rows[:2]:
        assert row["differing"] == 0
        assert row["asked"] <= row["near"] + row["impacts"]
        assert min(row["milliseconds"].values()) > 0.0
    assert rows[2]["missed_by_sampling"] > 0
    (table,) = SECTION.tables({"scenes": rows})
    assert all(all(line) for line in table.rows)
