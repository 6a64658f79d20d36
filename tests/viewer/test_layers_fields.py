"""Tables of the fields of any result."""

import numpy as np
from payload_reading import column, layers, table

import impinge as im
from impinge.viewer.layers_fields import FieldsItem


def shown(fields):
    view = im.View()
    view._contents.items.append(FieldsItem(fields, "Found"))
    return view.payload()


def test_a_single_result_is_one_row():
    found = shown({"free": True, "status": "FREE", "steps": 3, "time": 0.5, "normal": [0, 0, 1.0],
                   "pair": [4, 5], "gap": None})  # fmt: skip
    (one,) = found["tables"]
    assert one["rows"] == [[True, "FREE", 3, 0.5, [0, 0, 1.0], "[4, 5]"]]
    assert [c["kind"] for c in one["columns"]] == [
        "flag", "text", "integer", "number", "vector", "text",
    ]  # fmt: skip
    assert found["subtitle"] == "Found: free yes, status FREE, steps 3"


def test_a_batch_is_a_row_per_entry_and_the_rest_a_table_of_its_own():
    found = shown({"pairs": [["a", "b"], ["a", "c"]], "time": [1, None], "point": [[1, 2, 3]] * 2,
                   "substeps": 4})  # fmt: skip
    assert [one["name"] for one in found["tables"]] == ["Found", "Found: all rows"]
    assert column(table(found, "fields"), "pairs") == ["a and b", "a and c"]
    assert column(table(found, "fields"), "time") == [1, None]
    (points,) = layers(found, "points")
    assert (points["name"], points["table"]) == ("Found: point", "fields")
    assert shown({"pairs": [], "offsets": None})["subtitle"] == "Found: 0 rows"


def test_inner_dictionaries_have_tables():
    found = shown({"step": 0.5, "first": {"time": 0.5}, "edge_edge": {"pair": [[1, 2], [3, 4]]}})
    titles = [one["name"] for one in found["tables"]]
    assert titles == ["Found", "Found: first", "Found: edge edge"]


def test_long_values_are_cut_and_texts_are_the_headline():
    found = shown({"reason": list(np.arange(500).tolist()), "text": "They touch."})
    assert len(found["tables"][0]["rows"][0][0]) == 200
    assert found["subtitle"] == "They touch."
