"""All pairs of triangles in which two posed meshes meet."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import frozen
from impinge.core.ids import Ids
from impinge.core.rows import GroupedRows
from impinge.core.table import PairTable
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.gathering import gather_rows, offsets_of
from impinge.narrow.kernels.rows import SHORT, pairs_rows
from impinge.narrow.posed import Pose, as_batches, as_shapes
from impinge.narrow.posed_shapes import count_costs

ROOM = 1 << 16
"""Pairs there is room for at first; a row that needs more is asked again with enough."""


class TrianglePairs(GroupedRows):
    """Pairs of meeting triangles.

    ``len(found)`` is the number of rows of a batch, ``found[i]`` has the pairs of row i; of a
    single query they are the number of pairs, and one pair.

    Attributes
    ----------
    pairs : (m, 2) int64
        Triangle of A, triangle of B; sorted within each row of the batch.
    offsets : (n + 1,) int64, or None for a single query
        Row i of the batch has ``pairs[offsets[i]:offsets[i + 1]]``.
    """

    __slots__ = ()

    _rows: Ids  # type: ignore[assignment]
    _names = ("pairs",)

    def __init__(self, pairs: Ids, offsets: Ids | None) -> None:
        super().__init__(pairs, offsets)  # type: ignore[arg-type]

    @property
    def pairs(self) -> Ids:
        return frozen(self._rows)

    def of_row(self, i: int) -> Ids:  # type: ignore[override]
        """The pairs of row ``i`` of a batch."""
        return super().of_row(i).pairs

    def swapped(self) -> TrianglePairs:
        """The same answer, asked as (B, A)."""
        pairs = self.pairs[:, ::-1]
        order = np.lexsort((pairs[:, 1], pairs[:, 0], self.rows()))
        return TrianglePairs(pairs[order], self.offsets)

    def __repr__(self) -> str:
        rows = "" if self.offsets is None else f", {len(self.offsets) - 1} rows"
        return f"TrianglePairs({len(self.pairs)} pairs{rows})"


PAIRS = PairTable(
    "intersecting_pairs",
    swap=TrianglePairs.swapped,
    advice="only meshes and height fields have triangles; overlap and distance take every shape",
)


def intersecting_pairs(a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None) -> TrianglePairs:
    """All pairs of triangles in which two posed meshes meet.

    Parameters
    ----------
    a, b : mesh
        Or height field, which is its surface; otherwise as for :func:`impinge.overlap`.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`impinge.overlap`.

    Returns
    -------
    TrianglePairs
        Sorted pairs; for a batch also ``offsets``, where the pairs of each row begin.

    Raises
    ------
    UnsupportedPairError
        If a shape has no triangles.
    ImpingeError
        If a mesh or a pose is not usable; the message names argument and row.

    Notes
    -----
    Exact for the coordinates in the frame of A, rounded once to float64; triangles that only touch
    are listed, degenerate ones too. Memory is the answer's.

    Examples
    --------
    >>> import numpy as np
    >>> import impinge as im
    >>> a = im.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> b = im.Mesh([[0, 0, -1], [0.5, 0, 1], [0, 0.5, 1]], [[0, 1, 2]])
    >>> im.intersecting_pairs(a, b).pairs
    array([[0, 0]])
    """
    a, b = as_shapes(a, b)
    return PAIRS(a, pose_a, b, pose_b)  # type: ignore[no-any-return]


@PAIRS.answers(Mesh, Mesh)
def pairs_mesh_mesh(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose) -> TrianglePairs:
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    costs = np.empty((n, 2), np.int64)
    args = tree_of(a)._arrays, poses_a, tree_of(b)._arrays, poses_b, costs
    codes, counts = gather_rows(pairs_rows, args, n, ROOM, np.empty(0, np.int64))
    count_costs(costs)
    offsets = offsets_of(counts)
    for row in np.flatnonzero(counts > SHORT):
        codes[offsets[row] : offsets[row + 1]].sort()
    pairs = np.empty((len(codes), 2), np.int64)
    np.floor_divide(codes, len(b.faces), out=pairs[:, 0])
    np.subtract(codes, pairs[:, 0] * len(b.faces), out=pairs[:, 1])
    return TrianglePairs(pairs, None if single else offsets)
