"""How the things of a scene move in a step, as it was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.poses import AT_REST, as_poses
from impinge.core.threads import run_rows
from impinge.motion import Motion, RigidMotion
from impinge.motion.kernels.motion_row import LENGTH, SLIDE, TURN
from impinge.motion.kernels.pose_at import pose_rows
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.scene.things import Things, check_poses

Targets = Mapping[str, Any] | RigidMotion | ArrayLike | None

AGREES = 1e-9
"""How far a motion may begin from where its thing is, relative to its coordinates and one: a pose
that came from another motion's end, or through a file, is off by less. Larger would hide that the
scene was moved and the motion was not."""


class Step:
    """Which things move, and how.

    Attributes
    ----------
    slots : (m,) int64
        Of what moves, in order; all others rest.
    rows : (k, LENGTH) float64
        Rows of motions (:mod:`impinge.motion.kernels.motion_row`).
    places : (capacity,) int64
        The row of each thing that moves, and of those that rest after :meth:`tell`.
    paths : dict of int to RigidMotion
        Motions that take several rows, as of :class:`~impinge.motion.PiecewiseMotion`.
    given : (g,) int64
        Slots whose motion was given as such: these may begin a little off from where the scene has
        them.
    """

    def __init__(self, things: Things, targets: Targets) -> None:
        self.things = things
        asked = _Asked(things, targets)
        moved = (things.poses[asked.slots] != asked.ends).any(axis=(1, 2))
        slots, ends = asked.slots[moved], asked.ends[moved]
        rows = asked.rows
        if len(slots):
            rows = np.concatenate([rows, Motion(things.poses[slots], ends)._rows])
        told = np.concatenate([asked.told, slots])
        self.places = np.full(len(things.alive), -1, np.int64)
        self.places[told] = np.arange(len(told))
        self.paths, paths = asked.paths, asked.paths.items()
        self.rows = np.concatenate([rows, *(path._rows for _, path in paths)])
        # Slot and interval of each row so far: a path has several.
        several = (np.full(len(path._rows), slot) for slot, path in paths)
        breaks = (np.stack([path._breaks()[:-1], path._breaks()[1:]], axis=1) for _, path in paths)
        self._slots = np.concatenate([told, *several])
        self._times = np.concatenate([np.tile([0.0, 1.0], (len(told), 1)), *breaks])
        self.given = np.concatenate([asked.told, np.array(list(asked.paths), np.int64)])
        self.slots = np.sort(np.concatenate([slots, self.given]))
        # Ends are taken as given, bit by bit.
        self._ends = slots, ends

    def tell(self, slots: Ids) -> None:
        """Give rows to what rests, of these."""
        resting = np.unique(slots[self.places[slots] < 0])
        resting = resting[~np.isin(resting, list(self.paths))]
        if len(resting):
            poses = self.things.poses[resting]
            self.places[resting] = len(self.rows) + np.arange(len(resting))
            self.rows = np.concatenate([self.rows, Motion(poses, poses)._rows])

    def pairs(self, pairs: Ids) -> PosedPairs:
        """Pairs of slots that move, with the margins of their things."""
        self.tell(pairs.ravel())
        things = self.things
        moving = PosedShapes(things.table, things.kinds, self.rows, self.places, self.paths)
        return PosedPairs(moving, moving, pairs, things.margins_of(pairs))

    def legs(self, start: float, stop: float) -> tuple[Ids, Array, Ids, Array]:
        """Slots, rows of motions, which of them, and times: of all that moves in a part of the
        step, one for each row that tells of it.
        """
        within = np.flatnonzero((self._times[:, 0] <= stop) & (self._times[:, 1] >= start))
        return self._slots[within], self.rows, within, np.clip(self._times[within], start, stop)

    def turns(self, slots: Ids) -> NDArray[np.bool_]:
        """(n,) bool: which of these things turn, at any time."""
        return np.isin(slots, self._slots[self.rows[: len(self._slots), TURN] > 0.0])

    def poses_at(self, time: float) -> tuple[Ids, Array]:
        """What moves, and where it is at a time of the step."""
        slots, _, rows, _ = self.legs(time, time)
        places, count = self.places.copy(), len(self.slots)
        # At the end of a leg, the next one counts.
        places[slots] = rows
        poses, times = np.empty((count, 4, 4)), np.full(count, time)
        run_rows(pose_rows, count, self.rows, places[self.slots], times, poses, grain=64)
        if time == 1.0:
            slots, ends = self._ends
            poses[np.searchsorted(self.slots, slots)] = ends
        checked = as_poses(poses, "poses_t1")
        assert checked is not None
        return self.slots, checked


class _Asked:
    """What was given for a step, checked: poses at its end, motions of a row, and paths."""

    def __init__(self, things: Things, targets: Targets) -> None:
        self.slots, self.ends = np.zeros(0, np.int64), np.empty((0, 4, 4))
        self.told, self.rows = np.zeros(0, np.int64), np.empty((0, LENGTH))
        self.paths: dict[int, RigidMotion] = {}
        if isinstance(targets, Mapping):
            self._take_named(things, targets)
        elif isinstance(targets, RigidMotion):
            self._take_motions(things, targets)
        elif targets is not None:
            _refuse_lists(targets)
            names = list(things.slots)
            self.slots, self.ends = things.in_order(), check_poses(targets, names, "poses_t1")
        self._check_starts(things)
        moves = (self.rows[:, TURN] > 0.0) | (self.rows[:, SLIDE : SLIDE + 3] != 0.0).any(axis=1)
        self.told, self.rows = self.told[moves], self.rows[moves]

    def _take_named(self, things: Things, targets: Mapping[str, Any]) -> None:
        posed: dict[str, Any] = {}
        told: dict[int, Array] = {}
        for name, target in targets.items():
            if type(target) is np.ndarray or not isinstance(target, RigidMotion):
                posed[name] = AT_REST if target is None else target
                continue
            slot = things.slot(name, "poses_t1")
            if not target._single:
                raise ImpingeError(
                    f"poses_t1: motion of {name!r} is a batch of {len(target)}, expected one "
                    "motion; ask one after the other, or im.stay_free with a Compound of the others"
                )
            if len(target._rows) > 1:
                self.paths[slot] = target
            else:
                told[slot] = target._rows
        if posed:
            self.slots = np.array([things.slot(name, "poses_t1") for name in posed])
            self.ends = check_poses(list(posed.values()), list(posed), "poses_t1")
        if told:
            self.told, self.rows = np.array(list(told)), np.concatenate(list(told.values()))

    def _take_motions(self, things: Things, motions: RigidMotion) -> None:
        if motions._single or len(motions) != len(things.slots):
            count = "one motion" if motions._single else f"{len(motions)} motions"
            raise ImpingeError(
                f"poses_t1: {count} for {len(things.slots)} things, expected as many, in the order "
                "of scene.names, or a dictionary from names to poses and motions"
            )
        self.told, self.rows = things.in_order(), motions._rows

    def _check_starts(self, things: Things) -> None:
        """Motions begin where their things are, or there is an error."""
        count = len(self.told)
        starts = np.empty((count, 4, 4))
        run_rows(pose_rows, count, self.rows, np.arange(count), np.zeros(count), starts, grain=64)
        slots = np.concatenate([self.told, np.array(list(self.paths), np.int64)])
        starts = np.concatenate([starts, *(path.pose([0.0]) for path in self.paths.values())])
        here = things.poses[slots]
        apart = np.abs(here - starts)
        size = 1.0 + np.maximum(np.abs(here), np.abs(starts))[:, :3, 3].max(axis=1, initial=0.0)
        turned = apart[:, :3, :3].max(axis=(1, 2), initial=0.0) > AGREES
        away = apart[:, :3, 3].max(axis=1, initial=0.0) > AGREES * size
        for row in np.flatnonzero(turned | away)[:1]:
            name, how = things.names[slots[row]], "turned otherwise than the thing is"
            if away[row]:
                how = f"at {_text(starts[row])}, but the thing is at {_text(here[row])}"
            raise ImpingeError(
                f"poses_t1: the motion of {name!r} begins {how}; make it from "
                f"scene[{name!r}].pose, or move the thing there first"
            )


def _refuse_lists(targets: Any) -> None:
    """What was meant as a dictionary, and would be read as poses of all things."""
    first = targets[0] if isinstance(targets, (list, tuple)) and targets else targets
    if isinstance(first, (list, tuple)) and first:
        # Pairs of a name and a pose.
        first = first[0]
    if isinstance(first, (str, RigidMotion)):
        kind = "text" if isinstance(targets, str) else f"a {type(targets).__name__}"
        raise ImpingeError(
            f"poses_t1: expected a dictionary from names to poses or motions, as {{'arm': pose}}, "
            f"or poses (n, 4, 4) of all things in the order of scene.names, got {kind}"
        )


def _text(pose: Array) -> str:
    return f"({', '.join(f'{x:g}' for x in pose[:3, 3])})"
