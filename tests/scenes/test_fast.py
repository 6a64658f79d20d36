"""Fast pairs: their times are those that dense sampling finds.

Two named things that move and meet.
"""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.motion import Motion
from impinge.narrow import overlap
from impinge.scenes import blade_and_post, sliding_gear
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


@pytest.mark.parametrize("turns", [3.0, 20.5, 50.0])
def test_the_blade_meets_the_post_and_samples_may_not_see_it(turns):
    one = blade_and_post(turns)
    found = im.time_of_impact(*one.shapes, *one.motions)
    assert found.status.name == "HIT"
    assert 0.3 < found.time < 0.7
    # No sample is earlier.
    times = np.linspace(0.0, 1.0, 20_001)
    poses = [motion.pose(times) for motion in one.motions]
    seen = times[im.overlap(*one.shapes, *poses)]
    assert seen[0] >= found.time
    assert seen[0] - found.time < 0.5 / turns


def test_a_hundred_samples_miss_fifty_turns():
    one = blade_and_post()
    poses = [motion.pose(np.linspace(0.0, 1.0, 101)) for motion in one.motions]
    assert not im.overlap(*one.shapes, *poses).any()


def test_the_gear_meets_the_wheel():
    one = sliding_gear()
    found = im.time_of_impact(*one.shapes, *one.motions)
    assert found.status.name == "HIT"
    assert found.gap <= 1e-6
    before, after = ([m.pose(found.time + d) for m in one.motions] for d in (-1e-5, 1e-4))
    assert not im.overlap(*one.shapes, *before)
    assert im.overlap(*one.shapes, *after)


def test_nonsense_is_refused():
    with pytest.raises(im.ImpingeError, match="turns"):
        blade_and_post(0.0)
    with pytest.raises(im.ImpingeError, match="turns"):
        blade_and_post(np.nan)
