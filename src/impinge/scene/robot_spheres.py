"""Spheres that cover the shapes of links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.bounds import BoundingSphere
from impinge.core.arrays import Array, as_whole
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Articulation, Box, Compound, Convex, Hull, Mesh, Shape, Sphere
from impinge.hierarchy import sphere_tree
from impinge.hierarchy.sphere_overhang import directions
from impinge.hierarchy.sphere_tree import MOST_LEVELS
from impinge.narrow import hull_of

FACETS = 200
"""Directions of the polytope around a curved shape."""
LARGER = 1e-9
"""Share of the size by which that polytope is larger."""


class LinkSpheres(NamedTuple):
    """Spheres that cover the links of a robot.

    Attributes
    ----------
    centres : (n, 3) float64
        In the frame of the link [m].
    radii : (n,) float64
        [m]
    links : (n,) int64
        The link of each, as a row of ``link_names``.
    """

    centres: Array
    radii: Array
    links: Ids


def link_spheres(articulation: Articulation, levels: int) -> LinkSpheres:
    """Spheres of the trees of all shapes, at level ``levels``."""
    depth = as_whole(levels, "levels", 1, MOST_LEVELS)
    centres, radii, links = [np.empty((0, 3))], [np.empty(0)], [np.empty(0, np.int64)]
    for row, link in enumerate(articulation.links):
        for shape, pose in link.shapes:
            at, reach = _covering(shape, depth, link.name)
            centres.append(at @ pose[:3, :3].T + pose[:3, 3])
            radii.append(reach)
            links.append(np.full(len(reach), row))
    return LinkSpheres(np.concatenate(centres), np.concatenate(radii), np.concatenate(links))


def _covering(shape: Shape, levels: int, link: str) -> tuple[Array, Array]:
    if isinstance(shape, Sphere):
        return np.zeros((1, 3)), np.array([shape.radius])
    if isinstance(shape, Compound):
        parts = [_covering(part, levels, link) for part in shape.shapes]
        moved = [
            at @ pose[:3, :3].T + pose[:3, 3]
            for (at, _), pose in zip(parts, shape._poses, strict=True)
        ]
        return np.concatenate(moved), np.concatenate([reach for _, reach in parts])
    if not isinstance(shape, (Mesh, Convex)):
        kind = type(shape).__name__
        raise ImpingeError(f"spheres: link {link!r} has a {kind}, spheres cover bounded solids")
    return derived(shape, ("link_spheres", levels), lambda: _covered(shape, levels))


def _covered(shape: Mesh | Convex, levels: int) -> tuple[Array, Array]:
    try:
        mesh = shape.welded() if isinstance(shape, Mesh) and not shape.is_closed else shape
        mesh = mesh if isinstance(mesh, Mesh) and mesh.is_closed else _around(shape)
    except ImpingeError:
        # Flat: there is no polytope.
        ball = BoundingSphere.of(shape)
        return np.array([ball.centre]), np.array([ball.radius])
    return sphere_tree(mesh, levels=levels).level(levels)


def _around(shape: Mesh | Convex) -> Mesh:
    """A closed polytope that contains a shape."""
    if isinstance(shape, Mesh):
        hull = hull_of(shape)
    elif isinstance(shape, Hull):
        hull = shape
    else:
        from scipy.spatial import HalfspaceIntersection

        units = np.vstack([np.eye(3), -np.eye(3), directions(FACETS)])
        if isinstance(shape, Box):
            units = units[:6]
        size = float(np.ptp(shape.bounds, axis=0).max())
        reach = (shape.support(units) * units).sum(axis=1) + LARGER * size
        planes = np.column_stack([units, -reach])
        hull = Hull(HalfspaceIntersection(planes, shape.centroid).intersections)
    return Mesh(hull.vertices, hull._fans)
