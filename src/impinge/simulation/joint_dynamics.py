"""Equations of motion of robots in the space of their joints: M(q) ddq + c(q, dq) = torque."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind, as_several, shown
from impinge.core.threads import run_rows
from impinge.response.quantities import as_vectors
from impinge.scene import Robot
from impinge.scene.joint_space import FullSpace, full_space, same_length
from impinge.simulation.body_mass import DENSITY, link_bodies
from impinge.simulation.kernels.joint_dynamics import mass_rows, solve_rows, torque_rows

GRAVITY = (0.0, 0.0, -9.81)
"""World frame [m/s^2]."""


def mass_matrix(robot: Robot, q: ArrayLike, *, density: float = DENSITY) -> Array:
    """Mass matrix of a robot: twice the kinetic energy is ``dq @ M @ dq``.

    By composite rigid bodies [Featherstone2008]_.

    Parameters
    ----------
    robot : Robot
        Masses of links are those of its file. Things that are attached have none.
    q : (dof,) or (n, dof) array_like
    density : float, optional
        Of the shapes of links without mass [kg/m^3]; 0 leaves them without.

    Returns
    -------
    (speeds, speeds) or (n, speeds, speeds) float64
        Symmetric, in the order of speeds; those of a floating joint are linear, then angular, along
        the axes of the joint's frame in its parent.

    Raises
    ------
    ImpingeError
        If q does not fit, or a link without mass has shapes without volume; the message names row
        and joint, or the link.

    Examples
    --------
    A rod of 2 kg whose centre is 1 m from its hinge:

    >>> from impinge.geometry import Articulation, Joint, Link
    >>> links = [Link("base"), Link("rod", mass=2.0, centre=(0, 0, -1))]
    >>> robot = Robot(Articulation(links, [Joint("hinge", "revolute", "base", "rod")]))
    >>> mass_matrix(robot, [0.3])
    array([[2.]])
    """
    space, bodies = _model(robot, density)
    rows, single = space.configurations(q, "q")
    found = _checked(_masses(space, bodies, rows), "q")
    return found[0] if single else found


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    dq: ArrayLike,
    ddq: ArrayLike,
    gravity: ArrayLike = GRAVITY,
    *,
    density: float = DENSITY,
) -> Array:
    """Torques that give joints the rates ``ddq`` of their speeds.

    Recursive Newton-Euler [Featherstone2008]_.

    Parameters
    ----------
    robot : Robot
    q : (dof,) or (n, dof) array_like
    dq, ddq : (speeds,) or (n, speeds) array_like
        Speeds and their rates. One row goes with every row of the others.
    gravity : (3,) array_like, optional
        World frame [m/s^2].
    density : float, optional
        As of :func:`mass_matrix`.

    Returns
    -------
    (speeds,) or (n, speeds) float64
        Torques [N m] and forces [N]. Those of mimic joints are added to the joint that moves them.

    Examples
    --------
    A rod held level by its hinge:

    >>> from impinge.geometry import Articulation, Joint, Link
    >>> links = [Link("base"), Link("rod", mass=2.0, centre=(0, 1, 0))]
    >>> robot = Robot(Articulation(links, [Joint("hinge", "revolute", "base", "rod")]))
    >>> inverse_dynamics(robot, [0.0], [0.0], [0.0]).round(2)
    array([19.62])
    """
    space, bodies = _model(robot, density)
    (rows, speeds, rates), single = _states(space, q, {"dq": dq, "ddq": ddq})
    found = _torques(space, bodies, rows, speeds, rates, gravity)[:, space.speed_columns]
    found = _checked(found, "dq, ddq")
    return found[0] if single else found


def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    dq: ArrayLike,
    torque: ArrayLike,
    gravity: ArrayLike = GRAVITY,
    *,
    density: float = DENSITY,
) -> Array:
    """Rates of the speeds of joints under torques.

    Torques of :func:`inverse_dynamics` without rates are taken off; the rest is solved with a
    Cholesky factor of the mass matrix.

    Parameters
    ----------
    robot : Robot
    q : (dof,) or (n, dof) array_like
    dq, torque : (speeds,) or (n, speeds) array_like
        Speeds; torques [N m] and forces [N]. One row goes with every row of the others.
    gravity : (3,) array_like, optional
        World frame [m/s^2].
    density : float, optional
        As of :func:`mass_matrix`.

    Returns
    -------
    (speeds,) or (n, speeds) float64

    Raises
    ------
    ImpingeError
        If a joint moves no mass; the message names row and joint.

    Examples
    --------
    A rod let go when it is level:

    >>> from impinge.geometry import Articulation, Joint, Link
    >>> links = [Link("base"), Link("rod", mass=2.0, centre=(0, 1, 0))]
    >>> robot = Robot(Articulation(links, [Joint("hinge", "revolute", "base", "rod")]))
    >>> forward_dynamics(robot, [0.0], [0.0], [0.0]).round(2)
    array([-9.81])
    """
    space, bodies = _model(robot, density)
    (rows, speeds, torques), single = _states(space, q, {"dq": dq, "torque": torque})
    bias = _torques(space, bodies, rows, speeds, np.zeros_like(speeds), gravity)
    found = np.ascontiguousarray((torques - bias)[:, space.speed_columns])
    matrices = _checked(_masses(space, bodies, rows), "q")
    failed = np.empty(len(rows), np.int64)
    run_rows(solve_rows, len(rows), matrices, _checked(found, "dq, torque"), failed, grain=64)
    if (failed >= 0).any():
        row = int(np.argmax(failed >= 0))
        where = "" if single else f"row {row}: "
        tree, column = space.kinematics.articulation, int(space.speed_columns[failed[row]])
        joint = next(j for j in tree.joint_names if column < tree.columns(j, speeds=True).stop)
        raise ImpingeError(f"robot: {where}joint {joint!r} moves no mass of its own")
    return found[0] if single else found


def joint_rows(
    robot: Robot,
    q: ArrayLike,
    links: Sequence[str] | ArrayLike,
    points: ArrayLike,
    normals: ArrayLike,
) -> Array:
    """Rows that give, from speeds of joints, the speeds of points of links along normals.

    For :func:`impinge.response.project` with :func:`mass_matrix`. A contact of two links is the
    difference of two rows.

    Parameters
    ----------
    robot : Robot
    q : (dof,) or (m, dof) array_like
        One configuration, or one a row.
    links : (m,) sequence of str, or of int
        Names, or numbers in ``robot.link_names``; -1 is the fixed world.
    points, normals : (m, 3) array_like
        World frame, as those of :func:`impinge.response.contact_rows`; normals have unit length.

    Returns
    -------
    (m, speeds) float64

    Examples
    --------
    >>> from impinge.geometry import Articulation, Joint, Link
    >>> links = [Link("base"), Link("rod", mass=2.0, centre=(0, 1, 0))]
    >>> robot = Robot(Articulation(links, [Joint("hinge", "revolute", "base", "rod")]))
    >>> joint_rows(robot, [0.0], ["rod"], [[0, 2, 0]], [[0, 0, 1]])
    array([[2.]])
    """
    space = full_space(as_kind(robot, "robot", Robot))
    numbers = _link_numbers(links, robot.link_names)
    where, axes = (
        as_vectors(given, name, len(numbers), unit=name == "normals")
        for given, name in ((points, "points"), (normals, "normals"))
    )
    rows, _ = space.configurations(q, "q")
    if len(rows) not in (1, len(numbers)):
        raise ImpingeError(f"q: {len(rows)} rows, expected one, or {len(numbers)} as links has")
    which = np.arange(len(numbers)) if len(rows) == len(numbers) else np.zeros_like(numbers)
    poses = space.kinematics.link_poses(rows)[which, numbers]
    local = np.einsum("mji,mj->mi", poses[:, :3, :3], where - poses[:, :3, 3])
    found = space.kinematics.jacobian(rows[which], np.maximum(numbers, 0), local)
    out = np.einsum("mc,mcs->ms", axes, found[:, :3, space.speed_columns])
    out[numbers < 0] = 0.0
    return _checked(out, "points")


def _model(robot: Any, density: Any) -> tuple[FullSpace, Array]:
    space = full_space(as_kind(robot, "robot", Robot))
    return space, link_bodies(space.kinematics.articulation, as_scalar(density, "density"))


def _states(
    space: FullSpace, q: ArrayLike, others: dict[str, ArrayLike]
) -> tuple[list[Array], bool]:
    """Rows of q and of what goes with it, as many of each, and whether all were single."""
    rows, single = space.configurations(q, "q")
    found = [rows]
    for name, values in others.items():
        given, one = space.speeds(values, name)
        single = single and one
        found[0], given = same_length(found[0], given, f"q and {name}")
        found = [same_length(old, given, f"q and {name}")[0] for old in found]
        found.append(given)
    return found, single


def _masses(space: FullSpace, bodies: Array, rows: Array) -> Array:
    count = space.kinematics.articulation.speeds
    found = np.empty((len(rows), count, count))
    run_rows(mass_rows, len(rows), space.kinematics.arrays, bodies, rows, found, grain=32)
    kept = space.speed_columns
    return found if len(kept) == count else found[:, kept[:, None], kept]


def _torques(
    space: FullSpace, bodies: Array, rows: Array, speeds: Array, rates: Array, gravity: ArrayLike
) -> Array:
    pull = as_points(as_numbers(gravity, "gravity")[None], "gravity")[0]
    found = np.empty_like(speeds)
    run_rows(
        torque_rows, len(rows), space.kinematics.arrays, bodies, rows, speeds, rates, pull, found,
        grain=32,
    )  # fmt: skip
    return found


def _link_numbers(links: Any, names: tuple[str, ...]) -> Ids:
    """Links by number, from names or numbers."""
    given = as_several(links, "links")
    known = {name: k for k, name in enumerate(names)}
    found = np.empty(len(given), np.int64)
    for row, link in enumerate(given):
        number = known.get(link, -2) if isinstance(link, str) else link
        whole = isinstance(number, (int, np.integer)) and not isinstance(number, bool)
        if not whole or not -1 <= number < len(names):
            raise ImpingeError(
                f"links: row {row}: there is none called {shown(link)}; "
                f"there are {', '.join(map(repr, names[:5]))}"
            )
        found[row] = number
    return found


def _checked(found: Array, what: str) -> Array:
    if not np.isfinite(found).all():
        raise ImpingeError(f"{what}: too large, products overflow")
    return found
