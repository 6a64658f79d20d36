"""Contacts of height fields, and of the ground below them."""

import numpy as np
import pytest
from placing import random_poses, shift
from resting import turned

from impinge.contacts import collide
from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.geometry import Box, Compound, HalfSpace, HeightField, Sphere, box_mesh
from impinge.narrow import overlap

HILLS = HeightField(np.random.default_rng(3).random((6, 7)), (0.4, 0.5))


@pytest.mark.parametrize("other", [Sphere(0.4), Box((0.5, 0.7, 0.9)), box_mesh((0.5, 0.7, 0.9))])
def test_without_ground_it_is_its_mesh(other):
    poses = random_poses(np.random.default_rng(4), 10, 1.5)
    found = collide(HILLS, other, None, poses, margin=0.02)

    expected = collide(HILLS.mesh, other, None, poses, margin=0.02)
    np.testing.assert_array_equal(found._rows, expected._rows)
    np.testing.assert_array_equal(found.offsets, expected.offsets)


@pytest.mark.parametrize("other", [Sphere(0.4), box_mesh((0.5, 0.7, 0.9))])
def test_rows_at_any_depth_are_as_those_asked_alone(other):
    poses = random_poses(np.random.default_rng(5), 12, 3.0)
    poses[::3, 2, 3] -= 40.0
    found = collide(HILLS, other, None, poses, solid=True)
    back = collide(other, HILLS, poses, None, solid=True)

    touching = overlap(HILLS, other, None, poses, solid=True)
    np.testing.assert_array_equal(found.counts() > 0, touching)
    np.testing.assert_array_equal(back.counts(), found.counts())
    assert 0 < touching.sum() < len(poses)
    for i, pose in enumerate(poses):
        one = collide(HILLS, other, None, pose, solid=True)
        np.testing.assert_allclose(found.of_row(i).point, one.point, atol=1e-9)
        assert one.offsets is None


def test_below_a_height_field():
    ground = HeightField(np.zeros((5, 5)), 1.0)
    found = collide(ground, Sphere(0.5), None, shift(2.0, 2.1, -1.0), solid=True)

    np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-12)
    np.testing.assert_allclose(found.separation, -1.5, atol=1e-12)
    assert len(collide(ground, Sphere(0.5), None, shift(9.0, 2.0, -1.0), solid=True)) == 0


def test_the_ground_has_walls():
    ground = HeightField(np.zeros((5, 5)), 1.0)
    beside = shift(4.4, 2.1, -3.0)
    found = collide(ground, Sphere(0.5), None, beside, solid=True)

    np.testing.assert_allclose(found.normal, [[1, 0, 0]], atol=1e-12)
    np.testing.assert_allclose(found.separation, -0.1, atol=1e-12)
    assert len(collide(ground, Sphere(0.5), None, beside)) == 0


def test_ground_without_end_in_others():
    ground = HeightField(np.zeros((3, 3)), 1.0)
    with pytest.raises(ImpingeError, match=r"row 1.* overlap without end"):
        collide(
            ground, HalfSpace((0.0, 0.0, 1.0)), np.stack([turned((180, 0, 0)), shift(0.0)]),
            solid=True,
        )  # fmt: skip
    with pytest.raises(UnsupportedPairError, match="solid"):
        collide(ground, ground, solid=True)
    assert len(collide(ground, HalfSpace((0.0, 0.0, -1.0)), shift(0.0), solid=True)) == 4


def test_ground_that_is_part_of_a_compound():
    whole = Compound([(HILLS, None), (Sphere(0.1), shift(0.0, 0.0, 9.0))])
    found = collide(whole, Sphere(0.1), None, shift(1.0, 1.0, -30.0), solid=True)

    assert found.part_a.tolist() == [0]
    assert len(collide(whole, Sphere(0.1), None, shift(1.0, 1.0, -30.0))) == 0


def test_contacts_with_walls_are_told_apart():
    found = collide(HILLS, Box((1, 1, 1)), None, shift(-0.45, 1.0, -2.0), solid=True)
    assert len(found)
    assert (np.asarray(found.feature_a) >= HILLS.feature_count).all()
    assert len(np.unique(found.key)) == len(found)
