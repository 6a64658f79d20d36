"""Height fields are their meshes; solid ground is a closed mesh with a floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.derived import derived
from impinge.core.errors import UnsupportedPairError
from impinge.geometry import HalfSpace, HeightField, Mesh, Shape
from impinge.narrow.distance import DISTANCE
from impinge.narrow.distance_rows import Distance
from impinge.narrow.half_spaces import PARALLEL
from impinge.narrow.kernels import pair_row
from impinge.narrow.meshes import gaps_mesh_half_space
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.pairs import PAIRS
from impinge.narrow.parts import parts_in
from impinge.narrow.penetration import PENETRATION
from impinge.narrow.posed import Pose, as_two_poses

Vectors = NDArray[np.float64]

THIN = 2.0**-20
"""Share of the ground's height that the ground is thick at least, lest rounding lift the floor."""
ADVICE = "ask without solid, or turn one of them into a closed Mesh"


OVERLAP.reduces(
    HeightField, lambda field, _margin, solid=False: field if solid else field.mesh, Mesh
)
DISTANCE.reduces(
    HeightField, lambda field, solid=False: field if solid else field.mesh, Mesh, one_by_one=True
)
PENETRATION.reduces(HeightField, lambda field, *_: field.mesh, Mesh)
PAIRS.reduces(HeightField, lambda field: field.mesh, Mesh)


@OVERLAP.answers(HeightField, Shape)
def overlap_height_field(
    a: HeightField, pose_a: Pose, b: Any, pose_b: Pose, margin: float, _solid: bool = True
) -> bool | NDArray[np.bool_]:
    """Of solid ground."""
    if isinstance(b, HalfSpace):
        gaps = gaps_filled_half_space(a, pose_a, b, pose_b)[..., pair_row.GAP]
        return frozen(gaps <= margin) if gaps.ndim else bool(gaps <= margin)
    ground = Ground(a, pose_a, b, pose_b, "overlap")
    found = np.empty(ground.count, np.bool_)
    for mesh, poses_a, poses_b, rows in ground.by_depth():
        found[rows] = OVERLAP(mesh, poses_a, b, poses_b, margin, True)
    return bool(found[0]) if ground.single else frozen(found)


@DISTANCE.answers(HeightField, Shape)
def distance_height_field(
    a: HeightField, pose_a: Pose, b: Any, pose_b: Pose, _solid: bool = True
) -> Distance:
    """Of solid ground."""
    if isinstance(b, HalfSpace):
        return Distance(gaps_filled_half_space(a, pose_a, b, pose_b))
    ground = Ground(a, pose_a, b, pose_b, "distance")
    found = np.empty((ground.count, pair_row.PAIR_ROW))
    for mesh, poses_a, poses_b, rows in ground.by_depth():
        found[rows] = DISTANCE(mesh, poses_a, b, poses_b, True)._rows
    return Distance(found[0] if ground.single else found)


class Ground:
    """A height field, filled, before rows of poses of another shape.

    It becomes a closed mesh with a floor below all of the other shape. For what is above the floor
    that is as good as ground without end: who is beside it is nearer to a wall than to the floor.

    Raises
    ------
    UnsupportedPairError
        If the other shape is a height field: where two grounds without end meet is not looked for.
    """

    def __init__(self, field: HeightField, pose: Pose, other: Any, place: Pose, query: str) -> None:
        if isinstance(other, HeightField):
            raise UnsupportedPairError(query, HeightField, HeightField, advice=ADVICE)
        poses_a, poses_b, count = as_two_poses(pose, place)
        self.field = field
        self.poses_a = poses_a.reshape(-1, 4, 4)
        self.poses_b = poses_b.reshape(-1, 4, 4)
        self.single = count is None
        self.count = 1 if count is None else count
        self.depths = self._depths(parts_in(other).balls[0])

    def _depths(self, ball: Vectors) -> NDArray[np.int64]:
        """(n,) int64: the powers of two that the floors are below the ground's lowest point."""
        middle = self.poses_b[:, :3, :3] @ ball[:3] + self.poses_b[:, :3, 3]
        up = self.poses_a[:, :3, 2]
        heights = ((middle - self.poses_a[:, :3, 3]) * up).sum(axis=1) - ball[3]
        return np.broadcast_to(floor_depths(self.field, heights), self.count)

    def by_depth(self) -> Iterator[tuple[Mesh, Vectors, Vectors, NDArray[np.int64]]]:
        """Rows that have the same floor: (mesh, poses_a, poses_b, rows)."""
        for depth in np.unique(self.depths).tolist():
            rows = np.flatnonzero(self.depths == depth)
            poses_a, poses_b = (
                p[rows] if len(p) > 1 else p[0] for p in (self.poses_a, self.poses_b)
            )
            yield filled(self.field, depth), poses_a, poses_b, rows


def floor_depths(field: HeightField, heights: Vectors) -> NDArray[np.int64]:
    """(n,) int64: depths of floors for :func:`filled`, each well below a height of its frame."""
    lowest = float(field.bounds[0, 2])
    least = max(float(np.ptp(field.bounds)), THIN * abs(lowest))
    return np.frexp(np.maximum(lowest - heights, least))[1] + 1


def filled(field: HeightField, depth: int) -> Mesh:
    """The ground as a closed mesh, with a floor ``2**depth`` below its lowest point; kept.

    The faces of the surface keep their numbers; walls and floor come after them.

    Examples
    --------
    >>> filled(HeightField([[0, 0], [0, 1]], 1.0), 1)
    Mesh(9 vertices, 14 faces, closed, oriented)
    """
    floor = float(field.bounds[0, 2]) - 2.0**depth
    return derived(field, ("filled", depth), lambda: _with_floor(field, floor))


def _with_floor(field: HeightField, floor: float) -> Mesh:
    surface = field.mesh
    rows, columns = field.heights.shape
    grid = np.arange(rows * columns).reshape(rows, columns)
    # Around, counter-clockwise seen from above.
    rim = np.concatenate([grid[0, :-1], grid[:-1, -1], grid[-1, :0:-1], grid[:0:-1, 0]])
    below = surface.vertices[rim] * (1.0, 1.0, 0.0) + (0.0, 0.0, floor)
    middle = [*(0.5 * field.spacing * (columns - 1.0, rows - 1.0)), floor]
    foot = rows * columns + np.arange(len(rim))
    last = rows * columns + len(rim)
    up, foot_next = rim, np.roll(foot, -1)
    up_next = np.roll(up, -1)
    faces = np.concatenate([
        surface.faces,
        np.stack([up, foot, foot_next], axis=1),
        np.stack([up, foot_next, up_next], axis=1),
        np.stack([foot_next, foot, np.full(len(rim), last)], axis=1),
    ])  # fmt: skip
    return Mesh(np.concatenate([surface.vertices, below, [middle]]), faces)


def gaps_filled_half_space(a: HeightField, pose_a: Pose, b: HalfSpace, pose_b: Pose) -> Vectors:
    """Distances of ground without end and a half space: none if the ground goes down into it."""
    rows = gaps_mesh_half_space(a.mesh, pose_a, b, pose_b, False)
    many = rows.reshape(-1, pair_row.PAIR_ROW)
    poses_a, _, _ = as_two_poses(pose_a, pose_b)
    gap = many[:, pair_row.GAP]
    normal = many[:, pair_row.NORMAL : pair_row.NORMAL + 3]
    down = -poses_a.reshape(-1, 4, 4)[:, :3, 2]
    into = (normal * down).sum(axis=1)
    reached = (gap > 0.0) & (into > PARALLEL)
    way = np.where(reached, gap / np.where(reached, into, 1.0), 0.0)
    point = many[:, pair_row.POINT_A : pair_row.POINT_B] + way[:, None] * down
    many[reached, pair_row.GAP] = 0.0
    many[reached, pair_row.POINT_A : pair_row.POINT_B] = point[reached]
    many[reached, pair_row.POINT_B : pair_row.NORMAL] = point[reached]
    return rows
