"""Reports as tables and text; refused ratios are said to be."""

import pytest
from rich.console import Console

from impinge.bench.report import around_block, fill_block, has_block, markdown, tables
from impinge.core.errors import ImpingeError


def report(*, refused=False):
    times = {
        name: {"median_us": 2.0, "minimum_us": 1.0} for name in ("impinge batch", "impinge", "coal")
    }
    one = None if refused else {"median": 4.56, "minimum": 4.0}
    group = {
        "poses": 3,
        "times": times,
        "ratios": {"coal / impinge batch": one, "coal / impinge": one},
    }
    agreement = {"coal": {"differs": 1, "unexplained": int(refused)}}
    query = {"agreement": agreement, "classes": {"total": group, "deep": group}}
    speed = {"median": 10.0, "minimum": 9.0}
    return {
        "quick": True,
        "machine": {"cpu": "a processor", "python": "3.11"},
        "versions": {"numba": "0.68", "coal": "3.0"},
        "pairs": {
            "knot-bumpy": {
                "faces": [10, 20],
                "first hit": query,
                "all pairs": query
                | {"reference": {"poses": 1, "faces": 9, "pairs": 7, "wrong": 0, "cgal": 0}},
                "distance": query
                | {
                    "error_of_largest_coordinate": 1e-16,
                    "error_poses": 2,
                    "error_reference": "fractions",
                },
                "build": {
                    "faces": 10,
                    "times": {
                        "impinge": times["impinge"],
                        "impinge refit": times["impinge"],
                        "coal": times["coal"],
                    },
                    "ratios": {"coal / impinge": speed, "build / refit": speed},
                    "bytes_per_triangle": 110.0,
                    "mesh_bytes_per_triangle": 36.0,
                },
                "threads": {"first hit": {"median": 1.9, "minimum": 1.8}},
            }
        },
        "growth": {
            "rows": [
                {
                    "faces": 10,
                    "build": 1.0,
                    "first hit": 1.0,
                    "distance": 1.0,
                    "all pairs": 1.0,
                    "bytes_per_triangle": 110.0,
                }
            ],
            "exponents": dict.fromkeys(("build", "first hit", "distance", "all pairs"), 0.5),
        },
        "startup": {"import_seconds": 0.4, "first_answer_seconds": 0.9, "processes": 5},
    }


def shown(found):
    console = Console(width=140, record=True, file=open("/dev/null", "w"))  # noqa: PTH123, SIM115
    for table in tables(found):
        console.print(table)
    console.file.close()
    return console.export_text()


def test_tables_show_ratios():
    text = shown(report())

    assert "4.56 (4.00)" in text
    assert "1 answers differ from coal: ours are exact" in text
    assert "0 of 7 pairs differ from exact arithmetic" in text
    assert "110 bytes a triangle" in text


def test_a_refused_ratio_is_said():
    text = shown(report(refused=True))

    assert "refused" in text
    assert "1 not explained" in text
    assert "4.56" not in text
    assert "refused (refused)" in markdown(report(refused=True))


def test_markdown_is_a_table():
    text = markdown(report())

    assert "| knot-bumpy | first hit | 2.0 / 2.0 us | 4.6x (4.6x) | not measured |" in text
    assert "Quick run" in text


def test_a_file_without_the_block_is_refused(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("<!-- bench:meshes --> no end")

    with pytest.raises(ImpingeError, match="no block"):
        fill_block(page, "bench:meshes", "text")


def test_a_page_that_cannot_be_written_is_refused_when_it_is_read(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("<!-- x --><!-- /x -->")
    assert has_block(page, "x")
    monkeypatch.setattr("os.access", lambda *_: False)

    for ask in (has_block, around_block):
        with pytest.raises(ImpingeError, match="cannot be written"):
            ask(page, "x")
