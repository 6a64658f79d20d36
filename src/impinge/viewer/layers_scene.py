"""A scene with its contacts, at one instant or at every frame of a recording."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.progress import progress
from impinge.geometry import HalfSpace
from impinge.motion import RigidMotion
from impinge.scene import Recording, Scene
from impinge.scene.containment import find_contained
from impinge.scene.ignored import ignored_pairs
from impinge.viewer.colouring import DEPTH_COLOURS, DepthScale
from impinge.viewer.layers_contacts import explain_depths
from impinge.viewer.layers_things import frame_poses, moving_extent, put_things, step_poses
from impinge.viewer.parts import PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.step import OTHER_TOUCHING, OWN, STATE_COLOURS, STATE_WORDS, TOUCHING, Step
from impinge.viewer.tables import named, texts
from impinge.viewer.told import PairRow, Told, counts_of, depths_of, put_told, told_by
from impinge.viewer.words import Lengths, Words, length, many

PALETTE = ("neutral", "touch", "free", "path", OTHER_TOUCHING, *DEPTH_COLOURS)
NEUTRAL, TOUCH, GROUND, UNKNOWN, OTHER, RESTING = range(6)
"""The colours of depths begin with that of resting contacts."""
OF_STATE = np.array([NEUTRAL, NEUTRAL, TOUCH, UNKNOWN])
"""Places in the palette of what things are in a step; see :mod:`impinge.viewer.step`."""

IGNORED = {"ignored": "the pair is ignored", "ignored groups": "their groups are ignored"}


def told_inside(told: Told, scene: Scene) -> Told:
    """The same, with pairs that lie inside each other: found, or only named so."""
    inside = {(one.a, one.b): one for one in find_contained(scene)}
    rows = [
        row._replace(inner=inside.pop((row.a, row.b)).inner) if (row.a, row.b) in inside else row
        for row in told.rows
    ]
    if not inside:
        return told._replace(rows=rows)
    contacts = [one.contacts for one in inside.values()]
    for one in inside.values():
        least, where = float(one.contacts.separation[0]), one.contacts.point[0].tolist()
        state = "lasting" if rows and rows[0].state else None
        rows.append(PairRow(one.a, one.b, least, 1, where, state, one.inner))
    sides = [np.stack([one.point_a, one.point_b], axis=1) for one in contacts]
    return Told(
        rows,
        np.concatenate([told.sides, *sides]),
        np.concatenate([told.normals, *(one.normal for one in contacts)]),
        np.concatenate([told.owners, len(told.rows) + np.arange(len(contacts))]),
    )


def each_frame(scene: Scene, recording: Recording) -> Iterator[Scene]:
    """A copy of a scene, as it is at each frame of a recording."""
    moving = copy.copy(scene)
    # What the scene was asked before is not part of the recording.
    moving._frame = None
    names = [name for name in scene.names if name in recording.tracks["poses"]]
    poses = np.stack([recording.of(name) for name in names], axis=1)
    with progress(recording.frames, "contacts of frames") as done:
        for k in range(recording.frames):
            moving.move(names, poses[k])
            yield moving
            done(k + 1)


def told_by_frames(scene: Scene, recording: Recording, *, solid: bool = False) -> list[Told]:
    """The contacts at each frame: the answers of ``scene.collide()``."""
    found = []
    for moving in each_frame(scene, recording):
        frame = moving.collide()
        told = told_by(frame, set(frame.began))
        found.append(told_inside(told, moving) if solid else told)
    return found


@dataclass(slots=True, eq=False)
class SceneItem:
    """A scene; its contacts are asked for unless they are given or not wanted.

    ``solid`` looks for things inside others, also where the scene itself takes meshes for surfaces.
    """

    scene: Scene
    name: str
    contacts: bool = True
    told: Told | None = None
    colour: str | None = None
    opacity: float = 1.0
    solid: bool = False

    def extent(self, playback: Playback | None, motions: Mapping[str, RigidMotion]) -> Array:
        scene = self.scene
        found = [moving_extent(scene.names, scene.shapes, scene.poses, playback, motions)]
        if self.told is not None:
            sides = self.told.sides.reshape(-1, 3)
            found.append(sides[np.isfinite(sides).all(axis=1)])
        return np.concatenate(found)

    def is_moved(self, playback: Playback | None) -> bool:
        """Does a recording move any of its things?"""
        return playback is not None and any(name in playback.moved for name in self.scene.names)

    def put(self, page: PageParts, playback: Playback | None) -> None:
        scene, moves = self.scene, self.is_moved(playback)
        stepped = self._in_step(page.step)
        told = None
        if stepped is None and not self._is_recorded(page, playback):
            told = self._told(playback.recording if playback is not None and moves else None)
        touching = counts_of(scene.names, told) if told is not None else None
        colours = np.full((len(told) if told and moves else 1, len(scene)), NEUTRAL)
        scale = DepthScale(page.rounding, 0.0)
        if told is not None and touching is not None and self.colour is None:
            scale, depths = depths_of(scene.names, scene.shapes, told, page.rounding)
            colours = np.where(touching > 0, RESTING + scale.places(depths), colours)
        if stepped is not None and page.step is not None and self.colour is None:
            colours = self._in_colours(page, page.step, stepped)
        ground = [i for i, shape in enumerate(scene.shapes) if isinstance(shape, HalfSpace)]
        colours[:, ground] = GROUND
        own, touched = colours, self._touched(page)
        if touched is not None:
            touching = None
            if self.colour is None:
                touched[:, ground] = 0
                colours = np.where(touched > 0, touched, own)
        self._put_things(page, playback, colours, touching, None if touched is None else own)
        if told is None:
            return
        # Where robots are, they are what the page is about: a scene says only what it adds.
        told_of = any(one.rows for one in told) or not page.robots
        if self.colour is None:
            explain_depths(page, (own - RESTING)[own >= RESTING], scale)
            if (own == NEUTRAL).any():
                page.explain(self.name if page.robots else "free", PALETTE[NEUTRAL])
        if told_of:
            put_told(
                page, told, f"Contacts in {self.name}" if page.robots else "Contacts", moves=moves,
                # Things of one colour leave the one for contacts to their points.
                colour="contact" if self.colour is None else "touch",
            )  # fmt: skip
            page.say(*_answer(len(scene), told, page.rounding))
        self._put_ignored(page, moves=moves)

    def _touched(self, page: PageParts) -> Ids | None:
        """(1 or F, n): colours of things that robots touch, else 0; None without robots."""
        if not page.robots:
            return None
        frames = max([1, *(len(some) for some in page.touched.values())])
        none = np.zeros(frames, np.int64)
        return np.stack([page.touched.get(name, none) for name in self.scene.names], axis=1)

    def _is_recorded(self, page: PageParts, playback: Playback | None) -> bool:
        """Are its contacts in the recording, or of meshes that a scene does not know?"""
        if playback is None:
            return False
        deforms = sorted(page.deforming.keys() & set(self.scene.names))
        if deforms and self.contacts and not playback.recording.tracks["contacts"]:
            page.notes.append(f"{deforms[0]} deforms: contacts are shown if they were recorded.")
        return bool(deforms or playback.recording.tracks["contacts"])

    def _in_step(self, step: Step | None) -> Ids | None:
        """(P, n): what things are in each phase of a step; None where it is not about them.

        Contacts are not asked for then: they would be those of one time only.
        """
        if step is None:
            return None
        found = np.stack([step.states(name) for name in self.scene.names], axis=1)
        goes = any(name in step.motions for name in self.scene.names)
        return found if goes or (found != OWN).any() else None

    def _in_colours(self, page: PageParts, step: Step, states: Ids) -> Ids:
        """(P, n): places in the palette of what things are, explained.

        Where two things touch and no more, each has its own colour: alike they would seem one.
        """
        colours, names = OF_STATE[states], self.scene.names
        touching = [
            i
            for i in np.flatnonzero((states == TOUCHING).any(axis=0)).tolist()
            if not isinstance(self.scene.shapes[i], HalfSpace)
        ]
        few = len(touching) <= 2
        for state in np.unique(states[states != OWN]).tolist():
            if state != TOUCHING or not few:
                page.explain(STATE_WORDS[state], STATE_COLOURS[state])
        if few:
            touching.sort(key=lambda i: step.is_second(names[i]))
            for i, code in zip(touching, (TOUCH, OTHER), strict=False):
                colours[states[:, i] == TOUCHING, i] = code
                page.explain(f"{names[i]}, {STATE_WORDS[TOUCHING]}", PALETTE[code])
        return colours

    def _told(self, recording: Recording | None) -> list[Told] | None:
        if not self.contacts:
            return None
        if recording is not None:
            return told_by_frames(self.scene, recording, solid=self.solid)
        if self.told is not None:
            return [self.told]
        # Of a copy: the next frame of the user's scene is compared with the user's last one.
        told = told_by(copy.copy(self.scene).collide())
        return [told_inside(told, self.scene) if self.solid or self.scene.solid else told]

    def _put_things(
        self,
        page: PageParts,
        playback: Playback | None,
        colours: Ids,
        touching: Ids | None,
        apart: Ids | None,
    ) -> None:
        """Layers of things: those that move, those at rest, and ground; or all in one.

        ``apart`` are their colours without robots.
        """
        scene = self.scene
        names, shapes, poses, groups = scene.names, scene.shapes, scene.poses, scene.groups
        movers: Collection[str] = () if playback is None else playback.moved
        if page.step is not None:
            movers = page.step.motions
        moving = np.array([name in movers for name in names], bool)
        grouped = any(group is not None for group in groups)
        ground = np.array([isinstance(shape, HalfSpace) for shape in shapes], bool)
        masks = (
            (moving & ~ground, "moving"), (~moving & ~ground, "at rest"),
            (ground & ~moving, "ground"), (ground & moving, "moving ground"),
        )  # fmt: skip
        several = sum(bool(mask.any()) for mask, _ in masks[:2]) > 1
        for mask, title in masks:
            chosen = np.flatnonzero(mask)
            if len(chosen) == 0:
                continue
            alone = not several and "ground" not in title
            some = [names[i] for i in chosen]
            put_things(
                page,
                self.name if alone else f"{self.name}, {title}",
                some,
                [shapes[i] for i in chosen],
                step_poses(some, frame_poses(some, poses[chosen], playback), page.step),
                (self.colour or PALETTE[0], *PALETTE[1:]),
                _of_things(colours, chosen),
                opacity=self.opacity,
                framed="ground" not in title,
                groups=[groups[i] for i in chosen] if grouped else None,
                touching=None if touching is None else _of_things(touching, chosen),
                apart=None if apart is None else _of_things(apart, chosen),
            )

    def _put_ignored(self, page: PageParts, *, moves: bool) -> None:
        """Name the pairs that are not tested: of those at rest, the ones whose boxes meet."""
        ignored = [(a, b, "ignored") for a, b in self.scene.ignored]
        if not moves:
            ignored = ignored_pairs(self.scene)
        if not ignored:
            return
        page.table(
            "ignored", "Ignored",
            [named("a", "thing"), named("b", "not tested with"), texts("why")],
            [[a, b, IGNORED[why]] for a, b, why in ignored],
            about="Pairs that are not tested, since the scene ignores them"
            + ("." if moves else "; those whose boxes meet."),
        )  # fmt: skip
        page.say(f"{many(len(ignored), 'pair')} ignored")


def _of_things(rows: Ids, chosen: Ids) -> Ids:
    """Columns of some things: (F, k), or (k,) where there is one row."""
    return rows[:, chosen] if len(rows) > 1 else rows[0, chosen]


def _answer(things: int, told: list[Told], rounding: float) -> Words:
    if len(told) > 1:
        most = max(len(one.rows) for one in told)
        frames = sum(bool(one.rows) for one in told)
        touching = f"in contact in {frames:,} of {len(told):,} frames"
        return [f"{touching}, at most {many(most, 'pair')} of {things:,} things at a time"]
    rows = told[0].rows
    count = len(rows)
    if not things and not count:
        return ["empty: there is nothing in it"]
    if not count:
        return [f"free: none of {things:,} things touch"]
    # Contacts alone come without the scene that they are of.
    among = f" of {things:,} things" if things else ""
    said: list[str | Lengths] = [f"touching: {many(count, 'pair')}{among}"]
    depth = -min((row.separation for row in rows if np.isfinite(row.separation)), default=0.0)
    if depth > rounding:
        said += [", up to ", length(depth), " deep (local)"]
    held = sum(row.inner is not None for row in rows)
    return [*said, f", {held:,} inside another"] if held else said
