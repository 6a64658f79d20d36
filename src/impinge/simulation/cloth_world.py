"""Cloths in time: they fall, drape, slide and fold, and never pass through each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_whole, frozen
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.geometry import Mesh, Shape
from impinge.narrow import proximities
from impinge.response import geometrical
from impinge.response.quantities import as_vectors
from impinge.simulation.backward_euler import ENOUGH, backward_euler
from impinge.simulation.cloth import Cloth
from impinge.simulation.cloth_contacts import NearPairs, check_apart, near_pairs
from impinge.simulation.cloth_elements import ClothSet
from impinge.simulation.cloth_solver import StepOptions
from impinge.simulation.cloth_step import ClothStatus, ClothStep, free_cloth_step
from impinge.simulation.obstacles import Obstacle, as_obstacles
from impinge.simulation.run import MOST_STEPS, Frame
from impinge.simulation.soft_contacts import SLIP, WORLD, SoftContacts
from impinge.simulation.soft_state import SoftState, VertexSystem
from impinge.simulation.vertex_fields import as_positive
from impinge.simulation.vertex_world import STAGES, Proposal, VertexWorld, named_bodies

RESPONSES = ("robust", "mechanical", "geometrical")
PASSES = 10
"""Rounds of impulses of a robust step."""
REACH = 1.5
"""Pairs within this many thicknesses are known to the implicit step."""
LISTED = 8
"""Nearest pairs that a frame of a run lists."""


class ClothWorld(VertexWorld):
    """Cloths that fall on obstacles, on each other and on themselves.

    Parameters
    ----------
    cloths : mapping of str to Cloth
        They start at rest in shape, where their meshes are.
    obstacles : mapping of str to mesh or (mesh, motion), optional
        Meshes that stay, or are driven by a :class:`impinge.Motion`, ``ScrewMotion`` or
        ``PiecewiseMotion`` (poses of the mesh), a ``VertexMotion``, or a function of time [s] that
        returns vertices (n, 3) [m]. Time 0 to 1 of a motion is the first second; then it rests.
        In a step vertices move on lines. Obstacles that rest may cross each other, not touch.
    step : float, optional
        Seconds of one step.
    gravity : (3,) array_like, optional
        [m/s^2].
    thickness : float, optional
        Distance that surfaces keep if they can [m]; below the length of edges.
    friction : float, optional
        Coefficient of friction.
    response : {"robust", "mechanical", "geometrical"}, optional
        ``"robust"``: :func:`cloth_step`. Nothing ever crosses, at any speed. ``"mechanical"``:
        springs within the thickness, as of :func:`impinge.response.mechanical`, in the implicit
        step. ``"geometrical"``: :func:`impinge.response.geometrical` moves vertices apart after
        it. Both miss what passes the thickness in one step.
    velocities : mapping of str to (3,) or (n, 3) array_like, optional
        At the start [m/s]: of a cloth, or of each of its vertices. Pinned vertices have none.

    Attributes
    ----------
    names : tuple of str
        Of cloths, then of obstacles.
    time : float
        Seconds since the start.
    vertices, velocities : dict of str to (n, 3) float64
        Read-only.

    Raises
    ------
    ImpingeError
        If a name, shape or number is not possible, or surfaces cross or touch at the start: the
        message has the first pairs.

    Notes
    -----
    A step is backward Euler, then the response. The implicit step knows of pairs near the thickness
    as stops with friction, so that little is left to the response: cloth that hangs over an edge is
    in balance. Momentum of cloths that nothing fixed touches is kept. The sum of all energies does
    not grow while no obstacle moves: a step that would add some is slowed down, as far as it has
    speed. After an error or an interruption the world is at its last good state.

    Runs record vertices, the nearest pairs as contacts, and impact zones as points.

    Examples
    --------
    >>> import impinge as im
    >>> square = im.Mesh([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], [[0, 1, 2], [0, 2, 3]])
    >>> floor = square.with_vertices(square.vertices * [3, 3, 0] - 1)
    >>> world = ClothWorld({"cloth": Cloth(square)}, obstacles={"floor": floor})
    >>> world.step(12).status, world.velocities["cloth"][:, 2].round(3)
    (<ClothStatus.FREE: 0>, array([-0.981, -0.981, -0.981, -0.981]))
    """

    _drives, _farthest = "obstacles", 1e9

    def __init__(
        self,
        cloths: Mapping[str, Cloth],
        *,
        obstacles: Mapping[str, Any] = {},
        step: float = 1 / 120,
        gravity: ArrayLike = (0, 0, -9.81),
        thickness: float = 1e-3,
        friction: float = 0.3,
        response: str = "robust",
        velocities: Mapping[str, ArrayLike] | None = None,
    ) -> None:
        soft = named_bodies(cloths, "cloths", Cloth, "cloths")
        hard = as_obstacles(obstacles, soft)
        bodies: dict[str, Cloth | Obstacle] = {**soft, **hard}
        self._dt = as_positive(step, "step")
        self._thickness = as_positive(thickness, "thickness", zero=True)
        self._friction = as_positive(friction, "friction", zero=True)
        self._response = as_choice(response, "response", RESPONSES)
        fall = as_vectors(as_numbers(gravity, "gravity", "(3,)")[None], "gravity", 1)[0]
        elements = ClothSet.joined([body._elements for body in bodies.values()])
        self._system = VertexSystem(bodies, elements, fall)
        # Steps are solved to the displacement below which friction sticks.
        self._system.edge = min(float(self._system.edges.min()), SLIP * self._dt / ENOUGH)
        self._cloths = len(soft)
        self._stiffness = min(cloth.stretch for cloth in soft.values())
        self._masses: Array = np.where(self._system.held, np.inf, self._system.masses)
        self._hardness = self._masses / self._dt**2
        for k, cloth in enumerate(soft.values()):
            own = self._hardness[self._system.rows_of(k)]
            own += 2.0 * cloth.stretch * (1.0 + cloth.damping / self._dt)
        self._driven = {
            self._system.names.index(name): body.drive
            for name, body in hard.items()
            if body.drive is not None
        }
        points = np.concatenate([body.mesh.vertices for body in bodies.values()])
        for k in self._driven:
            points[self._system.rows_of(k)] = self._driven_to(k, 0.0)
        starts = zip(bodies.values(), self._system.starts, strict=False)
        self._mesh = Mesh(points, np.concatenate([body.mesh.faces + at for body, at in starts]))
        self._meshes = {name: body.mesh for name, body in bodies.items()}
        self._now = SoftState(points, self._first(velocities))
        check_apart(self._system, self._mesh)

    def step(self, n: int = 1) -> ClothStep:
        """Advance by ``n`` steps.

        Returns
        -------
        ClothStep
            Over all vertices, those of cloths and then of obstacles. ``vertices`` and
            ``velocities`` after the last step, the latter those of the world, less by what energy
            and momentum require; after ``CUT`` obstacles catch up in the next step.
            ``status`` the worst, ``taken`` the least;
            ``repulsions``, ``impacts`` by pass and ``seconds`` are sums; ``zones`` of all steps.
            Without "robust", ``repulsions`` are pairs within the thickness, and there are no
            impacts.

        Raises
        ------
        ImpingeError
            If a cloth blows up; the message has its name. The world is then at its last good state.
        """
        count = as_whole(n, "n", 1, MOST_STEPS)
        seconds = dict.fromkeys(STAGES, 0.0)
        done: ClothStep = self._advance(seconds)[1]
        for _ in range(count - 1):
            done = _joined(done, self._advance(seconds)[1])
        spent = {stage: seconds[stage] for stage in ("elements", "solve")} | done.seconds
        velocities = frozen(self._now.velocities.copy())
        return replace(done, velocities=velocities, seconds=spent)

    def _proposed(
        self, before: SoftState, contacts: SoftContacts, seconds: dict[str, float]
    ) -> Proposal:
        ends = self._drive(before.vertices)
        after = backward_euler(self._system, before, contacts, self._dt, seconds, ends)
        return Proposal(after, [contacts.bodies], 1)

    def _contacts_at(self, vertices: Array) -> SoftContacts:
        """As the implicit step knows them."""
        if self._response == "mechanical":
            near = self._near(vertices, self._thickness)
            return near.springs(self._masses, self._thickness, self._stiffness, self._friction)
        near = self._near(vertices, REACH * self._thickness, proper=True)
        return near.stops(self._hardness, self._thickness, self._friction)

    def _near(self, vertices: Array, distance: float, *, proper: bool = False) -> NearPairs:
        return near_pairs(self._system, self._at(vertices), distance, proper=proper)

    def _at(self, vertices: Array) -> Mesh:
        return self._mesh.with_vertices(vertices)

    def _responded(
        self, before: SoftState, after: SoftState
    ) -> tuple[SoftState, list[Ids], ClothStep]:
        done = self._response_to(before, after)
        # Turning that keeps the angular momentum is a change of velocities alone.
        turning = after.velocities - (after.vertices - before.vertices) / self._dt
        then = SoftState(np.array(done.vertices), done.velocities + turning)
        return then, [self._touched(after, then)], done

    def _response_to(self, before: SoftState, after: SoftState) -> ClothStep:
        """What the response makes of a step without it."""
        if self._response == "robust":
            options = StepOptions(self._dt, self._thickness, 0.0, self._friction, PASSES)
            start, end = self._at(before.vertices), after.vertices.copy()
            own = int(self._system.starts[self._cloths])
            return free_cloth_step(start, end, self._masses, options, checked=True, own=own)
        state, count, since = after, len(self._found()), perf_counter()
        if self._response == "geometrical":
            near = proximities(self._at(after.vertices), self._thickness)
            count = len(near.vertex_face) + len(near.edge_edge)
            state = SoftState(*geometrical(
                near, self._masses, after.vertices, after.velocities, thickness=self._thickness,
                friction=self._friction,
            ))  # fmt: skip
        seconds = {"repulsions": perf_counter() - since}
        fixed = frozen(state.vertices), frozen(state.velocities)
        return ClothStep(*fixed, ClothStatus.FREE, 1.0, count, (), (), seconds)

    def _touched(self, proposed: SoftState, then: SoftState) -> Ids:
        """Pairs of bodies: cloths that a response has moved are one group, with obstacles."""
        moved = (proposed.vertices != then.vertices).any(axis=1)
        bodies = np.unique(self._system.body_of[moved])
        bodies = bodies[bodies < self._cloths]
        others = [bodies[:1].repeat(len(bodies))]
        if len(self) > self._cloths:
            others.append(np.full(len(bodies), WORLD))
        return np.concatenate([np.column_stack([bodies, other]) for other in others])

    def _paid_for(self, touching: Ids) -> Ids:
        """Bodies that touch obstacles, if one of these is driven."""
        return touching[touching[:, 1] == WORLD, 0] if self._driven else touching[:0, 0]

    def _shapes(self) -> dict[str, Shape]:
        vertices = self._system.split(self._now.vertices)
        return {name: mesh.with_vertices(vertices[name]) for name, mesh in self._meshes.items()}

    def _advance_frame(self, every: int) -> Frame:
        done = self.step(every)
        points = self._now.vertices
        near = self._near(points, self._thickness)
        scalars = {
            **self.energy()._asdict(), "contacts": len(near.distance), "impacts": sum(done.impacts),
            "depth": float((self._thickness - near.distance).max(initial=0.0)),
            "repulsions": done.repulsions,
        }  # fmt: skip
        zones = points[np.concatenate([np.empty(0, np.int64), *done.zones])]
        moving = [
            name for k, name in enumerate(self.names) if k < self._cloths or k in self._driven
        ]
        seen = {name: vertices for name, vertices in self.vertices.items() if name in moving}
        return {
            "vertices": seen, "points": {"zones": zones}, "scalars": scalars,
            "contacts": near.rows(points, LISTED),
        }  # fmt: skip

    def __repr__(self) -> str:
        hard = len(self) - self._cloths
        return f"ClothWorld({self._cloths} cloths, {hard} obstacles, {self.time:g} s)"


def _joined(one: ClothStep, next_one: ClothStep) -> ClothStep:
    """Two steps as one."""
    stages = one.seconds | next_one.seconds
    pairs = zip_longest(one.impacts, next_one.impacts, fillvalue=0)
    return replace(
        next_one,
        status=max(one.status, next_one.status),
        taken=min(one.taken, next_one.taken),
        repulsions=one.repulsions + next_one.repulsions,
        impacts=tuple(a + b for a, b in pairs),
        zones=one.zones + next_one.zones,
        seconds={s: one.seconds.get(s, 0.0) + next_one.seconds.get(s, 0.0) for s in stages},
    )
