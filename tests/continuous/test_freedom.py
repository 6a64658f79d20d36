"""What an answer about freedom says, of one pair and of many."""

import numpy as np
import pytest

from impinge.continuous.freedom import Freedom, FreedomStatus
from impinge.continuous.kernels import convex_freedom

ROWS = np.array([[convex_freedom.FREE, 1.0, 3.0], [convex_freedom.HITS, 0.25, 1.0]])


def test_one_is_true_or_false_and_many_are_neither():
    one, many = Freedom(ROWS[0]), Freedom(ROWS)
    assert bool(one)
    assert not bool(Freedom(ROWS[1]))
    assert many.free.tolist() == [True, False]
    assert (one.status, one.time, one.steps) == (FreedomStatus.FREE, 1.0, 3)
    assert many[1].status == FreedomStatus.HITS
    with pytest.raises(TypeError, match=r"ask \.free\.all"):
        bool(many)
