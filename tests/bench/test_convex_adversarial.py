"""A slice of the million: nothing is wrong, and the report says what was done."""

import json

import pytest
from rich.console import Console

from impinge.bench.convex_adversarial import bench_adversarial
from impinge.bench.render import blocks, shown
from impinge.core.errors import ImpingeError
from impinge.scenes.convex_adversarial import FAMILIES

PAIRS = 4_000


@pytest.fixture(scope="module")
def report():
    kept = []
    found = bench_adversarial(PAIRS, seed=1, keep=lambda so_far: kept.append(so_far["pairs"]))
    assert kept[-1] == PAIRS
    return found


def test_nothing_is_wrong(report):
    assert report["faults"] == dict.fromkeys(report["faults"], 0), report["shown"]


def test_a_random_test_states_its_own_hit_rate(report):
    assert 0.3 * PAIRS < report["touching"] < 0.7 * PAIRS
    assert list(report["families"]) == list(FAMILIES)
    # Sets of pairs need not be a multiple of the families.
    assert min(report["families"].values()) > 0.99 * PAIRS / len(FAMILIES)


def test_every_answer_was_found_right_by_something(report):
    assert sum(report["proofs"].values()) == PAIRS
    assert all(report["proofs"].values())


def test_it_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_tables_and_text(report, tmp_path):
    wrong = {**report, "faults": {**report["faults"], "gap": 3}, "command": "impinge bench"}
    row = {"fault": "gap", "seed": 5, "row": 6, "family": "far", "a": "Sphere", "b": "Box"}
    wrong["shown"] = [{**row, "gap": 1.0, "true": 2.0, "error": 0.5}]
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=200, record=True, file=file)
        for table in shown(bench_adversarial, wrong):
            console.print(table)
        printed = console.export_text()
    assert "4,000 pairs" in printed
    assert "seed 5, row 6, far: Sphere and Box; gap 1, true 2, error 0.5" in printed
    text = blocks(bench_adversarial, wrong)["bench:adversarial"]
    assert "| distance or depth is wrong | 3 |" in text
    assert f"| needles | {report['families']['needles']} |" in text


def test_none_is_too_few():
    with pytest.raises(ImpingeError, match="pairs: 0"):
        bench_adversarial(0)
