"""Axes along which a box around points is small."""

from __future__ import annotations

import numpy as np

from impinge.bounds.kernels.obb_fit import smallest_rectangle
from impinge.core.arrays import Array
from impinge.geometry.hull_parts import HullParts

FACES = 16
"""Faces of the hull, the largest first, that are tried as a side of the box. Boxes, prisms and most
machine parts rest on one of these; each costs a rectangle."""

SAME_FACE = 1e-6
"""Coordinates of unit normals are rounded to this, to count the triangles of one face as one."""

FALLS = 1e-12
"""Share of its volume by which a box must fall for another round: below, it is rounding."""

ROUNDS = 64
"""Rounds of three axes at most. One is usual, 42 were seen on random points."""

THICKNESS = 2.0**-40
"""Share of its length that a flat box is taken to be thick, so that its area is made small."""


def tight_axes(points: Array, start: Array, normals: Array) -> Array:
    """(3, 3) float64: axes as rows, of a box that is no larger than along ``start``.

    From the start, and from the smallest boxes on the faces with these normals, the best is taken:
    the smallest box of all has an edge of the hull in each of two sides, and often a face in one
    (O'Rourke 1985 [ORourke1985]_, whose search over all pairs of edges takes cubic time).
    Then, for each axis in turn, the rectangle across it is made the smallest there is, as long as
    the volume falls.
    """
    best, best_size = start, _size_along(points, start)
    for normal in normals:
        axes = _turned_across(points, _frame_on(normal), 0)
        size = _size_along(points, axes)
        if size < best_size:
            best, best_size = axes, size
    for _ in range(ROUNDS):
        before = best_size
        for k in range(3):
            axes = _turned_across(points, best, k)
            size = _size_along(points, axes)
            if size < best_size:
                best, best_size = axes, size
        if not best_size < before * (1.0 - FALLS):
            break
    return best


def face_normals(hull: HullParts) -> Array:
    """(n, 3) float64: of the largest faces of a solid hull, triangles in one plane being one."""
    a, b, c = np.moveaxis(hull.vertices[hull.triangles], 1, 0)
    areas = np.cross(b - a, c - a)
    sizes = np.linalg.norm(areas, axis=1)
    areas, sizes = areas[sizes > 0.0], sizes[sizes > 0.0]
    unit = areas / sizes[:, None]
    # Opposite faces ask for the same box.
    lead = np.take_along_axis(unit, np.abs(unit).argmax(axis=1)[:, None], axis=1)
    unit *= np.sign(lead)
    keys = np.round(unit / SAME_FACE)
    _, first, group = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    totals = np.bincount(group.ravel(), sizes)
    return np.asarray(unit[first[np.argsort(-totals, kind="stable")[:FACES]]])


def surface_axes(hull: HullParts) -> Array:
    """(3, 3) float64: principal axes of the surface of a hull, by area, as rows.

    Points inside, and how finely the surface is cut, have no say: Gottschalk, Lin, Manocha 1996
    [Gottschalk1996]_.
    """
    return principal_axes_of(sheet_covariance(hull.vertices[hull.triangles]))


def principal_axes_of(spread: Array) -> Array:
    """Right-handed eigenvectors of a covariance, the widest first, as rows."""
    _, columns = np.linalg.eigh(spread)
    axes = columns.T[::-1]
    return np.stack([axes[0], axes[1], np.cross(axes[0], axes[1])])


def sheet_covariance(triangles: Array) -> Array:
    """Covariance of triangles (n, 3, 3) as sheets; of their corners where they have no area."""
    corners = triangles.reshape(-1, 3)
    middle = corners.mean(axis=0)
    a, b, c = np.moveaxis(triangles - middle, 1, 0)
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    total = float(areas.sum())
    if total == 0.0:
        return np.asarray(np.cov(corners.T, bias=True))
    weights = areas / total
    sums = a + b + c
    mean = weights @ sums / 3.0
    products = sum(np.einsum("n,ni,nj->ij", weights, p, p) for p in (a, b, c, sums))
    return np.asarray(products / 12.0 - np.outer(mean, mean))


def _size_along(points: Array, axes: Array) -> float:
    """Volume of the box along these axes, a little thick."""
    lengths = np.ptp(points @ axes.T, axis=0)
    return float(np.prod(lengths + THICKNESS * lengths.max()))


def _turned_across(points: Array, axes: Array, k: int) -> Array:
    """The axes turned about axis ``k`` such that the rectangle across it is the smallest."""
    u, v = axes[(k + 1) % 3], axes[(k + 2) % 3]
    flat = points @ np.stack([u, v]).T
    x, y = smallest_rectangle(flat, np.lexsort((flat[:, 1], flat[:, 0])))
    turned = axes.copy()
    turned[(k + 1) % 3] = x * u + y * v
    turned[(k + 2) % 3] = np.cross(axes[k], turned[(k + 1) % 3])
    # Errors of many turns must not add up.
    turned[k] = np.cross(turned[(k + 1) % 3], turned[(k + 2) % 3])
    return np.asarray(turned / np.linalg.norm(turned, axis=1)[:, None])


def _frame_on(normal: Array) -> Array:
    """Three axes, the first along the normal."""
    other = np.eye(3)[np.abs(normal).argmin()]
    u = np.cross(normal, other)
    u /= np.linalg.norm(u)
    return np.stack([normal, u, np.cross(normal, u)])
