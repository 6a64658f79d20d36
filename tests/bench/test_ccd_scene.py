"""Steps of whole scenes, measured: everything runs, and answers are those of single queries."""

import json

from impinge.bench.ccd_scene import scene_step_table, scene_steps


def test_a_quick_run():
    said = []
    rows = list(scene_steps(quick=True, say=said.append))

    assert json.loads(json.dumps(rows)) == rows
    assert len(rows) == len(said) == 3
    for row in rows[:2]:
        assert row["differing"] == 0
        assert row["asked"] <= row["near"] + row["impacts"]
        assert min(row["milliseconds"].values()) > 0.0
    assert rows[2]["missed_by_sampling"] > 0
    _, head, table = scene_step_table(rows)
    assert all(len(line) == len(head) for line in table)
