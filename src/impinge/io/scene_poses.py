"""Poses of a scene file: a translation and a rotation, or a matrix; repeated in rows and rings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry.coordinates import as_row
from impinge.geometry.rotations import as_order, rotation_of, sine_and_cosine, turn
from impinge.geometry.shape import unit_rows

Pose = Array

POSE_KEYS = frozenset({"translation", "rotation", "matrix"})
UNIT = 1e-6
"""How far the length of a quaternion may be from one; what is off by more is none of a rotation."""


def pose_of(table: Mapping[str, Any], metres: float) -> Pose | None:
    """The pose that a table describes; None if it says nothing of one.

    By ``translation``, ``rotation`` or both, or by ``matrix``, 4 rows of 4; ``metres`` is the
    length of the unit of its translations.
    """
    if "matrix" in table:
        if "translation" in table or "rotation" in table:
            raise ImpingeError("matrix: given together with translation or rotation")
        matrix = as_points(table["matrix"], "matrix", (4,))
        if len(matrix) != 4:
            raise ImpingeError(f"matrix: {len(matrix)} rows, expected 4 rows of 4 numbers")
        pose = np.array(matrix)
    elif POSE_KEYS & set(table):
        pose = np.eye(4)
        pose[:3, :3] = _rotation(table["rotation"]) if "rotation" in table else np.eye(3)
        pose[:3, 3] = vector_of(table.get("translation", (0.0, 0.0, 0.0)), "translation")
    else:
        return None
    # One metre stays what it is, bit by bit.
    pose[:3, 3] *= metres
    return as_poses(pose, "matrix" if "matrix" in table else "rotation")


def _rotation(value: Any) -> Pose:
    """(3, 3): about an axis, from a quaternion of a named order, or rows of a matrix."""
    if not isinstance(value, dict):
        raise ImpingeError(
            "rotation: expected a table, as { axis = [0, 0, 1], degrees = 90 } or "
            '{ quaternion = [0, 0, 0, 1], order = "xyzw" }'
        )
    keys = set(value)
    if keys in ({"axis", "degrees"}, {"axis", "radians"}):
        angle = as_scalar(value.get("degrees", value.get("radians")), "rotation", least=-np.inf)
        ratio = sine_and_cosine(angle, degrees="degrees" in keys)
        return _turned(value["axis"], ratio, "rotation")
    if keys == {"quaternion", "order"}:
        return _from_quaternion(value["quaternion"], value["order"])
    if keys == {"matrix"}:
        matrix = as_points(value["matrix"], "rotation", (3,))
        if len(matrix) != 3:
            raise ImpingeError(f"rotation: {len(matrix)} rows, expected 3 rows of 3 numbers")
        return matrix
    raise ImpingeError(
        f"rotation: {', '.join(sorted(keys)) or 'nothing'} given, expected axis and degrees or "
        "radians, or quaternion and order, or matrix"
    )


def _from_quaternion(values: Any, order: Any) -> Pose:
    columns = as_order(order, "rotation: order")
    numbers = [as_scalar(v, "rotation", least=-np.inf) for v in as_row(values, "rotation", 4)]
    x, y, z, w = (numbers[k] for k in columns)
    length = float(np.sqrt(x * x + y * y + z * z + w * w))
    if abs(length - 1.0) > UNIT:
        raise ImpingeError(f"rotation: a quaternion of length {length:g}, expected 1")
    return rotation_of(x / length, y / length, z / length, w / length)


def _turned(axis: Any, ratio: tuple[float, float], name: str) -> Pose:
    """(3, 3): the rotation about an axis, by sine and cosine of its angle."""
    vector = vector_of(axis, name)
    if not vector.any():
        raise ImpingeError(f"{name}: its axis has no length")
    return turn(unit_rows(vector[None])[0], *ratio)


def vector_of(values: Any, name: str) -> Array:
    return np.array([as_scalar(v, name, least=-np.inf) for v in as_row(values, name)])


REPEAT_KEYS = frozenset({"count", "translation", "axis", "degrees", "about"})
MOST_PARTS = 200_000
"""Parts that a scene file may make, those repeated counted: a line can ask for any number."""
MOST_REPEATS = 8
"""Repetitions of one part: each is a product of matrices for every copy."""


def repeats_of(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The repetitions of a part, checked, the outermost first; none if it is there once."""
    value = table.get("repeat", [])
    found = value if isinstance(value, list) else [value]
    if len(found) > MOST_REPEATS:
        raise ImpingeError(f"repeat: {len(found)} of them, at most {MOST_REPEATS} are taken")
    for repeat in found:
        if not isinstance(repeat, dict) or not REPEAT_KEYS >= set(repeat) >= {"count"}:
            raise ImpingeError(
                "repeat: expected { count, translation } or { count, axis, degrees, about }"
            )
        count = repeat["count"]
        if type(count) is not int or not 1 <= count <= MOST_PARTS:
            raise ImpingeError(f"repeat: count {count!r}, expected 1 to {MOST_PARTS}")
        if ("axis" in repeat) != ("degrees" in repeat) or (
            "about" in repeat and "axis" not in repeat
        ):
            raise ImpingeError(
                "repeat: axis and degrees are given together, and about only with them"
            )
    return found


def repeated(
    name: str, pose: Pose, repeats: list[dict[str, Any]], metres: float
) -> Iterator[tuple[str, Pose]]:
    """Names and poses of a part and its repetitions, numbered from 1 on: ``bolt 1 2``.

    Number k is moved by k - 1 times the translation, and turned by as many times the angle about
    the axis through ``about``, in the frame of the scene.
    """
    if not repeats:
        yield name, pose
        return
    for numbers in product(*(range(1, repeat["count"] + 1) for repeat in repeats)):
        moved = pose
        # The innermost repetition first.
        for repeat, number in zip(reversed(repeats), reversed(numbers), strict=True):
            moved = _step(repeat, number - 1, metres) @ moved
        yield " ".join([name, *map(str, numbers)]), moved


def _step(repeat: dict[str, Any], times: int, metres: float) -> Pose:
    step = np.eye(4)
    if "axis" in repeat:
        angle = as_scalar(repeat["degrees"], "repeat", least=-np.inf)
        ratio = sine_and_cosine(times * angle, degrees=True)
        step[:3, :3] = _turned(repeat["axis"], ratio, "repeat")
        about = metres * vector_of(repeat.get("about", (0.0, 0.0, 0.0)), "repeat")
        step[:3, 3] = about - step[:3, :3] @ about
    if "translation" in repeat:
        step[:3, 3] += times * metres * vector_of(repeat["translation"], "repeat")
    return step


def count_of(repeats: list[dict[str, Any]]) -> int:
    """How many parts repetitions make of one."""
    return prod(repeat["count"] for repeat in repeats)
