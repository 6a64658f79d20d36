"""Shapes in their poses, as layers, and the table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from impinge.geometry import HalfSpace, Shape
from impinge.scene import Recording
from impinge.viewer.coordinates import moved
from impinge.viewer.display_mesh import finite_corners
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import MOST_ROWS, column, table

Array = NDArray[np.float64]

TABLE = "things"
MOST_ALONE = 12
"""Loose things up to which each is a layer of its own, to be hidden alone."""
MOST_EXPLAINED = 3
"""Loose things up to which the legend names each."""


@dataclass(frozen=True, slots=True, eq=False)
class LooseThing:
    """One shape by name."""

    name: str
    shape: Shape
    pose: Array
    colour: str
    opacity: float


@dataclass(slots=True, eq=False)
class ThingRow:
    """What the table says about a thing; with frames, poses (F, 4, 4) and touching (F,)."""

    name: str
    shape: str
    group: str | None
    poses: Array
    triangles: int
    touching: NDArray[np.int64] | int | None


def frame_poses(names: Sequence[str], poses: Array, recording: Recording | None) -> Array:
    """(n, 4, 4) poses of things at rest; (F, n, 4, 4) where the recording moves one of them."""
    if recording is None or not any(name in recording for name in names):
        return poses
    found = np.repeat(poses[None], recording.frames, axis=0)
    for i, name in enumerate(names):
        if name in recording:
            found[:, i] = recording.of(name)
    return found


def things_extent(shapes: Sequence[Shape], poses: Array) -> Array:
    """(k, 3): corners of the boxes of shapes in (n, 4, 4) poses, or in those of all frames."""
    found = [np.zeros((0, 3))]
    corners = {id(shape): finite_corners(shape) for shape in shapes}
    for i, shape in enumerate(shapes):
        local = corners[id(shape)]
        for pose in poses[..., i, :, :].reshape(-1, 4, 4):
            found.append(moved(local, pose))
    return np.concatenate(found)


def put_loose(page: PageParts, things: Sequence[LooseThing], recording: Recording | None) -> None:
    """Layers of loose things: each alone, or, if there are many, those of one opacity.

    Those at rest are apart from those that move: they need no pose a frame.
    """
    if 1 < len(things) <= MOST_EXPLAINED:
        for thing in things:
            if not isinstance(thing.shape, HalfSpace):
                page.explain(thing.name, thing.colour)
    groups: dict[object, list[LooseThing]] = {}
    for thing in things:
        ground = isinstance(thing.shape, HalfSpace)
        moves = recording is not None and thing.name in recording
        key = thing.name if len(things) <= MOST_ALONE else (thing.opacity, ground, moves)
        groups.setdefault(key, []).append(thing)
    for group in groups.values():
        names = [thing.name for thing in group]
        palette = list(dict.fromkeys(thing.colour for thing in group))
        poses = frame_poses(names, np.stack([thing.pose for thing in group]), recording)
        put_things(
            page,
            names[0] if len(group) == 1 else f"{len(group)} things",
            names,
            [thing.shape for thing in group],
            poses,
            palette,
            np.array([palette.index(thing.colour) for thing in group]),
            opacity=group[0].opacity,
            framed=not all(isinstance(thing.shape, HalfSpace) for thing in group),
        )


def put_things(
    page: PageParts,
    title: str,
    names: Sequence[str],
    shapes: Sequence[Shape],
    poses: Array,
    palette: Sequence[str],
    colours: NDArray[np.int64],
    *,
    opacity: float = 1.0,
    groups: Sequence[str | None] | None = None,
    touching: NDArray[np.int64] | None = None,
    framed: bool = True,
) -> str:
    """One layer of things; ``colours`` count in the palette, (n,) or (F, n), as ``touching``.

    ``framed`` is False for ground, which does not count when the camera is placed.
    """
    first = poses if poses.ndim == 3 else poses[0]
    numbers = [page.meshes.number(s, pose) for s, pose in zip(shapes, first, strict=True)]
    centres = np.array([page.meshes.centre(k) for k in numbers]).reshape(-1, 3)
    rows = len(page.thing_rows) + np.arange(len(names))
    layer = page.layer(
        "things", title, palette[0], table=TABLE, rows=rows, frame=framed,
        mesh=page.arrays.integers(numbers),
        poses=page.arrays.floats(page.at.poses(poses, centres)),
        colours=page.arrays.bytes(colours), palette=list(palette), names=list(names),
        groups=None if groups is None else list(groups), opacity=opacity,
    )  # fmt: skip
    page.drawn_centres[layer] = centres
    for i, (name, shape) in enumerate(zip(names, shapes, strict=True)):
        page.things[name] = (layer, i)
        count = None if touching is None else touching[..., i]
        page.thing_rows.append(
            ThingRow(
                name,
                type(shape).__name__,
                None if groups is None else groups[i],
                poses[..., i, :, :],
                page.meshes.triangles(numbers[i]),
                count,
            )
        )
    return layer


def put_thing_table(page: PageParts) -> None:
    """The table of all things, with rows for each frame where there are not too many."""
    rows = page.thing_rows
    if not rows:
        return
    frames = 1 if page.times is None else len(page.times)
    moving = frames > 1 and any(row.poses.ndim == 3 or np.ndim(row.touching) for row in rows)
    if moving and len(rows) * frames > MOST_ROWS:
        moving = False
        page.notes.append("The table of things shows the first frame only: there are too many.")
    columns = [column("name", "thing", "name"), column("shape", "shape", "text")]
    grouped = any(row.group is not None for row in rows)
    counted = any(row.touching is not None for row in rows)
    if grouped:
        columns.append(column("group", "group", "text"))
    if counted:
        columns.append(column("touching", "touches", "integer"))
    columns += [
        column("position", "position", "vector", "m"),
        column("triangles", "triangles", "integer"),
    ]

    def cells(row: ThingRow, frame: int) -> list[object]:
        pose = row.poses if row.poses.ndim == 2 else row.poses[frame]
        touching = row.touching
        if touching is not None:
            touching = int(touching if np.ndim(touching) == 0 else touching[frame])  # type: ignore[index]
        return [
            row.name, row.shape, *([row.group] if grouped else []),
            *([touching] if counted else []), pose[:3, 3], row.triangles,
        ]  # fmt: skip

    shown = range(frames if moving else 1)
    page.table(
        table(
            TABLE,
            "Things",
            columns,
            [cells(row, frame) for frame in shown for row in rows],
            about="Everything in the picture; triangles are those of the surface that is drawn.",
            frames=[len(rows) * k for k in range(frames + 1)] if moving else None,
        )
    )
