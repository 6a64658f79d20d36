"""Impacts whose times are known, completed: gap, points, features, depth and upper bound."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from impinge.continuous.kernels import impact_row as row
from impinge.continuous.kernels.impact_features import number_edges_rows
from impinge.continuous.kernels.impact_row import (
    FEATURE_A,
    FREE,
    HIT,
    NATURE,
    PART_A,
    POINT_A,
    STARTED_TOUCHING,
)
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Compound, HeightField, Mesh
from impinge.geometry.kernels.features import convex_dimensions_rows, mesh_features_rows
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels import pair_row
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.parts import parts_of
from impinge.narrow.penetration import PENETRATION

LATER = (1e-6, 1e-5, 1e-4, 1e-3)
"""Shares of the step after a contact at which an overlap is looked for. Times are early by the
first; what has not met by the last grazes."""


def complete_impacts(
    a: Any, b: Any, motion: PairMotion, options: Options, measured: Flags | None, out: Array
) -> None:
    """Complete rows whose times are known.

    Rows that are ``measured``, of two meshes, have points and features, with keys of edges. Pairs
    that are free have none.
    """
    found = set(out[:, row.STATUS].tolist())
    if HIT in found:
        find_upper(a, b, motion, options, out)
    if options.measured and found != {FREE}:
        left = out[:, row.STATUS] != FREE
        if measured is not None:
            # Keys of edges by their numbers, which are not known while meshes are walked.
            sides = a.edges, len(a._vertices), b.edges, len(b._vertices)
            run_rows(number_edges_rows, len(out), *sides, out)
            left &= ~measured
        if left.any():
            measure_contacts(a, b, motion, options, left, out)
    if STARTED_TOUCHING in found or options.solid or options.max_time == 0.0:
        complete_starts(a, b, motion, options, out)


class Posed(Protocol):
    """What moves: :class:`PairMotion`, or bodies of a robot on its paths."""

    def poses_at(self, rows: Ids, times: Array) -> tuple[Array, Array]:
        """Poses of both shapes of some rows, at a time each."""


def find_upper(a: Any, b: Any, motion: Posed, options: Options, out: Array) -> None:
    """Fill ``UPPER`` of rows that hit, where the search has not seen an overlap itself."""
    for share in LATER:
        rows = np.flatnonzero((out[:, row.STATUS] == HIT) & np.isinf(out[:, row.UPPER]))
        if not len(rows):
            return
        times = out[rows, row.TIME] + share
        rows, times = rows[times <= options.max_time], times[times <= options.max_time]
        seen = overlap_at(a, b, motion, options, rows, times)
        out[rows[seen], row.UPPER] = times[seen]


def overlap_at(a: Any, b: Any, motion: Posed, options: Options, rows: Ids, times: Array) -> Flags:
    """Which rows overlap, or are within the margin, each at a time."""
    if not len(rows):
        return np.zeros(0, np.bool_)
    poses_a, poses_b = motion.poses_at(rows, times)
    return np.asarray(OVERLAP(a, poses_a, b, poses_b, options.margin, options.solid))


def measure_contacts(
    a: Any, b: Any, motion: Posed, options: Options, which: Flags, out: Array
) -> None:
    """Gap, points, normal and features of some rows, from the distance at their time.

    Solids are measured as such, since there is ground beside a height field; but for pairs that
    start touching, of which the surfaces count.
    """
    solid = which & (out[:, row.STATUS] != STARTED_TOUCHING) & options.solid
    for some, how in ((which & ~solid, False), (solid, True)):
        rows = np.flatnonzero(some)
        if len(rows):
            poses_a, poses_b = motion.poses_at(rows, out[rows, row.TIME])
            copy_witness(DISTANCE(a, poses_a, b, poses_b, how)._rows, rows, out)
            name_features(a, poses_a, b, poses_b, rows, out)


def complete_starts(a: Any, b: Any, motion: PairMotion, options: Options, out: Array) -> None:
    """Find rows that start inside a solid, or touch in a step of no length; fill depths."""
    inside = np.zeros(len(out), np.bool_)
    if options.solid or options.max_time == 0.0:
        rows = np.flatnonzero(
            (out[:, row.STATUS] != STARTED_TOUCHING) | (out[:, row.GAP] > options.margin)
        )
        poses_a, poses_b = motion.poses_at(rows, np.zeros(len(rows)))
        found = DISTANCE(a, poses_a, b, poses_b, options.solid)._rows
        touching = found[:, pair_row.GAP] <= options.margin
        rows = rows[touching]
        inside[rows] = options.solid
        out[rows, row.STATUS] = STARTED_TOUCHING
        out[rows, row.TIME] = out[rows, row.UPPER] = 0.0
        copy_witness(found[touching], rows, out)
        if options.measured:
            name_features(a, poses_a[touching], b, poses_b[touching], rows, out)
    rows = np.flatnonzero((out[:, row.STATUS] == STARTED_TOUCHING) & (out[:, row.GAP] <= 0.0))
    if len(rows) and options.measured:
        poses = motion.poses_at(rows, np.zeros(len(rows)))
        out[rows, row.DEPTH] = depths(a, b, *poses, inside[rows])


def depths(a: Any, b: Any, poses_a: Array, poses_b: Array, inside: Flags) -> Array:
    """(n,) float64: penetration depths [m]; infinite where unknown, or no translation separates.

    The default kind of :func:`~impinge.narrow.penetration`; that of the convex hulls where there is
    none, as for open surfaces that cross, or it is 0, as for shapes ``inside`` a solid.
    """
    found = np.array([_depth(a, b, *poses, None) for poses in zip(poses_a, poses_b, strict=True)])
    for k in np.flatnonzero(np.isinf(found) | (inside & (found == 0.0))):
        hull = _depth(a, b, poses_a[k], poses_b[k], "convex")
        found[k] = hull if hull > 0.0 else np.inf
    return found


def _depth(a: Any, b: Any, pose_a: Array, pose_b: Array, kind: str | None) -> float:
    try:
        return float(PENETRATION(a, pose_a, b, pose_b, kind, None, False).depth)
    except ImpingeError:
        return np.inf


def copy_witness(found: Array, rows: Ids, out: Array) -> None:
    """Copy gap, points, normal, features and parts of distances to rows of impacts."""
    out[rows, row.GAP] = found[:, pair_row.GAP]
    for to, at, width in (
        (row.POINT_A, pair_row.POINT_A, 6), (row.NORMAL, pair_row.NORMAL, 3),
        (row.FEATURE_A, pair_row.FEATURE_A, 2),
    ):  # fmt: skip
        out[rows, to : to + width] = found[:, at : at + width]
    wide = found.shape[1] > pair_row.PART_B
    out[rows, row.PART_A : row.PART_A + 2] = (
        found[:, pair_row.PART_A : pair_row.PART_B + 1] if wide else -1.0
    )


def name_features(a: Any, poses_a: Array, b: Any, poses_b: Array, rows: Ids, out: Array) -> None:
    """Fill nature and features of rows, from their points and the features of a distance."""
    natures = np.zeros(len(rows), np.int64)
    for k, (shape, poses) in enumerate(((a, poses_a), (b, poses_b))):
        first, feature = POINT_A + 3 * k, FEATURE_A + k
        points, numbers = out[rows, first : first + 3], out[rows, feature].astype(np.int64)
        parts = out[rows, PART_A + k] if isinstance(shape, Compound) else None
        dimensions = features_at(shape, poses, points, numbers, parts)
        out[rows, feature] = numbers
        natures = 3 * natures + dimensions
    out[rows, NATURE] = natures


def features_at(
    shape: Any, poses: Array, points: Array, features: Ids, parts: Array | None = None
) -> Ids:
    """(n,) int64: dimensions of the features that points of posed shapes lie on, world frame.

    In ``features``, a face of a mesh is replaced by its vertex or edge where the point is on one,
    an edge being a row of ``mesh.edges``. Features of convex shapes, and the walls and the floor of
    solid ground, numbered beyond its surface, stay.
    """
    dimensions = np.full(len(features), 2)
    if parts is not None:
        for part in np.unique(parts).astype(np.int64).tolist():
            (inner, pose), some = parts_of(shape)[part], parts == part
            numbers = features[some]
            dimensions[some] = features_at(inner, poses[some] @ pose, points[some], numbers)
            features[some] = numbers
    elif isinstance(shape, HeightField):
        some = features < len(shape.mesh.faces)
        numbers = features[some]
        dimensions[some] = features_at(shape.mesh, poses[some], points[some], numbers)
        features[some] = numbers
    elif isinstance(shape, Mesh):
        surface = shape._vertices, shape._faces, shape.edges
        run_rows(mesh_features_rows, len(features), *surface, poses, points, features, dimensions)
    else:
        run_rows(convex_dimensions_rows, len(features), shape._packed, features, dimensions)
    return dimensions
