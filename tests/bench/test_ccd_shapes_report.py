"""What is said about moving shapes, as tables and in words."""

import pytest

from impinge.bench.ccd_report import BLOCKS, ccd_blocks, ccd_tables
from impinge.bench.ccd_shapes_report import SHAPE_PARTS, shape_notes, shape_tables

TIMES = {"median_us": 800.0, "p95_us": 2500.0, "mean_us": 900.0}
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
                        "advance": TIMES, "fcl, 1000 samples": {**TIMES, "median_us": 1600.0},
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


@pytest.mark.parametrize("part", SHAPE_PARTS)
def test_a_part_alone(part):
    report = {**HEAD, part: PARTS[part]}
    (block,) = ccd_blocks(report).items()

    assert block[0] == f"bench:ccd-{part}"
    assert block[0] in BLOCKS
    for text in EXPECTED[part]:
        assert text in block[1]
    shown = list(ccd_tables(report))
    assert len(shown) == len(shape_tables(part, report)) + len(shape_notes(part, report))


def test_without_a_peer_nothing_is_said_of_it():
    path = {"contacts": 3, "times": {"advance": TIMES}, "ours": {"advance": OURS}}
    alone = {**PARTS["rigid"]["knot-knot"], "paths": {"Motion": path}}
    text = ccd_blocks({**HEAD, "rigid": {"knot-knot": alone}})["bench:ccd-rigid"]
    assert "samples:" not in text
    assert "| Motion | advance | 800 us | 2.50 ms |  | 3 of 200 | 0 |" in text


def test_all_parts_together():
    assert len(ccd_blocks({**HEAD, **PARTS})) == len(SHAPE_PARTS)
