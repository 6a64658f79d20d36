"""The things of a scene as arrays, one slot each.

A slot keeps its number as long as its thing is there, and is used again after that. Each change is
stamped with a clock that the scene advances: what has changed since some question is what has a
later stamp.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST, as_poses
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Shape
from impinge.narrow.crowd import Crowd
from impinge.scene.filters import pairs_of
from impinge.scene.holds import hold_of
from impinge.scene.kernels.boxes import HOLD_ROW, fit_boxes

Ids = NDArray[np.int64]

FIRST_ROOM = 16
ARRAYS = {
    "names": ((), object, None),
    "kinds": ((), np.int64, 0),
    "poses": ((4, 4), np.float64, 0.0),
    "margins": ((), np.float64, 0.0),
    "groups": ((), np.int64, 0),
    "lower": ((3,), np.float64, 0.0),
    "upper": ((3,), np.float64, 0.0),
    "alive": ((), np.bool_, False),
    "changed": ((), np.int64, 0),
    "born": ((), np.int64, 0),
}
"""Shape of a row, type, and what an empty slot holds."""


class Thing(NamedTuple):
    """One thing of a scene, as it is now."""

    name: str
    shape: Shape
    pose: NDArray[np.float64]
    margin: float
    group: str | None


class Things:
    """Names, shapes, poses, margins, groups and boxes, by slot.

    Attributes
    ----------
    slots : dict of str to int
        In the order of adding.
    clock : int
        Of the latest change.
    changed, born : (room,) int64
        When a slot's thing changed last, and when it came.
    """

    names: NDArray[Any]
    kinds: Ids
    poses: NDArray[np.float64]
    margins: NDArray[np.float64]
    groups: Ids
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    alive: NDArray[np.bool_]
    changed: Ids
    born: Ids

    def __init__(self) -> None:
        self.slots: dict[str, int] = {}
        self.clock = 0
        self.fitted = 0
        self.shapes: list[Shape | None] = []
        self._kind_of: dict[int, int] = {}
        self._uses: list[int] = []
        self._free: list[int] = []
        self._free_kinds: list[int] = []
        self._crowd: tuple[Crowd, Any, Any] | None = None
        self._ranks: Ids | None = None
        for name, (tail, kind, empty) in ARRAYS.items():
            setattr(self, name, np.full((FIRST_ROOM, *tail), empty, kind))

    def __getstate__(self) -> dict[str, Any]:
        # What is derived holds addresses, and counts by identity do not survive a copy.
        return {**self.__dict__, "_crowd": None, "_ranks": None, "_kind_of": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._kind_of = {id(shape): k for k, shape in enumerate(self.shapes) if shape is not None}
        for name in ARRAYS:
            # Arrays may come from read-only buffers; kernels are compiled for writable ones.
            setattr(self, name, np.require(getattr(self, name), None, ["C", "A", "W"]))

    def copy(self) -> Things:
        """The same things, of the same shapes, in arrays of their own."""
        other = object.__new__(Things)
        for name, value in self.__dict__.items():
            own = isinstance(value, (np.ndarray, dict, list))
            setattr(other, name, value.copy() if own else value)
        return other

    def tick(self) -> int:
        self.clock += 1
        return self.clock

    def slot(self, name: Any, argument: str = "name") -> int:
        """The slot of a name; an error that says what there is."""
        try:
            return self.slots[name]
        except (KeyError, TypeError):
            pass
        check_name(name, argument)
        known = ", ".join(repr(n) for n in list(self.slots)[:5]) or "none"
        more = ", ..." if len(self.slots) > 5 else ""
        raise ImpingeError(
            f"{argument}: nothing in the scene is called {name!r}; there are {known}{more}"
        )

    def add(self, names: list[str], shapes: list[Shape], poses: Any, margins: Any) -> Ids:
        """Slots of new things; everything is checked before."""
        now = self.tick()
        found = np.empty(len(names), np.int64)
        used = len(self.slots) + len(self._free)
        self._make_room(used + len(names) - min(len(names), len(self._free)))
        for i, (name, shape) in enumerate(zip(names, shapes, strict=True)):
            slot = self._free.pop() if self._free else used
            used += slot == used
            self.slots[name] = slot
            self.names[slot] = name
            self.kinds[slot] = self._use(shape)
            found[i] = slot
        self.poses[found] = poses
        self.margins[found] = margins
        self.groups[found] = 0
        self.alive[found] = True
        self.changed[found] = self.born[found] = now
        self._ranks = None
        return found

    def remove(self, name: str) -> None:
        slot = self.slots.pop(name)
        self._drop(int(self.kinds[slot]))
        self.names[slot] = None
        self.alive[slot] = False
        self.changed[slot] = self.tick()
        self._free.append(slot)
        self._ranks = None

    def reshape(self, slot: int, shape: Shape) -> None:
        kind = self._use(shape)
        self._drop(int(self.kinds[slot]))
        self.kinds[slot] = kind
        self.changed[slot] = self.tick()

    def move(self, slots: Ids, poses: NDArray[np.float64]) -> None:
        """New poses; what stays where it is has not changed."""
        moved = (self.poses[slots] != poses).any(axis=(1, 2))
        if moved.any():
            some = slots[moved]
            self.poses[some] = poses[moved]
            self.changed[some] = self.tick()

    def touch(self, slots: Ids | int) -> None:
        """Count these as changed."""
        self.changed[slots] = self.tick()

    def thing(self, slot: int, groups: list[str | None]) -> Thing:
        shape = self.shapes[self.kinds[slot]]
        assert shape is not None
        return Thing(
            self.names[slot], shape, frozen(self.poses[slot].copy()), float(self.margins[slot]),
            groups[self.groups[slot]],
        )  # fmt: skip

    def shapes_at(self, slots: Ids) -> list[Shape]:
        return [self.shapes[k] for k in self.kinds[slots].tolist()]  # type: ignore[misc]

    def in_order(self) -> Ids:
        """Slots in the order of adding."""
        return np.fromiter(self.slots.values(), np.int64, len(self.slots))

    @property
    def ranks(self) -> Ids:
        """(room,) int64: the place of each slot's name in the order of all names."""
        if self._ranks is None:
            ranks = np.zeros(len(self.names), np.int64)
            ranks[[self.slots[name] for name in sorted(self.slots)]] = np.arange(len(self.slots))
            self._ranks = ranks
        return self._ranks

    def ordered(self, pairs: Ids) -> Ids:
        """(m, 2) int64: each pair of slots in the order of their names."""
        swap = self.ranks[pairs[:, 0]] > self.ranks[pairs[:, 1]]
        return np.where(swap[:, None], pairs[:, ::-1], pairs)

    def sorted(self, codes: Ids) -> tuple[Ids, Ids]:
        """(m, 2) int64: pairs of slots by the order of their names, and the order of the codes."""
        pairs = self.ordered(pairs_of(codes))
        ranks = self.ranks[pairs]
        # One key is sorted faster than two.
        order = np.argsort(ranks[:, 0] * len(self.slots) + ranks[:, 1])
        return pairs[order], order

    @property
    def crowd(self) -> Crowd:
        """The distinct shapes, as queries about many pairs take them."""
        return self._asked_shapes()[0]

    def _asked_shapes(self) -> tuple[Crowd, Any, Any]:
        if self._crowd is None:
            # Numbers of shapes that are gone stand for any other.
            some = next((shape for shape in self.shapes if shape is not None), None)
            filled = [some if shape is None else shape for shape in self.shapes]
            shapes = [shape for shape in filled if shape is not None]
            crowd = Crowd(shapes)
            holds, begins = np.zeros((len(shapes), HOLD_ROW)), crowd.begins.copy()
            for k, shape in enumerate(shapes):
                if not isinstance(shape, (Convex, HalfSpace)):
                    begins[k] = -1
                    holds[k] = hold_of(shape)
            self._crowd = crowd, begins, holds
        return self._crowd

    def fit(self) -> int:
        """Bring all boxes up to date; how many there were to fit."""
        ids = np.flatnonzero(self.alive & (self.changed > self.fitted))
        if len(ids):
            crowd, begins, holds = self._asked_shapes()
            run_rows(
                fit_boxes, len(ids), crowd.packed, begins, holds, self.kinds, self.poses,
                self.margins, ids, self.lower, self.upper, grain=64,
            )  # fmt: skip
        # Not before: what was interrupted is fitted the next time.
        self.fitted = self.clock
        return len(ids)

    def _use(self, shape: Shape) -> int:
        kind = self._kind_of.get(id(shape))
        if kind is None:
            kind = self._free_kinds.pop() if self._free_kinds else len(self.shapes)
            if kind == len(self.shapes):
                self.shapes.append(None)
                self._uses.append(0)
            self.shapes[kind] = shape
            self._kind_of[id(shape)] = kind
            self._crowd = None
        self._uses[kind] += 1
        return kind

    def _drop(self, kind: int) -> None:
        self._uses[kind] -= 1
        if self._uses[kind] == 0:
            del self._kind_of[id(self.shapes[kind])]
            self.shapes[kind] = None
            self._free_kinds.append(kind)
            self._crowd = None

    def _make_room(self, count: int) -> None:
        room = len(self.alive)
        if count <= room:
            return
        room = max(2 * room, count)
        for name, (tail, kind, empty) in ARRAYS.items():
            larger: NDArray[Any] = np.full((room, *tail), empty, kind)
            old = getattr(self, name)
            larger[: len(old)] = old
            setattr(self, name, larger)


def scratch(shape: Shape, pose: NDArray[np.float64], margin: float) -> Things:
    """One thing alone, in slot 0, with its box."""
    alone = Things()
    alone.add(["alone"], [shape], pose, margin)
    alone.fit()
    return alone


def check_name(name: Any, argument: str = "name") -> str:
    """A name that can be used: text, and not empty."""
    if not isinstance(name, str):
        raise ImpingeError(f"{argument}: expected text, got {type(name).__name__} {name!r}")
    if not name:
        raise ImpingeError(f"{argument}: is empty, expected text")
    return name


def check_pose(pose: ArrayLike | None, name: str) -> NDArray[np.float64]:
    """One pose, the identity for None; an error names the thing."""
    checked = as_poses(pose, f"pose of {name!r}")
    if checked is None:
        return AT_REST
    if checked.ndim != 2:
        raise ImpingeError(f"pose of {name!r}: expected one pose, (4, 4), got {checked.shape}")
    return checked


def check_poses(poses: ArrayLike, names: list[str]) -> NDArray[np.float64]:
    """Poses (n, 4, 4), one a name; an error names the thing."""
    try:
        checked = as_poses(poses, "poses")
    except ImpingeError:
        # Which one is it?
        for name, pose in zip(names, poses if np.iterable(poses) else [], strict=False):
            check_pose(pose, name)
        raise
    if checked is None or checked.shape != (len(names), 4, 4):
        found = "None" if checked is None else str(checked.shape)
        raise ImpingeError(f"poses: expected ({len(names)}, 4, 4), one a name, got {found}")
    return checked


def check_margin(margin: Any, name: str) -> float:
    return as_scalar(margin, f"margin of {name!r}")
