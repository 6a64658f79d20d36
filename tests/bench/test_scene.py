"""Crowds are measured, and answers compared before a ratio is taken."""

import json

import pytest

from impinge.bench.scene import PARTS, Ours, bench_scene, frames_of
from impinge.core.errors import ImpingeError
from impinge.scenes.crowds import mesh_crowd

pytestmark = pytest.mark.usefixtures("freezes_again")


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
