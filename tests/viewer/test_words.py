"""Sentences with lengths beside a picture."""

import numpy as np

from impinge.viewer.words import Lengths, length, plain_words, text_of


def test_lengths_are_written_in_any_unit():
    words = ["a: ", length(0.0254), " apart, ", Lengths((1.0, 2.0), " to ")]
    assert text_of(words) == "a: 0.0254 m apart, 1 to 2 m"
    assert text_of(words, "in") == "a: 1 in apart, 39.37 to 78.74 in"


def test_a_page_gets_numbers():
    words = ["deep ", length(np.float64(0.5))]
    assert plain_words(words) == ["deep ", {"lengths": [0.5], "between": ""}]
    # JSON has no infinity.
    assert plain_words([length(np.inf)]) == ["inf m"]
