"""Boxes along the axes: they hold what they should, and measure what sampling measures."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, poses

from impinge.bounds import Aabb
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere

pytestmark = pytest.mark.plain

SCALES = st.sampled_from([1e-30, 1e-6, 1.0, 1e6, 1e30])


@given(points(5, 3), SCALES)
def test_a_box_holds_its_points_and_is_tight(p, scale):
    box = Aabb.of(p * scale)

    assert box.contains(p * scale).all()
    np.testing.assert_array_equal(box.lower, (p * scale).min(axis=0))
    np.testing.assert_array_equal(box.upper, (p * scale).max(axis=0))


@given(points(4, 3), points(4, 3))
def test_merging_holds_both_and_is_symmetric(p, q):
    a, b = Aabb.of(p), Aabb.of(q)
    both = a.merged(b)

    assert both.contains(a)
    assert both.contains(b)
    assert both == b.merged(a) == Aabb.of(np.concatenate([p, q]))
    assert a.contains(both) == (a == both)


@given(points(4, 3), points(4, 3))
def test_overlap_and_distance_agree_with_intervals(p, q):
    a, b = Aabb.of(p), Aabb.of(q)
    gaps = np.maximum(np.maximum(b.lower - a.upper, a.lower - b.upper), 0.0)

    assert a.overlaps(b) == b.overlaps(a) == (not gaps.any())
    assert a.distance(b) == b.distance(a) == pytest.approx(np.linalg.norm(gaps))
    assert (a.distance(b) == 0.0) == a.overlaps(b)


@given(points(4, 3), points(6, 3))
def test_points_agree_with_boxes_of_no_size(p, q):
    box = Aabb.of(p)

    for point, inside, distance in zip(q, box.contains(q), box.distance(q), strict=True):
        assert inside == box.contains(point) == box.overlaps(Aabb(point, point))
        assert distance == box.distance(point) == box.distance(Aabb(point, point))
        assert (distance == 0.0) == inside


@given(points(4, 3), poses(), SCALES)
def test_a_moved_box_holds_all_that_moved(p, pose, scale):
    """In extended precision: not even rounding may push a corner out."""
    pose[:3, 3] *= scale
    box = Aabb.of(p * scale)
    moved = box.moved(pose)

    wide = pose.astype(np.longdouble)
    corners = box.corners.astype(np.longdouble) @ wide[:3, :3].T + wide[:3, 3]
    assert (corners >= moved.lower).all()
    assert (corners <= moved.upper).all()


def test_a_pose_that_is_just_accepted_loses_no_corner(just_accepted):
    """Stretched by 1e-14 it is used as it is."""
    box = Aabb((-1.0, 0.5, -2.0), (1.0, 0.75, 3.0))
    for pose in just_accepted:
        wide = pose.astype(np.longdouble)
        corners = box.corners.astype(np.longdouble) @ wide[:3, :3].T + wide[:3, 3]
        moved = box.moved(pose)
        assert (corners >= moved.lower).all()
        assert (corners <= moved.upper).all()


@given(points(4, 3), st.floats(0.0, 10.0), points(20, 3))
def test_an_inflated_box_holds_what_is_within_the_margin(p, margin, q):
    box = Aabb.of(p)
    grown = box.inflated(margin)

    assert grown.contains(box)
    assert grown.contains(q)[box.distance(q) <= margin].all()


def test_measures():
    box = Aabb((0, -1, 2), (1, 1, 5))

    assert box.volume == 6.0
    assert box.centre.tolist() == [0.5, 0.0, 3.5]
    assert box.half.tolist() == [0.5, 1.0, 1.5]
    assert {tuple(c) for c in box.corners} == {
        (x, y, z) for x in (0, 1) for y in (-1, 1) for z in (2, 5)
    }
    assert Aabb.of(box.corners) == box


def test_a_mesh_counts_by_its_faces():
    sphere = icosphere(2.0, 2)
    stray = Mesh(np.concatenate([sphere.vertices, [[9.0, 9.0, 9.0]]]), sphere.faces)

    assert Aabb.of(stray) == Aabb.of(sphere)
    np.testing.assert_array_equal(Aabb.of(sphere).upper, sphere.bounds[1])


def test_a_box_is_a_value():
    box = Aabb((0, 0, 0), (1, 2, 3))

    assert box == pickle.loads(pickle.dumps(box)) == copy.deepcopy(box)
    assert len({box, Aabb((0, 0, 0), (1, 2, 3))}) == 1
    assert json.loads(json.dumps(box.to_dict())) == {"lower": [0, 0, 0], "upper": [1, 2, 3]}
    with pytest.raises(AttributeError):
        box._lower = (1.0, 1.0, 1.0)
    with pytest.raises(ValueError):
        box.lower[0] = 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Aabb((0, 0, 1), (1, 1, 0)), "lower: 1 is above upper 0 along z"),
        (lambda: Aabb((0, 0), (1, 1)), "lower: expected three numbers"),
        (lambda: Aabb((0, 0, np.nan), (1, 1, 1)), "lower: row 0 is not finite"),
        (lambda: Aabb.of(np.empty((0, 3))), "source: no rows"),
        (lambda: Aabb((0, 0, 0), (1, 1, 1)).moved(2 * np.eye(4)), "pose: "),
        (lambda: Aabb((0, 0, 0), (1, 1, 1)).moved(np.stack([np.eye(4)] * 2)), "pose: expected one"),
        (lambda: Aabb((0, 0, 0), (1, 1, 1)).inflated(-1.0), "margin: -1 is less than 0"),
        (lambda: Aabb((0, 0, 0), (1, 1, 1)).contains([[0, 0, np.inf]]), "points: row 0"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()
