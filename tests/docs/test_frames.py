"""Pictures of frames."""

import numpy as np
from frames import BEGAN, ENDED, FREE, LASTING, _colour_of, draw_frames, snapshot

import impinge as im
from impinge.scene import Scene
from impinge.viewer.model import colour


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def frames():
    scene = Scene.from_dict({
        "a": im.Sphere(1.0), "b": (im.Box((1, 1, 1)), at(1.2)), "c": (im.Sphere(1.0), at(9.0)),
        "d": (im.icosphere(1.0, 1), at(20.0)), "e": (im.Sphere(1.0), at(21.0)),
        "floor": im.HalfSpace((0, 0, 1), -0.5),
    })  # fmt: skip
    first = snapshot(scene)
    scene.move(["c", "e"], np.stack([at(5.0), at(30.0)]))
    scene.add("f", im.Sphere(1.0), at(5.5))
    return [first, snapshot(scene)]


def test_things_have_the_colour_of_what_happened():
    first, second = frames()
    assert _colour_of("a", first) == _colour_of("d", first) == colour(BEGAN)
    assert _colour_of("c", first) == colour(FREE)
    codes = {"a": LASTING, "b": LASTING, "c": BEGAN, "d": ENDED, "e": ENDED, "f": BEGAN}
    assert {name: _colour_of(name, second) for name in codes} == {
        name: colour(code) for name, code in codes.items()
    }


def test_a_picture_is_written(tmp_path):
    file, seen = tmp_path / "frames.png", []
    draw_frames(file, frames(), "A title", size=(80, 60), samples=1, floor=-1.0, done=seen.append)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert seen == [1, 2]
