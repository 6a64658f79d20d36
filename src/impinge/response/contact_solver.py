"""Impulses at contacts with Coulomb friction, by Gauss-Seidel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.response.contact_rows import ContactRows
from impinge.response.kernels.gauss_seidel import sweep_cones
from impinge.response.masses import Masses
from impinge.response.projection import SolverStatus
from impinge.response.quantities import as_bounds, as_column, as_motion, as_vectors

MOST_SWEEPS = 10_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Motion and impulses at contacts with friction.

    Attributes
    ----------
    motion : (n, 6) float64
        After the impulses; shaped as given.
    impulses : (m, 3) float64
        On B, world frame; A gets the opposite ones.
    residual : float
        The largest error of a contact's law, relative to the largest bound or contact velocity.
    iterations : int
        Sweeps over all contacts.
    status : SolverStatus
        SOLVED if the residual is not above the tolerance, else OUT_OF_BUDGET.
    """

    motion: Array
    impulses: Array
    residual: float
    iterations: int
    status: SolverStatus


def solve_contacts(
    motion: ArrayLike,
    mass: Masses,
    rows: ContactRows,
    bounds: ArrayLike,
    friction: ArrayLike,
    *,
    iterations: int = 50,
    tolerance: float = 1e-8,
    start: Solution | ArrayLike | None = None,
) -> Solution:
    """Impulses that open gaps at least as fast as the bounds, with Coulomb friction.

    Each contact sticks, or slides with the friction against its velocity; normal impulses do not
    pull, and are zero where the gap opens faster than its bound. Contacts are visited in turn,
    again and again.

    Parameters
    ----------
    motion : (n, 6) array_like
        Velocities before the impulses.
    mass : Masses
    rows : ContactRows
    bounds : (m,) array_like
        ``-inf``: the contact is left out.
    friction : float or (m,) array_like
        Coefficients, not negative.
    iterations : int, optional
        Most sweeps.
    tolerance : float, optional
        Residual at which to stop.
    start : Solution or (m, 3) array_like, optional
        An earlier result for as many contacts, or its impulses.

    Returns
    -------
    Solution

    Examples
    --------
    A body that slides over the ground with enough friction to stop it; it begins to turn:

    >>> from impinge.response import contact_rows
    >>> rows = contact_rows([[-1, 0]], [[0, 0, 0]], [[0, 0, 0]], [[0, 0, 1]], [[0, 0, 1]])
    >>> ball = Masses([1.0], [0.4 * np.eye(3)])
    >>> found = solve_contacts([[0.1, 0, -1, 0, 0, 0]], ball, rows, [0.0], 0.5)
    >>> (found.motion + 0.0).round(6)
    array([[0.071429, 0.      , 0.      , 0.      , 0.071429, 0.      ]])
    """
    if not isinstance(mass, Masses):
        raise ImpingeError(f"mass: expected Masses, got {type(mass).__name__}")
    if not isinstance(rows, ContactRows):
        raise ImpingeError(f"rows: expected ContactRows, got {type(rows).__name__}")
    n, m = len(mass), len(rows)
    if rows.bodies != n:
        raise ImpingeError(f"rows: of {rows.bodies} bodies, expected {n}, as the mass has")
    given, shape = as_motion(motion, "motion", 6 * n)
    least = as_bounds(bounds, m)
    rough = as_column(friction, "friction", m, least=0.0)
    budget = as_whole(iterations, "iterations", 1, MOST_SWEEPS)
    goal = as_scalar(tolerance, "tolerance")
    frames = _frames(rows.normals)
    impulses = _first_impulses(start, frames, least, rough)

    jacobian = np.stack([rows.along(frames[:, axis]) for axis in range(3)], axis=1)
    padded = np.concatenate([mass.whitening, np.zeros((1, 6, 6))])[rows.pairs]
    # M^-1 J^T of each contact, for three axes and two bodies.
    inverses = padded @ padded.transpose(0, 1, 3, 2)
    change = np.ascontiguousarray(np.einsum("mbij,mabj->mabi", inverses, jacobian))
    inverse = np.ascontiguousarray(np.einsum("mabi,mcbi->mac", jacobian, change))
    if not np.isfinite(inverse).all():
        raise ImpingeError("rows: too large beside the mass, products overflow")
    pairs = np.where(rows.pairs < 0, n, rows.pairs)
    velocities = np.vstack([given.reshape(-1, 6), np.zeros((1, 6))])
    known = np.isfinite(least)
    before = np.einsum("mabi,mbi->ma", jacobian, velocities[pairs])[known]
    scale = float(max(np.abs(before).max(initial=0.0), np.abs(least[known]).max(initial=0.0)))
    moves = np.einsum("mabi,ma->mbi", change, impulses)
    np.add.at(velocities, pairs, moves)

    sweeps, residual = sweep_cones(
        jacobian, change, pairs, inverse, least, rough, impulses, velocities, goal * scale, budget
    )
    residual = residual / scale if scale > 0.0 else residual
    # Contacts between fixed bodies have no impulse: what they lack stays.
    fixed = known & (inverse[:, 0, 0] <= 0.0)
    if fixed.any():
        gaps = (least - np.einsum("mbi,mbi->m", jacobian[:, 0], velocities[pairs]))[fixed]
        residual = max(residual, float(gaps.max()) / (scale or 1.0))
    status = SolverStatus.SOLVED if residual <= goal else SolverStatus.OUT_OF_BUDGET
    world = np.einsum("ma,mai->mi", impulses, frames)
    return Solution(velocities[:n].reshape(shape), world, float(residual), sweeps, status)


def _frames(normals: Array) -> Array:
    """(m, 3, 3) float64: normal and two tangents as rows."""
    axes = np.eye(3)[np.argmin(np.abs(normals), axis=1)] if len(normals) else np.zeros((0, 3))
    first = np.cross(normals, axes)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return np.stack([normals, first, np.cross(normals, first)], axis=1)


def _first_impulses(start: Any, frames: Array, least: Array, rough: Array) -> Array:
    """Impulses in the frames of contacts to begin with, within the cones."""
    m = len(frames)
    if start is None:
        return np.zeros((m, 3))
    given = as_vectors(start.impulses if isinstance(start, Solution) else start, "start", m)
    local = np.asarray(np.einsum("mai,mi->ma", frames, given))
    local[:, 0] = np.where(np.isfinite(least), np.maximum(local[:, 0], 0.0), 0.0)
    length = np.linalg.norm(local[:, 1:], axis=1)
    limit = rough * local[:, 0]
    local[:, 1:] *= np.where(length > limit, limit / np.maximum(length, 1e-300), 1.0)[:, None]
    return np.ascontiguousarray(local)
