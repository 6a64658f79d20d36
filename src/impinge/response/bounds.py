"""Bounds that contacts put on accelerations, velocities and displacements."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.geometry.nature import Nature
from impinge.response.contact_rows import ContactRows
from impinge.response.projection import as_matrix
from impinge.response.quantities import as_column, as_motion, as_numbers, as_vectors, refuse

PARALLEL = 1e-12
"""Edges whose cross product is shorter than this, relative, have no common normal."""


def impact_bounds(rows: Any, velocities: ArrayLike, restitution: ArrayLike) -> Array:
    """Bounds of velocities after an impact, -e v_n; 0 where the gap opens already.

    Equation 28 of [Redon2006]_. :func:`~impinge.response.project` the velocities on them.

    Parameters
    ----------
    rows : ContactRows, or (m, d) array_like or sparse
    velocities : (n, 6) or (d,) array_like
        Before the impact.
    restitution : float or (m,) array_like
        From 0 to 1.

    Returns
    -------
    (m,) float64

    Examples
    --------
    >>> impact_bounds([[1.0, 0.0], [0.0, 1.0]], [-2.0, 3.0], 0.5)
    array([1., 0.])
    """
    matrix = as_matrix(rows)
    motion, _ = as_motion(velocities, "velocities", matrix.shape[1])
    bounce = as_column(restitution, "restitution", matrix.shape[0], 0.0, 1.0)
    # Adding zero turns -0.0 into 0.0.
    return np.asarray(-bounce * np.minimum(matrix @ motion, 0.0) + 0.0)


def acceleration_bounds(
    rows: ContactRows,
    velocities: ArrayLike,
    normal_rates: ArrayLike,
    separations: ArrayLike | None = None,
    *,
    security: float = 0.0,
    stiffness: float = 0.0,
    offset: float = 0.0,
) -> Array:
    """Bounds of accelerations at lasting contacts, so that gaps do not close.

    Equation 27 of [Redon2006]_: with the accelerations a of contact points,
    (a_b - a_a) . n + 2 (v_b - v_a) . dn/dt >= 0. Rows times accelerations (n, 6) have that part of
    a that depends on them; w x (w x r), which spins w add at lever arms r, goes to the bound. Where
    the separation d is below ``security``, Eq. 29 adds ``offset + stiffness * (security - d)``.

    Contact points are fixed to their bodies, as vertices are, and points of edges and faces. For a
    ball make rows with its centre as its point: they are the same rows, and what holds for the
    point that is in touch for an instant only does not enter.

    Parameters
    ----------
    rows : ContactRows
    velocities : (n, 6) array_like
    normal_rates : (m, 3) array_like
        dn/dt, see :func:`normal_rates` [1/s].
    separations : (m,) array_like, optional
        Distances at contacts [m], negative where they penetrate. A security distance needs them.
    security : float, optional
        Security distance [m].
    stiffness, offset : float, optional
        k [1/s^2] and K [m/s^2].

    Returns
    -------
    (m,) float64

    Examples
    --------
    >>> from impinge.response import contact_rows
    >>> rows = contact_rows([[-1, 0]], [[0, 0, 0]], [[0, 0, 0]], [[0, 0, 1]], [[0, 0, 1]])
    >>> acceleration_bounds(rows, [[0] * 6], [[0, 0, 0]], [0.0], security=0.01, stiffness=100.0)
    array([1.])
    """
    if not isinstance(rows, ContactRows):
        raise ImpingeError(f"rows: expected ContactRows, got {type(rows).__name__}")
    rates = as_vectors(normal_rates, "normal_rates", len(rows))
    distance, k, extra = (
        as_scalar(value, name)
        for value, name in ((security, "security"), (stiffness, "stiffness"), (offset, "offset"))
    )
    if distance > 0.0 and separations is None:
        raise ImpingeError(f"separations: None, but a security distance of {distance:g} needs them")
    motions = rows.motions_of(as_motion(velocities, "velocities", 6 * rows.bodies)[0])
    spins = motions[:, :, 3:]
    turning = np.cross(spins, np.cross(spins, rows.levers))
    bounds = -2.0 * (rows.point_velocities(velocities) * rates).sum(axis=1)
    bounds -= ((turning[:, 1] - turning[:, 0]) * rows.normals).sum(axis=1)
    # Adding zero turns -0.0 into 0.0.
    bounds += 0.0
    if separations is not None:
        gaps = as_column(separations, "separations", len(rows))
        bounds += np.where(gaps < distance, extra + k * (distance - gaps), 0.0)
    return np.asarray(bounds)


def reposition_bounds(separations: ArrayLike, security: ArrayLike) -> Array:
    """Bounds of displacements that bring contacts to the security distance, security - d.

    Equation 30 of [Redon2006]_. Contacts farther apart have negative bounds: they may come nearer.

    Parameters
    ----------
    separations : (m,) array_like
        Distances at contacts [m], negative where they penetrate.
    security : float or (m,) array_like
        Not negative [m].

    Returns
    -------
    (m,) float64

    Examples
    --------
    >>> reposition_bounds([-0.5, 0.25], 0.25)
    array([0.75, 0.  ])
    """
    gaps = np.atleast_1d(as_numbers(separations, "separations", "(m,)"))
    gaps = as_column(gaps, "separations", gaps.size)
    return np.asarray(as_column(security, "security", len(gaps), least=0.0) - gaps)


def normal_rates(
    normals: ArrayLike,
    spins_a: ArrayLike,
    spins_b: ArrayLike,
    natures: ArrayLike,
    *,
    edges_a: ArrayLike | None = None,
    edges_b: ArrayLike | None = None,
) -> Array:
    """How fast contact normals turn, dn/dt.

    A normal turns with the body whose face touches. Between two edges it stays square to both; this
    takes the directions of the edges. Where they are not given, between two faces and at other
    contacts it turns with the mean of both spins.

    Parameters
    ----------
    normals : (m, 3) array_like
    spins_a, spins_b : (m, 3) array_like
        Angular velocities of A and B [rad/s].
    natures : (m,) array_like of Nature
        Which features touch.
    edges_a, edges_b : (m, 3) array_like, optional
        Directions of edges, of any length; read where two edges touch.

    Returns
    -------
    (m, 3) float64

    Examples
    --------
    >>> normal_rates([[0, 0, 1]], [[1, 0, 0]], [[0, 0, 0]], [Nature.FACE_VERTEX])
    array([[ 0., -1.,  0.]])
    """
    n = as_points(normals, "normals")
    kinds = np.atleast_1d(as_numbers(natures, "natures", f"({len(n)},)"))
    kinds = as_column(kinds, "natures", len(n), 0.0, len(Nature) - 1.0)
    refuse(kinds != np.trunc(kinds), kinds[:, None], "natures", "is no Nature")
    named = {"spins_a": spins_a, "spins_b": spins_b}
    if (edges_a is None) != (edges_b is None):
        raise ImpingeError("edges_a, edges_b: expected both or none")
    if edges_a is not None and edges_b is not None:
        named |= {"edges_a": edges_a, "edges_b": edges_b}
    given = {name: as_vectors(values, name, len(n)) for name, values in named.items()}
    of_a, of_b = np.cross(given["spins_a"], n), np.cross(given["spins_b"], n)
    face_a, face_b = kinds // 3 == 2, kinds % 3 == 2
    rates = np.where((face_a & ~face_b)[:, None], of_a, 0.5 * (of_a + of_b))
    rates = np.where((face_b & ~face_a)[:, None], of_b, rates)
    if "edges_a" in given:
        a, b = given["edges_a"], given["edges_b"]
        axis = np.cross(a, b)
        area = (axis * n).sum(axis=1)
        crossing = np.abs(area) > PARALLEL * np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
        crossing &= kinds == Nature.EDGE_EDGE
        # The vector in the plane of both edges with n'.a = (w_a x n).a and n'.b = (w_b x n).b.
        along = (of_a * a).sum(axis=1)[:, None] * np.cross(b, n)
        along -= (of_b * b).sum(axis=1)[:, None] * np.cross(a, n)
        rates = np.where(crossing[:, None], along / np.where(crossing, area, 1.0)[:, None], rates)
    return np.asarray(rates)
