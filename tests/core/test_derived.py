"""Derived values: made once, kept with their object, and no part of its value."""

import copy
import pickle
import threading
import time

import pytest

from impinge.core.derived import Memo, derived

pytestmark = pytest.mark.plain


class Thing:
    __slots__ = ("_derived", "value")

    def __init__(self, value):
        self.value = value
        self._derived = Memo()


def test_made_once_and_kept():
    thing = Thing(1)

    first = derived(thing, "tree", object)

    assert derived(thing, "tree", object) is first
    assert list(thing._derived.values) == ["tree"]


def test_threads_that_ask_together_get_one_object():
    thing = Thing(1)
    made, got = [], []
    gate = threading.Barrier(8)

    def make():
        time.sleep(0.02)
        made.append(1)
        return object()

    def ask():
        gate.wait()
        got.append(derived(thing, "tree", make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(made) == 1
    assert len(got) == 8
    assert len(set(map(id, got))) == 1


def test_making_one_value_may_ask_for_another():
    thing = Thing(1)

    def make():
        return derived(thing, "inner", lambda: 2) + 1

    assert derived(thing, "outer", make) == 3


def test_none_is_a_value():
    thing = Thing(1)
    calls = []

    for _ in range(2):
        derived(thing, "volume", lambda: calls.append(1))

    assert calls == [1]


def test_a_failure_is_not_kept():
    thing = Thing(1)

    with pytest.raises(ZeroDivisionError):
        derived(thing, "tree", lambda: 1 / 0)

    assert derived(thing, "tree", lambda: 5) == 5


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))],
    ids=["deepcopy", "pickle"],
)
def test_copies_begin_with_nothing(copied):
    thing = Thing(7)
    derived(thing, "lock", threading.Lock)

    other = copied(thing)

    assert other.value == 7
    assert not other._derived.values
    assert "lock" in thing._derived.values


class Owner(Thing):
    __slots__ = ()

    def _to_carry(self, owner):
        return {"of": owner.value, **self._derived.to_carry(self)}


def test_data_for_a_pickle_reaches_the_value_that_it_is_of():
    outer, inner = Thing(1), Owner(2)
    for key in ("inner", "the same"):
        derived(outer, key, lambda: inner)
    derived(outer, "plain", object)
    carried = outer._derived.to_carry(outer)
    assert carried == {"inner": {"of": 1}}

    again = Thing(1)
    again._derived.carry(carried)
    again._derived.carry("no data")
    assert again._derived.to_carry(again) == carried
    assert derived(again, "inner", lambda: Owner(3))._derived.carried == {"of": 1}
    assert not again._derived.carried


def test_a_child_process_does_not_wait_for_threads_of_its_parent(run_python):
    """A fork while another thread was making a value left the child's lock held for ever."""
    run_python("""
        import os, threading, time
        from impinge.core.derived import Memo, derived

        class Thing:
            def __init__(self):
                self._derived = Memo()

        thing, started = Thing(), threading.Event()

        def slowly():
            started.set()
            time.sleep(2.0)

        threading.Thread(target=derived, args=(thing, "tree", slowly), daemon=True).start()
        started.wait()
        child = os.fork()
        if child == 0:
            derived(thing, "tree", object)
            os._exit(0)
        for _ in range(100):
            if os.waitpid(child, os.WNOHANG) != (0, 0):
                break
            time.sleep(0.02)
        else:
            os.kill(child, 9)
            raise SystemExit("the child hangs")
    """)
