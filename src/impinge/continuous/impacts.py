"""The answer to: when do two moving features first touch?"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels import linear, meeting
from impinge.core.rows import Rows

Floats = NDArray[np.float64]


class ImpactStatus(IntEnum):
    """What an answer over a step says.

    Examples
    --------
    >>> ImpactStatus(1)
    <ImpactStatus.HIT: 1>
    """

    FREE = linear.FREE
    """Proved: nothing touches in the whole step."""
    HIT = linear.HIT
    """First contact after the start, to the tolerance asked for."""
    STARTED_TOUCHING = linear.STARTED_TOUCHING
    """In contact at the start already."""
    OUT_OF_BUDGET = linear.OUT_OF_BUDGET
    """Free until the time given; what comes after is not known."""

    # Printed by its name, though it is a number.
    __str__ = Enum.__str__


class FirstContacts(Rows):
    """What answers over a step have in common, in the same columns: when, how sure, how near."""

    __slots__ = ()

    _words: ClassVar[dict[str, type[IntEnum]]] = {"status": ImpactStatus}

    @property
    def time(self) -> float | Floats:
        return self._scalar(linear.TIME)  # type: ignore[no-any-return]

    @property
    def status(self) -> ImpactStatus | NDArray[np.int64]:
        found: Any = self._id(linear.STATUS)
        return ImpactStatus(found) if self._rows.ndim == 1 else found

    @property
    def lower(self) -> float | Floats:
        return self._scalar(linear.TIME)  # type: ignore[no-any-return]

    @property
    def upper(self) -> float | Floats:
        return self._scalar(linear.UPPER)  # type: ignore[no-any-return]

    @property
    def gap(self) -> float | Floats:
        return self._scalar(linear.GAP)  # type: ignore[no-any-return]


class ElementaryImpacts(FirstContacts):
    """First contacts of vertices and faces, or of edges; one row a pair, or no batch axis at all.

    Attributes
    ----------
    time : float, or (n,) float64
        Of first contact, 0 to 1 in the step; infinite where free. Never later than the true one.
        Where the budget ran out, the time until which the pair is proved free.
    status : ImpactStatus, or (n,) int64
        What the time means.
    lower, upper : float, or (n,) float64
        The first contact lies between them: ``lower`` equals ``time``; ``upper`` is infinite where
        contact is not proved but only as near as the tolerance, or exactly on a border.
    gap : float, or (n,) float64
        Distance at ``time`` [m] of the points that ``parameters`` tell; infinite where free. Of
        edges that are parallel but for 1e-8 they may not be the very nearest.
    parameters : (2,) or (n, 2) float64
        Where they are nearest at ``time``. Vertex and face: the weights of the face's second and
        third corner, the first has the rest to one. Edges: how far along the first and the second.
        Infinite where free.
    normal : (3,) or (n, 3) float64
        Unit vector from the first feature to the second at ``time``; zero where free.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _names: tuple[str, ...] = (
        "time",
        "status",
        "lower",
        "upper",
        "gap",
        "parameters",
        "normal",
        "steps",
    )

    @property
    def parameters(self) -> Floats:
        part = self._rows[..., linear.PARAMETERS : linear.PARAMETERS + 2]
        part.flags.writeable = False
        return part

    @property
    def normal(self) -> Floats:
        return self._vector(linear.NORMAL)

    @property
    def steps(self) -> int | NDArray[np.int64]:
        return self._id(linear.STEPS)  # type: ignore[no-any-return]


class PairImpacts(ElementaryImpacts):
    """First contacts of the features of a mesh, and which features those are.

    Attributes
    ----------
    pair : (2,) or (n, 2) int64
        Vertex and face, or two edges, the lower number first. Rows are sorted by it.

    All others are those of :class:`ElementaryImpacts`.
    """

    __slots__ = ()

    _names = ("pair", *ElementaryImpacts._names)

    @property
    def pair(self) -> NDArray[np.int64]:
        part = self._rows[..., meeting.FIRST : meeting.SECOND + 1].astype(np.int64)
        part.flags.writeable = False
        return part
