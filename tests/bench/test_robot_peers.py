"""pinocchio with coal is asked about the same links, pairs and things."""

import numpy as np
import pytest

from impinge.bench.robot_peers import Pinocchio
from impinge.scenes.robot_models import boxes_around, load_model, model_file, share_folder

pytest.importorskip("pinocchio", reason="pinocchio is not installed: nothing to compare with")
if share_folder() is None:
    pytest.skip("example-robot-data is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def solo():
    robot = load_model("solo12")
    return robot, Pinocchio(model_file("solo12"), robot, share_folder())


def test_the_same_poses_and_jacobians(solo):
    robot, peer = solo
    q = robot.random(5, 0)
    for ours, row in zip(q, peer.configurations(q), strict=True):
        found = peer.link_poses(row)
        # The world below a floating base is no link of pinocchio's.
        assert np.isnan(found).any(axis=(1, 2)).sum() == 1
        assert np.nanmax(np.abs(found - robot.links(ours))) < 1e-12
        link = robot.link_names[-1]
        assert np.abs(peer.jacobian(row, link) - robot.jacobian(ours, link)).max() < 1e-10


def test_the_same_collisions_by_pair(solo):
    robot, peer = solo
    scene = boxes_around(5)
    checker, q = peer.checker(scene), robot.random(30, 1)
    rows = peer.configurations(q)
    ours = robot.collides(q, scene)

    assert 3 < ours.sum() < 30
    assert checker.all_collide(rows) == ours.tolist()
    assert not any(peer.checker(own=False).all_collide(rows))
    touching = int(np.flatnonzero(ours)[0])
    pairs = checker.pairs(rows[touching])
    names = {tuple(sorted(pair)) for pair in robot.collide(q[touching], scene).pairs}
    assert {pair for pair, (hit, _) in pairs.items() if hit} == names
    assert all(gap > 0.0 for hit, gap in pairs.values() if not hit)
