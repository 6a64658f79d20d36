"""From what a view holds to what a page is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.geometry import HalfSpace, Shape
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
from impinge.viewer.layers_tracks import put_deforming, put_tracks, tracks_extent
from impinge.viewer.layers_volumes import VolumesItem, put_tree_table
from impinge.viewer.parts import PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.step import Step

Array = NDArray[np.float64]


class Pane(NamedTuple):
    """What one picture of a page shows."""

    name: str
    loose: Sequence[LooseThing]
    scenes: Sequence[SceneItem]
    items: Sequence[Any]
    """Answers, volumes, cells and the like: each has its ``extent`` and is ``put`` on the page."""
    notes: Sequence[str]
    labels: Sequence[dict[str, Any]]
    """As of :meth:`PageParts.label`."""
    recording: Recording | None
    """Moves what has its names; other names of it are shown as axes, points and lines."""
    motions: Mapping[str, RigidMotion]
    """Move what has their names in a step; not both."""

    @property
    def shapes(self) -> dict[str, Shape]:
        """Of all things by name."""
        found = {thing.name: thing.shape for thing in self.loose}
        for item in self.scenes:
            found |= zip(item.scene.names, item.scene.shapes, strict=True)
        return found

    def extent(self, playback: Playback | None) -> Array:
        """(k, 3): points around everything that is seen."""
        extents = [item.extent() for item in self.items]
        for thing in self.loose:
            named = [thing.name], [thing.shape], thing.pose[None]
            extents.append(moving_extent(*named, playback, self.motions))
        extents += [scene.extent(playback, self.motions) for scene in self.scenes]
        if playback is not None:
            extents.append(tracks_extent(playback, self.shapes))
        return np.concatenate([np.zeros((0, 3)), *extents])

    def put(self, page: PageParts, playback: Playback | None) -> None:
        """Layers and tables of all of it."""
        page.notes += self.notes
        page.labels += [{**label, "pane": page.pane} for label in self.labels]
        said = len(page.answers)
        if playback is not None:
            put_deforming(page, playback, self.shapes)
        put_loose(page, self.loose, playback)
        for scene in self.scenes:
            scene.put(page, playback)
        put_impacts(page, [item for item in self.items if isinstance(item, ImpactItem)])
        for item in self.items:
            if not isinstance(item, ImpactItem):
                item.put(page)
        put_tree_table(page)
        put_thing_table(page)
        if playback is not None:
            put_tracks(page, playback)
            if page.tracks or len(page.answers) == said:
                span = f"{len(playback.numbers):,} frames over {playback.recording.duration:.4g} s"
                sizes = [f"{most:,} {kind}" for _, kind, most, _ in page.tracks]
                page.answers.append(", ".join([span, *sizes]))
        many = len(self.shapes)
        if len(page.answers) == said and many:
            alone = len(self.loose) == many == 1
            page.answers.append(_about_one(page, self.loose) if alone else f"{many:,} things")
        if self.name:
            page.answers[said:] = [f"{self.name}: {', '.join(page.answers[said:])}"]


def composed(title: str, panes: Sequence[Pane]) -> dict[str, Any]:
    """The payload of a page with one picture, or several beside each other."""
    played: list[Playback | None] = []
    notes: list[str] = []
    for k, pane in enumerate(panes):
        playback = None
        if pane.recording is not None:
            scenery = sum(len(item.scene) for item in pane.scenes)
            playback, said = Playback.of(pane.recording, scenery, len(panes))
            notes += said
            axes = tuple(name for name in playback.moved if name not in pane.shapes)
            if axes:
                items = [*pane.items, PathsItem(axes, playback.recording)]
                panes = [*panes[:k], pane._replace(items=items), *panes[k + 1 :]]
        played.append(playback)
    extents = [pane.extent(playback) for pane, playback in zip(panes, played, strict=True)]
    cloud = np.concatenate(extents)
    at = Coordinates.around(cloud if len(cloud) else _feet(panes))
    motions = {name: motion for pane in panes for name, motion in pane.motions.items()}
    items = [item for pane in panes for item in pane.items]
    events = [item.event for item in items if isinstance(item, ImpactItem)]
    page = PageParts(at, at.scale, Step.of(motions, events) if motions else None)
    page.kinds = {item.tree.volume for item in items if isinstance(item, VolumesItem)}
    for pane, playback in zip(panes, played, strict=True):
        page.begin(pane.name, None if playback is None else playback.recording.times)
        pane.put(page, playback)
    page.notes += notes
    if not any(layer.get("frame", True) for layer in page.layers):
        # Nothing but ground: then that is what is looked at.
        for layer in page.layers:
            layer["frame"] = True
    return page.payload(title, generator())


def _about_one(page: PageParts, loose: Sequence[LooseThing]) -> str:
    """What there is to say about a thing that is alone: how large it is."""
    corners = finite_corners(loose[0].shape)
    if not len(corners):
        return "1 thing that does not end"
    sides = " \u00d7 ".join(f"{side:.3g}" for side in np.ptp(corners, axis=0))
    return f"{page.thing_rows[0].triangles:,} triangles, {sides} m"


def _feet(panes: Sequence[Pane]) -> Array:
    """Where half spaces begin, if there is nothing else."""
    things = [(thing.shape, thing.pose) for pane in panes for thing in pane.loose]
    for pane in panes:
        for item in pane.scenes:
            things += zip(item.scene.shapes, item.scene.poses, strict=True)
    feet = [
        moved((shape.offset * shape.normal)[None], pose)
        for shape, pose in things
        if isinstance(shape, HalfSpace)
    ]
    return np.concatenate([np.zeros((0, 3)), *feet])
