"""Screws and nuts: the right ones stay free, the others do not."""

import numpy as np
import pytest
from moving_pairs import check_known, check_same_seed, touching

from impinge.core.errors import ImpingeError
from impinge.scenes import screws_in_nuts
from impinge.scenes.screws import KINDS, nut, screw


@pytest.mark.parametrize("fine", [1, 3])
def test_what_is_said_about_times_is_so(fine):
    check_known(screws_in_nuts(18, seed=2, fine=fine))


def test_a_wrong_pitch_ends_in_the_nut():
    found = screws_in_nuts(60, seed=6)
    wrong = np.isnan(found.first)

    assert wrong.sum() == 60 // len(KINDS)
    assert touching(found, np.ones(60))[wrong].all()


def test_the_right_pitch_goes_in():
    """Not free because it stays outside: the screw's end is below the nut's top."""
    found = screws_in_nuts(30, seed=1)
    for i in range(0, 30, 3):
        into = np.linalg.inv(found.motion_b[i].pose(1.0)) @ found.motion_a[i].pose(1.0)
        end, top = into[2, 3] + screw().bounds[0, 2], nut().bounds[1, 2]
        assert end < top - 5e-4


@pytest.mark.parametrize("make", [screw, nut])
def test_parts_are_solids(make):
    for fine in (1, 2):
        mesh = make(fine)
        assert mesh.is_closed
        assert mesh.volume > 0.0
    assert len(make(2).faces) > 3.5 * len(make(1).faces)


def test_seeds_repeat():
    check_same_seed(lambda seed: screws_in_nuts(6, seed=seed))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ImpingeError, match="n: 0"):
        screws_in_nuts(0)
    with pytest.raises(ImpingeError, match="fine: 0"):
        screws_in_nuts(1, fine=0)
    for kinds in ((), ("left",)):
        with pytest.raises(ImpingeError, match="kinds"):
            screws_in_nuts(1, kinds=kinds)


def test_kinds_can_be_chosen():
    assert set(screws_in_nuts(5, kinds=KINDS[1:]).kinds) == set(KINDS[1:])
