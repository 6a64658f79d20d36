"""The convex hull of shapes that are not convex, as far as it is a polytope."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.geometry import Box, Convex, HalfSpace, HeightField, Hull, Mesh, Shape
from impinge.geometry.kernels.convex_row import AT_VERTICES, COUNT, STRIDE
from impinge.narrow.parts import parts_of
from impinge.narrow.shape_table import surface_of


def hull_of(mesh: Mesh) -> Hull:
    """The convex hull of a mesh, made at first use and kept with it.

    A mesh that is convex is its own hull: nothing is searched.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> hull_of(box_mesh())
    Hull(8 vertices, 12 edges, 6 faces)
    """
    as_kind(mesh, "mesh", Mesh)
    return derived(mesh, "hull", lambda: _hull_of(mesh))


def _hull_of(mesh: Mesh) -> Hull:
    carried = Hull._of_carried(mesh, mesh._derived.carried.pop("hull", None))
    if carried is not None:
        return carried
    own = Hull._of_surface(mesh._vertices, mesh._faces)
    return _around(_corners(mesh)) if own is None else own


def convex_of(shape: Shape) -> Convex | HalfSpace:
    """A shape if it is convex, else its convex hull, kept with it.

    Raises
    ------
    ImpingeError
        If the hull is no polytope: a part of a compound is round, or does not end.

    Examples
    --------
    >>> from impinge.geometry import Box, Compound
    >>> convex_of(Compound([(Box((1, 2, 3)), None)]))
    Hull(8 vertices, 12 edges, 6 faces)
    """
    if isinstance(shape, (Convex, HalfSpace)):
        return shape
    if isinstance(shape, (Mesh, HeightField)):
        return hull_of(surface_of(shape))
    return derived(shape, "hull", lambda: _hull(shape))


def _hull(shape: Shape) -> Hull:
    corners = []
    for i, (part, pose) in enumerate(parts_of(shape)):
        if not isinstance(part, (Box, Hull, Mesh, HeightField)):
            raise ImpingeError(
                f'kind: "convex" asks for the hull of {shape!r}, which is no polytope, since part '
                f'{i} is a {type(part).__name__}; use "local" or "directional"'
            )
        corners.append(_corners(part) @ pose[:3, :3].T + pose[:3, 3])
    return _around(np.concatenate(corners))


def _around(points: Array) -> Hull:
    # A hull asks for four points, which may repeat; a mesh may have a single triangle.
    return Hull(points if len(points) > 3 else np.resize(points, (4, 3)))


def _corners(part: Box | Hull | Mesh | HeightField) -> Array:
    """The points whose hull is that of a part."""
    if isinstance(part, (Mesh, HeightField)):
        mesh = surface_of(part)
        return mesh._vertices[mesh._topology.used_vertices]
    if isinstance(part, Hull):
        return part.vertices
    stride, at = int(part._packed[STRIDE]), int(part._packed[AT_VERTICES])
    columns = part._packed[at : at + 3 * stride].reshape(3, stride)
    return columns[:, : int(part._packed[COUNT])].T
