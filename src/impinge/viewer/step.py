"""A step in which things move: how, when something happens in it, and how a page plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, tau
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous import ImpactStatus
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.motion import RigidMotion
from impinge.motion.kernels.motion_row import TURN

OWN, FREE, TOUCHING, UNKNOWN = range(4)
"""What a thing is at a time: of its own colour where no answer is about it, or as answers say."""
STATE_COLOURS = {FREE: "neutral", TOUCHING: "touch", UNKNOWN: "path"}
OTHER_TOUCHING = "b"
"""Of the second of two things that touch: alike they would seem to be one."""
STATE_WORDS = {FREE: "free", TOUCHING: "from first contact on", UNKNOWN: "not known"}
SAID = {
    OWN: "of the step", FREE: "free", TOUCHING: "after first contact", UNKNOWN: "not known",
}  # fmt: skip
"""Of colours, in the legend; and of times, beside the clock."""

LABELS = {
    ImpactStatus.HIT: "first contact",
    ImpactStatus.STARTED_TOUCHING: "touching at the start",
    ImpactStatus.OUT_OF_BUDGET: "free until here",
}
"""What the slider says at the time of an answer."""

FEWEST, PER_TURN, MOST = 240, 24, 24_000
"""Strides of a step, and of a turn, at least: a key press moves by one. More than the most would
take minutes to walk through."""
QUICK, A_TURN, SLOW = 5.0, 0.6, 30.0
"""Seconds in which a step is played: the least, a turn's, and the most."""
SAMPLES = 129
"""Times of a path at which its extent is taken, if it turns little; 32 a turn otherwise."""
MOST_SAMPLES = 2049


class Event(NamedTuple):
    """What an answer says about two things in the step."""

    status: ImpactStatus
    time: float
    """Infinite where nothing happens."""
    names: tuple[str, str] | None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Things that move from time 0 to 1, and what is known about when they touch.

    Attributes
    ----------
    motions : mapping of str to RigidMotion
        Of those that move.
    events : sequence of Event
    times : (P,) float64
        When phases begin: 0, and each time at which something happens. Between two of them colours
        and marks stay as they are; poses are those of the motion at every time.
    """

    motions: Mapping[str, RigidMotion]
    events: Sequence[Event]
    times: Array

    @classmethod
    def of(cls, motions: Mapping[str, RigidMotion], events: Sequence[Event]) -> Step:
        """The step of some motions, in which these events are."""
        found = {0.0, *(event.time for event in events if isfinite(event.time))}
        return cls(motions, events, np.array(sorted(found)))

    @property
    def opening(self) -> float:
        """The time that is shown first: of the first contact, if there is one.

        Of what touches at the start nothing new is seen there.
        """
        return min((e.time for e in self.events if e.status is ImpactStatus.HIT), default=0.0)

    def phase(self, time: float) -> int:
        """The last phase that has begun at a time."""
        return int(np.searchsorted(self.times, time, side="right")) - 1

    def states(self, name: str) -> Ids:
        """(P,) int64: what a thing is in each phase."""
        about = [e for e in self.events if e.names is not None and name in e.names]
        return self._said(about) if about else np.full(len(self.times), OWN)

    def is_second(self, name: str) -> bool:
        """Is it the second of the first pair that it is of?"""
        about = [e.names for e in self.events if e.names is not None and name in e.names]
        return bool(about) and about[0][0] != name

    def plain(self) -> dict[str, Any]:
        """What the slider shows and how it moves, JSON-ready."""
        turns = max((turns_of(motion) for motion in self.motions.values()), default=0.0)
        return {
            "time": self.opening,
            "stride": 1.0 / float(np.clip(np.ceil(PER_TURN * turns), FEWEST, MOST)),
            "seconds": float(np.clip(A_TURN * turns, QUICK, SLOW)),
            "words": [SAID[state] for state in self._said(self.events).tolist()],
            "moments": [
                {
                    "time": event.time,
                    "label": LABELS[event.status],
                    "names": list(event.names or ()),
                    "known": event.status is not ImpactStatus.OUT_OF_BUDGET,
                }
                for event in sorted(self.events, key=lambda event: event.time)
                if isfinite(event.time)
            ],
        }

    def _said(self, events: Sequence[Event]) -> Ids:
        """What events say of their things in each phase; contact is what counts most."""
        found = np.full(len(self.times), FREE if events else OWN)
        for state in (UNKNOWN, TOUCHING):
            for event in events:
                if _state(event) == state:
                    found[self.times >= event.time] = state
        return found


def turns_of(motion: RigidMotion) -> float:
    """How many turns a body makes in the step, all pieces of its path together."""
    return float(motion._rows[:, TURN].sum()) / tau


def sampled(motion: RigidMotion, stop: float = 1.0, start: float = 0.0) -> Array:
    """Times from ``start`` to ``stop`` that tell a path to the eye."""
    count = np.clip(np.ceil(32.0 * (stop - start) * turns_of(motion)), SAMPLES, MOST_SAMPLES)
    return np.linspace(start, stop, int(count))


def _state(event: Event) -> int:
    if event.status in (ImpactStatus.HIT, ImpactStatus.STARTED_TOUCHING):
        return TOUCHING
    return FREE if event.status is ImpactStatus.FREE else UNKNOWN
