"""Steps of whole scenes: seeded, with as much in them as was asked for."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes.steps import bullet_step, crowd_step


def test_a_crowd_moves_in_part():
    scene, targets = crowd_step(50, 20, way=0.3, turn=0.4, seed=3)
    assert len(scene) == 50
    assert len(targets) == 20
    for name, pose in targets.items():
        assert np.abs(pose[:3, 3] - scene[name].pose[:3, 3]).max() <= 0.3
        turned = pose[:3, :3] @ scene[name].pose[:3, :3].T
        assert np.arccos(min(1.0, 0.5 * (np.trace(turned) - 1.0))) <= 0.4 + 1e-9


def test_seeds_tell_scenes_apart():
    first, again, other = (crowd_step(20, 10, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.scene.poses, again.scene.poses)
    assert not np.array_equal(first.scene.poses, other.scene.poses)


def test_bullets_cross_a_crowd_at_rest():
    scene, targets = bullet_step(30, 4)
    assert len(scene) == 34
    assert sorted(targets) == [f"bullet {i:04}" for i in range(4)]


def test_more_cannot_move_than_there_are():
    with pytest.raises(ImpingeError, match="moving"):
        crowd_step(3, 4)
