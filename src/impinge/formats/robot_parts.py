"""What a file says about a robot: its articulation, names for it, and a captured motion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.formats.file import number_words
from impinge.geometry import Articulation


class CapturedMotion(NamedTuple):
    """Configurations over time."""

    times: Array
    """(F,) float64 [s]."""
    q: Array
    """(F, dof) float64."""


@dataclass(frozen=True, slots=True)
class RobotParts:
    """Everything that a file has for a robot."""

    articulation: Articulation
    ignored: dict[tuple[str, str], str] = field(default_factory=dict)
    """Pairs of links that are not tested, with the reason."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of joints by group."""
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Values of joints by name, by state."""
    motion: CapturedMotion | None = None
    skipped: tuple[str, ...] = ()
    """What was left out, one line each."""


def numbers_in(text: str) -> Array:
    """(n,) float64: the finite numbers of a text in ASCII; none at all if a word is no such number.

    Python also reads 1_0 and digits of other scripts, which no other reader of robots does.
    """
    try:
        found = np.array([float(word) for word in number_words(text)])
    except ValueError:
        return np.zeros(0)
    return found if np.isfinite(found).all() else np.zeros(0)


def turned(axis: int, angle: Array) -> Array:
    """(n, 3, 3) float64: rotations about a coordinate axis, by angles [rad]."""
    matrices = np.zeros((len(angle), 3, 3))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrices[:, axis, axis] = 1.0
    matrices[:, i, i] = matrices[:, j, j] = np.cos(angle)
    matrices[:, j, i] = np.sin(angle)
    matrices[:, i, j] = -matrices[:, j, i]
    return matrices


def rotations() -> Any:
    """SciPy's class for rotations, imported where it is needed: that takes a while."""
    from scipy.spatial.transform import Rotation

    return Rotation


def along_z(direction: Array) -> Array:
    """(3, 3) float64: the smallest rotation that takes z to a direction; identity for none."""
    size = float(np.linalg.norm(direction))
    if size == 0.0:
        return np.eye(3)
    x, y, z = direction / size
    if z < -1.0 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    turn = np.array([[0.0, 0.0, x], [0.0, 0.0, y], [-x, -y, 0.0]])
    return np.eye(3) + turn + turn @ turn / (1.0 + z)
