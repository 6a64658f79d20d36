"""Penalty forces on the vertices of tetrahedral meshes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts.tet_depth import TetDepths
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.geometry import TetMesh
from impinge.geometry.coordinates import as_size
from impinge.narrow.tet_bodies import as_tet_meshes, as_vertices_of, joined_of
from impinge.response.penalty import penalty_forces
from impinge.response.quantities import as_column
from impinge.response.stencils import gather, scatter


def tet_penalty(
    meshes: TetMesh | Sequence[TetMesh],
    depths: TetDepths,
    velocities: Sequence[ArrayLike],
    *,
    stiffness: ArrayLike,
    damping: ArrayLike = 0.0,
    friction: ArrayLike = 0.0,
    slip_speed: float = 1e-3,
) -> tuple[Array, ...]:
    """Forces of springs and dampers on vertices inside bodies, and on the bodies.

    A vertex gets the force k d - c v_n along its direction, which never pulls. Friction acts
    against the sliding velocity v_t: mu times that force, times v_t over the larger of its length
    and ``slip_speed``. The opposite force goes to the corners of the tetrahedron, by the weights of
    the vertex: forces and torques sum to zero.

    Parameters
    ----------
    meshes : TetMesh or sequence of TetMesh
        The objects.
    depths : TetDepths
        Of :func:`impinge.contacts.tet_depth` for these meshes.
    velocities : list of (n_i, 3) array_like
        Of the vertices of each mesh [m/s].
    stiffness, damping, friction : float or (m,) array_like
        k [N/m], c [N s/m] and the coefficient mu, for all rows or for each row of ``depths``; none
        is negative.
    slip_speed : float, optional
        Sliding speed up to which friction grows linearly [m/s]; above zero.

    Returns
    -------
    tuple of (n_i, 3) float64
        Forces on the vertices of each mesh [N].

    Raises
    ------
    ImpingeError
        If an argument is not usable; the message names argument and row.

    Examples
    --------
    >>> import numpy as np
    >>> from impinge.contacts import tet_depth
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> pair = [corner, corner.with_vertices(corner.vertices + 0.25)]
    >>> still = [np.zeros((4, 3)), np.zeros((4, 3))]
    >>> on_a, on_b = tet_penalty(pair, tet_depth(pair), still, stiffness=1e3)
    >>> on_b[0] > 0, on_a.sum(axis=0) + on_b.sum(axis=0)
    (array([ True,  True,  True]), array([0., 0., 0.]))
    """
    several = as_tet_meshes(meshes, "meshes")
    scene = joined_of(several)
    found = as_kind(depths, "depths", TetDepths)
    speeds = as_vertices_of(several, velocities, "velocities")
    rows = len(found)
    stencils = _numbers(found, scene.first_vertex, scene.first_tet, scene.tets)
    weights = np.column_stack([np.ones(rows), -found.weights])
    slow = as_size(slip_speed, "slip_speed")
    rough = as_column(friction, "friction", rows, least=0.0)
    with np.errstate(over="ignore", invalid="ignore"):
        relative = gather(speeds, stencils, weights)
        forces = penalty_forces(
            found.depth, found.direction, relative, stiffness=stiffness, damping=damping
        )
        normal = (forces * found.direction).sum(axis=1)
        along = (relative * found.direction).sum(axis=1)
        sliding = relative - along[:, None] * found.direction
        speed = np.maximum(np.linalg.norm(sliding, axis=1), slow)
        forces -= (rough * normal)[:, None] * (sliding / speed[:, None])
    if not np.isfinite(forces).all():
        row = int(np.argmin(np.isfinite(forces).all(axis=1)))
        raise ImpingeError(f"depths: the force on row {row} is too large for a float64")
    total = scatter(forces, stencils, weights, len(speeds))
    return tuple(np.split(total, scene.first_vertex[1:-1]))


def _numbers(found: TetDepths, first_vertex: Any, first_tet: Any, tets: Any) -> Ids:
    """(m, 5): vertices, and corners of the tetrahedra, as they are numbered through."""
    objects = len(first_vertex) - 1
    for name in ("object", "other"):
        numbers = getattr(found, name)
        if len(found) and numbers.max() >= objects:
            raise ImpingeError(f"depths: {name} {numbers.max()}, but there are {objects} meshes")
    vertices = first_vertex[found.object] + found.vertex
    rows = first_tet[found.other] + found.tet
    beyond = (vertices >= first_vertex[found.object + 1]) | (rows >= first_tet[found.other + 1])
    if beyond.any():
        raise ImpingeError(f"depths: row {int(np.argmax(beyond))} is not of these meshes")
    return np.column_stack([vertices, tets[rows]])
