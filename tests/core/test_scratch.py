"""Room on the stack of a kernel."""

from threading import Thread

import numpy as np
import pytest
from numba.core.errors import TypingError

from impinge.core.jit import kernel
from impinge.core.scratch import scratch_floats, scratch_ints

COUNT = 300
MANY = 20_000


@kernel
def reversed_sums(numbers, out):
    """Two rooms, one used in a loop: they are not the same, and are made once."""
    room, order = scratch_floats(COUNT), scratch_ints(COUNT)
    for i in range(len(out)):
        for k in range(COUNT):
            room[k] = numbers[k] + i
            order[k] = COUNT - 1 - k
        out[i] = 0.0
        for k in range(COUNT):
            out[i] += (k + 1) * room[order[k]]


@kernel
def deep(numbers, levels):
    room = scratch_floats(COUNT)
    for k in range(COUNT):
        room[k] = numbers[k] + levels
    below = 0.0
    if levels > 0:
        below = deep(numbers, levels - 1)
    return below + room.sum()


@kernel
def of_any_size(count):
    return len(scratch_floats(count))


@kernel
def sizes():
    room = scratch_floats(MANY)
    return len(room), room.ndim


@pytest.mark.plain
def test_two_rooms_hold_what_was_written():
    numbers = np.random.default_rng(0).normal(size=COUNT)
    out = np.empty(5)
    reversed_sums(numbers, out)

    weights = np.arange(1, COUNT + 1)
    expected = [(weights * (numbers + i)[::-1]).sum() for i in range(5)]
    np.testing.assert_allclose(out, expected, rtol=1e-12)


def test_each_call_has_room_of_its_own():
    numbers = np.ones(COUNT)

    assert deep(numbers, 40) == sum(COUNT * (1 + level) for level in range(41))


def test_many_threads_do_not_share_it():
    numbers, found = np.ones(COUNT), []
    threads = [Thread(target=lambda: found.append(deep(numbers, 60))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [deep(numbers, 60)] * 8


@pytest.mark.plain
def test_the_room_is_as_large_as_asked():
    assert sizes() == (MANY, 1)


def test_the_size_must_be_a_constant():
    with pytest.raises(TypingError, match="a constant of the module"):
        of_any_size(5)
