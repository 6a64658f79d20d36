"""Passes over stencils, one row after the other: each changes its vertices as little as it can.

The least change, weighted by masses, that moves a row's weighted sum by ``change`` along a vector
is ``change * weight / mass / K`` for each vertex, with K the sum of weight^2 / mass. The changes
of a row times the masses sum to zero as its weights do.
"""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, dot, load, norm_sq, scale, store


@inlined
def compliance(vertices, weights, inverse_masses, row):
    """K: the inverse of the mass that a row resists with; 0 if all its vertices are driven."""
    total = 0.0
    for k in range(4):
        total += weights[row, k] * weights[row, k] * inverse_masses[vertices[row, k]]
    return total


@inlined
def weighted_sum(vertices, weights, values, row):
    total = scale(weights[row, 0], load(values, vertices[row, 0]))
    for k in range(1, 4):
        total = along(total, weights[row, k], load(values, vertices[row, k]))
    return total


@inlined
def change_sum(vertices, weights, inverse_masses, values, row, change):
    """Move the vertices of a row so that its weighted sum changes by K times a vector."""
    for k in range(4):
        i = vertices[row, k]
        store(values, i, along(load(values, i), weights[row, k] * inverse_masses[i], change))


@kernel
def part_stencils(stencils, inverse_masses, points, thickness, touching):
    """Move points along normals until rows are ``thickness`` apart, one pass; how many rows moved.

    ``touching`` is set for rows that are at most so far apart.
    """
    vertices, weights, normals = stencils
    moved = 0
    for row in range(len(vertices)):
        normal = load(normals, row)
        missing = thickness + dot(normal, weighted_sum(vertices, weights, points, row))
        if missing < 0.0:
            continue
        touching[row] = True
        k = compliance(vertices, weights, inverse_masses, row)
        if missing > 0.0 and k > 0.0:
            push = scale(-missing / k, normal)
            change_sum(vertices, weights, inverse_masses, points, row, push)
            moved += 1
    return moved


@kernel
def stop_stencils(stencils, inverse_masses, velocities, touching, friction):
    """Take away the speed of approach of touching rows, one pass; how many rows approached.

    Sliding speed is reduced by ``friction`` times the speed of approach, and not turned around.
    """
    vertices, weights, normals = stencils
    changed = 0
    for row in range(len(vertices)):
        if not touching[row]:
            continue
        normal = load(normals, row)
        relative = weighted_sum(vertices, weights, velocities, row)
        closing = dot(normal, relative)
        k = compliance(vertices, weights, inverse_masses, row)
        if not (closing > 0.0 and k > 0.0):
            continue
        change = scale(-closing / k, normal)
        sliding = along(relative, -closing, normal)
        speed = sqrt(norm_sq(sliding))
        if friction > 0.0 and speed > 0.0:
            change = along(change, -min(friction * closing / speed, 1.0) / k, sliding)
        change_sum(vertices, weights, inverse_masses, velocities, row, change)
        changed += 1
    return changed
