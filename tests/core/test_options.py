"""Flags and choices, and what errors show of a value."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.core.options import LONGEST, as_choice, as_flag, shown


def test_flags_are_true_or_false():
    for value in (True, False, np.True_, np.False_):
        assert as_flag(value, "solid") is bool(value)
    for value in ("no", "", 1, 0.0, None, [], np.zeros(3), np.array(True)):
        with pytest.raises(ImpingeError, match=r"^solid: expected True or False"):
            as_flag(value, "solid")


def test_choices_are_words():
    assert as_choice("b", "kind", ("a", "b")) == "b"
    for value in ("c", "", None, 1, ["a"], np.array(["a", "b"]), {}):
        with pytest.raises(ImpingeError, match=r"^kind: .*expected one of a, b"):
            as_choice(value, "kind", ("a", "b"))


def test_any_value_is_shown_in_one_short_line():
    class Silent:
        def __repr__(self):
            raise RuntimeError("no")

    assert shown(Silent()) == "a Silent"
    assert shown(10**5000) == "an int"
    assert shown(np.zeros((2, 2))) == "array([[0., 0.], [0., 0.]])"
    assert len(shown("x" * 10**6)) == LONGEST + 3
