"""Binary arrays, and JSON that is safe inside HTML."""

import base64
import json

import numpy as np
import pytest

from impinge.viewer.payload import Arrays, Steps, as_json


def test_arrays_are_little_endian_bytes():
    arrays, rng = Arrays(), np.random.default_rng(0)
    values = rng.normal(size=(7, 3))
    number = arrays.floats(values.astype(">f8"))
    plain = arrays.plain()[number]
    assert (plain["dtype"], plain["shape"]) == ("f4", [7, 3])
    read = np.frombuffer(base64.b64decode(plain["data"]), "<f4").reshape(7, 3)
    np.testing.assert_array_equal(read, values.astype(np.float32))


def test_doubles_keep_every_bit():
    arrays, values = Arrays(), np.random.default_rng(0).normal(size=(3, 2))
    number = arrays.doubles(values)
    plain = arrays.plain()[number]
    assert (plain["dtype"], plain["shape"]) == ("f8", [3, 2])
    read = np.frombuffer(base64.b64decode(plain["data"]), "<f8").reshape(3, 2)
    np.testing.assert_array_equal(read, values)


@pytest.mark.parametrize(("largest", "dtype"), [(0, "u2"), (65535, "u2"), (65536, "u4")])
def test_indices_take_two_bytes_where_they_suffice(largest, dtype):
    arrays = Arrays()
    arrays.indices([[0, largest]])
    assert arrays.plain()[0]["dtype"] == dtype


def test_equal_arrays_are_there_once_and_others_are_not():
    arrays = Arrays()
    same = [arrays.floats([[1, 2]]), arrays.floats(np.array([[1.0, 2.0]]))]
    others = [arrays.floats([1, 2]), arrays.integers([[1, 2]]), arrays.bytes([[1, 2]])]
    assert same == [0, 0]
    assert others == [1, 2, 3]
    assert [a["dtype"] for a in arrays.plain()] == ["f4", "f4", "i4", "u1"]


def test_empty_arrays_are_arrays():
    arrays = Arrays()
    arrays.floats(np.zeros((0, 3)))
    arrays.indices(np.zeros((0, 3), int))
    assert [a["shape"] for a in arrays.plain()] == [[0, 3], [0, 3]]


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_steps_come_back_within_half_a_step(size):
    rng = np.random.default_rng(0)
    values = size * (rng.normal(size=(500, 3)) * [1.0, 1e-3, 0.0] + [0.0, 0.0, 7.0])
    low, high = values.min(axis=0), values.max(axis=0)
    arrays, steps = Arrays(), Steps(low, high)
    for part in np.split(values, 5):
        steps.add(part)
    number = arrays.steps(steps)
    plain = arrays.plain()[number]
    read = np.frombuffer(base64.b64decode(plain["data"]), "<u2").reshape(plain["shape"])
    found = plain["low"] + read * np.array(plain["step"])
    assert (np.abs(found - values) <= steps.error * (1 + 1e-9)).all()
    assert (steps.error <= (high - low) / 8000).all()
    assert (found[:, 2] == values[:, 2]).all()
    np.testing.assert_allclose([found.min(axis=0), found.max(axis=0)], [low, high], rtol=1e-12)


@pytest.mark.parametrize(
    "text",
    ["</script><script>alert(1)</script>", "<!--", "]]>", "&lt;", "\u2028\u2029", "\0", '"\\',
     "naïve 名前 😀", "\udc80 alone", "{0} {policy} %s $1"],
)  # fmt: skip
def test_any_text_comes_back_and_nothing_ends_the_element(text):
    made = as_json({text: [text]})
    assert not set(made) & set("<>&\u2028\u2029")
    made.encode("utf-8")
    assert json.loads(made) == {text: [text]}


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_numbers_without_end_are_refused(value):
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_json({"x": float(value)})
    with pytest.raises(AssertionError):
        Arrays().floats([value])
