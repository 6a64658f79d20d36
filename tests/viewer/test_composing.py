"""From what a view holds to what a page is given."""

from importlib import metadata

import numpy as np
from payload_reading import array, at, layers, world

import impinge as im
from impinge.viewer import composing


def test_two_recordings_share_one_slider():
    a = im.Recording([0, 1, 2], {"x": [at(k) for k in range(3)]})
    b = im.Recording([0.5, 2], {"x": [at(9), at(7)]}, scalars={"energy": [1, 2]})
    made = im.View().add(im.Sphere(1), "x").recording(a).beside(b, ("first", "second")).payload()
    assert made["times"] == [0.0, 0.5, 1.0, 2.0]
    clocks = [array(made, pane["clock"]).tolist() for pane in made["panes"]]
    assert clocks == [[0, 0, 1, 2], [0, 0, 0, 1]]
    assert [pane["name"] for pane in made["panes"]] == ["first", "second"]
    first, second = layers(made, "things")
    assert (first["pane"], second["pane"], second["table"]) == (0, 1, "things-2")
    poses = [array(made, one["poses"]).reshape(-1, 3, 4)[:, :, 3] for one in (first, second)]
    np.testing.assert_allclose(world(made, poses[0])[:, 0], [0, 1, 2], atol=1e-6)
    np.testing.assert_allclose(world(made, poses[1])[:, 0], [9, 7], atol=1e-6)
    assert [one["pane"] for one in made["tables"]] == [0, 1]
    same = im.View().add(im.Sphere(1), "x").recording(a).beside(a).payload()
    assert [pane["clock"] for pane in same["panes"]] == [None, None]


def test_all_frames_are_in_the_picture():
    run = im.Recording([0, 1], {"a": [at(), at(100)]})
    made = im.View().add(im.Sphere(1), "a").recording(run).payload()
    (one,) = layers(made, "things")
    poses = array(made, one["poses"]).reshape(2, 3, 4)
    assert np.abs(poses[:, :, 3]).max() <= 1.0
    np.testing.assert_allclose(world(made, poses[1, :, 3]), [100, 0, 0], atol=1e-4)


def test_half_spaces_alone_are_in_the_picture():
    made = im.View().add(im.HalfSpace((0, 0, 1), 1e9)).payload()
    assert made["origin"] == [0.0, 0.0, 1e9]
    assert layers(made)[0]["frame"]
    both = im.View().add(im.HalfSpace((0, 0, 1))).add(im.Sphere(1)).payload()
    assert [one["frame"] for one in layers(both)] == [False, True]
    scene = im.Scene.from_dict({"floor": (im.HalfSpace((0, 0, 1)), at(z=7))})
    assert im.View().add(scene).payload()["origin"] == [0.0, 0.0, 7.0]


def test_layers_come_in_order():
    scene = im.Scene.from_dict({"x": im.Sphere(1)})
    view = im.View().points([[0, 0, 0]], "points").add(scene, "scene").add(im.Sphere(1), "loose")
    names = [one["name"] for one in layers(view.payload())]
    assert names[:2] == ["loose", "scene"]
    assert names[-1] == "points"


def test_it_says_the_version(monkeypatch):
    monkeypatch.setattr(metadata, "version", lambda name: "1.2.3")
    assert composing.generator() == "impinge 1.2.3"

    def unknown(name):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", unknown)
    assert composing.generator() == "impinge"
