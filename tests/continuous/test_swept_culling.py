"""Swept boxes contain every point of the path."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import flights, path

from impinge.continuous.kernels.impact_row import IMPACT_ROW
from impinge.continuous.options import as_options
from impinge.continuous.pair_motion import PairMotion
from impinge.continuous.swept_culling import never_meet, search_near, swept_box
from impinge.geometry import Compound, HeightField, Sphere
from impinge.motion import Motion

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
