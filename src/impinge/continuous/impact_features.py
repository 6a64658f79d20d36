"""Features that touch at an impact: which vertex, edge or face of A meets which of B."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.continuous.kernels.impact_features import number_edges_rows
from impinge.continuous.kernels.impact_row import FEATURE_A, NATURE, PART_A, POINT_A
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Compound, HeightField, Mesh
from impinge.geometry.kernels.features import convex_dimensions_rows, mesh_features_rows
from impinge.narrow.parts import parts_of


def number_edges(a: Mesh, b: Mesh, out: Array) -> None:
    """Replace keys of edges by their numbers, which are not known while meshes are walked."""
    counts = len(a._vertices), len(b._vertices)
    run_rows(number_edges_rows, len(out), a.edges, counts[0], b.edges, counts[1], out)


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
