"""Contact forces by penalty: springs and dampers where bodies, facets or tetrahedra penetrate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts.tet_depth import TetDepths
from impinge.core.arrays import Array, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.geometry import Mesh, TetMesh, as_mesh
from impinge.geometry.coordinates import as_size
from impinge.narrow.polyhedra_contact import PolyhedraContact
from impinge.narrow.tet_bodies import as_tet_meshes, as_vertices_of, joined_of
from impinge.response.quantities import as_column, as_numbers, as_vectors, refuse_infinite
from impinge.response.stencils import gather, scatter, speeds_at


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
    deep = np.atleast_1d(as_numbers(depths, "depths", "(m,)"))
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
    speeds = speeds_at(velocities_b, "velocities_b", len(b._vertices), corners_b, weights_b)
    speeds -= speeds_at(velocities_a, "velocities_a", len(a._vertices), corners_a, weights_a)
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
    stencils = _tet_stencils(found, scene.first_vertex, scene.first_tet, scene.tets)
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
    refuse_infinite(forces, "depths: the force on row {} is too large for a float64")
    total = scatter(forces, stencils, weights, len(speeds))
    return tuple(np.split(total, scene.first_vertex[1:-1]))


def _tet_stencils(found: TetDepths, first_vertex: Any, first_tet: Any, tets: Any) -> Ids:
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
