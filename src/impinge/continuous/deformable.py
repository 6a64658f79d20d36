"""How much of a step can a whole mesh take, whose vertices move on lines?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.elementary import MAX_ITERATIONS
from impinge.continuous.free_step import FreeStep
from impinge.continuous.impacts import PairImpacts
from impinge.continuous.moving_surface import FEATURES, MovingSurface
from impinge.continuous.options import TOLERANCE, as_count
from impinge.core.arrays import as_scalar, frozen
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.mesh import as_mesh
from impinge.motion import VertexMotion

Floats = NDArray[np.float64]


def collision_free_step(
    mesh_t0: Any,
    mesh_t1: Any,
    min_separation: float = 0.0,
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
    impacts: bool = False,
) -> FreeStep:
    """How far all vertices of a mesh can go before it first touches itself; each moves on a line.

    All pairs of a vertex and a face, and of two edges, are looked at, but those that share a
    vertex. Several things are one mesh: put their vertices and faces together.

    Parameters
    ----------
    mesh_t0 : mesh
        At the start of the step: a :class:`Mesh`, an object with vertices and faces, or a pair
        ``(vertices, faces)``. Vertices without faces count; a face ``(a, b, b)`` is an edge alone.
        The same Mesh, or one made from it by ``with_vertices``, keeps its edges for the next step.
    mesh_t1 : mesh, (n, 3) array_like or VertexMotion
        The same mesh at the end, its vertices alone, or a motion that begins with those of
        ``mesh_t0``.
    min_separation : float, optional
        Distance at which features count as touching [m]. Neighbours of neighbours must be further
        away than that.
    tolerance : float, optional
        How much larger the first pair's distance may be at the time returned [m]. More is not
        faster.
    max_iterations : int, optional
        Times looked at before a pair is given up: then the step ends there, as ``OUT_OF_BUDGET``.
    impacts : bool, optional
        Whether to find all pairs that touch in the whole step, each with its first time.

    Returns
    -------
    FreeStep
        ``step``, from 0 to 1, and what ends it.

    Raises
    ------
    ImpingeError
        If a mesh or a number is not usable, or the two meshes do not belong together.

    See Also
    --------
    impact_vertex_face, impact_edge_edge : the same for pairs that are known.

    Notes
    -----
    No contact is missed and the step never ends late, whatever the numbers: see docs/continuous.md.
    At its end the first pair touches all but rounding, or is as near as ``min_separation``: who
    wants to go on from there asks for a separation, or takes a part of the step.

    A mesh that passes through itself at the start without a vertex on a face, or an edge on an
    edge, touches nowhere by these pairs. Vertices of different numbers at one place do touch:
    :meth:`Mesh.welded` makes them one. Both kinds of touching at the start are
    ``STARTED_TOUCHING`` with step 0, the nearest pair, and its depth.

    Examples
    --------
    A drop above a sheet, which comes to meet it; both are one mesh:

    >>> from impinge.geometry import icosphere
    >>> ball, sheet = icosphere(0.5, 2), Mesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
    >>> faces = np.concatenate([ball.faces, sheet.faces + len(ball.vertices)])
    >>> start = np.concatenate([ball.vertices + [0, 0, 1.5], sheet.vertices])
    >>> end = np.concatenate([ball.vertices, sheet.vertices + [0, 0, 0.5]])
    >>> found = collision_free_step((start, faces), end)
    >>> found.status, round(found.step, 9), found.features
    (<ImpactStatus.HIT: 1>, 0.5, 'vertex-face')
    >>> found.pair[1] == len(ball.faces), found.first.normal
    (True, array([ 0.,  0., -1.]))
    """
    mesh, last = _as_surface(mesh_t0, mesh_t1)
    apart = as_scalar(min_separation, "min_separation")
    near = as_scalar(tolerance, "tolerance")
    most = as_count(max_iterations, "max_iterations")
    surface = MovingSurface(mesh, last, apart, near, most)
    rows, tested, boxes = surface.impacts() if impacts else surface.first_impact()
    if counting():
        add_cost(updates=boxes, primitive_tests=tested)
    found = {name: PairImpacts(part) for name, part in rows.items()}
    # The first of two kinds at one time, and nearness, is that of vertices and faces.
    firsts = {name: part[_first_of(part)] for name, part in found.items() if len(part)}
    name = min(firsts, key=lambda name: (firsts[name].time, firsts[name].gap), default=None)
    return FreeStep(
        features=name,
        first=None if name is None else firsts[name],
        min_separation=apart,
        edges=frozen(surface.edges),
        tested=tested,
        vertex_face=found[FEATURES[0]] if impacts else None,
        edge_edge=found[FEATURES[1]] if impacts else None,
    )


def _first_of(part: PairImpacts) -> int:
    """The row of the earliest, of those the nearest; rows are sorted, and the first one wins."""
    return int(np.lexsort((np.asarray(part.gap), np.asarray(part.time)))[0])


def _as_surface(mesh_t0: Any, mesh_t1: Any) -> tuple[Mesh, Floats]:
    """The mesh at the start, and its vertices at the end."""
    mesh = as_mesh(mesh_t0, "mesh_t0")
    if isinstance(mesh_t1, VertexMotion):
        if not np.array_equal(mesh_t1.vertices_t0, mesh.vertices):
            raise ImpingeError(
                "mesh_t1: a motion that begins with other vertices than those of mesh_t0"
            )
        return mesh, np.array(mesh_t1.vertices_t1)
    pair = isinstance(mesh_t1, (tuple, list)) and len(mesh_t1) == 2
    if isinstance(mesh_t1, Mesh) or pair or hasattr(mesh_t1, "vertices"):
        other = as_mesh(mesh_t1, "mesh_t1")
        if other.faces is not mesh.faces and not np.array_equal(other.faces, mesh.faces):
            raise ImpingeError("mesh_t1: faces differ from those of mesh_t0")
        last = other.vertices
    else:
        last = as_coordinates(mesh_t1, "mesh_t1")
    if len(last) != len(mesh.vertices):
        raise ImpingeError(f"mesh_t1: {len(last)} vertices, expected {len(mesh.vertices)}")
    return mesh, last
