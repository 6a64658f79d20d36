"""What questions of one tree share: points and pose in, rows out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import FLOAT64, as_points
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Mesh, as_mesh
from impinge.geometry.coordinates import COORDINATE_LIMIT, as_coordinates
from impinge.hierarchy.kernels.one_tree import all_below

AT_REST = np.eye(4)
"""The pose of a shape for which none is given. Writable like every array that kernels take."""


def as_shape(shape: Any) -> Mesh:
    return shape if type(shape) is Mesh else as_mesh(shape, "shape")


def as_one_pose(pose: ArrayLike | None) -> NDArray[np.float64]:
    """A single pose, the identity for None.

    Raises
    ------
    ImpingeError
        If it is a batch, no rigid motion, or leads beyond the coordinates that can be squared.
    """
    if pose is None:
        return AT_REST
    checked = as_poses(pose, "pose")
    if checked is None or checked.ndim != 2:
        raise ImpingeError(f"pose: expected one pose, of shape (4, 4), got {np.shape(pose)}")
    if not all_below(checked[:3], COORDINATE_LIMIT):
        raise ImpingeError(f"pose: moves beyond {COORDINATE_LIMIT:g}, where coordinates end")
    return checked


def as_query_points(
    points: ArrayLike, name: str, limit: float = COORDINATE_LIMIT
) -> tuple[NDArray[np.float64], bool]:
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
    return convert(np.asarray(points)[None] if single else points, name), single


def is_single(points: Any) -> bool:
    """Is this one point, (3,), and no batch?"""
    try:
        return np.shape(points) == (3,)
    except ValueError:
        return False


class Rows:
    """Answers in one packed array, a row each, or one row for a single query. Immutable."""

    __slots__ = ("_rows",)

    _rows: NDArray[np.float64]
    _names: tuple[str, ...] = ()

    def __init__(self, rows: NDArray[np.float64]) -> None:
        object.__setattr__(self, "_rows", rows)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed ({name})")

    def _scalar(self, column: int) -> Any:
        if self._rows.ndim == 1:
            return float(self._rows[column])
        return _shown(self._rows[:, column])

    def _id(self, column: int) -> Any:
        if self._rows.ndim == 1:
            return int(self._rows[column])
        return _shown(self._rows[:, column].astype(np.int64))

    def _vector(self, column: int) -> NDArray[np.float64]:
        return _shown(self._rows[..., column : column + 3])  # type: ignore[no-any-return]

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        values = ((name, np.asarray(getattr(self, name))) for name in self._names)
        return {name: _plain(value) for name, value in values}

    def __len__(self) -> int:
        if self._rows.ndim == 1:
            name = type(self).__name__
            raise TypeError(f"a single {name} has no length; ask with an (n, 3) batch for rows")
        return len(self._rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._rows,)

    def __repr__(self) -> str:
        if self._rows.ndim > 1:
            return f"{type(self).__name__}({len(self._rows)} rows)"
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({values})"


def _shown(view: NDArray[Any]) -> NDArray[Any]:
    view.flags.writeable = False
    return view


def _plain(values: NDArray[Any]) -> Any:
    if values.dtype.kind != "f" or np.isfinite(values).all():
        return values.tolist()
    plain = values.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()
