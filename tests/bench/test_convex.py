"""Convex pairs: everything is in the report, shown and checked; wrong answers are seen."""

import copy
import json
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from impinge.bench import convex
from impinge.bench.convex import (
    KINDS,
    QUESTIONS,
    REST,
    accuracy,
    asked,
    bench_convex,
    error_rows,
    signed_gaps,
)
from impinge.bench.convex_adversarial import CURVED, FLAT
from impinge.bench.queries import Case
from impinge.bench.render import block_names, blocks
from impinge.bench.render import shown as shown_of
from impinge.core.errors import ImpingeError
from impinge.narrow import distance
from impinge.scenes.convex_pairs import convex_poses, convex_shape

SOME = ("box", "capsule", "cylinder", "half-space")


@pytest.fixture(scope="module")
def convex_report():
    said, kept = [], []
    report = bench_convex(quick=True, say=said.append, keep=lambda found: kept.append(len(found)))
    assert any("growth" in line for line in said)
    assert len(kept) >= 4
    return report


def test_everything_is_in_the_report(convex_report):
    assert set(convex_report["kinds"]) == set(KINDS)
    for questions in convex_report["kinds"].values():
        assert set(questions) == set(QUESTIONS)
    rows = convex_report["growth"]["rows"]
    assert [row["vertices"] for row in rows] == list(bench_convex.small["sizes"])
    assert all(row["overlap"] > 0.0 for row in rows)
    assert "box-cone" in convex_report["accuracy"]


def test_it_is_ready_for_json(convex_report):
    assert json.loads(json.dumps(convex_report, allow_nan=False)) == convex_report


def test_peers_that_are_not_there_are_missed():
    with pytest.raises(ImpingeError, match="make peers"):
        replace(bench_convex, installed=dict)(peers=True, quick=True)


def test_growth_with_three_sizes_has_exponents():
    found = convex.growth((8, 16, 32), (1, 1, 1), 1, {})
    assert set(found["exponents"]) == {"gap with points", "distance", "overlap"}


def shown(report, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=200, record=True, file=file)
        for table in shown_of(bench_convex, report):
            console.print(table)
        return console.export_text()


def with_peer(report, *, refused=False):
    """The same, as if coal had been there."""
    found = copy.deepcopy(report)
    found["peers"] = ["coal"]
    one = None if refused else {"median": 4.56, "minimum": 4.0}
    for questions in found["kinds"].values():
        for question in questions.values():
            question["agreement"]["coal"] = {"differs": 2, "unexplained": int(refused)}
            question["single"]["peers_us"] = {"coal": 6.25}
            for row in question["classes"].values():
                for name in ("coal", "coal collide"):
                    row["times"][name] = {"median_us": 7.25, "minimum_us": 6.5}
                    row["ratios"] |= {f"{name} / impinge batch": one, f"{name} / impinge": one}
    return {"command": "impinge bench convex --peers", **found}


def test_tables(convex_report, tmp_path):
    text = shown(with_peer(convex_report), tmp_path)

    assert "hull-hull: gap with points (36 poses)" in text
    assert "4.56 (4.00)" in text
    assert "2 answers differ from coal: the reference confirms ours" in text
    assert "beyond the kernel" in text
    assert "6.25" in text
    assert "worst error of a depth" in text
    assert "refused" in shown(with_peer(convex_report, refused=True), tmp_path)


def test_blocks(convex_report):
    found = blocks(bench_convex, with_peer(convex_report))

    assert list(found) == block_names(bench_convex)
    times, errors = found.values()
    assert "*Quick run" in times
    assert "| box | gap with points | total (36) |" in times
    assert " 4.6x (4.6x) |" in times
    assert "- coal, `collide` with one contact instead: box 4.6x (4.6x), capsule" in times
    assert "| worst error of a gap | sphere | box |" in errors
    refused = blocks(bench_convex, with_peer(convex_report, refused=True))
    assert "refused (refused)" in refused["bench:convex"]


def test_without_peers(convex_report):
    report = {"command": "impinge bench convex", **convex_report, "peers": []}
    assert "no peers" in blocks(bench_convex, report)["bench:convex"]


def test_errors_stand_below_the_diagonal():
    found = {
        "sphere-box": {"gap": 3.2e-16},
        "sphere-sphere": {"gap": 0.0},
        "box-box": {"gap": 1e-5},
    }
    rows = error_rows(found, "gap")
    assert rows[0][:3] == ["sphere", "0", ""]
    assert rows[1][:3] == ["box", "3e-16", "1e-5"]


class Honest:
    """A peer that gives the library's own answers."""

    def __init__(self, shape, poses):
        self.gaps = signed_gaps(shape, shape, poses)

    def gap(self, i):
        return self.gaps[i]

    def distance(self, i):
        return self.gap(i)

    def first_hit(self, i):
        return self.gap(i) <= 0.0

    def contact(self, i):
        return self.first_hit(i)


class Liar(Honest):
    """A peer that is wrong in every way."""

    def gap(self, i):
        return 0.5 - super().gap(i)


@pytest.fixture(scope="module")
def case():
    shape = convex_shape("box")
    poses = convex_poses(shape, shape, (3, 4, 3))
    peers = {
        name: peer(shape, poses.matrices) for name, peer in (("honest", Honest), ("liar", Liar))
    }
    return Case(shape, shape, poses, peers, 2, pose_a=REST)


def ratios(report, group="total"):
    return report["classes"][group]["ratios"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_wrong_answers_are_seen_and_put_down_to_the_peer(case, question):
    report = asked(case, question)

    assert report["agreement"]["batch"]["differs"] == 0
    assert report["agreement"]["honest"]["differs"] == 0
    assert report["agreement"]["liar"]["differs"] > 0.4 * report["poses"]
    # Ours are right, so the ratio stands.
    assert report["agreement"]["liar"]["unexplained"] == 0
    assert ratios(report)["liar / impinge"]["median"] > 0.0
    single = report["single"]
    assert single["beyond_us"] == pytest.approx(single["call_us"] - single["kernel_us"])
    assert report["classes"]["total"]["poses"] == report["poses"]


def test_no_ratio_where_ours_are_wrong(case, monkeypatch):
    monkeypatch.setattr(convex, "signed_gaps", lambda *_: case.peers["liar"].gaps + 1e-3)

    report = asked(case, "gap with points")
    assert report["agreement"]["honest"]["unexplained"] > 0
    assert ratios(report)["honest / impinge batch"] is None


def test_collisions_are_contenders_too(case):
    assert "honest collide / impinge" in ratios(asked(case, "gap with points"))
    assert "honest collide / impinge" not in ratios(asked(case, "distance"))
    assert set(asked(case, "distance")["classes"]) == {"near", "separated", "total"}


def test_errors_are_as_stated():
    said = []
    found = accuracy(1, SOME, said.append)

    assert len(found) == len(said) == 9
    for name, row in found.items():
        limit = CURVED if "cylinder" in name else FLAT
        assert row["gap"] <= limit, name
        assert row["depth"] <= limit, name
        assert row["gaps"] + row["depths"] >= 5
    assert sum(row["depths"] for row in found.values()) > 9


def test_a_wrong_gap_is_seen(monkeypatch):
    class Off:
        def __init__(self, *arguments):
            self.distance = distance(*arguments).distance + 1e-3

    monkeypatch.setattr(convex, "distance", Off)
    found = accuracy(1, ("sphere",))
    assert found["sphere-sphere"]["gap"] == pytest.approx(1e-3, rel=0.99)
    assert found["sphere-sphere"]["gap"] > 1e-5


def test_a_gap_that_is_no_number_is_seen(monkeypatch):
    monkeypatch.setattr(convex, "signed_gaps", lambda *shapes: np.full(len(shapes[2]), np.nan))
    found = accuracy(1, ("sphere",))
    assert np.isnan(found["sphere-sphere"]["gap"]) or np.isnan(found["sphere-sphere"]["depth"])
