"""Shapes in their poses, as layers, and the table of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.geometry import HalfSpace, Shape
from impinge.motion import RigidMotion
from impinge.viewer.coordinates import corners_of, moved
from impinge.viewer.display_mesh import finite_corners
from impinge.viewer.parts import PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.step import (
    OTHER_TOUCHING,
    OWN,
    STATE_COLOURS,
    STATE_WORDS,
    TOUCHING,
    Step,
    sampled,
)
from impinge.viewer.tables import MOST_ROWS, columns_of, integers, named, texts

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
    chosen: bool = False
    """Whether the colour was asked for: then it stays, whatever the thing touches."""


@dataclass(slots=True, eq=False)
class ThingRow:
    """What the table says about a thing; with frames, poses (F, 4, 4) and touching (F,)."""

    name: str
    shape: str
    group: str | None
    poses: Array
    triangles: int
    touching: NDArray[np.int64] | int | None


def frame_poses(names: Sequence[str], poses: Array, playback: Playback | None) -> Array:
    """(n, 4, 4) poses of things at rest; (F, n, 4, 4) where the recording moves one of them.

    Vertices in world coordinates have no pose.
    """
    if playback is None:
        return poses
    still = poses.copy()
    still[[playback.in_world(name) for name in names]] = np.eye(4)
    if not any(name in playback.moved for name in names):
        return still
    found = np.repeat(still[None], playback.recording.frames, axis=0)
    for i, name in enumerate(names):
        if name in playback.moved:
            found[:, i] = playback.recording.of(name)
    return found


def step_poses(names: Sequence[str], poses: Array, step: Step | None) -> Array:
    """Poses as they are, or (n, 4, 4) of things at the time that a step opens with."""
    if step is None:
        return poses
    found = poses.copy()
    for i, name in enumerate(names):
        if name in step.motions:
            found[i] = step.motions[name].pose(step.opening)
    return found


def moving_extent(
    names: Sequence[str],
    shapes: Sequence[Shape],
    poses: Array,
    playback: Playback | None,
    motions: Mapping[str, RigidMotion],
) -> Array:
    """(k, 3): corners of the boxes of things wherever they get to."""
    corners = [finite_corners(shape) for shape in shapes]
    for i, name in enumerate(names):
        box = None if playback is None else playback.box(name)
        if box is not None:
            corners[i] = corners_of(box)
    found = [_boxes_extent(corners, frame_poses(names, poses, playback))]
    for name, local in zip(names, corners, strict=True):
        if name in motions:
            path = motions[name].pose(sampled(motions[name]))
            found.append(_boxes_extent([local], path[:, None]))
    return np.concatenate(found)


def things_extent(shapes: Sequence[Shape], poses: Array) -> Array:
    """(k, 3): corners of the boxes of shapes in (n, 4, 4) poses."""
    return _boxes_extent([finite_corners(shape) for shape in shapes], poses)


def _boxes_extent(corners: Sequence[Array], poses: Array) -> Array:
    """(k, 3): corners of boxes in (n, 4, 4) poses, or in those of all frames."""
    found = [np.zeros((0, 3))]
    for i, local in enumerate(corners):
        found += [moved(local, pose) for pose in poses[..., i, :, :].reshape(-1, 4, 4)]
    return np.concatenate(found)


def put_loose(page: PageParts, things: Sequence[LooseThing], playback: Playback | None) -> None:
    """Layers of loose things: each alone, or, if there are many, those of one opacity.

    Those at rest are apart from those that move: they need no pose a frame.
    """
    step = page.step
    few = len(things) <= MOST_EXPLAINED
    painted = {thing.name: _paint(page, thing, few=few) for thing in things}
    if 1 < len(things) <= MOST_EXPLAINED:
        for thing in things:
            if not isinstance(thing.shape, HalfSpace) and painted[thing.name] == [thing.colour]:
                page.explain(thing.name, thing.colour)
    groups: dict[object, list[LooseThing]] = {}
    for thing in things:
        ground = isinstance(thing.shape, HalfSpace)
        moves = playback is not None and thing.name in playback.moved
        goes = step is not None and thing.name in step.motions
        key = thing.name if len(things) <= MOST_ALONE else (thing.opacity, ground, moves, goes)
        groups.setdefault(key, []).append(thing)
    for group in groups.values():
        names = [thing.name for thing in group]
        colours = [painted[name] for name in names]
        palette = list(dict.fromkeys(colour for one in colours for colour in one))
        phases = max(len(one) for one in colours)
        numbers = [[palette.index(one[k % len(one)]) for one in colours] for k in range(phases)]
        poses = frame_poses(names, np.stack([thing.pose for thing in group]), playback)
        put_things(
            page,
            names[0] if len(group) == 1 else f"{len(group)} things",
            names,
            [thing.shape for thing in group],
            step_poses(names, poses, step),
            palette,
            np.array(numbers if phases > 1 else numbers[0]),
            opacity=group[0].opacity,
            framed=not all(
                isinstance(thing.shape, HalfSpace)
                or (playback is not None and playback.is_ground(thing.name))
                for thing in group
            ),
        )


def _paint(page: PageParts, thing: LooseThing, *, few: bool) -> list[str]:
    """The colour of a thing, or of one that answers over a step are about, that of each phase.

    The legend names things that touch, where there are few, and else says A and B.
    """
    if page.step is None or thing.chosen or isinstance(thing.shape, HalfSpace):
        return [thing.colour]
    states = page.step.states(thing.name)
    if (states == OWN).all():
        return [thing.colour]
    colours, second = dict(STATE_COLOURS), page.step.is_second(thing.name)
    if second:
        colours[TOUCHING] = OTHER_TOUCHING
    for state in np.unique(states).tolist():
        who = thing.name if few else ("B" if second else "A")
        words = STATE_WORDS[state]
        page.explain(f"{who}, {words}" if state == TOUCHING else words, colours[state])
    return [colours[state] for state in states.tolist()]


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
    posed: bool = False,
    apart: NDArray[np.int64] | None = None,
) -> str:
    """One layer of things; ``colours`` count in the palette, (n,) or (F, n), as ``touching``.

    Things that move in the page's step are at their poses of the time that it opens with.
    ``framed`` is False for ground, which does not count when the camera is placed. Colours of
    what robots touch, and of robots, which are ``posed``, hold at the configurations that were
    asked for; set by hand, things have those of ``apart``, and robots their own.
    """
    first = poses if poses.ndim == 3 else poses[0]
    motions = {} if page.step is None else page.step.motions
    goes = [motions[name] for name in names if name in motions]
    assert len(goes) in (0, len(names)), "things at rest have a layer of their own"
    numbers = [
        page.deforming[name] if name in page.deforming else page.meshes.number(shape, pose)
        for name, shape, pose in zip(names, shapes, first, strict=True)
    ]
    centres = np.array([page.meshes.centre(k) for k in numbers]).reshape(-1, 3)
    rows = len(page.thing_rows) + np.arange(len(names))
    layer = page.layer(
        "things", title, palette[0], table=page.thing_table, rows=rows, frame=framed,
        mesh=page.arrays.integers(numbers),
        poses=page.arrays.floats(page.at.poses(poses, centres)),
        colours=page.arrays.bytes(colours), palette=list(palette), names=list(names),
        groups=None if groups is None else list(groups), opacity=opacity,
        posed=posed or apart is not None,
        apart=None if apart is None else page.arrays.bytes(apart),
        **_motions(page, goes, centres),
    )  # fmt: skip
    page.drawn_centres[layer] = centres
    for i, (name, shape) in enumerate(zip(names, shapes, strict=True)):
        page.things[name] = (layer, i)
        count = None if touching is None else touching[..., i]
        group, triangles = None if groups is None else groups[i], page.meshes.triangles(numbers[i])
        row = ThingRow(name, type(shape).__name__, group, poses[..., i, :, :], triangles, count)
        page.thing_rows.append(row)
    return layer


def _motions(page: PageParts, motions: Sequence[RigidMotion], centres: Array) -> dict[str, Any]:
    """What the page computes poses of: rows as kernels see them, and those of each thing."""
    if not motions:
        return {"motions": None, "pieces": None, "arms": None}
    counts = [len(motion._rows) for motion in motions]
    return {
        "motions": page.arrays.doubles(np.concatenate([motion._rows for motion in motions])),
        "pieces": page.arrays.integers(np.concatenate([[0], np.cumsum(counts)])),
        "arms": page.arrays.doubles(centres),
    }


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
    grouped = any(row.group is not None for row in rows)
    counted = any(row.touching is not None for row in rows)
    columns = [
        named("name", "thing"), texts("shape"), texts("group", shown=grouped),
        integers("touching", "touches", shown=counted), *columns_of("position"),
        integers("triangles"),
    ]  # fmt: skip

    def cells(row: ThingRow, frame: int) -> list[object]:
        pose = row.poses if row.poses.ndim == 2 else row.poses[frame]
        touching = row.touching
        if touching is not None:
            touching = int(touching if np.ndim(touching) == 0 else touching[frame])  # type: ignore[index]
        return [row.name, row.shape, row.group, touching, pose[:3, 3], row.triangles]

    shown = range(frames if moving else 1)
    page.table(
        page.thing_table,
        "Things",
        columns,
        [cells(row, frame) for frame in shown for row in rows],
        about="Everything in the picture; triangles are those of the surface that is drawn.",
        frames=[len(rows) * k for k in range(frames + 1)] if moving else None,
    )
