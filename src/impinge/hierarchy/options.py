"""Checks of what trees are asked to be."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.node import MAX_LEAF


def used_vertices(mesh: Mesh) -> NDArray[np.int64]:
    """The vertices that faces use, in the form that kernels take."""
    topology = mesh._topology
    return derived(topology, "used by a tree", topology.used_vertices.copy)


def as_leaf_size(value: Any) -> int:
    """A plain int: kernels are compiled anew for every other type."""
    try:
        size = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        size = -1
    if not 1 <= size <= MAX_LEAF:
        raise ImpingeError(f"leaf_size: expected 1 to {MAX_LEAF}, got {value!r}")
    return size


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ImpingeError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
