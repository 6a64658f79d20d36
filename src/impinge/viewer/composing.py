"""From what a view holds to what a page is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import HalfSpace, Shape
from impinge.viewer.contents import Contents, title_of
from impinge.viewer.coordinates import Coordinates, moved
from impinge.viewer.display_mesh import finite_corners
from impinge.viewer.layers_impacts import ImpactItem, put_impacts
from impinge.viewer.layers_robot import CAPTURED_UP
from impinge.viewer.layers_things import moving_extent, put_loose, put_thing_table
from impinge.viewer.layers_tracks import PathsItem, put_deforming, put_tracks, tracks_extent
from impinge.viewer.layers_volumes import VolumesItem, put_tree_table
from impinge.viewer.parts import Answer, PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.step import Step
from impinge.viewer.words import Lengths, Words


@dataclass(slots=True, eq=False)
class Pane:
    """One picture of a page: its name, contents, answers with paths, and frames to play."""

    name: str
    contents: Contents
    items: list[Any]
    playback: Playback | None = None

    def extent(self) -> Array:
        """(k, 3): points around everything that is seen."""
        extents, playback, all_ = [np.zeros((0, 3))], self.playback, self.contents
        for thing in all_.loose.values():
            named = [thing.name], [thing.shape], thing.pose[None]
            extents.append(moving_extent(*named, playback, all_.motions))
        extents += [scene.extent(playback, all_.motions) for scene in all_.scenes]
        extents += [item.extent() for item in self.items]
        extents += [robot.extent(playback, len(all_.robots)) for robot in all_.robots]
        if playback is not None:
            extents.append(tracks_extent(playback, all_.shapes))
        return np.concatenate(extents)

    def put(self, page: PageParts) -> None:
        """Layers and tables of all of it."""
        playback, all_ = self.playback, self.contents
        page.begin(self.name, None if playback is None else playback.recording.times)
        page.notes += all_.notes
        page.labels += [{**label, "pane": page.pane} for label in all_.labels]
        said = len(page.answers)
        if playback is not None:
            put_deforming(page, playback, all_.shapes)
        loose = list(all_.loose.values())
        put_robots(page, all_, playback)
        put_loose(page, loose, playback)
        for scene in all_.scenes:
            scene.put(page, playback)
        put_impacts(page, [item for item in self.items if isinstance(item, ImpactItem)])
        # The first table is the one that opens: that of a distance of zero says least.
        for item in sorted(self.items, key=lambda item: getattr(item, "is_zero", False)):
            if not isinstance(item, ImpactItem):
                item.put(page)
        put_tree_table(page)
        put_thing_table(page)
        if playback is not None:
            put_tracks(page, playback)
            if page.tracks or len(page.answers) == said:
                span = f"{len(playback.numbers):,} frames over {playback.recording.duration:.4g} s"
                sizes: dict[str, int] = {}
                for _, kind, most, _ in page.tracks:
                    sizes[kind] = sizes.get(kind, 0) + most
                said_sizes = [f"{count:,} {kind}" for kind, count in sizes.items() if count]
                page.say(", ".join([span, *said_sizes]))
        many = len(page.thing_rows)
        if len(page.answers) == said and many:
            alone = len(loose) == many == 1
            page.say(*(_about_one(page, loose[0].shape) if alone else [f"{many:,} things"]))
        if self.name:
            page.answers[said:] = [Answer([f"{self.name}: ", *page.said(said, ", ")])]


def composed(
    title: str | None, pictures: Sequence[tuple[str, Contents]], unit: str = "m"
) -> dict[str, Any]:
    """The payload of a page with one picture, or several with their names beside each other.

    Without a title, the names of what is in the first make one; it stands over the headline unless
    that names them all.
    """
    panes = [Pane(name, contents, list(contents.items)) for name, contents in pictures]
    notes: list[str] = []
    for pane in panes:
        recording, shapes = pane.contents.played, pane.contents.shapes
        if recording is not None:
            scenery = sum(len(item.scene) for item in pane.contents.scenes)
            scenery += sum(len(item.robot.link_names) for item in pane.contents.robots)
            pane.playback, said = Playback.of(recording, scenery, len(panes))
            notes += said
            axes = tuple(name for name in pane.playback.moved if name not in shapes)
            if axes:
                pane.items.append(PathsItem(axes, "Paths", pane.playback.recording))
    cloud = np.concatenate([pane.extent() for pane in panes])
    at = Coordinates.around(cloud if len(cloud) else _feet(panes))
    motions = {k: motion for pane in panes for k, motion in pane.contents.motions.items()}
    items = [item for pane in panes for item in pane.items]
    events = [item.event for item in items if isinstance(item, ImpactItem)]
    page = PageParts(at, at.scale, Step.of(motions, events) if motions else None)
    page.unit = unit
    page.kinds = {item.found.volume for item in items if isinstance(item, VolumesItem)}
    for pane in panes:
        pane.put(page)
    page.notes += notes
    if not any(layer.get("frame", True) for layer in page.layers):
        # Nothing but ground: then that is what is looked at.
        for layer in page.layers:
            layer["frame"] = True
    names = pictures[0][1].titles
    made = page.payload(title_of(names) if title is None else title, generator())
    told = title is None and names and all(name in made["subtitle"] for name in names)
    return made | {"heading": "" if told else made["title"]}


def generator() -> str:
    """The library and its version, as a page tells it.

    Examples
    --------
    >>> generator().split()[0]
    'impinge'
    """
    try:
        return f"impinge {metadata.version('impinge')}"
    except metadata.PackageNotFoundError:
        return "impinge"


def put_robots(page: PageParts, contents: Contents, playback: Playback | None) -> None:
    """Robots, before the things that they touch."""
    robots = contents.robots
    for item in robots:
        others = [name for other in robots if other is not item for name in other.owners]
        item.put(page, playback, contents.scenes, len(robots), {*contents.shapes, *others})
        if item.is_captured:
            page.up = CAPTURED_UP
    if len(robots) > 1 and any(item.contacts for item in robots):
        page.notes.append("Contacts between two robots are not looked for.")


def _about_one(page: PageParts, shape: Shape) -> Words:
    """What there is to say about a thing that is alone: how large it is."""
    corners = finite_corners(shape)
    if not len(corners):
        return ["1 thing that does not end"]
    sides = Lengths(tuple(np.ptp(corners, axis=0).tolist()), " \u00d7 ")
    return [f"{page.thing_rows[0].triangles:,} triangles, ", sides]


def _feet(panes: Sequence[Pane]) -> Array:
    """Where half spaces begin, if there is nothing else."""
    things = [
        (shape, pane.contents.pose_of(name))
        for pane in panes
        for name, shape in pane.contents.shapes.items()
    ]
    feet = [
        moved((shape.offset * shape.normal)[None], pose)
        for shape, pose in things
        if isinstance(shape, HalfSpace)
    ]
    return np.concatenate([np.zeros((0, 3)), *feet])
