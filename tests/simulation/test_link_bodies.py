"""Masses of links: of their own, or of their shapes."""

from itertools import pairwise

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, HalfSpace, Joint, Link, Sphere, grid_mesh, pose
from impinge.simulation.link_bodies import link_bodies


def slider(*links):
    joints = [Joint("slide", "prismatic", "rail", links[0].name)]
    joints += [Joint(f"to {b.name}", "fixed", a.name, b.name) for a, b in pairwise(links)]
    return Articulation([Link("rail", [HalfSpace((0, 0, 1))]), *links], joints)


def test_own_mass_comes_before_shapes():
    tensor = np.diag([1.0, 2.0, 2.5])
    balls = [(Sphere(1.0), pose((0, 0, z))) for z in (2, -2)]
    links = [Link("own", [Box((1, 1, 1))], 3.0, (1, 2, 3), tensor), Link("empty"),
             Link("solid", balls)]  # fmt: skip
    rail, own, empty, solid = link_bodies(slider(*links), 10.0)

    assert not rail.any()
    assert not empty.any()
    assert own.tolist() == [3, 1, 2, 3, 1, 0, 0, 0, 2, 0, 0, 0, 2.5]
    mass = 2 * 10.0 * 4 / 3 * np.pi
    assert solid[0] == pytest.approx(mass)
    assert solid[1:4] == pytest.approx([0, 0, 0], abs=1e-12)
    assert solid[4:].reshape(3, 3) == pytest.approx(mass * np.diag([4.4, 4.4, 0.4]))
    assert not link_bodies(slider(Link("solid", [Sphere(1.0)])), 0.0).any()


def test_shapes_without_volume_are_named():
    with pytest.raises(ImpingeError, match="link 'sheet': has no mass, and no volume"):
        link_bodies(slider(Link("sheet", [grid_mesh(2, 2)])))
    with pytest.raises(ImpingeError, match="link 'ground'"):
        link_bodies(slider(Link("ground", [HalfSpace((0, 0, 1))])))
