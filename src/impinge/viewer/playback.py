"""A recording as a page plays it: some of its frames, and the boxes that its tracks stay in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.scene import Recording

MOST_POSES = 100_000
"""Poses of a recording that a page holds: six megabytes. Of longer ones, every so many-th frame."""
RESTING = 1 / 48
"""Cost of a thing of a scene per frame even at rest, in poses: a byte for its colour."""
MOST_BYTES = 27_000_000
"""Bytes of vertices, points and lines that a page holds: in base64 36 megabytes."""
ROW = 6
"""Bytes of a point: 16 bits per coordinate."""
SAMPLES = 16
"""Frames that tell how large the others are."""
TRACED = ("vertices", "points", "lines")
"""Kinds of track that are points in every frame."""


class Track(NamedTuple):
    """Points of one name over all frames."""

    kind: str
    name: str
    box: Array
    """(2, 3): lowest and highest coordinates."""
    counts: Ids
    """(F,): vertices, points or lines of each frame."""
    values: tuple[float, float] | None
    """Least and greatest value of its points, where each has one."""

    @property
    def most(self) -> int:
        """Vertices, points or lines of the largest frame."""
        return int(self.counts.max())

    @property
    def starts(self) -> Ids:
        """(F + 1,): those of frame f are from ``starts[f]`` to ``starts[f + 1]``."""
        return np.concatenate([[0], np.cumsum(self.counts)])


@dataclass(frozen=True, slots=True, eq=False)
class Playback:
    """The frames of a recording that a page holds."""

    recording: Recording
    """Of these frames."""
    whole: Recording
    """Of all frames."""
    tracks: dict[tuple[str, str], Track]
    """Vertices, points and lines by kind and name."""

    @classmethod
    def of(
        cls, recording: Recording, scenery: int = 0, panes: int = 1
    ) -> tuple[Playback, list[str]]:
        """The playback of a recording, thinned out if it is long, and notes about that.

        ``scenery`` is how many things the scenes have: their contacts are found at each frame.
        ``panes`` is how many recordings share the page.
        """
        poses = (len(recording.tracks["poses"]) + RESTING * scenery) * recording.frames
        step = ceil(panes * max(poses / MOST_POSES, _bytes_of(recording) / MOST_BYTES))
        found, notes = recording, []
        if step > 1:
            found = recording.every(step)
            notes.append(
                f"{found.frames:,} of {recording.frames:,} frames are shown, one in {step}, so "
                "that this page stays small."
            )
        tracks = {(t.kind, t.name): t for t in _surveyed(found)}
        return cls(found, recording, tracks), notes

    @property
    def moved(self) -> tuple[str, ...]:
        """Names with poses."""
        return self.recording.tracks["poses"]

    def rows(self, track: Track) -> Iterator[Array]:
        """(k, 3) points of each frame, read one frame at a time."""
        return (points_of(self.recording, track.kind, track.name, k) for k in self.numbers)

    @property
    def numbers(self) -> range:
        """Of the frames."""
        return range(self.recording.frames)

    def box(self, name: str) -> Array | None:
        """(2, 3): box of the vertices of a thing that deforms."""
        track = self.tracks.get(("vertices", name))
        return None if track is None else track.box

    def is_ground(self, name: str) -> bool:
        """Is it a flat mesh at rest below others? The camera looks at these."""
        boxes = {key: track.box for key, track in self.tracks.items() if track.kind == "vertices"}
        flat = {key for key, box in boxes.items() if (np.ptp(box, axis=0) == 0.0).any()}
        return ("vertices", name) in flat < boxes.keys() and rests(self.recording, name)

    def in_world(self, name: str) -> bool:
        """Are the vertices of a thing in world coordinates? With poses they are in its own."""
        return ("vertices", name) in self.tracks and name not in self.moved


def rests(recording: Recording, name: str) -> bool:
    """Whether the vertices of a mesh are recorded and stay where they are, in a few frames."""
    if name not in recording.tracks["vertices"] or recording.frames < 2:
        return False
    start = recording.vertices(name, 0)
    later = (recording.vertices(name, k) for k in (recording.frames // 2, recording.frames - 1))
    return all(np.array_equal(start, there) for there in later)


def points_of(recording: Recording, kind: str, name: str, frame: int) -> Array:
    """(k, 3): the points of a track at one frame; lines are joined."""
    if kind == "lines":
        return np.concatenate([np.zeros((0, 3)), *recording.lines(name, frame)])
    return recording.vertices(name, frame) if kind == "vertices" else recording.points(name, frame)


def _bytes_of(recording: Recording) -> float:
    """About how many bytes all frames of the tracks take."""
    some = np.unique(np.linspace(0, recording.frames - 1, SAMPLES).astype(int)).tolist()
    rows = [
        len(points_of(recording, kind, name, k))
        for kind in TRACED
        for name in recording.tracks[kind]
        for k in some
    ]
    return ROW * sum(rows) * recording.frames / len(some)


def _surveyed(recording: Recording) -> Iterator[Track]:
    for kind in TRACED:
        for name in recording.tracks[kind]:
            box, ends = np.array([[np.inf] * 3, [-np.inf] * 3]), [np.inf, -np.inf]
            counts, valued = [], kind == "points"
            for k in range(recording.frames):
                rows = points_of(recording, kind, name, k)
                counts.append(len(recording.lines(name, k) if kind == "lines" else rows))
                if len(rows) == 0:
                    continue
                box = np.stack(
                    [np.minimum(box[0], rows.min(axis=0)), np.maximum(box[1], rows.max(axis=0))]
                )
                values = recording.point_values(name, k) if valued else None
                valued = values is not None
                if values is not None:
                    ends = [min(ends[0], values.min()), max(ends[1], values.max())]
            if not np.isfinite(box).all():
                box, valued = np.zeros((2, 3)), False
            yield Track(kind, name, box, np.array(counts), (ends[0], ends[1]) if valued else None)
