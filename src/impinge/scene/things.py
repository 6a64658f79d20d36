"""The things of a scene as arrays, one slot each.

A slot keeps its number as long as its thing is there, and is used again after that. Each change is
stamped with a clock that the scene advances: what has changed since some question is what has a
later stamp.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, Flags, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.ids import Ids, longer
from impinge.core.options import shown
from impinge.core.poses import AT_REST
from impinge.core.threads import run_rows
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry import Mesh, Shape
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.narrow.shape_table import ShapeTable
from impinge.scene.filters import Filters, pairs_of
from impinge.scene.holds import hold_of, ways_of
from impinge.scene.kernels.boxes import HOLD_ROW, fit_boxes

FIRST_ROOM = 16
FEW_NAMES = 32
"""Names that find their places one by one: each costs a pass over the ranks of all, a thousandth of
what sorting all names costs."""
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
    "shaped": ((), np.int64, 0),
}
"""Shape of a row, type, and what an empty slot holds."""


class Thing(NamedTuple):
    """One thing of a scene, as it is now."""

    name: str
    shape: Shape
    pose: Array
    margin: float
    group: str | None


class Things:
    """Names, shapes, poses, margins, groups and boxes, by slot.

    Parameters
    ----------
    solid : bool, optional
        The ground below height fields is filled: their boxes go down without end.

    Attributes
    ----------
    slots : dict of str to int
        In the order of adding.
    clock : int
        Of the latest change.
    changed : (room,) int64
        When a slot's thing changed last.
    shaped : (room,) int64
        When it came, or was given a shape whose features are others than those it had.
    table : ShapeTable
        The distinct shapes; ``kinds`` are numbers in it.
    filters : Filters
        Which pairs are not to be tested.
    holds : (room, HOLD_ROW) float64
        Measures of shapes that are not convex (``kernels.boxes``), after :meth:`fit`.
    """

    names: NDArray[Any]
    kinds: Ids
    poses: Array
    margins: Array
    groups: Ids
    lower: Array
    upper: Array
    alive: Flags
    changed: Ids
    shaped: Ids

    def __init__(self, *, solid: bool = False) -> None:
        self.solid = solid
        self.filters = Filters()
        self.slots: dict[str, int] = {}
        self.clock = 0
        self.fitted = 0
        self._free: list[int] = []
        self._derive([])
        self._ranks: Ids | None = None
        self._known: frozenset[str] | None = None
        self._sorted: list[str] = []
        for name, (tail, kind, empty) in ARRAYS.items():
            setattr(self, name, np.full((FIRST_ROOM, *tail), empty, kind))

    def _derive(self, shapes: list[Shape | None]) -> None:
        """Begin anew with what follows from the distinct shapes."""
        self.table = ShapeTable(shapes)
        self.holds = np.zeros((FIRST_ROOM, HOLD_ROW))
        self._ways: dict[int, Array] = {}

    def __getstate__(self) -> dict[str, Any]:
        # What is derived holds addresses, and numbers by identity do not survive a copy.
        derived = "table", "holds", "_ways"
        state = {name: value for name, value in self.__dict__.items() if name not in derived}
        return {**state, "shapes": self.shapes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._derive(state.pop("shapes"))
        self.__dict__.update(state)
        for name in ARRAYS:
            # Arrays may come from read-only buffers; kernels are compiled for writable ones.
            setattr(self, name, np.require(getattr(self, name), None, ["C", "A", "W"]))

    def copy(self, filters: Filters | None = None) -> Things:
        """The same things, of the same shapes, in arrays of their own; perhaps other filters."""
        other = object.__new__(Things)
        other.filters = self.filters.copy() if filters is None else filters
        for name, value in self.__dict__.items():
            if name == "filters":
                continue
            own = isinstance(value, (np.ndarray, dict, list, set, ShapeTable))
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
        raise unknown_name(name, argument, self.slots)

    def add(self, names: list[str], shapes: list[Shape], poses: Any, margins: Any) -> Ids:
        """Slots of new things; everything is checked before."""
        now = self.tick()
        ranks = self._take_ranks()
        found = np.empty(len(names), np.int64)
        used = len(self.slots) + len(self._free)
        self._make_room(used + len(names) - min(len(names), len(self._free)))
        for i, (name, shape) in enumerate(zip(names, shapes, strict=True)):
            slot = self._free.pop() if self._free else used
            used += slot == used
            self.slots[name] = slot
            self.names[slot] = name
            self.kinds[slot] = self.table.number(shape)
            found[i] = slot
        self.poses[found] = poses
        self.margins[found] = margins
        self.groups[found] = 0
        self.alive[found] = True
        self.changed[found] = self.shaped[found] = now
        self._rank(names, ranks)
        return found

    def remove(self, name: str) -> None:
        ranks = self._take_ranks()
        slot = self.slots.pop(name)
        self.names[slot] = None
        self.alive[slot] = False
        self._drop(int(self.kinds[slot]))
        self.changed[slot] = self.tick()
        self._free.append(slot)
        if ranks is not None:
            rank = int(ranks[slot])
            del self._sorted[rank]
            ranks[ranks > rank] -= 1
            self._ranks = ranks

    def reshape(self, slot: int, shape: Shape) -> None:
        """Another shape; the one it has is no change."""
        old = self.shapes[self.kinds[slot]]
        if shape is old:
            return
        kind = int(self.kinds[slot])
        self.kinds[slot] = self.table.number(shape)
        self._drop(kind)
        self.changed[slot] = self.tick()
        if not _have_same_faces(old, shape):
            self.shaped[slot] = self.clock

    def move(self, slots: Ids, poses: Array) -> None:
        """New poses; what stays where it is has not changed."""
        moved = (self.poses[slots] != poses).any(axis=(1, 2))
        if moved.any():
            some = slots[moved]
            # Stamped before: what is interrupted in between is fitted once more, and all it is.
            self.changed[some] = self.tick()
            self.poses[some] = poses[moved]

    def touch(self, slots: Ids | int) -> None:
        """Count these as changed."""
        self.changed[slots] = self.tick()

    def thing(self, slot: int) -> Thing:
        shape = self.shapes[self.kinds[slot]]
        assert shape is not None
        pose, group = frozen(self.poses[slot].copy()), self.filters.groups[self.groups[slot]]
        return Thing(self.names[slot], shape, pose, float(self.margins[slot]), group)

    @property
    def shapes(self) -> list[Shape | None]:
        """The distinct shapes, by kind."""
        return self.table.shapes

    def shapes_at(self, slots: Ids) -> list[Shape]:
        return [self.shapes[k] for k in self.kinds[slots].tolist()]  # type: ignore[misc]

    def in_order(self) -> Ids:
        """Slots in the order of adding."""
        return np.fromiter(self.slots.values(), np.int64, len(self.slots))

    @property
    def ranks(self) -> Ids:
        """(room,) int64: the place of each slot's name in the order of all names."""
        if self._ranks is None:
            self._sorted = sorted(self.slots)
            ranks = np.zeros(len(self.names), np.int64)
            ranks[[self.slots[name] for name in self._sorted]] = np.arange(len(self.slots))
            self._ranks = ranks
        return self._ranks

    @property
    def known(self) -> frozenset[str]:
        """All names, as they are now: answers keep them."""
        if self._known is None:
            self._known = frozenset(self.slots)
        return self._known

    def _take_ranks(self) -> Ids | None:
        """The ranks, to be given back when names and ranks agree again: not after an interruption,
        and then all are ranked anew.
        """
        ranks, self._ranks = self._ranks, None
        self._known = None
        return ranks

    def _rank(self, names: list[str], ranks: Ids | None) -> None:
        """Make way for new names, if they are few; or else all are ranked when it is asked."""
        if ranks is None or len(names) > FEW_NAMES:
            return
        if len(ranks) < len(self.names):
            ranks = np.concatenate([ranks, np.zeros(len(self.names) - len(ranks), np.int64)])
        for name in names:
            rank = bisect_left(self._sorted, name)
            self._sorted.insert(rank, name)
            ranks[ranks >= rank] += 1
            ranks[self.slots[name]] = rank
        self._ranks = ranks

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
    def posed(self) -> PosedShapes:
        """All things as rows, by slot."""
        return PosedShapes(self.table, self.kinds, self.poses)

    def pairs(self, pairs: Ids) -> PosedPairs:
        """Pairs of slots, with the sums of their margins."""
        return PosedPairs(self.posed, self.posed, pairs, self.margins_of(pairs))

    def margins_of(self, pairs: Ids) -> Array:
        """Distances up to which pairs of slots are in contact: the sums of their margins."""
        return np.asarray(self.margins[pairs[:, 0]] + self.margins[pairs[:, 1]])

    def allowed(self, pairs: Ids) -> Flags:
        """(m,) bool: which pairs of slots are to be tested."""
        return self.filters.allowed(pairs, self.groups)

    def _fit_holds(self) -> None:
        """Bring holds up to date: shapes that came and went cost, and nothing else."""
        self.holds = longer(self.holds, len(self.table.classes), 0.0)
        for kind in sorted(self.table.changed):
            shape = self.shapes[kind]
            self._ways.pop(kind, None)
            if shape is not None and self.table.begins[kind] < 0:
                self.holds[kind] = hold_of(shape)
                if len(ways := ways_of(shape, self.solid)):
                    self._ways[kind] = ways
            # Not before: what was interrupted is done the next time.
            self.table.changed.discard(kind)

    def fit(self) -> None:
        """Bring all boxes up to date."""
        ids = np.flatnonzero(self.alive & (self.changed > self.fitted))
        if len(ids):
            self._fit_holds()
            run_rows(
                fit_boxes, len(ids), self.table.packed, self.table.begins, self.holds, self.kinds,
                self.poses, self.margins, ids, self.lower, self.upper, grain=64,
            )  # fmt: skip
            for kind, ways in self._ways.items():
                some = ids[self.kinds[ids] == kind]
                turned = np.einsum("nij,kj->kni", self.poses[some, :3, :3], ways)
                self.lower[some] = np.where((turned < 0.0).any(axis=0), -inf, self.lower[some])
                self.upper[some] = np.where((turned > 0.0).any(axis=0), inf, self.upper[some])
        # Not before: what was interrupted is fitted the next time.
        self.fitted = self.clock

    def _drop(self, kind: int) -> None:
        """Forget a shape that no thing has any more."""
        if not (self.alive & (self.kinds == kind)).any():
            self.table.put(kind, None)

    def _make_room(self, count: int) -> None:
        if count > len(self.alive):
            room = max(2 * len(self.alive), count)
            for name, (_, _, empty) in ARRAYS.items():
                setattr(self, name, longer(getattr(self, name), room, empty))


def _have_same_faces(a: Shape | None, b: Shape) -> bool:
    """Are these states of one deforming mesh? Then the numbers of features mean the same."""
    if not isinstance(a, Mesh) or not isinstance(b, Mesh):
        return False
    return a._topology is b._topology or np.array_equal(a._faces, b._faces)


def scratch(shape: Shape, pose: Array, margin: float, solid: bool = False) -> Things:
    """One thing alone, in slot 0, with its box."""
    alone = Things(solid=solid)
    alone.add(["alone"], [shape], pose, margin)
    alone.fit()
    return alone


def check_name(name: Any, argument: str = "name") -> str:
    """A name that can be used: text, and not empty."""
    if not isinstance(name, str):
        raise ImpingeError(f"{argument}: expected text, got {type(name).__name__} {shown(name)}")
    if not name:
        raise ImpingeError(f"{argument}: is empty, expected text")
    return name


def unknown_name(name: str, argument: str, names: Iterable[str]) -> ImpingeError:
    """The error for a name that no thing has: says which there are."""
    some = list(names)
    known = ", ".join(repr(n) for n in some[:5]) or "none"
    more = ", ..." if len(some) > 5 else ""
    return ImpingeError(
        f"{argument}: nothing in the scene is called {name!r}; there are {known}{more}"
    )


def check_pose(pose: ArrayLike | None, name: str) -> Array:
    """One pose, the identity for None; an error names the thing."""
    checked = given_poses(pose, f"pose of {name!r}", single=True)
    return AT_REST if checked is None else checked


def check_poses(poses: ArrayLike, names: list[str], argument: str = "poses") -> Array:
    """Poses (n, 4, 4), one a name; an error names the thing, or else the argument."""
    try:
        checked = given_poses(poses, argument)
    except ImpingeError:
        # Which one is it?
        for name, pose in zip(names, poses if np.iterable(poses) else [], strict=False):
            check_pose(pose, name)
        raise
    if checked is None or checked.shape != (len(names), 4, 4):
        found = "None" if checked is None else str(checked.shape)
        raise ImpingeError(f"{argument}: expected ({len(names)}, 4, 4), one a name, got {found}")
    return checked


def check_margin(margin: Any, name: str) -> float:
    wide = as_scalar(margin, f"margin of {name!r}")
    if wide >= COORDINATE_LIMIT:
        raise ImpingeError(f"margin of {name!r}: {wide:g}, coordinates end at {COORDINATE_LIMIT:g}")
    return wide
