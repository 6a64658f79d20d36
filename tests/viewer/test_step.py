"""A step in which things move."""

import numpy as np
import pytest

import impinge as im
from impinge.continuous import ImpactStatus
from impinge.motion import PiecewiseMotion
from impinge.viewer.step import (
    FEWEST,
    FREE,
    MOST_SAMPLES,
    OWN,
    QUICK,
    SAMPLES,
    SLOW,
    TOUCHING,
    UNKNOWN,
    Event,
    Step,
    sampled,
    turns_of,
)

SLIDE = im.Motion.from_velocity(None, (1, 0, 0), (0, 0, 0))
SPIN = im.Motion.from_velocity(None, (0, 0, 0), (0, 0, 100 * np.pi))
HIT, STARTED, OUT = ImpactStatus.HIT, ImpactStatus.STARTED_TOUCHING, ImpactStatus.OUT_OF_BUDGET


def step(*events):
    return Step.of({"a": SLIDE}, events)


def test_phases_begin_where_something_happens():
    made = step(
        Event(HIT, 0.7, ("a", "b")),
        Event(ImpactStatus.FREE, np.inf, ("a", "c")),
        Event(OUT, 0.25, ("b", "c")),
    )
    assert made.times.tolist() == [0.0, 0.25, 0.7]
    assert [made.phase(t) for t in (0.0, 0.2, 0.25, 0.5, 0.7, 1.0)] == [0, 0, 1, 1, 2, 2]
    assert made.opening == 0.7
    assert made.states("a").tolist() == [FREE, FREE, TOUCHING]
    assert made.states("b").tolist() == [FREE, UNKNOWN, TOUCHING]
    assert made.states("c").tolist() == [FREE, UNKNOWN, UNKNOWN]
    assert made.states("else").tolist() == [OWN] * 3
    assert [made.is_second(name) for name in "abc"] == [False, True, True]


def test_it_opens_at_the_first_contact_if_there_is_one():
    assert step().opening == 0.0
    assert step(Event(OUT, 0.25, None)).opening == 0.0
    assert step(Event(ImpactStatus.FREE, np.inf, None)).opening == 0.0
    assert step(Event(HIT, 0.5, None), Event(HIT, 0.4, None)).opening == 0.4
    assert step(Event(HIT, 0.5, None), Event(STARTED, 0.0, None)).opening == 0.5
    assert step(Event(STARTED, 0.0, None)).opening == 0.0


def test_moments_come_in_order_with_words():
    made = step(Event(HIT, 0.7, ("a", "b")), Event(OUT, 0.25, None)).plain()
    assert made["time"] == 0.7
    assert made["words"] == ["free", "not known", "after first contact"]
    assert made["moments"] == [
        {"time": 0.25, "label": "free until here", "names": [], "known": False},
        {"time": 0.7, "label": "first contact", "names": ["a", "b"], "known": True},
    ]
    assert step().plain()["words"] == ["of the step"]
    begun = step(Event(STARTED, 0.0, None)).plain()
    assert begun["moments"][0]["label"] == "touching at the start"


def test_many_turns_take_more_strides_and_time():
    slow, quick = step().plain(), Step.of({"a": SLIDE, "b": SPIN}, ()).plain()
    assert (slow["stride"], slow["seconds"]) == (1 / FEWEST, QUICK)
    assert (quick["stride"], quick["seconds"]) == (1 / 1200, SLOW)


def test_turns_are_those_of_all_pieces():
    half = [[-1, 0, 0, 1], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    path = PiecewiseMotion([np.eye(4), half, np.eye(4)])
    assert turns_of(SLIDE) == 0.0
    assert turns_of(SPIN) == pytest.approx(50)
    assert turns_of(path) == pytest.approx(1)
    assert len(sampled(SLIDE)) == SAMPLES
    assert SAMPLES < len(sampled(SPIN)) <= MOST_SAMPLES
    assert sampled(SPIN, 0.5, 0.25)[[0, -1]].tolist() == [0.25, 0.5]
