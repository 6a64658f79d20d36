"""Oriented boxes: they hold what they should; overlap and distance agree with linear programs."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog, lsq_linear
from strategies import points, poses, rotations

from impinge.bounds import Aabb, Obb
from impinge.bounds.kernels.obb import gap_obb_obb
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, box_mesh, icosphere
from impinge.geometry import hull_parts as hulls

pytestmark = pytest.mark.plain

SCALES = st.sampled_from([1e-30, 1e-6, 1.0, 1e6, 1e30])


@st.composite
def boxes(draw):
    """Any box; flat ones, segments and points, and boxes along the axes too."""
    half = np.abs(draw(points(3))) / 3.0
    axes = draw(st.one_of(rotations(), st.just(np.eye(3))))
    return Obb(draw(points(3)) / 2.0, half, axes)


def have_a_common_point(a, b):
    """The centre of a box, within a linear program: a + s.A = b + t.B, |s| <= 1, |t| <= 1."""
    columns = np.concatenate([a.half[:, None] * a.axes, -b.half[:, None] * b.axes]).T
    found = linprog(np.zeros(6), A_eq=columns, b_eq=b.centre - a.centre, bounds=[(-1, 1)] * 6)
    return found.status == 0


def least_distance(a, b):
    """The same as bounded least squares."""
    columns = np.concatenate([a.half[:, None] * a.axes, -b.half[:, None] * b.axes]).T
    found = lsq_linear(columns, b.centre - a.centre, (-1, 1), method="bvls", tol=1e-14)
    return np.sqrt(2.0 * found.cost)


@given(points(6, 3), SCALES)
def test_a_box_holds_its_points(p, scale):
    box = Obb.of(p * scale)

    assert box.contains(p * scale).all()
    np.testing.assert_allclose(box.axes @ box.axes.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(box.axes) > 0.0


@given(boxes(), boxes())
def test_overlap_and_distance_agree_with_optimisation(a, b):
    expected = least_distance(a, b)

    assert a.distance(b) == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert a.distance(b) == pytest.approx(b.distance(a), rel=1e-12, abs=1e-12)
    assert a.overlaps(b) == b.overlaps(a) == (a.distance(b) == 0.0)
    if expected > 1e-5:
        assert not a.overlaps(b)
        assert not have_a_common_point(a, b)


def test_both_answers_are_frequent():
    """Random boxes, compared with a linear program; neither hits nor misses are rare."""
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(150):
        a, b = (Obb(rng.normal(size=3), rng.uniform(0.1, 1.5, 3), turned(rng)) for _ in range(2))
        assert a.overlaps(b) == have_a_common_point(a, b)
        hits += a.overlaps(b)
    assert 45 < hits < 135


def turned(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q *= np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


@pytest.mark.parametrize("angle", [0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-4, np.pi / 2])
def test_parallel_axes(angle):
    """Cross products of parallel axes are rounding; they must not part boxes that overlap."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    rng = np.random.default_rng(2)
    for _ in range(50):
        axes = turned(rng)
        a = Obb(rng.normal(size=3), rng.uniform(0.1, 1.0, 3), axes)
        reach = a.half.sum() + 0.5
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        common = a.corners[rng.integers(8)]
        b = Obb(common, (0.2, 0.3, 0.1), turn @ axes)
        assert a.overlaps(b)
        assert a.overlaps(Obb(a.centre + 1e-3 * direction, a.half, turn @ axes))
        assert not a.overlaps(Obb(a.centre + 3 * reach * direction, a.half, turn @ axes))


@given(boxes(), points(20, 3))
def test_points_agree_with_boxes_of_no_size(box, q):
    inside, distance = box.contains(q), box.distance(q)

    for k in range(len(q)):
        assert inside[k] == box.contains(q[k])
        assert distance[k] == box.distance(q[k])
        assert distance[k] == pytest.approx(least_distance(box, Obb(q[k], (0, 0, 0))), abs=1e-7)
    np.testing.assert_array_equal(distance == 0.0, inside)


@given(boxes(), points(2, 3, elements=st.floats(-1.0, 1.0)), boxes())
def test_no_sample_is_nearer_than_the_distance(a, s, b):
    p = a.centre + (s[0] * a.half) @ a.axes
    q = b.centre + (s[1] * b.half) @ b.axes

    assert a.distance(b) <= np.linalg.norm(p - q) * (1 + 1e-12) + 1e-12


@given(boxes(), boxes(), poses())
def test_moving_both_moves_the_answer(a, b, pose):
    assert a.moved(pose).distance(b.moved(pose)) == pytest.approx(a.distance(b), rel=1e-9, abs=1e-7)


@given(boxes(), poses())
def test_a_moved_box_holds_its_corners(box, pose):
    corners = box.corners @ pose[:3, :3].T + pose[:3, 3]

    moved = box.moved(pose)
    assert moved.distance(corners).max() <= 1e-14 * (1.0 + np.abs(corners).max())
    assert moved.volume >= box.volume


@given(boxes(), st.integers(-80, 80))
def test_scaling_by_a_power_of_two_scales_the_distance(box, exponent):
    other = Obb((7.0, -3.0, 20.0), (1.0, 2.0, 3.0), turned(np.random.default_rng(0)))
    k = 2.0**exponent
    scaled = [Obb(o.centre * k, o.half * k, o.axes) for o in (box, other)]

    assert scaled[0].distance(scaled[1]) == k * box.distance(other)


@given(boxes(), boxes())
def test_merging_holds_both(a, b):
    both = a.merged(b)

    assert both.contains(a)
    assert both.contains(b)


SIDES = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.longdouble)


def excess(outer, inner, pose=None):
    """How far the corners of the inner box, moved by a pose, are outside; beyond float64."""
    wide = [np.asarray(v, np.longdouble) for v in (inner.centre, inner.half, inner.axes)]
    corners = (SIDES * wide[1]) @ wide[2]
    offset = wide[0] - outer.centre
    if pose is not None:
        corners = corners @ pose[:3, :3].T.astype(np.longdouble)
        offset = pose[:3, :3].astype(np.longdouble) @ wide[0] + pose[:3, 3] - outer.centre
    own = np.abs((offset + corners) @ outer.axes.T.astype(np.longdouble))
    return float((own - outer.half).max())


@pytest.mark.parametrize("far", [0.0, 1.0, 1e3, 1e6, 1e12])
def test_merging_small_boxes_far_out_holds_both(far):
    """Corners were rounded at the size of the centre: boxes of 1e-3 at 1e6 stuck out by 1e-10."""
    rng = np.random.default_rng(7)
    for _ in range(40):
        a = Obb(far * rng.normal(size=3), (1e-3, 5e-4, 3e-4), turned(rng))
        b = Obb(a.centre + 1e-3 * rng.normal(size=3), (1e-3, 5e-4, 3e-4), turned(rng))
        both = a.merged(b)
        assert max(excess(both, a), excess(both, b)) <= 0.0
        assert both.contains(a)
        assert both.contains(b)
        assert both.half.max() < 0.01 + 1e-15 * far


def test_merging_a_box_with_itself_and_points():
    box = Obb((1e6, 2.0, 3.0), (1.0, 2.0, 3.0), turned(np.random.default_rng(1)))
    point = Obb((1e6, 2.0, 3.0), (0, 0, 0))

    assert box.merged(box).volume == pytest.approx(box.volume, rel=1e-9)
    assert box.merged(point).contains(box)
    assert point.merged(point) == point
    assert Obb((9e149, 0, 0), (1, 1, 1)).merged(Obb((-9e149, 0, 0), (1, 1, 1))).half[0] > 8e149


def test_a_pose_that_is_just_accepted_loses_no_corner(just_accepted):
    """Stretched by 1e-14 it is used as it is; corners stuck out by as much."""
    rng = np.random.default_rng(1)
    for pose in just_accepted:
        box = Obb(rng.normal(size=3) * rng.choice([0.0, 1e3]), (1.0, 0.5, 0.3), turned(rng))
        assert excess(box.moved(pose), box, pose) <= 0.0
        # Axes that are just accepted, too.
        box = Obb((0, 0, 0), (1.0, 0.5, 0.3), just_accepted[0][:3, :3])
        assert excess(box.moved(pose), box, pose) <= 0.0


@given(boxes(), st.floats(0.0, 10.0), points(20, 3))
def test_an_inflated_box_holds_what_is_within_the_margin(box, margin, q):
    grown = box.inflated(margin)

    assert grown.contains(q)[box.distance(q) <= margin * (1 - 1e-12)].all()


def gap(a, b):
    return gap_obb_obb(*a._numbers, *b._numbers)


@given(boxes(), boxes())
def test_a_gap_bounds_the_distance_and_is_positive_where_boxes_are_apart(a, b):
    """Equal verdicts, but where boxes are apart by rounding."""
    assert gap(a, b) <= a.distance(b) or a.overlaps(b)
    assert gap(a, b) == pytest.approx(gap(b, a), rel=1e-6, abs=1e-6)
    if a.overlaps(b):
        assert gap(a, b) <= 0.0
    elif a.distance(b) > 1e-6:
        assert gap(a, b) > 0.0


@pytest.mark.parametrize("angle", [0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-4, np.pi / 2])
def test_gaps_of_boxes_with_parallel_axes(angle):
    """The verdict of the 15 axes, and never more than the distance; both answers are frequent."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(100):
        axes = turned(rng)
        a = Obb(rng.normal(size=3), rng.uniform(0.1, 1.4, 3), axes)
        b = Obb(rng.normal(size=3), rng.uniform(0.1, 1.4, 3), turn @ axes)
        assert (gap(a, b) <= 0.0) == a.overlaps(b)
        assert a.overlaps(b) or gap(a, b) <= a.distance(b)
        hits += a.overlaps(b)
    assert 10 < hits < 90


def test_the_gap_across_two_edges_is_the_distance():
    """Two cubes on edge, one across the other: only a cross product sees how far they are."""
    q = np.sqrt(0.5)
    a = Obb((0, 0, 0), (1, 1, 1), [[1, 0, 0], [0, q, q], [0, -q, q]])
    b = Obb((0, 0, 5), (1, 1, 1), [[q, 0, q], [0, 1, 0], [-q, 0, q]])

    assert gap(a, b) == pytest.approx(5.0 - 2.0 * np.sqrt(2.0), rel=1e-13)
    assert a.distance(b) == pytest.approx(gap(a, b), rel=1e-13)


def test_a_mesh_is_weighed_by_area():
    """Triangles cut finer at one end do not turn the box."""
    box = box_mesh((1.0, 2.0, 4.0))
    axes = Obb.of(box)

    np.testing.assert_allclose(axes.half, [2.0, 1.0, 0.5], atol=1e-12)
    np.testing.assert_allclose(np.abs(axes.axes), np.eye(3)[::-1], atol=1e-12)
    assert axes.contains(box.vertices).all()
    assert axes.volume == pytest.approx(8.0)


def test_flat_and_empty_shapes():
    line = Mesh([[0, 0, 0], [1, 1, 1], [2, 2, 2]], [[0, 1, 2]])
    point = Mesh([[1e6, 0, 0]] * 3, [[0, 1, 2]])

    assert Obb.of(line).contains(line.vertices).all()
    np.testing.assert_allclose(Obb.of(line).half, [np.sqrt(3.0), 0.0, 0.0], atol=1e-13)
    assert Obb.of(point).contains(point.vertices).all()
    assert Obb.of([[0.0, 0.0, 0.0]]).contains([0.0, 0.0, 0.0])


def test_as_the_same_box_along_the_axes():
    box = Aabb.of(icosphere(1.0, 1))

    assert Obb.from_aabb(box).contains(box.corners).all()
    assert Obb.from_aabb(box).volume == pytest.approx(box.volume)


def test_a_box_is_a_value():
    box = Obb((0, 0, 0), (1, 2, 3))

    assert box == pickle.loads(pickle.dumps(box)) == copy.deepcopy(box)
    assert json.loads(json.dumps(box.to_dict()))["half"] == [1, 2, 3]
    assert len({box, Obb((0, 0, 0), (1, 2, 3))}) == 1
    with pytest.raises(AttributeError):
        box._sizes = (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Obb((0, 0, 0), (1, -1, 1)), "half: -1 is negative"),
        (lambda: Obb((0, 0, 0), (1, 1, 1), np.eye(3) * 2), "axes: scales"),
        (lambda: Obb((0, 0, 0), (1, 1, 1), -np.eye(3)), "axes: reflects"),
        (lambda: Obb((0, 0, 0), (1, 1, 1), np.eye(4)), "axes: expected shape"),
        (lambda: Obb((0, np.inf, 0), (1, 1, 1)), "centre: row 0 is not finite"),
        (lambda: Obb((0, 0, 0), (1, 1, 1)).moved(None), "pose: expected one"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()


def test_a_box_does_not_measure_the_slack(monkeypatch):
    """It costs points times triangles, and an oriented box does not read it."""
    monkeypatch.setattr(hulls, "distance_outside", None)
    monkeypatch.setattr(hulls, "distance_from_own", None)
    cube = box_mesh((2, 2, 2)).vertices
    p = np.concatenate([cube, 0.5 * cube])

    assert Obb.of(p).contains(p).all()
    assert Obb.of(p * [1, 1, 0]).contains(p * [1, 1, 0]).all()
