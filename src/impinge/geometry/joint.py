"""Links and joints: the parts of an articulation."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses, shape_of
from impinge.core.options import as_choice, shown
from impinge.core.poses import IDENTITY
from impinge.geometry.immutable import Immutable
from impinge.geometry.mesh import as_shape
from impinge.geometry.shape import Shape, unit_rows

KINDS = ("fixed", "revolute", "continuous", "prismatic", "planar", "floating", "ball")
"""Kinds of joints; kernels know them by their number (``motion/kernels/joint_tree.py``)."""
COORDINATES = {
    "fixed": 0, "revolute": 1, "continuous": 1, "prismatic": 1, "planar": 3, "floating": 7,
    "ball": 4,
}  # fmt: skip
"""Numbers that a joint takes in q."""
SPEEDS = COORDINATES | {"floating": 6, "ball": 3}
"""Numbers that a joint takes among speeds."""
QUATERNION_AT = {"floating": 3, "ball": 0}
"""Where the quaternion (x, y, z, w) of a joint begins among its numbers."""
SINGLE = ("revolute", "continuous", "prismatic")
"""Kinds of one number: those that mimic, and can be mimicked."""
AXIAL = (*SINGLE, "planar")
"""Kinds that have an axis."""
Mimic = tuple[str, float, float]


class Link(Immutable):
    """A rigid part: shapes, each at a pose in the link's frame, and its mass.

    Parameters
    ----------
    name : str
    shapes : sequence of shape or (shape, pose), optional
        Shapes of any kind; poses are (4, 4), shape to link, or None for the identity.
    mass : float, optional
        [kg]
    centre : (3,) array_like, optional
        Centre of mass [m].
    inertia : (3, 3) array_like, optional
        About the centre of mass, along the axes of the link's frame [kg m^2]; zero if not given.

    Attributes
    ----------
    shapes : tuple of (Shape, (4, 4) float64)
    name, mass, centre, inertia
        As given; arrays are read-only.

    Examples
    --------
    >>> from impinge.geometry import Box
    >>> Link("arm", [Box((0.1, 0.1, 1))], mass=2.0)
    Link('arm', 1 shape)
    """

    _made_from = ("name", "shapes", "mass", "centre", "inertia")
    __slots__ = _made_from

    name: str
    shapes: tuple[tuple[Shape, Array], ...]
    mass: float
    centre: Array
    inertia: Array

    def __init__(
        self,
        name: str,
        shapes: Sequence[Any] = (),
        mass: float = 0.0,
        centre: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike | None = None,
    ) -> None:
        label = f"link {_checked_name(name, 'link')!r}"
        if isinstance(shapes, Shape) or not isinstance(shapes, Sequence):
            raise ImpingeError(f"{label}: shapes: expected a sequence of shapes or (shape, pose)")
        given = np.zeros((3, 3)) if inertia is None else inertia
        self._set(
            name=name,
            shapes=tuple(_posed_shape(s, f"{label}: shape {i}") for i, s in enumerate(shapes)),
            mass=as_scalar(mass, f"{label}: mass"),
            centre=_numbers(centre, f"{label}: centre", (3,)),
            inertia=_numbers(given, f"{label}: inertia", (3, 3)),
        )

    def __repr__(self) -> str:
        count = len(self.shapes)
        return f"Link({self.name!r}, {count} shape{'' if count == 1 else 's'})"


class Joint(Immutable):
    """How a link moves relative to its parent.

    Parameters
    ----------
    name : str
    kind : str
        "fixed", "revolute" (turns about the axis), "continuous" (turns without limits),
        "prismatic" (slides along the axis), "planar" (slides in the plane square to the axis and
        turns about it), "floating" or "ball" (turns about the joint's origin).
    parent, child : str
        Names of links. The child's frame is the frame of the joint once it has moved.
    origin : (4, 4) array_like, optional
        Pose of the joint's frame in the parent's frame; identity if not given.
    axis : (3,) array_like, optional
        In the joint's frame, of any length; fixed, floating and ball joints have none.
    lower, upper : float, optional
        Limits of the joint's numbers [rad or m], or one for each. Quaternions and continuous joints
        have none.
    velocity, effort : float, optional
        Largest speed [rad/s or m/s] and effort [N m or N].
    mimic : (str, float, float), optional
        Name of another joint, multiplier and offset: this joint's number is multiplier * other +
        offset, and q has none for it. Both joints have one number; on a fixed joint it is dropped,
        as URDF files have it.

    Attributes
    ----------
    name, kind, parent, child, origin, axis, lower, upper, velocity, effort, mimic
        As given; the axis has length one, ``origin`` is a matrix, and arrays are read-only.

    Examples
    --------
    >>> Joint("elbow", "revolute", "upper arm", "forearm", axis=(0, 0, 2), lower=-1, upper=1)
    Joint('elbow', revolute, 'upper arm' -> 'forearm')
    """

    _made_from = (
        "name", "kind", "parent", "child", "origin", "axis", "lower", "upper", "velocity",
        "effort", "mimic",
    )  # fmt: skip
    __slots__ = _made_from

    name: str
    kind: str
    parent: str
    child: str
    origin: Array
    axis: Array
    lower: float | Array
    upper: float | Array
    velocity: float
    effort: float
    mimic: Mimic | None

    def __init__(
        self,
        name: str,
        kind: str,
        parent: str,
        child: str,
        origin: ArrayLike | None = None,
        axis: ArrayLike = (1.0, 0.0, 0.0),
        lower: float | ArrayLike = -inf,
        upper: float | ArrayLike = inf,
        velocity: float = inf,
        effort: float = inf,
        mimic: Mimic | None = None,
    ) -> None:
        label = f"joint {_checked_name(name, 'joint')!r}"
        as_choice(kind, f"{label}: kind", KINDS)
        for side, link in (("parent", parent), ("child", child)):
            _checked_name(link, f"{label}: {side}")
        pose = given_poses(origin, f"{label}: origin", single=True)
        direction = _numbers(axis, f"{label}: axis", (3,))
        if not direction.any():
            if kind in AXIAL:
                raise ImpingeError(f"{label}: axis: has no length")
            direction = np.array([1.0, 0.0, 0.0])
        low, high = _limits(lower, kind, f"{label}: lower"), _limits(upper, kind, f"{label}: upper")
        if np.any(np.greater(low, high)):
            raise ImpingeError(f"{label}: lower {low} lies above upper {high}")
        if mimic is not None:
            mimic = _checked_mimic(mimic, kind, label) if kind != "fixed" else None
        self._set(
            name=name,
            kind=kind,
            parent=parent,
            child=child,
            origin=IDENTITY if pose is None else frozen(pose.copy()),
            axis=frozen(unit_rows(direction[None])[0]),
            lower=low,
            upper=high,
            velocity=_bound(velocity, f"{label}: velocity"),
            effort=_bound(effort, f"{label}: effort"),
            mimic=mimic,
        )

    def __repr__(self) -> str:
        return f"Joint({self.name!r}, {self.kind}, {self.parent!r} -> {self.child!r})"


def _posed_shape(given: Any, label: str) -> tuple[Shape, Array]:
    pair = isinstance(given, (tuple, list)) and len(given) == 2
    shape, pose = given, None
    if pair and (isinstance(given[0], Shape) or hasattr(given[0], "vertices")):
        shape, pose = given
    placed = given_poses(pose, f"{label}: pose", single=True)
    return as_shape(shape, label), IDENTITY if placed is None else frozen(placed.copy())


def _numbers(values: ArrayLike, name: str, shape: tuple[int, ...]) -> Array:
    """Finite numbers of one shape, read-only."""
    if shape_of(values, name) != shape:
        raise ImpingeError(f"{name}: expected shape {shape}, got {np.shape(values)}")
    return frozen(as_points(as_numbers(values, name)[None], name, shape, copy=True)[0])


def _limits(value: Any, kind: str, name: str) -> float | Array:
    """A limit, infinite or not, or one for each number of the joint before its quaternion."""
    numbers = as_numbers(value, name).astype(np.float64)
    if np.isnan(numbers).any() or numbers.ndim > 1:
        raise ImpingeError(f"{name}: expected a number, got {shown(value)}")
    if numbers.ndim == 0:
        return float(numbers)
    count = COORDINATES[kind]
    own = QUATERNION_AT.get(kind, count)
    if len(numbers) not in (own, count):
        raise ImpingeError(f"{name}: {len(numbers)} numbers, a {kind} joint has {count}")
    return frozen(numbers[:own].copy())


def _bound(value: Any, name: str) -> float:
    """A largest value, infinite or not."""
    limit = _limits(value, "fixed", name)
    if not isinstance(limit, float) or limit < 0.0:
        raise ImpingeError(f"{name}: expected a number from 0 on, got {shown(value)}")
    return limit


def _checked_mimic(mimic: Any, kind: str, label: str) -> Mimic:
    try:
        other, multiplier, offset = mimic
    except Exception as error:  # code of the caller
        raise ImpingeError(
            f"{label}: mimic: expected (joint, multiplier, offset), got {shown(mimic)}"
        ) from error
    found = (
        _checked_name(other, f"{label}: mimic"),
        as_scalar(multiplier, f"{label}: mimic: multiplier", least=-inf),
        as_scalar(offset, f"{label}: mimic: offset", least=-inf),
    )
    if kind not in SINGLE:
        reason = f"{label}: mimic: a {kind} joint, {found[1]:g} times {other!r} plus {found[2]:g}"
        raise ImpingeError(f"{reason}; expected numbers, and one of {', '.join(SINGLE)}")
    return found


def _checked_name(name: Any, what: str) -> str:
    if not isinstance(name, str) or not name:
        raise ImpingeError(f"{what}: expected a name, got {shown(name)}")
    return name
