"""Points and poses in, rows out: what the questions of one tree share."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.hierarchy.asking import AT_REST, Rows, as_one_pose, as_query_points


class Pair(Rows):
    __slots__ = ()

    _names = ("number", "vector", "row_id")

    number = property(lambda self: self._scalar(0))
    vector = property(lambda self: self._vector(1))
    row_id = property(lambda self: self._id(4))


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


def test_infinity_is_none_in_json():
    single = Pair(np.array([np.inf, 1.0, np.inf, 0.0, 7.0]))
    batch = Pair(np.array([[np.inf, 1.0, 2.0, 0.0, 7.0], [0.5, 1.0, 2.0, 0.0, -1.0]]))

    assert single.to_dict() == {"number": None, "vector": [1.0, None, 0.0], "row_id": 7}
    assert batch.to_dict()["number"] == [None, 0.5]
    assert batch.to_dict()["row_id"] == [7, -1]
    assert repr(single).startswith("Pair(number=inf, vector=")
