"""What is asked for is checked, and errors name it."""

import numpy as np
import pytest

from impinge.continuous.options import MOST, Options, as_count, as_options, as_time
from impinge.core.errors import ImpingeError


def test_all_of_them():
    found = as_options(np.float32(0.5), 1, 1.0, True, np.int64(7), "advance")
    assert found == Options(0.5, 1.0, 1.0, True, 7, "advance")
    assert as_options(0, 0, 0, False, 1).method is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((-1, 0, 1, False, 1), "margin: "),
        ((0, np.nan, 1, False, 1), "tolerance: "),
        ((0, 0, 1.5, False, 1), "max_time: 1.5 is beyond the end of the step, which is 1"),
        ((0, 0, 1, False, 0), "max_steps: expected a whole number from 1 on, got 0"),
        ((0, 0, 1, False, 1, "fast"), "method: 'fast', expected one of advance, intervals"),
        ((0, 0, 1, "no", 1), "solid: expected True or False, got 'no'"),
    ],
)
def test_errors_name_the_argument(given, words):
    with pytest.raises(ImpingeError, match=words):
        as_options(*given)


def test_one_by_one():
    assert as_time(0.25) == 0.25
    assert as_count(2**80, "max_steps") == MOST
    for wrong in (True, 1.0, "3", None, -2):
        with pytest.raises(ImpingeError, match="max_steps: expected a whole number"):
            as_count(wrong, "max_steps")
