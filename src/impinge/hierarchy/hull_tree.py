"""The hull tree of a mesh: convex patches of its surface, and hulls of these, two by two."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.geometry import Hull, Mesh
from impinge.geometry.immutable import Immutable
from impinge.geometry.kernels.convex_row import COUNT, EDGES, FACES, LENGTH
from impinge.geometry.packing import count_features
from impinge.hierarchy.kernels import hull_nodes as layout
from impinge.hierarchy.kernels.hull_nodes import find_on_hull, list_features, match_corners
from impinge.hierarchy.kernels.patches import flood_patches, merge_neighbours
from impinge.hierarchy.tree import Tree, tree_of

ON_FACE = 1e-14
"""Share of the largest coordinate within which a triangle lies on a face of a hull. It only saves
work: what is found on a face is measured by its triangles."""
STALLED = 0.25
"""Where neighbours pair up fewer nodes of a level than this share, others are paired too: a face
with many small neighbours would make a tree as deep as they are many."""


class HullTree(Immutable):
    """Convex patches of a mesh, and above them hulls of two nodes each up to the hull of all.

    Parameters
    ----------
    mesh : Mesh
        Any triangles. Patches grow across edges that two faces share and run along in turns; at
        other edges they end, so that in a polygon soup each triangle is a patch.

    Attributes
    ----------
    patches : (f,) int64
        The patch of each face of the mesh, which is also the number of its leaf. Read-only.
    children : (n, 2) int64
        Of each node; -1 for leaves. Leaves come first, the root is last. Read-only.

    Notes
    -----
    After Ehmann and Lin 2001 [Ehmann2001]_. A face of a hull is original where triangles of the
    mesh lie on it, virtual otherwise. Building takes 30 to 200 us and 1 to 3.4 kB a face, some
    hundred times what a :class:`Tree` takes. A patch has at most 1024 faces.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> tree = HullTree(box_mesh((1, 2, 3)))
    >>> tree, tree.hull(0)
    (HullTree(12 faces, 1 patches, depth 1), Hull(8 vertices, 12 edges, 6 faces))
    """

    __slots__ = ("_arrays", "_tree", "children", "patches")

    _arrays: tuple[Array, Ids, Ids, Ids]
    _tree: Tree
    patches: Ids
    children: Ids

    def __init__(self, mesh: Mesh) -> None:
        as_kind(mesh, "mesh", Mesh)
        tree = tree_of(mesh)
        across = _faces_across(mesh._faces)
        patches = np.empty(len(mesh._faces), np.int64)
        count = flood_patches(mesh._vertices, mesh._faces, across, patches)
        children = _merged(mesh, across, patches, count)
        arrays = _Builder(mesh, tree).build(patches, children)
        self._set(_arrays=arrays, _tree=tree, children=frozen(children), patches=frozen(patches))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a HullTree cannot be changed ({name})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._arrays, self._tree, self.children, self.patches)

    @property
    def patch_count(self) -> int:
        """Convex patches, which are the leaves."""
        return (len(self.children) + 1) // 2

    @property
    def depth(self) -> int:
        """Nodes on the longest path from the root to a leaf."""
        return int(self._arrays[1][-1, layout.DEPTH])

    @property
    def bytes(self) -> int:
        """Memory it takes, without the triangle tree."""
        return sum(array.nbytes for array in (*self._arrays, self.children, self.patches))

    def hull(self, node: int) -> Hull:
        """The hull of a node."""
        rows, start = self._arrays[0], int(self._arrays[1][self._as_node(node), layout.START])
        return Hull._of_row(rows[start : start + int(rows[start + LENGTH])])

    def original_faces(self, node: int) -> tuple[Ids, ...]:
        """For each face of a node's hull, the faces of the mesh on it; none if it is virtual."""
        rows, nodes, lists, places = self._arrays
        node = self._as_node(node)
        row = rows[nodes[node, layout.START] :]
        first = int(nodes[node, layout.FEATURES] + row[COUNT] + row[EDGES])
        faces = self._tree.faces
        return tuple(
            frozen(np.sort(faces[places[begin:end]]))
            for begin, end in lists[first : first + int(row[FACES])]
        )

    def virtual(self, node: int) -> NDArray[np.bool_]:
        """Which faces of a node's hull have no face of the mesh on them."""
        return frozen(np.array([len(some) == 0 for some in self.original_faces(node)], np.bool_))

    def _as_node(self, node: Any) -> int:
        return as_whole(node, "node", 0, len(self.children) - 1)

    def __repr__(self) -> str:
        return (
            f"HullTree({len(self.patches)} faces, {self.patch_count} patches, depth {self.depth})"
        )


def _restored(arrays: Any, tree: Tree, children: Ids, patches: Ids) -> HullTree:
    found = object.__new__(HullTree)
    writable = tuple(np.require(x, None, ["C", "A", "W"]) for x in arrays)
    found._set(_arrays=writable, _tree=tree, children=frozen(children), patches=frozen(patches))
    return found


def hull_tree(mesh: Mesh) -> HullTree:
    """The hull tree of a mesh: built at first use, then kept with it.

    Examples
    --------
    >>> from impinge.geometry import bumpy_sphere
    >>> mesh = bumpy_sphere(12, 8)
    >>> hull_tree(mesh) is hull_tree(mesh)
    True
    """
    as_kind(mesh, "mesh", Mesh)
    return derived(mesh, "hull_tree", lambda: HullTree(mesh))


def _faces_across(faces: Ids) -> Ids:
    """(f, 3) int64: the face beyond the edge from each corner to the next; -1 for none.

    Only where two faces, and no more, have the edge and run along it in turns.
    """
    start, stop = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    low, high = np.minimum(start, stop), np.maximum(start, stop)
    key = low * (int(faces.max()) + 1) + high
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.r_[True, np.diff(key[order]) != 0])
    pairs = first[np.diff(np.r_[first, len(key)]) == 2]
    i, j = order[pairs], order[pairs + 1]
    turns = (start[i] == stop[j]) & (start[i] != stop[i]) & (i // 3 != j // 3)
    i, j = i[turns], j[turns]
    across = np.full(len(key), -1, np.int64)
    across[i], across[j] = j // 3, i // 3
    return across.reshape(-1, 3)


def _merged(mesh: Mesh, across: Ids, patches: Ids, count: int) -> Ids:
    """(2 count - 1, 2) int64: children, from neighbours paired up level by level."""
    corners = mesh._vertices[mesh._faces]
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, patches, corners.min(axis=1))
    np.maximum.at(high, patches, corners.max(axis=1))
    face, edge = np.nonzero(across >= 0)
    links = _distinct(np.stack([patches[face], patches[across[face, edge]]], axis=1), count)
    # In space-filling order, for what has no neighbours.
    order = np.full(count, len(patches), np.int64)
    np.minimum.at(order, patches[tree_of(mesh).faces], np.arange(len(patches)))
    children = np.full((2 * count - 1, 2), -1, np.int64)
    names, made = np.arange(count), count
    while len(names) > 1:
        partner = np.empty(len(names), np.int64)
        pairs = merge_neighbours(links, low, high, partner)
        if pairs < STALLED * len(names):
            left = np.flatnonzero(partner < 0)
            left = left[np.argsort(order[left], kind="stable")]
            left = left[: len(left) - len(left) % 2]
            partner[left[::2]], partner[left[1::2]] = left[1::2], left[::2]
        own = np.arange(len(names))
        kept = np.flatnonzero((partner < 0) | (own < partner))
        other = np.where(partner[kept] < 0, kept, partner[kept])
        both = np.flatnonzero(other != kept)
        children[made : made + len(both)] = np.stack([names[kept], names[other]], axis=1)[both]
        names = names[kept]
        names[both] = np.arange(made, made + len(both))
        made += len(both)
        level = np.empty(len(own), np.int64)
        level[kept] = level[other] = np.arange(len(kept))
        low, high = np.minimum(low[kept], low[other]), np.maximum(high[kept], high[other])
        order = np.minimum(order[kept], order[other])
        links = _distinct(level[links], len(kept))
    return children


def _distinct(links: Ids, count: int) -> Ids:
    """Pairs of different nodes, each once."""
    pairs = np.sort(links[links[:, 0] != links[:, 1]], axis=1)
    keys = np.unique(pairs[:, 0] * count + pairs[:, 1])
    return np.ascontiguousarray(np.stack(np.divmod(keys, count), axis=1))


class _Builder:
    """Makes hulls, leaves first, and collects their arrays."""

    def __init__(self, mesh: Mesh, tree: Tree) -> None:
        self.vertices, self.faces = mesh._vertices, mesh._faces
        self.tolerance = ON_FACE * float(np.abs(self.vertices[self.faces]).max())
        self.numbers = np.full(len(self.vertices), -1, np.int64)
        self.place_of = np.empty(len(self.faces), np.int64)
        self.place_of[tree.faces] = np.arange(len(self.faces))
        corners = self.faces.ravel()
        order = np.argsort(corners, kind="stable")
        starts = np.searchsorted(corners[order], np.arange(len(self.vertices) + 1))
        self.around = starts.astype(np.int64), order // 3
        self.rows: list[Array] = []
        self.lists: list[Ids] = []
        self.places: list[Ids] = []
        self.used = self.length = self.features = 0

    def build(self, patches: Ids, children: Ids) -> tuple[Array, Ids, Ids, Ids]:
        nodes = np.full((len(children), layout.NODE), -1, np.int64)
        nodes[:, layout.CHILD_A : layout.CHILD_B + 1] = children
        leaves = (len(children) + 1) // 2
        by_patch = np.argsort(patches, kind="stable")
        ends = np.searchsorted(patches[by_patch], np.arange(leaves + 1))
        # What a node hands to the one above: its hull's vertices, and triangles that are on it.
        grown: dict[int, tuple[Ids, Ids]] = {}
        for node in range(len(children)):
            if node < leaves:
                faces = by_patch[ends[node] : ends[node + 1]]
                ids, depth = np.unique(self.faces[faces]), 1
                nodes[node, layout.FIRST] = self.used
                self._add_places(self.place_of[faces])
                nodes[node, layout.LAST] = self.used
            else:
                a, b = grown.pop(int(children[node, 0])), grown.pop(int(children[node, 1]))
                ids, faces = np.union1d(a[0], b[0]), np.concatenate([a[1], b[1]])
                depth = 1 + int(nodes[children[node], layout.DEPTH].max())
            nodes[node, layout.START], nodes[node, layout.FEATURES] = self.length, self.features
            nodes[node, layout.DEPTH] = depth
            grown[node] = self._add_hull(ids, faces)
        return (
            np.concatenate(self.rows), nodes,
            np.concatenate(self.lists), np.concatenate(self.places),
        )  # fmt: skip

    def _add_hull(self, ids: Ids, faces: Ids) -> tuple[Ids, Ids]:
        points = self.vertices[ids]
        hull = Hull(points if len(points) > 3 else np.resize(points, (4, 3)))
        row, corners = hull._packed, np.require(hull.vertices, None, ["C", "W"])
        found, on = np.empty(len(corners), np.int64), np.empty(len(faces), np.int64)
        match_corners(points, ids, corners, found)
        known = found >= 0
        self.numbers[found[known]] = np.flatnonzero(known)
        find_on_hull(row, self.numbers, self.vertices, self.faces, faces, self.tolerance, on)
        self.numbers[found[known]] = -1
        features = count_features(row)
        lists = np.empty((features, 2), np.int64)
        places = np.empty(features + len(faces), np.int64)
        count = list_features(
            row, found, self.faces, self.around, faces, on, self.place_of, self.used, lists, places
        )
        self.rows.append(row)
        self.lists.append(lists)
        self._add_places(places[:count])
        self.length += len(row)
        self.features += features
        return found[known], faces[on >= 0]

    def _add_places(self, places: Ids) -> None:
        self.places.append(places)
        self.used += len(places)
