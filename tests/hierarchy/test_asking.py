"""Points and poses in, rows out: what the questions of one tree share."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST
from impinge.hierarchy.asking import as_one_pose, as_query_points


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
