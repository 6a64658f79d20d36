"""Masses and inertias of bodies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.response.quantities import as_numbers, refuse

ASYMMETRY = 1e-9
"""How far an inertia may be from symmetric, or from the triangle inequality, relative."""
SINGULAR = 1e-14
"""Least ratio of principal moments: below, the smallest is rounding of zero."""


class Masses:
    """Masses and inertias of n bodies.

    Parameters
    ----------
    masses : (n,) array_like
        Positive [kg]. ``inf``: the body keeps its motion whatever pushes it.
    inertias : (n, 3, 3) array_like
        About the centres of mass, world frame [kg m^2]. Those of fixed bodies are not used.

    Attributes
    ----------
    masses, inertias
        As given, read-only float64.

    Raises
    ------
    ImpingeError
        If a mass is not positive, or an inertia is not symmetric, not positive definite, or
        violates the triangle inequality of principal moments, which no distribution of mass does.

    Examples
    --------
    >>> Masses([2.0, float("inf")], [np.eye(3), np.eye(3)])
    Masses(2 bodies, 1 fixed)
    """

    __slots__ = ("_inertias", "_masses", "_whitening")

    def __init__(self, masses: ArrayLike, inertias: ArrayLike) -> None:
        kilograms = as_numbers(masses, "masses", ("n",))
        refuse(~(kilograms > 0.0), kilograms, "masses", "is not positive")
        n = len(kilograms)
        tensors = as_numbers(inertias, "inertias", f"({n}, 3, 3)")
        if tensors.shape == (0,):
            tensors = tensors.reshape(0, 3, 3)
        if tensors.shape != (n, 3, 3):
            raise ImpingeError(f"inertias: expected shape ({n}, 3, 3), got {tensors.shape}")
        free = np.isfinite(kilograms)
        used = np.where(free[:, None, None], tensors, np.eye(3))
        _check_inertias(used, tensors)
        whitening = np.zeros((n, 6, 6))
        linear = np.where(free, 1.0 / np.sqrt(kilograms), 0.0)
        whitening[:, range(3), range(3)] = linear[:, None]
        turning = np.linalg.inv(np.linalg.cholesky(0.5 * (used + used.transpose(0, 2, 1))))
        whitening[:, 3:, 3:] = np.where(free[:, None, None], turning.transpose(0, 2, 1), 0.0)
        if not np.isfinite(whitening).all():
            row = int(np.argmin(np.isfinite(whitening).all(axis=(1, 2))))
            raise ImpingeError(f"masses: row {row} is too small to be divided by")
        self._masses, self._inertias, self._whitening = kilograms, tensors, whitening

    @property
    def masses(self) -> Array:
        return frozen(self._masses)

    @property
    def inertias(self) -> Array:
        return frozen(self._inertias)

    @property
    def whitening(self) -> Array:
        """(n, 6, 6) float64: W with W W^T = M^-1 of each body; zero for fixed ones."""
        return frozen(self._whitening)

    def __len__(self) -> int:
        return len(self._masses)

    def __repr__(self) -> str:
        fixed = int(np.isinf(self._masses).sum())
        return f"Masses({len(self)} bodies, {fixed} fixed)"


def _check_inertias(used: Array, given: Array) -> None:
    refuse(~np.isfinite(used), given, "inertias", "is not finite")
    size = np.abs(used).max(axis=(1, 2), initial=0.0)
    uneven = np.abs(used - used.transpose(0, 2, 1)).max(axis=(1, 2), initial=0.0)
    refuse(uneven > ASYMMETRY * size, given, "inertias", "is not symmetric")
    moments = np.linalg.eigvalsh(used)
    singular = ~(moments[:, 0] > SINGULAR * moments[:, 2])
    refuse(singular, given, "inertias", "is not positive definite")
    impossible = moments[:, 0] + moments[:, 1] < (1.0 - ASYMMETRY) * moments[:, 2]
    reason = "is of no body: its largest principal moment exceeds the sum of the others"
    refuse(impossible, given, "inertias", reason)
