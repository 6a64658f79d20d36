"""Costs of queries are summed by the blocks that are open, and by no other."""

import contextvars
import threading

import pytest

from impinge.core.counters import add_cost, count, counting

pytestmark = pytest.mark.plain


def test_nothing_is_counted_outside():
    assert not counting()
    add_cost(1, 2, 3)
    with count() as cost:
        assert counting()
    assert not counting()
    assert cost.to_dict() == {"updates": 0, "volume_tests": 0, "primitive_tests": 0}


def test_nested_blocks_both_count():
    with count() as outer:
        add_cost(1, 2, 3)
        with count() as inner:
            add_cost(10, 20, 30)

    assert (inner.updates, inner.volume_tests, inner.primitive_tests) == (10, 20, 30)
    assert (outer.updates, outer.volume_tests, outer.primitive_tests) == (11, 22, 33)


def test_a_block_closes_after_an_error():
    with pytest.raises(KeyError), count():
        raise KeyError

    assert not counting()


def test_threads_in_a_copied_context_count_and_lose_nothing():
    with count() as cost:
        threads = [
            threading.Thread(
                target=contextvars.copy_context().run,
                args=(lambda: [add_cost(1, 1, 1) for _ in range(2000)],),
            )
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert cost.to_dict() == dict.fromkeys(cost.to_dict(), 16_000)


def test_a_thread_of_its_own_is_not_counted():
    with count() as cost:
        thread = threading.Thread(target=add_cost, args=(1, 1, 1))
        thread.start()
        thread.join()

    assert cost.updates == 0
