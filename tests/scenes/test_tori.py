"""Rings: free at both ends, and through each other in between."""

import numpy as np
import pytest
from moving_pairs import check_known, check_same_seed, touching

from impinge.core.errors import ImpingeError
from impinge.scenes import linking_rings
from impinge.scenes.tori import KINDS, ring


@pytest.mark.parametrize("around", [16, 48])
def test_rings_touch_at_their_times(around):
    check_known(linking_rings(24, seed=3, around=around))


def test_both_ends_are_free():
    found = linking_rings(40, seed=5)

    assert set(found.kinds) == set(KINDS)
    for t in (0.0, 1.0):
        assert not touching(found, np.full(40, t)).any()
    crossed = sum(touching(found, np.full(40, t)) for t in np.linspace(0.0, 1.0, 101))
    assert (crossed[found.touches] > 0).all()


def test_rings_that_spin_are_not_sooner_than_round_ones():
    """Corners of a ring lie on the round one: it is inside of it."""
    found = linking_rings(40, seed=9)
    for i in (i for i, kind in enumerate(found.kinds) if kind == "spinning"):
        way = found.motion_a[i].pose_t0[:3, 3] - found.motion_b[i].pose_t0[:3, 3]
        speed = np.linalg.norm(found.motion_b[i].linear - found.motion_a[i].linear)
        round_time = (np.linalg.norm(way) - 1.2) / speed
        assert 0.0 < round_time < 1.0
        some = linking_rings(40, seed=9)
        times = np.zeros(40)
        times[i] = round_time - 1e-9
        assert not touching(some, times)[i]


def test_a_ring_has_its_corners_on_the_axes():
    mesh = ring(24)
    assert mesh.bounds.tolist() == [[-0.6, -0.6, -0.1], [0.6, 0.6, 0.1]]
    assert mesh.is_closed
    with pytest.raises(ImpingeError, match="around: 20"):
        ring(20)


def test_seeds_repeat():
    check_same_seed(lambda seed: linking_rings(8, seed=seed))
    with pytest.raises(ImpingeError, match="n: 0"):
        linking_rings(0)
