"""Peaks of the separation: found from any seed of directions, the highest among them."""

from decimal import localcontext

import numpy as np
import pytest

from impinge.bench.convex_pieces import CurvedPair, Rounded
from impinge.bench.convex_starts import STARTS, peak_directions


def at(x, y, z):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def ball(r, pose):
    return Rounded(np.zeros((1, 3)), np.full((1, 3), r), pose)


def box(sizes, pose):
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return Rounded(0.5 * corners * sizes, np.zeros((8, 3)), pose)


def peaks(a, b, hint=None):
    with localcontext() as context:
        context.prec = 60
        return peak_directions(CurvedPair(a, b, 1.0), hint)


def test_one_peak_where_bodies_are_apart():
    found = peaks(ball(0.5, at(0, 0, 0)), ball(0.25, at(0, 3, 4)))
    np.testing.assert_allclose(found[0], [0.0, 0.6, 0.8], atol=1e-7)
    assert len(found) == 1


def test_ties_are_all_found():
    found = peaks(box((1, 1, 4), at(0, 0, 0)), box((1, 1, 4), at(0, 0, 0)))
    seen = {tuple(n) for n in np.round(found).astype(int).tolist()}
    assert seen >= {(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)}
    assert len(found) <= STARTS


def test_needles_have_peaks_across_them():
    found = peaks(box((1e-6, 1e-6, 1), at(0, 0, 0)), box((1e-6, 1e-6, 1), at(5e-7, 0, 0)))
    assert found[0][0] == pytest.approx(1.0, abs=1e-4)
    assert abs(found[0][2]) < 1e-5


@pytest.mark.parametrize("hint", [None, np.zeros(3), np.array([1.0, 2.0, 3.0])])
def test_any_hint_will_do(hint):
    found = peaks(ball(1.0, at(0, 0, 0)), box((1, 1, 1), at(0, 0, 1)), hint)
    np.testing.assert_allclose(found[0], [0.0, 0.0, 1.0], atol=1e-6)
