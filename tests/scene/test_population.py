"""What a scene consists of: names, and what is refused."""

import numpy as np
import pytest
from populated import random_pose

import impinge as im
from impinge.scene import Scene

BALL = im.Sphere(0.5)


def some():
    return Scene.from_dict({"a": BALL, "b": im.Box((1, 1, 1)), "c": BALL})


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "is empty"), (3, "got int 3"), (None, "got NoneType"), (("a",), "got tuple"),
     ([], "got list"), (b"a", "got bytes"), ("a", "'a' is in the scene already")],
)  # fmt: skip
def test_hostile_names_are_refused(name, message):
    scene = some()

    with pytest.raises(im.ImpingeError, match=message):
        scene.add(name, BALL)
    with pytest.raises(im.ImpingeError, match=message):
        scene.add_many(["x", name], BALL)

    assert scene.names == ("a", "b", "c")


@pytest.mark.parametrize(
    "ask",
    [
        lambda s, n: s.remove(n),
        lambda s, n: s.move(n, np.eye(4)),
        lambda s, n: s.move([n], np.eye(4)[None]),
        lambda s, n: s.ignore("a", n),
        lambda s, n: s.unignore(n, "a"),
        lambda s, n: s.set_shape(n, BALL),
        lambda s, n: s.set_margin(n, 1.0),
        lambda s, n: s.closest(n),
        lambda s, n: s.explain("a", n),
        lambda s, n: s[n],
    ],
)
@pytest.mark.parametrize("name", ["nobody", "", 3, None, ["x"]])
def test_unknown_names_are_named(ask, name):
    with pytest.raises((im.ImpingeError, TypeError)) as error:
        ask(some(), name)
    assert isinstance(error.value, im.ImpingeError)
    assert "nobody" in str(error.value) or name != "nobody"


def test_names_of_every_script_are_kept_and_sorted():
    names = ["ö", "z", "A", " ", "\n", "a\0", "a", "名前", "x" * 5000]
    scene = Scene()
    scene.add_many(names, BALL)

    expected = sorted(names)
    assert scene.names == tuple(names)
    assert scene.overlaps()[0] == (expected[0], expected[1])
    assert len(scene.collide().of("a", "a\0")) == 1
    assert len(scene.overlaps()) == len(names) * (len(names) - 1) // 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s.add("x", "crate"), "shape of 'x': expected a shape"),
        (lambda s: s.add("x", BALL, np.full((4, 4), np.nan)), "pose of 'x': is not finite"),
        (lambda s: s.add("x", BALL, np.zeros((2, 4, 4))), "pose of 'x'"),
        (lambda s: s.add("x", BALL, margin=-1.0), "margin of 'x': -1 is less than 0"),
        (lambda s: s.add("x", BALL, group=""), "group"),
        (lambda s: s.add_many(["x", "x"], BALL), "'x' is given twice"),
        (lambda s: s.add_many(["x", "y"], [BALL]), "shapes: 1 for 2 names"),
        (lambda s: s.add_many(["x"], BALL, margins=[1.0, 2.0]), "margins: 2 for 1"),
        (lambda s: s.add_many("xy", BALL), "expected a list of names"),
        (lambda s: s.add_many(3, BALL), "expected a list of names, got int"),
        (lambda s: s.add_many(["x", "y"], BALL, np.eye(4)[None]), r"expected \(2, 4, 4\)"),
        (lambda s: s.move(["a", "b"], np.stack([np.eye(4), 2 * np.eye(4)])), "pose of 'b'"),
        (lambda s: s.move(["a", "a"], np.stack([np.eye(4)] * 2)), "'a' is given twice"),
        (lambda s: s.move(["a"], None), "poses"),
        (lambda s: s.move("a", np.stack([np.eye(4)] * 2)), "pose of 'a': expected one pose"),
        (lambda s: s.ignore("a", "a"), "both are 'a'"),
        (lambda s: s.ignore_groups(""), "name of a group"),
        (lambda s: s.unignore_groups("green"), "no group 'green'"),
    ],
)  # fmt: skip
def test_bad_input_is_named_and_changes_nothing(change, message):
    scene = some()
    before = scene.to_dict()

    with pytest.raises(im.ImpingeError, match=message):
        change(scene)

    assert scene.to_dict() == before


def test_many_are_added_at_once():
    poses = np.stack([random_pose(np.random.default_rng(i)) for i in range(3)])
    scene = Scene()
    scene.add_many(["x", "y", "z"], [BALL, im.box_mesh(), BALL], poses, [0.0, 0.1, 0.2], "red")

    assert scene.groups == ("red",) * 3
    assert scene.margins.tolist() == [0.0, 0.1, 0.2]
    assert scene.shapes[0] is scene.shapes[2] is BALL
    np.testing.assert_array_equal(scene.poses, poses)
    assert list(scene) == ["x", "y", "z"]
    assert repr(scene) == "Scene(3 things of 2 shapes)"


def test_what_is_shown_cannot_change_the_scene():
    scene = some()

    for shown in (scene.poses, scene.margins, scene["a"].pose, *scene.boxes):
        with pytest.raises(ValueError, match="read-only"):
            shown[...] = 1.0
    given = np.eye(4)
    scene.move("a", given)
    given[0, 3] = 5.0
    assert scene["a"].pose[0, 3] == 0.0


def test_meshes_of_others_become_ours_once():
    class Theirs:
        vertices, faces = im.box_mesh().vertices, im.box_mesh().faces

    scene, theirs = Scene(), Theirs()
    scene.add_many(["x", "y"], theirs)

    assert scene["x"].shape is scene["y"].shape


def test_slots_and_shapes_are_used_again():
    scene = Scene()
    for i in range(200):
        scene.add(f"{i}", im.Sphere(1.0 + i))
        if i >= 3:
            scene.remove(f"{i - 3}")
    assert len(scene) == 3
    assert len(scene._things.alive) == 16
    assert len(scene._things.shapes) <= 5
    assert scene.overlaps() == [("197", "198"), ("197", "199"), ("198", "199")]


def test_removing_forgets_what_was_ignored():
    scene = some()
    scene.ignore("a", "b")
    assert scene.ignored == [("a", "b")]
    scene.remove("a")
    scene.add("a", BALL)

    assert scene.ignored == []
    assert ("a", "b") in scene.overlaps()


def test_groups_are_ignored_and_tested_again():
    scene = Scene()
    for name, group in (("a", "red"), ("b", "red"), ("c", "blue"), ("d", None)):
        scene.add(name, BALL, group=group)
    scene.ignore_groups("red")
    assert scene.overlaps() == [("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    scene.ignore_groups("red", "blue")
    assert scene.overlaps() == [("a", "d"), ("b", "d"), ("c", "d")]
    assert scene.ignored_groups == [("red", "red"), ("red", "blue")]
    scene.unignore_groups("blue", "red")
    scene.unignore_groups("red")
    assert len(scene.overlaps()) == 6


def test_vertices_and_faces_are_one_shape_alone_and_beside_others():
    mesh = im.box_mesh((1.0, 1.0, 1.0))
    pair = mesh.vertices.tolist(), mesh.faces.tolist()
    scene = Scene.from_dict({"ball": [im.Sphere(1.0), None], "soup": list(pair), "box": mesh})
    assert [type(shape).__name__ for shape in scene.shapes] == ["Sphere", "Mesh", "Mesh"]
    scene = Scene()
    scene.add_many(["a", "b"], pair)
    assert scene.shapes[0] is scene.shapes[1]
    scene = Scene()
    scene.add_many(["a", "b"], [pair, im.Sphere(1.0)])
    assert [type(shape).__name__ for shape in scene.shapes] == ["Mesh", "Sphere"]
