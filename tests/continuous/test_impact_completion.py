"""Points, gaps, depths and upper bounds of contacts whose times are known."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import flights, path

from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.impact import free_rows
from impinge.continuous.impact_completion import (
    complete_impacts,
    complete_starts,
    depths,
    find_upper,
    measure_contacts,
)
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.geometry import Box, HalfSpace, Mesh, Sphere, box_mesh, icosphere
from impinge.motion import Motion, PiecewiseMotion
from impinge.narrow import overlap

PATH = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (4.0, 6.0, 3.0, 9.0)]))
BALL = Sphere(1)
OPTIONS = Options(0.0, 1e-6, 1.0, False, 100)
STATES = impact_row.FREE, impact_row.HIT, impact_row.STARTED_TOUCHING, impact_row.OUT_OF_BUDGET


@pytest.mark.parametrize("motion_b", [PATH, Motion(None, PATH.pose_t1)])
def test_distances_are_those_at_the_time(motion_b):
    for time, asked in ((0.5, True), (0.9, True), (0.5, False)):
        out = free_rows(1)
        out[:, impact_row.TIME] = time
        measure_contacts(BALL, BALL, PairMotion(None, motion_b), OPTIONS, np.array([asked]), out)
        gap = motion_b.pose(time)[0, 3] - 2.0 if asked else np.inf
        np.testing.assert_allclose(out[0, impact_row.GAP], gap, atol=1e-12)


def told(shape, measured, options=OPTIONS):
    """Rows of all states at the start of a path that begins with an overlap of 0.5."""
    out = free_rows(4)
    out[:, impact_row.STATUS] = STATES
    out[1:, impact_row.TIME] = 0.0
    out[:, impact_row.GAP] = 7.0
    away = Motion(pose_of((1.5, 0, 0)), pose_of((9.0, 0, 0)))
    complete_impacts(shape, shape, PairMotion(None, away, 4), options, measured, out)
    return out


def test_what_a_search_has_seen_is_not_measured_again():
    np.testing.assert_allclose(told(BALL, None)[:, impact_row.GAP], [7.0, 0.0, 0.0, 0.0])
    cube = box_mesh((2, 2, 2))
    assert (told(cube, np.ones(4, np.bool_))[:, impact_row.GAP] == 7.0).all()


def test_depth_is_that_of_starts_and_upper_that_of_hits():
    out = told(BALL, None)
    np.testing.assert_allclose(out[:, impact_row.DEPTH], [0.0, 0.0, 0.5, 0.0])
    # Seen to overlap a millionth of the step behind the contact.
    np.testing.assert_allclose(out[:, impact_row.UPPER], [np.inf, 1e-6, np.inf, np.inf])


def test_of_times_alone_nothing_else_is_told():
    out = told(BALL, None, options=OPTIONS._replace(measured=False))
    assert (out[:, impact_row.GAP] == 7.0).all()
    assert (out[:, impact_row.DEPTH] == 0.0).all()


@pytest.mark.parametrize("a", ["mesh", "compound", "height field"])
@pytest.mark.parametrize("b", ["box", "cone", "mesh", "compound"])
def test_hits_that_go_on_have_an_end(a, b):
    motion_a, motion_b = flights(np.random.default_rng(4), 40)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    hits = np.flatnonzero(found.status == ImpactStatus.HIT)
    later = np.minimum(found.time[hits] + 1e-5, 1.0)
    goes_on = overlap(ALL[a], ALL[b], motion_a[hits].pose(later), motion_b[hits].pose(later))
    assert goes_on.sum() > 10
    assert np.isfinite(found.upper[hits[goes_on]]).all()
    seen = hits[np.isfinite(found.upper[hits])]
    poses = (m[seen].pose(found.upper[seen]) for m in (motion_a, motion_b))
    assert overlap(ALL[a], ALL[b], *poses).all()


def test_what_is_looked_at():
    cube, ball = Box((1, 1, 1)), icosphere(0.5, 2)
    motion = PairMotion(None, Motion(pose_of((0, 0, 3)), pose_of((0, 0, -3))), 4)
    out = free_rows(motion.rows)
    out[:, impact_row.STATUS] = impact_row.HIT, impact_row.HIT, impact_row.FREE, impact_row.HIT
    out[:, impact_row.TIME] = 2 / 6, 0.2, 0.5, 1 - 1e-7
    out[3, impact_row.UPPER] = 0.7
    find_upper(cube, ball, motion, OPTIONS, out)
    assert 2 / 6 < out[0, impact_row.UPPER] <= 2 / 6 + 1e-5
    # Too early by far, free, and known already.
    assert out[1:, impact_row.UPPER].tolist() == [np.inf, np.inf, 0.7]
    way = PairMotion(None, path(np.random.default_rng(1)), 1)
    out = free_rows(way.rows)
    out[0, impact_row.STATUS], out[0, impact_row.TIME] = impact_row.HIT, 0.2499995
    find_upper(Box((9, 9, 9)), ball, way, OPTIONS, out)
    assert out[0, impact_row.UPPER] <= 0.2499995 + 1e-3


def test_depths():
    pose = np.eye(4)[None].copy()
    pose[0, 0, 3] = 0.8
    no = np.zeros(1, np.bool_)
    cube = Box((1, 1, 1))
    assert depths(cube, cube, np.eye(4)[None], pose, no)[0] == pytest.approx(0.2)
    one = np.eye(4)[None]
    assert depths(HalfSpace((0, 0, 1)), HalfSpace((0, 0, 1)), one, one, no).tolist() == [np.inf]
    # Open surfaces that cut each other: their hulls.
    sheet = Mesh([[-1, -1, 0], [1, -1, 0], [1, 1, 0.0]], [[0, 1, 2]])
    cut = depths(sheet, sheet, one, np.array([np.eye(4)[[2, 0, 1, 3]]]), no)
    assert 0.0 < cut[0] < 2.0


def test_what_is_inside_of_a_solid_mesh_starts_touching():
    ball = icosphere(1.0, 2)
    places = np.stack([pose_of((x, 0, 0)) for x in (0.0, 3.0)])
    motion = PairMotion(None, places)
    for solid, status in ((True, impact_row.STARTED_TOUCHING), (False, impact_row.FREE)):
        out = free_rows(motion.rows)
        complete_starts(ball, Sphere(0.2), motion, Options(0.0, 1e-6, 1.0, solid, 9), out)
        assert out[:, impact_row.STATUS].tolist() == [status, impact_row.FREE]
        assert (out[0, impact_row.DEPTH] > 0.5) == solid
        assert out[1, impact_row.DEPTH] == 0.0
