"""Boxes of moving links are measured, and samples that leave them are seen."""

import json

import numpy as np

from impinge.bench import bench_catch, render
from impinge.bench.catch import random_step, sampled_box
from impinge.motion.in_between import link_points


def test_boxes_are_tight_and_never_left():
    said = []
    report = bench_catch(["taylor"], quick=True, say=said.append)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["links"] for row in report["taylor"]] == [1, 3]
    for row in report["taylor"]:
        taylor, intervals = row["methods"]["taylor"], row["methods"]["intervals"]
        assert row["boxes"] == 6
        assert taylor["outside"] == intervals["outside"] == 0
        assert 0.999 < taylor["median"] < 1.01 < intervals["median"]
        assert taylor["us"] > 0.0
    assert len(said) == 2
    text = "\n".join(render.blocks(bench_catch, report).values())
    assert "| links | boxes | taylor: median |" in text


def test_samples_are_of_all_corners():
    motion = random_step(2, 4, np.random.default_rng(0))
    corners = link_points(motion.kinematics.articulation)[-1]
    low, high = sampled_box(motion, corners, 9)
    poses = motion.link_poses(0.5)[:, -1]
    for corner in corners:
        seen = poses[:, :3, :3] @ corner + poses[:, :3, 3]
        assert (low <= seen + 1e-12).all()
        assert (seen - 1e-12 <= high).all()
