"""Convex shapes by name, and poses of the classes they say."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.narrow import distance, overlap, penetration
from impinge.scenes.convex_pairs import (
    SOLIDS,
    convex_poses,
    convex_shape,
    moved_to_gap,
    reach,
    round_hull,
    solid_of_size,
)


@pytest.mark.parametrize("name", SOLIDS)
def test_poses_are_what_they_say(name):
    a, b = convex_shape(name), convex_shape("box")
    poses = convex_poses(a, b, (20, 30, 10))
    touching = np.asarray(overlap(a, b, pose_b=poses.matrices))
    gap = np.asarray(distance(a, b, pose_b=poses.matrices).distance)
    size = 0.5 * (reach(a) + reach(b))

    assert touching[poses.of("deep")].all()
    assert 5 < touching[poses.of("near")].sum() < 25
    assert (gap[poses.of("near")] <= 1.001e-2 * size).all()
    assert (gap[poses.of("separated")] >= 0.049 * size).all()
    # Any share of the rows has the same mixture.
    assert len(set(poses.kinds[:12].tolist())) == 3


def test_poses_are_seeded():
    box = convex_shape("box")
    first = convex_poses(box, box, (3, 3, 3), seed=5).matrices
    np.testing.assert_array_equal(first, convex_poses(box, box, (3, 3, 3), seed=5).matrices)
    assert (first != convex_poses(box, box, (3, 3, 3), seed=6).matrices).any()


def test_moved_along_the_normal_the_gap_is_as_wished():
    a, b = convex_shape("hull"), convex_shape("capsule")
    poses = convex_poses(a, b, (4, 0, 0)).matrices
    wished = np.array([1e-3, 0.5, -1e-4, 1e-9])
    moved = moved_to_gap(a, b, poses, wished)
    deep = penetration(a, b, pose_b=moved)
    found = np.asarray(distance(a, b, pose_b=moved).distance) - np.asarray(deep.depth)
    np.testing.assert_allclose(found, wished, atol=1e-14)


def test_hulls_have_as_many_vertices_as_said():
    for count in (8, 64, 500):
        assert len(round_hull(count).vertices) == count


@pytest.mark.parametrize("name", SOLIDS)
def test_sizes_differ_by_seed(name):
    rng = np.random.default_rng(1)
    one, other = solid_of_size(name, rng), solid_of_size(name, rng)
    assert type(one) is type(other) is type(convex_shape(name))
    assert (one._packed[:8] != other._packed[:8]).any()


def test_unknown_names():
    with pytest.raises(ImpingeError, match="'teapot', expected one of sphere"):
        convex_shape("teapot")
