"""Two named things that move and meet."""

import numpy as np
import pytest

import impinge as im
from impinge.scenes import blade_and_post, sliding_gear


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
