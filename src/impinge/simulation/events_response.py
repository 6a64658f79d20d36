"""What contacts do to velocities: at rest over a step, and at an impact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.response import (
    Masses,
    acceleration_bounds,
    impact_bounds,
    normal_rates,
    project,
    solve_contacts,
)
from impinge.simulation.bodies import Bodies
from impinge.simulation.contact_set import ContactSet
from impinge.simulation.events_contacts import is_flat

SWEEPS = 200
"""Of the solver with friction, at first."""
LOOSE, VISITS = 1e-5, 200_000
"""Residual above which it goes on, as with a light body under a heavy one; most contacts that it
visits then."""
STIFFNESS = 0.2
"""Share of the missing distance that a contact with a force recovers in a step."""
GAIN = 1e-12
"""Relative gain of kinetic energy that is rounding."""


class Distances(NamedTuple):
    """Security distances [m], and the speed [m/s] above which bodies bounce."""

    reposition: float
    security: float
    broken: float
    touch: float
    speed: float

    @property
    def tolerance(self) -> float:
        """Of continuous checks [m]: less than the gap that is left at an impact."""
        return 0.1 * self.touch


def solve(
    bodies: Bodies, velocities: Array, contacts: ContactSet, bounds: Array, solver: str | None,
    start: Array | None = None,
) -> tuple[Array, Array]:  # fmt: skip
    """Velocities with rows . v >= bounds, and impulses on B (m, 3).

    With friction if the solver is "iterative"; without a solver it is that, unless no body has
    friction.

    Gauss-Seidel ends with a small error. A projection removes it, so that no gap closes faster than
    its bound.
    """
    rows, masses = contacts.rows(bodies), bodies.masses()
    impulses = np.zeros((contacts.number, 3))
    if solver is None:
        solver = "iterative" if bodies.friction.any() else "motion"
    if solver == "iterative":
        friction = bodies.pair_friction(contacts.pairs)
        if start is None or not start.any():
            # Without it, the first corner of a box that lands takes more than its share.
            smooth = project(velocities, masses, rows, bounds)
            start = smooth.multipliers[:, None] * rows.normals
        found = solve_contacts(
            velocities, masses, rows, bounds, friction, iterations=SWEEPS, start=start
        )
        if found.residual > LOOSE:
            more = max(VISITS // contacts.number, SWEEPS)
            found = solve_contacts(
                velocities, masses, rows, bounds, friction, iterations=more, start=found
            )
        velocities, impulses = found.motion, np.array(found.impulses)
        solver = "motion"
    last = project(velocities, masses, rows, bounds, method=solver)
    return last.motion, impulses + last.multipliers[:, None] * rows.normals


def rest_bounds(bodies: Bodies, contacts: ContactSet, distances: Distances, dt: float) -> Array:
    """Bounds of velocities after ``dt`` at contacts that last; -inf at others.

    Equation 27, times ``dt``: a gap above the security distance may close down to it, one below
    stays. Contacts that close so fast that they will bounce are left to impacts. A curved surface
    touches with another point each instant: there the normal is taken as constant.
    """
    rows = contacts.rows(bodies)
    gaps = contacts.separations
    bounds = -np.maximum(gaps - distances.security, 0.0) / dt
    sharp = np.array([is_flat(shape) for shape in bodies.shapes], np.bool_)[contacts.pairs]
    sharp |= np.column_stack([contacts.natures // 3, contacts.natures % 3]) == 0
    spins_a, spins_b = (bodies.velocities[side, 3:] for side in contacts.pairs.T)
    rates = normal_rates(contacts.normals, spins_a, spins_b, contacts.natures)
    curvatures = acceleration_bounds(rows, bodies.velocities, rates)
    bounds += np.where(sharp.all(axis=1), dt * curvatures, 0.0)
    # The path of the step is not curved as that of the equation: it must not use up the gap.
    bounds = np.maximum(bounds, -np.maximum(gaps - distances.reposition, 0.0) / dt)
    speeds = rows.matrix() @ bodies.velocities.ravel()
    bounces = (bodies.pair_restitution(contacts.pairs) > 0.0) & (speeds <= -distances.speed)
    return np.where(bounces, -np.inf, bounds)


def recovery_speeds(contacts: ContactSet, distances: Distances, dt: float) -> Array:
    """(m,) float64: speeds at which gaps below the security distance open (Eq. 29) [m/s].

    Of contacts with a force only: others would drift apart.
    """
    missing = np.maximum(distances.security - contacts.separations, 0.0)
    return np.asarray(STIFFNESS * missing / dt)


def respond(
    bodies: Bodies, contacts: ContactSet, distances: Distances, solver: str | None
) -> tuple[Array, int]:
    """Velocities after an impact, and how many pairs of bodies hit.

    Bodies bounce where they approach each other faster than the threshold. Several contacts at once
    may raise the kinetic energy by Newton's law of restitution [Redon2006]_: then they bounce less.
    """
    before = bodies.velocities
    rows = contacts.rows(bodies)
    speeds = rows.matrix() @ before.ravel()
    bounce = bodies.pair_restitution(contacts.pairs) * (speeds < -distances.speed)
    after = solve(bodies, before, contacts, impact_bounds(rows, before, bounce), solver)[0]
    hits = len(np.unique(contacts.pairs[speeds < 0.0], axis=0))
    masses = bodies.masses()
    most = kinetic(masses, before) * (1.0 + GAIN)
    if bounce.any() and kinetic(masses, after) > most:
        rest = solve(bodies, before, contacts, np.zeros(contacts.number), solver)[0]
        after = rest + _largest_share(masses, rest, after, most) * (after - rest)
    return after, hits


def energies(bodies: Bodies, gravity: Array) -> Array:
    """(n,) float64: kinetic and potential energy of each body [J]; 0 of fixed ones."""
    v = bodies.velocities
    spin = np.einsum("ni,nij,nj->n", v[:, 3:], bodies.world_inertia(), v[:, 3:])
    mass = np.where(bodies.fixed, 0.0, bodies.mass)
    found = 0.5 * mass * (v[:, :3] ** 2).sum(axis=1) - mass * (bodies.centres @ gravity)
    return np.asarray(found + np.where(bodies.fixed, 0.0, 0.5 * spin))


def kinetic(masses: Masses, velocities: Array) -> float:
    """Kinetic energy of bodies that are not fixed [J]."""
    return 0.5 * _product(masses, velocities, velocities)


def _product(masses: Masses, a: Array, b: Array) -> float:
    free = np.isfinite(masses.masses)
    linear = (masses.masses[free, None] * a[free, :3] * b[free, :3]).sum()
    spin = np.einsum("ni,nij,nj->", a[free, 3:], masses.inertias[free], b[free, 3:])
    return float(linear + spin)


def _largest_share(masses: Masses, low: Array, high: Array, most: float) -> float:
    """The largest s of 0 to 1 for which low + s (high - low) has at most an energy."""
    way = high - low
    a, b = _product(masses, way, way), 2.0 * _product(masses, low, way)
    c = _product(masses, low, low) - 2.0 * most
    if a <= 0.0 or c > 0.0:
        return 0.0
    return float(np.clip((-b + np.sqrt(b * b - 4.0 * a * c)) / (2.0 * a), 0.0, 1.0))
