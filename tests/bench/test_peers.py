"""Peers behind one face answer what we answer."""

import numpy as np
import pytest

from impinge.bench.convex import signed_gaps
from impinge.bench.peers import builders, installed
from impinge.geometry import Cone, Hull
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import mesh_pair, seeded_poses
from impinge.scenes.convex_pairs import convex_poses, convex_shape

PEERS = list(installed())
CONVEX_PEERS = list(installed("mujoco"))
CLOSE = {"coal": 1e-8, "fcl": 1e-3, "mujoco": 1e-6}
"""What they were seen to be off by, and more."""


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


def test_names():
    assert set(CONVEX_PEERS) <= set(CLOSE)


@pytest.mark.skipif(not CONVEX_PEERS, reason="no peer is installed (make peers)")
@pytest.mark.parametrize("kind", ["box", "capsule", "hull"])
@pytest.mark.parametrize("name", CONVEX_PEERS)
def test_a_peer_agrees_about_convex_shapes(name, kind):
    shape = convex_shape(kind)
    poses = convex_poses(shape, shape, (4, 4, 4)).matrices
    peer = installed("mujoco")[name](shape, shape, poses)
    ours = signed_gaps(shape, shape, poses)

    for i, gap in enumerate(ours):
        assert peer.gap(i) == pytest.approx(gap, abs=CLOSE[name])
        ends = peer.points(i)
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(abs(gap), abs=CLOSE[name])
        if gap > 0.0:
            assert peer.distance(i) == pytest.approx(gap, abs=CLOSE[name])
        if hasattr(peer, "first_hit"):
            assert peer.first_hit(i) == peer.contact(i) == (gap <= 0.0)


@pytest.mark.skipif(not CONVEX_PEERS, reason="no peer is installed (make peers)")
@pytest.mark.parametrize("name", CONVEX_PEERS)
def test_an_off_centre_hull_is_where_it_should_be(name):
    hull = Hull(convex_shape("hull").vertices + np.array([3.0, -1.0, 2.0]))
    poses = convex_poses(hull, hull, (1, 1, 1)).matrices
    peer = installed("mujoco")[name](hull, hull, poses)
    for i, gap in enumerate(signed_gaps(hull, hull, poses)):
        assert peer.gap(i) == pytest.approx(gap, abs=1e-6)


@pytest.mark.skipif(not CONVEX_PEERS, reason="no peer is installed (make peers)")
def test_other_kinds_are_refused():
    poses = np.eye(4)[None]
    with pytest.raises((AssertionError, ValueError)):
        installed("mujoco")[CONVEX_PEERS[0]](Cone(1.0, 1.0), Cone(1.0, 1.0), poses)
