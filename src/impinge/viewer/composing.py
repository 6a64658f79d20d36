"""From what a view holds to what a page is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.geometry import HalfSpace
from impinge.motion import RigidMotion
from impinge.scene import Recording
from impinge.viewer.coordinates import Coordinates, moved
from impinge.viewer.display_mesh import finite_corners
from impinge.viewer.generator import generator
from impinge.viewer.layers_impacts import ImpactItem, put_impacts
from impinge.viewer.layers_paths import PathsItem
from impinge.viewer.layers_scene import SceneItem
from impinge.viewer.layers_things import (
    LooseThing,
    moving_extent,
    put_loose,
    put_thing_table,
)
from impinge.viewer.layers_volumes import VolumesItem, put_tree_table
from impinge.viewer.parts import PageParts
from impinge.viewer.step import Step

Array = NDArray[np.float64]

MOST_POSES = 100_000
"""Poses of a recording that a page holds: six megabytes. Of longer ones, every so many-th frame."""
RESTING = 1 / 48
"""What a thing of a scene costs a frame even at rest, in poses: a byte that says its colour."""


def composed(
    title: str,
    loose: Sequence[LooseThing],
    scenes: Sequence[SceneItem],
    items: Sequence[Any],
    notes: Sequence[str],
    labels: Sequence[dict[str, Any]],
    recording: Recording | None,
    motions: Mapping[str, RigidMotion],
) -> dict[str, Any]:
    """The payload of a page.

    Parameters
    ----------
    title : str
    loose : sequence of LooseThing
    scenes : sequence of SceneItem
    items : sequence of items
        Answers, volumes, cells and the like: each says its ``extent`` and is ``put`` on the page.
    notes : sequence of str
    labels : sequence of dict
        As of :meth:`PageParts.label`.
    recording : Recording or None
        Moves what has its names; other names of it are shown as axes.
    motions : mapping of str to RigidMotion
        Move what has their names in a step; not both.
    """
    shown, said = thinned(recording, sum(len(item.scene) for item in scenes))
    taken = {*(t.name for t in loose), *(name for s in scenes for name in s.scene.names)}
    unknown = tuple(name for name in shown or () if name not in taken)
    paths = [PathsItem(unknown)] if unknown else []
    extents = [np.zeros((0, 3))]
    for thing in loose:
        named = [thing.name], [thing.shape], thing.pose[None]
        extents.append(moving_extent(*named, shown, motions))
    for scene in scenes:
        extents.append(scene.extent(shown, motions))
    for item in (*items, *paths):
        extents.append(item.extent(shown))
    cloud = np.concatenate(extents)
    at = Coordinates.around(cloud if len(cloud) else _feet(loose, scenes))
    impacts = [item for item in items if isinstance(item, ImpactItem)]
    step = Step.of(motions, [item.event for item in impacts]) if motions else None
    page = PageParts(at, at.scale, None if shown is None else shown.times, step)
    page.notes += [*notes, *said]
    page.labels += labels
    page.kinds = {item.tree.volume for item in items if isinstance(item, VolumesItem)}
    put_loose(page, loose, shown)
    for scene in scenes:
        scene.put(page, shown)
    put_impacts(page, impacts)
    for item in items:
        if not isinstance(item, ImpactItem):
            item.put(page)
    for path in paths:
        assert shown is not None
        path.put(page, shown)
    put_tree_table(page)
    put_thing_table(page)
    if not any(layer.get("frame", True) for layer in page.layers):
        # Nothing but ground: then that is what is looked at.
        for layer in page.layers:
            layer["frame"] = True
    many = len(loose) + sum(len(item.scene) for item in scenes)
    if not page.answers and many:
        page.answers.append(
            _about_one(page, loose) if len(loose) == many == 1 else f"{many:,} things"
        )
    return page.payload(title, generator())


def _about_one(page: PageParts, loose: Sequence[LooseThing]) -> str:
    """What there is to say about a thing that is alone: how large it is."""
    corners = finite_corners(loose[0].shape)
    if not len(corners):
        return "1 thing that does not end"
    sides = " \u00d7 ".join(f"{side:.3g}" for side in np.ptp(corners, axis=0))
    return f"{page.thing_rows[0].triangles:,} triangles, {sides} m"


def thinned(recording: Recording | None, scenery: int = 0) -> tuple[Recording | None, list[str]]:
    """The recording, or of a long one every so many-th frame, and what is to be said of that.

    ``scenery`` is how many things the scenes have: their contacts are asked for at each frame.
    """
    if recording is None:
        return None, []
    step = ceil((len(recording) + RESTING * scenery) * recording.frames / MOST_POSES)
    if step <= 1:
        return recording, []
    found = recording.every(step)
    note = (
        f"{found.frames:,} of {recording.frames:,} frames are shown, one in {step}, so that this "
        "page stays small."
    )
    return found, [note]


def _feet(loose: Sequence[LooseThing], scenes: Sequence[SceneItem]) -> Array:
    """Where half spaces begin, if there is nothing else."""
    things = [(thing.shape, thing.pose) for thing in loose]
    for item in scenes:
        things += zip(item.scene.shapes, item.scene.poses, strict=True)
    feet = [
        moved((shape.offset * shape.normal)[None], pose)
        for shape, pose in things
        if isinstance(shape, HalfSpace)
    ]
    return np.concatenate([np.zeros((0, 3)), *feet])
