"""Direction and depth of hulls: a local minimum, certified, and the global one from nearby."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.narrow import HullStatus, hull_separation
from impinge.scenes.poses import random_rotation

CUBE = im.box_mesh((2, 2, 2)).vertices


def at(*place):
    return np.array(place, float)


def tilted(n, degrees, rng):
    across = rng.normal(size=3)
    across -= (across @ n) * n
    across /= np.linalg.norm(across)
    angle = np.radians(degrees)
    return np.cos(angle) * n + np.sin(angle) * across


def depth_along(a, b, n):
    return (a @ n).max() - (b @ n).min()


def overlapping_hulls(seed, count):
    """Points of hulls that overlap: round, flat and long; and depth and direction by EPA."""
    rng = np.random.default_rng(seed)
    while count:
        points = int(rng.choice([8, 20, 60]))
        a, b = rng.normal(size=(2, points, 3)) * rng.uniform(0.3, 1.5, size=(2, 1, 3))
        b = b + rng.uniform(0.3, 1.5) * rng.normal(size=3)
        found = im.penetration(im.Hull(a), im.Hull(b))
        if found.depth > 1e-3:
            count -= 1
            yield a, b, found.depth, found.direction


def check_slab(found, a, b):
    n, size = found.direction, max(np.abs(a).max(), np.abs(b).max())
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-14)
    assert found.highest_a == pytest.approx((a @ n).max(), abs=1e-14 * size)
    assert found.lowest_b == pytest.approx((b @ n).min(), abs=1e-14 * size)
    assert found.highest_a - found.lowest_b == pytest.approx(-found.distance, abs=1e-14 * size)


def test_depth_is_a_local_minimum():
    """From any start: the slab is as thick as the depth, and no direction nearby is shallower."""
    rng, hits = np.random.default_rng(1), 0
    for a, b, least, _ in overlapping_hulls(1, 150):
        start = rng.normal(size=3)
        found = hull_separation(a, b, direction=start)
        check_slab(found, a, b)
        assert found.status is HullStatus.OVERLAPPING
        assert found.certified
        assert -found.distance >= least - 1e-12
        for _ in range(30):
            near = tilted(found.direction, rng.uniform(0.0, 1.0), rng)
            assert depth_along(a, b, near) >= -found.distance - 1e-9
        # Moved apart by the depth, the hulls touch.
        gap = im.distance(im.Hull(a), im.Hull(b - (found.distance - 1e-6) * found.direction))
        assert gap.distance == pytest.approx(1e-6, abs=1e-9)
        hits += -found.distance < least + 1e-9
    assert 30 < hits < 120


def test_global_depth_from_nearby():
    """The share of 200 pairs whose depth is EPA's, by angle between start and best direction."""
    rng, shares = np.random.default_rng(2), {}
    cases = list(overlapping_hulls(2, 200))
    for degrees in (0, 5, 15, 30, 60):
        equal = [
            abs(
                hull_separation(a, b, direction=tilted(n, degrees, rng)).distance + least
            ) < 1e-9
            for a, b, least, n in cases
        ]  # fmt: skip
        shares[degrees] = np.mean(equal)
    print(shares)
    assert shares[0] == 1.0
    assert shares[5] >= 0.97
    assert shares[15] >= 0.88
    assert shares[30] >= 0.75
    assert shares[60] >= 0.5


def test_hulls_apart():
    rng = np.random.default_rng(3)
    for _ in range(100):
        a, b = rng.normal(size=(2, 30, 3))
        b = b + rng.uniform(5.0, 9.0) * random_rotation(rng)[0]
        expected = im.distance(im.Hull(a), im.Hull(b))
        if expected.distance == 0.0:
            continue
        found = hull_separation(a, b, direction=rng.normal(size=3))
        check_slab(found, a, b)
        assert found.status is HullStatus.APART
        assert (found.iterations, found.gjk_runs) == (1, 1)
        assert found.distance == pytest.approx(expected.distance, abs=1e-12)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12, -1e-12, -1e-9, -1e-6])
def test_gaps_and_depths_near_zero(gap):
    turn = random_rotation(np.random.default_rng(4))
    a, b = CUBE @ turn.T, (CUBE + at(2.0 + gap, 0.3, 0.2)) @ turn.T
    for start in (None, turn[:, 0], turn @ [1.0, 0.2, -0.1]):
        found = hull_separation(a, b, direction=start)
        assert found.distance == pytest.approx(gap, abs=1e-15)
        assert found.direction == pytest.approx(turn[:, 0], abs=1e-9)


@pytest.mark.parametrize("scale", [1e-140, 1e-6, 1.0, 1e6, 1e140])
def test_scale(scale):
    a, b = CUBE * [1.0, 0.5, 2.0], CUBE + at(1.2, 0.4, 0.1)
    one, other = hull_separation(a, b), hull_separation(scale * a, scale * b)
    assert other.distance == pytest.approx(scale * one.distance, rel=1e-12)
    assert other.direction == pytest.approx(one.direction, abs=1e-12)


def test_far_from_the_origin():
    a, b = 1e-3 * CUBE + 1e3, 1e-3 * (CUBE + at(1.5, 0.1, 0.0)) + 1e3
    found = hull_separation(a, b)
    assert found.distance == pytest.approx(-0.5e-3, abs=1e-12)
    assert found.highest_a == pytest.approx(1000.001, abs=1e-9)


DEGENERATE = {
    "one point each": ([[0, 0, 0]], [[0, 0, 0]], 0.0),
    "points apart": ([[0, 0, 0]], [[3, 4, 0]], 5.0),
    "repeated points": ([[1, 1, 1]] * 9, [[1, 1, 1]] * 3, 0.0),
    "crossing needles": ([[-1, 0, 0], [1, 0, 0]], [[0, -1, 0], [0, 1, 0]], 0.0),
    "needles in a line": ([[-1, 0, 0], [1, 0, 0]], [[0, 0, 0], [4, 0, 0]], 0.0),
    "coplanar squares": (CUBE[CUBE[:, 2] > 0], CUBE[CUBE[:, 2] > 0] + at(0.5, 0.2, 0), 0.0),
    "square and needle through it": (CUBE[CUBE[:, 2] > 0], [[0, 0, 0], [0.1, 0, 3]], -1.0),
    "cubes that share a face": (CUBE, CUBE + at(2, 0, 0), 0.0),
    "cubes that share an edge": (CUBE, CUBE + at(2, 2, 0), 0.0),
    "cubes that share a vertex": (CUBE, CUBE + at(2, 2, 2), 0.0),
    "shifted cubes that touch": (CUBE, CUBE + at(1.9, 1.5, 2.0), 0.0),
    "point on a face": (CUBE, [[0.1, 0.2, 1.0]], 0.0),
    "concentric cubes": (CUBE, CUBE, -2.0),
    "cube in a cube": (CUBE, 0.25 * CUBE, -1.25),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate_sets(name):
    a, b, expected = DEGENERATE[name]
    a, b = np.asarray(a, float), np.asarray(b, float)
    found = hull_separation(a, b)
    check_slab(found, a, b)
    assert found.distance == pytest.approx(expected, abs=1e-12)
    assert (found.status is HullStatus.APART) == (expected > 0.0)
    # No direction is better than another: any, but always the same.
    again = hull_separation(a, b)
    assert again.direction.tolist() == found.direction.tolist()


def test_concentric_balls():
    ball = im.icosphere(1.0, 3).vertices
    found = hull_separation(ball, ball)
    check_slab(found, ball, ball)
    # The width of the ball across two opposite faces.
    assert 1.97 < -found.distance < 2.0


def test_locality():
    """A point that came in from the left is pushed out there, though the right side is nearer."""
    slab, point = CUBE * [1.0, 4.0, 4.0], np.zeros((1, 3))
    for x in np.linspace(-1.0, 0.9, 20):
        found = hull_separation(slab, point + at(x, 0, 0), direction=[-1, 0, 0])
        assert found.direction.tolist() == [-1.0, 0.0, 0.0]
        assert found.distance == pytest.approx(-1.0 - x, abs=1e-12)


def test_lengths():
    """A translation that is too short is doubled; any length gives the same depth."""
    a, b = CUBE, CUBE + at(1.5, 0.3, 0.2)
    runs = {}
    for length in (1e-300, 1e-9, 0.01, 0.5, 5.0, 1e300):
        found = hull_separation(a, b, direction=[1, 0, 0], length=length)
        assert found.distance == pytest.approx(-0.5, abs=1e-12)
        runs[length] = found.gjk_runs
    assert runs[0.5] == runs[5.0] == 2
    assert runs[0.01] == 2 + int(np.ceil(np.log2(0.5 / (0.01 * 1.05))))
    for stretch in (1.0 + 1e-9, 1.01, 2.0, 3.0, 10.0):
        assert hull_separation(a, b, stretch=stretch).distance == pytest.approx(-0.5, abs=1e-12)


def test_out_of_budget():
    rng, ended = np.random.default_rng(5), 0
    for a, b, least, _ in overlapping_hulls(5, 60):
        found = hull_separation(a, b, direction=rng.normal(size=3), max_iterations=1)
        check_slab(found, a, b)
        ended += found.status is HullStatus.OUT_OF_BUDGET
        assert found.iterations == 1
        assert -found.distance >= least - 1e-12
    assert ended > 20


def test_result_as_text():
    found = hull_separation(CUBE, CUBE + at(1.5, 0, 0))
    names = [
        "status", "distance", "direction", "lowest_b", "highest_a", "iterations", "gjk_runs",
        "certified",
    ]  # fmt: skip
    assert list(found.to_dict()) == names
    assert found.to_dict()["status"] == "OVERLAPPING"
    assert "status=<HullStatus.OVERLAPPING: 1>, distance=-0.5" in repr(found)


BAD = {
    "points_a": ([], [[]], [[0, 0]], [[0, 0, 0], [0, np.nan, 0]], [[0, 0, 1e200]], None, "x"),
    "points_b": (np.zeros((0, 3)), [[np.inf, 0, 0]]),
    "direction": ([0, 0, 0], [1, 0], [[1, 0, 0]], [np.nan, 0, 0], [np.inf, 0, 0], 1.0),
    "length": (0.0, -1.0, np.nan, np.inf, "far", [1.0]),
    "stretch": (1.0, 0.5, -2.0, np.nan, np.inf, None),
    "max_iterations": (0, -1, 1.5, True, None),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name):
    good = {"points_a": CUBE, "points_b": CUBE}
    for value in BAD[name]:
        with pytest.raises(ImpingeError, match=name):
            hull_separation(**{**good, name: value})
    with pytest.raises(ImpingeError, match="points_a: row 1"):
        hull_separation([[0, 0, 0], [0, np.nan, 0]], CUBE)
