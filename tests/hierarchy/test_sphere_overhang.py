import numpy as np

import impinge as im
from impinge.hierarchy.sphere_overhang import Solid, directions


def test_depths_are_positive_inside():
    solid = Solid(im.box_mesh((2, 2, 2)))

    assert np.allclose(solid.depths([[0, 0, 0], [0, 0, 0.75], [0, 0, 3]]), [1, 0.25, -2])


def test_overhang_of_spheres_about_a_box():
    """Of the ball around a box: radius minus the half side. Far away: distance plus radius."""
    solid = Solid(im.box_mesh((2, 2, 2)))
    centres = np.array([[0.0, 0, 0], [0, 0, 5], [0, 0, 0], [0.2, 0, 0]])
    radii = np.array([3**0.5, 0.5, 0.9, 1.5])

    assert np.allclose(solid.overhang(centres, radii), [3**0.5 - 1, 4.5, 0, 0.7], rtol=2e-3)
    assert np.isclose(solid.worst_overhang(centres, radii), 4.5)


def test_directions_are_spread_unit_vectors():
    units = directions(200)

    assert np.allclose(np.linalg.norm(units, axis=1), 1.0)
    assert np.abs(units.mean(axis=0)).max() < 0.02
