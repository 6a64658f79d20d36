"""The promise that an index counts from the front."""

import numpy as np
import pytest

from impinge.core.jit import kernel
from impinge.core.natural import natural, natural_plain


@kernel
def sum_of_some(numbers, first, count):
    total = 0.0
    for k in range(count):
        total += numbers[natural(first) + k]
    return total


@pytest.mark.plain
def test_places_counted_from_the_front_are_read_as_before():
    numbers = np.arange(10.0)

    for first in range(8):
        assert sum_of_some(numbers, first, 3) == numbers[first : first + 3].sum()


def test_without_compilation_the_promise_is_checked():
    assert natural_plain(0) == 0
    with pytest.raises(AssertionError):
        natural_plain(-1)
