"""Regions of a surface, level by level, from single faces to whole connected parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.geometry.mesh import as_mesh
from impinge.hierarchy.kernels.region_merging import LARGEST_GROUP, RegionArrays, merge_regions

USUAL_LEVELS = 40
"""From here on groups may have any number of members. No usual surface has half as many levels; a
region with thousands of neighbours would take in two of them a level."""


class RegionTree:
    """Regions of a surface, from single faces to connected parts.

    Level 0 has one region a face, the last level one a connected part. On the way regions are
    merged with neighbours across an edge, two or three at a time, so that the shape factor
    sqrt(area) / contour is large: they become round rather than long [Volino2006]_.

    Parameters
    ----------
    mesh : Mesh
        Any mesh. Regions depend on its faces alone, not on vertices: all faces count as one
        unit of area, all edges as one of length. The tree is kept with the faces, so that
        ``RegionTree(mesh.with_vertices(v))`` costs nothing.

    Attributes
    ----------
    levels : int
        How many there are.
    counts : (levels,) int64
        Regions in each. Read-only.

    Notes
    -----
    Faces are connected by edges, also where more than two meet. A face that names a vertex twice
    is a part of its own. A region without a partner is one of the next level, too. All faces have
    the same depth, and each level is a partition of the faces.

    Examples
    --------
    >>> from impinge.geometry import grid_mesh
    >>> tree = RegionTree(grid_mesh(1.0, 4))
    >>> tree
    RegionTree(32 faces, 6 levels, 1 part)
    >>> tree.counts
    array([32, 16,  8,  4,  2,  1])
    >>> tree.regions(4)[:8]
    array([0, 0, 0, 0, 0, 0, 0, 0])
    """

    __slots__ = ("_arrays", "_longest", "_starts", "counts", "levels")

    _arrays: RegionArrays
    _longest: int
    """Half-edges that the outlines of three regions have at most."""
    _starts: Ids
    """(levels + 1,): the first node of each level."""
    counts: Ids
    levels: int

    def __init__(self, mesh: Any) -> None:
        topology = as_mesh(mesh, "mesh")._topology
        made = derived(topology, "regions", lambda: _build(topology._faces))
        self._arrays, self._starts, self._longest = made
        self.counts = frozen(np.diff(self._starts))
        self.levels = len(self.counts)

    def regions(self, level: int) -> Ids:
        """(m,) int64: the region of each face at a level, from 0 on.

        Parameters
        ----------
        level : int
            From 0, where the region is the face, to ``levels - 1``.

        Raises
        ------
        ImpingeError
            If there is no such level.
        """
        level = as_whole(level, "level", 0, self.levels - 1)
        arrays = self._arrays
        if level == 0:
            return np.arange(len(arrays.faces))
        first, stop = self._starts[level : level + 2]
        found = np.empty(len(arrays.faces), np.int64)
        sizes = np.diff(arrays.spans[first:stop], axis=1)[:, 0]
        found[arrays.faces] = np.repeat(np.arange(stop - first), sizes)
        return found

    def __repr__(self) -> str:
        parts = f"{self.counts[-1]} part{'s' if self.counts[-1] > 1 else ''}"
        return f"RegionTree({self.counts[0]} faces, {self.levels} levels, {parts})"


def _build(faces: Ids) -> tuple[RegionArrays, Ids, int]:
    twins, pairs, lengths = _pair_half_edges(faces)
    parents, links = _merge(len(faces), pairs, lengths)
    part = np.arange(len(faces))
    for parent in parents:
        part = parent[part]
    # Ranks of the regions of each level in the order of the tree, from the last level down; parts
    # in the order of their first faces.
    _, first = np.unique(part, return_index=True)
    ranks = [np.argsort(np.argsort(first))]
    for parent in reversed(parents):
        rank = np.empty(len(parent), np.int64)
        rank[np.argsort(ranks[0][parent], kind="stable")] = np.arange(len(parent))
        ranks.insert(0, rank)
    starts = np.cumsum([0, *(len(rank) for rank in ranks)])
    order = np.argsort(ranks[0])
    corners = np.ascontiguousarray(faces[order])

    twins = twins.reshape(-1, 3)[order].reshape(-1)
    paired = twins >= 0
    twins[paired] = 3 * ranks[0][twins[paired] // 3] + twins[paired] % 3

    region = np.arange(len(faces))
    outline = np.arange(3 * len(faces))
    children, spans, near, near_count, outlines, outline_count = [], [], [], [], [], []
    for level, rank in enumerate(ranks):
        count = len(rank)
        if level:
            up = np.empty(len(ranks[level - 1]), np.int64)
            up[ranks[level - 1]] = rank[parents[level - 1]]
            region = up[region]
            children.append(starts[level - 1] + np.searchsorted(up, np.arange(count)))
        else:
            children.append(np.zeros(count, np.int64))
        bounds = np.searchsorted(region, np.arange(count + 1))
        spans.append(np.stack([bounds[:-1], bounds[1:]], axis=1))
        back = twins[outline]
        outline = outline[(back < 0) | (region[back // 3] != region[outline // 3])]
        outlines.append(outline)
        outline_count.append(np.bincount(region[outline // 3], minlength=count))
        pairs = rank[links[level]]
        both = np.concatenate([pairs, pairs[:, ::-1]])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        near.append(starts[level] + both[:, 1])
        near_count.append(np.bincount(both[:, 0], minlength=count))
    last = starts[-2] if parents else 0
    arrays = RegionArrays(
        order, corners, twins.astype(np.int32),
        np.concatenate([*children, [last]]), np.concatenate(spans),
        _offsets(near_count), np.concatenate(near).astype(np.int32),
        _offsets(outline_count), np.concatenate(outlines).astype(np.int32),
    )  # fmt: skip
    return arrays, starts, 3 * max(int(counts.max()) for counts in outline_count)


def _offsets(counts: list[Ids]) -> Ids:
    return np.concatenate([[0], np.cumsum(np.concatenate(counts))])


def _pair_half_edges(faces: Ids) -> tuple[Ids, Ids, Array]:
    """Twins (3 m,) as in ``RegionArrays``; faces i < j with common edges, sorted; how many."""
    begin, end = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    low, high = np.minimum(begin, end), np.maximum(begin, end)
    twins = np.full(len(begin), -1, np.int64)
    # Faces that name a vertex twice have no neighbours.
    proper = (faces != np.roll(faces, -1, axis=1)).all(axis=1)
    usable = np.flatnonzero(np.repeat(proper, 3))
    key = low[usable] * (int(faces.max()) + 1) + high[usable]
    order = np.argsort(key, kind="stable")
    key, edge = key[order], usable[order]
    first = np.flatnonzero(np.r_[len(key) > 0, key[1:] != key[:-1]])
    uses = np.diff(np.r_[first, len(key)])
    two = first[uses == 2]
    opposed = begin[edge[two]] != begin[edge[two + 1]]
    a, b = edge[two[opposed]], edge[two[opposed] + 1]
    twins[a], twins[b] = b, a
    good = np.zeros(len(first), np.bool_)
    good[np.flatnonzero(uses == 2)[opposed]] = True
    twins[edge[np.repeat((uses > 1) & ~good, uses)]] = -2

    same = np.flatnonzero(key[1:] == key[:-1])
    one, other = edge[same] // 3, edge[same + 1] // 3
    pair, lengths = np.unique(
        np.minimum(one, other) * len(faces) + np.maximum(one, other), return_counts=True
    )
    return twins, np.stack(np.divmod(pair, len(faces)), axis=1), lengths.astype(np.float64)


def _merge(count: int, pairs: Ids, lengths: Array) -> tuple[list[Ids], list[Ids]]:
    """The parent of each region, level by level, and pairs of neighbours, level by level."""
    measures = np.tile([1.0, 3.0], (count, 1))
    parents: list[Ids] = []
    links = [pairs]
    while len(pairs):
        a, b = pairs.T
        area = measures[a, 0] + measures[b, 0]
        contour = measures[a, 1] + measures[b, 1] - 2.0 * lengths
        with np.errstate(divide="ignore"):
            # Ties by number: the same faces always give the same regions.
            order = np.argsort(-area / contour**2, kind="stable")
        ends = np.concatenate([a, b])
        rows = np.argsort(ends, kind="stable") % len(pairs)
        starts = np.searchsorted(np.sort(ends), np.arange(count + 1))
        groups, joined = np.empty(count, np.int64), np.empty((count, 3))
        most = LARGEST_GROUP if len(parents) < USUAL_LEVELS else count
        count = merge_regions(pairs, order, lengths, measures, starts, rows, most, groups, joined)
        parents.append(groups)
        measures = np.ascontiguousarray(joined[:count, :2])
        one, other = groups[a], groups[b]
        apart = one != other
        key = np.minimum(one, other) * count + np.maximum(one, other)
        key, number = np.unique(key[apart], return_inverse=True)
        lengths = np.bincount(number, lengths[apart], len(key)).astype(np.float64)
        pairs = np.ascontiguousarray(np.stack(np.divmod(key, count), axis=1))
        links.append(pairs)
    return parents, links
