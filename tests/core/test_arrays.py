"""Checked arrays: everything that holds numbers passes, everything else is named and refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from strategies import points

from impinge.core.arrays import (
    as_boxes,
    as_faces,
    as_numbers,
    as_points,
    as_scalar,
    as_whole,
    frozen,
    row_text,
)
from impinge.core.errors import ImpingeError

pytestmark = pytest.mark.plain

GOOD = np.arange(12.0).reshape(4, 3)
FACES = np.array([[0, 1, 2], [2, 1, 3]])


def is_canonical(array, dtype):
    return type(array) is np.ndarray and array.dtype == dtype and array.flags.carray


@pytest.mark.parametrize(
    "values",
    [
        GOOD,
        GOOD.tolist(),
        tuple(map(tuple, GOOD.tolist())),
        np.asfortranarray(GOOD),
        np.repeat(GOOD, 2, axis=0)[::2],
        GOOD[::-1][::-1],
        frozen(GOOD),
        GOOD.astype(">f8"),
        GOOD.astype("f4"),
        GOOD.astype("f2"),
        GOOD.astype(np.longdouble),
        GOOD.astype("i1"),
        GOOD.astype(">u8"),
        np.ma.masked_array(GOOD),
    ],
    ids=lambda values: type(values).__name__,
)
def test_numbers_in_any_form_become_points(values):
    result = as_points(values, "points")

    assert is_canonical(result, np.float64)
    assert (result == GOOD).all()


@given(points(5, 3))
def test_canonical_points_pass_untouched(values):
    assert as_points(values, "points") is values
    copied = as_points(values, "points", copy=True)
    assert not np.shares_memory(copied, values)
    assert (copied == values).all()


def test_no_rows():
    assert as_points([], "points").shape == (0, 3)
    assert as_points(np.empty((0, 3)), "points").shape == (0, 3)
    assert as_points([], "segments", tail=(2, 3)).shape == (0, 2, 3)
    assert as_faces([], "faces", 0).shape == (0, 3)


def bad(row, value):
    values = np.zeros((8, 3))
    values[row, 0] = value
    return values


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (bad(5, np.nan), "vertices: row 5 is not finite (nan, 0, 0)"),
        (bad(0, -np.inf), "vertices: row 0 is not finite (-inf, 0, 0)"),
        (bad(2, 1).astype(np.longdouble) * np.longdouble("1e400"), "vertices: row 2 is not finite"),
        ([[1, 2, 3], [1, 2]], "vertices: rows differ in length, expected shape (n, 3)"),
        ([1.0, 2.0, 3.0], "vertices: expected shape (n, 3), got (3,)"),
        (np.zeros((2, 2)), "vertices: expected shape (n, 3), got (2, 2)"),
        (np.zeros((2, 3, 1)), "vertices: expected shape (n, 3), got (2, 3, 1)"),
        (np.zeros((0, 2)), "vertices: expected shape (n, 3), got (0, 2)"),
        (1.0, "vertices: expected shape (n, 3), got ()"),
        (np.zeros((2, 3), bool), "got booleans"),
        (np.zeros((2, 3), complex), "got complex numbers"),
        ([["a", "b", "c"]], "got text"),
        ([[b"a", b"b", b"c"]], "got bytes"),
        ([[Fraction(1), 2, 3]], "got Python objects"),
        ([[2**70, 0, 0]], "got Python objects"),
        (np.zeros((2, 3), object), "got Python objects"),
        (np.zeros((2, 3), "M8[s]"), "got dates"),
        (np.zeros(2, [("x", float)]), "got records"),
        (None, "got Python objects"),
        ({1.0, 2.0}, "got Python objects"),
        (np.ma.masked_equal(GOOD, 4.0), "vertices: row 1 is masked"),
    ],
    ids=str,
)
def test_everything_else_is_refused(values, message):
    with pytest.raises(ImpingeError) as caught:
        as_points(values, "vertices")

    assert message in str(caught.value)
    assert str(caught.value).startswith("vertices: ")


def test_long_rows_are_cut_short():
    values = np.zeros((2, 3, 3))
    values[1, 0, 0] = np.nan

    with pytest.raises(ImpingeError, match=r"row 1 is not finite \(nan, 0, 0, 0, 0, 0, \.\.\.\)"):
        as_points(values, "triangles", tail=(3, 3))


@pytest.mark.parametrize(
    "dtype", ["i1", "u1", "i4", ">i4", "u4", "i8", ">i8", "u8", "f4", "f8"], ids=str
)
def test_whole_numbers_of_any_kind_become_faces(dtype):
    result = as_faces(np.asfortranarray(FACES.astype(dtype)), "faces", 4)

    assert is_canonical(result, np.int64)
    assert (result == FACES).all()


def test_canonical_faces_pass_untouched():
    faces = FACES.astype(np.int64)

    assert as_faces(faces, "faces", 4) is faces
    assert not np.shares_memory(as_faces(faces, "faces", 4, copy=True), faces)
    assert as_faces(frozen(faces), "faces", 4).flags.writeable


def wrong(row, value, dtype=np.int64):
    values = np.zeros((5, 3), dtype)
    values[row, 1] = value
    return values


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (wrong(3, 12), "faces: row 3 refers to vertex 12, but there are 8 vertices"),
        (wrong(3, 8), "faces: row 3 refers to vertex 8, but there are 8 vertices"),
        (wrong(1, -1), "faces: row 1 refers to vertex -1, but numbers begin at 0"),
        (
            wrong(4, 2**64 - 1, np.uint64),
            "faces: row 4 refers to vertex 18446744073709551615, but there are 8 vertices",
        ),
        (wrong(0, 1.5, float), "faces: row 0 holds 1.5, expected whole numbers"),
        (wrong(0, np.nan, float), "faces: row 0 holds nan, expected whole numbers"),
        (wrong(2, np.inf, float), "faces: row 2 refers to vertex inf, but there are 8 vertices"),
        (wrong(2, -1.0, float), "faces: row 2 refers to vertex -1, but numbers begin at 0"),
        (wrong(2, 1e300, float), "faces: row 2 refers to vertex 1e+300, but there are 8"),
        (np.zeros((2, 3), bool), "faces: expected real numbers of shape (n, 3), got booleans"),
        ([[0, 1, 2, 3]], "faces: expected shape (n, 3), got (1, 4)"),
        ([[0, 1], [0, 1, 2]], "faces: rows differ in length"),
        ([["0", "1", "2"]], "got text"),
    ],
    ids=str,
)
def test_everything_else_is_no_face(values, message):
    with pytest.raises(ImpingeError) as caught:
        as_faces(values, "faces", 8)

    assert message in str(caught.value)


@pytest.mark.parametrize("value", [0, 0.0, 2, 1.5, np.float32(0.5), np.array(3.0), Fraction(1, 2)])
def test_numbers_become_floats(value):
    result = as_scalar(value, "margin")

    assert type(result) is float
    assert result == value


@pytest.mark.parametrize(
    "value",
    [-1e-9, np.nan, np.inf, -np.inf, True, "1", b"1", None, [1.0, 2.0], 1j, 10**400, object()],
    ids=lambda value: f"{type(value).__name__} {value}"[:12],
)
def test_other_margins_are_refused(value):
    with pytest.raises(ImpingeError, match=r"^margin: "):
        as_scalar(value, "margin")


def test_a_frozen_view_shares_memory_and_cannot_be_written():
    array = np.zeros(3)
    view = frozen(array)

    array[0] = 1.0

    assert view[0] == 1.0
    assert array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 2.0


def test_rows_are_shown_briefly():
    assert row_text(np.array([np.nan, 0.0, 1e-20])) == "(nan, 0, 1e-20)"


def test_a_masked_number_is_refused():
    with pytest.raises(ImpingeError, match=r"^points: is masked, expected plain numbers"):
        as_points(np.ma.masked, "points")


def test_boxes_may_be_flat_and_without_end():
    lower, upper = as_boxes([[0, 0, 0], [1, -np.inf, 2]], [[0, 1, 2], [1, np.inf, 2]])

    assert is_canonical(lower, np.float64)
    assert is_canonical(upper, np.float64)
    np.testing.assert_array_equal(lower[1], [1.0, -np.inf, 2.0])
    assert as_boxes([], [])[0].shape == (0, 3)


@pytest.mark.parametrize(
    ("lower", "upper", "message"),
    [
        (GOOD, GOOD[:2], "low and high: 4 and 2 rows, expected equal"),
        (GOOD, GOOD - [[0], [0], [1], [0]], r"low: row 2 \(6, 7, 8\) lies above high \(5, 6, 7\)"),
        (GOOD * [[1], [np.nan], [1], [1]], GOOD, r"low: row 1 is not a number \(nan, nan, nan\)"),
        (GOOD, GOOD * [[1], [1], [1], [np.nan]], "high: row 3 is not a number"),
        (GOOD[:, :2], GOOD, r"low: expected shape \(n, 3\), got \(4, 2\)"),
        (GOOD, "boxes", "high: expected real numbers"),
    ],
)
def test_bad_boxes_are_named(lower, upper, message):
    with pytest.raises(ImpingeError, match=message):
        as_boxes(lower, upper, ("low", "high"))


def test_whole_numbers_within_the_limits_are_taken():
    assert [as_whole(n, "depth", 1, 5) for n in (1, 5, np.int32(3))] == [1, 5, 3]


@pytest.mark.parametrize("value", [0, 6, 2.0, True, "3", None, np.array([1, 2])])
def test_others_are_named(value):
    with pytest.raises(ImpingeError, match="depth: expected a whole number from 1 to 5, got"):
        as_whole(value, "depth", 1, 5)


@pytest.mark.parametrize(
    ("values", "shape"), [([1, 2], (2,)), ([[1, 2]], (1, 2)), ([[1, 2]], ("n", 2)), ([1], ("n",))]
)
def test_numbers_of_the_expected_shape_pass(values, shape):
    assert as_numbers(values, "x", shape).tolist() == values


def test_an_empty_list_has_no_rows_of_any_shape():
    assert as_numbers([], "x", ("n", 3, 3)).shape == (0, 3, 3)


@pytest.mark.parametrize(
    ("values", "shape", "message"),
    [
        (1.0, ("n",), r"x: expected shape \(n,\), got \(\)"),
        ([[1, 2]], ("n", 3), r"x: expected shape \(n, 3\), got \(1, 2\)"),
        ([[[1, 2]]], ("n", 2), r"x: expected shape \(n, 2\), got \(1, 1, 2\)"),
        ([], (3, 3), r"x: expected shape \(3, 3\), got \(0,\)"),
        ([1], (2,), r"x: expected shape \(2,\), got \(1,\)"),
        ([[1], [1, 2]], ("n", 2), r"x: rows differ in length, expected shape \(n, 2\)$"),
        ([[True]], ("n", 1), r"x: expected real numbers of shape \(n, 1\), got booleans"),
    ],
)
def test_numbers_of_other_shapes_are_refused(values, shape, message):
    with pytest.raises(ImpingeError, match=message):
        as_numbers(values, "x", shape)
