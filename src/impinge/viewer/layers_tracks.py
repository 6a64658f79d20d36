"""What a recording has beside poses of things: deforming meshes, strands, points, axes, plots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, Shape
from impinge.scene import Recording
from impinge.viewer.contents import DEPTH
from impinge.viewer.coordinates import centre_of, corners_of
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.payload import Steps
from impinge.viewer.playback import Playback, Track
from impinge.viewer.tables import MOST_ROWS, columns_of, integers, metres, texts, vectors
from impinge.viewer.told import put_points

COLOURS = {
    "points": ("c", "a", "path"),
    "vertices": ("c", "a", "path"),
    "lines": ("b", "touch", "volume"),
}
"""Of the first, second and third track of a kind."""
POINT_SIZE, STRAND_WIDTH = 8.0, 2.0
"""[pixels]"""
MOST_LINES = 12
"""Joints of a robot that are plotted: of more, sliders show the values."""
MOST_TICKS = 60
"""Frames with impacts that are marked on the slider: of more, those with the most impacts."""
MOST_SAMPLES = 100_000
"""Numbers of one plot; of longer ones every so many-th is drawn."""
AXIS = 0.06
"""Length of an axis of a thing without a shape, as a share of the radius of what is drawn."""
AXES = (("x", "touch"), ("y", "c"), ("z", "a"))
MOST_SEGMENTS = 100_000
"""Pieces of paths of such things that are drawn."""


def tracks_extent(playback: Playback, shapes: Mapping[str, Shape]) -> Array:
    """(k, 3): corners of the boxes of tracks, without those of things."""
    boxes = [
        corners_of(track.box)
        for track in playback.tracks.values()
        if track.most and (track.kind != "vertices" or track.name not in shapes)
    ]
    return np.concatenate([np.zeros((0, 3)), *boxes])


def put_deforming(page: PageParts, playback: Playback, shapes: Mapping[str, Shape]) -> None:
    """Meshes of the things whose vertices were recorded; layers of things use them."""
    for name in playback.recording.tracks["vertices"]:
        if name not in shapes:
            continue
        shape, track = shapes[name], playback.tracks["vertices", name]
        if not isinstance(shape, Mesh) or len(shape.vertices) != track.most:
            has = f"it is a {type(shape).__name__}, and only meshes deform"
            if isinstance(shape, Mesh):
                has = f"its mesh has {len(shape.vertices)}"
            raise ImpingeError(f"vertices of {name!r}: {track.most} in the recording, but {has}")
        centre = centre_of(track.box)
        steps = Steps(*page.at.lengths(track.box - centre))
        for rows in playback.rows(track):
            steps.add(page.at.lengths(rows - centre))
        number = page.arrays.steps(steps)
        page.deforming[name] = page.meshes.deforming(shape, number, centre)
        _tell(page, track, steps)


def put_tracks(page: PageParts, playback: Playback) -> None:
    """Layers of what is no thing, plots of numbers, and the table of tracks."""
    counts = dict.fromkeys(COLOURS, 0)
    for track in playback.tracks.values():
        if track.kind == "vertices" and track.name in page.deforming:
            continue
        colours = COLOURS[track.kind]
        _put_marks(page, playback, track, colours[counts[track.kind] % len(colours)])
        counts[track.kind] += 1
    if playback.recording.tracks["contacts"]:
        _put_contacts(page, playback)
    _put_impacts(page, playback)
    _put_plots(page, playback)
    if page.tracks:
        page.table(
            "tracks", "Tracks",
            [texts("name", "track"), texts("kind"), integers("most", "count"),
             metres("error", "drawn within", digits=2)],
            page.tracks,
            about="Recorded tracks, the count of their largest frame, and the largest "
            "distance from a recorded point to where it is drawn.",
        )  # fmt: skip


def _put_marks(page: PageParts, playback: Playback, track: Track, colour: str) -> None:
    steps = Steps(*page.at.points(track.box))
    offsets = [0]
    more: dict[str, Any] = {"size": POINT_SIZE, "solid": True}
    for k, rows in zip(playback.numbers, playback.rows(track), strict=True):
        steps.add(page.at.points(rows))
        if track.kind == "lines":
            lengths = [len(line) for line in playback.recording.lines(track.name, k)]
            offsets += (offsets[-1] + np.cumsum(lengths)).tolist()
    if track.kind == "lines":
        more = {"width": STRAND_WIDTH, "offsets": page.arrays.integers(offsets)}
    if track.values is not None:
        low, high = track.values
        values = Steps([low], [high])
        for k in playback.numbers:
            found = playback.recording.point_values(track.name, k)
            # Frames without points may come without values.
            values.add(np.zeros((0, 1)) if found is None else found[:, None])
        more |= {"values": page.arrays.steps(values), "range": {"low": low, "high": high}}
    kind = "strands" if track.kind == "lines" else "points"
    page.layer(
        kind, track.name, colour, visible=_is_first(playback, track),
        positions=page.arrays.steps(steps), frames=track.starts, **more,
    )  # fmt: skip
    page.explain(track.name, colour, kind, track.values)
    _tell(page, track, steps)


def _is_first(playback: Playback, track: Track) -> bool:
    """Of tracks named alike up to a colon, one is seen at first: they are alternatives."""
    stem = track.name.split(": ")[0]
    names = [name for kind, name in playback.tracks if kind == track.kind]
    return next(name for name in names if name.split(": ")[0] == stem) == track.name


def _tell(page: PageParts, track: Track, steps: Steps) -> None:
    error = page.at.scale * float(np.linalg.norm(steps.error))
    page.tracks.append([track.name, track.kind, track.most, error])


def _put_contacts(page: PageParts, playback: Playback) -> None:
    frames = [playback.recording.contacts(k) for k in playback.numbers]
    starts = np.concatenate([[0], np.cumsum([len(points) for points, _, _ in frames])])
    points, normals, gaps = (np.concatenate(some) for some in zip(*frames, strict=True))
    key = None
    if len(points) <= MOST_ROWS:
        key = page.table(
            "contacts",
            "Contacts",
            [metres("separation"), *columns_of("place", "normal")],
            zip(gaps, points, normals, strict=True),
            about="Recorded contacts; negative separations are depths.",
            frames=starts.tolist(),
            sort=("separation", False),
        )
    if DEPTH in playback.recording.tracks["points"]:
        # They have colours of their own, which other points would hide.
        page.add_points(
            "Deepest", "contact", points, POINT_SIZE, visible=False, table=key,
            rows=np.arange(len(points)), frames=starts,
        )  # fmt: skip
        return
    half = 0.5 * gaps[:, None] * normals
    sides = np.stack([points - half, points + half], axis=1)
    put_points(page, sides, normals, key, np.arange(len(points)), starts, "contact")


def _put_impacts(page: PageParts, playback: Playback) -> None:
    """A tick for each frame with impacts, of a run of a world."""
    if "impacts" not in playback.whole.tracks["scalars"] or page.moments:
        return
    shown = np.searchsorted(playback.whole.times, playback.recording.times)
    # Those between two frames that are shown belong to the later one.
    counts = np.add.reduceat(playback.whole.scalar("impacts"), [0, *(shown[:-1] + 1)])
    most = np.sort(np.argsort(-counts, kind="stable")[:MOST_TICKS])
    page.moments = [
        {"frame": k, "label": f"impacts: {counts[k]:.0f}", "names": [], "known": True}
        for k in most.tolist()
        if counts[k] > 0
    ]


def _put_plots(page: PageParts, playback: Playback) -> None:
    whole = playback.whole
    numbers = [("scalars", name, whole.scalar(name)) for name in whole.tracks["scalars"]]
    driven = {robot["track"] for robot in page.robots if len(robot["q"]) > MOST_LINES}
    joints = (name for name in whole.tracks["joints"] if name not in driven)
    numbers += [("joints", name, whole.joints(name)) for name in joints]
    for kind, name, values in numbers:
        stride = max(1, -(-values.size // MOST_SAMPLES))
        if stride > 1:
            page.notes.append(f"{name}: one in {stride} values is drawn.")
        page.plots.append({
            "name": name, "kind": kind, "pane": page.pane,
            "times": page.arrays.doubles(whole.times[::stride]),
            "values": page.arrays.doubles(values[::stride]),
        })  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class PathsItem(Item):
    """The names of a recording that are no shapes of the view: axes that move, and their paths."""

    found: tuple[str, ...]
    recording: Recording

    def extent(self) -> Array:
        return np.concatenate([self.recording.of(name)[:, :3, 3] for name in self.found])

    def put(self, page: PageParts) -> None:
        recording, frames, count = self.recording, self.recording.frames, len(self.found)
        # (F, n, 4, 4)
        poses = np.stack([recording.of(name) for name in self.found], axis=1)
        places = poses[..., :3, 3]
        offsets = count * np.arange(frames + 1)
        key = None
        if frames * count <= MOST_ROWS:
            axes = (vectors(axis, f"{axis} axis") for axis, _ in AXES)
            key = page.table(
                "poses",
                "Poses",
                [texts("name", "thing"), *columns_of("position"), *axes],
                [
                    [name, places[f, i], *poses[f, i, :3, :3].T]
                    for f in range(frames)
                    for i, name in enumerate(self.found)
                ],
                about="Positions and axes of the recorded frames.",
                frames=offsets.tolist(),
            )
        for k, (axis, colour) in enumerate(AXES):
            along = AXIS * page.at.scale * poses[..., :3, k]
            page.add_arrows(
                f"{axis} axes", colour, places.reshape(-1, 3), along.reshape(-1, 3),
                f"{axis} axis", frames=offsets, table=key,
                rows=None if key is None else np.arange(frames * count),
            )  # fmt: skip
        steps = np.stack([places[:-1], places[1:]], axis=2).reshape(-1, 2, 3)
        if len(steps) > MOST_SEGMENTS:
            page.notes.append("Paths are too long to be drawn.")
        elif len(steps):
            about = "Where the origins go"
            page.add_lines("Paths", "path", steps, 1.5, "path", ways=count, about=about)
        page.say(f"{count:,} frames of reference over {recording.duration:.4g} s")
