"""What questions of one shape do first: points and pose in the form that kernels take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import FLOAT64, Array, as_numbers, as_points
from impinge.core.given import given_poses, shape_of
from impinge.core.poses import AT_REST
from impinge.core.row_layout import Layout
from impinge.core.table import KindTable
from impinge.core.threads import run_rows
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry import Compound, Shape
from impinge.geometry.coordinates import as_coordinates
from impinge.hierarchy.kernels.one_tree import all_below


def posed_parts(compound: Compound, pose: Array) -> Iterator[tuple[Shape, Array, int]]:
    """The parts of a posed compound: shape, pose in the world, number of its first feature."""
    starts = compound._feature_starts.tolist()
    return zip(compound.shapes, pose @ compound._poses, starts[:-1], strict=True)


def as_one_pose(pose: ArrayLike | None) -> Array:
    """A single pose, checked; the identity for None."""
    if pose is None:
        return AT_REST
    checked = given_poses(pose, "pose", single=True)
    assert checked is not None
    return checked


def as_query_points(
    points: ArrayLike, name: str, limit: float = COORDINATE_LIMIT
) -> tuple[Array, bool]:
    """Finite points as (n, 3), of a batch or of one point, and whether it is one.

    Magnitudes are below ``limit``, which is that of coordinates, or inf for directions.

    Examples
    --------
    >>> as_query_points((1, 2, 3), "points")
    (array([[1., 2., 3.]]), True)
    """
    # The path of single queries, where every microsecond counts.
    if type(points) is np.ndarray and points.dtype == FLOAT64 and points.flags.carray:
        single = points.shape == (3,)
        rows = points.reshape(1, 3) if single else points
        if rows.ndim == 2 and rows.shape[1] == 3 and all_below(rows, limit):
            return rows, single
    single = is_single(points)
    convert = as_coordinates if limit == COORDINATE_LIMIT else as_points
    return convert(as_numbers(points, name)[None] if single else points, name), single


def asked_rows(kernel: Any, width: int, count: int, *args: Any) -> Array:
    """(count, width) float64: rows that a kernel writes."""
    rows = np.empty((count, width))
    run_rows(kernel, count, *args, rows)
    return rows


def is_single(points: Any) -> bool:
    """Is this one point, (3,), and no batch?"""
    return shape_of(points, "points") == (3,)


def nearest_of_parts(
    table: KindTable, layout: Layout, compound: Compound, pose: Array, *asked: Array
) -> Array:
    """Rows in a layout, of the nearest of the answers for the parts of a posed compound."""
    feature, distance, costs = layout.columns("feature", "distance", "box_tests")
    found = []
    for shape, placed, first in posed_parts(compound, pose):
        rows = table(shape, *asked, placed)
        rows[rows[:, feature] >= 0.0, feature] += first
        found.append(rows)
    return nearest_rows(found, distance, costs)


def nearest_rows(answers: list[Array], distance: int, costs: int) -> Array:
    """Of several answers the nearest, row by row, the first of equals; costs are added up."""
    best, *others = answers
    for rows in others:
        nearer = (rows[:, distance] < best[:, distance])[:, None]
        total = best[:, costs:] + rows[:, costs:]
        best = np.where(nearer, rows, best)
        best[:, costs:] = total
    return best
