"""Whole numbers within limits, and nothing else."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.partition.options import as_whole

pytestmark = pytest.mark.plain


def test_whole_numbers_within_the_limits_are_taken():
    assert [as_whole(n, "depth", 1, 5) for n in (1, 5, np.int32(3))] == [1, 5, 3]


@pytest.mark.parametrize("value", [0, 6, 2.0, True, "3", None, np.array([1, 2])])
def test_others_are_named(value):
    with pytest.raises(ImpingeError, match="depth: expected a whole number from 1 to 5, got"):
        as_whole(value, "depth", 1, 5)
