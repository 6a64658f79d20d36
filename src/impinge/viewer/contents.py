"""What one picture shows, as it was given: things, scenes, answers, a recording or motions."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace, Shape
from impinge.motion import RigidMotion
from impinge.scene import Recording, Scene, SceneContacts
from impinge.scene.population import is_shape
from impinge.viewer.arguments import as_motion, as_opacity, as_thing, numbered
from impinge.viewer.layers_scene import SceneItem, Told, told_by
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.parts import as_colour

Array = NDArray[np.float64]

LOOSE_COLOURS = ("a", "b", "c")
"""Of the first loose things; the others are neutral."""


class Contents:
    """Things and answers of one picture; it has a recording, or motions in a step, or neither."""

    def __init__(self) -> None:
        self.loose: dict[str, LooseThing] = {}
        self.scenes: list[SceneItem] = []
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
    def shapes(self) -> dict[str, Shape]:
        """Of all things by name."""
        found = {name: thing.shape for name, thing in self.loose.items()}
        for item in self.scenes:
            found |= zip(item.scene.names, item.scene.shapes, strict=True)
        return found

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

    def add_scene_contacts(self, found: SceneContacts, name: str | None) -> None:
        """Contacts of a scene of this picture, which are not found again, or of none."""
        told, names = told_by(found), {thing for pair in found.pairs for thing in pair}
        for item in self.scenes:
            if names <= set(item.scene.names):
                item.told = told
                return
        self.add_scene(Scene(), name or "Contacts", told)

    def play(self, recording: Recording) -> None:
        """Take a recording, and the shapes that only it has."""
        self.recording = recording
        self.recorded |= recording.things.keys() - self.shapes.keys()
        for name, shape in recording.things.items():
            if name in self.recorded:
                self.add_shape(shape, name, np.eye(4), None, 1.0)

    def with_recording(self, recording: Recording) -> Contents:
        """The same things with another recording."""
        found = Contents()
        found.loose = {k: v for k, v in self.loose.items() if k not in self.recorded}
        found.scenes = [copy.copy(item) for item in self.scenes]
        found.play(recording)
        return found

    def named(self, name: Any, thing: Any) -> str:
        """A name that nothing else in the picture has."""
        taken = self.shapes
        if name is not None:
            if not isinstance(name, str) or not name:
                raise ImpingeError(f"name: expected a text, got {name!r}")
            if name in taken:
                raise ImpingeError(f"name: {name!r} is in the view already; choose another")
            return name
        kind = type(thing).__name__ if is_shape(thing) or hasattr(thing, "points") else "Mesh"
        stem = kind.lower()
        number = next(k for k in range(1, len(taken) + 2) if numbered(stem, k) not in taken)
        return numbered(stem, number)
