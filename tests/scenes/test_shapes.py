"""Four shapes that differ in what they ask of volumes, and deformations that begin at rest."""

from itertools import pairwise

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import box_mesh
from impinge.scenes import needle_fan
from impinge.scenes.shapes import DEFORMATIONS, SHAPES, deformed, shape


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_about_the_faces_asked_for(name):
    for faces in (300, 3_000):
        assert 0.4 * faces < len(shape(name, faces).faces) < 2.5 * faces
    assert np.array_equal(shape(name, 300).vertices, shape(name, 300).vertices)


def test_shapes_are_what_they_are_called():
    sides = {name: np.sort(np.ptp(shape(name, 1_000).vertices, axis=0)) for name in SHAPES}

    assert sides["flat"][0] < 0.1 * sides["flat"][1]
    assert sides["long"][1] < 0.2 * sides["long"][2]
    assert sides["round"][0] > 0.95 * sides["round"][2]
    assert shape("concave", 1_000).is_closed


@pytest.mark.parametrize("how", DEFORMATIONS)
def test_a_deformation_begins_at_rest_and_goes_on_smoothly(how):
    mesh = shape("concave", 300)
    frames = [deformed(mesh, how, time) for time in np.linspace(0.0, 1.0, 21)]

    assert np.array_equal(frames[0].vertices, mesh.vertices)
    assert all(np.array_equal(frame.faces, mesh.faces) for frame in frames)
    steps = [np.abs(b.vertices - a.vertices).max() for a, b in pairwise(frames)]
    assert 0.0 < max(steps) < 0.3


def test_a_twist_keeps_the_places_along_its_axis():
    rod = box_mesh((4.0, 1.0, 0.5))
    twisted = deformed(rod, "twist", 1.0)

    assert np.allclose(twisted.vertices[:, 0], rod.vertices[:, 0])
    assert np.allclose(
        np.linalg.norm(twisted.vertices[:, 1:], axis=1), np.linalg.norm(rod.vertices[:, 1:], axis=1)
    )
    # A quarter of a turn at each end, one way and the other.
    right = rod.vertices[:, 0] > 0.0
    assert np.allclose(twisted.vertices[right, 1], -rod.vertices[right, 2])


def test_wrong_names_are_refused():
    with pytest.raises(ImpingeError, match="flat, long, round, concave"):
        shape("teapot")
    with pytest.raises(ImpingeError, match="100 or more"):
        shape("flat", 10)
    with pytest.raises(ImpingeError, match="wave, twist"):
        deformed(box_mesh(), "melt", 0.5)


def test_a_closed_solid_of_thin_triangles():
    fan = needle_fan(100, radius=2.0, height=0.5)
    p = fan.vertices[fan.faces]
    sides = np.linalg.norm(p - p[:, [1, 2, 0]], axis=2)

    assert fan.is_closed
    assert fan.volume > 0.0
    assert (sides.max(axis=1) > 15.0 * sides.min(axis=1)).all()
    assert fan.bounds[1] == pytest.approx([2.0, 2.0, 0.25], rel=1e-2)


def test_bad_sizes_are_named():
    with pytest.raises(ImpingeError, match="count: "):
        needle_fan(2)
    with pytest.raises(ImpingeError, match="radius: "):
        needle_fan(9, radius=0.0)
