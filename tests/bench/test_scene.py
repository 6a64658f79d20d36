"""Crowds are measured, and answers compared before a ratio is taken."""

import json

import pytest
from rich.console import Console

from impinge.bench import render
from impinge.bench.scene import PARTS, Ours, bench_scene, frames_of, ratio_text
from impinge.core.errors import ImpingeError
from impinge.scenes.steps import mesh_crowd


def test_without_peers():
    said, kept = [], []
    report = bench_scene(quick=True, say=said.append, keep=lambda r: kept.append(len(r["rows"])))
    json.dumps(report, allow_nan=False)
    found = [(row["meshes"], row["solid"], row["density"]) for row in report["rows"]]
    three = ("sparse", "medium", "dense")
    assert found == [
        *((4, False, density) for density in three),
        *((60, False, density) for density in three),
        (4, True, "medium"),
        (60, True, "medium"),
    ]
    assert kept == list(range(1, 9))
    for row in report["rows"]:
        assert list(row["parts"]) == list(PARTS)
        assert row["ratios"] == {}
        assert row["differing"] == 0
    assert report["rows"][2]["colliding"] > report["rows"][0]["colliding"]
    # What is filled meets all that its surface meets.
    assert report["rows"][6]["colliding"] >= report["rows"][1]["colliding"]


def test_some_crowds_only():
    report = bench_scene(quick=True, crowds=["distinct solid"], objects=20, faces=[100])
    assert [(row["meshes"], row["faces"]) for row in report["rows"]] == [(20, 96)]
    with pytest.raises(ImpingeError, match="crowds: 'alike', expected one of shared, distinct"):
        bench_scene(quick=True, crowds=["alike"])


def test_with_peers():
    pytest.importorskip("fcl", reason="python-fcl is not installed: nothing to compare with")
    report = bench_scene(quick=True, peers=True, objects=40)
    for row in report["rows"]:
        if row["solid"]:
            assert set(row["milliseconds"]) == {"impinge"}
            continue
        assert set(row["milliseconds"]) == {"impinge", "impinge manager", "trimesh"}
        assert row["differing"] == 0
        assert set(row["ratios"]) == {"impinge", "impinge manager"}
        assert all(ratio > 0.0 for ratio in row["ratios"].values())


def test_different_answers_are_seen_and_no_ratio_is_given():
    class Forgetful(Ours):
        name = "trimesh"

        def frame(self, names, poses):
            return super().frame(names, poses)[:-1]

    crowd = mesh_crowd(60, 80, 12.0)
    row = frames_of(crowd, [Ours(crowd), Forgetful(crowd)], 2, 0)
    assert row["differing"] > 0
    assert row["ratios"] == {"impinge": None}


def test_missing_peers_are_named(monkeypatch):
    import trimesh

    def refuse():
        raise ValueError("No FCL Available!")

    monkeypatch.setattr(trimesh.collision, "CollisionManager", refuse)
    with pytest.raises(ImpingeError, match="python-fcl"):
        bench_scene(quick=True, peers=True)


def figures(differing=0, peers=True):
    spent = {"impinge": 4.0, "impinge manager": 8.0, "trimesh": 100.0}
    ratio = None if differing else 25.0
    row = {
        "faces": 240, "density": "dense", "tested": 1234, "colliding": 567, "near": 2000,
        "differing": differing, "meshes": 4, "solid": False,
        "milliseconds": spent if peers else {"impinge": 4.0},
        "parts": {"moves": 0.5, "narrow phase": 3.5},
        "ratios": {"impinge": ratio, "impinge manager": ratio} if peers else {},
    }  # fmt: skip
    return {
        "objects": 10_000, "moving": 0.1, "rows": [row], "command": "impinge bench scene",
        "machine": {"cpu": "a processor", "python": "3"}, "versions": {}, "quick": False,
        "benchmark": "scene",
    }  # fmt: skip


def page(found):
    return render.blocks(bench_scene, found)["bench:scene"]


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=140, record=True, file=file)
        for table in render.shown(bench_scene, found):
            console.print(table)
        return console.export_text()


def test_tables_have_times_and_ratios(tmp_path):
    text = shown(figures(), tmp_path)
    assert "10,000 mesh objects, 10 % moving" in text
    assert "25.0" in text
    assert "3.50" in text
    assert "all answers agree" in text


def test_ratios_are_refused_where_answers_differ(tmp_path):
    text = shown(figures(differing=3), tmp_path)
    assert "refused" in text
    assert "3 answers differ" in text
    assert ratio_text(figures(peers=False)["rows"][0], "impinge") == ""


def test_text_for_a_page():
    text = page(figures())
    assert "| 240 | 4 | dense | 1,234 | 567 | 4.00 | 8.00 | 100.00 | 25.0 | 25.0 |" in text
    assert "trimesh" not in page(figures(peers=False))


def test_rows_without_peers_stay_empty_beside_others(tmp_path):
    both = figures()
    both["rows"].insert(0, figures(peers=False)["rows"][0] | {"solid": True, "meshes": 10_000})
    text = page(both)
    assert "| 240 | 10,000, solid | dense | 1,234 | 567 | 4.00 |  |  |  |  |" in text
    assert "| 240 | 4 | dense | 1,234 | 567 | 4.00 | 8.00 | 100.00 | 25.0 | 25.0 |" in text
    assert "10,000, solid" in shown(both, tmp_path)
