"""Gaps of curved bodies in decimals: closed forms, polytopes, laws, and directions at random."""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np
import pytest

from impinge.bench.convex_curved import (
    STARTS,
    CurvedPair,
    Rounded,
    cross,
    exact_decimals,
    peak_directions,
    signed_gap,
    unit_vector,
)
from impinge.bench.exact import (
    Polytope,
    all_features,
    depth_sq,
    distance_sq,
    root,
    whole_points,
)
from impinge.scenes.poses import random_rotation

RNG = np.random.default_rng(4)
FINE = Decimal("1e-40")


def placed(shift=(0.0, 0.0, 0.0), turn=None):
    pose = np.eye(4)
    pose[:3, :3] = np.eye(3) if turn is None else turn
    pose[:3, 3] = shift
    return pose


def cylinder(r, h, pose):
    return Rounded(np.array([[0, 0, h], [0, 0, -h]]), np.array([[r, r, 0], [r, r, 0]]), pose)


def cone(r, h, pose):
    return Rounded(np.array([[0, 0, h], [0, 0, -h]]), np.array([[0, 0, 0], [r, r, 0]]), pose)


def ellipsoid(radii, pose):
    return Rounded(np.zeros((1, 3)), np.array([radii], float), pose)


def ball(r, pose):
    return Rounded(np.zeros((1, 3)), np.zeros((1, 3)), pose, r)


def box(half, pose):
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    return Rounded(corners, np.zeros((8, 3)), pose)


def random_body(kind, rng, pose):
    sizes = 10.0 ** rng.uniform(-0.5, 0.3, 3)
    if kind == "cylinder":
        return cylinder(sizes[0], sizes[1], pose)
    if kind == "cone":
        return cone(sizes[0], sizes[1], pose)
    return ellipsoid(sizes, pose) if kind == "ellipsoid" else box(sizes, pose)


def random_pair(kinds, seed):
    rng = np.random.default_rng(seed)
    first = placed(rng.normal(size=3), random_rotation(rng))
    second = placed(
        first[:3, 3] + rng.normal(size=3) * rng.choice((0.3, 2.0)), random_rotation(rng)
    )
    return random_body(kinds[0], rng, first), random_body(kinds[1], rng, second)


PAIRS = [
    ("cylinder", "cylinder"),
    ("cone", "box"),
    ("ellipsoid", "cylinder"),
    ("cone", "ellipsoid"),
]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (ellipsoid((1, 2, 3), placed()), ball(0.5, placed((0.0, 4.0, 0.0))), 1.5),
        # Discs face to face, and side by side: at the tip of a cone, and on a ridge.
        (cylinder(1.0, 1.0, placed()), cylinder(0.5, 1.0, placed((0.25, 0.0, 3.0))), 1.0),
        (cylinder(1.0, 1.0, placed()), cylinder(0.5, 1.0, placed((2.0, 0.0, 0.5))), 0.5),
        (cylinder(1.0, 1.0, placed()), cylinder(1.0, 1.0, placed()), -2.0),
        (cone(1.0, 1.0, placed()), ball(0.5, placed((0.0, 0.0, 3.0))), 1.5),
        (cone(1.0, 1.0, placed()), ball(0.5, placed((0.0, 0.0, -3.0))), 1.5),
        # From the side: the slope is (2, 0, 1) / sqrt 5, and goes through the top.
        (cone(1.0, 1.0, placed()), ball(0.5, placed((2.0, 0.0, 0.5))), 3.5 / 5**0.5 - 0.5),
        (ellipsoid((1, 1, 1), placed()), ellipsoid((2, 2, 2), placed((1.0, 0.0, 0.0))), -2.0),
        (cylinder(1.0, 0.5, placed()), box(np.array([2, 2, 0.25]), placed((0, 0, 0.5))), -0.25),
    ],
)  # fmt: skip
def test_closed_forms(a, b, expected):
    found = signed_gap(a, b)

    assert float(found.value) == pytest.approx(expected, abs=1e-15)
    assert found.proved
    assert abs(np.linalg.norm(found.normal) - 1.0) < 1e-12
    assert float(signed_gap(b, a).value) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", range(6))
def test_polytopes_are_measured_as_in_whole_numbers(seed):
    a, b = random_pair(("box", "box"), seed)
    (p, q), unit = whole_points([a.centres, b.centres], [a.pose, b.pose])
    square = distance_sq(p, q)
    if square == 0:
        features = all_features(8)
        square = depth_sq(Polytope(p, *features), Polytope(q, *features))
        expected = root(square, unit).copy_negate()
    else:
        expected = root(square, unit)

    with localcontext() as context:
        context.prec = 60
        assert abs(signed_gap(a, b).value - expected) < FINE


@cache
def known_gap(kinds, seed):
    return signed_gap(*random_pair(kinds, seed))


@pytest.mark.parametrize("kinds", PAIRS)
@pytest.mark.parametrize("seed", range(4))
def test_laws(kinds, seed):
    """Symmetric, the same from other starts, scaled by powers of two, moved by quarter turns."""
    a, b = random_pair(kinds, seed)
    found = known_gap(kinds, seed)
    assert found.proved
    quarter = placed((4.0, -8.0, 2.0), np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]]))
    large = [_scaled(body, 2.0**20) for body in (a, b)]
    with localcontext() as context:
        context.prec = 60
        assert abs(signed_gap(b, a).value - found.value) < FINE
        assert abs(signed_gap(*large).value / 2**20 - found.value) < FINE
        turned = [Rounded(x.centres, x.radii, quarter @ x.pose, x.radius) for x in (a, b)]
        # Adding the shift rounds.
        assert abs(signed_gap(*turned).value - found.value) < Decimal("1e-14")


def _scaled(body, factor):
    pose = body.pose.copy()
    pose[:3, 3] *= factor
    return Rounded(body.centres * factor, body.radii * factor, pose, body.radius * factor)


@pytest.mark.parametrize("kinds", PAIRS)
@pytest.mark.parametrize("seed", range(4))
def test_no_direction_separates_more(kinds, seed):
    a, b = random_pair(kinds, seed)
    known = known_gap(kinds, seed)
    found = float(known.value)
    n = np.random.default_rng(seed).normal(size=(20000, 3))
    n /= np.linalg.norm(n, axis=1)[:, None]

    assert (_separation(a, b, n) <= found + 1e-13).all()
    assert _separation(a, b, known.normal[None])[0] == pytest.approx(found, abs=1e-13)


def _separation(a, b, n):
    gap = 0.0
    for body, sign in ((a, 1.0), (b, -1.0)):
        m = sign * n @ body.pose[:3, :3]
        up = (m @ body.centres.T + np.sqrt((m**2) @ (body.radii**2).T)).max(axis=1)
        gap = gap - (sign * n @ body.pose[:3, 3] + up + body.radius)
    return gap


def test_a_hint_can_only_help():
    a, b = random_pair(("cylinder", "cone"), 5)
    with localcontext() as context:
        context.prec = 60
        assert abs(signed_gap(a, b, np.array([1.0, 0, 0])).value - signed_gap(a, b).value) < FINE


def test_needles():
    thin = cylinder(1e-6, 1.0, placed())
    across = cylinder(
        1e-6, 1.0, placed((0.0, 1e-6, 0.0), np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0.0]]))
    )
    assert float(signed_gap(thin, across).value) == pytest.approx(-1e-6, abs=1e-18)


def posed():
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = random_rotation(RNG), RNG.normal(size=3)
    return pose


CYLINDER = Rounded(np.array([[0, 0, 1], [0, 0, -1.0]]), np.array([[0.5, 0.5, 0]] * 2), posed())
EGG = Rounded(np.zeros((1, 3)), np.array([[0.3, 0.7, 1.1]]), posed())
CORNERS = Rounded(RNG.normal(size=(5, 3)), np.zeros((5, 3)), posed())
BODIES = [(CYLINDER, EGG), (EGG, CORNERS), (CORNERS, CYLINDER)]


@pytest.fixture
def many_digits():
    with localcontext() as context:
        context.prec = 80
        yield


@pytest.mark.parametrize("bodies", BODIES)
def test_floats_and_decimals_agree(bodies, many_digits):
    pair = CurvedPair(*bodies, 2.0)
    directions = RNG.normal(size=(5, 3))
    for n in directions / np.linalg.norm(directions, axis=1)[:, None]:
        exact = float(pair.exact_separation(exact_decimals(n)))
        assert pair.separation(n[None])[0] == pytest.approx(exact, abs=1e-15)
        for rough, side in zip(pair.rough, pair.sides, strict=True):
            values = side.values(exact_decimals(n)).astype(float)
            np.testing.assert_allclose(rough.values(n), values, atol=1e-15)
            for found, true in zip(rough.pieces(n), side.pieces(exact_decimals(n)), strict=True):
                np.testing.assert_allclose(found, true.astype(float), atol=1e-14)


@pytest.mark.parametrize("bodies", BODIES)
def test_derivatives(bodies, many_digits):
    step = Decimal("1e-25")
    for side in CurvedPair(*bodies, 1.0).sides:
        n = exact_decimals(RNG.normal(size=3))
        for k in range(len(side.values(n))):
            gradient, second = (found[0] for found in side.pieces(n, [k]))
            for axis in range(3):
                d = exact_decimals(np.eye(3)[axis]) * step
                slope = (side.values(n + d)[k] - side.values(n - d)[k]) / (2 * step)
                assert abs(slope - gradient[axis]) < Decimal("1e-45")
                after, before = (side.pieces(m, [k])[0][0] for m in (n + d, n - d))
                assert max(abs((after - before) / (2 * step) - second[axis])) < Decimal("1e-45")
            # Homogeneous of degree one.
            assert abs(gradient @ n - side.values(n)[k]) < Decimal("1e-70")


def test_tips_are_the_axes_of_circles(many_digits):
    tips = CurvedPair(CYLINDER, EGG, 1.0).tips()
    axis = CYLINDER.pose[:3, 2]
    assert len(tips) == 4
    for tip in tips:
        assert abs(abs(float(tip @ exact_decimals(axis))) - 1.0) < 1e-14
    assert CurvedPair(EGG, CORNERS, 1.0).tips() == []


def test_decimals_are_exact():
    tenth = "0.1000000000000000055511151231257827021181583404541015625"
    assert exact_decimals(0.1).item() == Decimal(tenth)
    x, y = exact_decimals([1.0, 0, 0]), exact_decimals([0, 2.0, 0])
    assert list(unit_vector(cross(x, y))) == [0, 0, 1]


def peaks(a, b, hint=None):
    with localcontext() as context:
        context.prec = 60
        return peak_directions(CurvedPair(a, b, 1.0), hint)


def test_one_peak_where_bodies_are_apart():
    found = peaks(
        ellipsoid((0.5, 0.5, 0.5), placed((0, 0, 0))),
        ellipsoid((0.25, 0.25, 0.25), placed((0, 3, 4))),
    )
    np.testing.assert_allclose(found[0], [0.0, 0.6, 0.8], atol=1e-7)
    assert len(found) == 1


def test_ties_are_all_found():
    found = peaks(
        box(np.array([0.5, 0.5, 2.0]), placed((0, 0, 0))),
        box(np.array([0.5, 0.5, 2.0]), placed((0, 0, 0))),
    )
    seen = {tuple(n) for n in np.round(found).astype(int).tolist()}
    assert seen >= {(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)}
    assert len(found) <= STARTS


def test_needles_have_peaks_across_them():
    found = peaks(
        box(np.array([5e-7, 5e-7, 0.5]), placed((0, 0, 0))),
        box(np.array([5e-7, 5e-7, 0.5]), placed((5e-7, 0, 0))),
    )
    assert found[0][0] == pytest.approx(1.0, abs=1e-4)
    assert abs(found[0][2]) < 1e-5


@pytest.mark.parametrize("hint", [None, np.zeros(3), np.array([1.0, 2.0, 3.0])])
def test_any_hint_will_do(hint):
    found = peaks(
        ellipsoid((1, 1, 1), placed((0, 0, 0))),
        box(np.array([0.5, 0.5, 0.5]), placed((0, 0, 1))),
        hint,
    )
    np.testing.assert_allclose(found[0], [0.0, 0.0, 1.0], atol=1e-6)
