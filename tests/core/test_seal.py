"""Seals: of each bit, and of the code."""

import numpy as np
import pytest

from impinge.core import seal
from impinge.core.seal import seal_of
from impinge.core.sources import PACKAGE

pytestmark = pytest.mark.plain

LAYOUT = PACKAGE / "core" / "lanes.py"


def test_each_bit_counts(monkeypatch):
    numbers = np.arange(6.0)
    other = numbers.copy()
    other[3] = np.nextafter(3.0, 4.0)
    values = [(), (numbers,), (other,), (numbers.reshape(2, 3),), (numbers, "x"), (numbers, "y"),
              (numbers, 0.0), (numbers, -0.0), ("x", numbers), (numbers[::-1],)]  # fmt: skip
    seals = [seal_of(LAYOUT, *row) for row in values]
    assert len(set(seals)) == len(values)
    assert seals == [seal_of(LAYOUT, *row) for row in values]
    assert seal_of(LAYOUT.with_name("ids.py"), numbers) != seals[1]
    monkeypatch.setattr(seal, "edited_since_start", lambda path: True)
    assert seal_of(LAYOUT, numbers) is None


def test_code_that_is_not_there_has_none():
    assert seal_of(LAYOUT.with_name("gone.py"), 1.0) is None
