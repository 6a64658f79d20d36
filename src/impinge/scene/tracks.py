"""Tracks of a recording: what a frame holds, checked, as named arrays.

A frame is a dictionary of arrays. ``poses`` (n, 4, 4) and ``scalars`` (s,) hold all tracks of their
kind; ``vertices/0`` (n, 3), ``points/0`` (k, 3) or (k, 4), ``joints/0`` (d,) hold one track each,
numbered in the order of its kind. Polylines are joined in ``lines/0`` (sum of k, 3), with the
length of each in ``counts/0``. ``contacts`` (m, 7) are points, normals, separations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_points, as_scalar
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


def check_tracks(given: Mapping[str, Mapping[str, Any] | None]) -> dict[str, Mapping[str, Any]]:
    """The tracks given by kind and name; None is no track."""
    found: dict[str, Mapping[str, Any]] = {}
    for kind, tracks in given.items():
        if tracks is not None and not isinstance(tracks, Mapping):
            what = type(tracks).__name__
            raise ImpingeError(f"{kind}: expected a dictionary of names to {kind}, got {what}")
        found[kind] = tracks or {}
        for name in found[kind]:
            check_name(name, kind)
    return found


def check_things(things: Mapping[str, Any] | None) -> dict[str, Shape]:
    """Shapes by name; a shape given twice stays one object."""
    if things is not None and not isinstance(things, Mapping):
        raise ImpingeError(
            f"things: expected a dictionary of names to shapes, got {type(things).__name__}"
        )
    made: dict[int, Shape] = {}
    for name, shape in (things or {}).items():
        check_name(name, "things")
        if id(shape) not in made:
            made[id(shape)] = as_shape(shape, f"things: {name!r}")
    return {name: made[id(shape)] for name, shape in (things or {}).items()}


def track_key(kind: str, number: int) -> str:
    """Name of the array that holds a track."""
    return kind if kind in JOINED else f"{kind}/{number}"


def frame_of(
    given: Mapping[str, Mapping[str, Any]], contacts: Any, at: Callable[[str, str], str]
) -> Frame:
    """One frame of all tracks, as arrays of its own.

    Parameters
    ----------
    given : mapping of kind to mapping of name to value
    contacts : Contacts, SceneContacts, (m, 7) array_like or None
    at : callable
        What errors call the track of a kind and a name.

    Raises
    ------
    ImpingeError
        If a value has another shape or is not finite.
    """
    frame: Frame = {}
    for kind, tracks in given.items():
        for i, (name, value) in enumerate(tracks.items()):
            key, where = f"{kind}/{i}", at(kind, name)
            if kind == "poses":
                frame.setdefault(kind, np.empty((len(tracks), 4, 4)))[i] = _pose(value, where)
            elif kind == "scalars":
                number = as_scalar(value, where, least=-np.inf)
                frame.setdefault(kind, np.empty(len(tracks)))[i] = number
            elif kind == "lines":
                frame[key], frame[f"counts/{i}"] = _joined(value, where)
            else:
                frame[key] = check_array(kind, value, where, copy=True)
    if contacts is not None:
        frame["contacts"] = _contact_rows(contacts, at("contacts", ""))
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
    """Rows that some arrays have in each frame, from the shapes of those in the first.

    Raises
    ------
    ImpingeError
        If vertices belong to a thing that is no mesh.
    """
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


def check_sizes(
    sizes: Mapping[str, int], frame: Frame, tracks: Tracks, at: Callable[[str, str], str]
) -> None:
    """Raise if a track has other than its fixed number of rows."""
    for key, expected in sizes.items():
        kind, _, number = key.partition("/")
        if len(frame[key]) != expected:
            where = at(kind, tracks[kind][int(number or 0)])
            raise ImpingeError(f"{where}: {len(frame[key])} rows, expected {expected}")


def as_times(times: ArrayLike) -> NDArray[np.float64]:
    """Times of frames: finite, increasing, at least one."""
    try:
        found = np.array(times, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ImpingeError(f"times: expected numbers of shape (F,) ({error})") from error
    if found.ndim != 1:
        raise ImpingeError(f"times: expected shape (F,), got {found.shape}")
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
