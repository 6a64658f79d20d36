"""Pieces of a step, one after the other, until a row is no longer free."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import flights, path

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.impact_row import IMPACT_ROW
from impinge.continuous.options import as_options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.path_pieces import (
    never_meet,
    search_groups,
    search_near,
    search_pieces,
    swept_box,
)
from impinge.geometry import Compound, HeightField, Sphere
from impinge.motion import Motion, PiecewiseMotion

PATH = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (4.0, 6.0, 3.0, 9.0)]))
COLUMNS = impact_row.STATUS, impact_row.STEPS


def test_rows_go_on_while_they_are_free():
    motion = PairMotion(None, PATH, 3)
    out, asked = free_rows(motion.rows), []

    def search(span, going):
        asked.append((round(span.start, 6), going.tolist()))
        out[going, impact_row.STEPS] = 2.0
        out[going[0], impact_row.STATUS] = impact_row.HIT

    search_pieces(motion, 1.0, out, COLUMNS, search)
    assert asked == [(0.0, [0, 1, 2]), (0.333333, [1, 2]), (0.666667, [2])]
    assert out[:, impact_row.STEPS].tolist() == [2.0, 4.0, 6.0]


def test_what_is_decided_is_not_asked_about_again():
    motion = PairMotion(None, PATH, 1)
    out, asked = free_rows(motion.rows), []

    def search(span, going):
        asked.append(span)
        out[going, impact_row.STATUS] = impact_row.HIT

    search_pieces(motion, 1.0, out, COLUMNS, search)
    assert len(asked) == 1


def test_groups_are_asked_by_themselves_and_others_are_free():
    motion = PairMotion(None, PATH, 5)

    def search(some):
        return np.full((some.rows, impact_row.IMPACT_ROW), float(some.rows))

    out = search_groups(motion, [np.array([3, 1]), np.array([], np.int64), np.array([4])], search)
    assert out[:, impact_row.TIME].tolist() == [np.inf, 2.0, np.inf, 2.0, 1.0]
    np.testing.assert_array_equal(out[[0, 2]], free_rows(2))


DIRECTIONS = np.random.default_rng(0).normal(size=(40, 3))
OPTIONS = as_options(0.0, 1e-6, 1.0, False, 100)


def points_on(shape):
    """Points of a compound, or of a field: furthest ones in all directions."""
    if isinstance(shape, HeightField):
        return shape.mesh.vertices
    found = []
    for part, pose in shape.parts:
        own = points_on(part) if isinstance(part, Compound) else part.support(DIRECTIONS)
        found.append(own @ pose[:3, :3].T + pose[:3, 3])
    return np.concatenate(found)


@pytest.mark.parametrize("spin", [0.0, 3.0, 200.0])
@pytest.mark.parametrize("name", ["hull", "compound", "mesh", "height field"])
def test_no_place_is_outside(name, spin):
    rng = np.random.default_rng(1)
    motions = [flights(rng, 1, spin=spin)[1][0], path(rng)]
    shape = ALL[name]
    points = shape.vertices if name in ("hull", "mesh") else points_on(shape)
    for motion in motions:
        for stop in (0.3, 1.0):
            lowest, highest = swept_box(ALL[name], motion, stop)
            for t in np.linspace(0.0, stop, 50):
                placed = points @ motion.pose(t)[:3, :3].T + motion.pose(t)[:3, 3]
                assert (placed.min(axis=0) >= lowest).all()
                assert (placed.max(axis=0) <= highest).all()


def test_rows_that_never_meet_are_not_asked_about():
    spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 1e9), centre=(1, 0, 0))
    places = np.stack([pose_of((x, 0, 0)) for x in (3.0, 4.1, -2.5, 0.0)])
    motion = PairMotion(spin, Motion(places, places))
    far = never_meet(Sphere(1), Sphere(1), motion, OPTIONS)
    assert far.tolist() == [False, True, True, False]
    asked = []

    def search(some):
        asked.append(some.rows)
        return np.ones((some.rows, IMPACT_ROW))

    out = search_near(Sphere(1), Sphere(1), motion, OPTIONS, search)
    assert asked == [2]
    assert out[:, 1].tolist() == [1, 0, 0, 1]
    assert not never_meet(ALL["half-space"], Sphere(1), motion, OPTIONS).any()
    near = OPTIONS._replace(margin=1.0)
    assert not never_meet(Sphere(1), Sphere(1), motion, near).any()
