"""A step of surfaces that never cross, whatever the velocities."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.rows import Status, plain_values
from impinge.geometry import Mesh, as_mesh
from impinge.geometry.coordinates import as_moved
from impinge.narrow import edge_face_intersections
from impinge.response.quantities import as_vertex_masses, refuse_infinite
from impinge.simulation.cloth_solver import ClothSolver, StepOptions
from impinge.simulation.vertex_fields import as_positive

MOST_PASSES = 10_000


class ClothStatus(Status):
    """How a step of surfaces ended."""

    FREE = 0
    """The whole step was taken."""
    CUT = 1
    """A part of it: driven vertices would have crushed something."""


@dataclass(frozen=True, eq=False)
class ClothStep:
    """A step of surfaces without a crossing, by :func:`cloth_step`. Immutable.

    Steps of a :class:`ClothWorld` with another response than "robust" have this form, too; nothing
    is proved of them.

    Attributes
    ----------
    vertices : (n, 3) float64
        At the end of the step [m]. The straight paths from the start are proved free of contact.
    velocities : (n, 3) float64
        Mean ones of the step: displacements divided by ``dt`` [m/s].
    status : ClothStatus
        ``FREE``: the whole step was taken, and driven vertices are where they were proposed.
    taken : float
        Part of the step that was taken, 1.0 if free.
    repulsions : int
        Pairs within the thickness at the start that were pushed.
    impacts : tuple of int
        Pairs that would have hit each other, by pass.
    zones : tuple of (k,) int64
        Vertices of each rigid impact zone, driven ones left out.
    seconds : dict
        Wall time by stage: search for crossings at the "start", "repulsions", "impacts", "zones",
        "proof".
    """

    vertices: Array
    velocities: Array
    status: ClothStatus
    taken: float
    repulsions: int
    impacts: tuple[int, ...]
    zones: tuple[Ids, ...]
    seconds: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return plain_values(self, *(field.name for field in fields(self)))


def cloth_step(
    mesh: Any,
    vertices_t1: ArrayLike,
    *,
    masses: ArrayLike,
    dt: float,
    thickness: float,
    stiffness: float = 0.0,
    friction: float = 0.0,
    passes: int = 10,
) -> ClothStep:
    """Take a proposed step of surfaces without a crossing, whatever the velocities.

    Parameters
    ----------
    mesh : mesh
        At the start of the step, without a crossing. Several bodies are one mesh.
    vertices_t1 : (n, 3) array_like
        Vertices proposed for its end [m]: each would move on a straight line.
    masses : (n,) array_like
        Of the vertices [kg], above zero. ``inf``: driven, so it goes where it is proposed.
    dt : float
        Length of the step [s].
    thickness : float
        Distance from which features repel each other [m]; less than edges are long. 0: no
        repulsion.
    stiffness : float, optional
        Of springs between features nearer than that [N/m]; they open at most a tenth of what is
        missing in a step. 0: such features only stop coming nearer.
    friction : float, optional
        Coefficient of friction.
    passes : int, optional
        Rounds of impulses before the rest becomes rigid zones.

    Returns
    -------
    ClothStep
        Vertices at the end of the step. Their paths are proved free of contact.

    Raises
    ------
    ImpingeError
        If an argument is not usable, or the mesh crosses or touches itself at the start: the
        message names the first pairs.

    See Also
    --------
    impinge.collision_free_step : how much of a step can be taken as it is.

    Notes
    -----
    The scheme of Bridson, Fedkiw and Anderson [Bridson2002]_. Features within the thickness repel
    each other: they stop coming nearer, with friction, and springs open the gap. Impacts over the
    step are found continuously; impulses at these pairs leave a gap of the thickness, or what it
    was at the start if that is less. Rows of all passes are solved together, within Coulomb's
    cones. What still hits moves as a rigid zone; zones that hit something take it in.

    Vertices without repulsion, impact and zone end exactly where they were proposed. Without driven
    vertices momentum is kept. A step is ``CUT`` only if driven vertices crush something: then all
    vertices, the driven ones too, go ``taken`` of their way.

    A pair at a distance that rounding cannot tell from 0 touches, and is an error: nothing can be
    proved about its motion.

    Examples
    --------
    A sheet that falls through the floor in one step, as proposed:

    >>> import numpy as np
    >>> from impinge.geometry import grid_mesh
    >>> from impinge.simulation import cloth_step
    >>> sheet, floor = grid_mesh(1.0, 4), grid_mesh(2.0, 1)
    >>> vertices = np.concatenate([sheet.vertices + [0, 0, 0.02], floor.vertices])
    >>> mesh = Mesh(vertices, np.concatenate([sheet.faces, floor.faces + 25]))
    >>> masses = np.repeat([0.01, np.inf], [25, 4])
    >>> proposed = vertices - np.where(np.isinf(masses), 0.0, 0.1)[:, None] * [0, 0, 1]
    >>> step = cloth_step(mesh, proposed, masses=masses, dt=0.01, thickness=0.005)
    >>> step.status, step.vertices[:25, 2].min().round(4)
    (<ClothStatus.FREE: 0>, np.float64(0.005))
    """
    surface = as_mesh(mesh, "mesh")
    end = as_moved(vertices_t1, len(surface._vertices), "vertices_t1")
    kilograms = as_vertex_masses(masses, "masses")
    if len(kilograms) != len(end):
        raise ImpingeError(f"masses: {len(kilograms)} rows, expected {len(end)}")
    options = StepOptions(
        as_positive(dt, "dt"),
        as_scalar(thickness, "thickness"),
        as_scalar(stiffness, "stiffness"),
        as_scalar(friction, "friction"),
        as_whole(passes, "passes", 0, MOST_PASSES),
    )
    return free_cloth_step(surface, end, kilograms, options)


def free_cloth_step(
    mesh: Mesh, end: Array, masses: Array, options: StepOptions, *, checked: bool = False,
    own: int | None = None,
) -> ClothStep:  # fmt: skip
    """:func:`cloth_step` of checked arguments.

    ``checked``: it is known that the mesh does not cross itself, as after a step. Vertices, and the
    faces of these, from ``own`` on are of obstacles, which are driven and may meet each other.
    """
    solver = ClothSolver(mesh, end, masses, options, own)
    if not checked:
        with solver.timed("start"):
            _refuse_crossings(mesh)
    taken = solver.solve()
    vertices = solver.end
    with np.errstate(over="ignore"):
        velocities = (vertices - mesh._vertices) / options.dt
    refuse_infinite(vertices, "vertices_t1: vertex {} goes too far for float64")
    refuse_infinite(velocities, "dt: vertex {} goes too far for float64")
    return ClothStep(
        frozen(vertices),
        frozen(velocities),
        ClothStatus.FREE if taken == 1.0 else ClothStatus.CUT,
        taken,
        solver.repulsions,
        tuple(solver.impacts),
        solver.zones.members(),
        solver.seconds,
    )


def _refuse_crossings(mesh: Mesh) -> None:
    found = edge_face_intersections(mesh)
    if len(found):
        first = [f"edge {found.edges[i].tolist()} and face {j}" for i, j in found.pair[:3].tolist()]
        more = f"; {len(found)} in all" if len(found) > 3 else ""
        raise ImpingeError(f"mesh: crosses itself at the start: {'; '.join(first)}{more}")
