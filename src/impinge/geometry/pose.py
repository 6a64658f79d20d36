"""Poses from what people have: a position, and a rotation in any of its usual forms."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_points
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.options import as_flag
from impinge.core.poses import as_poses
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.rotations import as_order, from_euler, rotation_of, sine_and_cosine, turn
from impinge.geometry.shape import unit_rows


def pose(
    translation: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    *,
    quaternion: ArrayLike | None = None,
    order: str = "xyzw",
    euler: ArrayLike | None = None,
    axis_angle: Any | None = None,
    degrees: bool = False,
) -> Array:
    """A pose, body to world, from a position and a rotation; or a batch of poses.

    Give at most one of ``rotation``, ``quaternion``, ``euler`` and ``axis_angle``. Each argument is
    one value, or a batch of n of them; one value goes with every row of a batch.

    Parameters
    ----------
    translation : (3,) or (n, 3) array_like, optional
        Position of the body's origin [m]; the origin if not given.
    rotation : (3, 3) or (n, 3, 3) array_like, optional
        Rotation matrix, within 1e-6; the nearest rotation is used.
    quaternion : (4,) or (n, 4) array_like, optional
        Of any length but zero; normalised.
    order : {"xyzw", "wxyz"}, optional
        Order of the quaternion's components. SciPy and ROS have w last, MuJoCo and Eigen's
        constructor w first.
    euler : (3,) or (n, 3) array_like, optional
        Angles about the fixed axes x, then y, then z: roll, pitch and yaw of URDF, SciPy's
        extrinsic ``"xyz"``. The matrix is ``Rz @ Ry @ Rx``.
    axis_angle : (3,) or (n, 3) array_like, or pair (axis, angle), optional
        Rotation vector: the axis, as long as the angle. Or an axis of any length, (3,) or (n, 3),
        and its angle, a number or (n,).
    degrees : bool, optional
        Angles are in degrees, not radians; the length of a rotation vector too. Multiples of 90
        about a coordinate axis give exact matrices.

    Returns
    -------
    (4, 4) or (n, 4, 4) float64
        An array of its own.

    Raises
    ------
    ImpingeError
        If two rotations are given, lengths of batches differ, or a value is no position or no
        rotation; the message begins with the argument.

    Examples
    --------
    >>> pose((1, 2, 3), euler=(0, 0, 90), degrees=True)
    array([[ 0., -1.,  0.,  1.],
           [ 1.,  0.,  0.,  2.],
           [ 0.,  0.,  1.,  3.],
           [ 0.,  0.,  0.,  1.]])
    >>> pose([[0, 0, 1], [0, 0, 2]]).shape
    (2, 4, 4)
    >>> pose(axis_angle=((0, 0, 1), 0.5)).round(3)[0].tolist()
    [0.878, -0.479, 0.0, 0.0]
    """
    degrees = as_flag(degrees, "degrees")
    columns = list(as_order(order))
    turns = {
        "rotation": rotation, "quaternion": quaternion, "euler": euler, "axis_angle": axis_angle,
    }  # fmt: skip
    given = [name for name, value in turns.items() if value is not None]
    if len(given) > 1:
        raise ImpingeError(f"{' and '.join(given)}: given together, expected one rotation")
    parts: dict[str, tuple[Array, bool]] = {}
    if translation is not None:
        places, single = _rows(translation, "translation")
        parts["translation"] = as_coordinates(places, "translation"), single
    if rotation is not None:
        parts["rotation"] = _rotations(rotation)
    elif quaternion is not None:
        numbers, single = _rows(quaternion, "quaternion", (4,))
        units = _units(numbers[:, columns], single)
        parts["quaternion"] = rotation_of(*units.T), single
    elif euler is not None:
        angles, single = _rows(euler, "euler")
        parts["euler"] = from_euler(angles, degrees=degrees), single
    elif axis_angle is not None:
        parts["axis_angle"] = _about(axis_angle, degrees)
    return _composed(parts)


def _composed(parts: dict[str, tuple[Array, bool]]) -> Array:
    """Positions (n, 3) and rotations (n, 3, 3) as poses; (4, 4) if each of them is single."""
    counts = {name: len(values) for name, (values, single) in parts.items() if not single}
    if len(set(counts.values())) > 1:
        names, numbers = " and ".join(counts), " and ".join(map(str, counts.values()))
        raise ImpingeError(f"{names}: {numbers} rows, expected as many, or one")
    poses = np.tile(np.eye(4), (next(iter(counts.values()), 1), 1, 1))
    for name, (values, _) in parts.items():
        if name == "translation":
            poses[:, :3, 3] = values
        else:
            poses[:, :3, :3] = values
    return poses if counts else poses[0]


def _rows(values: Any, name: str, tail: tuple[int, ...] = (3,)) -> tuple[Array, bool]:
    """Finite numbers, rows of shape ``tail``, and whether one row was given alone."""
    shape = shape_of(values, name)
    single = shape == tail
    if not single and shape != (0,) and shape[1:] != tail:
        many = str(("n", *tail)).replace("'", "")
        hint = "; other forms are quaternion=, euler=, axis_angle=" if len(tail) == 2 else ""
        raise ImpingeError(f"{name}: expected shape {tail} or {many}, got {shape}{hint}")
    # Masked arrays keep their mask, and are refused by it.
    return as_points(np.ma.asanyarray(values)[None] if single else values, name, tail), single


def _rotations(rotation: Any) -> tuple[Array, bool]:
    matrices, single = _rows(rotation, "rotation", (3, 3))
    poses = np.tile(np.eye(4), (len(matrices), 1, 1))
    poses[:, :3, :3] = matrices
    checked = as_poses(poses[0] if single else poses, "rotation")
    assert checked is not None
    return checked.reshape(-1, 4, 4)[:, :3, :3], single


def _units(quaternions: Array, single: bool) -> Array:
    """Quaternions of length one."""
    largest = np.abs(quaternions).max(axis=1, initial=0.0)[:, None]
    _refuse_zero(largest, "quaternion", "is zero", single)
    scaled = quaternions / largest
    return np.asarray(scaled / np.sqrt((scaled * scaled).sum(axis=1))[:, None])


def _about(axis_angle: Any, degrees: bool) -> tuple[Array, bool]:
    """Rotations (n, 3, 3) of rotation vectors, or of axes and angles."""
    name = "axis_angle"
    if _is_pair(axis_angle):
        axes, single = _rows(axis_angle[0], name)
        angles, one = _rows(axis_angle[1], name, ())
        _refuse_zero(np.abs(axes).max(axis=1, initial=0.0), name, "has a zero axis", single)
        if not (single or one or len(axes) == len(angles)):
            raise ImpingeError(f"{name}: {len(axes)} axes and {len(angles)} angles")
        if single and not one:
            axes = np.tile(axes, (len(angles), 1))
        single = single and one
    else:
        axes, single = _rows(axis_angle, name)
        # Scaled, lest a square overflow.
        largest = np.abs(axes).max(axis=1, initial=0.0)
        scaled = axes / np.where(largest > 0.0, largest, 1.0)[:, None]
        with np.errstate(over="ignore"):
            angles = largest * np.sqrt((scaled * scaled).sum(axis=1))
        if not np.isfinite(angles).all():
            raise ImpingeError(f"{name}: row {int(np.argmax(angles))} is too long for a float64")
    return turn(unit_rows(axes), *sine_and_cosine(angles, degrees=degrees)), single


def _is_pair(value: Any) -> bool:
    """An axis and an angle; two rotation vectors are rows."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    axis, angle = (shape_of(part, "axis_angle") for part in value)
    if isinstance(value, tuple) and axis == angle == (3,):
        raise ImpingeError(
            "axis_angle: two vectors, which may be two rotation vectors or one axis and three "
            "angles; give an array (2, 3), or an axis for each angle"
        )
    return len(angle) < len(axis) or (isinstance(value, tuple) and len(angle) == 1 == len(axis))


def _refuse_zero(sizes: Array, name: str, reason: str, single: bool) -> None:
    if not sizes.all():
        row = "" if single else f"row {int(np.argmin(sizes))} "
        raise ImpingeError(f"{name}: {row}{reason}, expected a rotation")
