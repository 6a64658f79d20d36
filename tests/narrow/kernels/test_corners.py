"""The table of corners gives back what was written, row by row."""

import numpy as np
import pytest

from impinge.core.jit import kernel
from impinge.narrow.kernels.corners import (
    NUMBER_A,
    NUMBER_B,
    ON_A,
    ROW,
    W,
    copy_corner,
    is_corner,
    numbers_of,
    points_of,
    set_corner,
)

pytestmark = pytest.mark.plain


@kernel
def write(table, k, w, a, i, j):
    set_corner(table, k, w, a, i, j)


@kernel
def move(table, k, to):
    copy_corner(table, k, to)


@kernel
def read(table, face):
    return (
        points_of(table, face, W),
        points_of(table, face, ON_A),
        numbers_of(table, face, NUMBER_A),
        numbers_of(table, face, NUMBER_B),
    )


@kernel
def known(table, k, i, j):
    return is_corner(table, k, i, j)


def filled():
    table = np.full(5 * ROW, np.nan)
    for k in range(4):
        write(table, k, (k + 0.1, k + 0.2, k + 0.3), (-k - 0.1, -k - 0.2, -k - 0.3), k, 10 + k)
    return table


def test_corners_are_read_as_written():
    points, on_a, of_a, of_b = read(filled(), (2, 0, 3))

    assert points == ((2.1, 2.2, 2.3), (0.1, 0.2, 0.3), (3.1, 3.2, 3.3))
    assert on_a == ((-2.1, -2.2, -2.3), (-0.1, -0.2, -0.3), (-3.1, -3.2, -3.3))
    assert (of_a, of_b) == ((2, 0, 3), (12, 10, 13))


def test_a_copy_leaves_the_others_alone():
    table = filled()
    before = table.copy()
    move(table, 3, 1)

    np.testing.assert_array_equal(table[ROW : 2 * ROW], before[3 * ROW : 4 * ROW])
    np.testing.assert_array_equal(np.delete(table, np.s_[ROW : 2 * ROW]),
                                  np.delete(before, np.s_[ROW : 2 * ROW]))  # fmt: skip


def test_a_corner_is_known_by_both_its_vertices():
    table = filled()

    assert known(table, 2, 2, 12)
    assert not known(table, 2, 2, 13)
    assert not known(table, 2, 1, 12)
