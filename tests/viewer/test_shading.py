"""Pictures show what is there: background, lit and shaded sides, contact lines."""

import numpy as np

from impinge.geometry import box_mesh, icosphere
from impinge.narrow import intersecting_pairs
from impinge.viewer import Camera, model_of, render

GREY = (0.6, 0.6, 0.6)


def ball_picture(**options):
    model = model_of([icosphere(1.0, 3)], np.eye(4)[None], [GREY])
    return render(model, Camera((0.0, -6.0, 0.0), (0.0, 0.0, 0.0), 40, 30, 28.0), **options)


def test_a_ball_is_seen_on_its_background():
    picture = ball_picture(samples=1, background=(0.0, 1.0, 0.0))

    assert picture.shape == (30, 40, 3)
    np.testing.assert_array_equal(picture[0, 0], [0.0, 1.0, 0.0])
    assert np.ptp(picture[15, 20]) < 1e-9


def test_the_side_of_the_sun_is_brighter():
    picture = ball_picture(samples=2)

    assert picture[10, 17].mean() > picture[20, 23].mean() + 0.1


def test_the_same_picture_comes_twice():
    np.testing.assert_array_equal(ball_picture(samples=2), ball_picture(samples=2))


def test_progress_is_told():
    told = []
    ball_picture(samples=2, done=told.append)

    assert told[-1] == 2 * 40 * 30


def test_the_line_where_two_parts_cross_is_marked():
    box, ball = box_mesh(), icosphere(0.6, 3)
    poses = np.stack([np.eye(4), np.eye(4)])
    pairs = intersecting_pairs(box, ball, *poses).pairs
    camera = Camera((0.0, -4.0, 1.0), (0.0, 0.0, 0.0), 60, 50, 28.0)
    plain = render(model_of([box, ball], poses, [GREY, GREY]), camera, samples=1)
    marked_model = model_of([box, ball], poses, [GREY, GREY], [(0, 1, pairs)], (1.0, 0, 0), 0.03)

    marked = render(marked_model, camera, samples=1)

    red = (marked[..., 0] > 0.9) & (marked[..., 1] < 0.1)
    assert 20 < red.sum() < 0.3 * (plain < 1.0).all(axis=2).sum()
    np.testing.assert_array_equal(marked[~red], plain[~red])


def test_nothing_is_only_background():
    away = Camera((0.0, -6.0, 0.0), (0.0, -9.0, 0.1), 8, 6)
    model = model_of([icosphere(1.0, 1)], np.eye(4)[None], [GREY])

    assert (render(model, away, samples=1) == 1.0).all()
