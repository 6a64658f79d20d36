"""What one picture shows, as it was given."""

import numpy as np
import pytest
from payload_reading import at

import impinge as im
from impinge.viewer.contents import Contents


def test_shapes_are_those_of_things_and_scenes():
    found, ball, box = Contents(), im.Sphere(1), im.Box((1, 1, 1))
    found.add_scene(im.Scene.from_dict({"x": (ball, at(3))}), "scene")
    assert found.add_shape(box, None, at(1), None, 1.0) == "box"
    assert found.add_shape(box, None, at(1), None, 1.0) == "box 2"
    assert found.shapes == {"box": box, "box 2": box, "x": ball}
    np.testing.assert_array_equal([found.pose_of("x"), found.pose_of("box")], [at(3), at(1)])
    for act in (lambda: found.add_shape(box, "x", at(), None, 1.0),
                lambda: found.add_scene(im.Scene.from_dict({"box": ball}), "other")):  # fmt: skip
        with pytest.raises(im.ImpingeError, match="in the view already"):
            act()


def test_shapes_of_a_recording_are_added_and_leave_with_it():
    ball, box = im.Sphere(1), im.Box((1, 1, 1))
    first, second = (
        im.Recording([0], {"a": [at()]}, things={"a": ball, "b": shape}) for shape in (ball, box)
    )
    found = Contents()
    found.add_shape(box, "a", at(), None, 1.0)
    found.play(first)
    assert found.shapes == {"a": box, "b": ball}
    other = found.with_recording(second)
    assert other.shapes == {"a": box, "b": box}
    assert (found.recording, other.recording) == (first, second)


def test_walls_of_a_recording_are_clear_and_its_floor_is_not():
    things = {"wall": im.HalfSpace((1, 0, 0)), "floor": im.HalfSpace((0, 0, 1))}
    poses = {name: np.eye(4)[None] for name in things}
    contents = Contents()
    contents.play(im.Recording([0.0], poses, things=things))

    assert {name: thing.opacity for name, thing in contents.loose.items()} == {
        "wall": 0.05,
        "floor": 1.0,
    }
