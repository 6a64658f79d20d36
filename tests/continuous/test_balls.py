"""Balls hold their shapes, and are not much larger."""

import numpy as np
import pytest
from every_shape import ALL, CONVEX, pose_of

from impinge.continuous.balls import ball_of, is_endless
from impinge.geometry import Compound, HalfSpace, Mesh, Sphere, box_mesh
from impinge.hierarchy import contains


@pytest.mark.parametrize("name", [n for n in ALL if n != "half-space"])
def test_nothing_of_a_shape_is_outside(name):
    shape, ball = ALL[name], ball_of(ALL[name])
    rng = np.random.default_rng(0)
    low, high = shape.bounds
    if name in CONVEX:
        points = rng.uniform(low, high, (20000, 3))
        points = points[contains(shape, points)]
    elif name == "compound":
        points = rng.uniform(low, high, (20000, 3))
        points = points[contains(shape, points)]
    else:
        points = (shape.mesh if name == "height field" else shape).vertices
    reach = np.linalg.norm(points - ball[:3], axis=1).max()

    assert reach <= ball[3] * (1 + 1e-12)
    assert ball[3] <= np.linalg.norm(high - low)


def test_shapes_without_an_end():
    floor = HalfSpace((0, 0, 2), 4.0)
    assert is_endless(floor)
    np.testing.assert_allclose(ball_of(floor)[:3], (0, 0, 2.0))
    assert is_endless(Compound([(Sphere(1), None), (floor, pose_of((0, 0, 1)))]))
    assert not is_endless(Sphere(1))


def test_vertices_without_faces_do_not_count():
    mesh = box_mesh((1, 1, 1))
    loose = Mesh(np.concatenate([mesh.vertices, [[99.0, 0, 0]]]), mesh.faces)
    assert ball_of(loose)[3] < 1.0
    assert ball_of(loose) is ball_of(loose)


def test_filled_ground_has_no_end():
    field = ALL["height field"]
    for shape in (field, Compound([(Sphere(1), None), (field, pose_of((0, 0, 1)))])):
        assert not is_endless(shape)
        assert is_endless(shape, solid=True)
        assert ball_of(shape)[3] < np.inf
    assert not is_endless(Compound([(Sphere(1), None)]), solid=True)
