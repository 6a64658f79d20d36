"""Height fields are their meshes; solid ground is a closed mesh with a floor."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.derived import derived
from impinge.core.errors import UnsupportedPairError
from impinge.core.ids import Ids
from impinge.geometry import Convex, HalfSpace, HeightField, Mesh, Shape
from impinge.narrow.convex import PARALLEL
from impinge.narrow.distance import DISTANCE, distances_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.meshes import gaps_mesh_half_space
from impinge.narrow.overlap import OVERLAP, overlaps_of
from impinge.narrow.pair_rows import Distance
from impinge.narrow.pairs import PAIRS
from impinge.narrow.parts import ball_of
from impinge.narrow.penetration import PENETRATION, Penetration, ask, depths_of
from impinge.narrow.posed import Pose, as_batches
from impinge.narrow.posed_shapes import PosedPairs, PosedShapes
from impinge.narrow.shape_table import ShapeTable

THIN = 2.0**-20
"""Share of the ground's height that the ground is thick at least, lest rounding lift the floor."""
ADVICE = "ask without solid, or turn one of them into a closed Mesh"


OVERLAP.reduces(
    HeightField, lambda field, _margin, solid=False: field if solid else field.mesh, Mesh
)
DISTANCE.reduces(
    HeightField, lambda field, solid=False: field if solid else field.mesh, Mesh, one_by_one=True
)
PENETRATION.reduces(
    HeightField, lambda field, _kind, _units, solid: field if solid else field.mesh, Mesh
)
PAIRS.reduces(HeightField, lambda field: field.mesh, Mesh)


@OVERLAP.answers(HeightField, Shape)
def overlap_height_field(
    a: HeightField, pose_a: Pose, b: Any, pose_b: Pose, margin: float, _solid: bool = True
) -> bool | Flags:
    """Of solid ground."""
    if isinstance(b, HalfSpace):
        gaps = gaps_filled_half_space(a, pose_a, b, pose_b)[..., pair_row.GAP]
        return frozen(gaps <= margin) if gaps.ndim else bool(gaps <= margin)
    pairs, single = ground_pairs(a, pose_a, b, pose_b, "overlap", margin)
    found = overlaps_of(pairs, True)
    return bool(found[0]) if single else frozen(found)


@DISTANCE.answers(HeightField, Shape)
def distance_height_field(
    a: HeightField, pose_a: Pose, b: Any, pose_b: Pose, _solid: bool = True
) -> Distance:
    """Of solid ground."""
    if isinstance(b, HalfSpace):
        return Distance(gaps_filled_half_space(a, pose_a, b, pose_b))
    pairs, single = ground_pairs(a, pose_a, b, pose_b, "distance", 0.0)
    found = distances_of(pairs, True)
    return Distance(found[0] if single else found)


@PENETRATION.answers(HeightField, Convex)
@PENETRATION.answers(HeightField, HalfSpace)
@PENETRATION.answers(HeightField, Mesh)
@PENETRATION.answers(HeightField, HeightField)
def penetration_height_field(
    a: HeightField, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, direction: Array | None,
    _solid: bool = True,
) -> Penetration:  # fmt: skip
    """Into solid ground, locally."""
    if kind == "convex":
        return ask(a.mesh, pose_a, b, pose_b, kind, None)
    if direction is not None or isinstance(b, HalfSpace):
        raise UnsupportedPairError("penetration", HeightField, type(b), advice=ADVICE)
    pairs, single = ground_pairs(a, pose_a, b, pose_b, "penetration", 0.0)
    found = depths_of(pairs, kind, None, True)
    return Penetration(found[0] if single else found)


def ground_pairs(
    field: HeightField, pose: Pose, other: Any, place: Pose, query: str, margin: Array | float
) -> tuple[PosedPairs, bool]:
    """A filled height field before rows of poses of another shape; and whether poses are single.

    It becomes closed meshes, with a floor below all of the other shape. For what is above the floor
    that is as good as ground without end: who is beside it is nearer to a wall than to the floor.
    """
    # Where two grounds without end meet is not looked for.
    if isinstance(other, HeightField):
        raise UnsupportedPairError(query, HeightField, HeightField, advice=ADVICE)
    poses_a, poses_b, n, single = as_batches(pose, place)
    ball = ball_of(other)
    middle = poses_b[:, :3, :3] @ ball[:3] + poses_b[:, :3, 3]
    heights = ((middle - poses_a[:, :3, 3]) * poses_a[:, :3, 2]).sum(axis=1) - ball[3]
    every = np.zeros(n, np.int64)
    depths, kinds = np.unique(floor_depths(field, heights), return_inverse=True)
    grounds = ShapeTable([filled(field, depth) for depth in depths.tolist()])
    a = PosedShapes(grounds, kinds + every, poses_a)
    b = PosedShapes(ShapeTable([other]), every, poses_b)
    return PosedPairs(a, b, None, margin + np.zeros(n)), single


def floor_depths(field: HeightField, heights: Array) -> Ids:
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


def gaps_filled_half_space(a: HeightField, pose_a: Pose, b: HalfSpace, pose_b: Pose) -> Array:
    """Distances of ground without end and a half space: none if the ground goes down into it."""
    rows = gaps_mesh_half_space(a.mesh, pose_a, b, pose_b, False)
    many = rows.reshape(-1, pair_row.PAIR_ROW)
    poses_a, _, _, _ = as_batches(pose_a, pose_b)
    gap = many[:, pair_row.GAP]
    normal = many[:, pair_row.NORMAL : pair_row.NORMAL + 3]
    down = -poses_a[:, :3, 2]
    into = (normal * down).sum(axis=1)
    reached = (gap > 0.0) & (into > PARALLEL)
    way = np.where(reached, gap / np.where(reached, into, 1.0), 0.0)
    point = many[:, pair_row.POINT_A : pair_row.POINT_B] + way[:, None] * down
    many[reached, pair_row.GAP] = 0.0
    many[reached, pair_row.POINT_A : pair_row.NORMAL] = np.tile(point[reached], 2)
    return rows
