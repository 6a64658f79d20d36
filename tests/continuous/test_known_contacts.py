"""Thin, fast and narrow things whose first contacts are known: none is missed, none is late."""

import numpy as np
import pytest
from moving_pairs import gaps, touching

from impinge.continuous import FreedomStatus, ImpactStatus, stay_free, time_of_impact
from impinge.scenes import bullets_through_paper, linking_rings, screws_in_nuts, spinning_blades

TOLERANCE = 1e-6
ROUNDING = 1e-12
"""Of times that formulas tell, as a share of the step."""
FAMILIES = {
    "blades": lambda: spinning_blades(200, seed=41),
    "few turns": lambda: spinning_blades(100, 0.7, seed=42),
    "blades of meshes": lambda: spinning_blades(25, seed=43, meshes=True),
    "bullets": lambda: bullets_through_paper(200, seed=44),
    "bullets of meshes": lambda: bullets_through_paper(40, seed=45, meshes=True),
    "rings": lambda: linking_rings(16, seed=46),
    "coarse rings": lambda: linking_rings(16, seed=47, around=8),
    "screws": lambda: screws_in_nuts(3, seed=48),
}


@pytest.fixture(scope="module", params=FAMILIES)
def cases(request):
    return FAMILIES[request.param]()


def sides(cases):
    return cases.shape_a, cases.shape_b, cases.motion_a, cases.motion_b


def test_no_contact_is_missed_and_no_time_is_late(cases):
    found = time_of_impact(*sides(cases), tolerance=TOLERANCE)
    touches, known = cases.touches, np.isfinite(cases.first)

    assert (found.status[touches] == ImpactStatus.HIT).all()
    assert (found.status[~touches] == ImpactStatus.FREE).all()
    assert (found.time[known] <= cases.first[known] + ROUNDING).all()
    assert (found.upper[known] >= cases.first[known] - ROUNDING).all()
    seen = np.where(touches, found.time, 0.0)
    assert (gaps(cases, seen)[touches] <= TOLERANCE * (1.0 + 1e-9)).all()
    for share in (*np.random.default_rng(1).random(20), 0.999999):
        assert not touching(cases, share * seen)[touches].any()


def test_points_and_normals_are_those_of_the_time(cases):
    found = time_of_impact(*sides(cases), tolerance=TOLERANCE)
    hits = found[found.status == ImpactStatus.HIT]
    apart = hits.point_b - hits.point_a

    np.testing.assert_allclose(np.linalg.norm(hits.normal, axis=1), 1.0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(apart, axis=1), hits.gap, atol=1e-12)
    np.testing.assert_allclose((apart * hits.normal).sum(axis=1), hits.gap, atol=1e-9)


def test_freedom_is_claimed_where_it_is(cases):
    found = stay_free(*sides(cases), max_steps=3_000)

    assert not found.free[cases.touches].any()
    assert (found.status[~cases.touches] != FreedomStatus.HITS).all()
    known = np.isfinite(cases.first)
    assert (found.time[known] <= cases.first[known] + ROUNDING).all()


def test_a_margin_comes_first(cases):
    plain = time_of_impact(*sides(cases), tolerance=TOLERANCE)
    wide = time_of_impact(*sides(cases), tolerance=TOLERANCE, margin=1e-5)
    hits = np.isfinite(plain.time)

    assert (wide.time[hits] <= plain.upper[hits]).all()
    assert (wide.gap[wide.status == ImpactStatus.HIT] <= 1e-5 + TOLERANCE * (1.0 + 1e-9)).all()


def test_sides_may_be_swapped(cases):
    one = time_of_impact(*sides(cases), tolerance=TOLERANCE)
    a, b, motion_a, motion_b = sides(cases)
    other = time_of_impact(b, a, motion_b, motion_a, tolerance=TOLERANCE)

    np.testing.assert_array_equal(one.status, other.status)
    # Both are early by no more than a gap within the tolerance takes.
    hits = one.status == ImpactStatus.HIT
    later = np.where(hits, np.maximum(one.time, other.time), 0.0)
    assert (gaps(cases, later)[hits] <= TOLERANCE * (1.0 + 1e-9)).all()
