"""Shapes along lines: as rays for points, and as known distances for others."""

import pickle

import numpy as np
import pytest
from every_shape import ALL, pose_of

from impinge.continuous import ImpactStatus, cast
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Hull, Sphere
from impinge.hierarchy import cast_ray


@pytest.mark.parametrize("name", [n for n in ALL if n != "half-space"])
def test_a_point_goes_as_far_as_a_ray(name):
    rng = np.random.default_rng(0)
    point = Hull(np.zeros((4, 3)))
    for _ in range(5):
        origin = 5.0 * rng.normal(size=3)
        way = 2.0 * (rng.uniform(-0.3, 0.3, 3) - origin)
        ray = cast_ray(ALL[name], origin, way)
        found = cast(point, ALL[name], way, pose_of(origin))
        if found.status == ImpactStatus.STARTED_TOUCHING:
            continue
        expected = ray.distance / np.linalg.norm(way)
        assert (found.status == ImpactStatus.HIT) == (expected <= 1.0)
        if expected <= 1.0:
            assert expected - 1e-5 <= found.time <= expected + 1e-9


def test_batches_of_ways_and_poses():
    ways = np.array([[0, 0, -4.0], [0, 0, 4.0], [-10.0, 0, 0]])
    at = pose_of((0, 0, 3))
    found = cast(Sphere(0.5), Box((1, 1, 1)), ways, at)

    np.testing.assert_allclose(found.time, [0.5, np.inf, np.inf])
    many = np.stack([at] * 2)
    np.testing.assert_allclose(cast(Sphere(0.5), Box((1, 1, 1)), ways[0], many).time, [0.5, 0.5])
    words = "direction, pose_a and pose_b: 3, {} and {} rows, expected as many, or one"
    with pytest.raises(ImpingeError, match=words.format(2, 1)):
        cast(Sphere(0.5), Box((1, 1, 1)), ways, many)
    with pytest.raises(ImpingeError, match=words.format(1, 2)):
        cast(Sphere(0.5), Box((1, 1, 1)), ways, at, many)
    assert len(cast(Sphere(0.5), Box((1, 1, 1)), ways[:0], at)) == 0
    assert len(cast(Sphere(0.5), Box((1, 1, 1)), (0, 0, 1), at, many[:0])) == 0
    with pytest.raises(ImpingeError, match="direction: is too long, coordinates end at 1e"):
        cast(Sphere(0.5), Box((1, 1, 1)), (1e300, 0, 0))
    for nowhere, row in (((0, 0, 0), ""), ([(1, 0, 0), (0, 0, 0)], "row 1 ")):
        with pytest.raises(ImpingeError, match=f"direction: {row}has no length"):
            cast(Sphere(1), Sphere(1), nowhere)
    with pytest.raises(ImpingeError, match="direction: row 1 is too long"):
        cast(Sphere(0.5), Box((1, 1, 1)), [(1, 0, 0), (0, 0, -1e300)])
    with pytest.raises(ImpingeError, match="direction"):
        cast(Sphere(0.5), Box((1, 1, 1)), (0, np.nan, 0))


def test_margins():
    found = cast(Sphere(0.5), Box((1, 1, 1)), (0, 0, -4.0), pose_of((0, 0, 3)), margin=0.4)
    assert found.time == pytest.approx(0.4)


def test_distances():
    """The time times the length of the line; never beyond the contact; infinite where free."""
    ways = np.array([[0, 0, -4.0], [0, 0, 4.0], [0, 0, -40.0]])
    found = cast(Sphere(0.5), Box((1, 1, 1)), ways, pose_of((0, 0, 3)))

    np.testing.assert_allclose(found.distance, [2.0, np.inf, 2.0], atol=1e-8)
    assert (found.distance[[0, 2]] <= 2.0).all()
    assert found[0].distance == found.distance[0]
    assert isinstance(found[0].distance, float)
    assert found.to_dict()["distance"][1] is None
    assert found.swapped().distance.tolist() == found.distance.tolist()
    assert pickle.loads(pickle.dumps(found)).distance.tolist() == found.distance.tolist()
    shapes = cast([Sphere(0.5), Sphere(1.0)], Box((1, 1, 1)), (0, 0, -8), pose_of((0, 0, 3)))
    np.testing.assert_allclose(shapes.distance, [2.0, 1.5], atol=1e-8)
    inside = cast(Sphere(0.5), Box((1, 1, 1)), (0, 0, -4.0))
    assert (inside.status, inside.distance) == (ImpactStatus.STARTED_TOUCHING, 0.0)
