"""Where does a ray meet a shape first?"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, row_text
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.rows import Rows, integer, scalar, vector
from impinge.core.table import KindTable
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, as_shape
from impinge.hierarchy.asking import as_one_pose, as_query_points, asked_rows, nearest_of_parts
from impinge.hierarchy.kernels import ray
from impinge.hierarchy.kernels.ray import cast_ray_rows, first_zero_row
from impinge.hierarchy.kernels.solids import cast_ray_solid_rows
from impinge.hierarchy.tree import tree_of


class RayHits(Rows):
    """First hits of rays; one row a ray, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        From the origin to the hit [m], whatever the length of the direction; inf for none.
    point : (3,) or (n, 3) float64
        Where it hits [m], world frame; inf in all coordinates for none.
    normal : (3,) or (n, 3) float64
        Unit normal of the surface hit, on the side the ray comes from; zero for none.
    feature : int, or (n,) int64
        The face hit, as the shape numbers its features; -1 for none. Where several are, on an
        edge, one of them. Exactly at the apex of a cone, the apex.
    """

    __slots__ = ()

    _layout = ray.LAYOUT

    distance, point, normal, feature = scalar(), vector(), vector(), integer()


def cast_ray(
    shape: Any, origins: ArrayLike, directions: ArrayLike, pose: ArrayLike | None = None
) -> RayHits:
    """The first point of a shape's surface on each of some rays.

    Parameters
    ----------
    shape, pose
        As for :func:`closest_point`.
    origins : (3,) or (n, 3) array_like
        Where rays begin [m], world frame.
    directions : (3,) or (n, 3) array_like
        Where they go, world frame; of any length but zero. One direction goes with every origin,
        and one origin with every direction.

    Returns
    -------
    RayHits
        One row a ray; no batch axis for a single one.

    Raises
    ------
    ImpingeError
        If the shape, an origin, a direction or the pose is not usable, or numbers of rows differ.

    See Also
    --------
    impinge.hierarchy.kernels.ray.walk_ray : the same for one ray and a mesh, for compiled code.
    impinge.hierarchy.kernels.solids.cast_ray_solid : the same for a convex shape.

    Notes
    -----
    Surfaces are hit from both sides, so a ray that begins inside a solid hits where it goes out.
    One that begins on the surface hits it at 0; on that of a solid, this counts up to 2e-15 of the
    largest coordinate away. Of a compound, the first of its parts' surfaces is hit, also where
    that lies inside another part.

    No ray slips between two faces of a mesh that share an edge or a vertex (Woop, Benthin, Wald
    2013 [Woop2013]_). A face seen exactly edge on is not hit, except where a ray begins on it; nor
    is one without area, and a flat hull is such a face. Solids are hit by rays that graze them. The
    error of the distance is that of coordinates, 1e-15 of the largest, divided by the sine of the
    angle between ray and surface.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> hit = cast_ray(box_mesh((2, 2, 2)), [5, 0.5, 0], [-3, 0, 0])
    >>> hit.distance, hit.normal
    (4.0, array([1., 0., 0.]))
    """
    kind = as_shape(shape, "shape")
    o, d, single = as_rays(origins, directions)
    rows = CAST(kind, o, d, as_one_pose(pose))
    if counting():
        add_cost(0, *rows[:, ray.BOX_TESTS :].sum(axis=0))
    return RayHits(rows[0] if single else rows)


def as_rays(origins: ArrayLike, directions: ArrayLike) -> tuple[Array, Array, bool]:
    """Checked origins and directions, as many rows of each, and whether it is a single ray."""
    o, one_origin = as_query_points(origins, "origins")
    d, one_direction = as_query_points(directions, "directions", inf)
    row = first_zero_row(d)
    if row >= 0:
        raise ImpingeError(f"directions: row {row} has no length {row_text(d[row])}")
    if len(o) != len(d):
        if len(o) != 1 and len(d) != 1:
            raise ImpingeError(
                f"origins and directions: {len(o)} and {len(d)} rows, expected as many, or one"
            )
        n = len(o) if len(d) == 1 else len(d)
        o, d = (np.array(np.broadcast_to(x, (n, 3)), order="C") for x in (o, d))
    return o, d, one_origin and one_direction


CAST = KindTable("cast_ray")
"""Answers for rays (n, 3), (n, 3) and one pose: rows in the columns of ``kernels.ray``."""


@CAST.answers(Mesh)
def cast_on_mesh(mesh: Mesh, origins: Array, directions: Array, pose: Array) -> Array:
    arrays = tree_of(mesh)._arrays
    return asked_rows(cast_ray_rows, ray.ROW, len(origins), arrays, pose, origins, directions)


CAST.reduces(HeightField, lambda field: field.mesh)


@CAST.answers(Convex)
@CAST.answers(HalfSpace)
def cast_on_solid(
    solid: Convex | HalfSpace, origins: Array, directions: Array, pose: Array
) -> Array:
    row = solid._packed
    return asked_rows(cast_ray_solid_rows, ray.ROW, len(origins), row, pose, origins, directions)


@CAST.answers(Compound)
def cast_on_compound(compound: Compound, origins: Array, directions: Array, pose: Array) -> Array:
    return nearest_of_parts(CAST, ray.LAYOUT, compound, pose, origins, directions)
