"""Parts of a scene file that are repeated: in rows, in rings, and rows of those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.io.scene_poses import Pose, sine_and_cosine, turn, vector_of

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
        step[:3, :3] = turn(repeat["axis"], sine_and_cosine(times * angle), "repeat")
        about = metres * vector_of(repeat.get("about", (0.0, 0.0, 0.0)), "repeat")
        step[:3, 3] = about - step[:3, :3] @ about
    if "translation" in repeat:
        step[:3, 3] += times * metres * vector_of(repeat["translation"], "repeat")
    return step


def count_of(repeats: list[dict[str, Any]]) -> int:
    """How many parts repetitions make of one."""
    return prod(repeat["count"] for repeat in repeats)
