"""Pairs of boxes of which one has changed."""

import numpy as np
import pytest

from impinge.scene.broad import near_pairs


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.7, 1.0])
@pytest.mark.parametrize("giants", [False, True])
def test_all_that_brute_force_finds(share, giants):
    rng = np.random.default_rng(3)
    lower = rng.uniform(0.0, 5.0, (200, 3))
    upper = lower + rng.uniform(0.0, 1.0, (200, 3))
    if giants:
        lower[7], upper[7] = -np.inf, np.inf
    changed = rng.random(200) < share
    meet = ((lower[:, None] <= upper) & (lower <= upper[:, None])).all(axis=2)
    expected = np.argwhere(np.triu(meet & (changed[:, None] | changed), 1))

    found = near_pairs(lower, upper, changed)

    np.testing.assert_array_equal(np.array(sorted(map(tuple, found))).reshape(-1, 2), expected)
    assert share < 0.3 or len(found) > 10


def test_no_boxes():
    none = np.zeros((0, 3))
    assert near_pairs(none, none, np.zeros(0, bool)).shape == (0, 2)
