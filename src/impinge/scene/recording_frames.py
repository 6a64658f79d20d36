"""Frames of a recording in a ``.rec`` file: read when they are asked for, checked as they are read.

The header of the file holds the shapes of things, the head of each frame its time, that of the
first the names of all tracks; arrays are named as in ``scene/tracks.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on
from impinge.formats.frame_file import FrameFile, frame_name
from impinge.geometry import Shape
from impinge.scene.description import shape_from_dict, shape_to_dict
from impinge.scene.recording import Recording
from impinge.scene.tracks import (
    KINDS,
    Frame,
    TrackCheck,
    Tracks,
    as_times,
    check_array,
    check_things,
)

EXTENSION = ".rec"


class FramesOnDisk:
    """Frames of a file; times, names and shapes are in memory, arrays are not.

    A ``FileError`` if the file has no whole frame or is damaged.
    """

    def __init__(self, file: FrameFile) -> None:
        self._file = file
        if len(file) == 0:
            raise FileError(f"{file.path}: has no whole frame")
        times, has_contacts = np.empty(len(file)), False
        for k in range(len(file)):
            head, entries = file.head(k)
            times[k] = head["time"] if isinstance(head.get("time"), float) else np.nan
            has_contacts = has_contacts or "contacts" in entries
        head, entries = file.head(0)
        self.things = read_things(file)
        with blamed_on(file.path):
            self.times = as_times(times)
            self.tracks = _tracks_of(head.get("tracks"), has_contacts)
            shapes = {name: entry.shape for name, entry in entries.items()}
            self.check = TrackCheck(self.things, self.tracks, shapes)

    def array(self, frame: int, key: str) -> NDArray[Any] | None:
        """One array of a frame; None only for contacts, which a frame may not have."""
        kind, _, number = key.partition("/")
        names = self.tracks["lines" if kind == "counts" else kind]
        told = f"{kind} of {names[int(number)]!r}" if number else kind
        found = self._file.array(frame, key, told)
        if found is None and key == "contacts":
            return None
        with blamed_on(f"{self._file.path}: {frame_name(frame)}"):
            if found is None:
                raise ImpingeError(f"{told}: missing")
            if found.dtype.kind != ("i" if kind == "counts" else "f"):
                raise ImpingeError(f"{told}: numbers of the type {found.dtype}")
            if kind == "counts":
                _check_counts(found, self._file.head(frame)[1][f"lines/{number}"].shape[0], told)
            else:
                found = check_array(kind, found, told)
            expected = self.check.sizes.get(key, len(found))
            if len(found) != expected:
                raise ImpingeError(f"{told}: {len(found)} rows, expected {expected}")
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self._file.path, len(self.times), self._file.mark)


def _reopened(path: Path, count: int, mark: int) -> FramesOnDisk:
    file = FrameFile(path, count)
    if len(file) != count or file.mark != mark:
        raise FileError(f"{path}: was changed since it was pickled")
    return FramesOnDisk(file)


def read_frames(path: Path) -> Recording:
    """The recording in a file, up to its last whole frame; a ``FileError`` if it is none."""
    frames = FramesOnDisk(FrameFile(path))
    return Recording._of(frames, range(len(frames.times)))


def frame_head(time: float, tracks: Tracks | None) -> dict[str, Any]:
    """What the head of a frame says; that of the first also names the tracks."""
    return {"time": time} if tracks is None else {"time": time, "tracks": tracks}


def things_chunk(things: Mapping[str, Shape]) -> tuple[dict[str, Any], Frame]:
    """Shapes by name as a head and arrays; each shape once."""
    arrays: Frame = {}

    def apart(value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], list):
            arrays[str(len(arrays))] = np.asarray(value)
            return {"array": str(len(arrays) - 1)}
        return value

    shapes = list({id(shape): shape for shape in things.values()}.values())
    numbers = {id(shape): number for number, shape in enumerate(shapes)}
    plain = [_walked(shape_to_dict(shape), apart) for shape in shapes]
    return {"shapes": plain, "things": [[n, numbers[id(s)]] for n, s in things.items()]}, arrays


def read_things(file: FrameFile) -> dict[str, Shape]:
    """Shapes by name, from the header of a file; a ``FileError`` if they are broken."""
    head, used = file.head(-1)[0], set()

    def together(value: Any) -> Any:
        if not isinstance(value, dict) or set(value) != {"array"}:
            return value
        # Once each: else a small file takes any amount of memory.
        if value["array"] in used:
            raise ValueError(f"array {value['array']!r} is used twice")
        used.add(value["array"])
        return file.array(-1, value["array"])

    with blamed_on(f"{file.path}: {frame_name(-1)}"):
        plain = [_walked(shape, together) for shape in head["shapes"]]
        shapes = [shape_from_dict(p, f"shape {i}") for i, p in enumerate(plain)]
        return check_things({name: shapes[number] for name, number in head["things"]})


def _walked(plain: Any, change: Callable[[Any], Any]) -> Any:
    """Plain data in which each value is replaced by what ``change`` returns."""
    plain = change(plain)
    if isinstance(plain, list):
        return [_walked(value, change) for value in plain]
    if isinstance(plain, dict):
        return {key: _walked(value, change) for key, value in plain.items()}
    return plain


def _tracks_of(named: Any, has_contacts: bool) -> Tracks:
    """Names by kind, as the first frame says them."""
    found: Tracks = {}
    named = named if isinstance(named, dict) else {}
    for kind in KINDS:
        names = named.get(kind, [])
        if not isinstance(names, list) or not all(isinstance(n, str) and n for n in names):
            raise ImpingeError(f"tracks: {kind}: expected a list of names")
        if len(set(names)) < len(names):
            raise ImpingeError(f"tracks: {kind}: a name is there twice")
        found[kind] = tuple(names)
    found["contacts"] = ("contacts",) if has_contacts or found["contacts"] else ()
    if not any(found.values()):
        raise ImpingeError("tracks: there are none")
    return found


def _check_counts(counts: NDArray[Any], points: int, where: str) -> None:
    """Lengths of lines; each is compared first, so that their sum does not overflow."""
    good = counts.ndim == 1 and bool(((counts > 0) & (counts <= points)).all())
    if not good or int(counts.sum()) != points:
        raise ImpingeError(f"{where}: lengths of lines do not add up to {points} points")
