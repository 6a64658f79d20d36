"""Peers behind one face answer what we answer."""

import numpy as np
import pytest

from impinge.bench.convex_peers import installed
from impinge.bench.convex_queries import signed_gaps
from impinge.geometry import Hull, Sphere
from impinge.scenes.convex_pairs import convex_poses, convex_shape

PEERS = list(installed())
CLOSE = {"coal": 1e-8, "fcl": 1e-3, "mujoco": 1e-6}
"""What they were seen to be off by, and more."""


def test_names():
    assert set(PEERS) <= set(CLOSE)


@pytest.mark.skipif(not PEERS, reason="no peer is installed (make peers)")
@pytest.mark.parametrize("kind", ["box", "capsule", "hull"])
@pytest.mark.parametrize("name", PEERS)
def test_a_peer_agrees(name, kind):
    shape = convex_shape(kind)
    poses = convex_poses(shape, shape, (4, 4, 4)).matrices
    peer = installed()[name](shape, shape, poses)
    ours = signed_gaps(shape, shape, poses)

    for i, gap in enumerate(ours):
        assert peer.gap(i) == pytest.approx(gap, abs=CLOSE[name])
        ends = peer.points(i)
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(abs(gap), abs=CLOSE[name])
        if gap > 0.0:
            assert peer.distance(i) == pytest.approx(gap, abs=CLOSE[name])
        if hasattr(peer, "touches"):
            assert peer.touches(i) == peer.contact(i) == (gap <= 0.0)


@pytest.mark.skipif(not PEERS, reason="no peer is installed (make peers)")
@pytest.mark.parametrize("name", PEERS)
def test_an_off_centre_hull_is_where_it_should_be(name):
    hull = Hull(convex_shape("hull").vertices + np.array([3.0, -1.0, 2.0]))
    poses = convex_poses(hull, hull, (1, 1, 1)).matrices
    peer = installed()[name](hull, hull, poses)
    for i, gap in enumerate(signed_gaps(hull, hull, poses)):
        assert peer.gap(i) == pytest.approx(gap, abs=1e-6)


@pytest.mark.skipif(not PEERS, reason="no peer is installed (make peers)")
def test_other_kinds_are_refused():
    poses = np.eye(4)[None]
    with pytest.raises((AssertionError, ValueError)):
        installed()[PEERS[0]](Sphere(1.0), Sphere(1.0), poses)
