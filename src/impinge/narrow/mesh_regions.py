"""Where two posed meshes cross: connected regions, each with a point, a normal and a depth."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.rows import GroupedRows, flag, integers, numbers, vector
from impinge.core.threads import run_rows
from impinge.geometry import HeightField, Mesh
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.gathering import offsets_of
from impinge.narrow.kernels import regions
from impinge.narrow.kernels.region_parts import find_slots
from impinge.narrow.kernels.region_sums import label_rows
from impinge.narrow.kernels.regions import measure_rows
from impinge.narrow.mesh_links import links_of
from impinge.narrow.pairs import pairs_mesh_mesh
from impinge.narrow.posed import Pose, as_batches, as_shapes
from impinge.narrow.posed_shapes import count_costs


class MeshRegions(GroupedRows):
    """Connected regions in which two meshes cross or touch; one row a region.

    Attributes
    ----------
    point : (m, 3) float64
        Mean of the contour along which the surfaces cut each other [m], world frame.
    normal : (m, 3) float64
        Unit vector from A to B.
    depth : (m,) float64
        Local penetration [m]: how far B must move along the normal until the parts of both
        surfaces that belong to the region no longer meet. 0 where they only touch.
    point_a, point_b : (m, 3) float64
        Where these parts meet last: ``point_a`` on A, ``point_b = point_a - depth * normal`` on B.
    face_a, face_b : (m,) int64
        The triangles that these points lie on.
    lower : (m,) float64
        The depth less what rounding may have added to it [m].
    closed : (m,) bool
        Whether the contour is closed. Where it is not (sheets that cross, and end there), nothing
        lies behind it, and the depth is that of the crossing triangles alone.
    pair_counts : (m,) int64
        Pairs of triangles that meet in each region.
    offsets : (n + 1,) int64, or None for a single query
        Row i of the batch has regions ``offsets[i]`` to ``offsets[i + 1]``.
    """

    __slots__ = ()

    _layout = regions.LAYOUT
    _names = (
        "point", "normal", "depth", "point_a", "point_b", "face_a", "face_b", "lower",
        "closed", "pair_counts",
    )  # fmt: skip

    point, normal, depth, lower = vector(), vector(), numbers("gap"), numbers()
    point_a, point_b = vector(), vector()
    face_a, face_b, pair_counts = integers("feature_a"), integers("feature_b"), integers()
    closed = flag()

    def swapped(self) -> MeshRegions:
        """The same answer, asked as (B, A); the regions keep their order."""
        return MeshRegions(self._layout.swapped(self._rows), self.offsets)

    def __repr__(self) -> str:
        rows = "" if self.offsets is None else f", {len(self.offsets) - 1} rows"
        return f"MeshRegions({len(self._rows)} regions{rows})"


def regions_of(a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None) -> MeshRegions:
    """The connected regions in which two posed meshes cross or touch.

    Parameters
    ----------
    a, b : mesh
        Or height field, which is its surface; otherwise as for :func:`impinge.overlap`. Faces that
        look outward (counter-clockwise) say what lies behind a surface; meshes that are closed and
        look inward are turned.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`impinge.overlap`.

    Returns
    -------
    MeshRegions
        One row a region, in the order of its first pair of triangles; for a batch also ``offsets``.

    Raises
    ------
    ImpingeError
        If a mesh or a pose is not usable; the message names argument and row.

    See Also
    --------
    impinge.narrow.directional_depth : how far to move along a direction of your own.

    Notes
    -----
    **Regions.** Two pairs of meeting triangles (:func:`impinge.intersecting_pairs`) are connected
    where the contour can run from one to the other: they share one triangle, and their other
    triangles share an edge. Triangles of equal corners are neighbours where a mesh is not closed.

    **Point and normal.** The contour is cut from pair to pair with exact signs, ties broken as if B
    were moved by an infinitely small amount. The point is its mean. The normal is its area vector:
    the direction in which moving B shrinks the common volume fastest. It is smooth in the poses and
    does not depend on the triangulation. Where it vanishes or the contour is not closed, means of
    the crossing faces' normals take its place (``narrow.kernels.region_sums`` says which).

    **Depth.** To a region belong its crossing triangles, and on either surface what the contour
    closes off behind the other: all that is reached over edges that nothing pierces. The depth is
    the shortest way along the normal after which these parts do not meet. It says nothing of the
    rest: other regions may need more, B may run into another part of A on its way, and a
    shorter way may exist in another direction. It is never negative and never NaN.

    Deterministic; the same bits for any number of threads. Memory and time are those of
    the pairs, plus the parts behind the contours.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, pose
    >>> from impinge.narrow import regions_of
    >>> table, block = box_mesh((4, 4, 1)), box_mesh((1, 1, 1))
    >>> found = regions_of(table, block, pose_b=pose((0.3, 0.2, 0.9)))
    >>> found.normal.round(6), found.depth.round(6)
    (array([[0., 0., 1.]]), array([0.1]))
    """
    a, b = as_shapes(a, b)
    return regions_mesh_mesh(as_surface(a, "a"), pose_a, as_surface(b, "b"), pose_b)


def as_surface(shape: Any, name: str) -> Mesh:
    """The mesh that a shape is, or an error if it is none."""
    if isinstance(shape, HeightField):
        return shape.mesh
    if not isinstance(shape, Mesh):
        raise ImpingeError(
            f"{name}: a {type(shape).__name__} has no triangles, expected a Mesh or a HeightField"
        )
    return shape


def regions_mesh_mesh(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose) -> MeshRegions:
    poses_a, poses_b, _, single = as_batches(pose_a, pose_b)
    pairs = pairs_mesh_mesh(a, pose_a, b, pose_b)
    found = np.array(pairs.pairs)
    offsets = offsets_of(pairs.counts())
    rows = len(offsets) - 1
    labels, counts = np.arange(len(found)), np.empty(rows, np.int64)
    beyond = links_of(a).next_faces, links_of(b).next_faces
    run_rows(label_rows, rows, found, offsets, *beyond, labels, counts)
    begins = offsets_of(counts)
    out = np.empty((int(begins[-1]), regions.ROW))
    costs = np.empty((rows, 2), np.int64)
    run_rows(
        measure_rows, rows, side_of(a), poses_a, side_of(b), poses_b, found, offsets, labels,
        begins, out, costs, grain=1,
    )  # fmt: skip
    count_costs(costs)
    return MeshRegions(out, None if single else begins)


def side_of(mesh: Mesh) -> tuple[Any, ...]:
    """A mesh as ``kernels.regions`` takes it."""
    tree = tree_of(mesh)
    slots = derived(mesh, "slots", lambda: _slots(tree))
    links = links_of(mesh)
    # What kernels follow a surface by: see ``kernels.region_parts``.
    surface = (
        mesh._vertices, mesh._faces, links.points, links.corners, links.face_edges,
        links.starts, links.ends, links.edges, links.edge_count,
    )  # fmt: skip
    return tree._arrays, slots, surface, sense_of(mesh) or 1.0


def _slots(tree: Tree) -> tuple[Ids, Ids]:
    holders, above = np.empty(tree.face_count, np.int64), np.empty(len(tree._nodes), np.int64)
    find_slots(tree._nodes, tree._triangles, holders, above)
    return holders, above


def sense_of(mesh: Mesh) -> float:
    """1 for a closed mesh whose faces look outward, -1 inward, 0 where they do not say."""
    return 0.0 if mesh._topology.defect() is not None else float(mesh._measures("volume").sense)
