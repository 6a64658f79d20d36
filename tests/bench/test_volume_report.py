"""Figures as tables on a terminal, and as blocks of a page."""

import re
from io import StringIO

from rich.console import Console

from impinge.bench import bench_volumes
from impinge.bench.render import block_names, blocks, shown


def test_tables_show_every_section(volumes_report):
    out = StringIO()
    console = Console(width=120, file=out)
    for table in shown(bench_volumes, volumes_report):
        console.print(table)
    text = out.getvalue()

    for words in (
        "N_u", "C_bv", "F us", "measured us", "mean of nodes", "best k", "builders", "arities",
        "leaf sizes", "flat, wave", "bottom-up", "looseness at the end", "probable", "predicted",
        "degrees a frame", "all answers agree",
    ):  # fmt: skip
        assert words in text, words
    assert "…" not in text


def test_what_has_no_tightness_is_flat(volumes_report):
    scene = dict(volumes_report["scenes"]["flat"])
    scene["volumes"] = {
        name: {**row, "tightness": {"root": None, "mean": None}}
        for name, row in scene["volumes"].items()
    }
    tables = shown(bench_volumes, {**volumes_report, "scenes": {"flat": scene}})
    out = StringIO()
    for table in tables:
        Console(width=120, file=out).print(table)

    assert "│ flat │" in out.getvalue().replace("  ", "")


def test_each_block_has_its_text(volumes_report):
    texts = blocks(bench_volumes, {**volumes_report, "command": "impinge bench volumes --quick"})

    assert list(texts) == block_names(bench_volumes)
    assert "Quick run" in texts["bench:volumes-run"]
    assert "`impinge bench volumes --quick`" in texts["bench:volumes-run"]
    assert "(F: " in texts["bench:volumes-costs"]
    assert "times as loose as a new tree" in texts["bench:volumes-updates"]


def test_tables_are_rectangles(volumes_report):
    for text in blocks(bench_volumes, volumes_report).values():
        for table in re.findall(r"(?:^\|.*\|\n?)+", text, re.MULTILINE):
            widths = {line.count("|") for line in table.strip().splitlines()}
            assert len(widths) == 1


def test_uncertain_things_are_said(volumes_report):
    cut = {**volumes_report["cut short"], "reliability": []}
    cut["orders"] = {
        order: {**row, "wrong": [1.0] * len(cut["most_tests"])}
        for order, row in cut["orders"].items()
    }

    text = blocks(bench_volumes, {**volumes_report, "cut short": cut})["bench:volumes-probable"]

    assert "| depth | never |  |" in text
    assert "overlap (" not in text
