"""Peers behind one face answer what we answer."""

import numpy as np
import pytest

from impinge.bench.peers import builders, installed
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import mesh_pair, seeded_poses

PEERS = list(installed())


@pytest.fixture(scope="module")
def case():
    a, b = mesh_pair("knot-bumpy", 1_000)
    return a, b, seeded_poses(a, b, (3, 4, 3))


def test_what_is_installed_can_be_built():
    assert set(builders()) == set(PEERS)


@pytest.mark.skipif(not PEERS, reason="no peer is installed (make peers)")
@pytest.mark.parametrize("name", PEERS)
def test_a_peer_agrees(name, case):
    a, b, poses = case
    peer = installed()[name](a, b, poses.matrices)

    for i, pose in enumerate(poses.matrices):
        touching = overlap(a, b, pose_b=pose)
        assert peer.first_hit(i) == touching
        pairs = intersecting_pairs(a, b, pose_b=pose).pairs
        np.testing.assert_array_equal(peer.pairs(i), pairs)
        assert peer.count_pairs(i) == len(pairs)
        if not touching:
            assert peer.distance(i) == pytest.approx(distance(a, b, pose_b=pose).distance, abs=1e-9)
