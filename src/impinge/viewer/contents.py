"""What one picture shows, as it was given: things, scenes, answers, a recording or motions."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.continuous import FreeStep
from impinge.core.errors import ImpingeError
from impinge.core.options import shown
from impinge.core.poses import AT_REST
from impinge.geometry import HalfSpace, Shape
from impinge.motion import RigidMotion
from impinge.scene import Recording, Robot, RobotImpact, Scene, SceneContacts
from impinge.scene.population import is_shape
from impinge.simulation import ClothStep
from impinge.viewer.arguments import as_motion, as_opacity, as_thing, numbered
from impinge.viewer.layers_robot import RobotItem
from impinge.viewer.layers_scene import SceneItem
from impinge.viewer.layers_steps import START_OPACITY, ClothStepItem, FreeStepItem
from impinge.viewer.layers_surfaces import Surface, surface_among
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.parts import as_colour
from impinge.viewer.playback import rests
from impinge.viewer.robot_path import RobotPath
from impinge.viewer.told import Told, told_by

Array = NDArray[np.float64]

LOOSE_COLOURS = ("a", "b", "c", "path", "near")
"""Of the first loose things; the others are neutral."""

RESTING = ("neutral", "free")
"""Colours of meshes among others that deform, which stay as they are; of flat ones."""
DEPTH, CLEAR = "depth", 0.35
"""Track of points by whose name things are drawn clear, and how clear."""
STEEP, WALL = 0.5, 0.05
"""Half spaces whose normals point less upwards are walls, drawn with this opacity."""


class Contents:
    """Things and answers of one picture; it has a recording, or motions in a step, or neither."""

    def __init__(self) -> None:
        self.loose: dict[str, LooseThing] = {}
        self.scenes: list[SceneItem] = []
        self.robots: list[RobotItem] = []
        # Answers, volumes, cells and the like: each has its `extent` and is `put` on a page.
        self.items: list[Any] = []
        self.notes: list[str] = []
        self.labels: list[dict[str, Any]] = []
        self.recording: Recording | None = None
        self.motions: dict[str, RigidMotion] = {}
        # Shapes that were added without a pose: their motions say where they are.
        self.unplaced: set[str] = set()
        # Things that came with the recording.
        self.recorded: set[str] = set()

    @property
    def played(self) -> Recording | None:
        """The recording, or else the path or captured motion of a robot."""
        if self.recording is not None or self.motions:
            return self.recording
        for item in self.robots:
            if item.path is not None:
                return Recording(item.path.times, joints={item.name: item.path.q})
            if item.motion is not None:
                return Recording(item.motion.times, joints={item.name: item.motion.q})
        return None

    @property
    def shapes(self) -> dict[str, Shape]:
        """Of all things by name."""
        found = {name: thing.shape for name, thing in self.loose.items()}
        for item in self.scenes:
            found |= zip(item.scene.names, item.scene.shapes, strict=True)
        return found

    @property
    def titles(self) -> list[str]:
        """Names of robots, of loose things and of scenes."""
        robots = [item.name for item in self.robots]
        return [*robots, *self.loose, *(scene.name for scene in self.scenes)]

    def pose_of(self, name: str) -> Array:
        """Where a thing is."""
        if name in self.loose:
            return self.loose[name].pose
        return next(item.scene[name].pose for item in self.scenes if name in item.scene.names)

    def add_shape(
        self, thing: Any, name: str | None, pose: Array, colour: str | None, opacity: float
    ) -> str:
        """Add a thing of its own; its name."""
        shape = as_thing(thing)
        clear = as_opacity(opacity)
        title = self.named(name, thing)
        count = len(self.loose)
        default = LOOSE_COLOURS[count] if count < len(LOOSE_COLOURS) else "neutral"
        if isinstance(shape, HalfSpace):
            default = "free"
        shown = default if colour is None else as_colour(colour)
        self.loose[title] = LooseThing(title, shape, pose, shown, clear, colour is not None)
        return title

    def add_moving(
        self, thing: Any, name: str | None, motion: Any, colour: str | None, opacity: float
    ) -> None:
        """Add a thing that moves in a step."""
        moving = as_motion(motion, "pose")
        title = self.add_shape(thing, name, moving.pose(0.0), colour, opacity)
        self.motions[title] = moving

    def add_scene(self, scene: Scene, name: str, told: Told | None = None) -> SceneItem:
        """Add a scene as it is now."""
        taken = self.shapes
        for thing in scene.names:
            if thing in taken:
                raise ImpingeError(f"thing: {thing!r} of the scene is in the view already")
        self.scenes.append(SceneItem(copy.copy(scene), str(name), told=told))
        return self.scenes[-1]

    def add_robot(self, robot: Robot, q: ArrayLike | None, name: str | None) -> RobotItem:
        """Add a robot as it is now; the configuration is that of the first frame of its motion,
        or neutral, if none is given.
        """
        stem, taken = name or robot.name or "robot", {item.name for item in self.robots}
        title = next(s for k in range(1, len(taken) + 2) if (s := numbered(stem, k)) not in taken)
        motion = robot.motion if q is None else None
        if q is None:
            q = robot.neutral() if motion is None else motion.q[0]
        rows, single = robot._full(q)
        if not single:
            raise ImpingeError(
                f"q: expected one configuration, of shape ({robot.dof},); to play several, give "
                f"Recording(times, joints={{{title!r}: q}})"
            )
        shown = copy.copy(robot)
        # The page says what touches.
        shown._model.checked_neutral = True
        item = RobotItem(shown, rows[0, robot._columns], title, motion=motion)
        self.robots.append(item)
        return item

    def add_robot_impact(self, found: RobotImpact) -> None:
        """The path of a robot of this picture, up to its first contact."""
        if self.recording is not None or self.motions:
            raise ImpingeError("thing: a recording or motions play already; make another view")
        named = {name for name in np.ravel(np.array([found.link], object)) if name is not None}
        for item in reversed(self.robots):
            fits = found.path is None or found.path.shape[-1] == item.robot.dof
            if item.path is None and fits and named <= set(item.owners):
                item.path = RobotPath.of(item.robot, found)
                item.q = item.path.q[0]
                return
        kind = type(found).__name__
        raise ImpingeError(f"thing: a {kind} is shown with its robot; add the robot before it")

    def add_scene_contacts(self, found: SceneContacts, name: str | None) -> None:
        """Contacts of a scene of this picture, which are not found again, or of none."""
        told, names = told_by(found), {thing for pair in found.pairs for thing in pair}
        for item in self.scenes:
            if names <= set(item.scene.names):
                item.told = told
                return
        self.add_scene(Scene(), name or "Contacts", told)

    def add_free_step(self, found: FreeStep, name: str | None) -> None:
        """The meshes of a step where its free part ends, and what ends it.

        A mesh that is in the picture already, as it was at the start, moves there.
        """
        if not found.surfaces:
            raise ImpingeError("thing: a FreeStep without its mesh cannot be shown")
        for k, ((start, _), mesh) in enumerate(zip(found.surfaces, found.meshes, strict=True)):
            same = [thing for thing in self.loose.values() if thing.shape is start]
            known = [thing for thing in same if (thing.pose == AT_REST).all()]
            for thing in known:
                self.loose[thing.name] = replace(thing, shape=mesh)
            if not known:
                new = self._numbered("obstacle" if k else "mesh")
                self.add_shape(mesh, new, AT_REST, None, 1.0)
        self.items.append(FreeStepItem(found, name or "Free step"))

    def add_cloth_step(self, found: ClothStep, name: str | None) -> None:
        """The mesh of a step, in this picture as it was at the start, moves to its end."""
        things, count = list(self.loose.values()), len(found.vertices)
        title, start, pose = surface_among(things, "A ClothStep", 0, count)
        if len(start.vertices) != count or (pose != AT_REST).any():
            raise ImpingeError(
                f"thing: a ClothStep of {count} vertices in the world; {title!r} has "
                f"{len(start.vertices)}, or a pose"
            )
        end = start.with_vertices(found.vertices)
        self.loose[title] = replace(self.loose[title], shape=end)
        self.add_shape(start, self._numbered("start"), AT_REST, "neutral", START_OPACITY)
        self.items.append(ClothStepItem(found, name or "Step", Surface(title, end, AT_REST)))

    def play(self, recording: Recording) -> None:
        """Take a recording, and the shapes that only it has."""
        self.recording = recording
        self.recorded |= recording.things.keys() - self.shapes.keys()
        for name, shape in recording.things.items():
            if name in self.recorded:
                flat = bool((np.ptp(shape.bounds, axis=0) == 0.0).any())
                colour = RESTING[flat] if rests(recording, name) else None
                self.add_shape(shape, name, np.eye(4), colour, _opacity(recording, name, shape))

    def with_recording(self, recording: Recording) -> Contents:
        """The same things with another recording."""
        found = Contents()
        found.loose = {k: v for k, v in self.loose.items() if k not in self.recorded}
        found.scenes = [copy.copy(item) for item in self.scenes]
        found.robots = list(self.robots)
        found.play(recording)
        return found

    def named(self, name: Any, thing: Any) -> str:
        """A name that nothing else in the picture has."""
        taken = self.shapes
        if name is not None:
            if not isinstance(name, str) or not name:
                raise ImpingeError(f"name: expected a text, got {shown(name)}")
            if name in taken:
                raise ImpingeError(f"name: {name!r} is in the view already; choose another")
            return name
        kind = type(thing).__name__ if is_shape(thing) or hasattr(thing, "points") else "Mesh"
        return self._numbered(kind.lower())

    def _numbered(self, stem: str) -> str:
        """The stem, with a number if that name is taken."""
        taken = self.shapes
        number = next(k for k in range(1, len(taken) + 2) if numbered(stem, k) not in taken)
        return numbered(stem, number)


def _opacity(recording: Recording, name: str, shape: Shape) -> float:
    """Walls without end would hide what happens between them, bodies the points inside of them."""
    if isinstance(shape, HalfSpace) and shape.normal[2] < STEEP:
        return WALL
    inside = DEPTH in recording.tracks["points"] and name in recording.tracks["vertices"]
    return CLEAR if inside else 1.0


def title_of(names: Sequence[str]) -> str:
    """A title from the names of what is in a picture."""
    if not names:
        return "impinge"
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
