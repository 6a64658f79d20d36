"""The sweep that starts from the frame before: what it does, beside what it answers."""

import numpy as np
from box_cases import boxes_of, meeting

from impinge.pairs import IncrementalSweep
from impinge.scenes import box_set, drifted


def moved(lower, upper, step, seed):
    ids, (low, high) = drifted((lower, upper), step, 1.0, seed)
    lower[ids], upper[ids] = low, high


def test_small_steps_need_few_swaps_and_no_sorting():
    lower, upper = box_set("uniform", 2_000)
    sweep = IncrementalSweep(lower, upper)
    assert sweep.statistics["sorts"] == 1
    before = sweep.statistics["swaps"]

    sweep.pairs()
    assert sweep.statistics["swaps"] == before
    moved(lower, upper, 1e-3, 1)
    sweep.move(np.arange(2_000), lower, upper)
    np.testing.assert_array_equal(sweep.pairs(), meeting(lower, upper))

    found = sweep.statistics
    assert found["sorts"] == 1
    assert 0 < found["swaps"] - before < 20_000
    assert found["pairs"] == len(sweep.pairs())


def test_leaps_are_sorted_anew():
    lower, upper = box_set("uniform", 500)
    sweep = IncrementalSweep(lower, upper)
    sweep.pairs()

    moved(lower, upper, 30.0, 1)
    sweep.move(np.arange(500), lower, upper)

    np.testing.assert_array_equal(sweep.pairs(), meeting(lower, upper))
    assert sweep.statistics["sorts"] == 2


def test_a_few_new_boxes_are_inserted():
    lower, upper = boxes_of("clustered")
    sweep = IncrementalSweep(lower[:-4], upper[:-4])
    sweep.pairs()

    sweep.add(lower[-4:], upper[-4:])

    np.testing.assert_array_equal(sweep.pairs(), meeting(lower, upper))
    assert sweep.statistics["sorts"] == 1
    assert len(sweep) == len(lower)
    assert sweep.ids.tolist() == list(range(len(lower)))


def test_the_set_of_pairs_grows_and_shrinks():
    """From few pairs to all of them and back: the table is made larger on the way."""
    lower = np.arange(120.0)[:, None] * (10.0, 0.0, 0.0)
    sweep = IncrementalSweep(lower, lower + 1.0)
    assert len(sweep.pairs()) == 0

    for size in (15.0, 60.0, 2000.0, 60.0, 15.0, 1.0):
        sweep.move(np.arange(120), lower, lower + size)
        np.testing.assert_array_equal(sweep.pairs(), meeting(lower, lower + size))
