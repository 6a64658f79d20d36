"""Options of a question: what is taken, and what is refused by name."""

import numpy as np
import pytest

from impinge.contacts import collide
from impinge.contacts.request import as_request
from impinge.core.errors import ImpingeError
from impinge.geometry import Box


def test_no_limit_is_zero_to_kernels():
    assert as_request(0, None, False)[1:] == (0, False)
    asked = as_request(0.5, np.int64(3), np.True_)
    assert (asked.margins.tolist(), asked.limit, asked.solid) == ([0.5], 3, True)


@pytest.mark.parametrize("limit", [0, -1, 2.5, "4", True, np.nan])
def test_a_limit_is_a_whole_number_from_one_on(limit):
    with pytest.raises(ImpingeError, match=r"^limit: expected a whole number from 1 on, or None"):
        as_request(0.0, limit, False)


@pytest.mark.parametrize("margin", [-1e-9, np.nan, np.inf, "wide"])
def test_a_margin_is_a_length(margin):
    with pytest.raises(ImpingeError, match=r"^margin: "):
        as_request(margin, 4, False)


def test_a_limit_may_be_larger_than_anything():
    assert len(collide(Box((1, 1, 1)), Box((1, 1, 1)), limit=10**30)) == 4
    assert as_request(0.0, 10**30, False).limit < 2**63
