"""Arrays that kernels use without counting who does."""

import sys

import numpy as np
import pytest

from impinge.core.borrowed import borrowed
from impinge.core.jit import kernel


@kernel
def double_rows(rows):
    rows = borrowed(rows)
    for i in range(len(rows)):
        row = rows[i]
        for k in range(len(row)):
            row[k] *= 2.0


@kernel
def third_sum(rows):
    lent = borrowed(rows)
    return lent[1:].sum(), lent.shape


@pytest.mark.plain
def test_what_is_written_to_a_view_is_in_the_array():
    rows = np.arange(12.0).reshape(4, 3)
    expected = 2.0 * rows
    double_rows(rows)

    np.testing.assert_array_equal(rows, expected)
    assert third_sum(rows) == (expected[1:].sum(), (4, 3))


def test_the_owner_keeps_its_array():
    rows = np.ones((100, 3))
    before = sys.getrefcount(rows)
    for _ in range(200):
        double_rows(rows)
        rows *= 0.5

    assert sys.getrefcount(rows) == before
    np.testing.assert_array_equal(rows, 1.0)
