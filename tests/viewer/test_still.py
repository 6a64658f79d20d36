"""A still picture by the library's own rays."""

import numpy as np
import pytest
from payload_reading import at

import impinge as im
from impinge.viewer import still
from impinge.viewer.still import draw_still


def picture(view, tmp_path):
    from matplotlib.image import imread

    path = tmp_path / "still.png"
    draw_still(view.payload(), path, size=(200, 150), samples=1)
    found = imread(path)[..., :3]
    assert found.shape == (150, 200, 3)
    return found


def test_things_and_marks_are_seen(tmp_path):
    pose = at(1.5)
    a, b = im.Sphere(0.5), im.icosphere(0.5, 1)
    view = im.View("a $x$ \u2028").add(a, "a", colour="#ff0000").add(b, "b", pose, colour="#0000ff")
    found = picture(view.add(im.distance(a, b, None, pose)), tmp_path)
    red = (found[..., 0] > 0.3) & (found[..., 2] < 0.25 * found[..., 0])
    blue = (found[..., 2] > 0.3) & (found[..., 0] < 0.25 * found[..., 2])
    assert red.sum() > 300
    assert blue.sum() > 300
    assert np.flatnonzero(red.any(axis=0)).mean() < np.flatnonzero(blue.any(axis=0)).mean()


@pytest.mark.parametrize(
    "kind", ["empty", "scene", "resting", "recording", "points", "floor", "step"]
)
def test_anything_is_drawn(kind, tmp_path):
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Box((1, 1, 1)), at(1))})
    box = im.Box((1, 1, 1))
    run = im.Recording([0, 1], {"a": [at(), at(2)], "other": [at(3), at(4)]})
    view = {
        "empty": im.View(),
        "resting": im.View().add(im.Scene.from_dict({"a": box, "b": (box, at(1))})),
        "scene": im.View().add(scene).pairs(scene),
        "recording": im.View().recording(run, scene),
        "points": im.View().points([[0, 0, 0], [1, 1, 1]]).arrows([[0, 0, 0]], [[0, 0, 1]]),
        "floor": im.View().add(im.HalfSpace((0, 0, 1))),
        "step": im.View().add(im.Sphere(1), "a", im.Motion(at(), at(3))).points([[0, 0, 0]]),
    }[kind]
    assert picture(view, tmp_path).std() > 0.0


def test_many_triangles_are_made_fewer(monkeypatch, tmp_path):
    monkeypatch.setattr(still, "MOST_TRIANGLES", 500)
    assert picture(im.View().add(im.icosphere(1.0, 4)), tmp_path).std() > 0.0


def test_a_step_is_drawn_at_its_first_contact(tmp_path):
    """Both in the colours of contact, side by side, and not as far apart as at the start."""
    ball, motion = im.Sphere(0.5), im.Motion(at(-6), at(0))
    found = im.time_of_impact(ball, ball, motion)
    view = im.View().add(ball, "a", motion).add(ball, "b").add(found)
    seen = picture(view, tmp_path)
    orange = (seen[..., 0] > 0.4) & (seen[..., 2] < 0.5 * seen[..., 0])
    columns = np.flatnonzero(orange.any(axis=0))
    assert len(columns) > 60
    assert (np.diff(columns) <= 3).all()
