"""What lies wholly inside a solid surface: one contact, the way out."""

import numpy as np
import pytest
from placing import random_pose, random_poses, shift
from resting import SHAPES

from impinge.contacts import collide
from impinge.core.errors import ImpingeError
from impinge.geometry import (
    HeightField,
    Mesh,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.narrow import overlap

ROOM = box_mesh((10.0, 10.0, 10.0))


@pytest.mark.parametrize("name", [n for n in sorted(SHAPES) if n != "half-space"])
def test_following_the_contact_leads_out(name):
    shape = SHAPES[name]
    rng = np.random.default_rng(1)
    for pose in random_poses(rng, 5, 0.8):
        assert len(collide(ROOM, shape, None, pose)) == 0
        found = collide(ROOM, shape, None, pose, solid=True)
        assert len(found) == 1
        out = pose.copy()
        out[:3, 3] -= (found.separation[0] - 1e-6) * found.normal[0]
        assert len(collide(ROOM, shape, None, out, solid=True)) == 0


def test_the_way_out_is_the_shortest_for_a_ball():
    found = collide(ROOM, Sphere(0.5), None, shift(3.0, 1.0, -0.5), solid=True)

    np.testing.assert_allclose(found.normal, [[1, 0, 0]], atol=1e-12)
    np.testing.assert_allclose(found.separation, -2.5, atol=1e-12)
    np.testing.assert_allclose(found.point_a, [[5.0, 1.0, -0.5]], atol=1e-12)
    np.testing.assert_allclose(found.point_b, [[2.5, 1.0, -0.5]], atol=1e-12)


def test_rows_inside_touching_and_outside():
    poses = np.stack([shift(x) for x in (0.5, 4.8, 7.0, -1.0)])
    found = collide(ROOM, Sphere(0.5), None, poses, solid=True)

    np.testing.assert_array_equal(found.counts(), [1, 1, 0, 1])
    np.testing.assert_allclose(found.separation, [-5.0, -0.7, -4.5], atol=1e-9)


def test_motion_and_swap():
    rng = np.random.default_rng(2)
    pose, motion = shift(3.0, 1.0, -0.5), random_pose(rng)
    still = collide(ROOM, Sphere(0.5), None, pose, solid=True)
    moved = collide(ROOM, Sphere(0.5), motion, motion @ pose, solid=True)
    back = collide(Sphere(0.5), ROOM, pose, solid=True)

    np.testing.assert_allclose(moved.point_a, still.point_a @ motion[:3, :3].T + motion[:3, 3])
    np.testing.assert_array_equal(back.swapped()._rows, still._rows)


def test_an_open_mesh_has_no_inside():
    corner = Mesh([[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]], [[0, 1, 2], [0, 1, 3]])
    with pytest.raises(ImpingeError, match=r"solid.* not closed"):
        collide(corner, Sphere(0.1), None, shift(1.0, 1.0, 1.0), solid=True)
    with pytest.raises(ImpingeError, match=r"solid.* not closed"):
        collide(corner, icosphere(0.1, 0), None, shift(1.0, 1.0, 1.0), solid=True)


def test_a_mesh_inside_a_mesh():
    found = collide(ROOM, icosphere(0.5, 2), None, shift(3.0, 0.0, 0.0), solid=True)

    assert len(found) == 1
    np.testing.assert_allclose(found.normal @ [1, 0, 0], 1.0, atol=0.05)


def test_a_part_of_a_mesh_inside_a_mesh():
    """Its first component is outside, its second inside; asked both ways."""
    ball = icosphere(0.5, 1)
    two = Mesh(
        np.concatenate([ball.vertices + np.array((x, 0.0, 0.0)) for x in (20.0, 3.0)]),
        np.concatenate([ball.faces, ball.faces + len(ball.vertices)]),
    )
    found = collide(ROOM, two, solid=True)
    back = collide(two, ROOM, solid=True)

    assert len(found) == len(back) == 1
    np.testing.assert_allclose(back.swapped()._rows, found._rows)


@pytest.mark.parametrize("name", ["box", "sphere", "cone"])
def test_what_reaches_below_the_ground_from_the_side_has_a_contact(name):
    ground = HeightField(np.random.default_rng(4).normal(0.0, 0.1, (5, 4)), 0.3)
    poses = random_poses(np.random.default_rng(5), 60, 0.3)
    poses[:, :3, 3] += 0.95, 0.6, -1.1

    found = collide(ground, SHAPES[name], None, poses, solid=True)

    within = overlap(ground, SHAPES[name], None, poses, solid=True)
    assert (within & ~overlap(ground, SHAPES[name], None, poses)).any()
    np.testing.assert_array_equal(found.counts() > 0, within)
    assert np.isfinite(found.normal).all()
