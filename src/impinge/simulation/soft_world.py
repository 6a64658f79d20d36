"""Soft bodies in time: they fall, press each other, rest and separate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_mapping, shown
from impinge.geometry import Shape
from impinge.narrow.budget import as_budget
from impinge.response.quantities import as_vectors
from impinge.simulation.backward_euler import backward_euler
from impinge.simulation.run import MOST_STEPS, Frame
from impinge.simulation.runge_kutta import runge_kutta
from impinge.simulation.soft_body import SoftBody
from impinge.simulation.soft_contacts import SoftContacts
from impinge.simulation.soft_detection import SoftDetector, TetDetector
from impinge.simulation.soft_facets import FacetDetector
from impinge.simulation.soft_spheres import SphereDetector
from impinge.simulation.soft_state import SoftState, SoftSystem
from impinge.simulation.vertex_fields import as_positive
from impinge.simulation.vertex_world import STAGES, Drive, Proposal, VertexWorld, named_bodies

INTEGRATORS = ("implicit", "rk4")
METHODS = ("consistent", "closest", "facets", "spheres")
LISTED = 16
"""Deepest vertices that a frame of a run lists."""


@dataclass(frozen=True, slots=True)
class SoftStep:
    """What one or several steps did.

    Attributes
    ----------
    substeps : int
        Over all steps.
    hits : int
        Vertices inside bodies or below the floor, after the last step.
    deepest : float
        Largest depth of one of them, after the last step [m].
    seconds : dict
        Wall time of all steps by stage: "detection" of contacts, forces and stiffness of
        "elements", linear "solve", "balance" of momentum and energy.
    """

    substeps: int
    hits: int
    deepest: float
    seconds: dict[str, float]


class SoftWorld(VertexWorld):
    """Soft bodies that fall, press each other, rest and separate.

    Parameters
    ----------
    bodies : mapping of str to SoftBody
        They start at rest in shape, where their meshes are.
    velocities : mapping of str to (3,) or (n, 3) array_like, optional
        At the start [m/s]: of a body, or of each of its vertices. Pinned vertices have none.
    step : float, optional
        Seconds of one step.
    integrator : {"implicit", "rk4"}, optional
        ``"implicit"``: backward Euler, stable at any step; it damps vibrations. ``"rk4"``:
        explicit, in substeps below the stable step, halved where elements invert.
    gravity : (3,) array_like, optional
        [m/s^2].
    contact : {"consistent", "closest", "facets", "spheres"} or None, optional
        Method of :func:`impinge.contacts.tet_depth`, between bodies and of each with itself.
        ``"facets"``: :class:`impinge.narrow.ContactTracker` for each pair of bodies, with springs
        between facets that meet, along a direction that remembers the side of entry; bodies do not
        touch themselves. ``"spheres"``: by sphere trees of the bodies' surfaces, two by two, within
        ``budget``. None: bodies pass through each other.
    budget : float, optional
        Time for each detection by spheres [s]: contacts are as coarse as it allows.
    stiffness, damping : float, optional
        Of the contact spring of a vertex [N/m], [N s/m]. Default: Young's modulus times the mean
        edge of the softer body, and half of the critical damping of a vertex of mean mass.
    friction : float, optional
        Coefficient of friction.
    floor : float, optional
        Height z of a solid floor [m].
    driven : mapping of str to callable, optional
        Bodies that go their own way: ``driven[name](time)`` returns the vertices (n, 3) [m] at a
        time [s]. All of their vertices must be pinned. They may add energy.

    Attributes
    ----------
    names : tuple of str
    time : float
        Seconds since the start.
    vertices, velocities : dict of str to (n, 3) float64
        Read-only.

    Raises
    ------
    ImpingeError
        If a name, shape or number is not possible.

    Notes
    -----
    Momenta of bodies that nothing fixed touches are kept to rounding, whatever the integrator. The
    sum of all energies never grows: a step that would add some, because contact springs have moved,
    is slowed down. Contacts by spheres are excepted: which there are depends on the time left.
    After an error or an interruption the world is at its last good state. Bodies that coincide
    are not parted: vertices in one place are not inside.

    Runs record vertices inside bodies as points with their depths, their way out as lines by both
    methods of :func:`impinge.contacts.tet_depth`, the deepest of them as contacts.

    Examples
    --------
    >>> from impinge.geometry import TetMesh
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> world = SoftWorld({"corner": SoftBody(corner)}, velocities={"corner": (1, 0, 0)})
    >>> world.step(12).substeps
    12
    >>> world.velocities["corner"][0].round(3).tolist()
    [1.0, 0.0, -0.981]
    """

    def __init__(
        self,
        bodies: Mapping[str, SoftBody],
        *,
        velocities: Mapping[str, ArrayLike] | None = None,
        step: float = 1 / 120,
        integrator: str = "implicit",
        gravity: ArrayLike = (0, 0, -9.81),
        contact: str | None = "consistent",
        stiffness: float | None = None,
        damping: float | None = None,
        friction: float = 0.0,
        floor: float | None = None,
        driven: Mapping[str, Callable[[float], ArrayLike]] | None = None,
        budget: float = 1e-4,
    ) -> None:
        checked = named_bodies(bodies, "bodies", SoftBody, "soft bodies")
        self._dt = as_positive(step, "step")
        self._integrator = as_choice(integrator, "integrator", INTEGRATORS)
        method = None if contact is None else as_choice(contact, "contact", METHODS)
        fall = as_numbers(gravity, "gravity", "(3,)")
        self._system: SoftSystem = SoftSystem(checked, as_vectors(fall[None], "gravity", 1)[0])
        time = as_budget(budget)
        given = (
            self._system,
            None if stiffness is None else as_positive(stiffness, "stiffness"),
            None if damping is None else as_positive(damping, "damping", zero=True),
            as_positive(friction, "friction", zero=True),
            None if floor is None else as_scalar(floor, "floor", least=-np.inf),
        )
        self._detector = SoftDetector(*given)
        if method == "spheres":
            self._detector = SphereDetector(*given, budget=time)
        elif method == "facets":
            self._detector = FacetDetector(*given)
        elif method is not None:
            self._detector = TetDetector(*given, method=method)
        # Which springs spheres make depends on the time that was left.
        self._has_energy = method != "spheres"
        start = np.concatenate([body.mesh.vertices for body in self._system.bodies])
        self._driven = self._as_driven(driven)
        self._now = SoftState(start, self._first(velocities))

    def _as_driven(self, driven: Any) -> dict[int, Drive]:
        """Functions by the number of a body."""
        found = {}
        for name, drive in as_mapping({} if driven is None else driven, "driven").items():
            k = self._system.names.index(as_choice(name, "driven", self._system.names))
            if not callable(drive):
                raise ImpingeError(
                    f"driven: {name!r}: expected a function of time, got {shown(drive)}"
                )
            if len(self._system.bodies[k].pinned) < len(self._system.bodies[k].masses):
                raise ImpingeError(f"driven: {name!r}: all of its vertices must be pinned")
            found[k] = drive
        return found

    def step(self, n: int = 1) -> SoftStep:
        """Advance by ``n`` steps.

        Raises
        ------
        ImpingeError
            If a body blows up; the message has its name. The world is then at its last good state.
        """
        count = as_whole(n, "n", 1, MOST_STEPS)
        seconds, substeps = dict.fromkeys(STAGES, 0.0), 0
        for _ in range(count):
            substeps += self._advance(seconds)[0]
        found = self._found()
        return SoftStep(substeps, len(found), float(found.depths.max(initial=0.0)), seconds)

    def _proposed(
        self, before: SoftState, contacts: SoftContacts, seconds: dict[str, float]
    ) -> Proposal:
        system, touching, substeps = self._system, [contacts.bodies], 1

        def detect(vertices: Array) -> SoftContacts:
            self._check(SoftState(vertices, vertices))
            since = perf_counter()
            found = self._contacts_at(vertices)
            seconds["detection"] += perf_counter() - since
            touching.append(found.bodies)
            return found

        if self._integrator == "implicit":
            after = backward_euler(system, before, contacts, self._dt, seconds)
        else:
            after, substeps = runge_kutta(system, before, contacts, self._dt, detect, seconds)
        if self._driven:
            moved = np.isin(system.body_of, list(self._driven))
            after.vertices[moved] = self._drive(before.vertices)[moved]
            after.velocities[moved] = (after.vertices - before.vertices)[moved] / self._dt
        return Proposal(after, touching, substeps)

    def _contacts_at(self, vertices: Array) -> SoftContacts:
        return self._detector.contacts(vertices)

    def _shapes(self) -> dict[str, Shape]:
        surfaces = self._detector.surfaces(self._now.vertices)
        return dict(zip(self.names, surfaces, strict=True))

    def _advance_frame(self, every: int) -> Frame:
        done = self.step(every)
        found = self._found()
        deepest = np.argsort(-found.depths, kind="stable")[:LISTED]
        at = self._now.vertices[found.rows[0][deepest, 0]]
        rows = np.column_stack([at, found.normals[deepest], -found.depths[deepest]])
        tracks = self._detector.tracks(self._now.vertices)
        scalars = {
            **self.energy()._asdict(), "contacts": done.hits, "depth": done.deepest,
            **self._detector.scalars(),
        }  # fmt: skip
        surfaces = self._detector.surfaces(self._now.vertices)
        seen = {name: surface.vertices for name, surface in zip(self.names, surfaces, strict=True)}
        return {"vertices": seen, **tracks, "scalars": scalars, "contacts": rows}

    def _memory(self) -> dict[str, Array]:
        return self._detector.memory()

    def _recall(self, state: dict[str, Array]) -> None:
        self._detector.recall(state)

    def __repr__(self) -> str:
        return f"SoftWorld({len(self)} bodies, {self._integrator!r}, {self.time:g} s)"
