"""Which features of a surface are near each other? Which of its edges pass through its faces?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_scalar, frozen
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.core.rows import plain_values
from impinge.core.threads import run_rows
from impinge.geometry import Mesh, as_mesh
from impinge.geometry.nature import Nature
from impinge.geometry.topology import edges_of
from impinge.narrow.flat_regions import flat_regions
from impinge.narrow.gathering import FoundRows
from impinge.narrow.kernels.edge_face import find_crossings, place_crossings
from impinge.narrow.kernels.proximity import find_near, write_near
from impinge.pairs.element_tree import ElementTree, element_order
from impinge.pairs.grouping import gathered, sorted_pairs

CULLINGS = ("boxes", "masks")
ROUNDING = 2.0**-46
"""Pad of boxes, as a share of their own largest coordinate. Two of them are more than the error of
a computed distance, 2**-49 of a difference of coordinates, and the rounding of the boxes: features
that are near by their computed distance have boxes that meet."""


@dataclass(frozen=True, eq=False, repr=False)
class FeaturePairs(FoundRows):
    """Pairs of features near each other, one stencil of four vertices a row. Immutable.

    ``len(pairs)`` is the number of rows.

    Attributes
    ----------
    pair : (m, 2) int64
        Vertex and face, or two edges i < j; rows sorted.
    vertices : (m, 4) int64
        The vertex and those of the face, or those of both edges.
    weights : (m, 4) float64
        Of these vertices: the sum of weight times position is the closest point of the first
        feature minus the closest point of the second. They sum to zero.
    distance : (m,) float64
        Between the closest points [m].
    normal : (m, 3) float64
        Unit vectors from the first feature to the second. At distance 0, the inward normal of the
        face, or a vector square to both edges.
    nature : (m,) int64
        :class:`~impinge.Nature` of the features that the closest points are on.
    """

    pair: Ids
    vertices: Ids
    weights: Array
    distance: Array
    normal: Array
    nature: Ids

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        names = ("pair", "vertices", "weights", "distance", "normal")
        nature = [Nature(code).name for code in self.nature.tolist()]
        return {**plain_values(self, *names), "nature": nature}


@dataclass(frozen=True, eq=False)
class Proximities:
    """Features of a surface near each other, by :func:`proximities`. Immutable.

    Attributes
    ----------
    vertex_face : FeaturePairs
        Vertices near faces.
    edge_edge : FeaturePairs
        Edges near edges.
    edges : (k, 2) int64
        The edges that ``edge_edge.pair`` numbers: the vertices of each, lower first, sorted.
    """

    vertex_face: FeaturePairs
    edge_edge: FeaturePairs
    edges: Ids

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return plain_values(self, "vertex_face", "edge_edge", "edges")

    def __repr__(self) -> str:
        counts = f"{len(self.vertex_face)} vertex-face, {len(self.edge_edge)} edge-edge"
        return f"Proximities({counts})"


def proximities(mesh: Any, thickness: float, *, culling: str = "boxes") -> Proximities:
    """All vertices and faces, and all pairs of edges, that are at most ``thickness`` apart.

    Parameters
    ----------
    mesh : Mesh
        The surface; several bodies are one mesh. Vertices without faces count, too.
    thickness : float
        Largest distance [m], not negative.
    culling : str, optional
        ``"boxes"``: all pairs. ``"masks"``: without pairs inside one flat region, mostly
        neighbours. A region is flat if all its normals agree with one of 26 directions; a pair is
        inside if all faces at its four vertices belong to the region. A flat region can come near
        itself where it is steep, or at its border: such pairs are left out, too.

    Returns
    -------
    Proximities
        Pairs that share no vertex, sorted.

    Raises
    ------
    ImpingeError
        If the mesh is not usable, or the thickness is negative or not finite.

    Notes
    -----
    Distances are computed in float64 from differences of coordinates. They err by less than
    2**-49 of the largest of these differences, and count as 0 below half of that. A pair is kept if
    the computed distance is at most ``thickness``: pairs whose exact distance is within that error
    of ``thickness`` may be kept or left out, all others are decided correctly.

    Examples
    --------
    >>> import impinge as im
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> above = [[0.25, 0.25, 0.01], [1, 1, 1], [0, 1, 1]]
    >>> near = proximities(im.Mesh(corners + above, [[0, 1, 2], [3, 4, 5]]), 0.1).vertex_face
    >>> near.pair, near.distance, near.normal
    (array([[3, 0]]), array([0.01]), array([[ 0.,  0., -1.]]))
    >>> near.vertices, near.weights
    (array([[3, 0, 1, 2]]), array([[ 1.  , -0.5 , -0.25, -0.25]]))
    """
    surface, most = as_mesh(mesh, "mesh"), as_scalar(thickness, "thickness")
    masks = as_choice(culling, "culling", CULLINGS) == "masks"
    flat = _flat_vertices(surface) if masks else np.empty(0, np.int64)
    vertex_face = _near(surface, "vertex", "face", most, flat)
    edge_edge = _near(surface, "edge", "edge", most, flat)
    return Proximities(vertex_face, edge_edge, frozen(edges_of(surface)))


def _near(mesh: Mesh, a: str, b: str, thickness: float, flat: Ids) -> FeaturePairs:
    """Pairs of two kinds of features, or of one kind with itself; not those of one flat region."""
    points, square = mesh._vertices, a == b
    firsts, seconds = features_of(mesh, a), features_of(mesh, b)
    tree_a = feature_tree(mesh, a, 0.5 * thickness, ROUNDING)
    tree_b = tree_a if square else feature_tree(mesh, b, 0.5 * thickness, ROUNDING)
    found = gathered(
        find_near, tree_a.groups, tree_a.levels, tree_b.levels, points, firsts, seconds, square,
        thickness, flat,
    )  # fmt: skip
    pair = sorted_pairs(found, len(firsts), len(seconds))
    m = len(pair)
    rows = (
        np.empty((m, 4), np.int64), np.empty((m, 4)), np.empty(m), np.empty((m, 3)),
        np.empty(m, np.int64),
    )  # fmt: skip
    run_rows(write_near, m, pair, points, firsts, seconds, square, rows)
    return FeaturePairs(*map(frozen, (pair, *rows)))


def _flat_vertices(mesh: Mesh) -> Ids:
    """(n,): the flat region that all faces at a vertex belong to, or -1."""
    regions, corners = np.repeat(flat_regions(mesh), 3), mesh._faces.ravel()
    found = np.full(len(mesh._vertices), -1)
    found[corners] = regions
    found[corners[regions != found[corners]]] = -1
    return found


def features_of(mesh: Mesh, kind: str) -> Ids:
    """(m, 1 ... 3): vertex numbers of each ``"vertex"``, ``"edge"`` or ``"face"``."""
    if kind == "vertex":
        return np.arange(len(mesh._vertices)).reshape(-1, 1)
    return edges_of(mesh) if kind == "edge" else mesh._faces


def feature_tree(mesh: Mesh, kind: str, margin: float, share: float = 0.0) -> ElementTree:
    """A tree over boxes of features, wider by a margin and a share of their largest coordinate.

    Features keep the order they have in the mesh from which ``with_vertices`` started: sorting is
    most of the time of building.
    """
    first = mesh if mesh._first is None else mesh._first
    order = derived(
        first, ("order", kind), lambda: element_order(first._vertices, features_of(first, kind))
    )
    return ElementTree.of_elements(mesh._vertices, features_of(mesh, kind), order, margin, share)


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
