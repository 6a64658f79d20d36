"""The whole benchmark runs, with peers where installed, and its report is ready for JSON."""

import dataclasses
import json

import pytest
from rich.console import Console

from impinge.bench import meshes, render
from impinge.bench.meshes import bench_meshes, build, growth, threads
from impinge.core.errors import ImpingeError
from impinge.scenes import mesh_pair, seeded_poses


@pytest.fixture(scope="module")
def report():
    """With the peers that are installed; the command line's test runs it alone."""
    said, peers = [], bool(meshes.installed())
    found = bench_meshes(["knot-bumpy"], peers=peers, quick=True, say=said.append)
    assert any("distance" in line for line in said)
    return found


def test_the_report_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_everything_is_in_it(report):
    pair = report["pairs"]["knot-bumpy"]

    assert set(pair) == {
        "faces", "first hit", "all pairs", "distance", "build", "threads",
    }  # fmt: skip
    assert {"deep", "near", "separated", "total"} == set(pair["first hit"]["classes"])
    assert len(report["growth"]["rows"]) == 2
    assert pair["build"]["bytes_per_triangle"] > 50
    assert "build / refit" in pair["build"]["ratios"]


def test_answers_are_right(report):
    pair = report["pairs"]["knot-bumpy"]

    assert pair["all pairs"]["reference"]["wrong"] == 0
    assert pair["all pairs"]["reference"]["pairs"] > 10
    assert pair["distance"]["error_of_largest_coordinate"] <= 1e-14
    for query in ("first hit", "all pairs", "distance"):
        for name, seen in pair[query]["agreement"].items():
            assert seen["unexplained"] == 0, (query, name)


def test_ratios_are_there_for_each_peer(report):
    ratios = report["pairs"]["knot-bumpy"]["first hit"]["classes"]["total"]["ratios"]

    assert set(ratios) == {
        f"{peer} / {ours}" for peer in report["peers"] for ours in ("impinge batch", "impinge")
    }


def test_missing_peers_are_said():
    alone = dataclasses.replace(bench_meshes, installed=dict)

    with pytest.raises(ImpingeError, match="make peers"):
        alone(["knot-bumpy"], peers=True, quick=True)


# Building, growth and threads are measured.


def test_build_and_refit():
    mesh, _ = mesh_pair("knot-bumpy", 1_000)

    report = build(mesh, 1, peers=False)

    assert set(report["ratios"]) == {"build / refit"}
    assert report["faces"] == len(mesh.faces)
    assert 50 < report["bytes_per_triangle"] < 400


def test_growth_has_an_exponent_for_each_question():
    report = growth([300, 1_000], 1, 2)

    assert set(report["exponents"]) == {"build", "first hit", "distance", "all pairs"}
    assert set(report["rows"][0]) >= {"faces", "bytes_per_triangle"}
    assert growth([300], 1, 2)["exponents"] == {}


def test_threads():
    a, b = mesh_pair("knot-bumpy", 500)

    report = threads(a, b, seeded_poses(a, b, (2, 2, 2)), 1)

    assert set(report) == {"first hit", "distance", "all pairs"}


# Fresh processes are timed.


def test_startup(report):
    found = report["startup"]

    assert 0.0 < found["import_seconds"] < found["first_answer_seconds"]
    assert found["processes"] == 1


# Reports as tables and text; refused ratios are said to be.


def figures(*, refused=False):
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
        "benchmark": "meshes",
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


def page(found):
    return render.blocks(bench_meshes, found)["bench:meshes"]


def shown(found):
    console = Console(width=140, record=True, file=open("/dev/null", "w"))  # noqa: PTH123, SIM115
    for table in render.shown(bench_meshes, found):
        console.print(table)
    console.file.close()
    return console.export_text()


def test_tables_show_ratios():
    text = shown(figures())

    assert "4.56 (4.00)" in text
    assert "1 answers differ from coal: ours are exact" in text
    assert "0 of 7 pairs differ from exact arithmetic" in text
    assert "110 bytes a triangle" in text


def test_a_refused_ratio_is_said():
    text = shown(figures(refused=True))

    assert "refused" in text
    assert "1 not explained" in text
    assert "4.56" not in text
    assert "refused (refused)" in page(figures(refused=True))


def test_markdown_is_a_table():
    text = page(figures())

    assert "| knot-bumpy | first hit | 2.0 / 2.0 us | 4.6x (4.6x) | not measured |" in text
    assert "Quick run" in text
