"""How kernels get at numbers: promised, on the stack, lent, copied."""

import sys
from threading import Thread

import numpy as np
import pytest
from numba.core.errors import TypingError

from impinge.core.jit import kernel
from impinge.core.memory import (
    as_bits,
    borrowed,
    lent,
    lent_plain,
    natural,
    natural_plain,
    scratch_floats,
    scratch_ints,
)


@kernel
def sum_of_some(numbers, first, count):
    total = 0.0
    for k in range(count):
        total += numbers[natural(first) + k]
    return total


@pytest.mark.plain
def test_places_counted_from_the_front_are_read_as_before():
    numbers = np.arange(10.0)

    for first in range(8):
        assert sum_of_some(numbers, first, 3) == numbers[first : first + 3].sum()


def test_without_compilation_the_promise_is_checked():
    assert natural_plain(0) == 0
    with pytest.raises(AssertionError):
        natural_plain(-1)


@kernel
def bits_in(numbers):
    return as_bits(numbers[0]), as_bits(numbers[1])


@pytest.mark.plain
def test_bits_are_those_that_were_written():
    for whole in ([0, 1], [2**60 + 5, 2**62], [-1, -(2**63)]):
        assert bits_in(np.array(whole, np.int64).view(np.float64)) == tuple(whole)


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


@kernel
def double_rows(rows):
    rows = borrowed(rows)
    for i in range(len(rows)):
        row = rows[i]
        for k in range(len(row)):
            row[k] *= 2.0


@kernel
def third_sum(rows):
    lent = borrowed(rows)
    return lent[1:].sum(), lent.shape


@pytest.mark.plain
def test_what_is_written_to_a_view_is_in_the_array():
    rows = np.arange(12.0).reshape(4, 3)
    expected = 2.0 * rows
    double_rows(rows)

    np.testing.assert_array_equal(rows, expected)
    assert third_sum(rows) == (expected[1:].sum(), (4, 3))


def test_the_owner_keeps_its_array():
    rows = np.ones((100, 3))
    before = sys.getrefcount(rows)
    for _ in range(200):
        double_rows(rows)
        rows *= 0.5

    assert sys.getrefcount(rows) == before
    np.testing.assert_array_equal(rows, 1.0)


@kernel
def sums_at(like, addresses, counts, out):
    for i in range(len(addresses)):
        rows = lent(like, addresses[i], counts[i])
        out[i] = 0.0
        for j in range(len(rows)):
            for k in range(rows.shape[1]):
                out[i] += rows[j, k]
        rows[0, 0] = -1.0


@pytest.mark.plain
def test_arrays_are_read_and_written_by_their_addresses():
    arrays = [np.arange(3.0 * n).reshape(n, 3) for n in (1, 4, 2)]
    expected = [array.sum() for array in arrays]
    addresses = np.array([array.ctypes.data for array in arrays])
    out = np.empty(3)

    sums_at(arrays[0], addresses, np.array([len(array) for array in arrays]), out)

    np.testing.assert_array_equal(out, expected)
    assert [array[0, 0] for array in arrays] == [-1.0] * 3


def test_the_plain_twin_lends_the_same():
    array = np.arange(8, dtype=np.float32).reshape(2, 4)
    view = lent_plain(array, array.ctypes.data, 2)

    np.testing.assert_array_equal(view, array)
    view[1, 1] = 7.5
    assert array[1, 1] == 7.5
    assert lent_plain(np.zeros(3), array.ctypes.data, 1).shape == (1,)
