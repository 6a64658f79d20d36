"""Contact forces by penalty: springs and dampers where bodies penetrate."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar
from impinge.response.quantities import as_column, as_numbers, as_vectors


def penalty_forces(
    depths: ArrayLike,
    normals: ArrayLike,
    speeds: ArrayLike,
    *,
    stiffness: ArrayLike,
    damping: ArrayLike = 0.0,
    friction: ArrayLike = 0.0,
    smooth_depth: float = 0.0,
) -> Array:
    """Forces on B of springs at contacts; A gets the opposite ones.

    The spring is quadratic up to ``smooth_depth``, k d^2 / (2 s), and linear beyond, k (d - s / 2):
    the force has no kink where contact begins. Damping adds -c v_n. The sum never pulls, and is
    zero where nothing penetrates. Friction is Coulomb's, against the sliding velocity.

    Parameters
    ----------
    depths : (m,) array_like
        Penetration depths [m]; no force where zero or negative.
    normals : (m, 3) array_like
        Unit vectors from A to B.
    speeds : (m, 3) array_like
        Velocity of B's point minus that of A's [m/s].
    stiffness, damping, friction : float or (m,) array_like
        k [N/m], c [N s/m], and the coefficient of friction; none is negative.
    smooth_depth : float, optional
        s [m].

    Returns
    -------
    (m, 3) float64
        Forces [N].

    Examples
    --------
    >>> penalty_forces([0.01], [[0, 0, 1]], [[1, 0, 0]], stiffness=1e4, friction=0.5)
    array([[-50.,   0., 100.]])
    """
    deep = np.atleast_1d(as_numbers(depths, "depths", "shape (m,)"))
    m = deep.size
    axes, velocities = as_vectors(normals, "normals", m, unit=True), as_vectors(speeds, "speeds", m)
    depth = np.maximum(as_column(deep, "depths", m), 0.0)
    spring, damper, rough = (
        as_column(values, name, m, least=0.0)
        for values, name in ((stiffness, "stiffness"), (damping, "damping"), (friction, "friction"))
    )
    smooth = as_scalar(smooth_depth, "smooth_depth")
    force = spring * (depth - 0.5 * smooth)
    if smooth > 0.0:
        # The ratio first: the square of a small depth underflows.
        force = np.where(
            depth < smooth, 0.5 * spring * depth * (np.minimum(depth, smooth) / smooth), force
        )
    opening = (velocities * axes).sum(axis=1)
    force = np.where(depth > 0.0, np.maximum(force - damper * opening, 0.0), 0.0)
    sliding = velocities - opening[:, None] * axes
    # The size first: squares of large speeds overflow, those of small ones underflow.
    size = np.abs(velocities).max(axis=1, initial=0.0)
    sliding /= np.where(size > 0.0, size, 1.0)[:, None]
    length = np.linalg.norm(sliding, axis=1)
    # Sliding that is rounding of zero has no direction.
    slides = length > 1e-14
    share = np.where(slides, rough * force / np.where(slides, length, 1.0), 0.0)
    return np.asarray(force[:, None] * axes - share[:, None] * sliding)
