"""Depths at the start: of what overlaps, of what is inside, and where there is none to be had."""

import numpy as np
import pytest
from every_shape import pose_of

from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.spans import free_so_far
from impinge.continuous.starts import depths, tell_starts
from impinge.geometry import Box, HalfSpace, Mesh, Sphere, icosphere


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


def test_what_is_inside_of_a_filled_mesh_starts_touching():
    ball = icosphere(1.0, 2)
    places = np.stack([pose_of((x, 0, 0)) for x in (0.0, 3.0)])
    motion = PairMotion(None, places)
    for solid, status in ((True, impact_row.STARTED_TOUCHING), (False, impact_row.FREE)):
        out = free_so_far(motion.rows)
        tell_starts(ball, Sphere(0.2), motion, Options(0.0, 1e-6, 1.0, solid, 9), out)
        assert out[:, impact_row.STATUS].tolist() == [status, impact_row.FREE]
        assert (out[0, impact_row.DEPTH] > 0.5) == solid
        assert out[1, impact_row.DEPTH] == 0.0
