"""Tracks of every kind in one frame, and what is wrong with some."""

import numpy as np
import pytest
from recordings import KINDS, frame

import impinge as im
from impinge.scene.tracks import TrackCheck, check_array, check_things, fixed_sizes

NAN = float("nan")


def arrays(contacts=None, **given):
    return TrackCheck({}).frame("", contacts, **given)


def test_a_frame_is_named_arrays():
    given = frame(5)
    contacts = given.pop("contacts")
    found = arrays(contacts, **given)
    assert {key: array.shape for key, array in found.items()} == {
        "poses": (3, 4, 4), "vertices/0": (12, 3), "vertices/1": (2, 3), "points/0": (1, 4),
        "points/1": (1, 3), "lines/0": (3, 3), "counts/0": (2,), "joints/0": (6,),
        "joints/1": (1,), "scalars": (3,), "contacts": (2, 7),
    }  # fmt: skip
    assert found["counts/0"].tolist() == [1, 2]
    np.testing.assert_array_equal(found["lines/0"], np.concatenate(given["lines"]["hair"]))
    assert arrays(**{kind: {} for kind in KINDS}) == {}


def test_what_queries_return_is_taken_as_contacts():
    box, ball = im.Box((1, 1, 1)), im.Sphere(0.6)
    found = im.collide(box, ball)
    rows = arrays(found)["contacts"]
    np.testing.assert_array_equal(
        rows, np.column_stack([found.point, found.normal, found.separation])
    )
    scene = im.Scene.from_dict({"box": box, "ball": ball})
    np.testing.assert_array_equal(
        arrays(scene.collide())["contacts"],
        arrays(scene.collide().of("ball", "box"))["contacts"],
    )
    assert arrays([])["contacts"].shape == (0, 7)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("poses", 2 * np.eye(4), "poses of 'a': has bottom row"),
        ("poses", np.zeros((2, 4, 4)), "poses of 'a'"),
        ("vertices", [[0, 0, NAN]], "vertices of 'a': row 0 is not finite"),
        ("vertices", [[0, 0]], r"vertices of 'a': expected shape \(n, 3\)"),
        ("vertices", [[0, 0, 1e200]], "coordinates end"),
        ("points", [[0, 0, 0], [0, 0, np.inf]], "points of 'a': row 1 is not finite"),
        ("points", np.zeros((2, 5)), "points of 'a': expected shape"),
        ("points", [[1, 2, 3], [1, 2]], "rows differ in length"),
        ("lines", [[[0, 0, 0]], [[0, 0, NAN]]], "lines of 'a': line 1: row 0 is not finite"),
        ("lines", [[[0, 0, 0]], []], "lines of 'a': line 1 has no points"),
        ("lines", "text", "expected a list of lines"),
        ("lines", 3, "expected a list of lines"),
        ("lines", np.zeros((2, 3)), "lines of 'a': line 0: expected shape"),
        ("joints", [0, NAN], "joints of 'a': row 1 is not finite"),
        ("joints", [[0, 1]], "joints of 'a': expected shape"),
        ("scalars", NAN, "scalars of 'a': nan is not finite"),
        ("scalars", "much", "scalars of 'a': expected a number"),
        ("scalars", True, "scalars of 'a': expected a number"),
    ],
)
def test_errors_name_track_and_row(kind, value, text):
    with pytest.raises(im.ImpingeError, match=text):
        arrays(**{kind: {"a": value}})


def test_contacts_are_rows_of_seven():
    for wrong in ([[0] * 6], [[NAN] * 7], "touching"):
        with pytest.raises(im.ImpingeError, match="contacts"):
            arrays(wrong)


def test_sizes_come_from_meshes_or_the_first_frame():
    things = check_things({"ball": im.icosphere(1.0, 0), "box": im.Box((1, 1, 1))})
    tracks = {"poses": (), "vertices": ("ball", "loose"), "joints": ("arm",), "scalars": ("e",)}
    shapes = {"vertices/0": (5, 3), "vertices/1": (5, 3), "joints/0": (6,)}
    sizes = fixed_sizes(tracks, shapes, things)
    assert sizes == {"scalars": 1, "vertices/0": 12, "vertices/1": 5, "joints/0": 6}
    check = TrackCheck(things, {**tracks, "points": (), "lines": ()}, shapes)
    given = {"vertices": {"ball": np.zeros((5, 3)), "loose": np.zeros((5, 3))}}
    given.update(joints={"arm": np.zeros(6)}, scalars={"e": 1})
    with pytest.raises(im.ImpingeError, match="vertices of 'ball', now: 5 rows, expected 12"):
        check.frame(", now", None, **given)
    with pytest.raises(im.ImpingeError, match="vertices of 'box': it is a Box"):
        fixed_sizes({**tracks, "vertices": ("box",)}, shapes, things)


def test_the_first_frame_with_tracks_fixes_them():
    check = TrackCheck({})
    assert check.frame("", None) == {}
    with pytest.raises(im.ImpingeError, match="not finite"):
        check.frame("", None, scalars={"a": NAN})
    check.frame("", None, scalars={"b": 1, "a": 2})
    assert check.frame("", [], scalars={"a": 2, "b": 1})["scalars"].tolist() == [1, 2]
    for wrong, text in (
        ({"a": 1}, "'b' is missing"),
        ({"a": 1, "b": 1, "c": 1}, "'c' is no track"),
    ):
        with pytest.raises(im.ImpingeError, match=text):
            check.frame("", None, scalars=wrong)


def test_things_are_shapes_and_equal_ones_stay_one():
    mesh = ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    found = check_things({"a": mesh, "b": mesh, "c": im.Sphere(1)})
    assert found["a"] is found["b"]
    for wrong in (3, {"a": 3}, {3: im.Sphere(1)}, {"": im.Sphere(1)}):
        with pytest.raises(im.ImpingeError, match="things"):
            check_things(wrong)


def test_checked_arrays_are_not_copied_without_need():
    for kind, shape in (("vertices", (4, 3)), ("points", (4, 4)), ("joints", (4,))):
        values = np.zeros(shape)
        assert check_array(kind, values, "x") is values
        assert check_array(kind, values, "x", copy=True) is not values
