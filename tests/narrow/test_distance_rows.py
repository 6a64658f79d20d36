"""The answer of a distance query: parts, swapping, what it refuses."""

import numpy as np
import pytest

from impinge.geometry import Box, Sphere
from impinge.narrow import Distance, distance


def found():
    pose = np.eye(4)
    pose[:3, 3] = 3.0, 0.2, 0.1
    return distance(Box((1, 1, 1)), Sphere(1.0), pose_b=pose)


def test_swapping_exchanges_ends_and_turns_the_normal():
    one, other = found(), found().swapped()

    assert one.distance == other.distance
    np.testing.assert_array_equal(one.point_a, other.point_b)
    np.testing.assert_array_equal(one.normal, -other.normal)
    assert (one.feature_a, one.feature_b) == (other.feature_b, other.feature_a)


def test_parts_are_read_only_and_plain():
    one = found()

    with pytest.raises(ValueError, match="read-only"):
        one.normal[0] = 2.0
    with pytest.raises(AttributeError, match="cannot be changed"):
        one.distance = 1.0
    assert isinstance(one, Distance)
    assert one.to_dict()["distance"] == one.distance
