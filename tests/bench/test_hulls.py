"""Hulls are compared before they are timed, and crowds by the pairs they find."""

import json

import pytest

from impinge.bench import bench_hulls, render
from impinge.bench.hulls import (
    OURS,
    READY,
    Solid,
    crowd_of,
    differs,
    first_answer,
    fresh,
    inverse_text,
)
from impinge.core.errors import ImpingeError
from impinge.io.trimesh_manager import CollisionManager


def test_without_peers():
    said = []
    report = bench_hulls(quick=True, say=said.append)
    json.dumps(report, allow_nan=False)
    kinds = [(row["kind"], row["points"]) for row in report["growth"]]
    assert kinds == [(kind, n) for n in (42, 162) for kind in ("ball", "cube", "icosphere")]
    for row in report["growth"]:
        assert set(row["times"]) == {OURS, READY, "Qhull"}
        assert not any(row["differ"].values())
        assert row["ratios"]["Qhull"]["minimum"] > 0.0
    assert report["crowd"]["pairs"] > 0
    assert report["crowd"]["ratios"] == {}
    assert len(said) == 3
    text = "\n".join(render.blocks(bench_hulls, report).values())
    assert "| points | vertices | impinge [ms] | impinge, tables [ms] | Qhull [ms] |" in text
    assert "all hulls agree in vertices and volume" in text


def test_with_peers():
    pytest.importorskip("fcl", reason="python-fcl is not installed: nothing to compare with")
    report = bench_hulls(quick=True, peers=True)
    assert "fcl, faces given" in report["growth"][0]["times"]
    assert not any(any(row["differ"].values()) for row in report["growth"])
    assert report["crowd"]["differ"] == {"trimesh, fcl": 0}
    assert report["crowd"]["ratios"]["trimesh, fcl"] > 0.0
    assert "all pairs agree" in render.blocks(bench_hulls, report)["bench:hulls-crowd"]


def test_one_part_only():
    assert "crowd" not in bench_hulls(["growth"], quick=True)
    with pytest.raises(ImpingeError, match="part: 'width', expected one of growth, crowd"):
        bench_hulls(["width"], quick=True)


def test_hulls_that_differ_have_no_ratio():
    ours = Solid(8, 1.0)
    others = Solid(7, 1.0), Solid(8, 1.1), Solid(None, None)
    assert [differs(ours, other) for other in others] == [1, 1, 0]
    assert inverse_text(None) == "refused"
    assert inverse_text({"minimum": 0.5}) == "2.0x"


def test_a_crowd_is_asked_from_the_beginning():
    meshes = [fresh(mesh, as_trimesh=False) for mesh in crowd_of(12, 1)]
    seconds, pairs = first_answer(CollisionManager, meshes)
    assert len(seconds) == 2
    assert pairs == first_answer(CollisionManager, meshes)[1]
