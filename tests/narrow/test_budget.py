"""A time that a question may take."""

import math

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.narrow.budget import as_budget


def test_seconds_above_zero():
    assert as_budget(1e-6) == 1e-6
    assert as_budget(np.float32(0.5)) == 0.5
    assert as_budget(2) == 2.0
    assert as_budget(math.inf) == math.inf


@pytest.mark.parametrize("bad", [0, 0.0, -1.0, math.nan, -math.inf, "1", None, [1.0, 2.0]])
def test_anything_else_is_an_error(bad):
    with pytest.raises(ImpingeError, match="budget"):
        as_budget(bad)
