"""Masses of bodies: from densities, given, of open meshes; and what is refused."""

from itertools import pairwise

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Box, HalfSpace, Joint, Link, Sphere, grid_mesh, pose
from impinge.simulation.body_mass import body_mass, link_bodies


def test_density_and_mass():
    box = im.Box((1, 2, 3))
    found = body_mass("box", box, 10.0, None, None)
    assert found.mass == pytest.approx(60.0)
    np.testing.assert_allclose(np.diag(found.inertia), 60 / 12 * np.array([13, 10, 5]))
    given = body_mass("box", box, None, 6.0, None)
    np.testing.assert_allclose(given.inertia, 0.1 * found.inertia)
    tensor = np.eye(3, dtype=np.float16)
    given = body_mass("a", im.Sphere(1), None, 1.0, tensor)
    assert given.inertia.dtype == np.float64
    assert not np.shares_memory(given.inertia, tensor)
    assert body_mass("box", box, None, None, None).mass == pytest.approx(6000.0)


def test_an_open_mesh_is_a_sheet():
    """A square of side 2, mass 3: m a^2 / 12 about its sides, twice that about its normal."""
    sheet = grid_mesh(2.0, 3)
    found = body_mass("sheet", sheet, None, 3.0, None)
    moments = np.sort(np.linalg.eigvalsh(found.inertia))
    np.testing.assert_allclose(moments, [1.0, 1.0, 2.0], rtol=1e-12)
    np.testing.assert_allclose(found.centre, sheet.vertices.mean(axis=0), atol=1e-12)


@pytest.mark.parametrize(
    ("shape", "given", "message"),
    [
        (im.Sphere(1), {"mass": 0.0}, "mass of 'a': 0 is not positive"),
        (im.Sphere(1), {"density": -1.0}, "density of 'a'"),
        (im.Sphere(1), {"mass": 1.0, "density": 1.0}, "density of 'a': given beside a mass"),
        (im.Sphere(1), {"mass": 1.0, "inertia": np.diag([1, 1, 3])}, "inertia of 'a'.*of no body"),
        (im.Sphere(1), {"mass": 1.0, "inertia": np.eye(2)}, "inertia of 'a': expected shape"),
        (grid_mesh(1.0, 2), {}, "mass of 'a': unknown"),
        (
            im.Mesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]]),
            {"mass": 1.0},
            "mass of 'a': its shape has no area",
        ),
        (im.HalfSpace((0, 0, 1)), {}, "mass of 'a': unknown, .*does not end"),
        (im.HalfSpace((0, 0, 1)), {"mass": 1.0}, "mass of 'a': unknown"),
        (im.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), {}, "mass of 'a': unknown"),
    ],
)
def test_refused(shape, given, message):
    values = {"density": None, "mass": None, "inertia": None, **given}
    with pytest.raises(ImpingeError, match=message):
        body_mass("a", shape, **values)


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
