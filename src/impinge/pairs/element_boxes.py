"""Boxes of elements: segments, triangles, tets, patches of any number of vertices."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_faces, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.threads import run_rows
from impinge.pairs.kernels.blocks import bound_elements

Boxes = Array


def element_boxes(
    vertices: ArrayLike, elements: ArrayLike, vertices_t1: ArrayLike | None = None,
    margin: float = 0.0,
) -> tuple[Boxes, Boxes]:  # fmt: skip
    """Boxes around elements, at one time or over a step in which vertices move on lines.

    Parameters
    ----------
    vertices : (n, 3) array_like
        Coordinates [m]; those at the start of the step if ``vertices_t1`` is given.
    elements : (m, k) array_like
        Vertex numbers: the edges or faces of a :class:`Mesh`, the tets of a :class:`TetMesh`.
    vertices_t1 : (n, 3) array_like, optional
        Coordinates at the end of the step [m].
    margin : float, optional
        How much wider boxes are on each side [m].

    Returns
    -------
    lower, upper : (m, 3) float64
        Corners [m], exact without a margin; with one they are rounded outward.

    Raises
    ------
    ImpingeError
        If a shape is another, a coordinate is not finite, or a vertex number is out of range.

    Examples
    --------
    >>> element_boxes([[0, 0, 0], [1, 0, 0], [0, 2, 0]], [[0, 1], [1, 2]])
    (array([[0., 0., 0.],
           [0., 0., 0.]]), array([[1., 0., 0.],
           [1., 2., 0.]]))
    """
    first = as_points(vertices, "vertices")
    last = first if vertices_t1 is None else as_points(vertices_t1, "vertices_t1")
    if len(last) != len(first):
        raise ImpingeError(f"vertices_t1: {len(last)} rows, expected {len(first)}")
    # Other shapes, and rows without corners, are refused by the check.
    corners = (*shape_of(elements, "elements"), 1, 1)[1] or 1
    rows = as_faces(elements, "elements", len(first), corners=corners)
    lower, upper = np.empty((2, len(rows), 3))
    wider = as_scalar(margin, "margin")
    run_rows(bound_elements, len(rows), first, last, rows, wider, lower, upper)
    return lower, upper
