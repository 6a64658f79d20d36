"""Shapes as plain data, and back."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from every_shape import ALL, CUBE, FLAT, bits_of, pose_of

import impinge as im
from impinge.geometry import hull as hulls
from impinge.geometry.compound import NESTING
from impinge.scene import Scene
from impinge.scene.description import (
    is_description,
    shape_from_dict,
    shape_to_dict,
    things_of_trimesh,
)

SHAPES = {**ALL, **FLAT}


@pytest.mark.parametrize("name", SHAPES)
def test_each_kind_of_shape_is_plain_data_and_back(name):
    plain = json.loads(json.dumps(shape_to_dict(SHAPES[name])))

    assert bits_of(shape_from_dict(plain, "it")) == bits_of(SHAPES[name])


def test_a_hull_is_made_again_without_a_search(monkeypatch):
    """Bit by bit, whether the first is still alive or not."""
    made = (lambda: im.Hull(im.icosphere(1.0, 3).vertices), lambda: im.Hull(CUBE * [1, 2, 3] + 0.1))
    plain = [json.loads(json.dumps(shape_to_dict(make()))) for make in made]
    expected = [bits_of(make()) for make in made]
    alive = made[0]()
    with monkeypatch.context() as patch:
        patch.setattr(hulls, "hull_of", None)
        again = [shape_from_dict(values, "it") for values in plain]
    assert again[0] is alive
    assert list(map(bits_of, again)) == expected


def test_triangles_that_are_no_hull_of_the_points_count_for_nothing():
    rng = np.random.default_rng(2)
    hull = im.Hull(rng.normal(size=(40, 3)))
    plain, expected = shape_to_dict(hull), bits_of(hull)
    points, triangles = plain["points"], plain["triangles"]
    del hull
    inside = [*points, [0.0, 0.0, 0.0]]
    wrong = [[], triangles[1:], triangles[::-1], [t[::-1] for t in triangles], [[0, 0, 0]],
             [[0, 1, 2], [0, 2, 1]], rng.permutation(triangles).tolist(),
             rng.integers(0, len(points), (len(triangles), 3)).tolist()]  # fmt: skip
    for values in [{"points": points, "triangles": t} for t in wrong] + [
        {"points": inside, "triangles": triangles},
        {"points": points},
    ]:
        assert bits_of(shape_from_dict({"kind": "Hull", **values}, "it")) == expected
    for bad in (3, None, "abc", [[0, 1]], [[0, 1, 99]], [[0, 1, 0.5]], [[0, 1, -1]]):
        with pytest.raises(im.ImpingeError, match="it: triangles: "):
            shape_from_dict({"kind": "Hull", "points": points, "triangles": bad}, "it")


def test_a_scene_of_all_of_them_is_plain_data_and_back():
    scene = Scene.from_dict({name: (shape, pose_of([1, 2, 3], [4, 5, 6]))
                             for name, shape in SHAPES.items()})  # fmt: skip
    again = Scene.from_dict(json.loads(json.dumps(scene.to_dict())))

    assert again.poses.tobytes() == scene.poses.tobytes()
    assert list(map(bits_of, again.shapes)) == list(map(bits_of, scene.shapes))


def nested(depth):
    plain = {"kind": "Sphere", "radius": 1.0}
    for _ in range(depth):
        plain = {"kind": "Compound", "parts": [{"shape": plain, "pose": None}]}
    return plain


def test_compounds_end():
    assert len(shape_from_dict(nested(NESTING), "it")) == 1
    for depth in (NESTING + 1, 5000):
        with pytest.raises(im.ImpingeError, match=r"it: .*compounds lie more than 64 deep"):
            shape_from_dict(nested(depth), "it")


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (3, "it: expected a dictionary with a kind, got 3"),
        ({"radius": 1}, "it: expected a dictionary with a kind, got dict"),
        ({"kind": ["Box"]}, "it: there is no kind of shape list, only Sphere"),
        ({"kind": "Ball"}, "it: there is no kind of shape 'Ball', only Sphere"),
        ({"kind": "Compound"}, "it: kind: a Compound is not made from nothing, but from parts"),
        ({"kind": "Compound", "parts": 3}, "it: parts: expected a list, got 3"),
        ({"kind": "Compound", "parts": [3]}, "it: parts: row 0: expected a dictionary"),
        ({"kind": "Compound", "parts": [{"shape": {}}]}, "it: parts: row 0: expected a dictionary"),
        (
            {"kind": "Compound", "parts": [{"shape": {"kind": "x"}, "pose": None}]},
            "it: parts: row 0: there is no kind of shape 'x'",
        ),
        (
            {"kind": "Compound", "parts": [{"shape": nested(0), "pose": [1]}]},
            "it: parts: row 0: pose",
        ),
    ],
)
def test_what_is_no_description_of_a_shape(plain, message):
    with pytest.raises(im.ImpingeError, match=message):
        shape_from_dict(plain, "it")
    with pytest.raises(im.ImpingeError):
        Scene.from_dict({"objects": [], "shapes": [plain]})


def test_unknown_shapes_are_refused():
    class Odd(im.Sphere):
        pass

    assert shape_to_dict(Odd(1.0))["kind"] == "Sphere"
    with pytest.raises(im.ImpingeError, match="a int cannot be written"):
        shape_to_dict(3)
    with pytest.raises(im.ImpingeError, match="it: radius"):
        shape_from_dict({"kind": "Sphere", "radius": -1.0}, "it")


def test_dictionaries_of_shapes_are_no_descriptions():
    assert not is_description({"objects": im.Sphere(1.0), "shapes": im.Sphere(1.0)})
    assert is_description({"objects": [], "shapes": []})
    pairs = {"objects": [im.Sphere(1.0), None], "shapes": [im.Sphere(1.0), np.eye(4)]}
    assert not is_description(pairs)
    assert Scene.from_dict(pairs).names == ("objects", "shapes")
    triangle = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]]
    assert not is_description({"objects": triangle, "shapes": triangle})


def foreign(*nodes):
    """What a ``trimesh.Scene`` of one geometry looks like; nodes are names and matrices."""
    ball = im.icosphere(1.0, 1)
    geometry = {"ball": SimpleNamespace(vertices=ball.vertices, faces=ball.faces)}
    graph = {name: (np.array(matrix, float), "ball") for name, matrix in nodes}

    class Graph(dict):
        @property
        def nodes_geometry(self):
            return list(self)

    return SimpleNamespace(graph=Graph(graph), geometry=geometry)


def test_nodes_that_move_share_a_mesh_and_others_have_their_own():
    matrices = {"moved": pose_of([1, 2, 3], [1, 0, 0]), "scaled": np.diag([2, 3, 4, 1.0]),
                "mirrored": np.diag([-1, 1, 1, 1.0]), "still": np.eye(4)}  # fmt: skip
    found = things_of_trimesh(foreign(*matrices.items()))
    volume = found["still"][0].volume

    assert found["moved"][0] is found["still"][0]
    assert found["moved"][1].tobytes() == matrices["moved"].tobytes()
    assert found["scaled"][0].volume == pytest.approx(24 * volume)
    # Still filled, and not a hole in all else.
    assert found["mirrored"][0].volume == pytest.approx(volume)


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([(1, np.eye(4)), ("1", np.eye(4))], "two nodes have the name '1'"),
        ([("a", np.full((4, 4), np.nan))], "'a': pose"),
        ([("a", np.eye(3))], "'a': pose"),
        ([("a", np.ones((4, 4)))], "'a': pose"),
        ([("a", np.stack([np.eye(4)] * 2))], "'a': expected one matrix"),
    ],
)
def test_nodes_that_are_none_are_named(nodes, message):
    with pytest.raises(im.ImpingeError, match=message):
        things_of_trimesh(foreign(*nodes))
