"""Cloths: triangles with mass that resist stretching, and bending at their edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import frozen
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, as_mesh
from impinge.simulation.cloth_elements import ClothSet, face_areas
from impinge.simulation.vertex_fields import ElasticBody, as_positive, as_vertices


class Cloth(ElasticBody):
    """A surface of triangles: masses, elastic energy, forces. Immutable.

    Parameters
    ----------
    mesh : mesh
        The shape at rest, flat or not. Each vertex belongs to a face that has an area: others
        would have no mass. Faces without area have neither mass nor stiffness.
    density : float, optional
        [kg/m^2].
    stretch : float, optional
        Young's modulus times thickness [N/m]: a strip of width w needs stretch * w * strain.
    bend : float, optional
        Bending stiffness [N m]: a strip of width w needs a moment bend * w * curvature. That is so
        on equilateral triangles; squares with alternating diagonals are stiffer by up to a half,
        with parallel ones up to three times. Zero: none.
    damping : float, optional
        Time [s] by which stress follows the rate of strain: to it, in stretching and in bending,
        the cloth has ``damping`` times its stiffness. A vibration of frequency f is critically
        damped at 1 / (pi f); rigid motion is not damped.
    pinned : (k,) array_like, optional
        Vertices that do not move.

    Attributes
    ----------
    mesh, density, stretch, bend, damping
        As given.
    pinned : (k,) int64
        Sorted, each once. Read-only.
    masses : (n,) float64
        Of the vertices [kg]: a third of each face's. Read-only.

    Raises
    ------
    ImpingeError
        If a vertex has no mass, a number is out of range, or a pinned vertex is none of the mesh;
        the message has row and value.

    Notes
    -----
    Faces are membranes with Green's strain and a linear law, Poisson's ratio 1/3. Two faces at an
    edge are a hinge with the energy k (1 - cos(angle - angle at rest)) [Grinspun2003]_, where k is
    bend edge^2 / (sum of both areas). Of more than two faces at an edge, each and the next by
    number are a hinge.

    Examples
    --------
    >>> square = Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> cloth = Cloth(square, density=0.3, stretch=90.0)
    >>> cloth.masses.round(3).tolist()
    [0.1, 0.05, 0.1, 0.05]
    >>> folded = square.vertices + [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1e-3]]
    >>> cloth.energy(square.vertices) < 1e-20, cloth.energy(folded) > 1e-12
    (True, True)
    >>> bool(cloth.forces(folded)[3, 2] < 0.0)
    True
    """

    __slots__ = (
        "_edge", "_elements", "bend", "damping", "density", "masses", "mesh", "pinned", "stretch",
    )  # fmt: skip

    def __init__(
        self,
        mesh: Mesh,
        *,
        density: float = 0.2,
        stretch: float = 50.0,
        bend: float = 1e-5,
        damping: float = 0.01,
        pinned: ArrayLike = (),
    ) -> None:
        self.mesh = as_mesh(mesh, "mesh")
        self.density, self.stretch = (
            as_positive(density, "density"),
            as_positive(stretch, "stretch"),
        )
        self.bend = as_positive(bend, "bend", zero=True)
        self.damping = as_positive(damping, "damping", zero=True)
        count = len(self.mesh.vertices)
        self.pinned = frozen(as_vertices(pinned, "pinned", count))
        shares = np.repeat(face_areas(self.mesh) * self.density / 3.0, 3)
        masses = np.bincount(self.mesh.faces.ravel(), shares, count)
        if not (masses > 0.0).all():
            row = int(np.argmin(masses > 0.0))
            raise ImpingeError(
                f"mesh: vertex {row} belongs to no face with an area, it has no mass"
            )
        self.masses = frozen(masses)
        self._elements = ClothSet.of(self.mesh, self.stretch, self.bend, self.damping)
        ends = self.mesh.vertices[self.mesh.edges]
        self._edge = float(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).mean())

    def __repr__(self) -> str:
        return (
            f"Cloth({len(self.masses)} vertices, {len(self.mesh.faces)} faces, "
            f"{self.masses.sum():g} kg)"
        )
