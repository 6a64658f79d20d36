"""How far shapes reach: never less than their furthest point."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Sphere,
    icosphere,
)
from impinge.motion.reach import reach_of

RNG = np.random.default_rng(0)
SHIFT = np.eye(4)
SHIFT[:3, 3] = 3, 0, 4
SHAPES = [
    (Sphere(2.0), 2.0),
    (Box((2, 4, 4)), 3.0),
    (Capsule(1.0, 4.0), 3.0),
    (Cylinder(3.0, 8.0), 5.0),
    (Cone(3.0, 8.0), 5.0),
    (Ellipsoid((1, 2, 5)), 5.0),
    (Hull(RNG.normal(size=(30, 3))), None),
    (icosphere(1.5, 2), 1.5),
    (HeightField([[0, 0], [0, 3]], 1.0), None),
    (Compound([(Sphere(1.0), SHIFT)]), 6.0),
]


@pytest.mark.parametrize(("shape", "expected"), SHAPES, ids=lambda s: type(s).__name__)
def test_no_point_is_further(shape, expected):
    reach = reach_of(shape)
    furthest = np.linalg.norm(shape.support(RNG.normal(size=(500, 3))), axis=1).max()

    assert furthest <= reach
    assert reach <= 1.5 * furthest
    if expected is not None:
        assert reach == pytest.approx(expected, rel=0.2)
        assert reach >= expected


def test_numbers_stay_what_they_are():
    assert reach_of(3) == 3.0
    assert reach_of(np.float32(0.5)) == 0.5


def test_errors_name_the_argument():
    with pytest.raises(ImpingeError, match="radius: a HalfSpace does not end"):
        reach_of(HalfSpace((0, 0, 1)))
    with pytest.raises(ImpingeError, match="radius: expected a shape"):
        reach_of("wide")
    with pytest.raises(ImpingeError, match="radius: nan is not finite"):
        reach_of(float("nan"))
