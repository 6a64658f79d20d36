"""Numbers for each row, and motions, are checked once."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.response.quantities import as_bounds, as_column, as_motion, as_numbers, as_vectors


def test_what_is_good_is_copied():
    given = np.zeros((2, 6))
    motion, shape = as_motion(given, "motion", 12)

    assert shape == (2, 6)
    assert not np.shares_memory(motion, given)
    assert as_motion(np.zeros(5), "motion", 5)[1] == (5,)
    assert as_column(2, "friction", 3).tolist() == [2.0, 2.0, 2.0]
    assert as_bounds([-np.inf, 1], 2).tolist() == [-np.inf, 1.0]
    assert as_vectors([[0, 0, 1]], "normals", 1, unit=True).dtype == np.float64


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: as_numbers([[1], [1, 2]], "x", "shape (n,)"), "x: rows differ"),
        (lambda: as_numbers([True], "x", "shape (n,)"), "x: expected real numbers"),
        (lambda: as_numbers(np.ma.masked_array([1.0], [True]), "x", "shape (n,)"), "x: .*masked"),
        (lambda: as_column([1.0, np.inf], "x", 2), "x: row 1 .* not finite"),
        (lambda: as_column([1.0], "x", 2), "x: expected a number or shape"),
        (
            lambda: as_column([True], "x", 2),
            r"x: expected a number or real numbers of shape \(2,\), got booleans",
        ),
        (lambda: as_motion(np.zeros((3, 4)), "x", 12), "x: expected shape"),
        (lambda: as_bounds([np.inf], 1), "bounds: row 0"),
        (lambda: as_vectors([[0, 0, 2]], "x", 1, unit=True), "x: row 0 .* unit"),
    ],
)
def test_what_is_bad_is_named(ask, message):
    with pytest.raises(ImpingeError, match=message):
        ask()
