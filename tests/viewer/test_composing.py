"""From what a view holds to what a page is given."""

import numpy as np
from payload_reading import array, at, layers, world

import impinge as im
from impinge.viewer import composing
from impinge.viewer.composing import thinned


def test_long_recordings_are_thinned_out_and_that_is_said(monkeypatch):
    monkeypatch.setattr(composing, "MOST_POSES", 10)
    run = im.Recording(np.arange(25), {"a": [at(k) for k in range(25)]})
    made = im.View().add(im.Sphere(1), "a").recording(run).payload()
    assert made["times"] == list(range(0, 25, 3))
    assert made["notes"] == [
        "9 of 25 frames are shown, one in 3, so that this page stays small."
    ]  # fmt: skip
    # A scene of 96 things at rest costs as much a frame as two that move.
    assert thinned(run, 96)[0].frames == 4
    short = im.Recording([0, 1], {"a": [at(), at()]})
    assert thinned(short) == (short, [])
    assert thinned(None) == (None, [])


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
