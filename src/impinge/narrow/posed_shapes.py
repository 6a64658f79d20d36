"""Rows of posed shapes, and pairs of rows: what every query about many pairs takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.poses import AT_REST, as_poses
from impinge.core.threads import run_rows
from impinge.geometry import Shape, as_shape
from impinge.geometry.kernels.convex_row import HALFSPACE
from impinge.narrow.kernels.mesh_pairs import gap_mesh_convex_pairs, gap_mesh_pairs, hold_pairs
from impinge.narrow.kernels.pair_row import BOX_TESTS, PAIR_ROW
from impinge.narrow.pair_rows import PairRows
from impinge.narrow.posed import Pose
from impinge.narrow.shape_table import MESH, NONE, ShapeTable

NO_PAIRS = np.empty((0, 4), np.int64)
"""For kernels: two shapes, pose i with pose i, or one with all."""
ALL_ROWS = np.empty(0, np.int64)
"""For kernels: rows as they come."""
NO_MARGIN = np.zeros(1)
WORTH_SORTING = 256
"""Convex pairs from which on sorting them pays."""
CONVEX, MESHES, MESH_CONVEX, CONVEX_MESH, OTHERS = range(5)
"""Groups of pairs: a kernel for each but the last."""
GROUPS = np.full((NONE, NONE), OTHERS, np.int8)
"""By the classes of A and B."""
GROUPS[: HALFSPACE + 1, : HALFSPACE + 1] = CONVEX
GROUPS[HALFSPACE, HALFSPACE] = OTHERS
GROUPS[MESH, MESH], GROUPS[MESH, :HALFSPACE], GROUPS[:HALFSPACE, MESH] = (
    MESHES, MESH_CONVEX, CONVEX_MESH,
)  # fmt: skip


class PosedShapes(NamedTuple):
    """Rows of shapes and poses: row i is shape ``kinds[i]`` at pose ``places[i]``.

    The things of a scene, the shapes of a batch and the parts of a compound are such rows; the
    links of a robot in n configurations are too.
    """

    table: ShapeTable
    kinds: Ids
    """(n,) int64: numbers of shapes."""
    poses: Array
    """(k, 4, 4) float64, checked; of shapes that move (k, LENGTH), rows of motions."""
    places: Ids | None = None
    """(n,) int64: numbers of poses; None: row i has pose i, or the only one."""
    paths: Mapping[int, Any] = {}
    """Motions that take several rows, by row."""

    def places_of(self, rows: Ids) -> Ids:
        if self.places is not None:
            return self.places[rows]
        return rows if len(self.poses) > 1 else np.zeros_like(rows)


class PosedPairs:
    """Pairs of rows of posed shapes, each with a margin.

    A query over them has one row a pair. All convex pairs go to one kernel, all pairs of meshes to
    another, all pairs of a mesh and a convex shape to a third; the others are asked as one batch
    for each pair of shapes.

    Attributes
    ----------
    a, b : PosedShapes
    pairs : (m, 2) int64
        Row of A, row of B.
    margins : (m,) float64
        Distances up to which pairs touch [m].
    kinds, classes : tuple of two (m,)
        Numbers and classes of the shapes.
    groups : (m,) int8
        Who answers.
    """

    __slots__ = ("a", "b", "classes", "groups", "kinds", "margins", "pairs")

    def __init__(
        self, a: PosedShapes, b: PosedShapes, pairs: Ids | None, margins: Array | float = 0.0
    ) -> None:
        if pairs is None:
            # Row i with row i.
            pairs = np.repeat(np.arange(len(a.kinds))[:, None], 2, axis=1)
        self.a, self.b, self.pairs = a, b, pairs
        self.margins = margins if isinstance(margins, np.ndarray) else np.full(len(pairs), margins)
        self.kinds = a.kinds[pairs[:, 0]], b.kinds[pairs[:, 1]]
        self.classes = a.table.classes[self.kinds[0]], b.table.classes[self.kinds[1]]
        self.groups = GROUPS[self.classes]

    def __len__(self) -> int:
        return len(self.pairs)

    def some(self, rows: Any, *, swap: bool = False) -> PosedPairs:
        """Some of the pairs, or their mirror images."""
        a, b, order = (self.b, self.a, -1) if swap else (self.a, self.b, 1)
        return PosedPairs(a, b, self.pairs[rows, ::order], self.margins[rows])

    def convex(self) -> Ids:
        """Pairs of convex shapes, or of one and a half space.

        Those of equal kinds are together, so that branches are predicted; not where each pair has
        poses of its own, which are read in order then.
        """
        rows = np.flatnonzero(self.groups == CONVEX)
        if len(rows) < WORTH_SORTING or len(self) <= len(self.a.poses):
            return rows
        a, b = (classes[rows] for classes in self.classes)
        return rows[np.argsort((a << 4) + b, kind="stable")]

    def others(self, *, meshes: bool) -> Ids:
        """All other pairs; without those that :meth:`measure_meshes` answers, or with them."""
        return np.flatnonzero(self.groups >= (MESHES if meshes else OTHERS))

    def columns(self, rows: Any = slice(None), numbers: tuple[bool, bool] = (False, False)) -> Ids:
        """(k, 4) int64: shape and pose of A, and of B, as kernels take some pairs.

        A shape is where its packed row begins, or its number.
        """
        pairs = self.pairs[rows]
        found = np.empty((len(pairs), 4), np.int64)
        for side, posed in enumerate((self.a, self.b)):
            kinds = self.kinds[side][rows]
            found[:, 2 * side] = kinds if numbers[side] else posed.table.begins[kinds]
            found[:, 2 * side + 1] = posed.places_of(pairs[:, side])
        return found

    def run_convex(self, kernel: Any, rows: Ids, *args: Any) -> None:
        """Let a kernel answer some rows, all of convex pairs."""
        packed = self.a.table.packed, self.a.poses, self.b.table.packed, self.b.poses
        run_rows(kernel, len(rows), *packed, self.columns(rows), rows, *args, grain=64)
        add_cost(primitive_tests=len(rows))

    def measure_meshes(self, any_one: bool) -> Iterator[tuple[Ids, PosedPairs, Array]]:
        """Rows of meshes, and of meshes and convex shapes: (rows, pairs, gaps of the rows).

        The first of a pair is a mesh. With ``any_one`` a gap is 0 within the margin, else infinite.
        """
        for group in (MESHES, MESH_CONVEX, CONVEX_MESH):
            rows = np.flatnonzero(self.groups == group)
            if len(rows):
                some = self.some(rows, swap=group == CONVEX_MESH)
                gaps = some._measured(any_one, group == MESHES)
                swap = group == CONVEX_MESH and not any_one
                yield rows, some, PairRows(gaps).swapped()._rows if swap else gaps

    def _measured(self, any_one: bool, meshes: bool) -> Array:
        a, b, out = self.a, self.b, np.empty((len(self), PAIR_ROW))
        kernel = gap_mesh_pairs if meshes else gap_mesh_convex_pairs
        other = b.table.meshes(self.kinds[1]) if meshes else b.table.packed
        run_rows(
            kernel, len(self), a.table.meshes(self.kinds[0]), a.poses, other, b.poses,
            self.columns(numbers=(True, meshes)), self.margins, any_one, out,
        )  # fmt: skip
        count_tests(out)
        return out

    def held(self) -> Ids:
        """(m, 2) int64: which holds the other (columns of ``kernels.mesh_pairs``), if none touch.

        Pairs of meshes, or of a mesh and a convex shape.
        """
        found = np.empty((len(self), 2), np.int64)
        sides = zip((self.a, self.b), self.kinds, strict=True)
        a, b = ((side.table.meshes(kinds, inside=True), side.poses) for side, kinds in sides)
        run_rows(hold_pairs, len(self), *a, *b, self.columns(numbers=(True, True)), found)
        return found

    def buckets(self, rows: Ids, *keys: Any) -> Iterator[tuple[Shape, Array, Shape, Array, Ids]]:
        """Rows of the same two shapes and equal keys: (a, poses_a, b, poses_b, rows)."""
        if len(rows) == 0:
            return
        columns = [key[rows] for key in (*keys, *self.kinds)]
        order = np.lexsort(columns)
        cuts = np.zeros(len(rows) - 1, np.bool_)
        for column in columns:
            cuts |= column[order[1:]] != column[order[:-1]]
        for part in np.split(rows[order], np.flatnonzero(cuts) + 1):
            i, j = self.pairs[part].T
            a, b = (kinds[part[0]] for kinds in self.kinds)
            yield (
                self.a.table.shape(a), self.a.poses[self.a.places_of(i)],
                self.b.table.shape(b), self.b.poses[self.b.places_of(j)], part,
            )  # fmt: skip


def count_costs(costs: NDArray[Any]) -> None:
    """Report rows of two numbers: tests of volumes, and of primitives."""
    if counting():
        add_cost(0, *costs.sum(axis=0).tolist())


def count_tests(rows: Array) -> None:
    """Report what the last columns of distances of meshes say about their cost."""
    count_costs(rows[:, BOX_TESTS:PAIR_ROW])


def is_many(shapes: Any) -> bool:
    """Whether this is a sequence of shapes, or of none; a pair (vertices, faces) is one mesh."""
    if type(shapes) not in (list, tuple):
        return False
    return not shapes or any(isinstance(shape, Shape) for shape in shapes)


def has_many(a: Any, b: Any) -> bool:
    return is_many(a) or is_many(b)


def pair_lists(a: Any, b: Any, poses: Mapping[str, Array], margin: float = 0.0) -> PosedPairs:
    """The pairs of a batch in which shapes differ: row i with row i, one with all.

    ``a`` and ``b`` are sequences of shapes, or one; ``poses`` has poses, or rows of motions, of A
    and B, by the names of these arguments.
    """
    table = ShapeTable()
    kinds = _numbered(a, "a", table), _numbered(b, "b", table)
    lengths = {"a": len(kinds[0]), "b": len(kinds[1])} | {k: len(v) for k, v in poses.items()}
    # A sequence of one shape is a batch of one row, and goes with every row of others.
    many = {name: n for name, n in lengths.items() if n != 1}
    if len(set(many.values())) > 1:
        said = ", ".join(f"{name} {n}" for name, n in many.items())
        raise ImpingeError(f"{' and '.join(many)}: numbers of rows differ ({said})")
    count = next(iter(many.values()), 1)
    side_a, side_b = (
        PosedShapes(table, np.broadcast_to(rows, count), own)
        for rows, own in zip(kinds, poses.values(), strict=True)
    )
    return PosedPairs(side_a, side_b, None, margin)


def _numbered(shapes: Any, name: str, table: ShapeTable) -> Ids:
    """The number of each shape in a table, which gets those that are not in it yet."""
    if not is_many(shapes):
        return np.array([table.number(as_shape(shapes, name))])
    ids = [id(shape) for shape in shapes]
    for key, shape in dict(zip(ids, shapes, strict=True)).items():
        if not isinstance(shape, Shape):
            kind = type(shape).__name__
            raise ImpingeError(f"{name}: row {ids.index(key)} is a {kind}, expected a shape")
        table.number(shape)
    return np.array([table.numbers[key] for key in ids], np.int64)


def posed_lists(a: Any, b: Any, pose_a: Pose, pose_b: Pose, margin: float = 0.0) -> PosedPairs:
    """The same for poses as they are given."""
    poses = {
        name: (AT_REST if (checked := as_poses(pose, name)) is None else checked).reshape(-1, 4, 4)
        for name, pose in (("pose_a", pose_a), ("pose_b", pose_b))
    }
    return pair_lists(a, b, poses, margin)
