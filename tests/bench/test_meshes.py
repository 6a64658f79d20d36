"""The whole benchmark runs, with peers where installed, and its report is ready for JSON."""

import json

import pytest

from impinge.bench import meshes
from impinge.core.errors import ImpingeError


@pytest.fixture(scope="module")
def report():
    """With the peers that are installed; the command line's test runs it alone."""
    said, peers = [], bool(meshes.installed())
    found = meshes.bench_meshes(["knot-bumpy"], peers=peers, quick=True, say=said.append)
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
    assert report["startup"]["import_seconds"] > 0.0
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


def test_missing_peers_are_said(monkeypatch):
    monkeypatch.setattr(meshes, "installed", dict)

    with pytest.raises(ImpingeError, match="make peers"):
        meshes.bench_meshes(["knot-bumpy"], peers=True, quick=True)
