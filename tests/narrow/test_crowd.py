"""Pairs of many posed things: the answers of single queries."""

import numpy as np
import pytest
from populated import SHAPES, random_pose

import impinge as im
from impinge.core.threads import use_threads
from impinge.narrow.crowd import Crowd

KINDS = [*SHAPES.values(), im.HalfSpace((0, 0, 1), -0.3), im.HalfSpace((1, 0, 0), -0.5)]


def placed(n, seed):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(0, len(KINDS), n)
    poses = np.stack([random_pose(rng) for _ in range(n)])
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    margins = rng.choice([0.0, 0.0, 0.1, 0.03], len(pairs))
    return kinds, poses, pairs, margins


@pytest.mark.parametrize("solid", [False, True])
def test_each_pair_is_answered_as_if_asked_alone(solid):
    kinds, poses, pairs, margins = placed(40, 1)
    if solid:
        # Two filled grounds are refused by every query.
        kinds[[isinstance(KINDS[k], im.HeightField) for k in kinds]] = 0

    found = Crowd(KINDS).overlaps(kinds, poses, pairs, margins, solid=solid)

    alone = [
        im.overlap(KINDS[kinds[i]], KINDS[kinds[j]], poses[i], poses[j], margin=m, solid=solid)
        for (i, j), m in zip(pairs, margins.tolist(), strict=True)
    ]
    np.testing.assert_array_equal(found, alone)
    assert 0.1 < found.mean() < 0.9


def test_swapping_and_threads_change_nothing():
    kinds, poses, pairs, margins = placed(50, 2)
    crowd = Crowd(KINDS)
    found = crowd.overlaps(kinds, poses, pairs, margins)

    np.testing.assert_array_equal(crowd.overlaps(kinds, poses, pairs[:, ::-1], margins), found)
    for threads in (1, 3):
        with use_threads(threads):
            np.testing.assert_array_equal(crowd.overlaps(kinds, poses, pairs, margins), found)


def test_meshes_made_elsewhere_are_held():
    """Kernels are given addresses: the trees behind them must stay."""
    crowd = Crowd([im.icosphere(0.5, 1) for _ in range(50)])
    poses = np.tile(np.eye(4), (50, 1, 1))
    pairs = np.stack([np.zeros(49, np.int64), np.arange(1, 50)], axis=1)

    for _ in range(3):
        assert crowd.overlaps(np.arange(50), poses, pairs, np.zeros(49)).all()


def test_costs_are_counted():
    kinds, poses, pairs, margins = placed(12, 3)
    with im.count() as cost:
        Crowd(KINDS).overlaps(kinds, poses, pairs, margins)
    assert cost.primitive_tests > 10
    assert cost.volume_tests > 10


def test_no_pairs():
    none = np.zeros((0, 2), np.int64)
    assert (
        len(Crowd(KINDS).overlaps(np.zeros(1, np.int64), np.eye(4)[None], none, np.zeros(0))) == 0
    )
