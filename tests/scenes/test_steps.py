"""Steps of whole scenes: seeded, with as much in them as was asked for.

Crowds: as many, as dense and as fast as asked for, the same each time.
"""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scene import Scene
from impinge.scenes.steps import bullet_step, crowd_step, knots, mesh_crowd


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


@pytest.mark.parametrize("near", [1.0, 6.0])
def test_density_is_about_what_was_asked_for(near):
    crowd = mesh_crowd(1500, 80, near)
    scene = Scene()
    scene.add_many(crowd.names, list(crowd.meshes), crowd.poses)
    lower, upper = scene.boxes
    meet = ((lower[:, None] <= upper) & (lower <= upper[:, None])).all(axis=2).sum(axis=1) - 1
    # Boxes of turned meshes are wider, and the border has fewer neighbours.
    assert 0.6 * near < meet.mean() < 2.5 * near


def test_frames_move_a_share():
    crowd = mesh_crowd(50, 80, 2.0)
    frames = list(crowd.frames(4, 0.1))
    assert [len(moved) for moved, _ in frames] == [5] * 4
    again = list(crowd.frames(4, 0.1))
    for (moved, poses), (same, like) in zip(frames, again, strict=True):
        np.testing.assert_array_equal(moved, same)
        np.testing.assert_array_equal(poses, like)
        turn = poses[:, :3, :3]
        np.testing.assert_allclose(turn @ np.swapaxes(turn, 1, 2), [np.eye(3)] * 5, atol=1e-14)
    assert len({tuple(moved) for moved, _ in frames}) > 1


@pytest.mark.parametrize("faces", [80, 240, 720])
def test_knots_have_the_faces_and_are_closed(faces):
    for mesh in knots(faces):
        assert abs(len(mesh.faces) - faces) <= 0.1 * faces
        assert mesh.is_closed
    with pytest.raises(ImpingeError, match="faces"):
        knots(12)


def test_distinct_meshes_are_where_the_shared_ones_are():
    shared, crowd = mesh_crowd(30, 80, 2.0, 3), mesh_crowd(30, 80, 2.0, 3, distinct=True)
    np.testing.assert_array_equal(shared.poses, crowd.poses)
    assert len(set(shared.meshes)) == 4
    assert len({mesh.vertices.tobytes() for mesh in crowd.meshes}) == 30
    # Nothing is shared: each has arrays of its own, as if from a file.
    assert len({mesh.faces.ctypes.data for mesh in crowd.meshes}) == 30
    for mesh, like in zip(crowd.meshes, shared.meshes, strict=True):
        ratio = np.ptp(mesh.bounds, axis=0) / np.ptp(like.bounds, axis=0)
        assert (np.abs(ratio - 1.0) <= 0.1 + 1e-12).all()


def test_another_density_of_the_same_meshes():
    crowd = mesh_crowd(30, 80, 2.0, 3)
    dense = crowd.with_near(16.0)
    assert dense.meshes is crowd.meshes
    assert dense.near == 16.0
    np.testing.assert_allclose(dense.poses[:, :3, 3], 0.5 * crowd.poses[:, :3, 3])
    np.testing.assert_array_equal(dense.poses, mesh_crowd(30, 80, 2.0, 3).with_near(16.0).poses)
