"""Fast pairs: their times are those that dense sampling finds."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.motion import Motion
from impinge.narrow import overlap
from impinge.scenes.fast import balls_through_walls, balls_under_blades


@pytest.mark.parametrize("family", [balls_through_walls, balls_under_blades])
@pytest.mark.parametrize("speed", [3.0, 30.0])
def test_pairs_touch_just_between_their_times(family, speed):
    found = family(12, speed, seed=4)
    motion, names = Motion(found.start, found.end), found.scene.names
    for k, (a, b) in enumerate(found.pairs):
        i, j = names.index(a), names.index(b)
        short = 1e-6 / speed
        first, last = found.first[k], found.last[k]
        assert 0.0 <= first < last <= 1.0
        assert last - first <= 2.01 / speed
        inside = [first + short, 0.5 * (first + last), last - short]
        outside = [t for t in (first - short, last + short) if 0.0 <= t <= 1.0]
        for t in [*inside, *outside]:
            poses = motion.pose(t)
            shapes = found.scene[a].shape, found.scene[b].shape
            assert overlap(*shapes, poses[i], poses[j]) == (t in inside)


def test_only_partners_meet_and_seeds_repeat():
    found = balls_through_walls(30, 50.0, seed=1)
    again = balls_through_walls(30, 50.0, seed=1)
    np.testing.assert_array_equal(found.start, again.start)
    lower = np.minimum(found.start[:, :3, 3], found.end[:, :3, 3])
    upper = np.maximum(found.start[:, :3, 3], found.end[:, :3, 3])
    for i in range(29):
        assert upper[2 * i, 0] + 1.0 < lower[2 * i + 2, 0]


@pytest.mark.parametrize("family", [balls_through_walls, balls_under_blades])
def test_what_makes_no_sense_is_refused(family):
    with pytest.raises(ImpingeError, match="n: 0"):
        family(0, 10.0)
    with pytest.raises(ImpingeError, match="speed"):
        family(3, 0.5)
    with pytest.raises(ImpingeError, match="speed"):
        balls_under_blades(3, 1e9)
