"""What scenes of moving pairs say about contacts, checked by looking at many times."""

import numpy as np

from impinge.narrow import distance, overlap

SHORT = 1e-9
"""Beside a time of contact: far above rounding, far below what the scenes move in a sample."""


def touching(found, times):
    """(n,) bool: which pairs overlap, each at its time."""
    poses = found.motion_a.pose(times), found.motion_b.pose(times)
    return overlap(found.shape_a, found.shape_b, *poses)


def gaps(found, times):
    poses = found.motion_a.pose(times), found.motion_b.pose(times)
    return distance(found.shape_a, found.shape_b, *poses).distance


def check_known(found, samples=60):
    """Nothing touches before its time, and does just after it; free ones keep their gap."""
    n = len(found)
    assert len(found.first) == len(found.gap) == len(found.motion_a) == len(found.motion_b) == n
    assert (gaps(found, np.zeros(n)) > 0.0).all()
    first, known = found.first, np.isfinite(found.first)
    assert ((first[known] > 0.0) & (first[known] <= 1.0)).all()
    just_after = np.where(known, np.minimum(first + SHORT, 1.0), 0.0)
    assert touching(found, just_after)[known & (first < 1.0 - SHORT)].all()
    free_until = np.where(known, np.maximum(first - SHORT, 0.0), 1.0)
    sure = ~np.isnan(first)
    rng = np.random.default_rng(0)
    for share in [1.0, *rng.random(samples)]:
        assert not touching(found, share * free_until)[sure].any()
    free = np.isposinf(first)
    assert (found.gap[free] > 0.0).all()
    assert (found.gap[~free] == 0.0).all()
    for t in rng.random(samples):
        assert (gaps(found, np.full(n, t)) >= 0.999999 * found.gap)[free].all()


def check_same_seed(make):
    """The same seed gives the same bits, another one does not."""
    one, same, other = make(0), make(0), make(1)
    for name in ("motion_a", "motion_b"):
        np.testing.assert_array_equal(getattr(one, name)._rows, getattr(same, name)._rows)
    assert (one.motion_b._rows != other.motion_b._rows).any()
    np.testing.assert_array_equal(one.first, same.first)
