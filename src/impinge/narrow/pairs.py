"""All pairs of triangles in which two posed meshes meet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.counters import add_cost, counting
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.kernels.rows import SHORT, pairs_rows
from impinge.narrow.posed import Pose, Poses, as_shapes, as_two_poses

Ids = NDArray[np.int64]
ROOM = 1 << 16
"""Pairs there is room for at first; a row that needs more is asked again with enough."""


class TrianglePairs:
    """Pairs of meeting triangles.

    Attributes
    ----------
    pairs : (m, 2) int64
        Triangle of A, triangle of B; sorted within each row of the batch.
    offsets : (n + 1,) int64, or None for a single query
        Row i of the batch has ``pairs[offsets[i]:offsets[i + 1]]``.
    """

    __slots__ = ("offsets", "pairs")

    pairs: Ids
    offsets: Ids | None

    def __init__(self, pairs: Ids, offsets: Ids | None) -> None:
        object.__setattr__(self, "pairs", frozen(pairs))
        object.__setattr__(self, "offsets", None if offsets is None else frozen(offsets))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"TrianglePairs cannot be changed ({name})")

    def of_row(self, i: int) -> Ids:
        """The pairs of row ``i`` of a batch."""
        if self.offsets is None:
            raise TypeError("these are the pairs of a single query; they have no rows")
        rows = range(len(self.offsets) - 1)
        return self.pairs[self.offsets[rows[i]] : self.offsets[rows[i] + 1]]

    def swapped(self) -> TrianglePairs:
        """The same answer, asked as (B, A)."""
        rows = np.zeros(len(self.pairs), np.int64)
        if self.offsets is not None:
            rows = np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))
        pairs = self.pairs[:, ::-1]
        return TrianglePairs(pairs[np.lexsort((pairs[:, 1], pairs[:, 0], rows))], self.offsets)

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        offsets = None if self.offsets is None else self.offsets.tolist()
        return {"pairs": self.pairs.tolist(), "offsets": offsets}

    def __len__(self) -> int:
        return len(self.pairs)

    def __reduce__(self) -> tuple[Any, ...]:
        return TrianglePairs, (self.pairs, self.offsets)

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
        A :class:`~impinge.Mesh`, anything with ``.vertices`` and ``.faces``, or such a pair; a
        height field is its surface. Make it a Mesh to ask more than once: a Mesh keeps its tree,
        others build one at each call.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Body to world; identity if not given. Batches pair row i with row i, and one pose goes
        with every row of the other side.

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
    poses_a, poses_b, n = as_two_poses(pose_a, pose_b)
    rows = 1 if n is None else n
    search = _Search(
        tree_of(a), tree_of(b), poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4), rows
    )
    codes, offsets = search.run()
    pairs = np.empty((len(codes), 2), np.int64)
    np.floor_divide(codes, len(b.faces), out=pairs[:, 0])
    np.subtract(codes, pairs[:, 0] * len(b.faces), out=pairs[:, 1])
    return TrianglePairs(pairs, None if n is None else offsets)


class _Search:
    """Collects the pairs of many rows; threads fill parts of their own, joined in row order."""

    def __init__(self, s: Tree, t: Tree, poses_a: Poses, poses_b: Poses, n: int) -> None:
        self._trees = s._arrays, t._arrays
        self._poses = poses_a, poses_b
        self._counts = np.empty(n, np.int64)
        self._costs = np.empty((n, 2), np.int64)
        self._parts: dict[int, Ids] = {}

    def run(self) -> tuple[Ids, Ids]:
        """The codes of all pairs, sorted within each row, and where each row begins."""
        run_rows(self._fill, len(self._counts), grain=1)
        if counting():
            add_cost(0, int(self._costs[:, 0].sum()), int(self._costs[:, 1].sum()))
        offsets = np.zeros(len(self._counts) + 1, np.int64)
        np.cumsum(self._counts, out=offsets[1:])
        parts = [self._parts[row] for row in sorted(self._parts)]
        codes = np.concatenate(parts) if parts else np.empty(0, np.int64)
        for row in np.flatnonzero(self._counts > SHORT):
            codes[offsets[row] : offsets[row + 1]].sort()
        return codes, offsets

    def _fill(self, start: int, stop: int) -> None:
        room = ROOM
        while start < stop:
            codes = np.empty(room, np.int64)
            row = pairs_rows(
                *self._trees, *self._poses, codes, self._counts, self._costs, start, stop
            )
            used = int(self._counts[start:row].sum())
            if row > start:
                self._parts[start] = codes[:used].copy()
            room = ROOM if row == stop else max(ROOM, int(self._counts[row]))
            start = row
