"""Bodies that move at given velocities over a step."""

from math import cos, sin, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, rotation_of, times, transposed
from impinge.core.vec import dot, load, scale, vector_of

SMALL = 1e-4
"""Angle below which series are more accurate than quotients."""


@inlined
def turned_on(rotation, angles):
    """A rotation turned on by a rotation vector, and made orthonormal to rounding."""
    square = dot(angles, angles)
    angle = sqrt(square)
    if angle < SMALL:
        s, c = 1.0 - square / 6.0, 0.5 - square / 24.0
    else:
        s, c = sin(angle) / angle, (1.0 - cos(angle)) / square
    x, y, z = angles
    turn = (
        1.0 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y,
        c * x * y + s * z, 1.0 - c * (x * x + z * z), c * y * z - s * x,
        c * x * z - s * y, c * y * z + s * x, 1.0 - c * (x * x + y * y),
    )  # fmt: skip
    made = times(turn, rotation)
    g = times(transposed(made), made)
    half = (
        1.5 - 0.5 * g[0], -0.5 * g[1], -0.5 * g[2],
        -0.5 * g[3], 1.5 - 0.5 * g[4], -0.5 * g[5],
        -0.5 * g[6], -0.5 * g[7], 1.5 - 0.5 * g[8],
    )  # fmt: skip
    return times(made, half)


@inlined
def spin_of(rotation, inverse, momentum):
    """Spin of a body from its angular momentum, both in the world frame."""
    return apply(rotation, apply(inverse, apply_transposed(rotation, momentum)))


@kernel
def turn_rows(rotations, angles, found):
    """Rotations turned on by rotation vectors."""
    for i in range(len(rotations)):
        made = turned_on(rotation_of(rotations[i]), load(angles, i))
        for c in range(9):
            found[i, c // 3, c % 3] = made[c]


@kernel
def move_rows(rotations, inertia, inverses, velocities, dt, found, after):
    """Rotations after a step, and velocities: the spin is taken at the middle of the step.

    Angular momentum is kept, energy to second order. Inertias and inverses are in body frames; an
    inverse of zero is a fixed body.
    """
    for i in range(len(rotations)):
        rotation, spin = rotation_of(rotations[i]), vector_of(velocities[i, 3:])
        inverse = rotation_of(inverses[i])
        inner = apply(rotation_of(inertia[i]), apply_transposed(rotation, spin))
        momentum = apply(rotation, inner)
        middle = spin_of(turned_on(rotation, scale(0.5 * dt, spin)), inverse, momentum)
        made = turned_on(rotation, scale(dt, middle))
        spin = spin_of(made, inverse, momentum)
        for c in range(3):
            after[i, c] = velocities[i, c]
            after[i, 3 + c] = spin[c]
        for c in range(9):
            found[i, c // 3, c % 3] = made[c]
