"""Marks of one's own in a picture."""

import numpy as np
import pytest
from payload_reading import array, layer, world

import impinge as im
from impinge.viewer import marks


def test_marks_are_where_they_were_put():
    ends = np.array([[[0.0, 0, 0], [1, 2, 3]]])
    view = im.View().points(ends[0], "p").lines(ends, "l", dashed=True)
    made = view.arrows(ends[0], ends[0], "v").label("here", (1, 2, 3)).note("so").payload()

    np.testing.assert_allclose(
        world(made, array(made, layer(made, "p")["positions"])), ends[0], atol=1e-6
    )
    np.testing.assert_allclose(
        world(made, array(made, layer(made, "l")["segments"])), ends, atol=1e-6
    )
    assert layer(made, "l")["dashed"]
    assert [label["at"] for label in made["labels"]] == [[1.0, 2.0, 3.0]]
    assert "so" in made["notes"]


def test_marks_that_make_no_sense_are_refused():
    for given, words in (
        (lambda: im.View().lines([[0, 0, 0]]), "segments: expected shape"),
        (lambda: im.View().arrows([[0, 0, 0]], np.zeros((2, 3))), "one a point"),
        (lambda: im.View().points([[np.nan, 0, 0]]), "points"),
        (lambda: im.View().note(3), "text: expected a text"),
    ):
        with pytest.raises(im.ImpingeError, match=words):
            given()


def test_they_are_where_they_were_put():
    rng = np.random.default_rng(0)
    points, segments, vectors = (rng.normal(size=s) + 50 for s in ((9, 3), (5, 2, 3), (9, 3)))
    view = im.View().points(points).lines(segments, dashed=True).arrows(points, vectors, "v", "a")
    made = view.payload()
    found = world(made, array(made, layer(made, "points")["positions"]))
    np.testing.assert_allclose(found, points, atol=1e-5)
    found = world(made, array(made, layer(made, "lines")["segments"]))
    np.testing.assert_allclose(found, segments, atol=1e-5)
    arrows = layer(made, "v")
    found = array(made, arrows["vectors"]) * made["scale"]
    np.testing.assert_allclose(found, vectors, atol=1e-5)
    assert layer(made, "lines")["dashed"]
    assert arrows["colour"] == "a"
    assert arrows["pixels"] is None


def test_clouds_are_moved_and_thinned_out(monkeypatch):
    monkeypatch.setattr(marks, "MOST_POINTS", 10)
    pose = np.eye(4)
    pose[0, 3] = 100.0
    made = im.View().add(im.PointCloud(np.arange(99.0).reshape(33, 3)), "cloud", pose).payload()
    points = world(made, array(made, layer(made, "cloud")["positions"]))
    assert len(points) <= 10
    assert points[0, 0] == pytest.approx(100.0)
    assert "33 points" in made["notes"][0]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda v: v.points([[0, 0, np.nan]]), "points"),
        (lambda v: v.points([[0, 0, 0]], size=-1), "size"),
        (lambda v: v.lines([[0, 0, 0]]), "segments"),
        (lambda v: v.arrows([[0, 0, 0]], [[0, 0, 0]] * 2), "vectors: 2 rows"),
        (lambda v: v.arrows([[0, 0, 0]], [[0, 0, 1]], "a", "pink"), "colour"),
    ],
)
def test_errors_name_the_argument(call, text):
    with pytest.raises(im.ImpingeError, match=text):
        call(im.View())
