"""k-DOPs: they hold what they should; gaps never exceed distances; moved ones lose nothing."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog
from strategies import points, poses

from impinge.bounds import Aabb, Kdop, dop_directions
from impinge.bounds.directions import SIZES
from impinge.bounds.kernels.kdop import bound_corners_kdop
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere

pytestmark = pytest.mark.plain

SCALES = st.sampled_from([1e-30, 1e-6, 1.0, 1e6, 1e30])
KS = st.sampled_from(SIZES)


def along(p, k):
    """Beyond float64."""
    return p.astype(np.longdouble) @ dop_directions(k).T.astype(np.longdouble)


@given(points(5, 3), SCALES, KS)
def test_a_kdop_holds_its_points_and_is_tight(p, scale, k):
    dop = Kdop.of(p * scale, k)

    assert dop.contains(p * scale).all()
    values = along(p * scale, k)
    assert (values >= dop.lower).all()
    assert (values <= dop.upper).all()
    # Below 2**-1022 rounding is absolute.
    room = 4e-15 * np.abs(p * scale).max() + 2.0**-1069
    np.testing.assert_allclose(dop.lower, values.min(axis=0).astype(float), atol=room)
    np.testing.assert_allclose(dop.upper, values.max(axis=0).astype(float), atol=room)


@given(points(5, 3))
def test_six_directions_are_a_box(p):
    dop, box = Kdop.of(p, 6), Aabb.of(p)

    np.testing.assert_array_equal(dop.lower, box.lower)
    np.testing.assert_array_equal(dop.upper, box.upper)
    assert dop.volume == box.volume
    apart = np.abs(box.corners[:, None] - dop.corners).max(axis=2)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < 1e-12


@given(points(4, 3), poses())
def test_six_directions_move_like_a_box(p, pose):
    """Zachmann's sums are Arvo's box."""
    dop, box = Kdop.of(p, 6).moved(pose), Aabb.of(p).moved(pose)

    size = 1.0 + np.abs(p).max() + np.abs(pose).max()
    np.testing.assert_allclose(dop.lower, box.lower, atol=1e-12 * size)
    np.testing.assert_allclose(dop.upper, box.upper, atol=1e-12 * size)


@given(points(4, 3), points(4, 3), KS)
def test_merging_is_fitting_to_both(p, q, k):
    a, b = Kdop.of(p, k), Kdop.of(q, k)
    both = a.merged(b)

    assert both == b.merged(a) == Kdop.of(np.concatenate([p, q]), k)
    assert both.contains(a)
    assert both.contains(b)
    assert a.contains(both) == (a == both)


@given(points(4, 3), points(4, 3), KS, points(2, 4, elements=st.floats(0.0, 1.0)))
def test_a_gap_is_never_above_the_distance(p, q, k, weights):
    a, b = Kdop.of(p, k), Kdop.of(q, k)
    w = (weights + 1e-3) / (weights + 1e-3).sum(axis=1, keepdims=True)

    assert a.gap(b) == b.gap(a)
    assert a.overlaps(b) == b.overlaps(a) == (a.gap(b) <= 0.0)
    assert a.gap(b) <= np.linalg.norm(w[0] @ p - w[1] @ q) * (1.0 + 1e-12) + 1e-12
    # Of the points themselves beyond float64, and without a tolerance.
    apart = p.astype(np.longdouble)[:, None] - q[None]
    assert a.gap(b) <= np.sqrt((apart**2).sum(axis=2)).min()


def test_both_answers_are_frequent_and_only_the_sure_one_is_proved():
    """No two k-DOPs with a common point are called apart; some that are apart are not so called."""
    rng = np.random.default_rng(3)
    counts = {(k, said, true): 0 for k in (6, 26) for said in (0, 1) for true in (0, 1)}
    for _ in range(200):
        p, q = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)) + rng.uniform(-2, 2, 3)
        for k in (6, 26):
            a, b = Kdop.of(p, k), Kdop.of(q, k)
            planes = np.concatenate([a.directions, -a.directions])
            ends = np.minimum(np.r_[a.upper, -a.lower], np.r_[b.upper, -b.lower])
            true = linprog(np.zeros(3), planes, ends, bounds=[(None, None)] * 3).status == 0
            assert a.overlaps(b) or not true
            counts[k, int(a.overlaps(b)), int(true)] += 1
    assert counts[6, 1, 0] == 0
    assert counts[26, 1, 1] > 40
    assert counts[26, 0, 0] > 40
    assert counts[26, 1, 0] > 0


@given(points(4, 3), poses(), SCALES, KS)
def test_a_moved_kdop_holds_all_that_moved(p, pose, scale, k):
    """In extended precision: not even rounding may push a point out."""
    pose[:3, 3] *= scale
    dop = Kdop.of(p * scale, k)
    moved = dop.moved(pose)

    wide = pose.astype(np.longdouble)
    inside = np.concatenate([p * scale, dop.corners * (1 - 1e-13)])
    inside = inside[dop.contains(inside)].astype(np.longdouble) @ wide[:3, :3].T + wide[:3, 3]
    assert (along(inside, k) >= moved.lower).all()
    assert (along(inside, k) <= moved.upper).all()


@pytest.mark.parametrize("k", SIZES)
def test_a_pose_that_is_just_accepted_loses_no_point(k, just_accepted):
    """Stretched by 1e-14 it is used as it is."""
    p = np.random.default_rng(0).normal(size=(20, 3))
    dop = Kdop.of(p, k)
    for pose in just_accepted[:10]:
        wide = pose.astype(np.longdouble)
        values = along(p.astype(np.longdouble) @ wide[:3, :3].T + wide[:3, 3], k)
        moved = dop.moved(pose)
        assert (values >= moved.lower).all()
        assert (values <= moved.upper).all()


@pytest.mark.parametrize("k", SIZES)
def test_a_moved_kdop_grows_little(k):
    """Of a ball: an end grows by the secant of the angle to the nearest direction at most."""
    ball = icosphere(1.0, 2).vertices
    rng = np.random.default_rng(k)
    worst = 0.0
    for _ in range(20):
        q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        pose = np.eye(4)
        pose[:3, :3] = q * np.sign(np.linalg.det(q))
        anew = Kdop.of(ball @ pose[:3, :3].T, k)
        moved = Kdop.of(ball, k).moved(pose)
        assert moved.contains(anew)
        worst = max(worst, moved.volume / anew.volume)
    furthest = {6: 54.7, 12: 37.4, 14: 36.2, 18: 35.3, 26: 27.6, 32: 22.7, 62: 18.7}[k]
    assert 1.0 < worst < 1.03 / np.cos(np.radians(furthest)) ** 3


@given(points(4, 3), st.floats(0.0, 10.0), points(20, 3), KS)
def test_an_inflated_kdop_holds_what_is_within_the_margin(p, margin, q, k):
    dop = Kdop.of(p, k)
    grown = dop.inflated(margin)
    steps = q / np.maximum(np.linalg.norm(q, axis=1), 1e-3)[:, None] * min(margin, 10.0)

    assert grown.contains(dop)
    assert grown.contains((p[:, None] + steps * (1 - 1e-15)).reshape(-1, 3)).all()
    # Each plane moved by the margin and no further.
    lengths = np.linalg.norm(dop_directions(k), axis=1)
    np.testing.assert_allclose(grown.upper - dop.upper, margin * lengths, atol=1e-13)
    assert dop.inflated(0.0) == dop


@given(points(6, 3), KS, st.integers(-200, 200))
def test_scaling_by_a_power_of_two_scales_the_ends(p, k, exponent):
    # Near 2**-1022 rounding is absolute, and so is the room that is left for it.
    least = np.abs(p[p != 0.0]).min(initial=1.0)
    assume(least * min(2.0**exponent, 1.0) > 1e-280)
    a, b = Kdop.of(p, k), Kdop.of(p * 2.0**exponent, k)

    assert b == Kdop(k, a.lower * 2.0**exponent, a.upper * 2.0**exponent)


def test_corners_of_some_rows():
    """The kernel of trees: rows first to stop, of nine numbers and whatever follows."""
    rows, directions = np.random.default_rng(4).normal(size=(20, 12)), dop_directions(26).copy()
    volumes = np.zeros((3, 26))
    bound_corners_kdop(rows, 5, 9, directions, volumes, 1)
    bound_corners_kdop(rows[5:9, :9].reshape(-1, 3).copy(), 0, 12, directions, volumes, 2)

    np.testing.assert_array_equal(volumes[1], volumes[2])
    assert not volumes[0].any()


def test_a_mesh_counts_by_its_faces():
    sphere = icosphere(2.0, 2)
    stray = Mesh(np.concatenate([sphere.vertices, [[9.0, 9.0, 9.0]]]), sphere.faces)

    assert Kdop.of(stray) == Kdop.of(sphere)
    assert Kdop.of(sphere).k == 26


@pytest.mark.parametrize("k", SIZES)
def test_a_kdop_is_a_value(k):
    dop = Kdop.of(icosphere(1.0, 1), k)

    assert dop == pickle.loads(pickle.dumps(dop)) == copy.deepcopy(dop)
    assert len({dop, Kdop(k, dop.lower, dop.upper)}) == 1
    assert Kdop(**json.loads(json.dumps(dop.to_dict()))) == dop
    assert repr(dop).startswith(f"Kdop({k}, (-")
    with pytest.raises(AttributeError):
        dop._k = 6
    with pytest.raises(ValueError):
        dop.lower[0] = 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Kdop(8, [0] * 4, [1] * 4), "k: 8, expected one of 6, 12"),
        (lambda: Kdop.of([[0, 0, 0]], 7), "k: 7, expected one of"),
        (lambda: Kdop(6, [0, 0], [1, 1]), r"lower: expected shape \(n, 3\), got \(1, 2\)"),
        (lambda: Kdop(6, 0, 1), r"lower: expected shape \(3,\), got \(\)"),
        (lambda: Kdop(6, [0, 0, np.nan], [1, 1, 1]), "lower: row 0 is not finite"),
        (lambda: Kdop(6, [0, 2, 0], [1, 1, 1]), r"lower: 2 is above upper 1 along direction 1 \(0"),
        (lambda: Kdop.of(np.empty((0, 3))), "source: no rows"),
        (lambda: Kdop.of([[0, np.nan, 0]]), "source: row 0 is not finite"),
        (lambda: Kdop.of([[0, 0, 0]], 6).moved(None), "pose: expected one"),
        (lambda: Kdop.of([[0, 0, 0]], 6).inflated(-1.0), "margin: -1 is less than 0"),
        (
            lambda: Kdop.of([[0, 0, 0]], 6).gap(Kdop.of([[0, 0, 0]], 14)),
            "other: k is 14, expected 6",
        ),
        (lambda: Kdop.of([[0, 0, 0]], 6).merged([0, 0, 0]), "other: expected a Kdop, got list"),
        (lambda: Kdop.of([[0, 0, 0]], 6).contains([[0, 0, np.inf]]), "points: row 0"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()
