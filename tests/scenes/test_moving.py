"""Moving pairs: what is known about them, and motions of any shapes."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, HalfSpace, box_mesh, torus_knot
from impinge.motion import Motion
from impinge.narrow import distance, overlap
from impinge.scenes import seeded_motions, spinning_blades
from impinge.scenes.moving import Moving
from impinge.scenes.poses import random_rotation

SHAPES = [
    (Box((1, 2, 3)), Box((0.1, 0.1, 5))),
    (torus_knot(60, 8), Box((0.5, 0.5, 0.5))),
    (HalfSpace((0, 0, 1), 0.3), torus_knot(40, 6)),
]


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_motions_start_apart_and_some_cross(a, b):
    motion_a, motion_b = seeded_motions(a, b, 60, seed=1)

    assert (distance(a, b, motion_a.pose_t0, motion_b.pose_t0).distance > 0.0).all()
    met = np.zeros(60, bool)
    for t in np.linspace(0.0, 1.0, 41):
        met |= overlap(a, b, motion_a.pose(t), motion_b.pose(t))
    assert met.sum() >= 15
    still = (motion_a.angle == 0.0) & (np.abs(motion_a.linear).max(axis=1) == 0.0)
    assert still.sum() == 30
    assert max(motion_a.angle.max(), motion_b.angle.max()) <= 0.9 * np.pi


def test_seeds_repeat():
    a, b = SHAPES[0]
    one, same, other = (seeded_motions(a, b, 5, seed=s)[1]._rows for s in (0, 0, 1))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()


def test_nothing_free_is_said():
    up, down = HalfSpace((0, 0, 1)), HalfSpace((0, 1, 0))
    with pytest.raises(ImpingeError, match="no start in which they are apart"):
        seeded_motions(up, down, 1)
    with pytest.raises(ImpingeError, match="n: 0"):
        seeded_motions(up, down, 0)


def test_another_frame_sees_the_same():
    """Where a point of the body is, carried into the frame, is where the carried body has it."""
    rng = np.random.default_rng(3)
    pose, frame = np.eye(4), np.eye(4)
    pose[:3, :3], frame[:3, :3] = random_rotation(rng), random_rotation(rng)
    pose[:3, 3], frame[:3, 3] = rng.normal(size=(2, 3))
    moving = Moving.of(pose, *rng.normal(size=(3, 3)))
    drift = rng.normal(size=3)
    seen = moving.seen_from(frame, drift)
    one, other = (
        Motion.from_velocity(m.pose, m.linear, m.angular, m.centre) for m in (moving, seen)
    )
    for t in (0.0, 0.3, 1.0):
        expected = frame @ one.pose(t)
        expected[:3, 3] += t * drift
        np.testing.assert_allclose(other.pose(t), expected, atol=1e-14)


def test_other_shapes_move_alike():
    found = spinning_blades(5)
    same = found.of(box_mesh((1, 1e-3, 1e-3)), found.shape_b)
    assert same.motion_a is found.motion_a
    assert same.touches.tolist() == found.touches.tolist()
