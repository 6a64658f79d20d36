"""The answer to: when do two moving shapes first touch?"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.impacts import FirstContacts, ImpactStatus
from impinge.continuous.kernels import impact_row

Floats = NDArray[np.float64]

SWAPPED = np.arange(impact_row.IMPACT_ROW)
"""Where each column of (A, B) is found in (B, A)."""
SWAPPED[impact_row.POINT_A : impact_row.NORMAL] = np.roll(
    SWAPPED[impact_row.POINT_A : impact_row.NORMAL], 3
)
SWAPPED[[impact_row.FEATURE_A, impact_row.FEATURE_B]] = impact_row.FEATURE_B, impact_row.FEATURE_A
SWAPPED[[impact_row.PART_A, impact_row.PART_B]] = impact_row.PART_B, impact_row.PART_A


class Impact(FirstContacts):
    """First contact of two moving shapes; one row a pair of motions, or no batch axis at all.

    Attributes
    ----------
    time : float, or (n,) float64
        Of first contact, 0 to 1 in the step; infinite where free. Never later than the true one.
        Where the budget ran out, the time until which the pair is proved free.
    status : ImpactStatus, or (n,) int64
        What the time means.
    lower, upper : float, or (n,) float64
        The first contact lies between them: ``lower`` equals ``time``; ``upper`` is a time at which
        the shapes were seen to overlap, infinite where none was, as in a grazing contact.
    gap : float, or (n,) float64
        Distance of the shapes at ``time`` [m], of two meshes that hit that of the triangles met;
        infinite where free.
    depth : float, or (n,) float64
        How deep they are in each other at the start [m], where they are; otherwise 0. Infinite
        where no translation separates them.
    point_a, point_b : (3,) or (n, 3) float64
        Where they touch, or are nearest, then [m], world frame; infinite where free.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B then; zero where free.
    feature_a, feature_b : int, or (n,) int64
        What the points lie on: triangles of meshes, features of convex shapes; -1 where free.
    part_a, part_b : int, or (n,) int64
        Of compounds, the parts that these are of; -1 for other shapes.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _names = (
        "time", "status", "lower", "upper", "gap", "depth", "point_a", "point_b", "normal",
        "feature_a", "feature_b", "part_a", "part_b", "steps",
    )  # fmt: skip

    @property
    def depth(self) -> float | Floats:
        return self._scalar(impact_row.DEPTH)  # type: ignore[no-any-return]

    @property
    def point_a(self) -> Floats:
        return self._vector(impact_row.POINT_A)

    @property
    def point_b(self) -> Floats:
        return self._vector(impact_row.POINT_B)

    @property
    def normal(self) -> Floats:
        return self._vector(impact_row.NORMAL)

    @property
    def feature_a(self) -> int | NDArray[np.int64]:
        return self._id(impact_row.FEATURE_A)  # type: ignore[no-any-return]

    @property
    def feature_b(self) -> int | NDArray[np.int64]:
        return self._id(impact_row.FEATURE_B)  # type: ignore[no-any-return]

    @property
    def part_a(self) -> int | NDArray[np.int64]:
        return self._id(impact_row.PART_A)  # type: ignore[no-any-return]

    @property
    def part_b(self) -> int | NDArray[np.int64]:
        return self._id(impact_row.PART_B)  # type: ignore[no-any-return]

    @property
    def steps(self) -> int | NDArray[np.int64]:
        return self._id(impact_row.STEPS)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        raise TypeError(
            "an Impact is neither true nor false: ask .status, .time < inf, or im.stay_free"
        )

    def __repr__(self) -> str:
        kind, status = type(self).__name__, self.status
        if not isinstance(status, ImpactStatus):
            return super().__repr__()
        told = {
            ImpactStatus.FREE: "",
            ImpactStatus.HIT: f", time={self.time:.6g}, gap={self.gap:.3g}",
            ImpactStatus.STARTED_TOUCHING: f", depth={self.depth:.6g}",
            ImpactStatus.OUT_OF_BUDGET: f", free until {self.time:.6g}, {self.steps} steps",
        }
        return f"{kind}({status.name}{told[status]})"

    def swapped(self) -> Self:
        """The same answer, asked as (B, A)."""
        rows = self._rows[..., SWAPPED]
        normal = rows[..., impact_row.NORMAL : impact_row.NORMAL + 3]
        # Zero has no sign, as of what is free.
        normal[...] = 0.0 - normal
        return type(self)(rows)
