"""Marks of one's own in a picture."""

import numpy as np
import pytest
from payload_reading import array, layer, world

import impinge as im


def test_marks_are_where_they_were_put():
    ends = np.array([[[0.0, 0, 0], [1, 2, 3]]])
    view = im.View().points(ends[0], "p").lines(ends, "l", dashed=True)
    made = view.arrows(ends[0], ends[0], "v").label("here", (1, 2, 3)).note("so").payload()

    np.testing.assert_allclose(
        world(made, array(made, layer(made, "p")["positions"])), ends[0], atol=1e-6
    )
    np.testing.assert_allclose(
        world(made, array(made, layer(made, "l")["segments"])), ends, atol=1e-6
    )
    assert layer(made, "l")["dashed"]
    assert [label["at"] for label in made["labels"]] == [[1.0, 2.0, 3.0]]
    assert "so" in made["notes"]


def test_marks_that_make_no_sense_are_refused():
    for given, words in (
        (lambda: im.View().lines([[0, 0, 0]]), "segments: expected shape"),
        (lambda: im.View().arrows([[0, 0, 0]], np.zeros((2, 3))), "one a point"),
        (lambda: im.View().points([[np.nan, 0, 0]]), "points"),
        (lambda: im.View().note(3), "text: expected a text"),
    ):
        with pytest.raises(im.ImpingeError, match=words):
            given()
