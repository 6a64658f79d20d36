"""Why is a pair tested or not?"""

import json

import numpy as np
import pytest
from populated import brute_overlaps, random_scene

import impinge as im
from impinge.scene import Scene


def scene_of_three():
    scene = Scene()
    pose = np.eye(4)
    scene.add("a", im.Box((1, 1, 1)), group="red")
    pose[1, 3] = 3.0
    scene.add("b", im.Sphere(0.5), pose, margin=0.25, group="red")
    pose[:3, 3] = 1.1, 0.0, 0.0
    scene.add("c", im.box_mesh((1, 1, 1)), pose, margin=0.2)
    return scene


def test_boxes_apart_name_axis_and_gap():
    found = scene_of_three().explain("a", "b")

    assert (found.reason, found.axis, found.touching, found.query) == (
        "boxes apart", "y", False, None,
    )  # fmt: skip
    assert found.box_gap == pytest.approx(1.75)
    assert str(found) == (
        "'a' and 'b' are not tested: their boxes are 1.75 m apart along y (margins 0 + 0.25 m)."
    )


def test_a_test_says_what_was_asked_and_answered():
    found = scene_of_three().explain("c", "a")

    assert (found.reason, found.touching, found.axis, found.box_gap) == ("tested", True, None, 0.0)
    assert found.query == "overlap of Box and Mesh"
    assert found.distance == pytest.approx(0.1)
    assert "in contact, at a distance of 0.1 m (margins 0.2 + 0 m)" in found.text


def test_near_but_not_touching():
    scene = scene_of_three()
    scene.set_margin("c", 0.0999999)
    turned = np.eye(4)
    turned[:2, :2] = np.array([[1, -1], [1, 1]]) / 2**0.5
    turned[:2, 3] = 1.1
    scene.move("c", turned)
    found = scene.explain("a", "c")
    assert (found.reason, found.touching) == ("tested", False)
    assert "not in contact" in found.text


def test_ignored_pairs_and_groups():
    scene = scene_of_three()
    scene.ignore("c", "a")
    assert scene.explain("a", "c").text == "'a' and 'c' are not tested: the pair is ignored."
    scene.ignore_groups("red")
    assert "both are in group 'red'" in scene.explain("a", "b").text
    assert scene.explain("a", "b").reason == "ignored groups"
    scene.add("d", im.Sphere(1.0), group="blue")
    scene.ignore_groups("blue", "red")
    assert "groups 'red' and 'blue' are ignored with each other" in scene.explain("a", "d").text


def test_it_says_what_the_scene_says():
    scene = random_scene(20, 1)
    scene.ignore("thing 0", "thing 1")
    scene.ignore_groups("red", "blue")
    expected, seen = set(brute_overlaps(scene)), set()
    names = sorted(scene.names)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            found = scene.explain(b, a)
            assert found.touching == ((a, b) in expected)
            seen.add(found.reason)
            json.dumps(found.to_dict())
    assert seen == {"ignored", "ignored groups", "boxes apart", "tested"}


def test_what_cannot_be_tested_is_said_with_the_reason():
    hill, valley = (im.HeightField(np.full((3, 3), height), 1.0) for height in (0.0, 0.5))
    scene = Scene.from_dict({"hill": hill, "valley": valley}, solid=True)
    with pytest.raises(im.ImpingeError) as raised:
        scene.overlaps()
    found = scene.explain("hill", "valley")

    assert (found.reason, found.touching, found.distance) == ("cannot be tested", False, None)
    assert found.error == str(raised.value)
    assert found.text.startswith(
        "'hill' and 'valley' cannot be tested by overlap of HeightField and HeightField, solid: "
    )
    assert "no method for HeightField and HeightField" in found.text
    json.dumps(found.to_dict())


def test_half_spaces_are_tested():
    scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "wall": im.HalfSpace((1, 0, 0))})
    found = scene.explain("floor", "wall")
    assert (found.reason, found.touching) == ("tested", True)


def test_a_thing_and_itself():
    with pytest.raises(im.ImpingeError, match="both are 'a'"):
        scene_of_three().explain("a", "a")
