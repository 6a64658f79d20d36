"""What trees are asked to be."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.options import as_leaf_size, used_vertices


def test_a_leaf_size_is_a_plain_int():
    assert type(as_leaf_size(np.int8(3))) is int
    for value in (0, 9, 2.0, "2", True, None):
        with pytest.raises(ImpingeError, match="leaf_size: expected a whole number from 1 to 8"):
            as_leaf_size(value)


def test_vertices_without_faces_are_left_out():
    mesh = Mesh(np.eye(5)[:, :3], [[0, 1, 3]])
    assert used_vertices(mesh).tolist() == [0, 1, 3]
