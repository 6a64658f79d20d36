"""Seeded poses are what their class says."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh, icosphere
from impinge.narrow import distance, overlap
from impinge.scenes import mesh_pair, seeded_poses
from impinge.scenes.poses import random_rotation


def test_each_class_is_what_it_says():
    a, b = mesh_pair("knot-bumpy", 1_500)
    poses = seeded_poses(a, b, (10, 20, 10))

    touching = overlap(a, b, pose_b=poses.matrices)
    gaps = distance(a, b, pose_b=poses.matrices).distance

    assert len(poses) == 40
    assert touching[poses.of("deep")].all()
    # The gap is along the way of B; the distance is at most that.
    assert gaps[poses.of("near")].max() < 0.02
    assert 5 <= touching[poses.of("near")].sum() <= 15
    assert not touching[poses.of("separated")].any()
    assert gaps[poses.of("separated")].min() > 0.0


def test_the_same_seed_gives_the_same_poses():
    a, b = mesh_pair("knot-bumpy", 500)

    one, two = (seeded_poses(a, b, (3, 3, 3)) for _ in range(2))

    np.testing.assert_array_equal(one.matrices, two.matrices)


def test_rotations_are_rotations():
    rng = np.random.default_rng(1)
    for _ in range(20):
        r = random_rotation(rng)
        np.testing.assert_allclose(r @ r.T, np.eye(3), atol=1e-14)
        assert np.linalg.det(r) > 0


def test_meshes_that_never_touch_are_refused():
    with pytest.raises(ImpingeError, match="poses"):
        seeded_poses(icosphere(10.0), icosphere(1e-6), (1, 0, 0))
    assert len(seeded_poses(box_mesh(), box_mesh(), (2, 2, 2))) == 6
