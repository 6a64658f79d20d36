"""Which part of a surface spheres leave bare."""

import numpy as np
import pytest

import impinge as im
from impinge.bench.robot_spheres import total, uncovered
from impinge.geometry import Articulation, Joint, Link, box_mesh
from impinge.scene import Robot


def slider(*shapes):
    links = [Link("base"), *(Link(f"link {k}", [shape]) for k, shape in enumerate(shapes))]
    along = {"axis": (1, 0, 0), "lower": 0, "upper": 1}
    joints = [
        Joint(f"{k}", "prismatic", "base", link.name, im.pose((5 * k, 0, 0)), **along)
        for k, link in enumerate(links[1:])
    ]
    return Robot(Articulation(links, joints))


def test_a_sphere_in_a_cube_leaves_its_corners_bare():
    """A ball of radius r covers a disc of each face, of radius sqrt(r^2 - 1)."""
    cubes = slider(box_mesh((2, 2, 2)), box_mesh((2, 2, 2)))
    balls = slider(im.Sphere(1.2), im.Sphere(2.0))
    first, second = uncovered(cubes, balls, np.array([0.5, 0.2]), 20_000)

    assert first.area == pytest.approx(24)
    assert first.outside == pytest.approx(1 - np.pi * (1.2**2 - 1) / 4, abs=0.02)
    assert first.farthest == pytest.approx(np.sqrt(3) - 1.2)
    assert (second.outside, second.farthest) == (0.0, 0.0)
    both = total([first, second])
    assert both.outside == pytest.approx(0.5 * first.outside)
    assert (both.area, both.farthest) == (48, first.farthest)
