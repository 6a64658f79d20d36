"""Pages to begin with."""

import json

import pytest

from impinge.cli.view_examples import EXAMPLES

LARGE = {"clash"}
MOST = {"sheet": 36_000_000}
"""Bytes of arrays of an example that is larger than the others."""


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in LARGE])
def test_each_example_is_a_page_that_says_its_answer(name):
    view = EXAMPLES[name].make()
    made = view.payload()
    json.dumps(made, allow_nan=False)
    assert made["subtitle"]
    assert made["layers"]
    assert made["tables"]
    assert made["legend"]
    assert sum(len(array["data"]) for array in made["arrays"]) < MOST.get(name, 9_000_000)
    assert view.title[0].isupper()
    assert EXAMPLES[name].about.endswith(".")
    if "frame=" in EXAMPLES[name].mode:
        assert made["times"] is not None


def test_two_thousand_parts_stay_below_ten_megabytes():
    """As of `make run`; what is in contact is left out here, as it takes its time."""
    import impinge as im
    from impinge.scenes import clash_machine

    page = im.View().add(clash_machine(2000).scene(), contacts=False).html()
    assert len(page) < 9_500_000


def test_there_are_eight_for_the_gallery():
    assert len(EXAMPLES) >= 8
