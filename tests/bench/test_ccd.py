"""The benchmark of moving features: everything runs, and mistakes are counted."""

import json

import numpy as np
import pytest

from impinge.bench import bench_ccd, render
from impinge.bench.ccd import mistakes, real_sets, timed
from impinge.bench.ccd_queries import FAMILIES, FEATURES, Queries, made_queries
from impinge.core.errors import ImpingeError


def test_a_quick_run_has_every_family(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    kept = []
    report = bench_ccd(["speed", "exact"], quick=True, keep=kept.append)

    assert json.loads(json.dumps(report)) == report
    assert tuple(report["families"]) == FAMILIES
    for both in report["families"].values():
        assert tuple(both) == FEATURES
        assert all(seen["times"]["batch"]["mean_us"] > 0.0 for seen in both.values())
        assert all(seen["out_of_budget"] == 0 for seen in both.values())
    assert report["exact"] == {}
    assert report["families"]["on the border"]["edge-edge"]["missed"] == 0
    assert len(kept) == len(FAMILIES) * len(FEATURES)


def test_exact_sets_are_judged(real_data):
    report = bench_ccd(["exact"], quick=True)

    assert report["families"] == {}
    assert set(report["exact"]) == {"unit-tests", "cloth-funnel"}
    for both in report["exact"].values():
        for seen in both.values():
            assert seen["missed"] == seen["wrongly_proved"] == 0
            assert seen.get("late", 0) == 0


def test_no_sets_without_a_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert real_sets(quick=True) == []


def test_parts_have_names():
    with pytest.raises(ImpingeError, match="part: 'both', expected one of speed, exact, step, "):
        bench_ccd(["both"])


def test_steps_of_cloths(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    said, kept = [], []
    report = bench_ccd(["step"], quick=True, say=said.append, keep=kept.append)

    assert json.loads(json.dumps(report)) == report
    assert report["families"] == report["exact"] == {}
    assert list(report["steps"]) == ["sheets that fly", "balls, corner to corner"]
    assert len(report["growth"]) == 2
    assert len(said) == len(kept) == 4
    for seen in [*report["steps"].values(), *report["growth"].values()]:
        assert seen["same"]
        assert not seen["late"]


def test_mistakes_are_counted():
    points = np.zeros((4, 4, 3))
    touches, times = np.array([True, True, False, False]), np.array([0.5, 0.5, np.inf, np.inf])
    queries = Queries("edge-edge", points, points, touches, times)
    found = mistakes(np.array([True, False, True, False]), np.array([0.6, np.inf, 0.1, 1]), queries)

    assert (found["contacts"], found["missed"], found["false"], found["late"]) == (2, 1, 1, 2)


def test_a_peer_is_compared():
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    found = timed(made_queries("random", "edge-edge", 20), ["ipctk"], 1)

    assert found["peers"]["ipctk"]["only_ours"] == found["peers"]["ipctk"]["only_theirs"] == 0
    assert found["peers"]["ipctk"]["mean_ratio"] > 0.0


# Reports about moving features as tables and blocks.

BLOCKS = tuple(render.block_names(bench_ccd))
TIMES = {"mean_us": 30.0, "median_us": 4.0}
PEER = {
    "mean_ratio": 60.0, "median_ratio": 8.0, "single_mean_ratio": 15.0, "single_median_ratio": 2.0,
    "only_ours": 0, "only_theirs": 1, "median_later": 3e-7,
}  # fmt: skip
SPEED = {
    "queries": 400, "hits": 30, "out_of_budget": 2, "mean_steps": 4.0, "most_steps": 20,
    "times": {"batch": {"mean_us": 0.5, "median_us": 0.5}, "single": TIMES, "ipctk": TIMES},
    "peers": {"ipctk": PEER},
}  # fmt: skip
COUNTS = {"queries": 92, "contacts": 27, "missed": 0, "false": 3}
EARLY = {"late": 0, "median_early": 1e-11, "most_early": 1e-4}
EXACT = {
    **COUNTS, **EARLY, "proved": 20, "wrongly_proved": 0, "most_steps": 9,
    "peers": {"ipctk": {**COUNTS, **EARLY, "false": 65}},
}  # fmt: skip

STEP = {
    "triangles": 1000, "step": 0.5, "status": "HIT", "tested": 9, "candidates": 99, "impacts": 3,
    "same": True, "first_contact": [0.5, 0.51], "known_time": None, "late": False, "phase": None,
    "times": {"impinge": 2.0, "impinge, all impacts": 3.0}, "memory": {}, "peers": {},
}  # fmt: skip


def ccd_blocks(report):
    return render.blocks(bench_ccd, report)


def ccd_tables(report):
    return render.shown(bench_ccd, report)


def report(**parts):
    return {
        "benchmark": "ccd",
        "quick": False,
        "machine": {"cpu": "Some CPU", "python": "3.11"},
        "versions": {"numba": "0.68", "ipctk": "1.6"},
        "tolerance": 1e-6,
        "families": parts.get("families", {}),
        "exact": parts.get("exact", {}),
        "steps": parts.get("steps", {}),
        "growth": parts.get("growth", {}),
    }


def test_both_parts():
    whole = report(
        families={"random": {"edge-edge": SPEED}},
        exact={"unit-tests": {"vertex-face": EXACT}},
    )
    blocks = ccd_blocks(whole)

    assert tuple(blocks) == BLOCKS[:2]
    assert "| random, edge-edge | 0.50 | 30.0, 4.0 | 30.0, 4.0 | 60x, 8x |" in blocks["bench:ccd"]
    assert "not asked" in blocks["bench:ccd"]
    assert "2 out of budget" in blocks["bench:ccd"]
    assert "report 3 contacts that are none; ipctk misses 0 and reports 65" in blocks[BLOCKS[1]]
    assert "times early by 1.0e-11 in the median" in blocks[BLOCKS[1]]
    assert (
        "`impinge bench ccd` on Some CPU, Python 3.11, numba 0.68, ipctk 1.6;"
        in blocks["bench:ccd-exact"]
    )
    assert len(list(ccd_tables(whole))) == 2 + 1 + 3


def test_parts_alone():
    alone = {**SPEED, "peers": {}, "missed": 0}
    speed = report(families={"random": {"edge-edge": alone}})

    assert list(ccd_blocks(speed)) == ["bench:ccd"]
    assert "ipctk has" not in ccd_blocks(speed)["bench:ccd"]
    assert "0 missed" in ccd_blocks(speed)["bench:ccd"]
    assert list(ccd_blocks(report(exact={"x": {"edge-edge": EXACT}}))) == ["bench:ccd-exact"]
    assert list(ccd_tables(report())) == []


def test_reports_of_before_have_no_steps():
    old = report(exact={"x": {"edge-edge": EXACT}})
    del old["steps"], old["growth"]

    assert list(ccd_blocks(old)) == ["bench:ccd-exact"]


def test_steps():
    whole = report(steps={"cloth": STEP}, growth={"16": STEP, "32": {**STEP, "triangles": 4000}})

    assert list(ccd_blocks(whole)) == [BLOCKS[2]]
    assert "| cloth | 1,000 | 2.0 |" in ccd_blocks(whole)[BLOCKS[2]]
    assert len(list(ccd_tables(whole))) == 3 + 1


# What is said about moving shapes, as tables and in words.

SHAPE_TIMES = {"median_us": 800.0, "p95_us": 2500.0, "mean_us": 900.0}
OURS = {
    "missed": 0, "late": 0, "false": 0, "early": 0, "by_gap": 2, "sampled": 0, "out_of_budget": 0,
    "median_error": 2e-7, "most_error": 9e-7,
}  # fmt: skip
PARTS = {
    "rigid": {
        "knot-knot": {
            "faces": [60_000, 61_000], "motions": 200, "reference": "coal",
            "paths": {
                "ScrewMotion": {
                    "contacts": 120, "ours": {"advance": OURS},
                    "times": {
                        "advance": SHAPE_TIMES,
                        "fcl, 1000 samples": {**SHAPE_TIMES, "median_us": 1600.0},
                    },
                    "peer": {"missed": 3, "late": 117, "median_error": 5e-4, "most_error": 2e-2},
                },
            },
        },
    },
    "fast": {
        "blades": {
            "cases": 5000, "mean_us": 99.0, "mean_steps": 70.0, "most_steps": 1000,
            "contacts": 3000, "missed": 0, "false": 0, "late": 0, "wide": 0, "out_of_budget": 0,
            "median_early": 1e-9, "most_early": 1e-7, "kinds": {"hit": 2500, "late": 2500},
        },
    },
    "methods": {
        "mesh, mesh": {
            "motions": 40, "hits": 20, "differ": 0, "apart": 1e-7,
            "methods": {
                "advance": {"mean_us": 3000.0, "mean_steps": 30.0},
                "intervals": {"mean_us": 300.0, "mean_steps": 12.0},
            },
            "freedom": {
                "impact_us": 300.0, "mean_us": 120.0, "impact_steps": 12.0, "mean_steps": 3.5,
                "free": 19, "hits": 20, "undecided": 1, "wrongly_free": 0, "wrongly_hit": 0,
            },
        },
        "box, box": {
            "motions": 40, "hits": 20, "differ": 0, "apart": 0.0,
            "methods": {"advance": {"mean_us": 3.0, "mean_steps": 6.0}},
        },
    },
    "baselines": {
        "rings": {
            "motions": 4, "hits": 3,
            "rows": [
                {"method": "time_of_impact", "frames": None, "queries": 9.0, "us": 70.0,
                 "missed": 0, "late": 0, "median_error": 0.0, "most_error": 0.0},
                {"method": "bisection", "frames": 1, "queries": 2.0, "us": 30.0, "missed": 3,
                 "late": 0, "median_error": None, "most_error": None},
                {"method": "bisection", "frames": 10, "queries": 25.0, "us": 300.0, "missed": 1,
                 "late": 1, "median_error": 1e-7, "most_error": 1e-2},
            ],
        },
    },
}  # fmt: skip
HEAD = {
    "benchmark": "ccd", "quick": False, "machine": {"cpu": "Some CPU", "python": "3.11"},
    "versions": {"numba": "0.68", "python-fcl": "0.7", "coal": "3.0"}, "tolerance": 1e-6,
    "families": {}, "exact": {},
}  # fmt: skip
EXPECTED = {
    "rigid": [
        "| knot-knot, 60,000 + 61,000 | ScrewMotion | advance | 800 us | 2.50 ms | 2x | 120 of 200",
        "| fcl, 1000 samples | 1.60 ms | 2.50 ms |  | 120 of 200 | 3 | 117 | - | - | 2.0e-02 |",
        "distances of coal; of 200 motions, by all methods, we miss 0",
        "python-fcl 0.7, coal 3.0",
    ],
    "fast": ["| blades | 5,000 | 3,000 | 0 | 0 | 0 | 0 | 0 | 99.0 | 70.0 | 1,000 |", "2,500 late"],
    "methods": [
        "| mesh, mesh | 40 | 20 | 3,000.0 | 30.0 | 300.0 | 12.0 | intervals |",
        "| box, box | 40 | 20 | 3.0 | 6.0 | - | - |  |",
        "| mesh, mesh | 300.0 | 120.0 | 2.5x | 12.0, 3.5 | 19 | 20 | 1 |",
        "stay_free says free where time_of_impact has a contact: 0; touches where that is free: 0",
    ],
    "baselines": [
        "| rings | time_of_impact | 9.0 | 70 | 0 of 3 | 0 |  |",
        "| rings | bisection | 2 / 25 | 30 / 300 | 3 / 1 | 0 / 1 | - / 1.0e-02 |",
        "1 frame: 3 of 3 contacts missed",
        "10 frames: 1 of 3 contacts missed",
    ],
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_alone(part):
    report = {**HEAD, part: PARTS[part]}
    (block,) = ccd_blocks(report).items()

    assert block[0] == f"bench:ccd-{part}"
    assert block[0] in BLOCKS
    for text in EXPECTED[part]:
        assert text in block[1]
    assert len(list(ccd_tables(report))) >= 2


def test_without_a_peer_nothing_is_said_of_it():
    path = {"contacts": 3, "times": {"advance": SHAPE_TIMES}, "ours": {"advance": OURS}}
    alone = {**PARTS["rigid"]["knot-knot"], "paths": {"Motion": path}}
    text = ccd_blocks({**HEAD, "rigid": {"knot-knot": alone}})["bench:ccd-rigid"]
    assert "samples:" not in text
    assert "| Motion | advance | 800 us | 2.50 ms |  | 3 of 200 | 0 |" in text


def test_all_parts_together():
    assert len(ccd_blocks({**HEAD, **PARTS})) == len(PARTS)
