"""What a view is given, checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.continuous import Freedom
from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import shown
from impinge.core.poses import as_poses
from impinge.geometry import Mesh, PointCloud, Shape, TetMesh, as_mesh, as_shape
from impinge.motion import RigidMotion, VertexMotion
from impinge.scene import Recording
from impinge.scene.population import is_shape
from impinge.scene.step import AGREES

Array = NDArray[np.float64]


def as_thing(thing: Any) -> Shape:
    """A shape, that of the surface of tetrahedra, or an error that says all that can be shown."""
    if isinstance(thing, TetMesh):
        return thing.surface
    known = is_shape(thing) or hasattr(thing, "faces") or isinstance(thing, (tuple, list))
    if isinstance(thing, RigidMotion):
        kind = type(thing).__name__
        raise ImpingeError(f"thing: a {kind} is shown with what it moves, as (shape, motion)")
    if isinstance(thing, Freedom):
        raise ImpingeError(
            f"thing: a {type(thing).__name__} has no place in a picture; show the shapes with "
            "their motions, and what time_of_impact says of them"
        )
    if not known:
        raise ImpingeError(
            f"thing: {type(thing).__name__} cannot be shown, expected a shape, a Scene, a "
            "Robot, a TetMesh, a PointCloud, a Recording, or what a query returns"
        )
    return as_mesh(thing, "thing") if isinstance(thing, (tuple, list, Mesh)) else as_shape(
        thing, "thing"
    )  # fmt: skip


def as_pose(pose: ArrayLike | RigidMotion | None, name: str = "pose") -> Array:
    """One pose, (4, 4), a copy; the identity if it is not given."""
    if isinstance(pose, RigidMotion):
        raise ImpingeError(f"{name}: only shapes move, this stays where it is; give a pose")
    if isinstance(pose, VertexMotion):
        raise ImpingeError(f"{name}: pages show rigid motions, and no mesh that deforms")
    placed = as_poses(pose, name)
    if placed is None:
        return np.eye(4)
    if placed.ndim != 2:
        raise ImpingeError(f"{name}: expected shape (4, 4), got {placed.shape}")
    return placed.copy()


def as_motion(motion: Any, name: str) -> RigidMotion:
    """The motion of one thing."""
    if not isinstance(motion, RigidMotion):
        kind = type(motion).__name__
        raise ImpingeError(f"{name}: expected a motion, as Motion or ScrewMotion, got {kind}")
    if not motion._single:
        raise ImpingeError(
            f"{name}: a batch of {len(motion)} motions; a page shows one, as motion[i]"
        )
    return motion


def refuse_elsewhere(start: Array, here: Array, name: str) -> None:
    """A motion begins where its thing is: otherwise the page would show another step."""
    size = 1.0 + max(np.abs(here[:3, 3]).max(), np.abs(start[:3, 3]).max())
    apart = np.abs(here - start)
    if apart[:3, 3].max() > AGREES * size:
        at, there = (", ".join(f"{x:g}" for x in pose[:3, 3]) for pose in (start, here))
        how = f"at ({at}), but the thing is at ({there})"
    elif apart[:3, :3].max() > AGREES:
        how = "turned otherwise than the thing is"
    else:
        return
    raise ImpingeError(
        f"{name}: begins {how}; make it from the pose of the thing, or add the thing there; a page "
        "of a scene's step is made before the scene is advanced, or of a copy.copy of it"
    )


def as_between(between: Any, names: Collection[str]) -> tuple[str, str]:
    """The names of two things of a view."""
    pair = tuple(between) if isinstance(between, (tuple, list)) else ()
    if len(pair) != 2:
        raise ImpingeError(f"between: expected the names of two things, got {shown(between)}")
    for name in pair:
        if not isinstance(name, str) or name not in names:
            raise ImpingeError(f"between: {shown(name)} is not in the view; add it before")
    return pair


def as_opacity(opacity: Any) -> float:
    """From 0 to 1."""
    clear = as_scalar(opacity, "opacity")
    if clear > 1.0:
        raise ImpingeError(f"opacity: {clear:g}, expected 0 to 1")
    return clear


def as_text(value: Any, name: str) -> str:
    """A text, which may be empty."""
    if not isinstance(value, str):
        raise ImpingeError(f"{name}: expected a text, got {type(value).__name__}")
    return value


def is_posed(value: Any) -> bool:
    """Is this a shape with its pose?"""
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    return pair and (is_shape(value[0]) or isinstance(value[0], (TetMesh, PointCloud)))


def numbered(stem: str, number: int) -> str:
    """``box``, ``box 2``, ``box 3`` ..."""
    return stem if number == 1 else f"{stem} {number}"


def played_by(thing: Any) -> Any:
    """The recording of a run of a world; anything else as it is.

    Runs are known by what they have: importing worlds takes longer than showing most things.
    """
    recording = getattr(thing, "recording", None)
    return recording if isinstance(recording, Recording) else thing
