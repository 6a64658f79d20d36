"""Steps of whole cloths are measured, and compared with all pairs."""

import json

import numpy as np
import pytest
from moving_surfaces import impacts_by_hand

from impinge.bench.ccd_steps import (
    ALL,
    CORNERS,
    OURS,
    Cloth,
    balls,
    child,
    cloth_named,
    first_contact,
    memory_of,
    notes,
    real_cloth,
    real_cloths,
    sheets,
    step_report,
    tables,
)
from impinge.continuous import ImpactStatus, collision_free_step
from impinge.geometry import Mesh
from impinge.scenes.mesh_pairs import data_folder


def test_the_first_contact_is_that_of_all_pairs():
    cloth = sheets(3)
    by_hand = impacts_by_hand(cloth.start, cloth.end, cloth.faces, tolerance=0.0)
    lower, upper, pairs = first_contact(cloth)

    assert lower == min(answers.time.min() for _, answers in by_hand.values())
    assert lower <= upper < lower + 1e-6
    assert pairs > sum(len(found) for found, _ in by_hand.values())


def test_no_contact():
    lower, upper, pairs = first_contact(sheets(4, "fly"))

    assert lower == upper == np.inf
    assert pairs > 0


def test_a_report():
    report = step_report(sheets(8), (), 1)

    assert json.loads(json.dumps(report)) == report
    assert set(report["times"]) == {OURS, ALL}
    assert report["same"]
    assert not report["late"]
    assert report["status"] == "HIT"
    assert report["impacts"] > 0


def test_a_known_time_is_believed():
    cloth = sheets(8)
    late = Cloth("early", cloth.start, cloth.end, cloth.faces, 1e-3)

    assert step_report(late, (), 1)["late"]


def test_a_peer_is_compared():
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    seen = step_report(sheets(8), ("ipctk",), 1, memory=lambda name: {"added_mb": len(name)})

    assert seen["peers"]["ipctk"]["ratio"] > 0.0
    assert not seen["peers"]["ipctk"]["late"]
    assert not seen["peers"]["ipctk"]["ours_is_smaller"]
    assert seen["memory"]["ipctk"] == {"added_mb": 5}


@pytest.mark.parametrize("contender", [OURS, ALL, "ipctk"])
def test_memory(contender, capsys):
    if contender == "ipctk":
        pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    child(contender, "sheets that meet", 16)

    found = json.loads(capsys.readouterr().out)
    assert found["process_mb"] >= found["added_mb"] >= 0.0
    assert found["seconds"] > 0.0


def test_memory_in_a_process_of_its_own():
    assert memory_of(OURS, "sheets that fly", 16)["process_mb"] > 10.0


# Cloths are what they are called, and the same each time.


@pytest.mark.parametrize(("kind", "status"), [("meet", "HIT"), ("fly", "FREE")])
@pytest.mark.parametrize("n", [4, 16])
def test_sheets(kind, status, n):
    cloth, again = sheets(n, kind), cloth_named(f"sheets that {kind}", n)

    assert (cloth.start == again.start).all()
    assert (cloth.end == again.end).all()
    assert cloth.name == f"sheets that {kind}"
    assert cloth.faces.shape == (4 * n * n, 3)
    assert Mesh(cloth.start, cloth.faces).is_oriented
    found = collision_free_step((cloth.start, cloth.faces), cloth.end)
    assert found.status == ImpactStatus[status]
    assert found.step > 0.4


@pytest.mark.parametrize("level", [0, 1, 2])
def test_balls_meet_half_way(level):
    cloth = cloth_named(CORNERS, level)
    found = collision_free_step((cloth.start, cloth.faces), cloth.end)

    assert found.status == ImpactStatus.HIT
    assert abs(found.step - 0.5) < 1e-6
    assert (balls(level).start == cloth.start).all()


def test_none_without_a_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    assert data_folder() is None
    assert real_cloths(quick=False) == []
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert real_cloths(quick=False) == []


def test_real_ones(real_data):
    assert real_cloths(quick=True) == ["cloth-funnel"]
    assert real_cloths(quick=False) == ["cloth-funnel", "cloth-ball"]
    cloth = real_cloth("cloth-funnel")

    assert abs(cloth.first_time - 0.04523222) < 1e-8
    assert (cloth_named("cloth-funnel").end == cloth.end).all()
    assert np.abs(cloth.end - cloth.start).max() < 0.02


# Tables of steps.

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
    return {table.title: [table.head, *table.rows] for table in tables(report)}


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
        table = next(tables({"steps": {"cloth": seen}, "growth": {}}))
        assert table.rows[0][-1] == "answers differ"


def test_words():
    lines = list(notes({"steps": {"cloth": SEEN}, "growth": {"16": {**SEEN, "late": True}}}))

    assert lines[0].startswith("2 steps: 1 end later than all pairs")
    assert lines[1] == "ipctk: 0 of 2 late, 0 longer than ours"
    assert "cloth: the earliest exact time of its set is later by 2.5e-01" in lines
    assert lines[-1].endswith("LBVH")
    assert len(list(notes({"steps": {"cloth": ALONE}, "growth": {}}))) == 1
