"""The rack that the clash machine stands on: rails on legs, legs on feet; boxes and cylinders."""

from __future__ import annotations

from functools import cache

from impinge.geometry import Box, Cylinder
from impinge.scenes.assembly import placed
from impinge.scenes.stations import PITCH, Placed

TOP = -0.055
"""Height of the rails' upper side [m]: bolts and pipes end above it."""
RAIL = 0.03
LEG = 0.024
LEG_LENGTH = 0.11
FOOT_RADIUS, FOOT_HEIGHT = 0.022, 0.012
GAP = 0.0006
"""Between parts that stand on each other [m]: as designed none touches another."""
INSET = 0.085
"""Of the two rails of a row from its middle [m]."""

box, cylinder = cache(Box), cache(Cylinder)


def rack(columns: int) -> list[Placed]:
    """Two rails under a row of so many stations, with a leg and a foot every other station.

    In the frame of the row: the middle of its first station is the origin.
    """
    length = columns * PITCH - 0.01
    middle = 0.5 * (columns - 1) * PITCH
    found: list[Placed] = []
    for y in (-INSET, INSET):
        z = TOP - 0.5 * RAIL
        found.append(("rail", box((length, RAIL, RAIL)), placed(middle, y, z)))
        for column in range(0, columns, 2):
            x = column * PITCH
            z = TOP - RAIL - GAP - 0.5 * LEG_LENGTH
            found.append(("leg", box((LEG, LEG, LEG_LENGTH)), placed(x, y, z)))
            z -= 0.5 * (LEG_LENGTH + FOOT_HEIGHT) + GAP
            found.append(("foot", cylinder(FOOT_RADIUS, FOOT_HEIGHT), placed(x, y, z)))
    return found
