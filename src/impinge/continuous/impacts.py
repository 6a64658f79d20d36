"""The answer to: when do two moving features first touch?"""

from __future__ import annotations

from enum import Enum, IntEnum

import numpy as np

from impinge.continuous.kernels import impact_row, linear, meeting
from impinge.core.arrays import frozen
from impinge.core.rows import Field, Rows, code, integer, scalar, vector


class ImpactStatus(IntEnum):
    """What an answer over a step says.

    Examples
    --------
    >>> ImpactStatus(1)
    <ImpactStatus.HIT: 1>
    """

    FREE = impact_row.FREE
    """Proved: nothing touches in the whole step."""
    HIT = impact_row.HIT
    """First contact after the start, to the tolerance asked for."""
    STARTED_TOUCHING = impact_row.STARTED_TOUCHING
    """In contact at the start already."""
    OUT_OF_BUDGET = impact_row.OUT_OF_BUDGET
    """Free until the time given; what comes after is not known."""

    # Printed by its name, though it is a number.
    __str__ = Enum.__str__


class ElementaryImpacts(Rows):
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

    _layout = linear.LAYOUT

    time, status, lower, upper = scalar(), code(ImpactStatus), scalar("time"), scalar()
    gap, parameters, normal, steps = scalar(), vector(count=2), vector(), integer()


class PairImpacts(ElementaryImpacts):
    """First contacts of the features of a mesh, and which features those are.

    Attributes
    ----------
    pair : (2,) or (n, 2) int64
        Vertex and face, or two edges, the lower number first. Rows are sorted by it.

    All others are those of :class:`ElementaryImpacts`.
    """

    __slots__ = ()

    _layout = meeting.LAYOUT
    _names = ("pair", *ElementaryImpacts._names)

    pair = Field(lambda found, column: frozen(found._vector(column, 2).astype(np.int64)))
