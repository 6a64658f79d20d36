"""Layouts of rows: columns in the order of fields, and A and B change places."""

import numpy as np

from impinge.core.row_layout import Layout, negated

LAYOUT = Layout(swap={"normal": negated}, gap=1, point_a=3, point_b=3, normal=3)
WIDE = LAYOUT.extended(part_a=1, part_b=1)


def test_columns_follow_each_other():
    assert LAYOUT.width == 10
    assert LAYOUT.columns("gap", "point_a", "point_b", "normal") == (0, 1, 4, 7)
    assert (WIDE.width, WIDE.columns("part_b")) == (12, (11,))


def test_swapped_twice_is_the_same():
    rows = np.random.default_rng(0).normal(size=(5, WIDE.width))
    swapped = WIDE.swapped(rows)

    np.testing.assert_array_equal(swapped[:, 1:4], rows[:, 4:7])
    np.testing.assert_array_equal(swapped[:, 7:10], -rows[:, 7:10])
    np.testing.assert_array_equal(swapped[:, 10], rows[:, 11])
    np.testing.assert_array_equal(WIDE.swapped(swapped), rows)
    # Rows without the last fields.
    np.testing.assert_array_equal(WIDE.swapped(rows[:, :10]), swapped[:, :10])
    assert not np.signbit(LAYOUT.swapped(np.zeros(10))).any()


def test_rows_by_name():
    row = WIDE.row(gap=2.0, point_b=np.inf, normal=(0, 1, 0), part_a=-1)
    assert row.tolist() == [2.0, 0, 0, 0, *[np.inf] * 3, 0, 1, 0, -1, 0]
