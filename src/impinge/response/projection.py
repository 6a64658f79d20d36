"""Gauss' principle: the least change of a motion that meets the bounds of contacts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.core.rows import Status
from impinge.response.contact_rows import ContactRows
from impinge.response.kernels import nearest_point
from impinge.response.kernels.active_set import solve_active_set
from impinge.response.kernels.gauss_seidel import sweep_rows
from impinge.response.kernels.nearest_point import INFEASIBLE, SOLVED
from impinge.response.kernels.pivoting import multiply_rows, solve_pivoting
from impinge.response.kernels.projection import (
    ACCEPTED,
    COMPROMISE,
    REFUSED,
    combine_rows,
    judge,
    project_contacts,
    scale_rows,
    whiten_contacts,
)
from impinge.response.masses import ASYMMETRY, Masses
from impinge.response.quantities import as_bounds, as_motion, as_numbers, refuse

SWEEPS = 20_000
"""Most sweeps of the iterative method."""
CONVERGED = 1e-13
"""Largest change of a weight in the last sweep, relative."""
RESTARTS = 4
"""How often pivots in contact space begin anew."""
NOTHING = np.zeros(0)
FLOAT64 = np.dtype(np.float64)


class SolverStatus(Status):
    """How a solver ended."""

    SOLVED = nearest_point.SOLVED
    """The result meets all conditions to the residual it states."""
    INFEASIBLE = nearest_point.INFEASIBLE
    """Proved: no motion meets all bounds."""
    OUT_OF_BUDGET = nearest_point.OUT_OF_BUDGET
    """Ended before; the residual says how far the result is."""


STATUSES = tuple(SolverStatus)


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """The motion nearest to the one given that meets the bounds.

    Attributes
    ----------
    motion : (n, 6) or (d,) float64
        Shaped as given. If INFEASIBLE, a compromise: a few sweeps of Gauss-Seidel.
    multipliers : (m,) float64
        Not negative: M (motion - given) is their combination of rows. Impulses, if motions are
        velocities; forces, if they are accelerations.
    active : (m,) bool
        Where multipliers are positive.
    residual : float
        The largest error of the conditions of optimality, relative to the largest bound or change.
    iterations : int
        Changes of the active set after the start (``"motion"``, ``"contact"``), or sweeps.
    status : SolverStatus
        SOLVED, INFEASIBLE or OUT_OF_BUDGET.
    """

    motion: Array
    multipliers: Array
    active: Flags
    residual: float
    iterations: int
    status: SolverStatus


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Unit rows in coordinates in which the mass is one; the largest of their bounds is one."""

    rows: tuple[Ids, Ids, Array]
    bounds: Array
    noise: float
    size: int
    """Number of coordinates."""


def project(
    motion: ArrayLike,
    mass: Masses | ArrayLike,
    rows: Any,
    bounds: ArrayLike,
    *,
    method: str = "motion",
    start: Projection | None = None,
) -> Projection:
    """The least change of a motion, in the metric of the mass, so that ``rows @ motion >= bounds``.

    Gauss' principle of least constraint, for contacts without friction; section 6 of [Redon2006]_.

    Parameters
    ----------
    motion : (n, 6) or (d,) array_like
        Accelerations, velocities or displacements without contacts.
    mass : Masses, or (d, d) array_like
        Symmetric and positive definite. What has infinite mass keeps its motion.
    rows : ContactRows, or (m, d) array_like or sparse
    bounds : (m,) array_like
        ``-inf``: none.
    method : {"motion", "contact", "iterative"}, optional
        ``"motion"``: nearest point of a polyhedral cone, by an active set; memory grows with the
        rows and the square of active ones. ``"contact"``: the linear complementarity problem in
        contact space, by principal pivots; memory grows with the square of the rows.
        ``"iterative"``: projected Gauss-Seidel; converges slowly, cannot prove infeasibility.
    start : Projection, optional
        An earlier result with as many rows: its active rows, or multipliers, are where to begin.
        The motion is the same up to rounding; multipliers of redundant rows may differ.

    Returns
    -------
    Projection

    Raises
    ------
    ImpingeError
        If shapes do not fit, numbers are not finite, or the mass is not positive definite.

    Examples
    --------
    A ball that hits two at rest, all three touching, without losing energy:

    >>> from impinge.response import Masses, contact_rows, impact_bounds
    >>> masses = Masses(np.ones(3), [0.4 * np.eye(3)] * 3)
    >>> rows = contact_rows([[0, 1], [1, 2]], [[1, 0, 0], [3, 0, 0]], [[1, 0, 0], [3, 0, 0]],
    ...                     [[1, 0, 0], [1, 0, 0]], [[0, 0, 0], [2, 0, 0], [4, 0, 0]])
    >>> before = np.zeros((3, 6))
    >>> before[0, 0] = 1.0
    >>> after = project(before, masses, rows, impact_bounds(rows, before, 1.0))
    >>> after.motion[:, 0].round(12)
    array([-0.33333333,  0.66666667,  0.66666667])
    """
    as_choice(method, "method", METHODS)
    if method == "motion" and type(rows) is ContactRows and type(mass) is Masses:
        found = _projected_contacts(motion, mass, rows, bounds, start)
        if found is not None:
            return found
    given, shape, arrays, unwhiten, reached, sizes = _whitened(motion, mass, rows)
    m = len(arrays[0]) - 1
    least = as_bounds(bounds, m)
    if start is not None and (not isinstance(start, Projection) or len(start.multipliers) != m):
        raise ImpingeError(f"start: expected a Projection of {m} rows")

    lengths = np.empty(m)
    heights, kept, scale, noise, stuck = scale_rows(arrays, least, reached, sizes, lengths)
    if np.isnan(stuck):
        raise ImpingeError("rows: too large beside the mass, products overflow")
    problem = _Problem(arrays, heights, noise, given.size)
    weights = np.zeros(len(kept))
    if start is not None:
        weights = start.multipliers[kept] * lengths[kept] / scale
    weights, code, iterations = METHODS[method](problem, weights)
    if code == INFEASIBLE:
        weights, _, _ = _by_sweeps(problem, np.zeros(len(kept)), COMPROMISE)

    y = np.empty(given.size)
    residual = combine_rows(problem.rows, problem.bounds, weights, y)
    multipliers = np.zeros(m)
    multipliers[kept] = weights * scale / lengths[kept]
    code, residual = judge(code, residual, stuck)
    return Projection(
        (given + unwhiten(scale * y)).reshape(shape), multipliers, multipliers > 0.0,
        residual, iterations, SolverStatus(code),
    )  # fmt: skip


def _projected_contacts(
    motion: Any, mass: Masses, rows: ContactRows, bounds: Any, start: Any
) -> Projection | None:
    """All in one compiled call, for arrays of float64; None: the caller takes the checked path."""
    if not (type(motion) is type(bounds) is np.ndarray and motion.dtype == bounds.dtype == FLOAT64):
        return None
    pairs, blocks = rows._arrays[:2]
    n, m = len(mass), len(pairs)
    if n != rows.bodies or bounds.shape != (m,) or motion.shape not in ((n, 6), (6 * n,)):
        return None
    first = NOTHING
    if start is not None:
        if type(start) is not Projection or len(start.multipliers) != m:
            return None
        first = start.multipliers
    # Arrays of our own have the layout that the kernel was compiled for.
    moved, least = np.array(motion, order="C"), np.array(bounds, order="C")
    multipliers, active = np.empty(m), np.empty(m, np.bool_)
    code, iterations, residual = project_contacts(
        (pairs, blocks), mass._whitening, moved.reshape(-1), least, first, multipliers, active
    )
    if code == REFUSED:
        return None
    return Projection(moved, multipliers, active, residual, iterations, STATUSES[code])


def as_matrix(rows: Any) -> Any:
    """Rows as a sparse matrix (m, d), checked."""
    if isinstance(rows, ContactRows):
        return rows.matrix()
    from scipy.sparse import csr_array, issparse

    if issparse(rows):
        matrix = csr_array(rows)
        if matrix.dtype.kind not in "iuf":
            raise ImpingeError(f"rows: expected real numbers, got {matrix.dtype}")
        matrix = csr_array(matrix, dtype=np.float64)
        bad = ~np.isfinite(matrix.data)
        if bad.any():
            row = int(np.searchsorted(matrix.indptr, np.argmax(bad), side="right")) - 1
            raise ImpingeError(f"rows: row {row} is not finite")
        return matrix
    numbers = as_numbers(rows, "rows", "ContactRows or shape (m, d)")
    if numbers.ndim != 2:
        raise ImpingeError(f"rows: expected ContactRows or shape (m, d), got {numbers.shape}")
    refuse(np.isinf(numbers), numbers, "rows", "is not finite")
    return csr_array(numbers)


def _whitened(motion: ArrayLike, mass: Any, rows: Any) -> tuple[Any, ...]:
    """The motion, its shape, G = J W as sparse arrays, y -> W y, J a, and sizes of its terms."""
    if isinstance(mass, Masses):
        size, whitening = 6 * len(mass), mass.whitening
    else:
        whitening = _whitening_of(mass)
        size = len(whitening)
    width = 6 * rows.bodies if isinstance(rows, ContactRows) else None
    if isinstance(mass, Masses) and width == size:
        given, shape = as_motion(motion, "motion", size)
        reached, sizes = np.empty(len(rows)), np.empty(len(rows))
        arrays = whiten_contacts(rows._arrays[:2], mass._whitening, given, reached, sizes)
    else:
        from scipy.sparse import block_diag, csr_array

        matrix = as_matrix(rows)
        if matrix.shape[1] != size:
            raise ImpingeError(f"rows: {matrix.shape[1]} columns, expected {size}, as the mass has")
        given, shape = as_motion(motion, "motion", size)
        blocks = block_diag(list(whitening)) if whitening.ndim == 3 and size else whitening
        product = csr_array(matrix @ blocks)
        arrays = product.indptr.astype(np.int64), product.indices.astype(np.int64), product.data
        reached, sizes = matrix @ given, abs(matrix) @ np.abs(given)

    def unwhiten(y: Array) -> Array:
        if whitening.ndim == 2:
            return np.asarray(whitening @ y)
        return np.asarray((whitening @ y.reshape(-1, 6, 1)).ravel())

    return given, shape, arrays, unwhiten, reached, sizes


def _whitening_of(mass: ArrayLike) -> Array:
    """W with W W^T = M^-1, of a dense mass matrix."""
    matrix = as_numbers(mass, "mass", "Masses or shape (d, d)")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ImpingeError(f"mass: expected Masses or shape (d, d), got {matrix.shape}")
    refuse(np.isinf(matrix), matrix, "mass", "is not finite")
    uneven = np.abs(matrix - matrix.T) > ASYMMETRY * np.abs(matrix).max(initial=0.0)
    refuse(uneven, matrix, "mass", "is not symmetric")
    try:
        return np.ascontiguousarray(np.linalg.inv(np.linalg.cholesky(0.5 * (matrix + matrix.T))).T)
    except np.linalg.LinAlgError as error:
        raise ImpingeError("mass: not positive definite") from error


def _by_active_set(problem: _Problem, weights: Array) -> tuple[Array, int, int]:
    code, steps = solve_active_set(
        problem.rows, problem.bounds, problem.noise, weights, problem.size
    )
    return weights, code, steps


def _by_pivoting(problem: _Problem, weights: Array) -> tuple[Array, int, int]:
    m, y = len(problem.bounds), np.empty(problem.size)
    gram, tableau = np.empty((m, m)), np.empty((m, m))
    multiply_rows(problem.rows, y, gram)
    basic = (weights > 0.0).astype(np.int64)
    found, steps = np.empty(m), 0
    for _ in range(RESTARTS):
        np.copyto(tableau, gram)
        code, taken = solve_pivoting(tableau, problem.bounds, basic, found, 20 * m + 100)
        steps += taken
        chosen = np.flatnonzero(basic)
        weights = np.zeros(m)
        weights[chosen] = found[chosen]
        inner = gram[np.ix_(chosen, chosen)]
        for _ in range(2):
            missing = problem.bounds[chosen] - inner @ weights[chosen]
            weights[chosen] += _solved(inner, missing)
        weights = np.maximum(weights, 0.0)
        # Pivots accumulate rounding: begin again with the matrix as it was, where they ended.
        if code != SOLVED or combine_rows(problem.rows, problem.bounds, weights, y) <= ACCEPTED:
            break
    return weights, code, steps


def _solved(matrix: Array, values: Array) -> Array:
    try:
        return np.asarray(np.linalg.solve(matrix, values))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(matrix, values, rcond=None)[0])


def _by_sweeps(problem: _Problem, weights: Array, budget: int = SWEEPS) -> tuple[Array, int, int]:
    y = np.empty(problem.size)
    combine_rows(problem.rows, problem.bounds, weights, y)
    code, sweeps = sweep_rows(problem.rows, problem.bounds, weights, y, CONVERGED, budget)
    return weights, code, sweeps


METHODS: dict[str, Callable[[_Problem, Array], tuple[Array, int, int]]] = {
    "motion": _by_active_set,
    "contact": _by_pivoting,
    "iterative": _by_sweeps,
}
