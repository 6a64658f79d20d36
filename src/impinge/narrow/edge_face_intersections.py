"""Which edges of a surface pass through its faces?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import as_mesh
from impinge.narrow.gathering import FoundRows
from impinge.narrow.kernels.edge_face import find_crossings, place_crossings
from impinge.narrow.proximities import feature_tree, features_of
from impinge.pairs.element_tree import ElementTree
from impinge.pairs.grouping import gathered, sorted_pairs


@dataclass(frozen=True, eq=False, repr=False)
class EdgeFaceIntersections(FoundRows):
    """Edges that pass through faces, by :func:`edge_face_intersections`. Immutable.

    ``len(found)`` is the number of rows.

    Attributes
    ----------
    pair : (m, 2) int64
        Edge and face; rows sorted.
    parameter : (m,) float64
        Where along the edge, from 0 at its first vertex to 1.
    point : (m, 3) float64
        Where they meet [m].
    edges : (k, 2) int64
        The edges that ``pair`` numbers, as of :class:`Proximities`.
    """

    pair: Ids
    parameter: Array
    point: Array
    edges: Ids


def edge_face_intersections(mesh: Any) -> EdgeFaceIntersections:
    """All edges that pass through faces and share no vertex with them.

    Parameters
    ----------
    mesh : Mesh
        The surface; several bodies are one mesh.

    Returns
    -------
    EdgeFaceIntersections
        Sorted. Edges and faces are closed: touching counts. An edge in the plane of a face does
        not pass through it, and nothing passes through a face without area.

    Raises
    ------
    ImpingeError
        If the mesh is not usable.

    See Also
    --------
    proximities : features that are near each other.

    Notes
    -----
    Exact signs of volumes decide; parameter and point are rounded. Faces that cross always have an
    edge of one that passes through the other, unless they lie in one plane.

    Examples
    --------
    >>> import impinge as im
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> pin = [[0.25, 0.25, 1], [0.25, 0.25, -1], [0.25, 0.75, 1]]
    >>> found = edge_face_intersections(im.Mesh(corners + pin, [[0, 1, 2], [3, 4, 5]]))
    >>> found.edges[found.pair[:, 0]], found.pair[:, 1], found.parameter
    (array([[3, 4],
           [4, 5]]), array([0, 0]), array([0.5, 0.5]))
    >>> found.point
    array([[0.25, 0.25, 0.  ],
           [0.25, 0.5 , 0.  ]])
    """
    surface = as_mesh(mesh, "mesh")
    faces, edges = surface._faces, features_of(surface, "edge")
    trees = feature_tree(surface, "edge", 0.0), feature_tree(surface, "face", 0.0)
    # One object, all of whose faces count for its own edges.
    objects = np.zeros(len(faces), np.int64), np.zeros(len(edges), np.int64)
    found = crossings_of(*trees, (surface._vertices, edges, faces, *objects))
    return EdgeFaceIntersections(*map(frozen, (*found, edges)))


def crossings_of(
    edge_tree: ElementTree, face_tree: ElementTree, surfaces: tuple[Any, ...]
) -> tuple[Ids, Array, Array]:
    """Sorted rows (edge, face) that cross, parameters along the edges, and points.

    ``surfaces`` are those of :func:`~impinge.narrow.kernels.edge_face.find_crossings`.
    """
    vertices, edges, faces, _, _ = surfaces
    found = gathered(find_crossings, edge_tree.groups, edge_tree.levels, face_tree.levels, surfaces)
    pair = sorted_pairs(found, len(edges), len(faces))
    parameter, point = np.empty(len(pair)), np.empty((len(pair), 3))
    run_rows(place_crossings, len(pair), pair, vertices, edges, faces, parameter, point)
    return pair, parameter, point
