"""What every query of a robot begins with: configurations, limits, the scene, names."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
from impinge.scene.joint_space import JointSpace
from impinge.scene.robot_bodies import NamePair, World
from impinge.scene.robot_model import sorted_pair
from impinge.scene.robot_queries import count_pairs

if TYPE_CHECKING:
    from impinge.scene.scene import Scene


class AskedRobot(JointSpace):
    """The part of a :class:`~impinge.scene.Robot` that checks what queries are given."""

    def _touching_counts(self, rows: Array) -> dict[NamePair, int]:
        """At how many configurations pairs of links touch each other."""
        model = self._model
        queries = model.queries
        found = queries.touching(rows, model.world(None), queries.pairs, 0.0, model.solid)
        counts = count_pairs(found, queries.bodies.owners, model.owners)
        return {sorted_pair(a, b): count for (a, b), count in counts.items()}

    def _asked(
        self, q: ArrayLike, scene: Scene | None, own: bool, strict: bool, name: str = "q"
    ) -> tuple[Array, bool, World]:
        rows, single = self._full(q, name)
        self._check_limits(rows, single, as_flag(strict, "strict"), name)
        if as_flag(own, "self_collision") and not self._model.checked_neutral:
            self._point_out_neutral()
        return rows, single, self._model.world(scene)

    def _check_limits(self, rows: Array, single: bool, strict: bool, name: str) -> None:
        beyond = self._model.kinematics.beyond_limits(rows)
        if not beyond.any():
            return
        beyond[:, np.setdiff1d(np.arange(beyond.shape[1]), self._columns)] = False
        if not beyond.any():
            return
        row, column = (int(k) for k in np.argwhere(beyond)[0])
        tree = self._model.articulation
        where = "" if single else f"row {row}: "
        first = (
            f"{where}joint {self._model.kinematics.joint_at(column)!r} is {rows[row, column]:.6g}, "
            f"limits are {tree.lower[column]:.6g} and {tree.upper[column]:.6g}"
        )
        if strict:
            raise ImpingeError(f"{name}: {first}")
        count = int(beyond.any(axis=1).sum())
        text = f"{name}: {count} of {len(rows)} configurations are out of limits; {first}"
        warnings.warn(text, UserWarning, stacklevel=4)

    def _point_out_neutral(self) -> None:
        """Warn once of links that touch at the neutral configuration."""
        self._model.checked_neutral = True
        q = self._model.kinematics.neutral()[None]
        pairs = sorted(self._touching_counts(q) if self._model.solid else self._touching_at(q))
        if pairs:
            shown = ", ".join(f"{a!r} and {b!r}" for a, b in pairs[:5])
            more = f" and {len(pairs) - 5} pairs more" if len(pairs) > 5 else ""
            warnings.warn(
                f"robot {self.name!r}: links touch at its neutral configuration: {shown}{more}; "
                "robot.ignore_touching_at(robot.neutral()) leaves them out",
                UserWarning, stacklevel=4,
            )  # fmt: skip

    def _touching_at(self, q: Array) -> set[NamePair]:
        """Pairs of links whose surfaces touch at one configuration.

        By the kernel of :meth:`collides`, pair by pair: it waits for no other to be compiled.
        """
        queries, world = self._model.queries, self._model.world(None)
        ignored = self._model.ignored_in(world)
        found = set()
        if queries.touches(q, world, ignored, queries.pairs, 0.0)[0]:
            for pair in queries.pairs[:, None]:
                if queries.touches(q, world, ignored, pair, 0.0)[0]:
                    a, b = self._names(pair, world)[0]
                    found.add(sorted_pair(str(a), str(b)))
        return found

    def _names(self, pairs: Ids, world: World) -> list[tuple[str | None, str | None]]:
        """Names of pairs of bodies; None where there is no pair."""
        queries, owners = self._model.queries, self._model.owners
        own = [owners[k] for k in queries.bodies.owners]
        names = np.array([*own, *(world.names[k] for k in world.bodies.owners), None], object)
        return [(a, b) for a, b in names[pairs].tolist()]
