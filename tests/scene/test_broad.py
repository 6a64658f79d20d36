"""Pairs of boxes of which one has changed."""

import pickle

import numpy as np
import pytest

from impinge.core.threads import use_threads
from impinge.scene.broad import STALE, Broad


def expected_pairs(lower, upper, alive, changed):
    meet = ((lower[:, None] <= upper) & (lower <= upper[:, None])).all(axis=2)
    meet &= alive[:, None] & alive
    return np.argwhere(np.triu(meet & (changed[:, None] | changed), 1))


def in_order(pairs):
    return np.array(sorted(map(tuple, pairs.tolist()))).reshape(-1, 2)


def strewn(rng, n):
    lower = rng.uniform(0.0, 5.0, (n, 3))
    return lower, lower + rng.uniform(0.0, 1.0, (n, 3))


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.7, 1.0])
@pytest.mark.parametrize("giants", [False, True])
def test_all_that_brute_force_finds(share, giants):
    rng, alive = np.random.default_rng(3), np.ones(200, bool)
    lower, upper = strewn(rng, 200)
    if giants:
        lower[7], upper[7] = -np.inf, np.inf
    changed = rng.random(200) < share

    found = Broad().near_pairs(lower, upper, alive, changed)

    np.testing.assert_array_equal(in_order(found), expected_pairs(lower, upper, alive, changed))
    assert share < 0.3 or len(found) > 10


@pytest.mark.parametrize("share", [0.002, 0.01, 0.05, 0.2, 0.6])
def test_boxes_that_come_move_and_go(share):
    rng = np.random.default_rng(4)
    lower, upper = strewn(rng, 300)
    alive, broad, sizes = rng.random(300) < 0.9, Broad(), []
    broad.near_pairs(lower, upper, alive, alive.copy())
    for step in range(40):
        n = len(lower)
        if step % 9 == 4:
            more = strewn(rng, 40)
            lower, upper = np.concatenate([lower, more[0]]), np.concatenate([upper, more[1]])
            alive = np.concatenate([alive, np.zeros(40, bool)])
        changed = np.zeros(len(lower), bool)
        changed[:n] = rng.random(n) < share
        changed[rng.integers(len(lower))] = True
        some = strewn(rng, int(changed.sum()))
        lower[changed], upper[changed] = some
        # What came or went has changed.
        turned = changed & (rng.random(len(lower)) < 0.3)
        alive[turned] = ~alive[turned]
        asked = pickle.loads(pickle.dumps(broad)) if step % 10 == 7 else broad.copy()

        found = broad.near_pairs(lower, upper, alive, changed)

        expected = expected_pairs(lower, upper, alive, changed)
        np.testing.assert_array_equal(in_order(found), expected)
        np.testing.assert_array_equal(
            in_order(asked.near_pairs(lower, upper, alive, changed)), expected
        )
        sizes.append(len(found))
    assert np.sum(sizes) > 40


def test_the_tree_is_kept_while_few_have_left_it():
    rng, alive = np.random.default_rng(5), np.ones(400, bool)
    lower, upper = strewn(rng, 400)
    broad, changed = Broad(), np.zeros(400, bool)
    changed[0] = True
    broad.near_pairs(lower, upper, alive, changed)
    tree = broad._tree
    for k in range(1, int(STALE * 400) + 1):
        assert broad._tree is tree
        changed[:] = False
        changed[k] = True
        broad.near_pairs(lower, upper, alive, changed)
    changed[200] = True
    broad.near_pairs(lower, upper, alive, changed)
    assert broad._tree is not tree


def test_the_same_answer_for_any_number_of_threads():
    rng, alive = np.random.default_rng(6), np.ones(5000, bool)
    lower, upper = strewn(rng, 5000)
    changed = rng.random(5000) < 0.05
    answers = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            answers.add(Broad().near_pairs(lower, upper, alive, changed).tobytes())
    assert len(answers) == 1


def test_no_boxes():
    none, flags = np.zeros((0, 3)), np.zeros(0, bool)
    assert Broad().near_pairs(none, none, flags, flags).shape == (0, 2)
