"""Runs of a world: frames over time, in memory or in a folder that survives a kill."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.errors import FileError, ImpingeError
from impinge.core.ids import Ids
from impinge.core.progress import progress
from impinge.formats.file import as_path, blamed_on
from impinge.formats.writing import replaced
from impinge.geometry import Shape
from impinge.scene import Recorder, Recording
from impinge.scene.recording_frames import read_frames

FRAMES = "run.rec"
"""The recording in the folder of a run."""
STATES = ("state-0.npz", "state-1.npz")
"""States in it, of even and odd frames. The state of a frame is written before the frame: one of
both is always that of the last whole frame."""
ENERGIES = (("kinetic", "potential", "repositioned"), ("kinetic", "elastic", "potential"))
"""Scalars of a run: of rigid bodies, and of soft ones."""
Frame = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a world did, frame by frame.

    Attributes
    ----------
    recording : Recording
        Poses or vertices, shapes, contacts, impulses as lines, energies and counts as scalars.
    energies : (F, 3) float64
        Kinetic, potential, and put in by repositioning so far [J]. Of soft bodies kinetic, elastic
        and potential.
    contacts : (F,) int64
        Contact points at each frame.
    impacts : (F,) int64
        Impacts since the frame before.
    """

    recording: Recording
    energies: Array
    contacts: Ids
    impacts: Ids


class Runnable(Protocol):
    """What a run needs of a world."""

    def _shapes(self) -> dict[str, Shape]: ...

    def _advance_frame(self, every: int) -> tuple[float, Frame]:
        """Advance by some steps; the time, and what :meth:`Recorder.append` takes."""

    def _state(self) -> dict[str, Array]: ...

    def _restore(self, state: dict[str, Array]) -> None: ...


def run_world(
    world: Runnable, frames: int, every: int, out: str | os.PathLike[str] | None, resume: bool,
    show: bool,
) -> Run:  # fmt: skip
    """See :meth:`World.run`."""
    if out is None:
        if resume:
            raise ImpingeError("resume: needs a folder, out")
        return run_of(_in_memory(world, frames, every, show))
    folder = as_path(out)
    with blamed_on(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with Recorder(folder / FRAMES, world._shapes(), resume=resume) as recorder:
        if recorder.frames:
            world._restore(_read_state(folder, recorder.frames - 1))
        first = recorder.frames
        for k, (time, frame) in enumerate(_advanced(world, frames - first, every, show), first):
            _write_state(folder, k, world._state())
            recorder.append(time, **frame)
    return read_run(folder)


def read_run(folder: str | os.PathLike[str]) -> Run:
    """The run in a folder, up to its last whole frame; also while it goes on.

    Parameters
    ----------
    folder : str or path
        The ``out`` of :meth:`World.run`.

    Raises
    ------
    FileError
        If there is no run, or it has no whole frame yet.

    Examples
    --------
    >>> import tempfile, impinge as im
    >>> from impinge.simulation import World, read_run
    >>> world, folder = World(), tempfile.mkdtemp()
    >>> world.add("ball", im.Sphere(0.1))
    >>> _ = world.run(5, out=folder)
    >>> read_run(folder).energies.shape
    (5, 3)
    """
    return run_of(read_frames(as_path(folder) / FRAMES))


def run_of(recording: Recording) -> Run:
    """A run from its recording; an error if it is none."""
    scalars, kind = recording.tracks["scalars"], energy_names(recording)
    missing = [name for name in (*kind, "contacts") if name not in scalars]
    if missing:
        raise ImpingeError(f"recording: is not of a run, it has no {missing[0]!r}")
    energies = np.stack([recording.scalar(name) for name in kind], axis=1)
    contacts = recording.scalar("contacts").astype(np.int64)
    # Soft bodies press each other: they have contacts, and no impacts.
    counted = recording.scalar("impacts") if "impacts" in scalars else np.zeros(len(contacts))
    impacts = counted.astype(np.int64)
    return Run(recording, frozen(energies), frozen(contacts), frozen(impacts))


def energy_names(recording: Recording) -> tuple[str, ...]:
    """Names of the energies of a run, in the order of its columns."""
    rigid, soft = ENERGIES
    return soft if "elastic" in recording.tracks["scalars"] else rigid


def _advanced(world: Runnable, count: int, every: int, show: bool) -> Iterator[tuple[float, Frame]]:
    """Frames as they come, with a bar on a terminal."""
    with ExitStack() as stack:
        done = stack.enter_context(progress(count, "run")) if show else None
        for k in range(count):
            yield world._advance_frame(every)
            if done is not None:
                done(k + 1)


def _in_memory(world: Runnable, frames: int, every: int, show: bool) -> Recording:
    times, found = [], []
    for time, frame in _advanced(world, frames, every, show):
        times.append(time)
        found.append(frame)
    tracks: dict[str, Any] = {
        kind: {name: [frame[kind][name] for frame in found] for name in found[0][kind]}
        for kind in found[0]
        if kind != "contacts"
    }
    contacts = [frame["contacts"] for frame in found]
    return Recording(times, **tracks, contacts=contacts, things=world._shapes())


def _write_state(folder: Path, frame: int, state: dict[str, Array]) -> None:
    path = folder / STATES[frame % 2]
    named: dict[str, Any] = {**state, "frame": np.array(frame)}
    with replaced(path, tidy=frame == 0) as beside, beside.open("wb") as file:
        np.savez(file, **named)


def _read_state(folder: Path, frame: int) -> dict[str, Array]:
    """The state after a frame; a ``FileError`` if it is missing or broken."""
    path = folder / STATES[frame % 2]
    if not path.is_file():
        raise FileError(f"{path}: is not there, expected the state of frame {frame}")
    with blamed_on(path), np.load(path, allow_pickle=False) as archive:
        found = {name: archive[name] for name in archive.files}
    if int(found.pop("frame", np.array(-1))) != frame:
        raise FileError(f"{path}: is not the state of frame {frame}, the last whole one")
    return found
