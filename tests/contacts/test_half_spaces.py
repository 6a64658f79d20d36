"""Two half spaces: a contact only where their planes face each other."""

import numpy as np
import pytest
from placing import random_pose, shift

from impinge.contacts import Nature, collide
from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace

FLOOR, CEILING = HalfSpace((0.0, 0.0, 1.0)), HalfSpace((0.0, 0.0, -1.0))


def test_planes_that_face_each_other():
    found = collide(FLOOR, CEILING, None, shift(0.0, 0.0, 0.1), margin=0.2)

    assert found.natures == [Nature.FACE_FACE]
    np.testing.assert_allclose(found.separation, 0.1)
    np.testing.assert_allclose(found.normal, [[0, 0, 1]])
    np.testing.assert_allclose(found.point_b - found.point_a, [[0, 0, 0.1]])


def test_rows_of_a_batch_are_there_where_they_touch():
    poses = np.stack([shift(0.0, 0.0, z) for z in (-0.1, 0.0, 0.1)])
    found = collide(FLOOR, CEILING, None, poses)

    np.testing.assert_array_equal(found.offsets, [0, 1, 2, 2])
    np.testing.assert_allclose(found.separation, [-0.1, 0.0], atol=1e-15)


def test_motion_and_swap():
    rng = np.random.default_rng(3)
    pose = random_pose(rng)
    still = collide(FLOOR, CEILING, None, shift(0.0, 0.0, -0.1))
    moved = collide(FLOOR, CEILING, pose, pose @ shift(0.0, 0.0, -0.1))
    back = collide(CEILING, FLOOR, shift(0.0, 0.0, -0.1))

    np.testing.assert_allclose(moved.separation, still.separation, atol=1e-14)
    np.testing.assert_allclose(moved.normal, still.normal @ pose[:3, :3].T, atol=1e-14)
    np.testing.assert_allclose(back.normal, -still.normal)
    np.testing.assert_allclose(back.separation, still.separation)


def test_planes_that_are_inclined_have_no_contact_and_say_so():
    with pytest.raises(ImpingeError, match="overlap without end; use a Box"):
        collide(FLOOR, HalfSpace((0.0, 0.1, -1.0)))
    poses = np.stack([np.eye(4), shift(1.0)])
    with pytest.raises(ImpingeError, match="row 0"):
        collide(FLOOR, FLOOR, poses)
