"""Penalty forces on the facets of two polyhedra in contact."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.geometry import Mesh, as_mesh
from impinge.narrow.polyhedra_contact import PolyhedraContact
from impinge.response.penalty import penalty_forces
from impinge.response.quantities import as_vectors
from impinge.response.stencils import gather, scatter


def facet_forces(
    contact: PolyhedraContact,
    mesh_a: Any,
    mesh_b: Any,
    *,
    stiffness: float,
    damping: float = 0.0,
    friction: float = 0.0,
    velocities_a: ArrayLike | None = None,
    velocities_b: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """Forces on the vertices of two bodies in contact, along the contact direction.

    Each pair of facets that meet is a spring of :func:`penalty_forces` with the depth of the pair.
    Its force is shared by the corners of both facets, by the barycentric coordinates of the
    contact point.

    Parameters
    ----------
    contact : PolyhedraContact
        From :meth:`ContactTracker.update`.
    mesh_a, mesh_b : Mesh
        The meshes of the tracker, in any shape: their faces are used.
    stiffness, damping, friction : float
        k [N/m], c [N s/m], and the coefficient of friction; none is negative.
    velocities_a, velocities_b : (n, 3) array_like, optional
        Of the vertices [m/s]; at rest if not given.

    Returns
    -------
    forces_a, forces_b : (n, 3), (m, 3) float64
        On the vertices [N]. Their sums are opposite; without friction so are their moments.

    Raises
    ------
    ImpingeError
        If an argument is not usable, or a mesh has other facets than those of the contact.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> from impinge.narrow import ContactTracker
    >>> ball = icosphere(1.0, 2)
    >>> contact = ContactTracker(ball, ball).update(vertices_b=ball.vertices + [1.9, 0, 0])
    >>> on_a, on_b = facet_forces(contact, ball, ball, stiffness=1e3)
    >>> bool(on_b.sum(axis=0)[0] > 0.0), bool(abs((on_a + on_b).sum(axis=0)).max() < 1e-9)
    (True, True)
    """
    as_kind(contact, "contact", PolyhedraContact)
    a = _facets(mesh_a, "mesh_a", contact, 0)
    b = _facets(mesh_b, "mesh_b", contact, 1)
    weights_a, weights_b = contact._weights[:, :3], contact._weights[:, 3:]
    corners_a, corners_b = a._faces[contact.pairs[:, 0]], b._faces[contact.pairs[:, 1]]
    speeds = _point_velocities(velocities_b, "velocities_b", b, corners_b, weights_b)
    speeds -= _point_velocities(velocities_a, "velocities_a", a, corners_a, weights_a)
    normals = np.broadcast_to(contact.separation.direction, (len(contact.pairs), 3))
    options = {
        "stiffness": as_scalar(stiffness, "stiffness"), "damping": as_scalar(damping, "damping"),
        "friction": as_scalar(friction, "friction"),
    }  # fmt: skip
    with np.errstate(over="ignore", invalid="ignore"):
        forces = penalty_forces(contact.depths, normals, speeds, **options)
        on_a = scatter(-forces, corners_a, weights_a, len(a._vertices))
        on_b = scatter(forces, corners_b, weights_b, len(b._vertices))
    if not (np.isfinite(on_a).all() and np.isfinite(on_b).all()):
        given = ", ".join(f"{name} {value:g}" for name, value in options.items())
        raise ImpingeError(f"stiffness: forces are not finite ({given})")
    return on_a, on_b


def _facets(given: Any, name: str, contact: PolyhedraContact, side: int) -> Mesh:
    mesh = as_mesh(given, name)
    count = len(contact._codes[side])
    if len(mesh._faces) != count:
        raise ImpingeError(f"{name}: {len(mesh._faces)} facets, expected {count} of the contact")
    return mesh


def _point_velocities(
    given: ArrayLike | None, name: str, mesh: Mesh, corners: Ids, weights: Array
) -> Array:
    """(m, 3): velocities of the contact points."""
    if given is None:
        return np.zeros((len(corners), 3))
    velocities = as_vectors(given, name, len(mesh._vertices))
    return gather(velocities, corners, weights)
