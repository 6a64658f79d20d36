"""A scene with its contacts, at one instant or at every frame of a recording."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.progress import progress
from impinge.geometry import HalfSpace
from impinge.motion import RigidMotion
from impinge.scene import Recording, Scene, SceneContacts
from impinge.viewer.layers_contacts import put_contacts
from impinge.viewer.layers_things import frame_poses, moving_extent, put_things, step_poses
from impinge.viewer.parts import PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.step import (
    OTHER_TOUCHING,
    OWN,
    STATE_COLOURS,
    STATE_WORDS,
    TOUCHING,
    Step,
)
from impinge.viewer.tables import column

Array = NDArray[np.float64]
Ids = NDArray[np.int64]

TABLE = "contacts"
PALETTE = ("neutral", "touch", "free", "path", OTHER_TOUCHING)
NEUTRAL, TOUCH, GROUND, UNKNOWN, OTHER = range(5)
OF_STATE = np.array([NEUTRAL, NEUTRAL, TOUCH, UNKNOWN])
"""Places in the palette of what things are in a step; see :mod:`impinge.viewer.step`."""

MOST_CONTACTS = 200_000
"""Contact points that are drawn, of all frames."""


class PairRow(NamedTuple):
    """Two things in contact, as the table says it."""

    a: str
    b: str
    separation: float
    points: int
    where: Sequence[float]
    state: str | None = None


class Told(NamedTuple):
    """Contacts of one instant: what the table says, and points, if they are known.

    Attributes
    ----------
    rows : list of PairRow
    sides : (m, 2, 3) float64
        Points on A and on B.
    normals : (m, 3) float64
    owners : (m,) int64
        The row that each point belongs to.
    """

    rows: list[PairRow]
    sides: Array
    normals: Array
    owners: Ids


def told_by(found: SceneContacts, *, states: bool = False) -> Told:
    """What a page says of a scene's contacts.

    Parameters
    ----------
    found : SceneContacts
    states : bool, optional
        Say which began and which last.
    """
    contacts, rows = found.contacts, []
    began = set(found.began) if states else set()
    for k, pair in enumerate(found.pairs):
        part = contacts.of_row(k)
        state = ("began" if pair in began else "lasting") if states else None
        if len(part) == 0:
            rows.append(PairRow(*pair, np.nan, 0, (np.nan,) * 3, state))
            continue
        deepest = int(part.separation.argmin())
        least, where = float(part.separation[deepest]), part.point[deepest].tolist()
        rows.append(PairRow(*pair, least, len(part), where, state))
    sides = np.stack([contacts.point_a, contacts.point_b], axis=1)
    return Told(rows, sides, contacts.normal, contacts.rows())


def told_in_file(pairs: Iterable[PairRow]) -> Told:
    """What a page says of contacts that were found before: where they are is all that is known."""
    rows = list(pairs)
    where = np.array([row.where for row in rows], dtype=np.float64).reshape(-1, 3)
    return Told(rows, np.stack([where, where], axis=1), np.zeros((0, 3)), np.arange(len(rows)))


def told_by_frames(scene: Scene, recording: Recording) -> list[Told]:
    """The contacts at each frame: the answers of ``scene.collide()``, asked of a copy."""
    moving = copy.copy(scene)
    # What the scene was asked before is not part of the recording.
    moving._frame = None
    names = [name for name in scene.names if name in recording.tracks["poses"]]
    poses = np.stack([recording.of(name) for name in names], axis=1)
    found = []
    with progress(recording.frames, "contacts of frames") as done:
        for k in range(recording.frames):
            moving.move(names, poses[k])
            found.append(told_by(moving.collide(), states=True))
            done(k + 1)
    return found


@dataclass(slots=True, eq=False)
class SceneItem:
    """A scene; its contacts are asked for unless they are given or not wanted."""

    scene: Scene
    name: str
    contacts: bool = True
    told: Told | None = None
    colour: str | None = None
    opacity: float = 1.0

    def extent(self, playback: Playback | None, motions: Mapping[str, RigidMotion]) -> Array:
        scene = self.scene
        found = [moving_extent(scene.names, scene.shapes, scene.poses, playback, motions)]
        if self.told is not None:
            sides = self.told.sides.reshape(-1, 3)
            found.append(sides[np.isfinite(sides).all(axis=1)])
        return np.concatenate(found)

    def put(self, page: PageParts, playback: Playback | None) -> None:
        scene = self.scene
        moves = playback is not None and any(name in playback.moved for name in scene.names)
        stepped = self._in_step(page.step)
        told = None
        if stepped is None and not self._is_recorded(page, playback):
            told = self._told(playback.recording if playback is not None and moves else None)
        touching = _counts(scene, told) if told is not None else None
        colours = np.full((len(told) if told and moves else 1, len(scene)), NEUTRAL)
        if touching is not None and self.colour is None:
            colours[touching > 0] = TOUCH
        if stepped is not None and self.colour is None:
            assert page.step is not None
            colours = self._in_colours(page, page.step, stepped)
        ground = [i for i, shape in enumerate(scene.shapes) if isinstance(shape, HalfSpace)]
        colours[:, ground] = GROUND
        self._put_things(page, playback, colours, touching)
        if told is None:
            return
        for code, words in ((TOUCH, "in contact"), (NEUTRAL, "free")):
            if self.colour is None and (colours == code).any():
                page.explain(words, PALETTE[code])
        self._put_contacts(page, told, moves=moves)

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
            return told_by_frames(self.scene, recording)
        # Of a copy: the next frame of the user's scene is compared with the user's last one.
        return [self.told or told_by(copy.copy(self.scene).collide())]

    def _put_things(
        self, page: PageParts, playback: Playback | None, colours: Ids, touching: Ids | None
    ) -> None:
        """Layers of things: those that move, those at rest, and ground; or all in one."""
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
                colours[:, chosen] if len(colours) > 1 else colours[0, chosen],
                opacity=self.opacity,
                framed="ground" not in title,
                groups=[groups[i] for i in chosen] if grouped else None,
                touching=None if touching is None else (
                    touching[:, chosen] if len(touching) > 1 else touching[0, chosen]
                ),
            )  # fmt: skip

    def _put_contacts(self, page: PageParts, told: list[Told], *, moves: bool) -> None:
        counts = [len(one.rows) for one in told]
        starts = np.concatenate([[0], np.cumsum(counts)])
        columns = [column("a", "thing", "name"), column("b", "touches", "name")]
        if moves:
            columns.append(column("state", "state", "text"))
        columns += [
            column("separation", "separation", unit="m"),
            column("points", "points", "integer"),
            column("where", "deepest at", "vector", "m"),
        ]
        rows = [
            [row.a, row.b, *([row.state] if moves else []), row.separation, row.points, row.where]
            for one in told
            for row in one.rows
        ]
        key = page.table(
            TABLE,
            "Contacts",
            columns,
            rows,
            about="Pairs in contact, with the least separation of their contact points; "
            "negative where they penetrate each other.",
            frames=starts.tolist() if moves else None,
            sort=("separation", False),
        )
        page.answers.append(_answer(len(self.scene), told))
        owners = np.concatenate(
            [one.owners + start for one, start in zip(told, starts, strict=False)]
        )
        sides = np.concatenate([one.sides for one in told])
        offsets = np.concatenate([[0], np.cumsum([len(one.sides) for one in told])])
        normals = [one.normals for one in told]
        # Things of one colour leave the one for contacts to their points.
        colour = "contact" if self.colour is None else "touch"
        frames = offsets if moves else None
        put_points(page, sides, np.concatenate(normals), key, owners, frames, colour)


def put_points(
    page: PageParts,
    sides: Array,
    normals: Array,
    key: str | None,
    owners: Ids,
    frames: Ids | None,
    colour: str,
) -> None:
    """Contact points whose sides are (m, 2, 3), with normals if those are known."""
    if len(sides) > MOST_CONTACTS:
        page.notes.append(
            f"The first {MOST_CONTACTS:,} of {len(sides):,} contact points are drawn; the table "
            "has all pairs."
        )
        sides, normals = sides[:MOST_CONTACTS], normals[:MOST_CONTACTS]
        owners = owners[:MOST_CONTACTS]
        frames = None if frames is None else np.minimum(frames, MOST_CONTACTS)
    if len(normals) == len(sides):
        put_contacts(
            page, "Contact points", sides[:, 0], sides[:, 1], normals, table=key, rows=owners,
            frames=frames, colour=colour,
        )  # fmt: skip
        return
    page.layer(
        "points", "Deepest points", colour, positions=page.points(sides[:, 0]), size=8.0,
        table=key, rows=owners, frames=frames, about="The deepest contact of each pair",
    )  # fmt: skip
    page.explain("deepest point of a pair", colour, "points")


def _counts(scene: Scene, told: list[Told]) -> Ids:
    """(F, n) int64: how many others each thing touches."""
    number = {name: i for i, name in enumerate(scene.names)}
    found = np.zeros((len(told), len(scene)), np.int64)
    for frame, one in enumerate(told):
        for row in one.rows:
            for name in (row.a, row.b):
                if name in number:
                    found[frame, number[name]] += 1
    return found


def _answer(things: int, told: list[Told]) -> str:
    if len(told) > 1:
        most = max(len(one.rows) for one in told)
        frames = sum(bool(one.rows) for one in told)
        return (
            f"in contact in {frames:,} of {len(told):,} frames, at most {most:,} "
            f"{_plural(most, 'pair')} of {things:,} things at a time"
        )
    pairs = len(told[0].rows)
    if not things and not pairs:
        return "empty: there is nothing in it"
    if not pairs:
        return f"free: none of {things:,} things touch"
    if not things:
        # Contacts alone, without the scene that they are of.
        return f"touching: {pairs:,} {_plural(pairs, 'pair')}"
    return f"touching: {pairs:,} {_plural(pairs, 'pair')} of {things:,} things"


def _plural(count: Any, word: str) -> str:
    return word if count == 1 else f"{word}s"
