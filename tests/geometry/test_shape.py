"""What holds for every shape: immutable data, copies, furthest points, bounds, mass."""

import copy
import pickle
import weakref

import numpy as np
import pytest
from convex_rows import check_row
from every_shape import ALL, CONVEX, FLAT, OTHERS
from scipy.spatial import ConvexHull

from impinge.core.errors import ImpingeError
from impinge.geometry import Convex, Hull, Shape, Sphere, icosphere
from impinge.geometry.mass import volume_measures
from impinge.geometry.shape import finite, furthest, numbers_text, unit_rows

pytestmark = pytest.mark.plain

DIRECTIONS = np.concatenate(
    [np.random.default_rng(0).normal(size=(50, 3)), np.eye(3), -np.eye(3), [[1, 1, 0], [0, -1, 1]]]
)
ENDING = {name: shape for name, shape in ALL.items() if name != "half-space"} | FLAT


def each(shapes):
    return pytest.mark.parametrize("shape", shapes.values(), ids=shapes.keys())


@each(ALL | FLAT)
def test_a_shape_is_immutable_and_weakly_held(shape):
    assert isinstance(shape, Shape)
    for name in ("_derived", "_packed", "volume", "anything"):
        with pytest.raises(AttributeError, match=f"a {type(shape).__name__} is immutable"):
            setattr(shape, name, 1)
    with pytest.raises(AttributeError, match="cannot be deleted"):
        del shape._derived
    assert weakref.ref(shape)() is shape
    assert not shape.bounds.flags.writeable


def test_a_shape_is_made_once():
    ball = Sphere(1)
    with pytest.raises(AttributeError, match="immutable"):
        ball.__init__(2)
    assert ball.radius == 1.0


@each(CONVEX | FLAT)
def test_convex_shapes_are_rows(shape):
    assert isinstance(shape, Convex)
    check_row(shape._packed)


@each(OTHERS)
def test_others_are_not_convex(shape):
    assert not isinstance(shape, Convex)


@each(ALL | FLAT)
def test_copies_are_the_shape_itself(shape):
    """It does not change: what was derived from it is kept."""
    assert copy.copy(shape) is copy.deepcopy(shape) is shape


@each(ALL | FLAT)
def test_pickles_are_the_same_and_others(shape):
    assert shape.bounds.shape == (2, 3)
    other = pickle.loads(pickle.dumps(shape))

    assert type(other) is type(shape)
    assert other is not shape
    assert other != shape
    assert not other._derived.values
    assert repr(other) == repr(shape)
    np.testing.assert_array_equal(other.bounds, shape.bounds)
    if shape._packed is not None:
        np.testing.assert_array_equal(other._packed, shape._packed)
        assert other._packed is not shape._packed
        assert other._row_address == other._packed.ctypes.data != shape._row_address


@each(ENDING)
def test_furthest_points_span_the_bounds(shape):
    axes = np.concatenate([-np.eye(3), np.eye(3)])
    reach = (shape.support(axes) * axes).sum(axis=1).reshape(2, 3) * [[-1.0], [1.0]]

    np.testing.assert_allclose(reach, shape.bounds, rtol=0, atol=1e-14)


@each(ENDING)
def test_no_furthest_point_is_beaten_by_another(shape):
    units = unit_rows(DIRECTIONS)
    points = shape.support(3.0 * DIRECTIONS)
    assert points.shape == DIRECTIONS.shape
    heights = units @ points.T

    assert (heights.max(axis=1) <= np.diag(heights) + 1e-14).all()
    low, high = shape.bounds
    assert ((low - 1e-14 <= points) & (points <= high + 1e-14)).all()
    np.testing.assert_array_equal(shape.support(DIRECTIONS[3]), shape.support(DIRECTIONS)[3])


@each(CONVEX)
@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e300])
def test_directions_may_have_any_length(shape, scale):
    np.testing.assert_allclose(
        shape.support(scale * DIRECTIONS), shape.support(DIRECTIONS), rtol=0, atol=1e-14
    )


@pytest.mark.parametrize(
    ("directions", "message"),
    [
        ([0, 0, 0], "directions: row 0 has no length"),
        ([[1, 0, 0], [0, 0, 0]], "directions: row 1 has no length"),
        ([1, np.nan, 0], "directions: row 0 is not finite"),
        ([1, 2], "directions: expected shape"),
        ("up", "directions: expected real numbers"),
    ],
)
def test_directions_that_are_none(directions, message):
    with pytest.raises(ImpingeError, match=message):
        Sphere(1).support(directions)


@each(CONVEX)
def test_mass_is_that_of_a_fine_polytope(shape):
    """Within what a polytope of some thousand furthest points leaves out."""
    # Once each: of shapes with corners all are the same few, with which Qhull has a hard time.
    points = np.unique(shape.support(icosphere(1.0, 5).vertices), axis=0)
    hull = ConvexHull(points)
    triangles = points[hull.simplices]
    inward = (np.cross(*(triangles[:, k] - triangles[:, 0] for k in (1, 2)))
              * hull.equations[:, :3]).sum(axis=1) < 0  # fmt: skip
    triangles[inward] = triangles[inward][:, ::-1]
    expected = volume_measures(triangles)

    size = np.ptp(shape.bounds, axis=0).max()
    assert expected.volume <= shape.volume * (1 + 1e-12)
    assert shape.volume == pytest.approx(expected.volume, rel=3e-3)
    np.testing.assert_allclose(shape.centroid, expected.centroid, atol=2e-3 * size)
    largest = np.abs(shape.inertia).max()
    np.testing.assert_allclose(shape.inertia, expected.inertia, atol=5e-3 * largest)
    assert not shape.centroid.flags.writeable
    assert not shape.inertia.flags.writeable


@each(CONVEX)
@pytest.mark.parametrize("scale", [2.0**-30, 2.0**30])
def test_measures_scale_by_powers_of_two_exactly(shape, scale):
    other = scaled(shape, scale)

    assert other.volume == scale**3 * shape.volume
    np.testing.assert_array_equal(other.bounds, scale * shape.bounds)
    np.testing.assert_array_equal(other.centroid, scale * shape.centroid)
    np.testing.assert_array_equal(other.inertia, scale**5 * shape.inertia)
    np.testing.assert_array_equal(other.support(DIRECTIONS), scale * shape.support(DIRECTIONS))


def scaled(shape, scale):
    if isinstance(shape, Hull):
        return Hull(scale * shape.vertices)
    _, arguments = shape.__reduce__()
    return type(shape)(*(scale * np.asarray(x) for x in arguments))


@each(
    {name: shape for name, shape in CONVEX.items() if "hull" not in name and "turned" not in name}
)
def test_what_is_too_large_is_said(shape):
    huge = scaled(shape, 1e140)

    assert np.isfinite(huge.bounds).all()
    with pytest.raises(ImpingeError, match="volume: too large for a float64"):
        _ = huge.volume
    with pytest.raises(ImpingeError, match="inertia: too large for a float64"):
        _ = huge.inertia


def test_small_helpers():
    assert numbers_text((1.0, 0.25)) == "(1, 0.25)"
    assert finite(2.0, "it") == 2.0
    np.testing.assert_array_equal(
        unit_rows(np.array([[0.0, 0, 0], [0, 5e-324, 0]])), [[0] * 3, [0, 1, 0]]
    )
    points = np.array([[1e9, 0, 0], [1e9, 1e-7, 0]])
    np.testing.assert_array_equal(furthest(points, np.array([[0.0, 1, 0]])), points[1:])
    assert furthest(points, np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize("kind", [Shape, Convex])
def test_bases_are_not_made(kind):
    with pytest.raises(TypeError, match="abstract"):
        kind()
