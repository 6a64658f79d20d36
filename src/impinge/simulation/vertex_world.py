"""What worlds of vertices share: names, state, driven bodies, runs."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_flag, as_kind, as_mapping
from impinge.geometry import Shape
from impinge.response.quantities import as_vectors
from impinge.scene.things import check_name
from impinge.simulation.run import Frame, Run, run_world
from impinge.simulation.soft_balance import momentum_about
from impinge.simulation.soft_state import SoftState, VertexSystem, blown_up
from impinge.simulation.world import MOST_STEPS, Momentum

Drive = Callable[[float], ArrayLike]
"""Vertices (n, 3) [m] at a time [s]."""


class VertexWorld(ABC):
    """Bodies of vertices in time. ``_driven`` are those that go their own way, by number."""

    _system: VertexSystem
    _driven: dict[int, Drive]
    _now: SoftState
    _dt: float
    _steps: int = 0
    _drives = "driven"
    """The argument that drives bodies, for messages."""
    _farthest = 1e100
    """Coordinates beyond this have blown up."""

    @abstractmethod
    def _advance_frame(self, every: int) -> tuple[float, Frame]:
        """Advance by some steps; the time, and what a recorder appends."""

    @abstractmethod
    def _shapes(self) -> dict[str, Shape]:
        """What the vertices belong to, by name."""

    def _first(self, velocities: Mapping[str, ArrayLike] | None) -> Array:
        """Velocities at the start, of all vertices."""
        out = np.zeros((len(self._system.masses), 3))
        parts = self._system.split(out)
        given = {} if velocities is None else as_mapping(velocities, "velocities")
        for name, value in given.items():
            as_choice(name, "velocities", parts)
            where = f"velocities of {name!r}"
            numbers = as_numbers(value, where, f"(3,) or ({len(parts[name])}, 3)")
            rows = numbers[None] if numbers.ndim == 1 else numbers
            parts[name][:] = as_vectors(rows, where, 1 if numbers.ndim == 1 else len(parts[name]))
        out[self._system.held] = 0.0
        return out

    def _driven_to(self, k: int, time: float) -> Array:
        """Vertices of a driven body at a time."""
        where = f"{self._drives}: {self._system.names[k]!r} at {time:g} s"
        count = int(self._system.starts[k + 1] - self._system.starts[k])
        return as_vectors(self._driven[k](time), where, count)

    def _drive(self, vertices: Array) -> Array:
        """These vertices, with driven bodies where they are at the end of a step."""
        ends = vertices.copy()
        for k in self._driven:
            rows = slice(self._system.starts[k], self._system.starts[k + 1])
            ends[rows] = self._driven_to(k, (self._steps + 1) * self._dt)
        return ends

    def _check(self, state: SoftState) -> None:
        """Raise for the first body that has left all bounds."""
        for k in range(len(self)):
            rows = slice(self._system.starts[k], self._system.starts[k + 1])
            if not all((np.abs(part[rows]) < self._farthest).all() for part in state):
                raise blown_up(self._system, k, "its vertices move without bound")

    def _check_energies(self, energies: Array) -> None:
        """Raise for the first body whose energy (k,) is not finite."""
        if not np.isfinite(energies).all():
            body = int(np.argmin(np.isfinite(energies)))
            raise blown_up(self._system, body, "its energy is without bound")

    def run(
        self,
        frames: int,
        *,
        every: int = 1,
        out: str | os.PathLike[str] | None = None,
        resume: bool = False,
        progress: bool = True,
    ) -> Run:
        """Advance frame by frame, and record. As :meth:`World.run`, with vertices instead of poses.

        Parameters
        ----------
        frames, every, out, resume, progress
            As of :meth:`World.run`.

        Returns
        -------
        Run
            Its ``energies`` are kinetic, elastic and potential.

        Raises
        ------
        ImpingeError
            If a body blows up. What was recorded before stays in ``out``.
        FileError
            If the folder cannot be written, or what is in it cannot be resumed.
        """
        count = as_whole(frames, "frames", 1, MOST_STEPS)
        steps = as_whole(every, "every", 1, MOST_STEPS)
        goes_on, shows = as_flag(resume, "resume"), as_flag(progress, "progress")
        return run_world(self, count, steps, out, goes_on, shows)

    def _state(self) -> dict[str, Array]:
        """All that the next steps depend on."""
        numbers = {"steps": np.array(self._steps), "seconds": np.array(self._dt)}
        return {**numbers, **self._now._asdict()}

    def _restore(self, state: dict[str, Array]) -> None:
        """Go to a state of a world with the same bodies; an error if it is of another one."""
        for name, value in self._now._asdict().items():
            if name not in state or state[name].shape != value.shape:
                raise ImpingeError(f"resume: {name} are not those of {len(self)} bodies")
        if float(state.get("seconds", self._dt)) != self._dt:
            raise ImpingeError(
                f"resume: step is {self._dt:g} s, and {float(state['seconds']):g} s in the folder"
            )
        self._now = SoftState(*(state[name] for name in SoftState._fields))
        self._steps = int(state["steps"])

    @property
    def names(self) -> tuple[str, ...]:
        """Of the bodies, in the order given."""
        return self._system.names

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return self._steps * self._dt

    @property
    def vertices(self) -> dict[str, Array]:
        """Positions (n, 3) [m] by name. Read-only."""
        return self._system.split(frozen(self._now.vertices))

    @property
    def velocities(self) -> dict[str, Array]:
        """Velocities (n, 3) [m/s] by name. Read-only."""
        return self._system.split(frozen(self._now.velocities))

    def momentum(self) -> Momentum:
        """Linear momentum, and angular about the origin."""
        return Momentum(*momentum_about(self._system.masses, self._now, np.zeros(3)))

    def __len__(self) -> int:
        return len(self.names)


def named_bodies(bodies: Any, argument: str, kind: type, what: str) -> dict[str, Any]:
    """Bodies of one class by name, at least one."""
    named = as_mapping(bodies, argument, f"{what} by name")
    if not named:
        raise ImpingeError(f"{argument}: empty, a world has at least one")
    return {
        check_name(name, argument): as_kind(body, f"{argument}: {name!r}", kind)
        for name, body in named.items()
    }
