"""Matrices as tuples: the same as NumPy's, on every input."""

import numpy as np
import pytest
from hypothesis import given
from strategies import points

from impinge.core import mat

pytestmark = pytest.mark.plain


@given(points(2, 3, 3), points(2, 3))
def test_matrices_compute_like_arrays(matrices, vectors):
    a, b = matrices
    m, n = (tuple(matrix.ravel().tolist()) for matrix in matrices)
    v, t = (tuple(vector.tolist()) for vector in vectors)
    close = {"rtol": 1e-13, "atol": 1e-11}

    np.testing.assert_allclose(mat.times(m, n), (a @ b).ravel(), **close)
    np.testing.assert_allclose(mat.apply(m, v), a @ vectors[0], **close)
    np.testing.assert_allclose(mat.apply_transposed(m, v), a.T @ vectors[0], **close)
    np.testing.assert_allclose(mat.moved(m, t, v), a @ vectors[0] + vectors[1], **close)
    assert mat.transposed(m) == tuple(a.T.ravel())


def test_parts_of_a_pose():
    pose = np.arange(16.0).reshape(4, 4)

    assert mat.rotation_of(pose) == (0, 1, 2, 4, 5, 6, 8, 9, 10)
    assert mat.translation_of(pose) == (3, 7, 11)
    assert mat.single9((0.1,) * 9) == (np.float32(0.1),) * 9
