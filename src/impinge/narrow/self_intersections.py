"""Where a surface meets itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import radians, sin
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bounds.directions import dop_of
from impinge.core.arrays import Array, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice, as_flag
from impinge.core.rows import plain_values
from impinge.geometry import Mesh
from impinge.geometry.mesh import as_mesh
from impinge.hierarchy.region_tree import RegionTree
from impinge.narrow.flat_regions import masks_of, unit_directions
from impinge.narrow.kernels.closed_curves import BLOCK, DEEPEST, OutlineWork
from impinge.narrow.kernels.surface_directions import set_cones
from impinge.narrow.kernels.surface_walk import (
    FOUND,
    TESTED,
    VISITED,
    WAITING,
    Sides,
    Surface,
    set_volumes,
    walk_surface,
)
from impinge.pairs import find_pairs

CULLINGS = ("boxes", "masks", "cones")
"""By their numbers in kernels."""
CONTOURS = ("exact", "angle", "off")
VOLUMES = {"aabb": 6, "dop14": 14, "dop18": 18, "dop26": 26}

VOLUME_ROUNDING = 2.0**-47
"""Of the largest coordinate: values along directions are sums of three coordinates."""
PATIENCE = 100_000
"""Visits in one call of the kernel, so that Ctrl-C is heard: some ten milliseconds."""
CAPACITY = 1 << 14
"""Pairs that one call of the walk can write."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SelfIntersections:
    """Faces of a surface that meet, by :func:`self_intersections`. Immutable.

    ``len(found)`` is the number of pairs.

    Attributes
    ----------
    pairs : (m, 2) int64
        Faces i < j that meet, sorted. Read-only.
    visited : int
        Regions, and pairs of regions, that were looked at.
    tested : int
        Pairs of triangles that were compared.
    seconds : dict
        Time spent: ``update`` of volumes, ``directions`` of normals, ``detect``. Building the
        regions, once for all meshes with the same faces, is not in it.
    """

    pairs: Ids
    visited: int
    tested: int
    seconds: dict[str, float]
    _tree: RegionTree = field(repr=False)
    _seen: NDArray[np.bool_] = field(repr=False)

    @property
    def looked_at(self) -> Ids:
        """(k, 2) int64: level and region of each region looked at, alone or in a pair; sorted."""
        starts = self._tree._starts
        nodes = np.flatnonzero(self._seen)
        level = np.searchsorted(starts, nodes, side="right") - 1
        region = nodes - starts[level]
        region[level == 0] = self._tree._arrays.faces[region[level == 0]]
        rows = np.stack([level, region], axis=1)
        return rows[np.lexsort((region, level))]

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return plain_values(self, "pairs", "visited", "tested", "seconds", "looked_at")

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self) -> str:
        return f"SelfIntersections({len(self)} pairs)"


def self_intersections(
    mesh: Any,
    *,
    culling: str = "masks",
    directions: int = 26,
    contour: str = "exact",
    boundary_angle: float = 25.0,
    volume: str = "dop18",
    neighbours: bool = False,
) -> SelfIntersections:
    """All pairs of faces in which a surface meets itself.

    Regions of a surface that are not bent enough to meet themselves are left out, after Volino and
    Magnenat-Thalmann 1994 [Volino1994]_; with exact tests of their outlines nothing is missed. See
    [Surfaces that fold](surfaces-that-fold.md).

    Parameters
    ----------
    mesh : Mesh
        Any mesh; several bodies are one mesh. Its regions (:class:`RegionTree`) are built at the
        first call and shared by ``mesh.with_vertices``.
    culling : {'masks', 'cones', 'boxes'}, optional
        How normals of a region are compared: by bits, one for each of some directions that all
        normals agree with; by a cone around them; or not at all: volumes only.
    directions : {26, 62}, optional
        How many directions there are for masks: of a cube, or a dodecahedron.
    contour : {'exact', 'angle', 'off'}, optional
        Whether regions with normals on one side have their outlines tested: exactly; by widening
        normals of triangles at the border; or not. The last two are published shortcuts and miss
        pairs where a surface meets itself at its border, as a strip bent to a cone.
    boundary_angle : float, optional
        By how much they are widened [degrees], from 0 to 90.
    volume : {'dop18', 'dop14', 'dop26', 'aabb'}, optional
        What separates regions that are no neighbours.
    neighbours : bool, optional
        Whether to list faces that share one or two vertices and meet elsewhere, or all three.

    Returns
    -------
    SelfIntersections
        Sorted pairs, and the work done.

    Raises
    ------
    ImpingeError
        If the mesh is not usable, or an option is unknown.

    See Also
    --------
    intersecting_pairs : pairs of two meshes.

    Notes
    -----
    Exact for the coordinates: triangles that only touch are listed, flat and repeated ones too, as
    by :func:`intersecting_pairs`.

    Examples
    --------
    >>> import impinge as im
    >>> found = self_intersections(im.scenes.cone_strip(16))
    >>> found
    SelfIntersections(36 pairs)
    >>> len(self_intersections(im.scenes.cone_strip(16), contour="off"))
    0
    """
    mesh = as_mesh(mesh, "mesh")
    culling = as_choice(culling, "culling", CULLINGS)
    contour = as_choice(contour, "contour", CONTOURS)
    axes = dop_of(VOLUMES[as_choice(volume, "volume", VOLUMES)]).directions
    units = unit_directions(directions)
    angle = _angle(boundary_angle)
    with_neighbours = as_flag(neighbours, "neighbours")
    tree = RegionTree(mesh)

    begin = perf_counter()
    surface, first = _surface_of(mesh, tree, axes)
    updated = perf_counter()
    widened = angle if contour == "angle" else 0.0
    sides = _sides_of(mesh, tree, culling, units, widened, contour == "exact")
    directed = perf_counter()
    codes, counts, seen = _walk(surface, sides, tree, first, with_neighbours)
    pairs = np.stack(np.divmod(codes, len(mesh.faces)), axis=1)
    seconds = {
        "update": updated - begin, "directions": directed - updated,
        "detect": perf_counter() - directed,
    }  # fmt: skip
    return SelfIntersections(
        pairs=frozen(pairs), visited=int(counts[VISITED]), tested=int(counts[TESTED]),
        seconds=seconds, _tree=tree, _seen=seen,
    )  # fmt: skip


def _angle(degrees: float) -> float:
    angle = as_scalar(degrees, "boundary_angle")
    if angle > 90.0:
        raise ImpingeError(f"boundary_angle: {angle:g}, expected 0 to 90 degrees")
    return radians(angle)


def _surface_of(mesh: Mesh, tree: RegionTree, axes: Array) -> tuple[Surface, Ids]:
    """Where regions are, and the first pairs of a walk: parts, and pairs of parts that are near."""
    points, (first, nodes) = mesh._vertices, tree._starts[-2:].tolist()
    volumes = np.empty((nodes, 2 * len(axes)))
    set_volumes(points, tree._arrays, axes, volumes, np.empty((len(points), len(axes))))
    low, high = volumes[first:, :3], volumes[first:, len(axes) : len(axes) + 3]
    slack = VOLUME_ROUNDING * float(max(high.max(), -low.min()))
    pairs = np.repeat(np.arange(first, nodes)[:, None], 2, axis=1)
    if len(pairs) > 1:
        pairs = np.concatenate([pairs, first + find_pairs(low, high)])
    return Surface(tree._arrays, points, volumes, slack), pairs


def _sides_of(
    mesh: Mesh, tree: RegionTree, culling: str, units: Array, widened: float, exact: bool
) -> Sides:
    masks, cones = np.empty(0, np.int64), np.empty((0, 4))
    if culling == "masks":
        masks = masks_of(mesh, tree, units, sin(widened))
    elif culling == "cones":
        cones = np.empty((int(tree._starts[-1]), 4))
        set_cones(mesh._vertices, tree._arrays, widened, cones)
    return Sides(CULLINGS.index(culling), exact, units, masks, cones)


def _walk(
    surface: Surface, sides: Sides, tree: RegionTree, pairs: Ids, with_neighbours: bool
) -> tuple[Ids, Ids, NDArray[np.bool_]]:
    """Sorted codes of the pairs, counts of the walk, and which nodes were looked at."""
    counts = np.zeros(4, np.int64)
    counts[WAITING] = len(pairs)
    stack = np.concatenate([pairs, np.empty((256, 2), np.int64)])
    work = _outline_work(surface, tree)
    seen = np.zeros(int(tree._starts[-1]), np.bool_)
    out, parts = np.empty(CAPACITY, np.int64), []
    while counts[WAITING]:
        before = counts[VISITED]
        walk_surface(surface, sides, work, with_neighbours, PATIENCE, stack, seen, out, counts)
        if counts[FOUND]:
            parts.append(out[: counts[FOUND]].copy())
            counts[FOUND] = 0
        if counts[VISITED] == before:
            stack = np.concatenate([stack, np.empty_like(stack)])
    return np.sort(np.concatenate([np.empty(0, np.int64), *parts])), counts, seen


def _outline_work(surface: Surface, tree: RegionTree) -> OutlineWork:
    longest = tree._longest
    blocks = 1 << (longest // BLOCK).bit_length()
    return OutlineWork(
        np.empty((longest, 2), np.int32), np.zeros((len(surface.points), 2), np.int32),
        np.zeros(1, np.int32), np.empty((longest, 2)), np.empty(longest, np.int32),
        np.empty((longest, 4)), np.empty((2 * blocks, 4)),
        np.empty((DEEPEST, 2), np.int32),
    )  # fmt: skip
