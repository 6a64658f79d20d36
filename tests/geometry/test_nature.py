"""Natures of contacts: all nine, and how they turn when shapes change places."""

import pytest

from impinge.geometry.nature import Nature

NAMES = ("VERTEX", "EDGE", "FACE")


@pytest.mark.parametrize("nature", Nature, ids=lambda n: n.name)
def test_a_name_says_what_a_number_is(nature):
    a, b = nature.dimensions

    assert nature.name == f"{NAMES[a]}_{NAMES[b]}"
    assert nature == 3 * a + b


@pytest.mark.parametrize("nature", Nature, ids=lambda n: n.name)
def test_swapping_turns_the_name_round(nature):
    assert nature.swapped.dimensions == nature.dimensions[::-1]
    assert nature.swapped.swapped is nature
