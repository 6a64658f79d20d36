"""What worlds of vertices share: the step, names, state, driven bodies."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_kind, as_mapping
from impinge.response.quantities import as_vectors
from impinge.scene.things import check_name
from impinge.simulation.run import BaseWorld, Momentum
from impinge.simulation.soft_balance import groups_of, keep_momentum, lose_gains, momentum_about
from impinge.simulation.soft_contacts import SoftContacts
from impinge.simulation.soft_state import SoftState, VertexSystem, blown_up

Drive = Callable[[float], ArrayLike]
"""Vertices (n, 3) [m] at a time [s]."""
STAGES = ("detection", "elements", "solve", "balance")


class SoftEnergy(NamedTuple):
    """Energies of soft bodies [J]."""

    kinetic: float
    elastic: float
    potential: float
    """Of gravity, zero at the origin, and of contact springs."""


class Proposal(NamedTuple):
    """A step before the response."""

    after: SoftState
    touching: list[Ids]
    """Pairs (m, 2) of bodies."""
    substeps: int


class VertexWorld(BaseWorld):
    """Bodies of vertices in time. ``_driven`` are those that go their own way, by number."""

    _system: VertexSystem
    _driven: dict[int, Drive]
    _now: SoftState
    _contacts: SoftContacts | None = None
    _drives = "driven"
    """The argument that drives bodies, for messages."""
    _farthest = 1e100
    """Coordinates beyond this have blown up."""
    _has_energy = True
    """Whether springs change with positions only, so that energy can be kept."""

    @abstractmethod
    def _proposed(
        self, before: SoftState, contacts: SoftContacts, seconds: dict[str, float]
    ) -> Proposal:
        """A step of elements and contact springs."""

    @abstractmethod
    def _contacts_at(self, vertices: Array) -> SoftContacts:
        """Contacts of bodies at these positions."""

    def _responded(self, _before: SoftState, after: SoftState) -> tuple[SoftState, list[Ids], Any]:
        """The state after a response, pairs of bodies that it makes touch, and what it did."""
        return after, [], None

    def _advance(self, seconds: dict[str, float]) -> tuple[int, Any]:
        """One step, or none after an error; its substeps, and what the response did."""
        system, before, contacts = self._system, self._now, self._found()
        after, touching, substeps = self._proposed(before, contacts, seconds)
        self._check(after)
        since = perf_counter()
        for _, members, is_free in groups_of(system, np.concatenate(touching)):
            # Bodies without mass are obstacles.
            if is_free and system.masses[members[0]] > 0.0:
                keep_momentum(system, before, after, self._dt, members)
        seconds["balance"] += perf_counter() - since
        after, more, done = self._responded(before, after)
        self._check(after)
        since = perf_counter()
        found = self._contacts_at(after.vertices)
        seconds["detection"] += perf_counter() - since
        since = perf_counter()
        if self._has_energy:
            had, has = self._energies(before, contacts), self._energies(after, found)
            if not np.isfinite(has).all():
                body = int(np.argmin(np.isfinite(has)))
                raise blown_up(system, body, "its energy is without bound")
            pairs = np.concatenate([*touching, *more, found.bodies])
            lose_gains(system, after, found, has - had, pairs, self._paid_for(pairs))
        seconds["balance"] += perf_counter() - since
        self._now, self._contacts, self._steps = after, found, self._steps + 1
        return substeps, done

    def _found(self) -> SoftContacts:
        """Contacts as they are now."""
        if self._contacts is None:
            self._contacts = self._contacts_at(self._now.vertices)
        return self._contacts

    def _paid_for(self, _touching: Ids) -> Sequence[int] | Ids:
        """Bodies that may gain energy: driven ones."""
        return list(self._driven)

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
        rows = self._system.rows_of(k)
        return as_vectors(self._driven[k](time), where, int(rows.stop - rows.start))

    def _drive(self, vertices: Array) -> Array:
        """These vertices, with driven bodies where they are at the end of a step."""
        ends = vertices.copy()
        for k in self._driven:
            ends[self._system.rows_of(k)] = self._driven_to(k, (self._steps + 1) * self._dt)
        return ends

    def _check(self, state: SoftState) -> None:
        """Raise for the first body that has left all bounds."""
        for k in range(len(self)):
            rows = self._system.rows_of(k)
            if not all((np.abs(part[rows]) < self._farthest).all() for part in state):
                raise blown_up(self._system, k, "its vertices move without bound")

    @np.errstate(over="ignore", invalid="ignore")
    def _energies(self, state: SoftState, contacts: SoftContacts) -> Array:
        """(k,) sum of all energies by body; that of a contact is the first body's."""
        system = self._system
        springs = np.bincount(contacts.bodies[:, 0], contacts.energy, len(self))
        return (
            system.kinetic(state.velocities) + system.elastic(state.vertices)
            + system.weight(state.vertices) + springs
        )  # fmt: skip

    def _memory(self) -> dict[str, Array]:
        """What contacts depend on beside positions."""
        return {}

    def _recall(self, state: dict[str, Array]) -> None:
        """Go back to the memory in a state."""

    def _state(self) -> dict[str, Array]:
        numbers = {"steps": np.array(self._steps), "seconds": np.array(self._dt)}
        springs = {"stiffness": self._found().stiffness} if self._has_energy else {}
        return {**numbers, **self._now._asdict(), **self._memory(), **springs}

    def _restore(self, state: dict[str, Array]) -> None:
        for name, value in {**self._now._asdict(), **self._memory()}.items():
            if name not in state or state[name].shape != value.shape:
                raise ImpingeError(f"resume: {name} are not those of {len(self)} bodies")
        if float(state.get("seconds", self._dt)) != self._dt:
            raise ImpingeError(
                f"resume: step is {self._dt:g} s, and {float(state['seconds']):g} s in the folder"
            )
        before = self._now, self._steps, self._contacts, self._memory()
        self._now = SoftState(*(state[name] for name in SoftState._fields))
        self._steps, self._contacts = int(state["steps"]), None
        self._recall(state)
        stiffness = state.get("stiffness")
        # Soft worlds of earlier versions wrote none.
        if not self._has_energy or stiffness is None:
            return
        found = self._found()
        if stiffness.shape != found.stiffness.shape:
            self._now, self._steps, self._contacts, memory = before
            self._recall(memory)
            raise ImpingeError("resume: stiffness is not that of these contacts, other options?")
        # Springs that were softened to keep energy stay so for the next step.
        self._contacts = replace(found, stiffness=stiffness)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the bodies, in the order given."""
        return self._system.names

    @property
    def vertices(self) -> dict[str, Array]:
        """Positions (n, 3) [m] by name. Read-only."""
        return self._system.split(frozen(self._now.vertices))

    @property
    def velocities(self) -> dict[str, Array]:
        """Velocities (n, 3) [m/s] by name. Read-only."""
        return self._system.split(frozen(self._now.velocities))

    def energy(self) -> SoftEnergy:
        """Kinetic, elastic and potential energy [J]; contact springs count as potential."""
        system, (vertices, velocities) = self._system, self._now
        return SoftEnergy(
            float(system.kinetic(velocities).sum()),
            float(system.elastic(vertices).sum()),
            float(system.weight(vertices).sum() + self._found().energy.sum()),
        )

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
