"""A recording of things whose shapes nobody knows: axes that move, and the paths they take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.scene import Recording
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import MOST_ROWS, column

AXIS = 0.06
"""Length of an axis, as a share of the radius of what is drawn."""
AXES = (("x", "touch"), ("y", "c"), ("z", "a"))
MOST_SEGMENTS = 100_000
"""Pieces of paths that are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class PathsItem:
    """The things of a recording that are no shapes of the view."""

    names: tuple[str, ...]
    recording: Recording

    def extent(self) -> Array:
        return np.concatenate([self.recording.of(name)[:, :3, 3] for name in self.names])

    def put(self, page: PageParts) -> None:
        recording = self.recording
        frames, count = recording.frames, len(self.names)
        # (F, n, 4, 4)
        poses = np.stack([recording.of(name) for name in self.names], axis=1)
        places = poses[..., :3, 3]
        offsets = count * np.arange(frames + 1)
        key = None
        if frames * count <= MOST_ROWS:
            key = page.table(
                "poses",
                "Poses",
                [
                    column("name", "thing", "text"),
                    column("position", "position", "vector", "m"),
                    *(column(a, f"{a} axis", "vector") for a, _ in AXES),
                ],
                [
                    [name, places[f, i], *(poses[f, i, :3, k] for k in range(3))]
                    for f in range(frames)
                    for i, name in enumerate(self.names)
                ],
                about="Positions and axes of the recorded frames.",
                frames=offsets.tolist(),
            )
        for k, (axis, colour) in enumerate(AXES):
            vectors = AXIS * page.at.scale * poses[..., :3, k]
            page.layer(
                "arrows", f"{axis} axes", colour, positions=page.points(places.reshape(-1, 3)),
                vectors=page.vectors(vectors.reshape(-1, 3)), pixels=None, frames=offsets,
                table=key, rows=None if key is None else np.arange(frames * count),
            )  # fmt: skip
            page.explain(f"{axis} axis", colour, "arrows")
        steps = np.stack([places[:-1], places[1:]], axis=2).reshape(-1, 2, 3)
        if len(steps) > MOST_SEGMENTS:
            page.notes.append("Paths are too long to be drawn.")
            steps = steps[:0]
        if len(steps):
            page.layer(
                "lines", "Paths", "path", segments=page.points(steps), dashed=False, width=1.5,
                ends=False, ways=count, about="Where the origins go",
            )  # fmt: skip
            page.explain("path", "path", "lines")
        page.say(f"{count:,} frames of reference over {recording.duration:.4g} s")
