"""Volumes around shapes, and the boxes of posed things made from them."""

from fractions import Fraction

import numpy as np
import pytest
from every_shape import ALL, FLAT
from hypothesis import given
from populated import random_pose
from strategies import points, poses

from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, icosphere
from impinge.scene import Scene
from impinge.scene.holds import hold_of


def box_of(shape, pose, margin=0.0):
    scene = Scene()
    scene.add("it", shape, pose, margin)
    lower, upper = scene.boxes
    return lower[0], upper[0]


@pytest.mark.parametrize("name", [n for n in {**ALL, **FLAT} if n != "half-space"])
def test_no_point_of_a_posed_shape_is_outside_its_box(name):
    shape, rng = {**ALL, **FLAT}[name], np.random.default_rng(5)
    directions = np.concatenate([rng.normal(size=(400, 3)), np.eye(3), -np.eye(3)])
    for size in (2.0, 1e6):
        for _ in range(20):
            pose = random_pose(rng, size)
            lower, upper = box_of(shape, pose)
            furthest = shape.support(directions @ pose[:3, :3]) @ pose[:3, :3].T + pose[:3, 3]
            assert (lower <= furthest).all()
            assert (furthest <= upper).all()
            if isinstance(shape, Convex):
                # Tight, too: the shape reaches each side.
                axes = np.concatenate([np.eye(3), -np.eye(3)])
                reach = shape.support(axes @ pose[:3, :3]) @ pose[:3, :3].T + pose[:3, 3]
                room = 1e-12 * (size + np.abs(shape.bounds).max())
                np.testing.assert_allclose(upper, reach[[0, 1, 2], [0, 1, 2]], atol=room)
                np.testing.assert_allclose(lower, reach[[3, 4, 5], [0, 1, 2]], atol=room)


@given(points(6, 3), poses())
def test_vertices_moved_exactly_are_inside(vertices, pose):
    mesh = Mesh(vertices, [[0, 1, 2], [3, 4, 5]])
    lower, upper = box_of(mesh, pose)
    for v in vertices:
        for axis in range(3):
            terms = zip(pose[axis, :3].tolist(), v.tolist(), strict=True)
            exact = sum((Fraction(a) * Fraction(b) for a, b in terms), Fraction(pose[axis, 3]))
            assert Fraction(lower[axis]) <= exact <= Fraction(upper[axis])


def test_round_meshes_have_boxes_that_do_not_depend_on_their_turn():
    ball, rng = icosphere(1.0, 3), np.random.default_rng(0)
    for _ in range(20):
        lower, upper = box_of(ball, random_pose(rng))
        np.testing.assert_allclose(upper - lower, 2.0, atol=1e-6)


def test_turned_about_their_axis_flat_and_long_meshes_keep_their_box():
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    gear = Mesh(
        np.concatenate([ring, ring + np.array([0, 0, 0.1])]),
        [[i, i + 1, i + 40] for i in range(39)],
    )
    pose = np.eye(4)
    pose[:2, :2] = np.array([[1, -1], [1, 1]]) / 2**0.5
    lower, upper = box_of(gear, pose)
    np.testing.assert_allclose(upper - lower, [2.0, 2.0, 0.1], atol=1e-9)


def test_margins_widen():
    lower, upper = box_of(icosphere(1.0, 2), np.eye(4), 0.5)
    np.testing.assert_allclose(upper, 1.5, atol=1e-6)
    np.testing.assert_allclose(lower, -1.5, atol=1e-6)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_half_spaces_end_across_their_plane(axis, side):
    normal = np.zeros(3)
    normal[axis] = side
    pose = np.eye(4)
    pose[:3, 3] = 1.0, 2.0, 3.0
    lower, upper = box_of(HalfSpace(normal, 0.25), pose, 0.5)
    ends = np.array([lower, upper])
    expected = pose[axis, 3] + side * 0.75
    assert ends[int(side > 0), axis] == pytest.approx(expected)
    ends[int(side > 0), axis] = np.inf
    assert np.isinf(ends).all()


def test_slanted_half_spaces_do_not_end():
    lower, upper = box_of(HalfSpace((1, 1, 0)), np.eye(4))
    assert np.isinf([lower, upper]).all()
    quarter = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 5], [0, 0, 0, 1.0]])
    lower, upper = box_of(HalfSpace((0, 1, 0)), quarter)
    assert upper[2] == pytest.approx(5.0)
    assert np.isinf(lower).all()


def test_measures_are_kept_with_the_shape():
    assert hold_of(ALL["mesh"]) is hold_of(ALL["mesh"])
    assert np.isinf(hold_of(ALL["compound"])[6:]).all()
    assert isinstance(ALL["compound"], Compound)
    assert np.isfinite(hold_of(ALL["height field"])).all()
    assert isinstance(ALL["height field"], HeightField)
