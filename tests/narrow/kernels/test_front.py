"""What is put into a level is taken out once, the nearest first, and bounded meanwhile."""

import numpy as np
import pytest

from impinge.core.plain import NO_KEY
from impinge.narrow.kernels.queue import (
    BUCKETS,
    NONE,
    bucket_of,
    clear_level,
    least_waiting,
    put,
    take,
)

pytestmark = pytest.mark.plain


def key_of(number):
    return np.int32(np.float32(number).view(np.int32))


def test_near_pairs_come_first_and_the_least_key_bounds_the_rest():
    rng = np.random.default_rng(1)
    numbers = rng.uniform(0.0, 1.0, 60).astype(np.float32)
    front = np.empty((2 * BUCKETS + 60, 4), np.int32)
    clear_level(front, 0)
    clear_level(front, 1)
    assert least_waiting(front) == NO_KEY
    last = key_of(1.0)
    for i, number in enumerate(numbers):
        key = key_of(number)
        put(front, np.int32(2 * BUCKETS + i), 1, bucket_of(key, last), i, 7, key)
    waiting = set(range(60))
    bucket, taken = 0, []
    while waiting:
        assert least_waiting(front) <= min(key_of(numbers[i]) for i in waiting)
        place, bucket = take(front, 1, bucket)
        i = int(front[place, 0])
        assert front[place, 2] == key_of(numbers[i])
        waiting.remove(i)
        taken.append(numbers[i])
    assert take(front, 1, bucket)[0] == NONE
    assert least_waiting(front) == NO_KEY
    # In order, but for those that share a bucket: an eighth of a halving each.
    assert all(x <= 1.2 * min(taken[k:]) + 0.3 for k, x in enumerate(taken))


def test_keys_beyond_the_limit_go_to_the_last_bucket():
    last = key_of(0.5)
    assert bucket_of(key_of(0.7), last) == bucket_of(last, last) == BUCKETS - 1
    assert bucket_of(np.int32(0), last) == 0
    assert bucket_of(key_of(0.25), last) == BUCKETS - 1 - 8
