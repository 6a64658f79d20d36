"""Points and poses in, rows out: what the questions of one tree share."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST
from impinge.geometry import Box, Compound, Sphere
from impinge.hierarchy.asking import (
    as_one_pose,
    as_query_points,
    nearest_rows,
    posed_parts,
)


def test_a_canonical_array_is_not_copied():
    batch, single = np.zeros((4, 3)), np.zeros(3)

    assert as_query_points(batch, "points")[0] is batch
    assert np.shares_memory(as_query_points(single, "points")[0], single)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_layout_becomes_the_one_of_kernels(dtype, order):
    values = np.array([[1, 2, 3], [4, 5, 6]], dtype=dtype, order=order)
    values.flags.writeable = False
    rows, single = as_query_points(values, "points")

    assert not single
    assert rows.dtype == np.float64
    assert rows.flags.carray
    assert rows.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_no_pose_is_rest():
    assert as_one_pose(None) is AT_REST
    assert AT_REST.flags.carray


def test_a_pose_is_single():
    with pytest.raises(ImpingeError, match="expected one pose"):
        as_one_pose(np.eye(4)[None])


def test_directions_may_have_any_length():
    rows, _ = as_query_points([1e300, 0, 0], "directions", np.inf)

    assert rows[0, 0] == 1e300
    with pytest.raises(ImpingeError, match="directions: row 0 is not finite"):
        as_query_points([np.inf, 0, 0], "directions", np.inf)


def test_parts_are_posed_in_the_world():
    up, across = np.eye(4), np.eye(4)
    up[2, 3], across[0, 3] = 2.0, 5.0
    ball, crate = Sphere(1), Box((1, 1, 1))

    (a, pose_a, first_a), (b, pose_b, first_b) = posed_parts(
        Compound([(ball, None), (crate, up)]), across
    )
    assert (a, b) == (ball, crate)
    assert (first_a, first_b) == (0, 1)
    np.testing.assert_array_equal(pose_a, across)
    np.testing.assert_array_equal(pose_b[:3, 3], [5, 0, 2])
    assert pose_b.flags.carray


def test_the_nearest_answer_of_each_row():
    """Columns: distance, value, cost."""
    one = np.array([[1.0, 10, 1], [2, 11, 1], [np.inf, -1, 1]])
    two = np.array([[1.0, 20, 2], [1, 21, 2], [np.inf, -1, 2]])

    np.testing.assert_array_equal(
        nearest_rows([one, two], 0, 2), [[1, 10, 3], [1, 21, 3], [np.inf, -1, 3]]
    )
    assert one[0, 2] == 1.0
    assert nearest_rows([one], 0, 2) is one
