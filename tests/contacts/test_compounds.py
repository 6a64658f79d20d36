"""Contacts of compounds: those of their parts."""

import sys
from itertools import product

import numpy as np
import pytest
from placing import random_pose, random_poses, shift
from resting import turned

from impinge.contacts import collide
from impinge.contacts.collide import contacts_of
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    HalfSpace,
    HeightField,
    Sphere,
    box_mesh,
)
from impinge.narrow import parts_of

CUBE, FLOOR = Box((1.0, 1.0, 1.0)), HalfSpace((0.0, 0.0, 1.0))
DUMBBELL = Compound(
    [(Sphere(0.5), shift(-1.0)), (Capsule(0.1, 2.0), turned((0, 90, 0))), (Sphere(0.5), shift(1.0))]
)
NESTED = Compound(
    [
        (CUBE, shift(0.0, 3.0)),
        (DUMBBELL, shift(0.0, 0.0, 0.0)),
        (box_mesh((1, 1, 1)), shift(0.0, -3.0)),
    ]
)


def test_contacts_are_those_of_the_parts():
    rng = np.random.default_rng(1)
    for other in (CUBE, FLOOR, DUMBBELL, box_mesh((2, 2, 1)), HeightField(np.zeros((4, 4)), 1.0)):
        for _ in range(5):
            pose_a, pose_b = random_pose(rng, 0.4), random_pose(rng, 0.4)
            found = collide(NESTED, other, pose_a, pose_b, margin=0.05)
            expected = 0
            for (i, (a, place_a)), (j, (b, place_b)) in product(
                enumerate(parts_of(NESTED)), enumerate(parts_of(other))
            ):
                alone = collide(a, b, pose_a @ place_a, pose_b @ place_b, margin=0.05)
                part_b = j if isinstance(other, Compound) else -1
                mine = (found.part_a == i) & (found.part_b == part_b)
                np.testing.assert_allclose(found.point[mine], alone.point, atol=1e-9)
                np.testing.assert_array_equal(found.feature_a[mine], alone.feature_a)
                expected += len(alone)
            assert len(found) == expected


def test_a_dumbbell_stands_on_both_balls():
    found = collide(DUMBBELL, FLOOR, shift(0.0, 0.0, 0.499))

    np.testing.assert_array_equal(found.part_a, [0, 2])
    np.testing.assert_array_equal(found.part_b, [-1, -1])
    assert len(set(found.key.tolist())) == 2
    back = collide(FLOOR, DUMBBELL, None, shift(0.0, 0.0, 0.499))
    np.testing.assert_array_equal(back.part_b, [0, 2])


def test_batches_and_threads():
    rng = np.random.default_rng(2)
    poses = random_poses(rng, 50, 1.0)
    answers = set()
    for threads in (1, 2):
        with use_threads(threads):
            batch = collide(NESTED, DUMBBELL, poses)
        answers.add(batch._rows.tobytes())
    assert len(answers) == 1
    assert len(batch.offsets) == 51
    for i in range(0, 50, 9):
        one = collide(NESTED, DUMBBELL, poses[i])
        np.testing.assert_allclose(batch.of_row(i).point, one.point, atol=1e-12)
        np.testing.assert_array_equal(batch.of_row(i).key, one.key)


def test_long_batches_are_cut_into_pieces(monkeypatch):
    rng = np.random.default_rng(3)
    poses = random_poses(rng, 20, 0.5)
    whole = collide(DUMBBELL, DUMBBELL, poses)
    monkeypatch.setattr(sys.modules[contacts_of.__module__], "PAIRS_AT_ONCE", 30)

    np.testing.assert_array_equal(collide(DUMBBELL, DUMBBELL, poses)._rows, whole._rows)


def test_half_spaces_within_compounds():
    corner = Compound([(FLOOR, None), (HalfSpace((1.0, 0.0, 0.0)), None)])
    found = collide(corner, CUBE, None, shift(0.499, 0.0, 0.499))

    np.testing.assert_array_equal(found.part_a, [0] * 4 + [1] * 4)
    with pytest.raises(ImpingeError, match="overlap without end"):
        collide(corner, corner)
