"""What is taken for a box, and what is not."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.partition.boxes import box_rows, pairs_of

pytestmark = pytest.mark.plain


def test_boxes_come_in_any_layout():
    lower = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(4, 3))
    boxes = box_rows(lower[::2], (lower + 1)[::2].tolist())

    assert boxes.flags.carray
    assert boxes.tolist() == [[0, 1, 2, 1, 2, 3], [6, 7, 8, 7, 8, 9]]
    assert box_rows([], []).shape == (0, 6)


def test_infinite_and_flat_boxes_are_legal():
    boxes = box_rows([[-np.inf, 0, np.inf]], [[np.inf, 0, np.inf]])

    assert boxes.shape == (1, 6)


@pytest.mark.parametrize(
    ("lower", "upper", "message"),
    [
        ([[0, 0]], [[1, 1]], r"lower: expected shape \(n, 3\)"),
        ([[0, 0, 0]], [1, 1, 1], r"upper: expected shape \(n, 3\)"),
        ([["a", "b", "c"]], [[1, 1, 1]], "lower: expected real numbers"),
        ([[0, 0, 0]], np.ones((2, 3)), "lower and upper: 1 and 2 rows"),
        ([[0, 0, 0], [0, np.nan, 0]], np.ones((2, 3)), "lower: row 1 is not a number"),
        ([[0, 0, 0]], [[1, 1, np.nan]], "upper: row 0 is not a number"),
        ([[0, 0, 0], [2, 0, 0]], np.ones((2, 3)), "lower: row 1 .* above upper"),
        ([[0, 0, 0], [0, 0]], np.ones((2, 3)), "lower: rows differ in length"),
        (np.ma.masked_equal([[0, 0, 5]], 5), np.full((1, 3), 9), "lower: row 0 is masked"),
    ],
)
def test_other_boxes_are_refused(lower, upper, message):
    with pytest.raises(ImpingeError, match=message):
        box_rows(lower, upper)


def test_codes_of_pairs_are_sorted_rows():
    codes = np.array([(5 << 32) | 7, 9, (5 << 32) | 6])

    assert pairs_of(codes, 10).tolist() == [[0, 9], [5, 6], [5, 7]]
