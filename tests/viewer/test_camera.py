"""Pixels and rays belong together, and everything is in the picture."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.viewer import Camera


def test_a_point_along_a_ray_appears_at_its_pixel():
    camera = Camera((3.0, -2.0, 1.5), (0.1, 0.2, 0.0), 40, 30)
    rays = camera.rays().reshape(30, 40, 3)

    for row, column in ((0, 0), (29, 39), (12, 7)):
        (seen,) = camera.pixels([np.array(camera.eye) + 2.5 * rays[row, column]])
        np.testing.assert_allclose(seen, [column + 0.5, row + 0.5], atol=1e-9)


def test_the_target_is_in_the_middle_and_up_is_up():
    camera = Camera((3.0, 0.0, 0.0), (0.0, 0.0, 0.0), 100, 60)

    (middle, above) = camera.pixels([[0, 0, 0], [0, 0, 0.1]])

    np.testing.assert_allclose(middle, [50, 30])
    assert above[1] < 30


@pytest.mark.parametrize("fill", [0.5, 0.9])
def test_framing_shows_everything_as_large_as_asked(fill):
    points = np.random.default_rng(2).normal(size=(50, 3)) * [3.0, 1.0, 0.2] + [5.0, 0.0, 1.0]

    camera = Camera.framing(points, (1.0, -1.0, 1.0), 300, 200, 30.0, fill)

    seen = camera.pixels(points) / [300, 200]
    span = np.ptp(seen, axis=0)
    assert span.max() == pytest.approx(fill, abs=0.02)
    np.testing.assert_allclose(seen.min(axis=0) + seen.max(axis=0), [1.0, 1.0], atol=0.03)


def test_one_point_can_be_framed():
    camera = Camera.framing([[1.0, 2.0, 3.0]], (1.0, 0.0, 1.0), 30, 20)

    assert np.isfinite(camera.rays()).all()


def test_looking_straight_down_is_refused():
    with pytest.raises(ImpingeError, match="camera"):
        Camera((0.0, 0.0, 2.0), (0.0, 0.0, 0.0), 10, 10).rays()
