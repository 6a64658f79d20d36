"""Feature pairs: seeded, one curved shape in each, and almost in contact."""

import numpy as np

import impinge as im
from impinge.scenes.convex_features import FURTHEST, feature_pairs


def test_pairs_are_seeded():
    one, other = feature_pairs(40, seed=2), feature_pairs(40, seed=2)
    np.testing.assert_array_equal(one.pose_b, other.pose_b)
    assert [repr(a) for a in one.a] == [repr(a) for a in other.a]
    assert (feature_pairs(40, seed=3).pose_b != one.pose_b).any()
    assert len(feature_pairs(0)) == 0


def test_each_has_a_curved_shape():
    pairs = feature_pairs(200, seed=4)
    curved = (im.Cylinder, im.Cone, im.Ellipsoid)
    assert all(
        isinstance(a, curved) or isinstance(b, curved)
        for a, b in zip(pairs.a, pairs.b, strict=True)
    )
    kinds = {type(s) for s in [*pairs.a, *pairs.b]}
    assert len(kinds) == 7


def test_they_are_almost_in_contact():
    pairs = feature_pairs(300, seed=5)
    apart = np.asarray(im.distance(pairs.a, pairs.b, pairs.pose_a, pairs.pose_b).distance)
    assert (apart <= 50.0 * 10.0**FURTHEST).all()
    assert 0.2 < (apart == 0.0).mean() < 0.9
    assert (apart[apart > 0.0] < 1e-6).mean() > 0.2


def test_poses_are_rotations():
    pairs = feature_pairs(100, seed=6)
    for poses in (pairs.pose_a, pairs.pose_b):
        turn = poses[:, :3, :3]
        np.testing.assert_allclose(
            turn @ turn.transpose(0, 2, 1), np.tile(np.eye(3), (100, 1, 1)), atol=1e-14
        )
        np.testing.assert_allclose(np.linalg.det(turn), 1.0)
