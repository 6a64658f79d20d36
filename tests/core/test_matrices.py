"""Matrices of any layout, copied by what is compiled for each of them."""

import numpy as np
import pytest

from impinge.core.jit import short
from impinge.core.matrices import copy_matrix


@short
def copied(matrix, out):
    return copy_matrix(matrix, out)


def frozen_copy(matrix):
    matrix = matrix.copy()
    matrix.flags.writeable = False
    return matrix


NUMBERS = np.random.default_rng(1).normal(size=(4, 4))
LAYOUTS = {
    "plain": NUMBERS,
    "turned": np.asfortranarray(NUMBERS),
    "read-only": frozen_copy(NUMBERS),
    "every other": np.repeat(np.repeat(NUMBERS, 2, axis=0), 2, axis=1)[::2, ::2],
}
REFUSED = {
    "of integers": np.arange(16).reshape(4, 4),
    "narrow": NUMBERS.astype(np.float32),
    "complex": NUMBERS.astype(complex),
    "a batch": NUMBERS[None],
    "flat": NUMBERS.ravel(),
    "small": NUMBERS[:3],
    "thin": NUMBERS[:, :2],
}


@pytest.mark.plain
@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_is_copied(layout):
    out = np.empty(16)

    assert copied(LAYOUTS[layout], out)
    np.testing.assert_array_equal(out.reshape(4, 4), NUMBERS)


@pytest.mark.plain
@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_matrix_is_refused_untouched(kind):
    out = np.full(16, 7.0)

    assert not copied(REFUSED[kind], out)
    np.testing.assert_array_equal(out, 7.0)
