"""Responses of surfaces whose features are near each other: forces, or changes of their motion."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.options import as_choice
from impinge.narrow.proximities import Proximities
from impinge.response.kernels.stencil_passes import part_stencils, stop_stencils
from impinge.response.quantities import as_vectors, as_vertex_masses, refuse_infinite
from impinge.response.stencils import gather, scatter, stencils_of

SHAPES = ("linear", "cubic")
MOST_PASSES = 10_000


def mechanical(
    proximities: Proximities,
    masses: ArrayLike,
    velocities: ArrayLike,
    *,
    thickness: float,
    stiffness: float,
    shape: str = "linear",
    damping: float = 0.0,
    friction: float = 0.0,
) -> Array:
    """Forces on vertices that keep features of a surface ``thickness`` apart.

    Each row of the proximities with a distance d below ``thickness`` h is a spring between its
    closest points. It pushes with k (h - d) plus c times the speed of approach, never pulls, and
    the force is shared by the vertices of the row, by weight.

    Parameters
    ----------
    proximities : Proximities
        Of :func:`impinge.narrow.proximities`, found with ``thickness`` or more.
    masses : (n,) array_like
        Of the vertices [kg], above zero; inf for a driven vertex.
    velocities : (n, 3) array_like
        Of the vertices [m/s].
    thickness : float
        h [m].
    stiffness : float
        k [N/m] of each row.
    shape : str, optional
        ``"linear"``: k (h - d), with energy k (h - d)^2 / 2. ``"cubic"``: k (h - d)^3 / h^2, with
        energy k (h - d)^4 / (4 h^2). The cubic force and its slope are zero at d = h, so a force
        begins without a jump of its derivative; both are k h at d = 0.
    damping : float, optional
        c [N s/m].
    friction : float, optional
        Coefficient mu. The force against a sliding speed v is the lesser of mu times the normal
        force and sqrt(k m) v, with m the mass that the row's points resist with: explicit
        integration that is stable for the springs is stable for friction.

    Returns
    -------
    (n, 3) float64
        Forces [N]. They sum to zero; without friction so do their moments.

    Raises
    ------
    ImpingeError
        If an argument is not usable; the message names argument and row.

    See Also
    --------
    geometrical : changes of positions and velocities instead of forces.

    Notes
    -----
    A step dt of an explicit method is stable up to about k dt^2 < 0.25 m for the mass m of a vertex
    and the stiffness of all its rows together, three times less for the cubic spring. Pairs whose
    closest points lie on an edge or vertex shared by several features are rows of their own: their
    springs add up.

    Examples
    --------
    >>> import numpy as np
    >>> import impinge as im
    >>> from impinge.narrow import proximities
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> above = [[0.25, 0.25, 0.01], [1, 1, 1], [0, 1, 1]]
    >>> near = proximities(im.Mesh(corners + above, [[0, 1, 2], [3, 4, 5]]), 0.02)
    >>> forces = mechanical(near, np.ones(6), np.zeros((6, 3)), thickness=0.02, stiffness=100.0)
    >>> forces[:4, 2]
    array([-0.5 , -0.25, -0.25,  1.  ])
    """
    weight = as_vertex_masses(masses, "masses")
    speeds = as_vectors(velocities, "velocities", len(weight))
    gap, spring = as_scalar(thickness, "thickness"), as_scalar(stiffness, "stiffness")
    damper, rough = as_scalar(damping, "damping"), as_scalar(friction, "friction")
    cubic = as_choice(shape, "shape", SHAPES) == "cubic"
    rows = stencils_of(proximities, len(weight))
    vertices, weights, distance, normal = rows.where(rows.distance < gap)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        relative = gather(speeds, vertices, weights)
        closing = (relative * normal).sum(axis=1)
        # The ratio first: powers of small lengths underflow.
        force = (gap - distance) * (spring * ((gap - distance) / gap) ** 2 if cubic else spring)
        force = np.maximum(force + damper * closing, 0.0)
        sliding = relative - closing[:, None] * normal
        speed = np.linalg.norm(sliding, axis=1)
        # A row of driven vertices resists with an infinite mass: full friction, whatever the speed.
        inertia = 1.0 / (weights**2 / weight[vertices]).sum(axis=1)
        drag = np.fmin(rough * force, np.sqrt(spring * inertia) * speed)
        share = drag / np.where(speed > 0.0, speed, 1.0)
        pushes = -force[:, None] * normal - share[:, None] * sliding
        total = scatter(pushes, vertices, weights, len(weight))
    refuse_infinite(total, "stiffness: the force on vertex {} is too large for a float64")
    return total


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
    refuse_infinite(points, "vertices: row {} is too large to be moved in float64")
    refuse_infinite(speeds, "velocities: row {} is too large to be moved in float64")
    return points, speeds
