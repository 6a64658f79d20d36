"""Tables of steps."""

from impinge.bench.ccd_step_report import step_remarks, step_tables

PEER = {"step": 0.4, "late": False, "ours_is_smaller": False, "ratio": 12.5}
SEEN = {
    "triangles": 1024, "step": 0.5, "status": "HIT", "tested": 900, "candidates": 9900,
    "impacts": 30, "same": True, "first_contact": [0.5, 0.50000001], "known_time": 0.75,
    "late": False, "phase": "LBVH",
    "times": {"impinge": 2.0, "impinge, all impacts": 3.0, "ipctk": 25.0},
    "memory": {"impinge": {"added_mb": 7.2}, "ipctk": {"added_mb": 99.0}},
    "peers": {"ipctk": PEER},
}  # fmt: skip
LARGER = {**SEEN, "triangles": 4096, "times": {name: 4.0 * t for name, t in SEEN["times"].items()}}
ALONE = {**SEEN, "peers": {}, "memory": {}, "phase": None, "known_time": None}


def rows_of(report):
    return {title: [head, *rows] for title, head, rows in step_tables(report)}


def test_times_answers_and_growth():
    found = rows_of({"steps": {"cloth": SEEN}, "growth": {"16": SEEN, "32": LARGER}})
    times, answers, growth = found.values()

    assert times[0] == ["mesh", "triangles", "impinge", "with all impacts", "ipctk", "ratio"]
    assert times[1] == ["cloth", "1,024", "2.0", "3.0", "25.0", "12.5x"]
    assert answers[1] == [
        "cloth", "0.5 to 0.50000001", "0.5", "0.4", "900", "9,900", "30", "7", "99"
    ]  # fmt: skip
    assert growth[1][0] == "sheets that meet"
    assert growth[-1] == ["grows with", "", "n^1.00", "n^1.00", "n^1.00", ""]


def test_without_peers():
    found = rows_of({"steps": {"cloth": {**ALONE, "status": "FREE"}}, "growth": {}})
    times, answers = found.values()

    assert times[1] == ["cloth", "1,024", "2.0", "3.0"]
    assert answers[1] == ["cloth", "none", "0.5", "900", "9,900", "30"]


def test_ratios_of_wrong_answers_are_not_shown():
    wrong = {**SEEN, "peers": {"ipctk": {**PEER, "ours_is_smaller": True}}}
    for seen in (wrong, {**SEEN, "late": True}):
        table = next(step_tables({"steps": {"cloth": seen}, "growth": {}}))
        assert table[2][0][-1] == "answers differ"


def test_words():
    lines = step_remarks({"steps": {"cloth": SEEN}, "growth": {"16": {**SEEN, "late": True}}})

    assert lines[0].startswith("2 steps: 1 end later than all pairs")
    assert lines[1] == "ipctk: 0 of 2 late, 0 longer than ours"
    assert "cloth: the earliest exact time of its set is later by 2.5e-01" in lines
    assert lines[-1].endswith("LBVH")
    assert len(step_remarks({"steps": {"cloth": ALONE}, "growth": {}})) == 1
