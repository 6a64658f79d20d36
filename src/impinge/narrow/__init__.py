"""Exact answers for two things at one instant.

===============================  =============================================================
:func:`overlap`                  do they touch, or come within a margin
:func:`distance`                 how far apart, with witness points, normal and features
:func:`penetration`              how deep, and which way is out
:func:`intersecting_pairs`       all pairs of triangles that meet
:func:`self_intersections`       all pairs of triangles in which a surface meets itself
:func:`regions_of`               connected regions of these, with point, normal and depth
:func:`directional_depth`        how far to move a mesh along a direction until it is free
:func:`hull_of`                  the convex hull of a mesh
:func:`hull_separation`          the contact direction of two hulls, from points alone
:class:`ContactTracker`          contact of two meshes that deform, followed from frame to frame
:func:`hull_tree_distance`       the distance of two meshes by their hull trees, with a cache
:func:`parts_of`                 the parts of a compound, as results number them
:func:`overlap_within`,          the first two, as far as they are known after a given time
:func:`distance_within`
:func:`contacts_within`          contacts of sphere trees within a time: :class:`SphereContacts`
:func:`vertices_in_tets`         which vertices are inside which tetrahedra: spatial hashing
:class:`TetTable`                the same for many steps
:func:`points_in_tets`           which tetrahedron contains a point
:func:`edges_through_faces`      which surface edges cross faces of other tetrahedral meshes
:func:`proximities`              vertices near faces and edges near edges of one surface
:func:`edge_face_intersections`  edges of one surface that pass through its faces
:func:`overlap_trees`            these for two trees of any volume, walked in any order
:func:`distance_trees`
:func:`pairs_trees`
===============================  =============================================================

The first three take single poses or batches on either side. Imports core, geometry, bounds,
hierarchy, pairs. Imported by continuous, contacts and above.
"""

# These put their pairs of shapes into the tables of the queries.
from impinge.narrow import compounds, height_fields, mesh_penetration  # noqa: F401
from impinge.narrow.contact_tracker import ContactTracker
from impinge.narrow.contacts_within import SphereContacts, contacts_within
from impinge.narrow.directional import directional_depth
from impinge.narrow.distance import distance
from impinge.narrow.hull_separation import HullSeparation, HullStatus, hull_separation
from impinge.narrow.hull_trees import hull_tree_distance
from impinge.narrow.hulls import hull_of
from impinge.narrow.mesh_regions import MeshRegions, regions_of
from impinge.narrow.overlap import overlap
from impinge.narrow.pair_rows import Distance, DistanceGradient
from impinge.narrow.pairs import TrianglePairs, intersecting_pairs
from impinge.narrow.parts import parts_of
from impinge.narrow.penetration import Penetration, penetration
from impinge.narrow.polyhedra_contact import PolyhedraContact
from impinge.narrow.proximities import (
    EdgeFaceIntersections,
    FeaturePairs,
    Proximities,
    edge_face_intersections,
    proximities,
)
from impinge.narrow.self_intersections import SelfIntersections, self_intersections
from impinge.narrow.tet_edges import EdgeHits, edges_through_faces
from impinge.narrow.tet_points import PointsInTets, points_in_tets
from impinge.narrow.tet_table import TetHits, TetTable, vertices_in_tets
from impinge.narrow.trees import (
    TreeDistance,
    TreeOverlap,
    distance_trees,
    overlap_trees,
    pairs_trees,
)
from impinge.narrow.within import Bounded, distance_within, overlap_within

__all__ = [
    "Bounded",
    "ContactTracker",
    "Distance",
    "DistanceGradient",
    "EdgeFaceIntersections",
    "EdgeHits",
    "FeaturePairs",
    "HullSeparation",
    "HullStatus",
    "MeshRegions",
    "Penetration",
    "PointsInTets",
    "PolyhedraContact",
    "Proximities",
    "SelfIntersections",
    "SphereContacts",
    "TetHits",
    "TetTable",
    "TreeDistance",
    "TreeOverlap",
    "TrianglePairs",
    "contacts_within",
    "directional_depth",
    "distance",
    "distance_trees",
    "distance_within",
    "edge_face_intersections",
    "edges_through_faces",
    "hull_of",
    "hull_separation",
    "hull_tree_distance",
    "intersecting_pairs",
    "overlap",
    "overlap_trees",
    "overlap_within",
    "pairs_trees",
    "parts_of",
    "penetration",
    "points_in_tets",
    "proximities",
    "regions_of",
    "self_intersections",
    "vertices_in_tets",
]
