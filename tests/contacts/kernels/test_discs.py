"""Discs on other parts: crossings with the rim, corners inside, points of the rim."""

import numpy as np
import pytest

from impinge.contacts.kernels.discs import (
    RIM_POINTS,
    cross_rims,
    from_disc,
    in_disc,
    meet_disc,
    meet_discs,
)
from impinge.contacts.kernels.flat import (
    CORNERS,
    DISC,
    FORM,
    HEAD,
    LINE,
    MIDDLE,
    PLANE,
    POLYGON,
    RADIUS_OF_DISC,
    TO_X,
    TO_Y,
)
from impinge.contacts.kernels.found import AT_A, AT_B, CODE_A, CODE_B, FOUND, SAMPLE, SLOT

pytestmark = pytest.mark.plain
SNAP = 1e-6
NO, YES = np.bool_(False), np.bool_(True)


def disc(radius=1.0, x=0.0, y=0.0, lean=(0.0, 0.0), spin=0.0):
    head = np.zeros(HEAD)
    head[FORM] = DISC
    head[RADIUS_OF_DISC] = radius
    head[MIDDLE : MIDDLE + 2] = x, y
    normal = np.array([*lean, 1.0])
    normal /= np.linalg.norm(normal)
    u = np.cross([-np.sin(spin), np.cos(spin), 0.0], normal)
    u /= np.linalg.norm(u)
    head[TO_X : TO_X + 3] = radius * u
    head[TO_Y : TO_Y + 3] = radius * np.cross(normal, u)
    head[3:5] = -normal[:2] / normal[2]
    head[5] = -head[3] * x - head[4] * y
    return head


def part(places):
    head, corners = np.zeros(HEAD), np.zeros((len(places), 4))
    head[FORM] = LINE if len(places) == 2 else POLYGON
    head[CORNERS] = len(places)
    corners[:, :2] = places
    return head, corners


def on(head, places, disc_is_b=NO, snap=SNAP):
    found = np.zeros((64, FOUND))
    return found[: meet_disc(head, *part(places), snap, disc_is_b, found)]


SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def test_coordinates_lead_there_and_back():
    head = disc(0.7, 0.3, -0.2, lean=(0.2, 0.1), spin=0.4)
    for u, v in ((0.3, 0.4), (-1.0, 0.0)):
        x, y, _ = from_disc(head, u, v)
        np.testing.assert_allclose(in_disc(head, x, y), (u, v), atol=1e-14)


def test_a_disc_inside_a_square_has_points_all_around():
    found = on(disc(0.9), SQUARE)

    assert len(found) == RIM_POINTS
    np.testing.assert_allclose(np.linalg.norm(found[:, AT_A : AT_A + 2], axis=1), 0.9)
    assert (found[:, CODE_A] == 0.0).all()
    assert (found[:, CODE_B] == 8.0).all()


def test_a_square_inside_a_disc_has_its_corners():
    found = on(disc(2.0), SQUARE)

    np.testing.assert_array_equal(found[:, CODE_A], 1.0)
    np.testing.assert_array_equal(found[:, CODE_B], [0, 1, 2, 3])


def test_a_disc_that_fills_a_square_touches_its_sides():
    for head in (disc(1.0), disc(1.0 + 1e-8), disc(1.0 - 1e-8)):
        found = on(head, SQUARE)
        assert len(found) == RIM_POINTS
        assert sorted(found[:, CODE_B].tolist()) == [4, 5, 6, 7, 8, 8, 8, 8]


def test_a_rim_that_crosses_the_sides():
    found = on(disc(1.2, spin=0.1), SQUARE)
    crossings = found[found[:, SLOT] < SAMPLE]

    assert len(crossings) == 8
    np.testing.assert_allclose(np.linalg.norm(crossings[:, AT_A : AT_A + 2], axis=1), 1.2)
    np.testing.assert_allclose(np.abs(crossings[:, AT_B : AT_B + 2]).max(axis=1), 1.0)
    np.testing.assert_allclose(crossings[:, AT_A : AT_A + 2], crossings[:, AT_B : AT_B + 2])
    assert len(np.unique(crossings[:, [CODE_B, SLOT]], axis=0)) == 8


def test_a_line_across_a_disc_is_cut_at_the_rim():
    found = on(disc(1.0), [[-3.0, 0.6], [0.2, 0.6]])

    np.testing.assert_allclose(np.sort(found[:, AT_B]), [-0.8, 0.2])
    assert len(on(disc(1.0), [[-3.0, 1.5], [3.0, 1.5]])) == 0
    assert len(on(disc(1.0), [[-3.0, 1.0], [3.0, 1.0]])) == 0
    assert len(on(disc(1.0), [[3.0, 0.0], [3.0, 0.0]])) == 0


def test_sides_may_be_exchanged():
    there, back = on(disc(1.2), SQUARE), on(disc(1.2), SQUARE, YES)

    np.testing.assert_array_equal(back[:, AT_B : AT_B + 3], there[:, AT_A : AT_A + 3])
    np.testing.assert_array_equal(back[:, CODE_A], there[:, CODE_B])


def test_on_a_plane_the_whole_rim_counts():
    plane, found = np.zeros(HEAD), np.zeros((16, FOUND))
    plane[FORM] = PLANE
    plane[5] = 3.0

    assert meet_disc(disc(0.5), plane, np.zeros((1, 4)), SNAP, NO, found) == RIM_POINTS
    np.testing.assert_array_equal(found[:RIM_POINTS, AT_B + 2], 3.0)


def discs(a, b):
    found = np.zeros((64, FOUND))
    return found[: meet_discs(a, b, np.zeros((1, 4)), SNAP, found)]


def test_discs_that_overlap_in_part():
    found = discs(disc(0.5), disc(0.5, 0.6))
    crossings = found[found[:, SLOT] < SAMPLE]

    np.testing.assert_allclose(crossings[:, AT_A : AT_A + 2], [[0.3, 0.4], [0.3, -0.4]])
    both = found[:, AT_A : AT_A + 2]
    assert (np.linalg.norm(both, axis=1) <= 0.5 + 1e-9).all()
    assert (np.linalg.norm(both - [0.6, 0.0], axis=1) <= 0.5 + 1e-9).all()


@pytest.mark.parametrize("swap", [False, True])
def test_a_disc_inside_another_has_points_all_around(swap):
    small, large = disc(0.3, 0.1), disc(1.0)
    found = discs(large, small) if swap else discs(small, large)

    assert len(found) == RIM_POINTS
    assert (found[:, CODE_B if swap else CODE_A] == 0.0).all()
    assert (found[:, CODE_A if swap else CODE_B] == 1.0).all()


def test_equal_discs_have_their_points_in_common():
    assert len(discs(disc(), disc())) == RIM_POINTS
    assert len(discs(disc(), disc(spin=np.pi / 8.0))) == 2 * RIM_POINTS
    assert len(discs(disc(), disc(1.0, 3.0))) == 0


def test_rims_that_lean_cross_where_both_are():
    rng = np.random.default_rng(1)
    for _ in range(50):
        a = disc(1.0, lean=rng.uniform(-0.3, 0.3, 2))
        b = disc(0.8, *rng.uniform(0.3, 0.9, 2), lean=rng.uniform(-0.3, 0.3, 2))
        for side in (1.0, -1.0):
            u, v, s, t, met = cross_rims(a, b, side)
            assert met
            np.testing.assert_allclose([np.hypot(u, v), np.hypot(s, t)], 1.0)
            np.testing.assert_allclose(from_disc(a, u, v)[:2], from_disc(b, s, t)[:2], atol=1e-12)
