"""Points of any source, and the messages for what is none."""

import numpy as np
import pytest

from impinge.bounds.points import as_vector, points_of
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh

pytestmark = pytest.mark.plain


def test_only_vertices_with_faces_count():
    mesh = Mesh([[5, 5, 5], [0, 0, 0], [1, 0, 0], [0, 1, 0]], [[1, 2, 3]])

    assert points_of(mesh, "source").max() == 1.0


def test_rows_are_taken_as_they_are():
    assert points_of([[1, 2, 3], [4, 5, 6]], "source").tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("value", [1.0, [1, 2], [[1, 2, 3]], [[1], [1, 2]], None])
def test_three_numbers_are_asked_for(value):
    with pytest.raises(ImpingeError, match="centre: expected three numbers"):
        as_vector(value, "centre")


def test_a_vector_is_a_tuple_of_floats():
    assert as_vector(np.array([1, 2, 3], np.int8), "centre") == (1.0, 2.0, 3.0)
