"""Peers find the same pairs; and differences are told apart from rounding."""

import numpy as np
import pytest

from impinge.bench.pairs_peers import compared, in_order, installed
from impinge.pairs import tree_pairs
from impinge.scenes import box_set


@pytest.mark.parametrize("peer", ["ipctk LBVH", "coal, tree prebuilt"])
def test_a_peer_finds_the_same_pairs(peer):
    if peer not in installed():
        pytest.skip(f"{peer} is not installed")
    lower, upper = box_set("clustered", 400)
    one, ours = installed()[peer](lower, upper), tree_pairs(lower, upper)

    assert one.count() == len(ours)
    assert one.differ(ours) == {"only_ours": 0, "only_theirs": 0, "unexplained": 0}
    assert one.differ(ours[1:])["unexplained"] >= 1
    wrong = ours.copy()
    wrong[0] = 0, next(j for j in range(1, 400) if not (ours == (0, j)).all(axis=1).any())
    assert one.differ(in_order([tuple(p) for p in wrong]))["unexplained"] >= 1


def test_pairs_within_rounding_are_explained():
    lower = np.array([[0.0, 0, 0], [1.0 + 1e-8, 0, 0], [2.5, 0, 0]])
    upper = lower + 1.0
    ours, more = np.empty((0, 2), np.int64), np.array([[0, 1]])

    assert compared(lower, upper, ours, more) == {
        "only_ours": 0, "only_theirs": 1, "unexplained": 0,
    }  # fmt: skip
    assert compared(lower, upper, ours, np.array([[1, 2]]))["unexplained"] == 1
    assert compared(lower, upper, more, ours)["only_ours"] == 1
    assert compared(lower, upper, more, more)["unexplained"] == 0
