"""Crowds: as many, as dense and as fast as asked for, the same each time."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scene import Scene
from impinge.scenes.crowds import knots, mesh_crowd


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
