"""Gauss-Seidel on contacts one after the other: weights of unit rows, or impulses in cones."""

from math import hypot, inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.response.kernels.nearest_point import OUT_OF_BUDGET, SOLVED
from impinge.response.kernels.sparse_rows import add_row, dot_row

INNER = 20
"""Steps of a sliding contact's tangential impulse in one visit."""


@kernel
def sweep_rows(rows, bounds, weights, y, tolerance, budget):
    """Nearest point of unit rows, as in ``nearest_point``; ``weights`` is the start and the result.

    Forward and backward in turn. Returns status and sweeps.
    """
    m = len(bounds)
    for sweep in range(budget):
        change = 0.0
        for turn in range(m):
            i = turn if sweep % 2 == 0 else m - 1 - turn
            before = weights[i]
            weights[i] = max(0.0, before + bounds[i] - dot_row(rows, i, y))
            step = weights[i] - before
            if step != 0.0:
                add_row(rows, i, step, y)
                change = max(change, abs(step))
        if change <= tolerance:
            return SOLVED, sweep + 1
    return OUT_OF_BUDGET, budget


@inlined
def clip_to_disc(x, y, radius):
    length = hypot(x, y)
    if length <= radius:
        return x, y
    return x * radius / length, y * radius / length


@inlined
def opening(jacobian, pairs, i, axis, velocities):
    """Relative velocity of contact ``i`` along an axis of its frame."""
    total = 0.0
    for side in range(2):
        body = pairs[i, side]
        for c in range(6):
            total += jacobian[i, axis, side, c] * velocities[body, c]
    return total


@inlined
def apply_impulse(change, pairs, i, axis, impulse, velocities):
    for side in range(2):
        body = pairs[i, side]
        for c in range(6):
            velocities[body, c] += change[i, axis, side, c] * impulse


@inlined
def largest_of(a, b, d):
    """The larger eigenvalue of the symmetric 2 x 2 matrix (a, b; b, d)."""
    return 0.5 * (a + d) + sqrt(0.25 * (a - d) * (a - d) + b * b)


@kernel
def cone_residual(jacobian, pairs, inverse, bounds, friction, impulses, velocities):
    """The largest violation of a contact's law, as a velocity [m/s]."""
    worst = 0.0
    for i in range(len(bounds)):
        if inverse[i, 0, 0] <= 0.0 or bounds[i] == -inf:
            continue
        gap = opening(jacobian, pairs, i, 0, velocities) - bounds[i]
        p = impulses[i, 0]
        worst = max(worst, abs(p - max(0.0, p - gap / inverse[i, 0, 0])) * inverse[i, 0, 0])
        rate = largest_of(inverse[i, 1, 1], inverse[i, 1, 2], inverse[i, 2, 2])
        x = impulses[i, 1] - opening(jacobian, pairs, i, 1, velocities) / rate
        y = impulses[i, 2] - opening(jacobian, pairs, i, 2, velocities) / rate
        x, y = clip_to_disc(x, y, friction[i] * p)
        worst = max(worst, hypot(x - impulses[i, 1], y - impulses[i, 2]) * rate)
    return worst


@inlined
def tangential(a, b, d, p, q, u, w, radius):
    """Impulse (p, q) after which the contact sticks, or slides against its velocity (u, w).

    An impulse changes the velocity by (a, b; b, d) times it.
    """
    determinant = a * d - b * b
    if determinant > 1e-14 * a * d:
        x = p - (d * u - b * w) / determinant
        y = q - (a * w - b * u) / determinant
        if hypot(x, y) <= radius:
            return x, y
    rate = largest_of(a, b, d)
    x, y = clip_to_disc(p, q, radius)
    for _ in range(INNER):
        s = u + a * (x - p) + b * (y - q)
        t = w + b * (x - p) + d * (y - q)
        before_x, before_y = x, y
        x, y = clip_to_disc(x - s / rate, y - t / rate, radius)
        if abs(x - before_x) + abs(y - before_y) <= 1e-15 * radius:
            break
    return x, y


@kernel
def sweep_cones(
    jacobian, change, pairs, inverse, bounds, friction, impulses, velocities, tolerance, budget
):
    """Impulses (normal, two tangents) within Coulomb's cones, after the start in ``impulses``.

    ``change`` is M^-1 J^T, ``inverse`` J M^-1 J^T of each contact. Returns sweeps and residual.
    """
    residual = inf
    for sweep in range(budget):
        moved = 0.0
        for turn in range(len(bounds)):
            # Forward and backward in turn: stacks carry loads both ways.
            i = turn if sweep % 2 == 0 else len(bounds) - 1 - turn
            if inverse[i, 0, 0] <= 0.0 or bounds[i] == -inf:
                continue
            before = impulses[i, 0]
            gap = opening(jacobian, pairs, i, 0, velocities) - bounds[i]
            impulses[i, 0] = max(0.0, before - gap / inverse[i, 0, 0])
            step = impulses[i, 0] - before
            if step != 0.0:
                apply_impulse(change, pairs, i, 0, step, velocities)
                moved = max(moved, abs(step) * inverse[i, 0, 0])
            radius = friction[i] * impulses[i, 0]
            p, q = impulses[i, 1], impulses[i, 2]
            if radius == 0.0 and p == 0.0 and q == 0.0:
                continue
            u = opening(jacobian, pairs, i, 1, velocities)
            w = opening(jacobian, pairs, i, 2, velocities)
            a, b, d = inverse[i, 1, 1], inverse[i, 1, 2], inverse[i, 2, 2]
            x, y = tangential(a, b, d, p, q, u, w, radius)
            impulses[i, 1], impulses[i, 2] = x, y
            apply_impulse(change, pairs, i, 1, x - p, velocities)
            apply_impulse(change, pairs, i, 2, y - q, velocities)
            rate = largest_of(a, b, d)
            moved = max(moved, hypot(x - p, y - q) * rate)
        if moved <= tolerance or sweep == budget - 1:
            residual = cone_residual(
                jacobian, pairs, inverse, bounds, friction, impulses, velocities
            )
            if residual <= tolerance:
                return sweep + 1, residual
    return budget, residual
