"""A page while it is made."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.viewer import parts
from impinge.viewer.coordinates import Coordinates
from impinge.viewer.parts import PageParts, as_colour
from impinge.viewer.tables import column


def test_ids_are_unique():
    page = PageParts(Coordinates(np.zeros(3), 2.0))
    page.begin()
    layers = [page.layer("points", "same", "a"), page.layer("points", "same", "a")]
    tables = [page.table("t", "T", [column("x", "x")], []) for _ in range(3)]
    assert len(set(layers)) == 2
    assert tables == ["t", "t-2", "t-3"]


def test_places_are_scaled_and_arrays_are_referred_to():
    page = PageParts(Coordinates(np.ones(3), 2.0))
    page.begin(times=np.array([0.0, 1.0]))
    page.layer(
        "points", "p", "a", positions=page.points([[3, 3, 3]]), frames=[0, 1, 1], rows=[0],
        levels=None,
    )  # fmt: skip
    page.explain("a thing", "a")
    page.explain("a thing", "b")
    page.say("first")
    page.say("second")
    page.notes += ["said", "said"]
    made = page.payload("T", "g")
    (layer,) = made["layers"]
    assert made["arrays"][layer["positions"]]["shape"] == [1, 3]
    assert layer["levels"] is None
    assert made["arrays"][layer["frames"]]["shape"] == [3]
    assert made["subtitle"] == "first; second"
    assert made["notes"] == ["said"]
    assert made["legend"] == [{"text": "a thing", "colour": "a", "kind": "things"}]
    assert made["times"] == [0.0, 1.0]
    assert made["origin"] == [1.0] * 3
    assert made["scale"] == 2.0


@pytest.mark.parametrize("colour", ["red", "#12345", "#12345g", "", None, 3, "#1234567", "a\n"])
def test_other_colours_are_refused(colour):
    with pytest.raises(ImpingeError, match="colour"):
        as_colour(colour)


def test_colours_of_the_page_and_of_codes_are_taken():
    assert as_colour("touch") == "touch"
    assert as_colour("#aBc123") == "#aBc123"


def test_long_tables_are_cut_and_that_is_said(monkeypatch):
    monkeypatch.setattr(parts, "MOST_ROWS", 3)
    page = PageParts(Coordinates.around(np.zeros((1, 3))))
    page.begin()
    page.table("t", "Rays", [column("x", "x")], [[float(k)] for k in range(5)])
    page.table("u", "Few", [column("x", "x")], [[1.0]] * 3)
    assert [len(made["rows"]) for made in page.tables] == [3, 3]
    (note,) = page.notes
    assert note.startswith("The table Rays holds the first 3 of 5 rows")
