"""A recording of things whose shapes nobody knows."""

import numpy as np
from payload_reading import array, at, column, layer, layers, table, world

import impinge as im
from impinge.viewer import layers_paths


def run():
    return im.Recording([0.0, 0.5, 2.0], {"a": [at(), at(1), at(1, 2)], "b": [at(5)] * 3})


def test_axes_move_and_paths_stay():
    made = im.View().add(run()).payload()
    rows = table(made, "poses")
    assert rows["frames"] == [0, 2, 4, 6]
    assert made["times"] == [0.0, 0.5, 2.0]
    assert column(rows, "position", rows["rows"][4:]) == [[1.0, 2.0, 0.0], [5.0, 0.0, 0.0]]
    arrows = layers(made, "arrows")
    assert [one["name"] for one in arrows] == ["x axes", "y axes", "z axes"]
    places = world(made, array(made, arrows[0]["positions"]))
    np.testing.assert_allclose(places[4:], [[1, 2, 0], [5, 0, 0]], atol=1e-6)
    assert array(made, arrows[0]["frames"]).tolist() == [0, 2, 4, 6]
    paths = world(made, array(made, layer(made, "Paths")["segments"]))
    assert len(paths) == 4
    assert layer(made, "Paths")["ways"] == 2
    assert layer(made, "Paths")["frames"] is None
    assert "2 frames of reference over 2 s" in made["subtitle"]


def test_only_what_is_not_in_the_view_is_shown_so():
    made = im.View().add(im.Sphere(1), "a").recording(run()).payload()
    assert column(table(made, "poses"), "name") == ["b"] * 3
    whole = im.View().add({"a": im.Sphere(1), "b": im.Sphere(1)}).recording(run()).payload()
    assert layers(whole, "arrows") == []


def test_one_frame_and_long_paths(monkeypatch):
    made = im.View().add(im.Recording([0.0], {"a": [at()]})).payload()
    assert layers(made, "lines") == []
    monkeypatch.setattr(layers_paths, "MOST_SEGMENTS", 1)
    assert "Paths are too long to be drawn." in im.View().add(run()).payload()["notes"]
