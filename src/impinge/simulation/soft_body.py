"""Soft bodies: tetrahedra with mass, elasticity and viscosity."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_kind
from impinge.geometry import Mesh, TetMesh, as_mesh
from impinge.simulation.elements import ElementSet
from impinge.simulation.kernels.elements import COROTATIONAL, STVK
from impinge.simulation.vertex_fields import ElasticBody, as_positive, as_vertices

MODELS = {"stvk": STVK, "corotational": COROTATIONAL}
FLAT = 1e-12
"""A rest tetrahedron of less volume than this share of its longest edge cubed has no shape."""


class SoftBody(ElasticBody):
    """A body of linear tetrahedra: masses, elastic energy, forces. Immutable.

    Parameters
    ----------
    mesh : TetMesh
        The shape at rest. Each vertex belongs to a tetrahedron: others would have no mass.
    density : float, optional
        [kg/m^3].
    young : float, optional
        Young's modulus [Pa].
    poisson : float, optional
        Poisson's ratio, above -1 and below 0.5.
    viscosity : (2,) array_like, optional
        Bulk and shear viscosity [Pa s]: what lambda and mu are to strain, these are to its rate.
    model : {"stvk", "corotational"}, optional
        ``"stvk"``: Green's strain with a linear law, the elements of [OBrien1999]_. It grows stiff
        when stretched and weak when compressed to about 60 %. ``"corotational"``: linear strain in
        a frame that turns with the element [McAdams2011]_. It also recovers from inversion.
    pinned : (k,) array_like, optional
        Vertices that do not move.
    surface : Mesh, optional
        A dense surface at rest that the tetrahedra drive, for contacts by spheres; that of the
        mesh if not given.

    Attributes
    ----------
    mesh, density, young, poisson, viscosity, model, surface
        As given.
    pinned : (k,) int64
        Sorted, each once. Read-only.
    masses : (n,) float64
        Of the vertices [kg]: a quarter of each tetrahedron's. Read-only.
    stable_step : float
        Time step [s] below which explicit integration of small deformations is stable.

    Raises
    ------
    ImpingeError
        If a tetrahedron is flat or inverted at rest, a vertex belongs to none, a number is out of
        range, or a pinned vertex is none of the mesh; the message has row and value.

    Examples
    --------
    >>> from impinge.geometry import TetMesh
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> body = SoftBody(corner, density=600.0, young=1e4, poisson=0.0)
    >>> body.masses.tolist()
    [25.0, 25.0, 25.0, 25.0]
    >>> stretched = corner.vertices * [1.0, 1.0, 1.1]
    >>> round(body.energy(stretched), 3), body.forces(stretched)[3].round(2).tolist()
    (9.188, [0.0, 0.0, -192.5])
    """

    __slots__ = (
        "_edge", "_elements", "density", "masses", "mesh", "model", "pinned", "poisson",
        "stable_step", "surface", "viscosity", "young",
    )  # fmt: skip

    def __init__(
        self,
        mesh: TetMesh,
        *,
        density: float = 1000.0,
        young: float = 1e5,
        poisson: float = 0.3,
        viscosity: ArrayLike = (0.0, 0.0),
        model: str = "stvk",
        pinned: ArrayLike = (),
        surface: Mesh | None = None,
    ) -> None:
        self.mesh = as_kind(mesh, "mesh", TetMesh)
        self.surface = None if surface is None else as_mesh(surface, "surface")
        self.density, self.young = as_positive(density, "density"), as_positive(young, "young")
        self.poisson = as_scalar(poisson, "poisson", least=-1.0)
        if not -1.0 < self.poisson < 0.5:
            raise ImpingeError(f"poisson: {self.poisson:g}, expected above -1 and below 0.5")
        self.viscosity = _as_viscosity(viscosity)
        self.model = as_choice(model, "model", MODELS)
        self.pinned = frozen(as_vertices(pinned, "pinned", len(mesh.vertices)))
        gradients, volumes = _rest(mesh)
        masses = np.zeros(len(mesh.vertices))
        np.add.at(masses, mesh.tets.ravel(), np.repeat(0.25 * self.density * volumes, 4))
        self.masses = frozen(masses)
        shear = 0.5 * self.young / (1.0 + self.poisson)
        first = 2.0 * shear * self.poisson / (1.0 - 2.0 * self.poisson)
        row = np.array([[first, shear, *self.viscosity, MODELS[self.model]]])
        material = np.zeros(len(volumes), np.int64)
        tets = np.array(mesh.tets)
        self._elements = ElementSet(len(masses), tets, gradients, volumes, material, row)
        self.stable_step = self._find_stable_step(gradients, row[0])
        self._edge = mean_edge(mesh)

    def _find_stable_step(self, gradients: Array, row: Array) -> float:
        """From the highest frequency of any single element, which bounds that of the body."""
        g = gradients.reshape(-1, 3, 3)
        corners = np.concatenate([-g.sum(axis=1, keepdims=True), g], axis=1)
        steep = np.linalg.eigvalsh(np.swapaxes(corners, 1, 2) @ corners)
        first, shear, bulk, drag, _ = row
        rate = 4.0 / self.density
        # Runge-Kutta of order four bears 2.8 radians a step; stretched elements are stiffer.
        fastest = max(
            np.sqrt(rate * _stiffest(first, shear, steep)), rate * _stiffest(bulk, drag, steep)
        )
        return float(2.0 / fastest)

    def __repr__(self) -> str:
        return (
            f"SoftBody({len(self.masses)} vertices, {len(self.mesh.tets)} tets, "
            f"{self.masses.sum():g} kg, {self.model})"
        )


def mean_edge(mesh: TetMesh) -> float:
    """Mean length of the edges of tetrahedra [m], each tetrahedron's counted."""
    corners = mesh.vertices[mesh.tets]
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    lengths = [np.linalg.norm(corners[:, a] - corners[:, b], axis=1).mean() for a, b in pairs]
    return float(np.mean(lengths))


def _stiffest(first: float, second: float, steep: Array) -> float:
    """Highest eigenvalue of an element by its volume, for a linear law.

    ``steep`` (m, 3) are the eigenvalues of the sum of g g^T over the gradients g of its corners. In
    their frame shear modes are apart from each other and from the three normal ones.
    """
    root = np.sqrt(np.maximum(steep, 0.0))
    normal = first * root[:, :, None] * root[:, None, :] + 2.0 * second * (
        np.eye(3) * steep[:, None, :]
    )
    shear = second * (steep[:, 1] + steep[:, 2])
    return float(max(np.linalg.eigvalsh(normal)[:, -1].max(), shear.max()))


def _rest(mesh: TetMesh) -> tuple[Array, Array]:
    """Gradients of shape functions (m, 9) and volumes (m,) at rest."""
    is_loose = np.bincount(mesh.tets.ravel(), minlength=len(mesh.vertices)) == 0
    if is_loose.any():
        row = int(np.argmax(is_loose))
        raise ImpingeError(f"mesh: vertex {row} belongs to no tetrahedron, it has no mass")
    edges = mesh.vertices[mesh.tets[:, 1:]] - mesh.vertices[mesh.tets[:, :1]]
    volumes = np.array(mesh.volumes)
    longest = np.abs(edges).max(axis=(1, 2))
    bad = ~(volumes > FLAT * longest**3)
    if bad.any():
        row = int(np.argmax(bad))
        state = "inverted" if volumes[row] < -FLAT * longest[row] ** 3 else "flat"
        raise ImpingeError(f"mesh: tet {row} is {state} at rest, volume {volumes[row]:g}")
    gradients = np.linalg.inv(np.swapaxes(edges, 1, 2))
    return np.ascontiguousarray(gradients.reshape(-1, 9)), volumes


def _as_viscosity(values: ArrayLike) -> tuple[float, float]:
    numbers = as_numbers(values, "viscosity", (2,))
    bulk, shear = (
        as_positive(x, f"viscosity: {k}", zero=True) for k, x in enumerate(numbers.tolist())
    )
    return bulk, shear
