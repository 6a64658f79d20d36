"""Steps of whole cloths are measured, and compared with all pairs."""

import json

import numpy as np
import pytest
from moving_surfaces import impacts_by_hand

from impinge.bench.ccd_cloths import Cloth, sheets
from impinge.bench.ccd_steps import ALL, OURS, child, first_contact, memory_of, step_report


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
    report = step_report(sheets(8), (), 1e-6, 1)

    assert json.loads(json.dumps(report)) == report
    assert set(report["times"]) == {OURS, ALL}
    assert report["same"]
    assert not report["late"]
    assert report["status"] == "HIT"
    assert report["impacts"] > 0


def test_a_known_time_is_believed():
    cloth = sheets(8)
    late = Cloth("early", cloth.start, cloth.end, cloth.faces, 1e-3)

    assert step_report(late, (), 1e-6, 1)["late"]


def test_a_peer_is_compared():
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    seen = step_report(sheets(8), ("ipctk",), 1e-6, 1, memory=lambda name: {"added_mb": len(name)})

    assert seen["peers"]["ipctk"]["ratio"] > 0.0
    assert not seen["peers"]["ipctk"]["late"]
    assert not seen["peers"]["ipctk"]["ours_is_smaller"]
    assert seen["memory"]["ipctk"] == {"added_mb": 5}


@pytest.mark.parametrize("contender", [OURS, ALL, "ipctk"])
def test_memory(contender, capsys):
    if contender == "ipctk":
        pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    child(contender, "sheets that meet", 16, 1e-6)

    found = json.loads(capsys.readouterr().out)
    assert found["process_mb"] >= found["added_mb"] >= 0.0
    assert found["seconds"] > 0.0


def test_memory_in_a_process_of_its_own():
    assert memory_of(OURS, "sheets that fly", 16, 1e-6)["process_mb"] > 10.0
