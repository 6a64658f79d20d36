"""What two flat parts both cover: against exact clipping, and where they are aligned."""

from fractions import Fraction

import numpy as np
import pytest

from impinge.contacts.kernels.flat import CORNERS, FORM, HEAD, LINE, PLANE, POLYGON
from impinge.contacts.kernels.found import AT_A, AT_B, CODE_A, CODE_B, FOUND
from impinge.contacts.kernels.meeting import locate, meet_on_plane, meet_polygons

pytestmark = pytest.mark.plain
SNAP = 1e-6


def part(places, height=0.0):
    """A line or polygon over these places, level."""
    head, corners = np.zeros(HEAD), np.zeros((len(places), 4))
    head[FORM] = LINE if len(places) == 2 else POLYGON
    head[CORNERS] = len(places)
    head[5] = height
    corners[:, :2] = places
    corners[:, 2] = height
    corners[:, 3] = np.arange(len(places))
    return head, corners


def meet(p, q, snap=SNAP):
    found = np.zeros((64, FOUND))
    count = meet_polygons(*part(p), *part(q, 1.0), snap, found)
    return found[:count]


def clipped(p, q):
    """Corners of the common figure of two convex polygons, by Sutherland and Hodgman, exactly."""
    corners = [tuple(map(Fraction, map(float, c))) for c in p]
    edges = [tuple(map(Fraction, map(float, c))) for c in q]
    for a, b in zip(edges, edges[1:] + edges[:1], strict=True):
        sides = [(b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for c in corners]
        out = []
        for k, c in enumerate(corners):
            if sides[k - 1] * sides[k] < 0:
                t = sides[k - 1] / (sides[k - 1] - sides[k])
                d = corners[k - 1]
                out.append((d[0] + t * (c[0] - d[0]), d[1] + t * (c[1] - d[1])))
            if sides[k] >= 0:
                out.append(c)
        corners = out
    return np.array([[float(x), float(y)] for x, y in corners]).reshape(-1, 2)


def ring(rng, count, size):
    turns = np.sort(rng.uniform(0.0, 2.0 * np.pi, count))
    return np.column_stack([np.cos(turns), np.sin(turns)]) * size + 0.5 * rng.normal(size=2)


def in_order(points):
    return points[np.lexsort(points.T.round(9))]


def test_corners_are_those_of_exact_clipping():
    rng = np.random.default_rng(1)
    met = 0
    for _ in range(200):
        p, q = ring(rng, rng.integers(3, 8), 1.0), ring(rng, rng.integers(3, 8), 0.8)
        found, expected = meet(p, q, 1e-12), clipped(p, q)
        np.testing.assert_allclose(
            in_order(found[:, AT_A : AT_A + 2]), in_order(expected), atol=1e-9
        )
        np.testing.assert_allclose(found[:, AT_B : AT_B + 2], found[:, AT_A : AT_A + 2], atol=1e-9)
        np.testing.assert_allclose(found[:, AT_B + 2] - found[:, AT_A + 2], 1.0)
        met += len(expected) > 0
    assert 50 < met < 199


SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
RIGHT = np.array([1.0, 0.0])


def codes(found):
    return sorted(map(tuple, found[:, [CODE_A, CODE_B]].astype(int).tolist()))


def test_equal_squares_have_their_corners_in_common():
    assert codes(meet(SQUARE, SQUARE)) == [(0, 0), (1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize("size", [1e-15, 1e-10, 1e-7])
@pytest.mark.parametrize(
    "other",
    [SQUARE, SQUARE + RIGHT, SQUARE * 0.5 + 0.5, SQUARE + 2.0 * RIGHT, SQUARE * [0.5, 1.0]],
)
def test_what_is_aligned_stays_so_in_small_motions(other, size):
    rng = np.random.default_rng(2)
    still = codes(meet(SQUARE, other))
    for _ in range(20):
        turn = size * rng.normal()
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        assert codes(meet(SQUARE, other @ spin.T + size * rng.normal(size=2))) == still


def test_a_square_across_a_square_is_an_octagon():
    diamond = SQUARE @ np.array([[0.5, 0.5], [-0.5, 0.5]]).T * np.sqrt(2.0)
    found = meet(SQUARE, diamond)

    assert len(found) == 8
    assert (found[:, [CODE_A, CODE_B]] >= 4).all()


def test_points_beside_their_part_are_moved_onto_it():
    found = meet(SQUARE, SQUARE + np.array([0.5e-6, 0.3e-6]))

    assert codes(found) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    for row in found:
        assert np.abs(row[AT_A : AT_A + 2]).max() <= 1.0
        assert row[AT_B] <= 1.0 + 0.5e-6
        assert row[AT_B] >= -1.0 + 0.5e-6


def test_lines_on_squares_and_on_lines():
    line = np.array([[-3.0, 0.2], [0.5, 0.2]])

    assert codes(meet(line, SQUARE)) == [(1, 8), (2, 7)]
    assert codes(meet(SQUARE, line)) == [(7, 2), (8, 1)]
    assert codes(meet(line, [[0.0, -1.0], [0.0, 1.0]])) == [(2, 2)]
    assert codes(meet(line, [[-4.0, 0.2], [0.0, 0.2]])) == [(0, 2), (2, 1)]
    assert codes(meet(line, [[1.0, 0.2], [2.0, 0.2]])) == []
    assert codes(meet(line, line[::-1])) == [(0, 1), (1, 0)]


def test_places_have_names():
    head, corners = part(SQUARE)
    cases = {(0.0, 0.0): 8, (1.0, 1.0): 2, (1.0, 0.0): 5, (0.0, -1.0): 4, (3.0, 0.0): -1}
    for (x, y), code in cases.items():
        assert locate(head, corners, x, y, SNAP)[0] == code


def test_a_polygon_of_no_size_is_harmless():
    speck = np.zeros((4, 2))

    assert len(meet(speck, SQUARE)) == 4
    assert len(meet(speck + 3.0, SQUARE)) == 0


def test_on_a_plane_all_corners_count():
    head, corners = part(SQUARE)
    plane = np.zeros(HEAD)
    plane[FORM] = PLANE
    plane[5] = 2.0
    found = np.zeros((8, FOUND))
    for part_is_b in (False, True):
        assert meet_on_plane(head, corners, plane, np.bool_(part_is_b), found) == 4
        low, high = (AT_B, AT_A) if part_is_b else (AT_A, AT_B)
        np.testing.assert_array_equal(found[:4, low : low + 2], SQUARE)
        np.testing.assert_array_equal(found[:4, high + 2], 2.0)


def test_more_points_than_there_is_room_for_are_left_out():
    found = np.zeros((3, FOUND))

    assert meet_polygons(*part(SQUARE), *part(SQUARE, 1.0), SNAP, found) == 3
