"""Height fields: ground from a grid of heights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_points, frozen
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry.coordinates import as_coordinates, as_size, as_sizes
from impinge.geometry.mesh import Mesh
from impinge.geometry.shape import Shape, missing, numbers_text


class HeightField(Shape):
    """A surface over a rectangle of the xy plane, from heights on a grid.

    Vertex (i, j) lies at ``x = j dx``, ``y = i dy``, ``z = heights[i, j]``: rows run along y,
    columns along x, and vertex (0, 0) stands over the origin. Each cell is two triangles, cut from
    (i, j) to (i + 1, j + 1), and looks up.

    Parameters
    ----------
    heights : (rows, columns) array_like
        [m], at least two rows and two columns. Copied.
    spacing : float, or (dx, dy)
        Between columns and between rows [m], above zero.

    Raises
    ------
    ImpingeError
        If there are fewer rows or columns, a height is not finite or too large, or a spacing is
        no length above zero.

    Attributes
    ----------
    heights : (rows, columns) float64
        Read-only.
    spacing : (2,) float64
        dx, dy [m]. Read-only.

    Notes
    -----
    It is a surface: it has no volume, centroid or inertia. What is below it, over its rectangle,
    counts as inside for ``contains``, and for queries with ``solid=True``.

    Examples
    --------
    >>> hill = HeightField([[0, 0, 0], [0, 1, 0], [0, 0, 0]], spacing=0.5)
    >>> hill, hill.bounds.tolist()
    (HeightField(3 x 3 heights, spacing=(0.5, 0.5)), [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]])
    >>> hill.mesh
    Mesh(9 vertices, 8 faces, open, oriented)
    """

    __slots__ = ("_heights", "heights", "spacing")
    _made_from = ("heights", "spacing")
    volume = missing("volume", "a HeightField is a surface without a floor, so it has none")
    centroid = missing("centroid", "a HeightField is a surface without a floor, so it has none")
    inertia = missing("inertia", "a HeightField is a surface without a floor, so it has none")

    _heights: Array
    heights: Array
    spacing: Array

    def __init__(self, heights: ArrayLike, spacing: float | ArrayLike) -> None:
        shape = shape_of(heights, "heights")
        if len(shape) != 2 or min(shape) < 2:
            raise ImpingeError(
                f"heights: expected (rows, columns), at least two of each, got shape {shape}"
            )
        points = as_points(heights, "heights", shape[1:])
        grid = as_coordinates(points, "heights", shape[1:], copy=True)
        step = (
            as_sizes(spacing, "spacing", 2)
            if np.iterable(spacing)
            else np.full(2, as_size(spacing, "spacing"))
        )
        widths = step * (np.array(grid.shape[::-1]) - 1.0)
        if widths.max() >= COORDINATE_LIMIT:
            raise ImpingeError(
                f"spacing: the field is {widths.max():g} wide, coordinates end at "
                f"{COORDINATE_LIMIT:g}"
            )
        self._set(_heights=grid, heights=frozen(grid), spacing=frozen(step))

    @property
    def mesh(self) -> Mesh:
        """The surface: vertex ``i * columns + j``, faces of a cell one after the other.

        Faces ``2 c`` and ``2 c + 1`` are those of cell ``c = i * (columns - 1) + j``: the first has
        the edge along x, the second the edge along y that meet in (i, j).
        """
        return derived(self, "mesh", self._make_mesh)

    def __reduce__(self) -> tuple[Any, ...]:
        made, values = super().__reduce__()
        return self._reduced(made, *values)

    def _make_mesh(self) -> Mesh:
        rows, columns = self._heights.shape
        y, x = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
        points = np.stack([x * self.spacing[0], y * self.spacing[1], self._heights], axis=-1)
        a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
        b, c, d = a + 1, a + columns + 1, a + columns
        faces = np.stack([a, b, c, a, c, d], axis=1)
        return Mesh(points.reshape(-1, 3), faces.reshape(-1, 3))

    def __repr__(self) -> str:
        rows, columns = self._heights.shape
        kind = type(self).__name__
        return f"{kind}({rows} x {columns} heights, spacing={numbers_text(self.spacing)})"

    @property
    def feature_count(self) -> int:
        """How many faces its surface has."""
        rows, columns = self._heights.shape
        return 2 * (rows - 1) * (columns - 1)

    def _find_bounds(self) -> Array:
        rows, columns = self._heights.shape
        dx, dy = self.spacing.tolist()
        low, high = float(self._heights.min()), float(self._heights.max())
        return np.array([[0.0, 0.0, low], [(columns - 1) * dx, (rows - 1) * dy, high]])

    def _support(self, units: Array) -> Array:
        return self.mesh._support(units)
