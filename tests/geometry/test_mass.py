"""Volume, centroid and inertia: known solids, moved, turned, scaled, and cut in two."""

import numpy as np
import pytest
from hypothesis import given
from strategies import rigid_motions

from impinge.geometry import box_mesh, bumpy_sphere, icosphere
from impinge.geometry.mass import surface_measures, volume_measures


def corners(mesh):
    return mesh.vertices[mesh.faces]


def test_a_box_has_the_inertia_of_the_book():
    x, y, z = 1.0, 2.0, 3.0
    found = volume_measures(corners(box_mesh((x, y, z))))

    assert found.volume == pytest.approx(x * y * z, rel=1e-15)
    book = np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) * (x * y * z) / 12.0
    np.testing.assert_allclose(found.inertia, book, rtol=1e-14, atol=1e-14)


def test_a_fine_sphere_comes_near_the_formulas():
    found = volume_measures(corners(icosphere(2.0, 5)))

    assert found.volume == pytest.approx(4.0 / 3.0 * np.pi * 8.0, rel=1e-3)
    np.testing.assert_allclose(np.diag(found.inertia), 0.4 * found.volume * 4.0, rtol=1e-3)
    area = surface_measures(corners(icosphere(2.0, 5))).area
    assert area == pytest.approx(4.0 * np.pi * 4.0, rel=1e-3)


def test_a_tetrahedron_by_its_integrals():
    """Over the unit simplex the mean of x is 1/4, of x^2 1/10 and of x y 1/20."""
    simplex = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    found = volume_measures(simplex[[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]])

    second = (np.full((3, 3), 1 / 20) + np.eye(3) / 20 - 1 / 16) / 6
    np.testing.assert_allclose(found.centroid, [0.25] * 3, rtol=1e-14)
    np.testing.assert_allclose(found.inertia, np.trace(second) * np.eye(3) - second, rtol=1e-13)


@given(rigid_motions())
def test_moving_moves_the_answer(motion):
    rotation, shift = motion
    still = corners(bumpy_sphere(12, 8))
    a, b = volume_measures(still), volume_measures(still @ rotation.T + shift)

    assert b.volume == pytest.approx(a.volume, rel=1e-13)
    np.testing.assert_allclose(b.centroid, rotation @ a.centroid + shift, atol=1e-13)
    np.testing.assert_allclose(b.inertia, rotation @ a.inertia @ rotation.T, atol=1e-13)


def test_an_offset_costs_no_more_than_its_rounding():
    """About the origin the volume of a unit box at 1e6 would be off by 1e2."""
    here = corners(box_mesh((1, 2, 3)))
    there = volume_measures(here + 2.0**20)

    assert there.volume == pytest.approx(6.0, rel=1e-15)
    np.testing.assert_allclose(there.inertia, volume_measures(here).inertia, atol=1e-14)
    np.testing.assert_allclose(there.centroid, 2.0**20, rtol=1e-15)


@pytest.mark.parametrize("exponent", [-250, -20, 20, 180])
def test_scaling_by_a_power_of_two_is_exact(exponent):
    here, factor = corners(bumpy_sphere(12, 8)), 2.0**exponent
    a, b = volume_measures(here), volume_measures(here * factor)

    assert b.volume == a.volume * factor**3
    np.testing.assert_array_equal(b.centroid, a.centroid * factor)
    assert surface_measures(here * factor).area == surface_measures(here).area * factor**2


def test_inward_faces_have_a_negative_volume_and_a_sense():
    box = corners(box_mesh((1, 2, 3)))
    found = volume_measures(box[:, ::-1])

    assert found.sense == -1
    assert found.volume == pytest.approx(-6.0)
    np.testing.assert_allclose(found.inertia, volume_measures(box).inertia, atol=1e-14)


def test_a_folded_sheet_encloses_nothing():
    sheet = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0.0]], [[0, 0, 0], [0, 1, 0], [1, 0, 0.0]]])
    found = volume_measures(sheet + 0.1)

    assert (found.sense, found.volume) == (0, 0.0)
    assert np.isfinite(found.inertia).all()


def test_points_have_a_surface_centroid():
    found = surface_measures(np.full((2, 3, 3), 7.0))

    assert found.area == 0.0
    np.testing.assert_array_equal(found.centroid, [7.0] * 3)
