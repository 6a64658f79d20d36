"""Tracks of a recording: what a frame holds, checked, as named arrays.

A frame is a dictionary of arrays. ``poses`` (n, 4, 4) and ``scalars`` (s,) hold all tracks of their
kind; ``vertices/0`` (n, 3), ``points/0`` (k, 3) or (k, 4), ``joints/0`` (d,) hold one track each,
numbered in the order of its kind. Polylines are joined in ``lines/0`` (sum of k, 3), with the
length of each in ``counts/0``. ``contacts`` (m, 7) are points, normals, separations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.geometry import Mesh, Shape, as_shape
from impinge.geometry.coordinates import as_coordinates
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
    given: Mapping[str, Mapping[str, Any]],
    contacts: Any,
    things: Mapping[str, Shape],
    at: Callable[[str, str], str],
) -> Frame:
    """One frame of all tracks as arrays of its own.

    Parameters
    ----------
    given : mapping of kind to mapping of name to value
    contacts : Contacts, SceneContacts, (m, 7) array_like or None
    things : mapping of name to shape
        Meshes say how many vertices a track of their name has.
    at : callable
        What errors call the track of a kind and a name.

    Raises
    ------
    ImpingeError
        If a value has another shape or is not finite.
    """
    frame: Frame = {}
    for kind, tracks in given.items():
        where = [at(kind, name) for name in tracks]
        if kind == "poses":
            if tracks:
                frame[kind] = np.stack(
                    [_pose(p, w) for p, w in zip(tracks.values(), where, strict=True)]
                )
            continue
        if kind == "scalars":
            if tracks:
                pairs = zip(tracks.values(), where, strict=True)
                frame[kind] = np.array([as_scalar(v, w, least=-np.inf) for v, w in pairs])
            continue
        for i, (name, value) in enumerate(tracks.items()):
            if kind == "lines":
                frame[f"lines/{i}"], frame[f"counts/{i}"] = _joined(value, where[i])
            else:
                frame[f"{kind}/{i}"] = check_array(kind, value, where[i], copy=True)
            if kind == "vertices" and name in things:
                _check_count(things[name], len(frame[f"vertices/{i}"]), where[i])
    if contacts is not None:
        frame["contacts"] = _contact_rows(contacts, at("contacts", ""))
    return frame


def check_array(kind: str, values: Any, where: str, *, copy: bool = False) -> NDArray[np.float64]:
    """The array of a track in one frame: finite, of the shape of its kind."""
    if kind in ("joints", "scalars"):
        return as_points(values, where, (), copy=copy)
    if kind == "points":
        shape = np.shape(values) if isinstance(values, np.ndarray) else _shape(values)
        return as_coordinates(values, where, (4 if shape[1:] == (4,) else 3,), copy=copy)
    if kind == "poses":
        return np.asarray(given_poses(values, where))
    return as_coordinates(values, where, (7 if kind == "contacts" else 3,), copy=copy)


def split_lines(points: NDArray[Any], counts: NDArray[Any], where: str) -> list[NDArray[Any]]:
    """Polylines from their joined points and the length of each."""
    if counts.ndim != 1 or (counts < 1).any() or int(counts.sum()) != len(points):
        raise ImpingeError(f"{where}: lengths of lines do not add up to {len(points)} points")
    return np.split(points, np.cumsum(counts)[:-1]) if len(counts) else []


def same_sizes(kind: str, first: Frame, other: Frame, names: Iterable[str]) -> None:
    """Raise if a track has another number of vertices or joints than in the first frame."""
    for i, name in enumerate(names):
        before, now = len(first[f"{kind}/{i}"]), len(other[f"{kind}/{i}"])
        if before != now:
            raise ImpingeError(f"{kind} of {name!r}: {now} rows, expected {before} as before")


def _shape(values: Any) -> tuple[int, ...]:
    try:
        return np.shape(values)
    except (TypeError, ValueError):
        return ()


def _pose(pose: Any, where: str) -> NDArray[np.float64]:
    found = given_poses(pose, where, single=True)
    return np.eye(4) if found is None else found


def _joined(lines: Any, where: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    if not isinstance(lines, (Sequence, np.ndarray)) or isinstance(lines, str):
        raise ImpingeError(f"{where}: expected a list of lines, got {type(lines).__name__}")
    found = [as_coordinates(line, f"{where}: line {i}") for i, line in enumerate(lines)]
    for i, line in enumerate(found):
        if len(line) == 0:
            raise ImpingeError(f"{where}: line {i} has no points")
    counts = np.array([len(line) for line in found], np.int64)
    return np.concatenate(found) if found else np.empty((0, 3)), counts


def _contact_rows(contacts: Any, where: str) -> NDArray[np.float64]:
    found = getattr(contacts, "contacts", contacts)
    if all(hasattr(found, name) for name in ("point", "normal", "separation")):
        found = np.column_stack([found.point, found.normal, found.separation])
    return check_array("contacts", found, where, copy=True)


def _check_count(shape: Shape, count: int, where: str) -> None:
    if not isinstance(shape, Mesh):
        raise ImpingeError(f"{where}: is a {type(shape).__name__} in things, expected a Mesh")
    if count != len(shape.vertices):
        raise ImpingeError(f"{where}: {count} rows, its mesh has {len(shape.vertices)} vertices")
