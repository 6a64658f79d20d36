"""What stands beside a picture: sentences with lengths, and tables of numbers."""

import json

import numpy as np

from impinge.viewer.words import Lengths, column, length, plain_words, table, text_of


def test_lengths_are_written_in_any_unit():
    words = ["a: ", length(0.0254), " apart, ", Lengths((1.0, 2.0), " to ")]
    assert text_of(words) == "a: 0.0254 m apart, 1 to 2 m"
    assert text_of(words, "in") == "a: 1 in apart, 39.37 to 78.74 in"


def test_a_page_gets_numbers():
    words = ["deep ", length(np.float64(0.5))]
    assert plain_words(words) == ["deep ", {"lengths": [0.5], "between": ""}]
    # JSON has no infinity.
    assert plain_words([length(np.inf)]) == ["inf m"]


def test_numbers_stay_float64_and_what_has_no_end_is_left_empty():
    value = 0.1 + 0.2
    made = table(
        "t", "T", [column("x", "x")],
        [[np.float64(value), np.int64(3), np.array([1.0, 2.0]), np.bool_(True), np.nan],
         [-np.inf, None, [1.0, np.inf, 2.0], "text", np.str_("s")]],
    )  # fmt: skip
    rows = json.loads(json.dumps(made, allow_nan=False))["rows"]
    assert rows == [[value, 3, [1.0, 2.0], True, None], [None, None, None, "text", "s"]]


def test_columns_of_names_are_links():
    columns = [
        column("a", "A", "name"),
        column("d", "distance", unit="m"),
        column("b", "B", "name"),
    ]
    made = table("t", "T", columns, [], frames=np.array([0, 1]), sort=("d", True), about="all")
    assert made["things"] == {"columns": ["a", "b"]}
    assert made["sort"] == {"key": "d", "descending": True}
    assert made["frames"] == [0, 1]
    assert made["about"] == "all"
    assert table("t", "T", columns[1:2], [])["things"] is None
