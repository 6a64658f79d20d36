"""Baselines agree with certified queries, and never tell a contact late."""

import json

import numpy as np
from robots_in_motion import crowded

from impinge.bench import bench_catch, render
from impinge.bench.catch_baselines import articulate, bisected, paths_of, travelled
from impinge.continuous import ImpactStatus
from impinge.scenes import articulated


def test_intervals_and_swept_volumes_find_the_same_contacts():
    found = articulated("walk", 1)
    robot, q0, q1 = found.steps()
    q0, q1 = q0[:400:20], q1[4:400:20]
    ours = robot.time_of_impact(q0, q1, found.scene, self_collision=False)
    theirs = articulate(robot, q0, q1, found.scene)
    hits = np.isfinite(theirs.time)
    assert 3 < hits.sum() < len(hits) - 3
    assert np.array_equal(hits, ours.status != ImpactStatus.FREE)
    assert (theirs.time[hits] <= ours.upper[hits]).all()
    assert np.abs(theirs.time[hits] - ours.time[hits]).max() < 1e-3
    assert (theirs.tests[~hits] >= 0).all()
    assert theirs.pairs.max() >= 1


def test_bisection_agrees_with_proofs():
    robot, scene, q0, q1 = crowded(3)
    q0, q1 = q0[:30], q1[:30]
    found = bisected(robot, q0, q1, scene)
    free = robot.stay_free(q0, q1, scene).free
    assert 3 < free.sum() < 27
    assert np.array_equal(np.isfinite(found.time), ~free)
    assert found.tests.sum() > 0


def test_bodies_travel_no_further_than_the_bound():
    robot, scene, q0, q1 = crowded(3)
    paths = paths_of(robot, q0[:20], q1[:20], scene, True)
    bodies = len(paths.queries.bodies)
    alone = np.array([[k, bodies] for k in range(bodies)])
    bound = travelled(paths, alone)
    origins = []
    for t in np.linspace(0.0, 1.0, 33):
        q = paths.motion._sampled(np.arange(20), [t])
        poses = paths.queries.kinematics.link_poses(q)[:, paths.queries.links]
        origins.append((poses @ paths.queries.bodies.places)[:, :, :3, 3])
    walked = np.linalg.norm(np.diff(np.stack(origins), axis=0), axis=3).sum(axis=0)
    assert (walked <= bound + 1e-9).all()
    assert (walked > 0.05 * bound).mean() > 0.3


def test_a_quick_run():
    report = bench_catch(["baselines"], quick=True, say=lambda _: None)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert {row["steps"] for row in report["baselines"]} <= {"all", "free", "touching"}
    assert all(row["differ"] == 0 for row in report["baselines"])
    assert "ARTICULATE" in "\n".join(render.blocks(bench_catch, report).values())
