"""Back ends are compared along small steps, and wrong answers would be seen."""

import json

import numpy as np

import impinge as im
from impinge.bench import bench_catch, render
from impinge.bench.catch_back_ends import (
    EXACT,
    LINK,
    NAMES,
    back_ends,
    coherent_poses,
    turned_man,
)
from impinge.scenes.articulated_parts import limb


def test_the_study_runs():
    report = bench_catch(["back-end"], quick=True)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["gap"] for row in report["back_ends"]] == ["near", "far"] * 2
    for row in report["back_ends"]:
        assert not any(row["differ"].values())
        assert all(row["us"][name] > 0.0 for name in NAMES)
        assert 0 < row["pieces"] < row["faces"]
    text = "\n".join(render.blocks(bench_catch, report).values())
    assert "| mesh | faces | pieces |" in text
    report["back_ends"][0]["differ"]["hull tree"] = 1
    assert "refused" in "\n".join(render.blocks(bench_catch, report).values())


def test_recipes_have_the_faces_of_the_paper():
    assert len(limb(20, 33, LINK).faces) == 1320
    assert len(turned_man(40, 79).faces) == 6320
    assert turned_man(8, 6).is_closed


def test_steps_are_small_and_begin_at_a_gap():
    mesh = limb(12, 10, LINK)
    poses = coherent_poses(mesh, 0.1, 5, np.random.default_rng(0))
    size = np.linalg.norm(np.ptp(mesh.vertices, axis=0))
    gaps = [im.distance(mesh, mesh, None, at).distance for at in poses]
    assert np.isclose(gaps[0], 0.1 * size, rtol=1e-3)
    assert np.abs(np.diff(gaps)).max() < 0.02 * size
    who = back_ends(mesh, poses)
    for name in EXACT:
        assert np.allclose([who[name].ask(k) for k in range(5)], gaps, rtol=1e-12)
    assert all(who["hulls only"].ask(k) <= gaps[k] + 1e-12 for k in range(5))
