"""Contacts of two surfaces: one a region, or the shortest connection."""

import numpy as np
import pytest
from placing import random_pose, shift

from impinge.contacts import Nature, collide
from impinge.geometry import HeightField, Mesh, box_mesh, icosphere
from impinge.narrow import distance, overlap
from impinge.narrow.mesh_regions import regions_of

TABLE, BLOCK = box_mesh((4.0, 4.0, 1.0)), box_mesh((1.0, 1.0, 1.0))
BALL = icosphere(0.5, 3)


def test_a_contact_a_region():
    legs = Mesh(
        np.concatenate([BLOCK.vertices + shift(x)[:3, 3] for x in (-1.0, 1.0)]),
        np.concatenate([BLOCK.faces, BLOCK.faces + len(BLOCK.vertices)]),
    )
    pose = shift(0.1, 0.2, 0.9)
    found = collide(TABLE, legs, None, pose)
    regions = regions_of(TABLE, legs, None, pose)

    assert len(found) == len(regions) == 2
    np.testing.assert_allclose(found.normal, [[0, 0, 1]] * 2, atol=1e-9)
    np.testing.assert_allclose(found.separation, -0.1, atol=1e-9)
    np.testing.assert_allclose(np.sort(found.separation), np.sort(-regions.depth))
    np.testing.assert_allclose(
        found.point_b - found.point_a, found.separation[:, None] * found.normal, atol=1e-12
    )


def test_within_a_margin_the_shortest_connection():
    pose = shift(0.3, 0.1, 1.05)
    found, near = collide(TABLE, BLOCK, None, pose, margin=0.1), distance(TABLE, BLOCK, None, pose)

    assert len(collide(TABLE, BLOCK, None, pose)) == 0
    np.testing.assert_array_equal(found.separation, [near.distance])
    np.testing.assert_array_equal(found.point_a[0], near.point_a)
    np.testing.assert_array_equal(found.normal[0], near.normal)
    assert (found.feature_a[0], found.feature_b[0]) == (near.feature_a, near.feature_b)
    assert len(collide(TABLE, BLOCK, None, pose, margin=0.04)) == 0


@pytest.mark.parametrize(
    ("pose", "nature"),
    [
        (shift(0.3, 0.1, 1.0 + 1e-3), Nature.FACE_VERTEX),
        (shift(2.0 + 0.6, 2.0 + 0.6, 0.5 + 0.6), Nature.VERTEX_VERTEX),
    ],
)
def test_the_nature_says_where_the_points_are(pose, nature):
    found = collide(TABLE, BLOCK, None, pose, margin=0.3)

    assert found.natures == [nature]
    assert collide(BLOCK, TABLE, pose, margin=0.3).natures == [nature.swapped]


def test_rows_of_a_batch():
    poses = np.stack([shift(0.3, 0.2, z) for z in (0.9, 1.05, 0.95, 3.0)])
    found = collide(TABLE, BLOCK, None, poses, margin=0.1)

    np.testing.assert_array_equal(found.counts(), [1, 1, 1, 0])
    for i in range(4):
        one = collide(TABLE, BLOCK, None, poses[i], margin=0.1)
        np.testing.assert_array_equal(found.of_row(i)._rows, one._rows)


def test_contacts_just_where_surfaces_meet():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(30):
        pose = random_pose(rng, 0.8)
        found = collide(TABLE, BALL, None, pose)
        assert (len(found) > 0) == overlap(TABLE, BALL, None, pose)
        pairs = np.column_stack([found.feature_a, found.feature_b])
        assert len(np.unique(found.key)) == len(pairs)
        hits += len(found) > 0
    assert 5 < hits < 28


def test_swap_and_motion():
    rng = np.random.default_rng(2)
    pose, motion = shift(0.3, 0.2, 0.8), random_pose(rng)
    still = collide(TABLE, BALL, None, pose)
    back = collide(BALL, TABLE, pose).swapped()
    moved = collide(TABLE, BALL, motion, motion @ pose)

    np.testing.assert_allclose(back.separation, still.separation, atol=1e-9)
    np.testing.assert_allclose(back.normal, still.normal, atol=1e-9)
    np.testing.assert_allclose(moved.separation, still.separation, atol=1e-9)
    np.testing.assert_allclose(moved.normal, still.normal @ motion[:3, :3].T, atol=1e-9)


def test_height_fields_are_surfaces_too():
    ground = HeightField(np.zeros((5, 5)), 1.0)
    low = shift(2.1, 2.2, 0.4)
    for other in (BALL, HeightField(np.array([[1.0, 1.0], [1.0, -1.0]]), 1.0)):
        there, back = collide(ground, other, None, low), collide(other, ground, low)
        assert len(there) == len(back) >= 1
        assert there.normal[0, 2] > 0.5
        np.testing.assert_allclose(np.sort(back.separation), np.sort(there.separation), atol=1e-9)


def test_what_is_inside_a_solid_has_a_way_out():
    small = box_mesh((0.2, 0.2, 0.2))
    pose = shift(0.0, 0.0, 0.3)

    assert len(collide(TABLE, small, None, pose)) == 0
    found = collide(TABLE, small, None, pose, solid=True)
    np.testing.assert_allclose(found.normal, [[0, 0, 1]], atol=1e-12)
    np.testing.assert_allclose(found.separation, -0.3, atol=1e-12)
    back = collide(small, TABLE, pose, solid=True)
    np.testing.assert_allclose(back.normal, [[0, 0, -1]], atol=1e-12)
    np.testing.assert_allclose(back.separation, -0.3, atol=1e-12)
