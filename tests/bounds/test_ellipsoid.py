"""Bounding ellipsoids contain what they should, and are proved to be the smallest."""

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls
from scipy.spatial.transform import Rotation
from strategies import points

import impinge as im
from impinge.bounds import BoundingEllipsoid, BoundingSphere
from impinge.bounds.kernels.ellipsoid import gap_ellipsoid_ellipsoid
from impinge.bounds.kernels.ellipsoid_fit import FINE, bound_rows_ellipsoid
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1.0, 1.0)])
BALL = 4.0 / 3.0 * np.pi


def directions(rng, n):
    d = rng.normal(size=(n, 3))
    return d / np.linalg.norm(d, axis=1)[:, None]


def random_ellipsoid(rng, aspect=1e3, flat=0.0):
    radii = np.exp(rng.uniform(-np.log(aspect), 0.0, 3)) * (rng.random(3) >= flat)
    return BoundingEllipsoid(rng.normal(size=3), radii, turned(rng))


def turned(rng):
    return Rotation.random(random_state=rng).as_matrix()


def spread(e, d):
    """Points of the surface, one for each direction, as evenly as these."""
    return e.centre + (d * e.radii) @ e.axes


def surface(e, d):
    """Points of the surface, one for each direction, which is the normal there."""
    reach = np.linalg.norm((d @ e.axes.T) * e.radii, axis=1)
    return e.centre + ((d @ e.axes.T) * e.radii**2) @ e.axes / reach[:, None]


def exactly_inside(e, p):
    """In fractions, so that the test rounds nothing."""
    axes = [[Fraction(x) for x in row] for row in e.axes.tolist()]
    for row in p.tolist():
        d = [Fraction(x) - Fraction(c) for x, c in zip(row, e.centre.tolist(), strict=True)]
        y = [sum(a * b for a, b in zip(axis, d, strict=True)) for axis in axes]
        pairs = [(x, Fraction(r)) for x, r in zip(y, e.radii.tolist(), strict=True)]
        if any(x and not r for x, r in pairs) or sum((x / r) ** 2 for x, r in pairs if r) > 1:
            return False
    return True


def over_least(p, e):
    """By how much the volume can be above the least at most, by duality.

    No ellipsoid around p has a volume below ``4/3 pi sqrt(27 det S)``, S the covariance of p with
    any weights. Those that make the ellipsoid a unit ball whose points near the surface are spread
    evenly (John's theorem) are found by another method than the ellipsoid.
    """
    y = ((p - e.centre) @ e.axes.T) / e.radii
    near = np.linalg.norm(y, axis=1) > 1.0 - 1e-5
    q = y[near]
    square = np.einsum("ni,nj->nij", q, q).reshape(-1, 9)
    conditions = np.hstack([square, q, np.ones((len(q), 1))]).T
    w, _ = nnls(conditions, [*(np.eye(3) / 3.0).flat, 0.0, 0.0, 0.0, 1.0])
    w /= w.sum()
    covariance = (w * q.T) @ q - np.outer(w @ q, w @ q)
    return 1.0 / np.sqrt(27.0 * np.linalg.det(covariance)) - 1.0


@pytest.mark.plain
@given(points(7, 3), st.sampled_from([1e-150, 1e-6, 1.0, 1e6, 1e140]))
def test_an_ellipsoid_contains_its_points_whatever_was_rounded(p, scale):
    e = BoundingEllipsoid.of(p * scale)

    assert e.contains(p * scale).all()
    assert exactly_inside(e, p * scale)
    assert np.isfinite(e.radii).all()
    assert (np.diff(e.radii) <= 0.0).all()


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_thin_and_far_sets_are_contained_too(scale):
    """Where the pad counts: across a thin set rounding is a share of the thickness."""
    rng = np.random.default_rng(2)
    for k in range(300):
        thin = 10.0 ** rng.uniform(-16.0, 0.0, 3)
        p = rng.normal(size=(rng.integers(1, 12), 3)) * thin @ turned(rng)
        p = scale * (p + (rng.normal(size=3) * 10.0 ** rng.uniform(0.0, 9.0) if k % 2 else 0.0))
        e = BoundingEllipsoid.of(p)
        assert e.contains(p).all()
        assert exactly_inside(e, p)
        assert e.radii[0] <= 2.0 * np.ptp(p, axis=0).sum()


@pytest.mark.parametrize("n", [4, 5, 8, 20, 300])
def test_no_ellipsoid_is_smaller(n):
    rng = np.random.default_rng(n)
    for stretch in ([1, 1, 1], [1e3, 1, 1], [1, 1, 1e-4], [1, 1e-2, 1e-4]):
        for p in (
            rng.normal(size=(n, 3)),
            directions(rng, n),
            rng.choice([-1.0, 1.0], (n, 3)) + 1e-3 * rng.normal(size=(n, 3)),
            np.concatenate([CUBE, rng.integers(-1, 2, (n, 3))]),
        ):
            q = (p * stretch) @ turned(rng)
            e = BoundingEllipsoid.of(q)
            assert over_least(q, e) < 1e-6


def test_ellipsoids_known_by_hand():
    """Each by its volume, which affine images keep the ratio of."""
    rng = np.random.default_rng(3)
    angles = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cylinder = np.concatenate([np.c_[ring, np.full(12, z)] for z in (-1.0, 1.0)])
    cone = np.concatenate([np.c_[ring, np.zeros(12)], [[0.0, 0.0, 1.0]]])
    known = {
        "cube": (CUBE, 3.0**1.5),
        "with points inside": (np.concatenate([CUBE, CUBE, 0.9 * CUBE]), 3.0**1.5),
        "simplex": (CUBE[[0, 3, 5, 6]], 3.0**1.5),
        "octahedron": (np.concatenate([np.eye(3), -np.eye(3)]), 1.0),
        # Radius sqrt(3/2) across, sqrt(3) along the axis; of a cone sqrt(9/8) and 3/4.
        "cylinder": (cylinder, 1.5 * np.sqrt(3.0)),
        "cone": (cone, 9.0 / 8.0 * 0.75),
    }
    for p, volume in known.values():
        for scale in (1e-6, 1.0, 1e6):
            image = scale * rng.normal(size=(3, 3))
            e = BoundingEllipsoid.of(p @ image.T + scale * rng.normal(size=3))
            least = BALL * volume * abs(np.linalg.det(image))
            assert e.volume == pytest.approx(least, rel=1e-7)
    e = BoundingEllipsoid.of(CUBE * [3.0, 2.0, 1.0])
    np.testing.assert_allclose(e.radii, np.sqrt(3.0) * np.array([3.0, 2.0, 1.0]), rtol=1e-7)
    np.testing.assert_allclose(np.abs(e.axes), np.eye(3), atol=1e-7)
    np.testing.assert_allclose(e.centre, 0.0, atol=1e-7)


def test_flat_sets_have_the_smallest_ellipse_or_segment():
    rng = np.random.default_rng(4)
    for _ in range(20):
        corners = rng.normal(size=(3, 3))
        e = BoundingEllipsoid.of(corners)
        area = 0.5 * np.linalg.norm(np.cross(corners[1] - corners[0], corners[2] - corners[0]))
        # Steiner's circumellipse.
        ellipse = 4.0 * np.pi / (3.0 * np.sqrt(3.0)) * area
        assert np.pi * e.radii[0] * e.radii[1] == pytest.approx(ellipse, rel=3e-6)
        assert e.radii[2] < 1e-9 * e.radii[0]
        line = rng.normal(size=3) + np.outer(rng.normal(size=6), rng.normal(size=3))
        e = BoundingEllipsoid.of(line)
        assert 2.0 * e.radii[0] == pytest.approx(
            np.linalg.norm(line[:, None] - line, axis=2).max(), rel=3e-6
        )
        assert e.radii[1] < 1e-9 * e.radii[0]


def test_points_that_coincide():
    p = np.full((5, 3), 1e6 / 3.0)

    e = BoundingEllipsoid.of(p)

    assert e.radii.tolist() == [0.0, 0.0, 0.0]
    assert e.contains(p).all()
    assert not e.contains(np.nextafter(p[0], 0.0))
    assert e.volume == 0.0
    assert e.merged(e) == e
    assert e.distance(e) == 0.0


def test_it_moves_with_the_points(just_accepted):
    rng = np.random.default_rng(5)
    for k, pose in enumerate(just_accepted):
        p = rng.normal(size=(8, 3)) * 10.0 ** rng.uniform(-12.0, 0.0, 3)
        e = BoundingEllipsoid.of(p)
        there = e.moved(pose)
        wide = pose.astype(np.longdouble)
        y = p @ wide[:3, :3].T + wide[:3, 3] - there.centre
        level = (((y @ there.axes.T.astype(np.longdouble)) / there.radii) ** 2).sum(axis=1)
        assert (level <= 1.0).all(), k
        rounding = 1e-13 * e.radii[0] + 1e-15 * np.abs([*e.centre, *pose[:3, 3]]).sum()
        np.testing.assert_allclose(there.radii, e.radii, rtol=1e-6, atol=4e3 * rounding)
    ball = BoundingEllipsoid((1, 2, 3), (2, 2, 2)).moved(just_accepted[0])
    np.testing.assert_allclose(ball.radii, 2.0, rtol=1e-12)


@pytest.mark.parametrize("flat", [0.0, 0.4])
def test_merging_contains_both_and_is_nearly_the_smallest(flat):
    rng = np.random.default_rng(6)
    d = directions(rng, 3000)
    for _ in range(60):
        a, b = random_ellipsoid(rng, 30.0, flat), random_ellipsoid(rng, 30.0, flat)
        both = a.merged(b)
        samples = np.concatenate([spread(a, d), spread(b, d)])
        assert both.contains(a)
        assert both.contains(b)
        assert both.contains(samples).all()
        assert b.merged(a).volume == pytest.approx(both.volume, rel=2e-3)
        if not flat:
            # What is around both is around their points: of these, the smallest is a lower bound.
            assert both.volume <= 1.02 * BoundingEllipsoid.of(samples).volume


def test_merging_one_inside_the_other_or_beside_it():
    big, small = BoundingEllipsoid((0, 0, 0), (3, 2, 1)), BoundingEllipsoid((1, 0, 0), (1, 1, 0.5))

    assert big.merged(small) == small.merged(big) == big
    # Around two balls, at 2 from the middle: radii p and q, q of ellipsoids that touch them at x.
    a, b = (BoundingEllipsoid((x, 0, 0), (1, 1, 1)) for x in (-2.0, 2.0))
    x = np.linspace(2.0, 3.0, 100001)[1:-1]
    q_sq = x * (x - 2.0) + 1.0 - (x - 2.0) ** 2
    least = BALL * (np.sqrt(q_sq * x / (x - 2.0)) * q_sq).min()
    assert a.merged(b).volume == pytest.approx(least, rel=1e-3)


def test_an_inflated_ellipsoid_contains_what_is_within_the_margin():
    rng = np.random.default_rng(7)
    d = directions(rng, 300)
    for _ in range(60):
        e, margin = random_ellipsoid(rng, 1e4), 10.0 ** rng.uniform(-8.0, 1.0)
        grown = e.inflated(margin)
        # The furthest along each normal.
        assert grown.contains(surface(e, d) + margin * (1.0 - 1e-12) * d).all()
        assert grown.contains(e)
    ball = BoundingEllipsoid((0, 0, 0), (2, 2, 2))
    np.testing.assert_allclose(ball.inflated(0.5).radii, 2.5, rtol=1e-12)
    assert ball.inflated(0.0) == ball
    np.testing.assert_allclose(
        BoundingEllipsoid((0, 0, 0), (0, 0, 0)).inflated(0.5).radii, 0.5, rtol=1e-12
    )


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6, 1e-100, 1e100])
@pytest.mark.parametrize("aspect", [1.0, 10.0, 1e4])
def test_touching_ellipsoids_overlap_and_others_are_as_far_as_they_are(scale, aspect):
    """Placed along a common normal: so far apart, or so deep, as that says."""
    rng = np.random.default_rng(8)
    for d in directions(rng, 60):
        a, b = random_ellipsoid(rng, aspect), random_ellipsoid(rng, aspect)
        touching = surface(a, d[None])[0] - surface(b, -d[None])[0] + b.centre
        size = np.abs(touching - a.centre).sum() + a.radii.sum() + b.radii.sum()
        # Deeper than the least radius of curvature they might be through on the other side.
        round_off = a.radii.min() ** 2 / a.radii.max() / size
        for apart in (-round_off, -1e-3 * round_off, 0.0, 3e-13, 1e-9, 1e-3, 1.0):
            here = BoundingEllipsoid(scale * a.centre, scale * a.radii, a.axes)
            there = BoundingEllipsoid(
                scale * (touching + apart * size * d), scale * b.radii, b.axes
            )
            assert here.overlaps(there) == there.overlaps(here) == (apart <= 0.0)
            found, back = here.distance(there), there.distance(here)
            assert found == pytest.approx(back, abs=1e-12 * size * scale)
            true = max(apart, 0.0) * size * scale
            assert true - 2e-13 * size * scale <= found <= true + 1e-15 * size * scale


def test_distances_agree_with_those_of_shapes():
    rng = np.random.default_rng(9)
    met = 0
    for _ in range(150):
        a, b = random_ellipsoid(rng, 3.0), random_ellipsoid(rng, 20.0)
        shapes = [im.Ellipsoid(e.radii) for e in (a, b)]
        poses = [np.eye(4), np.eye(4)]
        for pose, e in zip(poses, (a, b), strict=True):
            pose[:3, :3], pose[:3, 3] = e.axes.T, e.centre
        expected = im.distance(*shapes, *poses).distance
        assert a.distance(b) == pytest.approx(expected, abs=2e-12)
        assert a.overlaps(b) == im.overlap(*shapes, *poses)
        met += a.overlaps(b)
    assert 10 < met < 140


def test_gaps_of_flat_ellipsoids_are_never_above_the_distance():
    """Discs, segments and points: the distance has edges, and is found all the same."""
    rng = np.random.default_rng(10)
    d = directions(rng, 2000)
    for _ in range(300):
        a, b = random_ellipsoid(rng, 5.0, 0.5), random_ellipsoid(rng, 5.0, 0.5)
        found, (early, normal) = a.distance(b), gap_ellipsoid_ellipsoid(a._numbers, b._numbers, 2)
        # Pairs of points: from ends, and by going to the nearest of the other in turns.
        u = d * rng.uniform(0.0, 1.0, (2000, 1))
        p, q = (e.centre + (u[::k] * e.radii) @ e.axes for e, k in ((a, 1), (b, -1)))
        assert found <= np.linalg.norm(p - q, axis=1).min()
        assert early <= found + 1e-13
        if found > 0.0:
            # Along no other direction are they further apart.
            others = np.concatenate([normal + 1e-3 * d[:200], d])
            others /= np.linalg.norm(others, axis=1)[:, None]
            reach = sum(np.linalg.norm((others @ e.axes.T) * e.radii, axis=1) for e in (a, b))
            assert (others @ (b.centre - a.centre) - reach).max() <= found + 1e-9


def test_points_are_ellipsoids_of_no_size():
    rng = np.random.default_rng(11)
    for flat in (0.0, 0.5):
        for _ in range(20):
            e = random_ellipsoid(rng, 50.0, flat)
            p = e.centre + rng.normal(size=(30, 3)) * 0.8
            inside, distance = e.contains(p), e.distance(p)
            np.testing.assert_array_equal(distance == 0.0, inside)
            for k in range(0, 30, 7):
                point = BoundingEllipsoid(p[k], (0, 0, 0))
                assert inside[k] == e.contains(p[k]) == e.contains(point) == e.overlaps(point)
                assert distance[k] == e.distance(p[k])
                assert distance[k] == pytest.approx(e.distance(point), abs=1e-12)
            if not flat:
                local = (p - e.centre) @ e.axes.T
                shape = im.Ellipsoid(e.radii)
                outside = np.maximum(im.closest_point(shape, local).distance, 0.0) * ~inside
                np.testing.assert_allclose(distance, outside, atol=1e-12)


def test_which_ellipsoids_lie_inside():
    rng = np.random.default_rng(12)
    d = directions(rng, 2000)
    hits = 0
    for _ in range(200):
        a = random_ellipsoid(rng, 3.0)
        small = 10.0 ** rng.uniform(-1.5, 0.0)
        offset = (directions(rng, 1)[0] * rng.uniform(0.0, 1.0) * a.radii) @ a.axes
        radii = small * np.exp(rng.uniform(-1.0, 0.0, 3)) * a.radii.max()
        b = BoundingEllipsoid(a.centre + offset, radii, turned(rng))
        inside = a.contains(surface(b, d)).all()
        assert a.contains(b) <= inside
        # What samples miss is little.
        slim = BoundingEllipsoid(b.centre, 0.99 * b.radii, b.axes)
        assert not inside or a.contains(slim)
        hits += a.contains(b)
        assert a.contains(a)
    assert 20 < hits < 180


def test_corners_of_some_rows_and_a_mesh_by_its_faces():
    rng = np.random.default_rng(13)
    rows = rng.normal(size=(20, 12))
    some = BoundingEllipsoid.of(rows[5:9, :9].reshape(-1, 3))

    centre, radii, _ = bound_rows_ellipsoid(rows, 5, 9, 3, FINE)
    assert centre == some._centre
    assert sorted(radii) == sorted(some._sizes)
    ball = icosphere(2.0, 2)
    stray = Mesh(np.concatenate([ball.vertices, [[9.0, 9.0, 9.0]]]), ball.faces)
    assert BoundingEllipsoid.of(stray) == BoundingEllipsoid.of(ball)
    np.testing.assert_allclose(BoundingEllipsoid.of(ball).radii, 2.0, rtol=1e-8)


def test_it_is_not_larger_than_the_sphere():
    rng = np.random.default_rng(14)
    for n in (4, 10, 100):
        p = rng.normal(size=(n, 3)) * [3.0, 1.0, 0.5]
        assert BoundingEllipsoid.of(p).volume < BoundingSphere.of(p).volume


def test_an_ellipsoid_is_a_value():
    e = BoundingEllipsoid((1, 2, 3), (3, 2, 1))

    assert e == pickle.loads(pickle.dumps(e)) == copy.deepcopy(e)
    assert json.loads(json.dumps(e.to_dict()))["radii"] == [3, 2, 1]
    assert BoundingEllipsoid(**e.to_dict()) == e
    assert len({e, BoundingEllipsoid((1, 2, 3), (3, 2, 1))}) == 1
    assert repr(e) == "BoundingEllipsoid(centre (1, 2, 3), radii (3, 2, 1))"
    assert e.volume == pytest.approx(8.0 * np.pi)
    with pytest.raises(AttributeError):
        e._sizes = (1.0, 1.0, 1.0)
    with pytest.raises(ValueError):
        e.centre[0] = 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BoundingEllipsoid((0, 0, 0), (1, -1, 1)), "radii: -1 is negative"),
        (lambda: BoundingEllipsoid((0, 0), (1, 1, 1)), "centre: expected three numbers"),
        (lambda: BoundingEllipsoid((0, 0, 0), (1, 1, 1), -np.eye(3)), "axes: reflects"),
        (lambda: BoundingEllipsoid.of(np.empty((0, 3))), "source: no rows"),
        (lambda: BoundingEllipsoid.of([[0, 0, np.nan]]), "source: row 0 is not finite"),
        (lambda: BoundingEllipsoid((0, 0, 0), (1, 1, 1)).moved(None), "pose: expected one"),
        (lambda: BoundingEllipsoid((0, 0, 0), (1, 1, 1)).inflated(-1), "margin: -1 is less than 0"),
        (lambda: BoundingEllipsoid((0, 0, 0), (1, 1, 1)).merged(1), "other: expected"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ImpingeError, match=message):
        make()
