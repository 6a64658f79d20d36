"""Broad phases as tables and as text."""

import pytest

from impinge.bench.pairs_report import BLOCKS, pairs_blocks, pairs_tables


@pytest.fixture
def report():
    cells = [
        {"boxes": 1000, "ms": 1.5, "minimum_ms": 1.25},
        {"boxes": 10_000, "reason": "about 3 hours expected"},
    ]
    seen = {"boxes": 10, "pairs": 5, "seconds": 0.5, "added_mb": 3.0, "process_mb": 200.0}
    times = {name: {"median_us": 2e3, "minimum_us": 1e3} for name in ("impinge", "p", "q", "r")}
    same = {"only_ours": 0, "only_theirs": 0, "unexplained": 0}
    return {
        "benchmark": "pairs",
        "quick": True,
        "machine": {"cpu": "a processor", "python": "3"},
        "versions": {"ipctk": "1.6.1"},
        "distributions": {
            "uniform": {
                "boxes": [1000, 10_000],
                "pairs": [2000, 20_000],
                "methods": {"tree": {"cells": cells, "exponent": None}},
            }
        },
        "moving": {
            "all, small steps": [
                {"boxes": 1000, "ms": {"DynamicTree": 0.25}, "minimum_ms": {"DynamicTree": 0.25}}
            ]
        },
        "memory": {
            "boxes": 10, "methods": {"tree": {"uniform": seen}}, "most": {"uniform": seen},
        },
        "peers": {
            "uniform": [
                {
                    "boxes": 1000, "pairs": [2000], "times": times,
                    "ratios": {"p": {"median": 3.0, "minimum": 2.5}, "q": None, "r": None},
                    "differ": {
                        "p": [same], "q": [same | {"unexplained": 4}],
                        "r": [same | {"only_theirs": 2}],
                    },
                }
            ]
        },
    }  # fmt: skip


def test_tables_have_everything(report):
    from rich.console import Console

    out = Console(width=150, record=True)
    for table in pairs_tables(report):
        out.print(table)
    text = out.export_text()

    for words in ("about 3 hours expected", "2,000", "3.0x (2.5x)", "refused",
                  "p has the same pairs", "4 pairs differ from q, not explained",
                  "r has 2 more and 0 fewer pairs", "two threads", "0.250",
                  "3 MB more"):  # fmt: skip
        assert words in text, words


def test_text_fills_the_blocks(report):
    blocks = pairs_blocks(report)

    assert tuple(blocks) == BLOCKS
    assert "| tree | 1.50 (1.25) | about 3 hours expected |  |" in blocks["bench:pairs"]
    assert "| tree | 3 |" in blocks["bench:pairs"]
    assert "| all, small steps | 1,000 | 0.250 |" in blocks["bench:pairs-moving"]
    assert "ipctk 1.6.1" in blocks["bench:pairs-peers"]
    assert all("Quick run" in text for text in blocks.values())


def test_parts_that_were_not_measured_are_left_out(report):
    for part in ("moving", "memory", "peers"):
        del report[part]
    assert list(pairs_blocks(report)) == ["bench:pairs"]
    report["distributions"] = {}
    assert pairs_blocks(report) == {}
    assert list(pairs_tables(report)) == []
