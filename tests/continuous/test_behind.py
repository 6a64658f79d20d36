"""Behind a contact that goes on shapes are seen to overlap; behind one that grazes they are not."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import flights, path

from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.behind import look_behind
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import free_so_far
from impinge.geometry import Box, icosphere
from impinge.motion import Motion
from impinge.narrow import overlap

OPTIONS = Options(0.0, 1e-6, 1.0, False, 100)


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
    out = free_so_far(motion.rows)
    out[:, impact_row.STATUS] = impact_row.HIT, impact_row.HIT, impact_row.FREE, impact_row.HIT
    out[:, impact_row.TIME] = 2 / 6, 0.2, 0.5, 1 - 1e-7
    out[3, impact_row.UPPER] = 0.7
    look_behind(cube, ball, motion, OPTIONS, out)
    assert 2 / 6 < out[0, impact_row.UPPER] <= 2 / 6 + 1e-5
    # Too early by far, free, and known already.
    assert out[1:, impact_row.UPPER].tolist() == [np.inf, np.inf, 0.7]
    way = PairMotion(None, path(np.random.default_rng(1)), 1)
    out = free_so_far(way.rows)
    out[0, impact_row.STATUS], out[0, impact_row.TIME] = impact_row.HIT, 0.2499995
    look_behind(Box((9, 9, 9)), ball, way, OPTIONS, out)
    assert out[0, impact_row.UPPER] <= 0.2499995 + 1e-3
