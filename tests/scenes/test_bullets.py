"""Bullets and paper: their times are those that many looks find."""

import numpy as np
import pytest
from moving_pairs import check_known, check_same_seed

from impinge.core.errors import ImpingeError
from impinge.scenes import bullets_through_paper
from impinge.scenes.bullets import KINDS, first_of_boxes


@pytest.mark.parametrize("meshes", [False, True])
@pytest.mark.parametrize("way", [1.0, 1000.0])
def test_bullets_touch_at_their_times(meshes, way):
    check_known(bullets_through_paper(60, way, seed=3, meshes=meshes))


def test_every_kind_is_there_and_some_papers_move():
    found = bullets_through_paper(80, seed=1)
    spins = found.motion_b.angle > 0.0

    assert set(found.kinds) == set(KINDS)
    assert [kind == "spinning" for kind in found.kinds] == spins.tolist()
    assert (np.abs(found.motion_b.linear).max(axis=1) > 0.0).sum() > 40


@pytest.mark.parametrize(
    ("x", "velocity", "time"),
    [
        (-3.0, (4.0, 0.0, 0.0), 0.5),
        (-3.0, (1.0, 0.0, 0.0), np.inf),
        (-3.0, (-4.0, 0.0, 0.0), np.inf),
        (-3.0, (4.0, 9.0, 0.0), np.inf),
        (-3.0, (0.0, 0.0, 0.0), np.inf),
        (0.5, (1.0, 1.0, 1.0), 0.0),
    ],
)
def test_boxes_in_line(x, velocity, time):
    pose = np.eye(4)
    pose[0, 3] = x
    one = np.ones(3)
    assert first_of_boxes(one, pose, one, np.array(velocity)) == time


def test_seeds_repeat():
    check_same_seed(lambda seed: bullets_through_paper(10, seed=seed))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ImpingeError, match="n: -1"):
        bullets_through_paper(-1)
    with pytest.raises(ImpingeError, match=r"way: 0\.1"):
        bullets_through_paper(3, 0.1)
