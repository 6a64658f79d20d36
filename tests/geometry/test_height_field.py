"""Height fields: where their vertices stand, how cells are cut, and what is refused."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import HeightField

pytestmark = pytest.mark.plain


def test_vertices_and_faces_are_in_order():
    heights = np.arange(12.0).reshape(3, 4) ** 2
    field = HeightField(heights, (0.5, 2))

    mesh = field.mesh
    assert mesh is field.mesh
    for i in range(3):
        for j in range(4):
            assert mesh.vertices[4 * i + j].tolist() == [0.5 * j, 2 * i, heights[i, j]]
    # Cell (1, 2) is the sixth.
    assert mesh.faces[10].tolist() == [6, 7, 11]
    assert mesh.faces[11].tolist() == [6, 11, 10]
    assert len(mesh.faces) == 12
    corners = mesh.vertices[mesh.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    np.testing.assert_array_equal(normals[:, 2], 1.0)
    np.testing.assert_array_equal(field.bounds, mesh.bounds)
    np.testing.assert_array_equal(field.support([0, 0, 1]), [1.5, 4, 121])


def test_heights_are_copied_and_shown_read_only():
    heights = np.zeros((2, 2))
    field = HeightField(heights, 1)
    heights[0, 0] = 5.0

    assert field.heights[0, 0] == 0.0
    assert field.spacing.tolist() == [1, 1]
    assert not field.heights.flags.writeable
    assert not field.spacing.flags.writeable


@pytest.mark.parametrize("name", ["volume", "centroid", "inertia"])
def test_a_surface_has_no_mass(name):
    with pytest.raises(ImpingeError, match=f"{name}: a HeightField is a surface"):
        getattr(HeightField(np.zeros((2, 2)), 1), name)


@pytest.mark.parametrize(
    ("heights", "spacing", "message"),
    [
        (np.zeros((1, 5)), 1, r"heights: expected \(rows, columns\), at least two of each"),
        (np.zeros(5), 1, r"heights: expected \(rows, columns\)"),
        (np.zeros((2, 2, 2)), 1, r"heights: expected \(rows, columns\)"),
        ([[1, 2], [3]], 1, "heights: rows differ in length"),
        ([[1, 2], [3, np.nan]], 1, "heights: row 1 is not finite"),
        ([[1, 2], [3, 1e200]], 1, "heights: row 1 holds 1e"),
        (np.zeros((2, 2)), 0, "spacing: 0 is not above zero"),
        (np.zeros((2, 2)), (1, -1), r"spacing\[1\]: -1 is not above zero"),
        (np.zeros((2, 2)), (1, 1, 1), "spacing: expected 2 numbers"),
        (np.zeros((2, 200)), 1e149, "spacing: the field is .* wide"),
    ],
)
def test_grids_that_are_none(heights, spacing, message):
    with pytest.raises(ImpingeError, match=message):
        HeightField(heights, spacing)


def test_a_spacing_of_rows_is_refused_by_name():
    with pytest.raises(ImpingeError, match=r"^spacing: rows differ in length, expected 2 numbers"):
        HeightField(np.zeros((3, 3)), (1.0, [1.0, 2.0]))
