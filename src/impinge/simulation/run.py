"""Runs of a world: frames over time, in memory or in a folder that survives a kill."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.errors import FileError, ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
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
MOST_STEPS = 10**9
"""Of one call; more is a mistake."""


class Momentum(NamedTuple):
    """Momenta of a world, without those of fixed bodies."""

    linear: Array
    """(3,) [kg m/s]."""
    angular: Array
    """(3,) about the origin [kg m^2/s]."""


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


class BaseWorld(ABC):
    """Steps of time, and runs: what all worlds share."""

    _dt: float
    _steps: int = 0

    @abstractmethod
    def _shapes(self) -> dict[str, Shape]:
        """What moves, by name."""

    @abstractmethod
    def _advance_frame(self, every: int) -> Frame:
        """Advance by some steps; what a recorder appends."""

    @abstractmethod
    def _state(self) -> dict[str, Array]:
        """All that the next steps depend on."""

    @abstractmethod
    def _restore(self, state: dict[str, Array]) -> None:
        """Go to a state of a world with the same bodies; an error if it is of another one."""

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return self._steps * self._dt

    def run(
        self,
        frames: int,
        *,
        every: int = 1,
        out: str | os.PathLike[str] | None = None,
        resume: bool = False,
        progress: bool = True,
    ) -> Run:
        """Advance frame by frame, and record.

        Parameters
        ----------
        frames : int
            How many to record; in a folder that is resumed, how many it has in the end.
        every : int, optional
            Steps of a frame; it is recorded after them.
        out : str or path, optional
            Folder for the run, which is made; a run that is there is replaced, unless ``resume`` is
            set. Each frame is there when it is done: a kill loses nothing before the last whole
            frame. In memory if not given.
        resume : bool, optional
            Go on after the last whole frame in ``out``, with the same bits as without a break. The
            world must have the same bodies and options; a folder without a run is begun.
        progress : bool, optional
            A bar, on a terminal only.

        Returns
        -------
        Run

        Raises
        ------
        ImpingeError
            If the world has no bodies, or one of them blows up. What was recorded before stays in
            ``out``.
        FileError
            If the folder cannot be written, or what is in it cannot be resumed.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.simulation import World
        >>> world = World()
        >>> world.add("ball", im.Sphere(0.1))
        >>> run = world.run(10, every=2)
        >>> run.recording, bool(run.energies[-1, 0] > 0)
        (Recording(10 tracks, 10 frames, 0.00833333 to 0.0833333 s), True)
        """
        count = as_whole(frames, "frames", 1, MOST_STEPS)
        steps = as_whole(every, "every", 1, MOST_STEPS)
        goes_on, shows = as_flag(resume, "resume"), as_flag(progress, "progress")
        if not len(self):
            raise ImpingeError("run: the world has no bodies")
        if out is None:
            if goes_on:
                raise ImpingeError("resume: needs a folder, out")
            return run_of(_in_memory(self, count, steps, shows))
        folder = as_path(out)
        with blamed_on(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with Recorder(folder / FRAMES, self._shapes(), resume=goes_on) as recorder:
            if recorder.frames:
                self._restore(_read_state(folder, recorder.frames - 1))
            first = recorder.frames
            for k, frame in enumerate(_advanced(self, count - first, steps, shows), first):
                _write_state(folder, k, self._state())
                recorder.append(self.time, **frame)
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


def _advanced(world: BaseWorld, count: int, every: int, show: bool) -> Iterator[Frame]:
    """Frames as they come, with a bar on a terminal."""
    with progress(count, "run") if show else nullcontext() as done:
        for k in range(count):
            yield world._advance_frame(every)
            if done is not None:
                done(k + 1)


def _in_memory(world: BaseWorld, frames: int, every: int, show: bool) -> Recording:
    times, found = [], []
    for frame in _advanced(world, frames, every, show):
        times.append(world.time)
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
