"""Geometrical response: the least change of positions and velocities that keeps features apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.narrow.proximities import Proximities
from impinge.response.kernels.stencil_passes import part_stencils, stop_stencils
from impinge.response.quantities import as_vectors, as_vertex_masses
from impinge.response.stencils import gather, stencils_of

MOST_PASSES = 10_000


def geometrical(
    proximities: Proximities,
    masses: ArrayLike,
    vertices: ArrayLike,
    velocities: ArrayLike,
    *,
    thickness: float,
    friction: float = 0.0,
    passes: int = 10,
) -> tuple[Array, Array]:
    """Positions and velocities of vertices after contact.

    Rows of the proximities that are nearer than ``thickness`` are moved apart along their normals
    until the distance of their points is ``thickness``. The speed with which the points of such a
    row, and of rows that others push together, approach each other is taken away. Both are the
    least changes, weighted by masses.

    Parameters
    ----------
    proximities : Proximities
        Of :func:`impinge.narrow.proximities`, found with ``thickness`` or more.
    masses : (n,) array_like
        Of the vertices [kg], above zero; inf for a driven vertex, which keeps its motion.
    vertices : (n, 3) array_like
        Positions [m]; those at which the proximities were found, or later ones.
    velocities : (n, 3) array_like
        Of the vertices [m/s].
    thickness : float
        Distance to restore [m], not negative.
    friction : float, optional
        Coefficient mu: sliding speed is reduced by mu times the speed of approach that was taken
        away, down to zero.
    passes : int, optional
        How often all rows are gone through, vertices and faces first, each with what the rows
        before it have changed. Fewer if nothing is left to change.

    Returns
    -------
    vertices, velocities : (n, 3), (n, 3) float64
        Without driven vertices the centre of mass stays, and so does momentum.

    Raises
    ------
    ImpingeError
        If an argument is not usable; the message names argument and row.

    See Also
    --------
    mechanical : forces instead.

    Notes
    -----
    Weights and normals are those of the proximities: a single row ends exactly at ``thickness``,
    measured between the points that were closest. Rows that share vertices pull at each other, and
    approach their aims with the number of passes. Nothing is proved about the way from the old
    positions to the new.

    Examples
    --------
    >>> import numpy as np
    >>> import impinge as im
    >>> from impinge.narrow import proximities
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> above = [[0.25, 0.25, 0.01], [1, 1, 1], [0, 1, 1]]
    >>> mesh = im.Mesh(corners + above, [[0, 1, 2], [3, 4, 5]])
    >>> falling = np.zeros((6, 3))
    >>> falling[3] = [0, 0, -1]
    >>> masses = [np.inf, np.inf, np.inf, 1, 1, 1]
    >>> near = proximities(mesh, 0.02)
    >>> x, v = geometrical(near, masses, mesh.vertices, falling, thickness=0.02)
    >>> x[3], v[3]
    (array([0.25, 0.25, 0.02]), array([0., 0., 0.]))
    """
    with np.errstate(over="ignore"):
        inverse = 1.0 / as_vertex_masses(masses, "masses")
    points = as_vectors(vertices, "vertices", len(inverse))
    speeds = as_vectors(velocities, "velocities", len(inverse))
    gap, rough = as_scalar(thickness, "thickness"), as_scalar(friction, "friction")
    most = as_whole(passes, "passes", 1, MOST_PASSES)
    rows = stencils_of(proximities, len(inverse))
    stencils = rows.vertices, rows.weights, rows.normal
    # At the start; passes add the rows that others push together.
    with np.errstate(over="ignore", invalid="ignore"):
        sums = gather(points, rows.vertices, rows.weights)
        touching = gap + (sums * rows.normal).sum(axis=1) >= 0.0
    for _ in range(most):
        if not part_stencils(stencils, inverse, points, gap, touching):
            break
    for _ in range(most):
        if not stop_stencils(stencils, inverse, speeds, touching, rough):
            break
    for name, found in (("vertices", points), ("velocities", speeds)):
        finite = np.isfinite(found).all(axis=1)
        if not finite.all():
            row = int(np.argmin(finite))
            raise ImpingeError(f"{name}: row {row} is too large to be moved in float64")
    return points, speeds
