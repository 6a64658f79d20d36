"""The path of a robot as a page plays it: frames up to the first contact, and what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from impinge.continuous import ImpactStatus
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.motion.in_between import InBetween
from impinge.scene import PathImpact, Robot, RobotImpact

STRIDE = 0.04
"""How far a joint moves from frame to frame, at most, on paths of few segments [rad or m]."""
MOST_FRAMES = 600
"""Frames of a path; paths of more segments have some of their way-points as frames."""
RATE = 30.0
"""Frames a second that are played: a path has no seconds of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class RobotPath:
    """Way-points of a robot, and what is known of the segments between them.

    Attributes
    ----------
    robot : Robot
    waypoints : (k, dof) float64
    found : dict of int to RobotImpact
        Of each segment that is not proved free, the result.
    places : (F,) float64
        Of each frame the segment, and the share of it that has passed: 3.25 is a quarter of the
        segment that begins at way-point 3. First contacts are frames.
    """

    robot: Robot
    waypoints: Array
    found: Mapping[int, RobotImpact]
    places: Array

    @classmethod
    def of(cls, robot: Robot, result: RobotImpact) -> RobotPath:
        """The path of a result: one motion, way-points, or a batch of consecutive motions."""
        path = result.path
        if path is None:
            raise ImpingeError("thing: this result does not say its path, and cannot be shown")
        found: dict[int, RobotImpact]
        if isinstance(result, PathImpact):
            found = {} if result.segment < 0 else {result.segment: result}
        elif result._rows.ndim == 1:
            found = {} if result.status == ImpactStatus.FREE else {0: result}
        else:
            if len(path) == 0 or not np.array_equal(path[1:, 0], path[:-1, 1]):
                raise ImpingeError(
                    f"thing: a {type(result).__name__} of {len(result)} rows; a page shows one "
                    "path: give a row, found[i], or motions that follow each other"
                )
            touching = np.flatnonzero(np.asarray(result.status) != ImpactStatus.FREE)
            found = {k: result[k] for k in touching.tolist()}
            path = np.concatenate([path[:, 0], path[-1:, 1]])
        ends = isinstance(result, PathImpact) or result._rows.ndim == 1
        stop = float(len(path) - 1)
        if ends and found:
            stop = min(k + _time(one) for k, one in found.items())
        return cls(
            robot, path, found, _frames(path, [k + _time(r) for k, r in found.items()], stop)
        )

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(self.waypoints) - 1

    @property
    def segment(self) -> Ids:
        """(F,) int64: the segment of each frame; a way-point belongs to the one that it begins,
        unless a contact at its end is shown there.
        """
        numbers = np.minimum(self.places.astype(np.int64), self.segments - 1)
        for k, one in self.found.items():
            numbers[self.places == k + _time(one)] = k
        return numbers

    @property
    def share(self) -> Array:
        """(F,) float64: the time within the segment of each frame; at contacts, theirs."""
        shares = self.places - self.segment
        for k, one in self.found.items():
            shares[self.places == k + _time(one)] = _time(one)
        return shares

    @property
    def q(self) -> Array:
        """(F, dof) float64: configurations of the frames."""
        return self._motion(self.segment).configuration(self.share)[:, self.robot._columns]

    @property
    def times(self) -> Array:
        """(F,) float64: when frames are played [s]."""
        step = np.diff(self.places, prepend=self.places[0])
        counts = _counts(self.waypoints)[self.segment]
        return np.cumsum(step * counts) / RATE + 1e-6 * np.arange(len(step))

    @property
    def contacts(self) -> dict[int, RobotImpact]:
        """Results that have a place, by segment."""
        return {k: one for k, one in self.found.items() if one.link is not None and _placed(one)}

    def frame_of(self, segment: int) -> int:
        """The frame of the contact of a segment, or else the first of the segment."""
        place = segment + (_time(self.found[segment]) if segment in self.found else 0.0)
        return min(int(np.searchsorted(self.places, place)), len(self.places) - 1)

    def touching(self) -> list[RobotImpact | None]:
        """For each frame the contact that its segment has had by then."""
        found = self.contacts
        rows = zip(self.segment.tolist(), self.share.tolist(), strict=True)
        return [found[k] if k in found and share >= _time(found[k]) else None for k, share in rows]

    def begins(self, segment: int) -> bool:
        """Whether the result of a segment is new: not the same contact as in the one before."""
        before, here = self.found.get(segment - 1), self.found[segment]
        return before is None or (before.link, before.other) != (here.link, here.other)

    def boxes(self) -> Array:
        """(segments up to the last frame, links, 2, 3): what links do not leave on each segment."""
        numbers = np.arange(int(self.segment[-1]) + 1)
        return np.asarray(self._motion(numbers).boxes())

    def trace(self, link: int, point: Array, stop: int) -> Array:
        """(k, 3): where a point of a link, in its frame, is at the frames up to ``stop``."""
        rows = self.robot._full(self.q[: stop + 1])[0]
        poses = self.robot._model.kinematics.link_poses(rows)[:, link]
        return np.asarray(poses[:, :3, :3] @ point + poses[:, :3, 3])

    def _motion(self, segments: Ids) -> InBetween:
        rows = self.robot._full(self.waypoints)[0]
        return InBetween(self.robot._model.kinematics, rows[segments], rows[segments + 1])


def _time(found: RobotImpact) -> float:
    return min(float(found.time), 1.0)


def _placed(found: RobotImpact) -> bool:
    return found.status in (ImpactStatus.HIT, ImpactStatus.STARTED_TOUCHING)


def _counts(waypoints: Array) -> Array:
    """(k - 1,) float64: frames of each segment; a share of one on paths of very many."""
    far = np.abs(np.diff(waypoints, axis=0)).max(axis=1, initial=0.0)
    counts = np.maximum(1.0, np.ceil(far / STRIDE))
    least = MOST_FRAMES / len(counts)
    if counts.sum() <= MOST_FRAMES:
        return counts
    return np.full(len(counts), least) if least < 1.0 else np.maximum(
        1.0, np.floor(counts * (MOST_FRAMES / counts.sum()))
    )  # fmt: skip


def _frames(waypoints: Array, contacts: list[float], stop: float) -> Array:
    counts = _counts(waypoints)
    if counts[0] < 1.0:
        some = np.linspace(0.0, len(counts), MOST_FRAMES).round()
    else:
        parts = [k + np.arange(n) / n for k, n in enumerate(counts)]
        some = np.concatenate([*parts, [float(len(counts))]])
    every = np.unique(np.concatenate([some, contacts, [stop]]))
    return every[every <= stop]
