"""Points, gaps and depths of contacts whose times are known."""

import numpy as np
import pytest
from every_shape import pose_of

from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import free_so_far
from impinge.continuous.witness import measure, tell_contacts
from impinge.geometry import Sphere
from impinge.motion import Motion, PiecewiseMotion

PATH = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (4.0, 6.0, 3.0, 9.0)]))
BALL = Sphere(1)
OPTIONS = Options(0.0, 1e-6, 1.0, False, 100)
STATES = impact_row.FREE, impact_row.HIT, impact_row.STARTED_TOUCHING, impact_row.OUT_OF_BUDGET


@pytest.mark.parametrize("motion_b", [PATH, Motion(None, PATH.pose_t1)])
def test_distances_are_those_at_the_time(motion_b):
    for time, asked in ((0.5, True), (0.9, True), (0.5, False)):
        out = free_so_far(1)
        out[:, impact_row.TIME] = time
        measure(BALL, BALL, PairMotion(None, motion_b), OPTIONS, np.array([asked]), out)
        gap = motion_b.pose(time)[0, 3] - 2.0 if asked else np.inf
        np.testing.assert_allclose(out[0, impact_row.GAP], gap, atol=1e-12)


def told(seen, options=OPTIONS):
    """Rows of all states at the start of a way that begins with an overlap of 0.5."""
    out = free_so_far(4)
    out[:, impact_row.STATUS] = STATES
    out[1:, impact_row.TIME] = 0.0
    out[:, impact_row.GAP] = 7.0
    away = Motion(pose_of((1.5, 0, 0)), pose_of((9.0, 0, 0)))
    tell_contacts(BALL, BALL, PairMotion(None, away, 4), options, np.full(4, seen), out)
    return out


def test_what_a_search_has_seen_is_not_measured_again():
    np.testing.assert_allclose(told(seen=False)[:, impact_row.GAP], [7.0, 0.0, 0.0, 0.0])
    assert (told(seen=True)[:, impact_row.GAP] == 7.0).all()


def test_depth_is_that_of_starts_and_upper_that_of_hits():
    out = told(seen=False)
    np.testing.assert_allclose(out[:, impact_row.DEPTH], [0.0, 0.0, 0.5, 0.0])
    # Seen to overlap a millionth of the step behind the contact.
    np.testing.assert_allclose(out[:, impact_row.UPPER], [np.inf, 1e-6, np.inf, np.inf])


def test_of_times_alone_nothing_else_is_told():
    out = told(seen=False, options=OPTIONS._replace(measured=False))
    assert (out[:, impact_row.GAP] == 7.0).all()
    assert (out[:, impact_row.DEPTH] == 0.0).all()
