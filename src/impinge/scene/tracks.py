"""Tracks of a recording: what a frame holds, checked, as named arrays.

A frame is a dictionary of arrays. ``poses`` (n, 4, 4) and ``scalars`` (s,) hold all tracks of their
kind; ``vertices/0`` (n, 3), ``points/0`` (k, 3) or (k, 4), ``joints/0`` (d,) hold one track each,
numbered in the order of its kind. Polylines are joined in ``lines/0`` (sum of k, 3), with the
length of each in ``counts/0``. ``contacts`` (m, 7) are points, normals, separations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_numbers, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses, shape_of
from impinge.core.poses import IDENTITY, as_poses
from impinge.geometry import Mesh, Shape, as_shape
from impinge.geometry.coordinates import as_coordinates
from impinge.scene.description import shape_to_dict
from impinge.scene.things import check_name

KINDS = ("poses", "vertices", "points", "lines", "joints", "scalars", "contacts")
"""All kinds of track; a recording has at most one track of contacts, called ``contacts``."""
JOINED = ("poses", "scalars", "contacts")
"""Kinds whose tracks share one array."""

Frame = dict[str, NDArray[Any]]
Tracks = dict[str, tuple[str, ...]]


def named(kind: str, given: Any) -> Mapping[str, Any]:
    """What is given by name, such as tracks of a kind; None is nothing."""
    if given is not None and not isinstance(given, Mapping):
        what = type(given).__name__
        raise ImpingeError(f"{kind}: expected a dictionary of names to {kind}, got {what}")
    for name in given or ():
        check_name(name, kind)
    return given or {}


def check_things(things: Any) -> dict[str, Shape]:
    """Shapes by name; a shape given twice stays one object."""
    found = named("things", things)
    made = {id(shape): as_shape(shape, f"things: {name!r}") for name, shape in found.items()}
    return {name: made[id(shape)] for name, shape in found.items()}


def track_key(kind: str, number: int) -> str:
    """Name of the array that holds a track."""
    return kind if kind in JOINED else f"{kind}/{number}"


class TrackCheck:
    """Turns what is given for frames into arrays; the first frame fixes tracks and sizes.

    Meshes among things say how many vertices the tracks of their names have. If there is a first
    frame already, ``tracks`` are its names by kind, ``shapes`` those of its arrays.
    """

    def __init__(
        self,
        things: Mapping[str, Shape],
        tracks: Tracks | None = None,
        shapes: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        self.things, self.tracks = things, tracks
        self.sizes = {} if tracks is None else fixed_sizes(tracks, shapes or {}, things)

    def frame(self, at: str, contacts: Any, **given: Mapping[str, Any] | None) -> Frame:
        """One frame of all tracks, as arrays of its own; errors name the track, then say ``at``."""
        tracks = self.tracks
        frame: Frame = {}
        ordered = {kind: _ordered(kind, some, tracks) for kind, some in given.items()}
        for kind, some in ordered.items():
            for i, (name, value) in enumerate(some.items()):
                key, where = f"{kind}/{i}", f"{kind} of {name!r}{at}"
                if kind == "poses":
                    frame.setdefault(kind, np.empty((len(some), 4, 4)))[i] = _pose(value, where)
                elif kind == "scalars":
                    scalar = as_scalar(value, where, least=-np.inf)
                    frame.setdefault(kind, np.empty(len(some)))[i] = scalar
                elif kind == "lines":
                    frame[key], frame[f"counts/{i}"] = _joined(value, where)
                else:
                    frame[key] = check_array(kind, value, where, copy=True)
        if contacts is not None:
            frame["contacts"] = _contact_rows(contacts, f"contacts{at}")
        sizes = self.sizes
        if tracks is None:
            tracks = {kind: tuple(ordered.get(kind, ())) for kind in KINDS}
            tracks["contacts"] = () if contacts is None else ("contacts",)
            sizes = fixed_sizes(tracks, {k: a.shape for k, a in frame.items()}, self.things)
        for key, expected in sizes.items():
            if len(frame[key]) != expected:
                kind, _, number = key.partition("/")
                where = f"{kind} of {tracks[kind][int(number)]!r}{at}"
                raise ImpingeError(f"{where}: {len(frame[key])} rows, expected {expected}")
        # A frame without tracks fixes nothing.
        if frame:
            self.tracks, self.sizes = tracks, sizes
        return frame


def check_array(kind: str, values: Any, where: str, *, copy: bool = False) -> NDArray[np.float64]:
    """The array of a track in one frame: finite, of the shape of its kind."""
    if kind in ("joints", "scalars"):
        return as_points(values, where, (), copy=copy)
    if kind == "poses":
        return as_poses(as_points(values, where, (4, 4)), where)  # type: ignore[return-value]
    columns = 7 if kind == "contacts" else 3
    if kind == "points" and shape_of(values, where)[1:] == (4,):
        columns = 4
    return as_coordinates(values, where, (columns,), copy=copy)


def fixed_sizes(
    tracks: Tracks, shapes: Mapping[str, tuple[int, ...]], things: Mapping[str, Shape]
) -> dict[str, int]:
    """Rows that some arrays have in each frame, from the shapes of those in the first."""
    found = {kind: len(tracks[kind]) for kind in ("poses", "scalars") if tracks[kind]}
    for kind in ("vertices", "joints"):
        for i, name in enumerate(tracks[kind]):
            thing, shape = things.get(name), shapes.get(f"{kind}/{i}")
            if kind == "vertices" and thing is not None:
                if not isinstance(thing, Mesh):
                    what = type(thing).__name__
                    raise ImpingeError(f"vertices of {name!r}: it is a {what}, expected a Mesh")
                found[f"{kind}/{i}"] = len(thing.vertices)
            elif shape:
                found[f"{kind}/{i}"] = shape[0]
    return found


def as_times(times: ArrayLike) -> NDArray[np.float64]:
    """Times of frames: finite, increasing, at least one."""
    found = np.array(as_numbers(times, "times", ("F",)), np.float64)
    if len(found) == 0:
        raise ImpingeError("times: empty, a recording has at least one frame")
    if not np.isfinite(found).all():
        row = int(np.argmin(np.isfinite(found)))
        raise ImpingeError(f"times: row {row} is not finite ({found[row]:g})")
    back = np.flatnonzero(found[1:] <= found[:-1])
    if len(back):
        k = int(back[0])
        raise ImpingeError(
            f"times: row {k + 1} is {found[k + 1]:g} after {found[k]:g}, expected increasing times"
        )
    return found


def described(things: Mapping[str, Shape]) -> dict[str, Any]:
    """Shapes by name as plain data, to be compared."""
    return {name: shape_to_dict(shape) for name, shape in things.items()}


def _ordered(kind: str, given: Any, tracks: Tracks | None) -> Mapping[str, Any]:
    """The tracks given of a kind, in the order of the first frame."""
    found = named(kind, given)
    if tracks is None:
        return found
    names = dict.fromkeys(tracks[kind])
    for name in found:
        if name not in names:
            raise ImpingeError(f"{kind}: {name!r} is no track of the first frame")
    for name in names:
        if name not in found:
            raise ImpingeError(f"{kind}: {name!r} is missing, a track of the first frame")
    return {name: found[name] for name in names}


def _pose(pose: Any, where: str) -> NDArray[np.float64]:
    found = given_poses(pose, where, single=True)
    return IDENTITY if found is None else found


def _joined(lines: Any, where: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """All points of polylines, and the number of points of each."""
    if not isinstance(lines, (Sequence, np.ndarray)) or isinstance(lines, str):
        raise ImpingeError(f"{where}: expected a list of lines, got {type(lines).__name__}")
    found = [as_coordinates(line, f"{where}: line {i}") for i, line in enumerate(lines)]
    counts = np.array([len(line) for line in found], np.int64)
    if not counts.all():
        raise ImpingeError(f"{where}: line {int(np.argmin(counts))} has no points")
    return np.concatenate(found) if found else np.empty((0, 3)), counts


def _contact_rows(contacts: Any, where: str) -> NDArray[np.float64]:
    found = getattr(contacts, "contacts", contacts)
    if all(hasattr(found, name) for name in ("point", "normal", "separation")):
        found = np.column_stack([found.point, found.normal, found.separation])
    return check_array("contacts", found, where, copy=True)
