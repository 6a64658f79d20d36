"""Point clouds: checked, read-only, and the same after a copy."""

import copy
import pickle

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import PointCloud

RNG = np.random.default_rng(4)
POINTS, NORMALS = RNG.normal(size=(20, 3)), RNG.normal(size=(20, 3))


def test_arrays_are_copied_and_read_only():
    points = POINTS.copy()
    cloud = PointCloud(points, NORMALS)
    points[:] = 0.0

    np.testing.assert_array_equal(cloud.points, POINTS)
    np.testing.assert_array_equal(cloud.normals, NORMALS)
    for array in (cloud.points, cloud.normals, cloud.bounds):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0
    assert len(cloud) == 20
    assert repr(cloud) == "PointCloud(20 points, with normals)"
    assert PointCloud(POINTS).normals is None


def test_bounds_hold_all_points_and_two_of_them():
    low, high = PointCloud(POINTS).bounds

    assert (low <= POINTS).all()
    assert (high >= POINTS).all()
    assert (POINTS.min(axis=0) == low).all()


@pytest.mark.parametrize("normals", [None, NORMALS])
def test_copies_and_pickles_are_the_same(normals):
    cloud = PointCloud(POINTS, normals)
    for other in (copy.copy(cloud), copy.deepcopy(cloud), pickle.loads(pickle.dumps(cloud))):
        assert other.points.tobytes() == cloud.points.tobytes()
        assert (other.normals is None) == (normals is None)
        assert not other.points.flags.writeable


@pytest.mark.parametrize(
    ("points", "normals", "message"),
    [
        ([], None, "points: no rows"),
        ([[0, 0, np.nan]], None, "points: row 0 is not finite"),
        ([[0, 0, 0], [0, 0, 1e200]], None, r"points: row 1 holds 1e\+200"),
        ([[0, 0]], None, "points: expected shape"),
        ([["a", "b", "c"]], None, "points: expected real numbers"),
        ([[0, 0, 0]], [[0, 0, np.inf]], "normals: row 0 is not finite"),
        ([[0, 0, 0]], [[0, 0, 1], [0, 0, 1]], "normals: 2 rows, expected 1"),
    ],
)
def test_what_is_wrong_is_named(points, normals, message):
    with pytest.raises(ImpingeError, match=message):
        PointCloud(points, normals)


def test_an_unknown_normal_is_legal():
    assert PointCloud([[0, 0, 0]], [[0, 0, 0]]).normals.tolist() == [[0, 0, 0]]
