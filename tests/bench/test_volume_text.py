"""Figures as blocks of a page."""

import re

from impinge.bench.volume_text import BLOCKS, volume_text


def test_each_block_has_its_text(volumes_report):
    texts = volume_text({**volumes_report, "command": "impinge bench volumes --quick"})

    assert tuple(texts) == BLOCKS
    assert "Quick run" in texts["run"]
    assert "`impinge bench volumes --quick`" in texts["run"]
    assert "(F: " in texts["costs"]
    assert "times as loose as a new tree" in texts["updates"]


def test_tables_are_rectangles(volumes_report):
    for text in volume_text(volumes_report).values():
        for table in re.findall(r"(?:^\|.*\|\n?)+", text, re.MULTILINE):
            widths = {line.count("|") for line in table.strip().splitlines()}
            assert len(widths) == 1


def test_uncertain_things_are_said(volumes_report):
    cut = {**volumes_report["cut short"], "reliability": []}
    cut["orders"] = {
        order: {**row, "wrong": [1.0] * len(cut["most_tests"])}
        for order, row in cut["orders"].items()
    }

    text = volume_text({**volumes_report, "cut short": cut})["probable"]

    assert "| depth | never |  |" in text
    assert "overlap (" not in text
