import numpy as np
import pytest

import impinge as im
from impinge.bench.interruptible_trees import compared_spheres, given_spheres
from impinge.geometry import Articulation, Link


def test_area_outside_and_overhang_of_a_box():
    robot = Articulation([Link("box", [im.box_mesh((2, 2, 2))])], [])
    spheres = Articulation([Link("box", [im.Sphere(3**0.5)])], [])
    given = given_spheres(spheres, ("box",))
    around = compared_spheres(robot, *given, 500)
    small = compared_spheres(robot, given[0], np.array([1.0]), given[2], 500)

    assert around["outside"] == 0.0
    assert around["overhang"] == pytest.approx(3**0.5 - 1.0, rel=1e-2)
    assert small["outside"] > 0.9
    assert small["overhang"] == pytest.approx(0.0, abs=1e-9)
