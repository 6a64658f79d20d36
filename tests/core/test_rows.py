"""Packed results: named parts of one array, read-only, and ready for JSON."""

import json
import pickle
from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from impinge.core.row_layout import Layout
from impinge.core.rows import Field, Rows, code, integer, plain_values, scalar, vector


class Colour(IntEnum):
    RED, BLUE = range(2)


class Pair(Rows):
    __slots__ = ()

    _layout = Layout(number=1, vector=3, row_id=1)

    number, vector, row_id = scalar(), vector(), integer()


class Coloured(Pair):
    __slots__ = ()

    _layout = Pair._layout.extended(colour=1)

    colour, same = code(Colour), scalar("number")


def test_parts_are_read_only_views():
    batch = Pair(np.arange(10.0).reshape(2, 5))

    assert np.shares_memory(batch.vector, batch._rows)
    with pytest.raises(ValueError, match="read-only"):
        batch.vector[0] = 1.0
    with pytest.raises(AttributeError, match="a Pair cannot be changed"):
        batch.number = 3.0


def test_a_single_answer_has_no_rows():
    single, batch = Pair(np.arange(5.0)), Pair(np.arange(10.0).reshape(2, 5))

    assert isinstance(single.number, float)
    assert isinstance(single.row_id, int)
    assert single.vector.shape == (3,)
    assert len(batch) == 2
    assert batch[1].vector.tolist() == [6.0, 7.0, 8.0]
    assert [row.number for row in batch] == [0.0, 5.0]
    assert len(batch[:1]) == 1
    assert repr(batch) == "Pair(2 rows)"
    with pytest.raises(TypeError, match="no length"):
        len(single)
    with pytest.raises(TypeError, match="no rows"):
        single[0]


def test_answers_pickle():
    batch = Pair(np.arange(10.0).reshape(2, 5))

    np.testing.assert_array_equal(pickle.loads(pickle.dumps(batch)).vector, batch.vector)


def test_infinity_is_none_in_json():
    single = Pair(np.array([np.inf, 1.0, np.inf, 0.0, 7.0]))
    batch = Pair(np.array([[np.inf, 1.0, 2.0, 0.0, 7.0], [0.5, 1.0, 2.0, 0.0, -1.0]]))

    assert single.to_dict() == {"number": None, "vector": [1.0, None, 0.0], "row_id": 7}
    assert batch.to_dict()["number"] == [None, 0.5]
    assert batch.to_dict()["row_id"] == [7, -1]
    assert repr(single).startswith("Pair(number=inf, vector=")


def test_fields_have_names_and_codes_have_words():
    row = np.array([0.5, 1.0, 2.0, 0.0, 7.0, 1.0])
    single, batch = Coloured(row), Coloured(np.tile(row, (2, 1)))

    assert (single.colour, single.same) == (Colour.BLUE, 0.5)
    assert batch.colour.tolist() == [1, 1]
    assert list(single.to_dict()) == ["number", "vector", "row_id", "colour", "same"]
    assert batch.to_dict()["colour"] == ["BLUE", "BLUE"]
    assert isinstance(Coloured.colour, Field)


class Named(Pair):
    __slots__ = ("_hidden", "name", "others")


def test_plain_values_are_ready_for_json():
    found = SimpleNamespace(
        array=np.array([[1.0, np.inf], [np.nan, 2.0]]), number=np.int64(3),
        endless=np.float64(-np.inf), none=None,
        named={"a": np.inf, "b": (np.bool_(True), [np.inf])},
    )  # fmt: skip
    plain = plain_values(found, "array", "number", "endless", "named", "none")
    assert json.loads(json.dumps(plain, allow_nan=False)) == {
        "array": [[1.0, None], [None, 2.0]], "number": 3, "endless": None,
        "named": {"a": None, "b": [True, [None]]}, "none": None,
    }  # fmt: skip


def test_what_stands_beside_rows_goes_with_them():
    found = Named(np.arange(5.0), "one", (("two", np.inf), Pair(np.arange(5.0))))
    again = pickle.loads(pickle.dumps(found))

    assert again.name == found.name == "one"
    plain = found.to_dict()
    assert list(plain)[:2] == ["name", "others"]
    assert plain["others"] == [["two", None], Pair(np.arange(5.0)).to_dict()]
    with pytest.raises(ValueError, match="zip"):
        Named(np.arange(5.0), "one")
