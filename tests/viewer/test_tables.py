"""Tables of numbers, names and vectors beside a picture."""

import json

import numpy as np

from impinge.viewer.tables import column, columns_of, integers, metres, named, table


def test_numbers_stay_float64_and_what_has_no_end_is_left_empty():
    value = 0.1 + 0.2
    made = table(
        "t", "T", [column(key) for key in "xyzuv"],
        [[np.float64(value), np.int64(3), np.array([1.0, 2.0]), np.bool_(True), np.nan],
         [-np.inf, None, [1.0, np.inf, 2.0], "text", np.str_("s")]],
    )  # fmt: skip
    rows = json.loads(json.dumps(made, allow_nan=False))["rows"]
    assert rows == [[value, 3, [1.0, 2.0], True, None], [None, None, None, "text", "s"]]


def test_columns_of_names_are_links():
    columns = [named("a", "A"), metres("d", "distance"), named("b", "B")]
    made = table("t", "T", columns, [], frames=np.array([0, 1]), sort=("d", True), about="all")
    assert made["things"] == {"columns": ["a", "b"]}
    assert made["sort"] == {"key": "d", "descending": True}
    assert made["frames"] == [0, 1]
    assert made["about"] == "all"
    assert table("t", "T", columns[1:2], [])["things"] is None


def test_columns_that_are_not_shown_are_left_out_with_their_values():
    columns = [integers("row", shown=False), named("a"), *columns_of("b", "time", shown=False)]
    made = table("t", "T", [*columns, metres("d")], [[0, "x", "y", 0.5, 2.0]])
    assert [c["key"] for c in made["columns"]] == ["a", "d"]
    assert made["rows"] == [["x", 2.0]]
    assert made["things"] == {"columns": ["a"]}
