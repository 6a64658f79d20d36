"""What sampling misses: measured and foretold."""

import json

import numpy as np
import pytest
from rich.console import Console

from impinge.bench import render
from impinge.bench.detect import FAMILIES, SPEEDS, bench_detect, foretold, measured
from impinge.scenes.fast import balls_through_walls


@pytest.fixture(scope="module")
def report():
    said = []
    found = bench_detect(quick=True, say=said.append)
    assert len(said) == len(FAMILIES) * len(SPEEDS)
    return found


def test_a_report_is_plain_data_and_nothing_is_wrong(report):
    json.dumps(report, allow_nan=False)
    for rows in report["families"].values():
        assert len(rows) == 5 * len(SPEEDS)
        assert sum(row["wrong"] for row in rows) == 0


def test_misses_are_those_foretold():
    fast = balls_through_walls(200, 20.0, seed=3)
    for substeps in (2, 8, 16, 40):
        row = measured(fast, substeps)
        error = 4.0 * np.sqrt(0.25 / 200.0)
        assert row["missed"] == pytest.approx(row["foretold"], abs=error)
    assert measured(fast, 40)["missed"] == 0.0


def test_the_chance_of_a_miss():
    first = np.array([0.0, 0.5])
    np.testing.assert_allclose(foretold(first, first + 0.1, 5), [0.5 / 0.9] * 2)
    np.testing.assert_allclose(foretold(first, first + 0.1, 1), 1.0)
    assert not foretold(first, first + 0.5, 5).any()


def figures(wrong=0):
    rows = [
        {"speed": speed, "substeps": count, "missed": max(0.0, 1.0 - count / speed),
         "foretold": max(0.0, 1.0 - count / speed), "late": 0.5, "wrong": wrong,
         "milliseconds": 3.0}
        for speed in (4.0, 16.0) for count in (1, 2, 4, 8)
    ]  # fmt: skip
    families = {"walls": rows, "blades": rows}
    curves = {name: {"4": [0.9, 0.0], "16": [1.0, 0.0]} for name in families}
    foretold = {"substeps": [1, 8], "curves": curves}
    command = "impinge bench detect"
    return {"pairs": 10, "families": families, "foretold": foretold, "command": command}


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=140, record=True, file=file)
        for table in render.shown(bench_detect, found):
            console.print(table)
        return console.export_text()


def test_tables_and_text_have_the_shares(tmp_path):
    text = shown(figures(), tmp_path)
    assert "speed 16" in text
    assert "93.8 %" in text
    assert "0 wrong" in text
    assert "8 wrong" in shown(figures(wrong=1), tmp_path)
    assert (
        "| walls | 2 | 50.0 % | 87.5 % |" in render.blocks(bench_detect, figures())["bench:detect"]
    )


def test_a_picture_is_written(tmp_path):
    (file,) = render.draw(bench_detect, figures(), tmp_path)
    assert file.read_bytes().startswith(b"\x89PNG")
