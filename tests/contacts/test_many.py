"""Batches with shapes of their own in each row."""

import numpy as np
import pytest
from placing import random_poses, shift
from resting import SHAPES

from impinge.contacts import collide
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, HeightField, Sphere, box_mesh

OTHERS = [
    box_mesh((1, 1, 1)),
    Compound([(SHAPES["box"], None), (SHAPES["sphere"], shift(1.0))]),
    HeightField(np.zeros((3, 3)), 1.0),
]
ALL = [SHAPES[name] for name in sorted(SHAPES) if name != "half-space"] + OTHERS


def test_rows_are_single_answers():
    rng = np.random.default_rng(1)
    shapes_a = [ALL[i] for i in rng.integers(len(ALL), size=60)]
    shapes_b = [ALL[i] for i in rng.integers(len(ALL), size=60)]
    poses_a, poses_b = random_poses(rng, 60, 0.3), random_poses(rng, 60, 0.3)
    many = collide(shapes_a, shapes_b, poses_a, poses_b)

    assert len(many.offsets) == 61
    for i in range(60):
        one = collide(shapes_a[i], shapes_b[i], poses_a[i], poses_b[i])
        np.testing.assert_array_equal(many.of_row(i).key, one.key)
        np.testing.assert_allclose(many.of_row(i).point, one.point, atol=1e-9)
    assert (many.counts() > 0).mean() > 0.5


def test_one_shape_or_pose_goes_with_all():
    floor = SHAPES["half-space"]
    found = collide(ALL, floor, shift(0.0, 0.0, 0.1))

    assert len(found.offsets) == len(ALL) + 1
    assert (found.counts() > 0).sum() >= 10
    back = collide(floor, ALL, None, shift(0.0, 0.0, 0.1))
    np.testing.assert_array_equal(back.counts(), found.counts())


def test_only_shapes_without_rows_of_numbers():
    found = collide(OTHERS, OTHERS[0], shift(0.0, 0.0, 0.1))

    assert len(found.offsets) == 4


def test_lengths_must_agree():
    with pytest.raises(ImpingeError, match="numbers of rows differ"):
        collide(ALL, ALL[:3])


def test_no_shapes_are_a_batch_of_no_rows():
    for a, b in (([], Sphere(1.0)), (Sphere(1.0), ()), ([], [])):
        assert len(collide(a, b).counts()) == 0
    with pytest.raises(ImpingeError, match=r"^b: row 0 is a int, expected a shape"):
        collide(Sphere(1.0), [3, Sphere(1.0)])
