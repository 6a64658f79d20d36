"""Impulses between features of surfaces, by Gauss-Seidel.

A row is a stencil: four movers, and weights with which their positions add up to the gap between
two points, the first minus the second. A mover is a vertex, or a rigid zone that shifts as a whole.
An impulse here is one of mechanics times the length of the step [kg m].
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, dot, load, norm_sq, scale, store, sub


class ImpulseRows(NamedTuple):
    """Pairs of features that push each other apart."""

    movers: Any
    """(m, 4) int64."""
    weights: Any
    """(m, 4) float64, of the movers."""
    normals: Any
    """(m, 3) float64: unit vectors from the second feature to the first."""
    starts: Any
    """(m, 3) float64: the gap at the start of the step [m]."""
    gaps: Any
    """(m, 3) float64: the gap at its end if nothing is shifted [m]."""
    bounds: Any
    """(m,) float64: the gap along the normal is not less than this at the end [m]."""
    rates: Any
    """(m,) float64: how far an impulse of one opens the gap [1/kg]; 0 if nothing can move."""
    impulses: Any
    """(m, 3) float64: on the first feature."""


@inlined
def gap_at(rows, i, shifts):
    """The point of the first feature minus that of the second."""
    gap = load(rows.gaps, i)
    for k in range(4):
        gap = along(gap, rows.weights[i, k], load(shifts, rows.movers[i, k]))
    return gap


@inlined
def clip_length(v, longest):
    square = norm_sq(v)
    return scale(longest / sqrt(square), v) if square > longest * longest else v


@inlined
def push(rows, i, inverses, change, shifts):
    """Change an impulse of a row, and shift what it pushes."""
    for c in range(3):
        rows.impulses[i, c] += change[c]
    for k in range(4):
        mover = rows.movers[i, k]
        share = rows.weights[i, k] * inverses[mover]
        if share != 0.0:
            for c in range(3):
                shifts[mover, c] += share * change[c]


@inlined
def wanted_impulse(rows, i, shifts, friction):
    """The impulse with which a row meets its bound, within Coulomb's cone."""
    rate, normal, impulse = rows.rates[i], load(rows.normals, i), load(rows.impulses, i)
    gap = gap_at(rows, i, shifts)
    before = dot(impulse, normal)
    now = max(0.0, before + (rows.bounds[i] - dot(gap, normal)) / rate)
    if friction == 0.0:
        return scale(now, normal)
    across = sub(along(gap, (now - before) * rate, normal), load(rows.starts, i))
    across = along(across, -dot(across, normal), normal)
    slide = along(sub(impulse, scale(before, normal)), -1.0 / rate, across)
    return along(clip_length(slide, friction * now), now, normal)


@kernel
def sweep_impulses(rows, inverses, shifts, friction, tolerance, budget):
    """Open gaps as far as their bounds ask, within Coulomb's cones; returns the number of sweeps.

    ``inverses (n,)`` are 1/m of movers, ``shifts (n, 3)`` how far they are moved. Sweeps of Gauss
    and Seidel, each the gradient of a conjugate gradient method [Silcowitz2010]_. They end when no
    gap changes by more than this share of its bound. What nothing pushes is not shifted.
    """
    m = len(rows.bounds)
    steps, directions = np.zeros((m, 3)), np.zeros((m, 3))
    energy = 0.0
    for sweep in range(budget):
        moved, last, energy = 0.0, energy, 0.0
        for turn in range(m):
            # Forward and backward in turn: stacks carry loads both ways.
            i = turn if sweep % 2 == 0 else m - 1 - turn
            if rows.rates[i] <= 0.0:
                continue
            change = sub(wanted_impulse(rows, i, shifts, friction), load(rows.impulses, i))
            store(steps, i, change)
            square = norm_sq(change)
            if square > 0.0:
                push(rows, i, inverses, change, shifts)
                energy += rows.rates[i] * square
                moved = max(moved, rows.rates[i] * sqrt(square) / rows.bounds[i])
        if moved <= tolerance:
            return sweep + 1
        ratio = energy / last if last > 0.0 else 0.0
        if ratio > 1.0 or sweep == budget - 1:
            ratio = 0.0
        for i in range(m):
            change = scale(ratio, load(directions, i))
            store(directions, i, add(change, load(steps, i)))
            if norm_sq(change) > 0.0:
                push(rows, i, inverses, change, shifts)
    return budget
