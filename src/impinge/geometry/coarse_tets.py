"""Coarse tetrahedra that fill a surface, for simulations of a dense mesh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.arrays import as_whole
from impinge.core.errors import ImpingeError
from impinge.geometry.mesh import as_mesh
from impinge.geometry.tet_mesh import TetMesh

FEWEST, MOST = 4, 10_000_000
ENVELOPE = 5e-3
"""How far the surface may move, as a share of the diagonal of its box."""
QUALITY = 30.0
"""Largest conformal energy of a tetrahedron; a regular one has 3."""

LITTER = "__tracked_surface.stl"
"""A file that fTetWild leaves in the working directory."""


def coarse_tets(mesh: Any, faces: int = 500) -> TetMesh:
    """Tetrahedra that fill a closed surface, with about so many faces on their outside.

    Quadric simplification [Garland1997]_ and fTetWild [Hu2020]_. Needs the extra ``tets``:
    ``pip install "impinge[tets]"``.

    Parameters
    ----------
    mesh : Mesh or TetMesh
        A surface, which should be closed; of a TetMesh its surface. Also anything with
        ``.vertices`` and ``.faces``.
    faces : int, optional
        Faces that simplification aims at. A surface with fewer is not simplified.

    Returns
    -------
    TetMesh

    Raises
    ------
    ImpingeError
        If the extra is not installed, or the surface contains nothing.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> body = coarse_tets(icosphere(4), faces=100)  # doctest: +SKIP
    """
    surface = mesh.surface if isinstance(mesh, TetMesh) else as_mesh(mesh, "mesh")
    count = as_whole(faces, "faces", FEWEST, MOST)
    try:
        import fast_simplification
        import pytetwild
    except ImportError as error:
        raise ImpingeError(
            f"coarse_tets: needs {error.name}; pip install 'impinge[tets]'"
        ) from None
    used, corners = np.unique(surface.faces, return_inverse=True)
    points, triangles = surface.vertices[used], corners.reshape(-1, 3)
    if len(triangles) > count:
        points, triangles = fast_simplification.simplify(points, triangles, target_count=count)
    edges = points[triangles] - points[np.roll(triangles, 1, axis=1)]
    litter = Path(LITTER)
    was_there = litter.exists()
    vertices, tets = pytetwild.tetrahedralize(
        np.asarray(points, np.float64), np.asarray(triangles, np.int32),
        edge_length_abs=float(np.linalg.norm(edges, axis=2).mean()),
        epsilon=ENVELOPE, stop_energy=QUALITY, num_threads=1,
    )  # fmt: skip
    if not was_there:
        litter.unlink(missing_ok=True)
    if len(tets) == 0:
        raise ImpingeError("mesh: contains no volume; is it closed?")
    made = TetMesh(vertices, tets)
    # Made so, not found to be turned.
    return TetMesh(made.vertices, made.tets)
