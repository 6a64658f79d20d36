"""The fields of a node fill its row without overlapping."""

import numpy as np
import pytest

from impinge.core.lanes import CHILD, EMPTY, FRAME, HALF, ROW, WIDTH

pytestmark = pytest.mark.plain


def test_fields_follow_each_other():
    assert HALF == 3 * WIDTH
    assert CHILD == HALF + 3 * WIDTH
    assert FRAME == CHILD + WIDTH
    assert FRAME + 6 <= ROW


def test_a_row_is_whole_cache_lines():
    assert ROW * np.dtype(np.float32).itemsize % 64 == 0


def test_an_empty_lane_is_apart_from_everything_and_finite():
    assert np.isfinite(np.float32(EMPTY) ** 2)
    assert EMPTY < -1e6
