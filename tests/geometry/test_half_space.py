"""Half-spaces: the plane they are given by, and that they do not end."""

from math import inf

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, HEADER, KIND, REACH, SIZES

pytestmark = pytest.mark.plain


def test_normal_and_offset_are_divided_by_the_length():
    wall = HalfSpace((0, 3, 4), 10)

    np.testing.assert_allclose(wall.normal, [0, 0.6, 0.8], rtol=1e-15)
    assert wall.offset == 2.0
    row = wall._packed
    assert (len(row), row[KIND], row[REACH]) == (HEADER, HALFSPACE, inf)
    np.testing.assert_array_equal(row[SIZES : SIZES + 4], [*wall.normal, 2.0])
    np.testing.assert_allclose(row[CENTRE : CENTRE + 3], [0, 1.2, 1.6], rtol=1e-15)


@pytest.mark.parametrize("scale", [2.0**-1060, 1e-300, 1.0, 1e300])
def test_the_length_of_the_normal_does_not_matter(scale):
    wall = HalfSpace(np.array([1, 2, 2]) * scale, 0.0)

    np.testing.assert_allclose(
        wall.normal, np.array([1, 2, 2]) / 3, rtol=1e-15 if scale > 1e-310 else 1e-2
    )


def test_bounds_end_where_the_plane_is_across_an_axis():
    np.testing.assert_array_equal(HalfSpace((0, 0, 1), 3).bounds, [[-inf] * 3, [inf, inf, 3]])
    np.testing.assert_array_equal(HalfSpace((0, -2, 0), 6).bounds, [[-inf, -3, -inf], [inf] * 3])
    np.testing.assert_array_equal(HalfSpace((1, 0, 1e-9), 0).bounds, [[-inf] * 3, [inf] * 3])


def test_it_does_not_end():
    floor = HalfSpace((0, 0, 1))

    assert floor.offset == 0.0
    assert floor.volume == inf
    for name in ("centroid", "inertia"):
        with pytest.raises(ImpingeError, match=f"{name}: a HalfSpace does not end"):
            getattr(floor, name)
    with pytest.raises(ImpingeError, match="support: a HalfSpace does not end"):
        floor.support([0, 0, 1])


@pytest.mark.parametrize(
    ("normal", "offset", "message"),
    [
        ((0, 0, 0), 1, "normal: has no length"),
        ((0, np.nan, 0), 1, r"normal\[1\]: nan is not finite"),
        ((0, 1), 1, "normal: expected 3 numbers"),
        ((0, 0, 1), np.nan, "offset: nan is not finite"),
        ((0, 0, 1), "a", "offset: expected a number"),
        ((0, 0, 1e-200), 1, "offset: the plane is .* from the origin, coordinates end at"),
        ((0, 0, 1e-300), 1e300, "offset: the plane is inf from the origin"),
    ],
)
def test_planes_that_are_none(normal, offset, message):
    with pytest.raises(ImpingeError, match=message):
        HalfSpace(normal, offset)
