"""What is drawn of a shape is its surface."""

import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Cylinder, HeightField, Sphere, box_mesh
from impinge.scenes.drawn import drawn


@pytest.mark.parametrize("shape", [Box((1, 2, 3)), Cylinder(1.0, 2.0), box_mesh((1, 1, 1))])
def test_surfaces_are_closed_outward_and_as_large(shape):
    mesh = drawn(shape)

    assert mesh is drawn(shape)
    assert mesh.volume == pytest.approx(shape.volume, rel=0.01)
    assert mesh.bounds == pytest.approx(shape.bounds)


def test_a_height_field_is_its_mesh():
    field = HeightField([[0, 1], [1, 0]], 1.0)

    assert drawn(field) is field.mesh


def test_other_shapes_are_not_drawn():
    with pytest.raises(ImpingeError, match="a Sphere is not drawn"):
        drawn(Sphere(1))
