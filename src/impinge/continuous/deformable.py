"""How much of a step can a whole mesh take, whose vertices move on lines?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from impinge.continuous.elementary import MAX_ITERATIONS
from impinge.continuous.free_step import FreeStep
from impinge.continuous.impact import PairImpacts
from impinge.continuous.moving_surface import FEATURES, MovingSurface, Surface
from impinge.continuous.options import TOLERANCE, as_count
from impinge.core.arrays import as_scalar, frozen
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag
from impinge.geometry import Mesh, Shape
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.mesh import as_mesh
from impinge.motion import VertexMotion


def collision_free_step(
    mesh_t0: Any,
    mesh_t1: Any,
    min_separation: float = 0.0,
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
    impacts: bool = False,
    obstacles: Sequence[Any] = (),
) -> FreeStep:
    """How far all vertices of a mesh can go before it first touches itself, or an obstacle.

    Each vertex moves on a line. All pairs of a vertex and a face, and of two edges, are looked at,
    but those that share a vertex, and those of two obstacles.

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
    obstacles : sequence of meshes, optional
        What the mesh must not touch: each a mesh that rests, or a pair ``(mesh, mesh_t1)`` of an
        object with vertices and faces, and what ``mesh_t1`` may be, that moves too. Their vertices,
        edges and faces are numbered behind those of the mesh, one obstacle after the other.

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
    A drop above a sheet, which comes to meet it:

    >>> from impinge.geometry import icosphere, pose
    >>> drop = icosphere(0.5, 2).transformed(pose((0, 0, 1.5)))
    >>> sheet = Mesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
    >>> fallen, raised = drop.vertices - [0, 0, 1.5], sheet.vertices + [0, 0, 0.5]
    >>> found = collision_free_step(drop, fallen, obstacles=[(sheet, raised)])
    >>> found.status, round(found.step, 9), found.features, found.obstacle
    (<ImpactStatus.HIT: 1>, 0.5, 'vertex-face', 0)
    >>> found.pair[1] == len(drop.faces), found.first.normal
    (True, array([ 0.,  0., -1.]))
    """
    every = as_flag(impacts, "impacts")
    surfaces = [_as_surface(mesh_t0, mesh_t1), *_as_obstacles(obstacles)]
    apart = as_scalar(min_separation, "min_separation")
    near = as_scalar(tolerance, "tolerance")
    most = as_count(max_iterations, "max_iterations")
    surface = MovingSurface(surfaces, apart, near, most)
    rows, tested, boxes = surface.impacts(every=every)
    if counting():
        add_cost(updates=boxes, primitive_tests=tested)
    found = {name: PairImpacts(part) for name, part in rows.items()}
    # The first of two kinds at one time, and nearness, is that of vertices and faces.
    # The row of the earliest, of those the nearest; rows are sorted, and the first one wins.
    firsts = {
        name: part[int(np.lexsort((np.asarray(part.gap), np.asarray(part.time)))[0])]
        for name, part in found.items()
        if len(part)
    }
    name = min(firsts, key=lambda name: (firsts[name].time, firsts[name].gap), default=None)
    touched = None
    if name is not None:
        ends = zip(name.split("-"), firsts[name].pair.tolist(), strict=True)
        touched = max(surface.surface_of(feature, number) for feature, number in ends) - 1
    return FreeStep(
        features=name,
        first=None if name is None else firsts[name],
        obstacle=None if touched is None or touched < 0 else touched,
        surfaces=tuple((mesh, frozen(last)) for mesh, last in surfaces),
        min_separation=apart,
        edges=frozen(surface.edges),
        tested=tested,
        vertex_face=found[FEATURES[0]] if every else None,
        edge_edge=found[FEATURES[1]] if every else None,
    )


def _as_obstacles(obstacles: Any) -> list[Surface]:
    """Meshes at rest, or pairs of a mesh and where it goes."""
    if isinstance(obstacles, Shape) or not isinstance(obstacles, (list, tuple)):
        kind = type(obstacles).__name__
        raise ImpingeError(f"obstacles: expected a list of meshes, got {kind}")
    found = []
    for i, given in enumerate(obstacles):
        names = f"obstacles[{i}]", f"obstacles[{i}]: mesh_t1"
        # A pair of arrays has no vertices of its own: it is one mesh.
        if isinstance(given, (list, tuple)) and len(given) == 2 and hasattr(given[0], "vertices"):
            found.append(_as_surface(given[0], given[1], names))
        else:
            mesh = as_mesh(given, names[0])
            found.append((mesh, mesh._vertices))
    return found


def _as_surface(
    mesh_t0: Any, mesh_t1: Any, names: tuple[str, str] = ("mesh_t0", "mesh_t1")
) -> Surface:
    """The mesh at the start, and its vertices at the end."""
    mesh = as_mesh(mesh_t0, names[0])
    if isinstance(mesh_t1, VertexMotion):
        if not np.array_equal(mesh_t1.vertices_t0, mesh.vertices):
            raise ImpingeError(
                f"{names[1]}: a motion that begins with other vertices than those of {names[0]}"
            )
        return mesh, np.array(mesh_t1.vertices_t1)
    pair = isinstance(mesh_t1, (tuple, list)) and len(mesh_t1) == 2
    if isinstance(mesh_t1, Mesh) or pair or hasattr(mesh_t1, "vertices"):
        other = as_mesh(mesh_t1, names[1])
        if other.faces is not mesh.faces and not np.array_equal(other.faces, mesh.faces):
            raise ImpingeError(f"{names[1]}: faces differ from those of {names[0]}")
        last = other.vertices
    else:
        last = as_coordinates(mesh_t1, names[1])
    if len(last) != len(mesh.vertices):
        raise ImpingeError(f"{names[1]}: {len(last)} vertices, expected {len(mesh.vertices)}")
    return mesh, last
