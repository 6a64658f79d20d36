"""Which edges of surfaces pass through faces of other objects?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import TetMesh
from impinge.narrow.gathering import FoundRows
from impinge.narrow.proximities import crossings_of
from impinge.narrow.tet_bodies import Joined, as_tet_meshes, joined_of, vertices_of
from impinge.pairs.element_tree import ElementTree
from impinge.pairs.kernels.blocks import bound_elements


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class EdgeHits(FoundRows):
    """Surface edges that pass through faces, by :func:`edges_through_faces`. Immutable.

    ``len(hits)`` is the number of rows.

    Attributes
    ----------
    pairs : (m, 4) int64
        Object and edge (of ``surface.edges``), object and face (of ``surface.faces``); sorted.
    parameter : (m,) float64
        Where along the edge, from 0 at its first vertex to 1.
    point : (m, 3) float64
        Where they cross [m].
    """

    pairs: Ids
    parameter: Array
    point: Array


def edges_through_faces(meshes: TetMesh | Sequence[TetMesh]) -> EdgeHits:
    """All surface edges that pass through surface faces of other objects.

    Parameters
    ----------
    meshes : TetMesh or sequence of TetMesh
        The objects.

    Returns
    -------
    EdgeHits
        Sorted. Edges and faces are closed; exact signs decide. An edge in the plane of a face does
        not cross it.

    Raises
    ------
    ImpingeError
        If a mesh is not usable, or has no surface.

    Examples
    --------
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> hits = edges_through_faces([corner, corner.with_vertices(corner.vertices + 0.25)])
    >>> hits.pairs[0], float(hits.parameter[0]), hits.point[0]
    (array([1, 0, 0, 3]), 0.25, array([0.5 , 0.25, 0.25]))
    """
    several = as_tet_meshes(meshes, "meshes")
    scene, vertices = joined_of(several), vertices_of(several)
    edges = [mesh.surface.edges for mesh in several]
    first = np.cumsum([0, *map(len, edges)])
    ends = np.concatenate([e + n for e, n in zip(edges, scene.first_vertex.tolist(), strict=False)])
    objects = np.repeat(np.arange(len(several)), np.diff(first))
    edge, face, parameter, point = cross(vertices, ends, scene, -1 - objects)
    object_e, object_f = objects[edge], scene.object_of_face[face]
    columns = object_e, edge - first[object_e], object_f, face - scene.first_face[object_f]
    pairs = np.stack(columns, axis=1)
    return EdgeHits(pairs=frozen(pairs), parameter=frozen(parameter), point=frozen(point))


def cross(vertices: Array, edges: Ids, scene: Joined, wanted: Ids) -> tuple[Ids, Ids, Array, Array]:
    """Edges, two vertices each, that cross surface faces, and these; parameters and points.

    ``wanted`` has for each edge the object whose faces count, or ``-1 - object`` for those of all
    others.
    """
    faces, boxes = scene.faces, [_boxes(vertices, rows) for rows in (edges, scene.faces)]
    if len(edges) and wanted.min() >= 0:
        # Each object gets a region of its own, so that edges meet no boxes of other objects. Sums
        # are rounded alike on both sides: boxes that overlap still do.
        regions = _regions(vertices, scene.objects)
        for some, objects in zip(boxes, (wanted, scene.object_of_face), strict=True):
            np.add(some, regions[objects], out=some)
    edge_tree, face_tree = (ElementTree.of_checked(*some) for some in boxes)
    surfaces = (vertices, edges, faces, scene.object_of_face, wanted)
    pair, parameter, point = crossings_of(edge_tree, face_tree, surfaces)
    return pair[:, 0].copy(), pair[:, 1].copy(), parameter, point


def _boxes(vertices: Array, rows: Ids) -> Array:
    """(2, m, 3): lower and upper corners of the boxes around rows of vertices."""
    boxes = np.empty((2, len(rows), 3))
    run_rows(bound_elements, len(rows), vertices, vertices, rows, 0.0, boxes[0], boxes[1])
    return boxes


def _regions(vertices: Array, objects: int) -> Array:
    """(objects, 3): shifts that put each object into a cube of its own, in a grid of these."""
    side = 2.0 * float(vertices.max() - vertices.min())
    along = int(np.ceil(objects ** (1 / 3)))
    places = np.unravel_index(np.arange(objects), (along + 1,) * 3)
    return np.asarray(side * np.stack(places, axis=1), np.float64)
