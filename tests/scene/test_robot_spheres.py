import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Compound, Link
from impinge.scene import Robot

FLAT = im.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
SHAPES = {
    "box": im.Box((1.0, 0.4, 0.3)),
    "capsule": im.Capsule(0.2, 1.0),
    "cone": im.Cone(0.3, 0.6),
    "ball": im.Sphere(0.5),
    "flat": FLAT,
    "both": Compound([(im.Sphere(0.2), im.pose((1, 0, 0))), (im.Box((0.1, 0.2, 0.3)), None)]),
}


def robot(shape, pose=None):
    return Robot(Articulation([Link("link", [(shape, pose)])], []))


@pytest.mark.parametrize("name", SHAPES)
def test_spheres_cover_the_shape(name):
    shape = SHAPES[name]
    at = im.pose((1, 2, 3), axis_angle=(0.1, 0.2, 0.3))
    centres, radii, links = robot(shape, at).spheres()
    rng = np.random.default_rng(0)
    low, high = shape.bounds
    points = rng.uniform(low - 0.1, high + 0.1, (3000, 3))
    near = im.closest_point(shape, points, at).point
    out = np.linalg.norm(near[:, None] - centres, axis=2) - radii

    assert out.min(axis=1).max() <= 1e-9
    assert set(links) == {0}
    assert len(radii) == len(centres)
    if name == "ball":
        assert len(radii) == 1
    elif name != "both":
        assert len(radii) <= 8


def test_open_but_weldable_meshes_are_solids():
    box = im.box_mesh((1, 1, 1))
    loose = im.Mesh(box.vertices[box.faces].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert not loose.is_closed
    assert len(robot(loose).spheres().radii) == 8


def test_bad_input():
    with pytest.raises(ImpingeError, match="levels: "):
        robot(SHAPES["box"]).spheres(0)
    with pytest.raises(ImpingeError, match="link 'link' has a HeightField"):
        robot(im.HeightField(np.zeros((3, 3)), 1.0)).spheres()
