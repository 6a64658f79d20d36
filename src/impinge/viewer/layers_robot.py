"""Robots: links as things, joints as sliders, and what touches at each configuration."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite, pi
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.formats.robot_parts import CapturedMotion
from impinge.geometry import Compound, Joint, Shape
from impinge.geometry.joint import COORDINATES
from impinge.scene import Recording, Robot, RobotContacts
from impinge.viewer.layers_contacts import explain_depths
from impinge.viewer.layers_robot_path import path_colours, put_path
from impinge.viewer.layers_scene import (
    NEUTRAL,
    OTHER,
    PALETTE,
    RESTING,
    TOUCH,
    SceneItem,
    each_frame,
)
from impinge.viewer.layers_things import put_things, things_extent
from impinge.viewer.parts import PageParts
from impinge.viewer.playback import Playback
from impinge.viewer.robot_path import RobotPath
from impinge.viewer.tables import named, texts
from impinge.viewer.told import Told, counts_of, depths_of, put_told, told_by, told_together
from impinge.viewer.words import Lengths, Words, length, many

MOST_CHECKED = 5_000
"""Configurations of a recording whose contacts are found."""
SEEN = 60
"""Frames of a recording that tell how far a robot gets."""
REACH = 1.0
"""Half the range [m] of a slider without limits; angles have half a turn."""
CAPTURED_UP = (0.0, 1.0, 0.0)
"""What is up in motion capture, as its files have it."""
TURNS = ("roll", "pitch", "yaw")
PARTS = {
    "planar": ("x", "y", "angle"), "floating": ("x", "y", "z", *TURNS), "ball": TURNS,
}  # fmt: skip
"""Sliders of joints with several numbers; the page turns three angles into a quaternion."""


@dataclass(slots=True, eq=False)
class RobotItem:
    """A robot at a configuration, or at those of a recording."""

    robot: Robot
    q: Array
    """(dof,) float64: the configuration that was given."""
    name: str
    contacts: bool = True
    colour: str = "a"
    opacity: float = 1.0
    motion: CapturedMotion | None = None
    """Played, unless there is a recording."""
    path: RobotPath | None = None
    """Played, with what is known of it; contacts are those of the path then."""

    @property
    def is_captured(self) -> bool:
        """Whether its joints come from motion capture, and stand as they do there."""
        base = self.robot._model.kinematics.arrays[4][0]
        return self.robot.motion is not None and bool((base[:3, :3] == np.eye(3)).all())

    @property
    def owners(self) -> list[str]:
        """Names of links and of what is attached."""
        return self.robot._model.owners

    def configurations(self, playback: Playback | None, robots: int) -> Array | None:
        """(F, n) float64: numbers of all joints at each frame; None where it is not recorded.

        The track has the robot's name; where there is one robot and one track, any.
        """
        track = None if playback is None else track_of(playback.recording, self.name, robots)
        if playback is None or track is None:
            return None
        return self.robot._full(playback.recording.joints(track), f"joints of {track!r}")[0]

    def rows(
        self, playback: Playback | None, robots: int, scenes: Sequence[SceneItem] = ()
    ) -> Array:
        """(F, n) float64: configurations whose contacts are shown; one where nothing moves."""
        found = self.configurations(playback, robots)
        if found is not None:
            return found
        one = self.robot._full(self.q)[0]
        moves = any(item.is_moved(playback) for item in scenes)
        return np.repeat(one, len(playback.numbers), axis=0) if playback and moves else one

    def bodies(self) -> list[tuple[str, int, Shape]]:
        """(name, number of its link, shape in the link's frame) of all that has a shape."""
        model, numbers = self.robot._model, self.robot.link_names
        parts: dict[str, tuple[int, list[tuple[Shape, Array]]]] = {}
        for name, link, shape, pose in model._shapes():
            parts.setdefault(name, (numbers.index(link), []))[1].append((shape, pose))
        return [(name, link, _joined(shapes)) for name, (link, shapes) in parts.items()]

    def shown_names(self, taken: Collection[str]) -> dict[str, str]:
        """Names of links as the page says them: with the robot's own, if others have one of them.

        ``taken`` are the names of all other things.
        """
        clash = any(name in taken for name in self.owners)
        return {name: f"{self.name} {name}" if clash else name for name in self.owners}

    def extent(self, playback: Playback | None, robots: int) -> Array:
        """(k, 3): corners of the boxes of links wherever they get to."""
        rows = self.rows(playback, robots)
        some = np.unique(np.linspace(0, len(rows) - 1, SEEN).astype(int))
        poses = self.robot._model.kinematics.link_poses(np.ascontiguousarray(rows[some]))
        _, links, shapes = zip(*self.bodies(), strict=True) if self.bodies() else ((), (), ())
        corners = [things_extent(shapes, frame[list(links)]) for frame in poses]
        # Frames without shapes still have a place.
        return np.concatenate([poses[..., :3, 3].reshape(-1, 3), *corners])

    def put(
        self,
        page: PageParts,
        playback: Playback | None,
        scenes: Sequence[SceneItem],
        robots: int,
        taken: Collection[str],
    ) -> None:
        """Layers, sliders, and contacts with itself and with scenes."""
        rows = self.rows(playback, robots, scenes)
        recorded = self.configurations(playback, robots)
        names = self.shown_names(taken)
        bodies = self.bodies()
        told = self._told(page, rows, scenes, playback)
        colours = self._colours(page, told, len(rows), bodies, scenes)
        table = self._put_joints(page, names)
        layer = self._put_links(page, rows, bodies, names, colours) if bodies else None
        if not bodies:
            page.cautions.append(f"{self.name}: no link has a shape.")
        page.robots.append({
            **self._kinematics(page), "name": self.name, "pane": page.pane, "layer": layer,
            "table": table, "joints": self._joints(rows),
            "columns": self.robot._columns.tolist(),
            "q": self.robot._full(self.q)[0][0].tolist(),
            "frames": None if recorded is None else page.arrays.doubles(recorded),
            "track": None if playback is None else track_of(playback.recording, self.name, robots),
            "states": self._states(),
        })  # fmt: skip
        if self.path is not None:
            put_path(page, self.path, names)
            # The first table is the one that opens: that of the contact, or of segments.
            page.tables.sort(key=lambda made: made["id"] == table)
        if told:
            self._put_contacts(page, told, names, len(rows) > 1, robots)
        beyond = self.robot._model.kinematics.beyond_limits(rows).any(axis=1).sum()
        if beyond:
            page.notes.append(
                f"{self.name}: {beyond:,} of {len(rows):,} configurations are out of limits."
            )

    def _colours(
        self,
        page: PageParts,
        told: list[Told],
        frames: int,
        bodies: list[tuple[str, int, Shape]],
        scenes: Sequence[SceneItem],
    ) -> Ids:
        """(F, n): places in the palette of links, by depth; the page is told of things as well."""
        shapes = {name: shape for name, _, shape in bodies}
        for item in scenes:
            for name, shape in zip(item.scene.names, item.scene.shapes, strict=True):
                shapes.setdefault(name, shape)
        names = list(shapes)
        colours = np.full((frames, len(names)), NEUTRAL)
        if self.path is not None:
            colours = path_colours(self.path, names, (NEUTRAL, TOUCH, OTHER))
            if self.path.contacts:
                page.explain("link that touches", "touch")
                page.explain("what it touches", PALETTE[OTHER])
        if told:
            scale, depths = depths_of(names, list(shapes.values()), told, page.rounding)
            places = RESTING + scale.places(depths)
            colours = np.where(counts_of(names, told) > 0, places, colours)
            explain_depths(page, (colours - RESTING)[colours >= RESTING], scale)
        for k, name in enumerate(names[len(bodies) :], start=len(bodies)):
            if colours[:, k].any():
                page.touched[name] = np.maximum(page.touched.get(name, 0), colours[:, k])
        return colours[:, : len(bodies)]

    def _put_links(
        self,
        page: PageParts,
        rows: Array,
        bodies: list[tuple[str, int, Shape]],
        names: dict[str, str],
        colours: Ids,
    ) -> str:
        links = [link for _, link, _ in bodies]
        first = self.robot._model.kinematics.link_poses(rows[:1])[0, links]
        layer = put_things(
            page, self.name, [names[name] for name, _, _ in bodies],
            [shape for _, _, shape in bodies], first, (self.colour, *PALETTE[1:]),
            colours if len(colours) > 1 else colours[0], opacity=self.opacity, posed=True,
        )  # fmt: skip
        page.layers[-1] |= {
            "links": page.arrays.integers(links),
            "arms": page.arrays.doubles(page.drawn_centres[layer]),
        }
        page.explain(self.name, self.colour)
        return layer

    def _put_joints(self, page: PageParts, names: dict[str, str]) -> str:
        """The table that the sliders stand for: a row for each, with the link that it moves."""
        rows = [
            (joint["name"], part["label"] or joint["kind"], names[joint["link"]], part["unit"])
            for joint in self._joints(self.rows(None, 0))
            for part in joint["parts"]
        ]
        return page.table(
            "joints",
            f"Joints of {self.name}" if page.robots else "Joints",
            [texts("joint"), texts("part"), named("link", "moves"), texts("unit")],
            rows,
            about="A slider for each joint; joints that mimic others move with them.",
        )

    def _joints(self, rows: Array) -> list[dict[str, Any]]:
        """Joints that have sliders; ranges contain the rows (F, n)."""
        tree = self.robot.articulation
        followers: dict[int, list[str]] = {}
        for k, joint in enumerate(tree.joints, start=1):
            if joint.mimic is not None:
                followers.setdefault(int(tree.starts[k]), []).append(joint.name)
        found = []
        for joint in tree.joints:
            if joint.name not in self.robot.joints:
                continue
            start = tree.columns(joint.name).start
            found.append({
                "name": joint.name, "kind": joint.kind, "start": start, "link": joint.child,
                "parts": _parts(joint, tree.lower, tree.upper, start, rows),
                "followers": followers.get(start, []),
            })  # fmt: skip
        return found

    def _states(self) -> list[dict[str, Any]]:
        """Configurations by name, neutral first."""
        robot = self.robot
        named = [("Neutral", robot.neutral()), *((s, robot.state(s)) for s in robot.states)]
        return [{"name": name, "q": robot._full(q)[0][0].tolist()} for name, q in named]

    def _kinematics(self, page: PageParts) -> dict[str, Any]:
        """What the page computes poses of links from; see ``motion/kernels/joint_tree.py``."""
        parents, kinds, columns, mimic, origins, axes = self.robot._model.kinematics.arrays
        arrays = page.arrays
        return {
            "parents": arrays.integers(parents), "kinds": arrays.integers(kinds),
            "starts": arrays.integers(columns[:, 0]), "mimic": arrays.doubles(mimic),
            "origins": arrays.doubles(origins), "axes": arrays.doubles(axes),
        }  # fmt: skip

    def _told(
        self, page: PageParts, rows: Array, scenes: Sequence[SceneItem], playback: Playback | None
    ) -> list[Told]:
        """Contacts of each configuration, with itself and with each scene."""
        if not self.contacts or self.path is not None:
            return []
        if len(rows) > MOST_CHECKED:
            page.notes.append(
                f"{self.name}: contacts are found for up to {MOST_CHECKED:,} configurations, and "
                f"there are {len(rows):,}."
            )
            return []
        q = rows[:, self.robot._columns]
        found = [_collide(self.robot, q, item, playback, k) for k, item in enumerate(scenes)]
        found = found or [[self.robot.collide(q)]]
        told, before = [], None
        for frame in range(len(rows)):
            # Of a scene that moves, each frame was asked for alone.
            parts = [one[frame].of_row(0) if len(one) > 1 else one[0].of_row(frame)
                     for one in found]  # fmt: skip
            pairs = {pair for part in parts for pair in part.pairs}
            began = None if len(rows) == 1 else pairs - (before or set())
            told.append(told_together([told_by(part, began) for part in parts]))
            before = pairs
        return told

    def _put_contacts(
        self, page: PageParts, told: list[Told], names: dict[str, str], moves: bool, robots: int
    ) -> None:
        said = [
            one._replace(rows=[
                row._replace(a=names.get(row.a, row.a), b=names.get(row.b, row.b))
                for row in one.rows
            ])
            for one in told
        ]  # fmt: skip
        put_told(
            page, said, f"Contacts of {self.name}" if robots > 1 else "Contacts", moves=moves,
            colour="contact", posed=True,
        )  # fmt: skip
        page.say(*_answer(self.name, said, moves, page.rounding))


def track_of(recording: Recording, name: str, robots: int) -> str | None:
    """The track of joints that moves a robot."""
    tracks = recording.tracks["joints"]
    if name in tracks:
        return name
    return tracks[0] if len(tracks) == 1 and robots == 1 else None


def _collide(
    robot: Robot, rows: Array, item: SceneItem, playback: Playback | None, number: int
) -> list[RobotContacts]:
    """Contacts of all rows at once; frame by frame with a scene that moves.

    Links touch each other in the same way whatever the scene: only the first says so.
    """
    scene, own = item.scene, number == 0
    if playback is None or not item.is_moved(playback) or len(rows) == 1:
        return [robot.collide(rows, scene, self_collision=own)]
    frames = zip(rows, each_frame(scene, playback.recording), strict=True)
    return [robot.collide(row, moving, self_collision=own) for row, moving in frames]


def _joined(shapes: list[tuple[Shape, Array]]) -> Shape:
    """The shapes of a link as one."""
    if len(shapes) == 1 and (shapes[0][1] == np.eye(4)).all():
        return shapes[0][0]
    return Compound(shapes)


def _parts(joint: Joint, lower: Array, upper: Array, start: int, rows: Array) -> list[Any]:
    """Sliders of a joint: label, unit, limits if there are any, and ends."""
    found = []
    for k, label in enumerate(PARTS.get(joint.kind, ("",))):
        turns = label in TURNS
        angle = turns or label == "angle" or joint.kind in ("revolute", "continuous")
        reach = 0.5 * pi if label == "pitch" else pi if angle else REACH
        ends = [-reach, reach]
        limits: list[float | None] = [None, None]
        if not turns and k < COORDINATES[joint.kind]:
            at = start + k
            given = [float(lower[at]), float(upper[at])]
            limits = [x if isfinite(x) else None for x in given]
            low = given[0] if isfinite(given[0]) else min(-reach, given[1] - 2 * reach)
            high = given[1] if isfinite(given[1]) else max(reach, given[0] + 2 * reach)
            ends = [min(low, rows[:, at].min()), max(high, rows[:, at].max())]
        found.append({
            "label": label, "unit": "rad" if angle else "m", "lower": limits[0],
            "upper": limits[1], "low": float(ends[0]), "high": float(ends[1]),
        })  # fmt: skip
    return found


def _answer(name: str, told: list[Told], moves: bool, rounding: float) -> Words:
    frames = sum(bool(one.rows) for one in told)
    if moves and frames:
        return [f"{name} touches in {frames:,} of {len(told):,} frames"]
    if moves:
        return [f"{name} is free in all {len(told):,} frames"]
    if not told[0].rows:
        return [f"{name} is free"]
    deepest = min(told[0].rows, key=lambda row: np.nan_to_num(row.separation))
    said: list[str | Lengths] = [f"{name}: {deepest.a} touches {deepest.b}"]
    if -deepest.separation > rounding:
        said += [", ", length(-deepest.separation), " deep (local)"]
    more = len(told[0].rows) - 1
    return [*said, f", and {many(more, 'pair')} more"] if more else said
