"""Rigid bodies in time: they fall, hit, rest and slide."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_flag
from impinge.geometry import Shape, as_shape
from impinge.response.quantities import as_column, as_numbers
from impinge.scene import Scene
from impinge.scene.things import check_name, check_pose, unknown_name
from impinge.simulation.bodies import Bodies, Settings, State
from impinge.simulation.body_mass import FIXED, body_mass, positive
from impinge.simulation.flight import accelerations
from impinge.simulation.run import MOST_STEPS, Frame, Momentum
from impinge.simulation.start import check_start, parted
from impinge.simulation.step import Report, Step, arrows
from impinge.simulation.world_robots import RobotWorld

METHODS = {
    "stepping": ("stepping", "Stepping"),
    "events": ("events", "Events"),
    "quasi-static": ("quasi_static", "QuasiStatic"),
    "penalty": ("penalty", "Penalty"),
}
"""Module and class, imported when it is first used; ``bodies.py`` says what a method is."""
SOLVERS = ("motion", "contact", "iterative")
INTEGRATORS = ("semi-implicit", "rk4")
FASTEST = 1e100
"""Speed [m/s, rad/s] beyond which a motion has no bound: its energy overflows."""
MOST_ENERGY = 1e300
"""[J]."""


class Energy(NamedTuple):
    """Energies of a world [J]."""

    kinetic: float
    potential: float
    repositioned: float
    """Put in by corrections of positions so far."""


class World(RobotWorld):
    """Rigid bodies that move, hit each other, rest and slide.

    Parameters
    ----------
    gravity : (3,) array_like, optional
        [m/s^2].
    step : float, optional
        Seconds of one step.
    method : {"stepping", "events", "quasi-static", "penalty"}, optional
        How contacts are treated; see the notes.
    solver : {"motion", "contact", "iterative"}, optional
        Of contact forces, as of :func:`impinge.response.project`. Default: "motion" if no
        body has friction, else "iterative".
    integrator : {"semi-implicit", "rk4"}, optional
        Of free flight.
    restitution, friction : float, optional
        Of bodies that have none of their own. Two bodies have the larger restitution and the
        geometric mean of frictions.
    security : float, optional
        Distance [m] that bodies at rest keep, for "events" and "quasi-static". Default: a
        thousandth of the size of the smallest body.
    velocity_cut : float, optional
        Factor for velocities of bodies that were repositioned.
    sleeping : bool, optional
        Bodies at rest sleep until something moves near them, for "stepping".
    max_events : int, optional
        Most impacts in a step, for "events".
    separate : bool, optional
        Bodies that overlap at the start are moved apart. Otherwise this is an error. Links of
        robots are not moved.

    Notes
    -----
    "events" advances from impact to impact and never penetrates. "stepping" is the fastest, for
    piles; it may penetrate, and says how deep. "quasi-static" starts each step from rest. "penalty"
    has springs at contacts, and is there to be compared with.

    After an error or an interruption a world is as it was before that step.

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.simulation import World
    >>> world = World()
    >>> world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    >>> world.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.5)))
    >>> step = world.step(240)
    >>> step.contacts, round(float(world.poses[1, 2, 3]), 2)
    (1, 0.1)
    """

    def __init__(
        self,
        *,
        gravity: ArrayLike = (0, 0, -9.81),
        step: float = 1 / 240,
        method: str = "stepping",
        solver: str | None = None,
        integrator: str = "semi-implicit",
        restitution: float = 0.0,
        friction: float = 0.5,
        security: float | None = None,
        velocity_cut: float = 0.95,
        sleeping: bool = True,
        max_events: int = 200,
        separate: bool = False,
    ) -> None:
        self._dt = positive(step, "step")
        self._method_name = as_choice(method, "method", METHODS)
        self._restitution = _number(restitution, "restitution", 1.0)
        self._friction = _number(friction, "friction")
        self._settings = Settings(
            _vector(gravity, "gravity"),
            None if solver is None else as_choice(solver, "solver", SOLVERS),
            as_choice(integrator, "integrator", INTEGRATORS),
            None if security is None else positive(security, "security"),
            _number(velocity_cut, "velocity_cut", 1.0),
            as_flag(sleeping, "sleeping"),
            as_whole(max_events, "max_events", 1, sys.maxsize),
        )
        self._separate = as_flag(separate, "separate")
        module, kind = METHODS[self._method_name]
        made = getattr(import_module(f"impinge.simulation.{module}"), kind)
        self._method = made(self._settings)
        self._bodies = Bodies()
        self._scene: Scene | None = None
        # Bodies that were checked for overlaps.
        self._checked = 0
        self._repositioned = 0.0
        self._last = Report()

    def add(
        self,
        name: str,
        shape: Any,
        pose: ArrayLike | None = None,
        *,
        density: float | None = None,
        mass: float | None = None,
        inertia: ArrayLike | None = None,
        velocity: ArrayLike = (0, 0, 0),
        spin: ArrayLike = (0, 0, 0),
        restitution: float | None = None,
        friction: float | None = None,
        fixed: bool = False,
    ) -> None:
        """Put a body into the world.

        Parameters
        ----------
        name : str
            Not in the world yet.
        shape : shape
            Any; also anything with ``.vertices`` and ``.faces``.
        pose : (4, 4) array_like, optional
            Body to world; identity if not given.
        density : float, optional
            [kg/m^3]; 1000 if neither this nor a mass is given.
        mass : float, optional
            [kg]; spread evenly over the volume of the shape, of an open mesh over its surface.
        inertia : (3, 3) array_like, optional
            About the centre of mass, axes of the body frame [kg m^2].
        velocity, spin : (3,) array_like, optional
            Of the centre of mass [m/s], and about it [rad/s]; world frame.
        restitution, friction : float, optional
            Those of the world if not given.
        fixed : bool, optional
            The body does not move. It needs no mass.

        Raises
        ------
        ImpingeError
            If the name is taken, a number is not possible, or the mass is not known.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.simulation import World
        >>> world = World(gravity=(0, 0, 0))
        >>> world.add("ball", im.Sphere(0.1), mass=2.0, velocity=(1, 0, 0))
        >>> world.energy().kinetic
        1.0
        """
        placed = check_pose(pose, check_name(name))
        if name in self._bodies.names:
            raise ImpingeError(f"name: {name!r} is in the world already")
        made = as_shape(shape, f"shape of {name!r}")
        stays = as_flag(fixed, "fixed")
        motion = np.hstack([_vector(velocity, "velocity"), _vector(spin, "spin")])
        if stays and motion.any():
            raise ImpingeError(f"velocity of {name!r}: not zero, but the body is fixed")
        weight = FIXED if stays else body_mass(name, made, density, mass, inertia)
        bounce = self._restitution if restitution is None else restitution
        rough = self._friction if friction is None else friction
        self._bodies = self._bodies.with_row(
            name, made, placed,
            mass=weight.mass, locals=weight.centre, inertia=weight.inertia, velocities=motion,
            restitution=_number(bounce, f"restitution of {name!r}", 1.0),
            friction=_number(rough, f"friction of {name!r}"), fixed=stays,
        )  # fmt: skip
        self._scene = None

    def force(self, name: str, force: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0)) -> None:
        """Let a force and a torque act on a body, until this is called again.

        Parameters
        ----------
        name : str
        force : (3,) array_like, optional
            At the centre of mass, world frame [N].
        torque : (3,) array_like, optional
            World frame [N m].

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.simulation import World
        >>> world = World(gravity=(0, 0, 0))
        >>> world.add("ball", im.Sphere(0.1), mass=2.0)
        >>> world.force("ball", (2, 0, 0))
        >>> _ = world.step(240)
        >>> world.velocities[0, :3].round(6).tolist()
        [1.0, 0.0, 0.0]
        """
        if check_name(name) not in self._bodies.names:
            raise unknown_name(name, "name", self._bodies.names)
        pushes = np.hstack([_vector(force, "force"), _vector(torque, "torque")])
        self._bodies.applied[self._bodies.names.index(name)] = pushes

    def step(self, n: int = 1) -> Step:
        """Advance by ``n`` steps.

        Raises
        ------
        ImpingeError
            If bodies overlap at the start: the message has pairs and depths.
        """
        count = as_whole(n, "n", 1, MOST_STEPS)
        impacts, repositionings, least, status = 0, 0, np.inf, Report().status
        for _ in range(count):
            found = self._advance()
            impacts += found.impacts
            repositionings += found.repositionings
            least = min(least, found.least_distance)
            status = max(status, found.status)
        return Step(self.time, impacts, self._last.contacts, repositionings, float(least), status)

    def _advance(self) -> Report:
        """One step, or none after an error."""
        bodies, before, memory = self._bodies, self._bodies.state(), self._method.memory
        made, checked = self._scene, self._checked
        try:
            scene = self._started()
            # What overflows is said by the checks.
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                gained = self._dt * accelerations(self._bodies, self._settings.gravity)
                _check_finite(self._bodies, self._bodies.velocities + gained)
                found: Report = self._method.advance(self._bodies, scene, self._dt)
                _check_finite(self._bodies, self._bodies.velocities)
        except BaseException:
            self._bodies, self._method.memory = bodies, memory
            self._scene, self._checked = made, checked
            self._bodies.restore(before)
            raise
        self._steps += 1
        self._repositioned += found.repositioned
        self._last = found
        return found

    def _started(self) -> Scene:
        """The scene of a method; made, and checked for overlaps, after bodies were added."""
        if self._scene is None:
            if self._separate:
                self._bodies = parted(self._bodies, self._checked)
            else:
                check_start(self._bodies, self._checked)
            self._checked = len(self._bodies)
            self._scene = self._bodies.scene(self._method.margin(self._bodies))
        return self._scene

    def _shapes(self) -> dict[str, Shape]:
        return dict(zip(self._bodies.names, self._bodies.shapes, strict=True))

    def _advance_frame(self, every: int) -> Frame:
        done, last, bodies = self.step(every), self._last, self._bodies
        scalars = {
            **self.energy()._asdict(), "contacts": done.contacts, "impacts": done.impacts,
            "repositionings": done.repositionings, "depth": max(0.0, -done.least_distance),
        }  # fmt: skip
        return {
            "poses": dict(zip(bodies.names, bodies.poses, strict=True)),
            "lines": {"impulses": arrows(bodies, last, self._dt, self._settings.gravity)},
            "scalars": scalars,
            "contacts": np.column_stack(last.found[1:4]),
        }

    def _state(self) -> dict[str, Array]:
        return {
            "steps": np.array(self._steps), "total_repositioned": np.array(self._repositioned),
            **{f"bodies/{name}": value for name, value in self._bodies.state()._asdict().items()},
            **{f"memory/{name}": value for name, value in self._method.memory.items()},
        }  # fmt: skip

    def _restore(self, state: dict[str, Array]) -> None:
        given = {name: state.get(f"bodies/{name}") for name in State._fields}
        for name, value in given.items():
            if value is None or value.shape != getattr(self._bodies, name).shape:
                raise ImpingeError(f"resume: {name} are not those of {len(self)} bodies")
        self._bodies.restore(State(**given))  # type: ignore[arg-type]
        self._method.memory = {
            name.removeprefix("memory/"): value
            for name, value in state.items()
            if name.startswith("memory/")
        }
        self._steps, self._repositioned = int(state["steps"]), float(state["total_repositioned"])
        self._scene = self._bodies.scene(self._method.margin(self._bodies))
        self._checked = len(self._bodies)

    @property
    def names(self) -> tuple[str, ...]:
        """Of bodies, in the order of adding."""
        return tuple(self._bodies.names)

    @property
    def poses(self) -> Array:
        """(n, 4, 4) float64: body to world, by ``names``. Read-only."""
        return frozen(self._bodies.poses)

    @property
    def velocities(self) -> Array:
        """(n, 6) float64: of the centres of mass, then spins, world frame, by ``names``."""
        return frozen(self._bodies.velocities.copy())

    def energy(self) -> Energy:
        """Kinetic and potential energy, and what repositioning put in so far [J]."""
        bodies = self._bodies
        potential = bodies.potential(self._settings.gravity)
        return Energy(bodies.kinetic(), potential, self._repositioned)

    def momentum(self) -> Momentum:
        """Linear momentum, and angular about the origin."""
        return Momentum(*self._bodies.momentum())

    def scene(self) -> Scene:
        """The bodies as they are now, as a scene: all its queries can be asked.

        Fixed bodies are of the group "fixed", which is not tested with itself.
        """
        return self._bodies.scene()

    def __len__(self) -> int:
        return len(self._bodies)

    def __repr__(self) -> str:
        return f"World({len(self)} bodies, {self._method_name!r}, {self.time:g} s)"


def _vector(values: ArrayLike, name: str) -> Array:
    return as_column(as_numbers(values, name, (3,)), name, 3)


def _number(value: Any, name: str, most: float = np.inf) -> float:
    number = as_scalar(value, name)
    if number > most:
        raise ImpingeError(f"{name}: {number:g} is more than {most:g}")
    return number


def _check_finite(bodies: Bodies, velocities: Array) -> None:
    """Raise if a body is nowhere, or would be so fast or heavy that energies overflow."""
    reach = np.abs(velocities).max(axis=1, initial=0.0)
    most = np.where(bodies.fixed, 0.0, bodies.mass) * reach * reach
    good = np.isfinite(bodies.centres).all(axis=1) & (reach <= FASTEST) & (most <= MOST_ENERGY)
    if not good.all():
        name = bodies.names[int(np.argmin(good))]
        raise ImpingeError(f"step: {name!r} moves without bound; take a smaller step")
