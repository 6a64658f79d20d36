"""Worlds whose contact is followed by facets: they start apart, touch, and run by name."""

import numpy as np
import pytest

from impinge.scenes import world, world_names
from impinge.scenes.polyhedra_worlds import POLYHEDRA_WORLDS
from impinge.simulation.soft_facets import FacetDetector

TOUCH = {
    "liver-and-tool": 20, "ball-in-cloth": 8, "wheel-on-ground": 3, "clamp": 26, "peg-in-cup": 8,
}  # fmt: skip
"""Steps of a thirtieth of a second after which bodies have touched."""


@pytest.mark.parametrize("name", POLYHEDRA_WORLDS)
def test_worlds_start_apart_and_touch(name):
    assert name in world_names()
    made = world(name, step=1 / 30)
    assert len(made) == 2
    assert not len(made._found())
    hits, turned = 0, 0
    for _ in range(TOUCH[name]):
        hits = max(hits, made.step().hits)
        turned += any(found.turned for found in made._detector._found.values())
    assert hits > 0
    assert turned == 0
    assert all(np.isfinite(vertices).all() for vertices in made.vertices.values())


def test_the_liver_has_500_facets_and_yields():
    made = world("liver-and-tool", step=1 / 30)
    liver = made._system.bodies[0]
    assert len(liver.mesh.surface.faces) == 500
    made.step(24)
    pushed = (made.vertices["liver"] - liver.mesh.vertices)[:, 2]
    assert pushed.min() < -0.005
    assert np.abs(pushed[liver.pinned]).max() == 0.0


def test_options_win_over_those_of_the_scene():
    made = world("peg-in-cup", contact=None, gravity=(0, 0, -1.0))
    assert not isinstance(made._detector, FacetDetector)
