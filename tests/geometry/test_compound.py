"""Compounds: sums over parts, nesting, and parts that are refused."""

from math import inf

import numpy as np
import pytest
from every_shape import ALL, pose_of

from impinge.core.errors import ImpingeError
from impinge.geometry import (
    Box,
    Compound,
    HalfSpace,
    HeightField,
    Hull,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.geometry.compound import MOST_PARTS, NESTING

pytestmark = pytest.mark.plain


def test_parts_are_kept_in_order():
    ball, crate = Sphere(1), Box((1, 1, 1))
    both = Compound([(ball, None), (crate, pose_of((1, 2, 3)))])

    assert both.shapes == (ball, crate)
    assert len(both) == 2
    assert not both.poses.flags.writeable
    np.testing.assert_array_equal(both.poses[0], np.eye(4))
    (_, first), (second, pose) = both.parts
    assert second is crate
    np.testing.assert_array_equal(first, np.eye(4))
    np.testing.assert_array_equal(pose[:3, 3], [1, 2, 3])


def test_features_are_those_of_the_parts_in_a_row():
    inner = Compound([(Sphere(1), None), (Box((1, 1, 1)), None)])
    outer = Compound([(Sphere(2), None), (inner, None), (Sphere(3), None)])

    assert outer.feature_count == 1 + 27 + 1
    assert outer.part_of(0) == (0, 0)
    assert outer.part_of(28) == (2, 0)
    part, feature = outer.part_of([0, 1, 2, 27, 28, -1])
    assert part.tolist() == [0, 1, 1, 1, 2, -1]
    assert feature.tolist() == [0, 0, 1, 26, 0, -1]
    assert inner.part_of(feature[3]) == (1, 25)
    for wrong in (29, -2, [0, 99]):
        with pytest.raises(ImpingeError, match="features: expected 0 to 28"):
            outer.part_of(wrong)
    with pytest.raises(ImpingeError, match="features: expected whole numbers"):
        outer.part_of(0.5)


def test_poses_are_copied():
    pose = np.eye(4)
    one = Compound([(Sphere(1), pose)])
    pose[0, 3] = 5.0

    assert one.poses[0, 0, 3] == 0.0


def test_mass_of_a_box_in_two_halves():
    half = Box((1, 2, 3))
    turn = (0.3, 0.4, 0.5)
    frame = pose_of((5, 6, 7), turn)
    parts = [(half, frame @ pose_of((shift, 0, 0))) for shift in (-0.5, 0.5)]
    both, whole = Compound(parts), Box((2, 2, 3))

    assert both.volume == whole.volume
    np.testing.assert_allclose(both.centroid, [5, 6, 7], rtol=1e-15)
    r = frame[:3, :3]
    np.testing.assert_allclose(both.inertia, r @ whole.inertia @ r.T, rtol=0, atol=1e-13)
    nested = Compound([(Compound(parts[:1]), None), (Compound(parts[1:]), None)])
    np.testing.assert_allclose(nested.inertia, both.inertia, rtol=0, atol=1e-13)
    np.testing.assert_allclose(nested.bounds, both.bounds, rtol=0, atol=1e-13)


def test_parts_without_a_volume():
    flat = Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    two = Compound([(flat, None), (flat, pose_of((0, 0, 2)))])

    assert two.volume == 0.0
    np.testing.assert_allclose(two.centroid, [0.5, 0.5, 1])
    np.testing.assert_array_equal(two.inertia, np.zeros((3, 3)))


@pytest.mark.parametrize("name", [name for name in ALL if name != "half-space"])
def test_bounds_hold_every_moved_part(name):
    shape = ALL[name]
    rng = np.random.default_rng(3)
    directions = icosphere(1.0, 2).vertices
    for _ in range(20):
        pose = pose_of(rng.normal(size=3) * 100.0, rng.normal(size=3))
        low, high = Compound([(shape, pose)]).bounds
        points = shape.support(directions) @ pose[:3, :3].T + pose[:3, 3]
        assert (low <= points).all()
        assert (points <= high).all()
        axes = np.eye(3) @ pose[:3, :3]
        tops = (shape.support(axes) @ pose[:3, :3].T + pose[:3, 3]).diagonal()
        np.testing.assert_allclose(high, tops, rtol=0, atol=1e-12)


def test_a_part_that_does_not_end():
    ground = Compound([(HalfSpace((0, 0, 1)), pose_of((0, 0, -1))), (Sphere(1), None)])

    np.testing.assert_array_equal(ground.bounds, [[-inf] * 3, [inf, inf, 1]])
    assert ground.volume == inf
    for ask in (lambda: ground.centroid, lambda: ground.inertia, lambda: ground.support([0, 0, 1])):
        with pytest.raises(ImpingeError, match="a HalfSpace does not end"):
            ask()
    quarter = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 2], [0, 0, 0, 1.0]])
    turned = Compound([(HalfSpace((0, 1, 0)), quarter)])
    assert turned.bounds[1, 2] == pytest.approx(2.0, abs=1e-14)
    assert turned.bounds[1, 2] >= 2.0
    assert np.isinf(turned.bounds).sum() == 5
    tilted = Compound([(HalfSpace((0, 0, 1)), pose_of((0, 0, 0), (0.1, 0, 0)))])
    assert np.isinf(tilted.bounds).all()


def test_a_surface_has_no_volume():
    field = HeightField(np.zeros((2, 2)), 1)
    with pytest.raises(ImpingeError, match="volume: a HeightField is a surface"):
        _ = Compound([(field, None)]).volume


def test_meshes_of_others_are_parts_too():
    mesh = box_mesh((1, 1, 1))
    one = Compound([((mesh.vertices, mesh.faces), None)])

    assert one.volume == 1.0


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "parts: none, a compound has at least one"),
        (5, r"parts: expected pairs \(shape, pose\), got int"),
        ([Sphere(1)], r"parts: row 0 is a Sphere, expected a pair \(shape, pose\)"),
        ([(Sphere(1),)], "parts: row 0 is no pair"),
        ([(Sphere(1), None), (3, None)], "parts: row 1: expected a shape"),
        ([(Sphere, None)], "parts: row 0: expected a shape, .* got the class Sphere"),
        ([(Sphere(1), 2 * np.eye(4))], "parts: row 0: pose: "),
        ([(Sphere(1), np.stack([np.eye(4)] * 2))], "parts: row 0: pose: expected one pose"),
        ([(Sphere(1), np.full((4, 4), np.nan))], "parts: row 0: pose: is not finite"),
        ([(Sphere(9e149), pose_of((9e149, 0, 0)))], "parts: row 0: leads beyond"),
    ],
)
def test_parts_that_are_none(parts, message):
    with pytest.raises(ImpingeError, match=message):
        Compound(parts)


def test_a_compound_does_not_contain_itself():
    one = object.__new__(Compound)
    with pytest.raises(ImpingeError, match="is the compound itself"):
        one.__init__([(one, None)])

    other = object.__new__(Compound)
    with pytest.raises(ImpingeError, match="not made yet"):
        Compound([(other, None)])

    made = Compound([(Sphere(1), None)])
    outer = Compound([(Compound([(made, None)]), None)])
    with pytest.raises(ImpingeError, match="contains the compound itself"):
        made.__init__([(outer, None)])
    with pytest.raises(AttributeError, match="immutable"):
        made.__init__([(Sphere(2), None)])
    assert made.shapes[0].radius == 1.0


def test_a_list_that_grows_while_it_is_read():
    class Strange(Compound):
        def __init__(self):
            super().__init__((self, None) for _ in range(3))

    with pytest.raises(ImpingeError, match="is the compound itself"):
        Strange()


def test_nesting_ends_somewhere():
    deep = Compound([(Sphere(1), None)])
    for _ in range(NESTING - 1):
        deep = Compound([(deep, None)])
    np.testing.assert_array_equal(deep.bounds, [[-1] * 3, [1] * 3])
    with pytest.raises(ImpingeError, match=f"lie {NESTING + 1} deep"):
        Compound([(deep, None)])


def test_more_parts_than_anybody_can_go_through_are_refused():
    many = Sphere(1.0)
    for _ in range(20):
        many = Compound([(many, None), (many, None)])
    assert many.feature_count == MOST_PARTS
    with pytest.raises(ImpingeError, match=rf"^parts: 2097152 in all.* most is {MOST_PARTS}"):
        Compound([(many, None), (many, None)])
