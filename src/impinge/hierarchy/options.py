"""Checks of what trees are asked to be."""

from __future__ import annotations

from operator import index
from typing import Any

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import shown
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.node import MAX_LEAF


def used_vertices(mesh: Mesh) -> Ids:
    """The vertices that faces use, in the form that kernels take."""
    topology = mesh._topology
    return derived(topology, "used by a tree", topology.used_vertices.copy)


def as_count(value: Any, name: str, most: int | None = None) -> int:
    """1 or more, up to ``most``: a plain int, since kernels are compiled anew for other types."""
    try:
        count = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        count = -1
    if not 1 <= count <= (count if most is None else most):
        upper = "or more" if most is None else f"to {most}"
        raise ImpingeError(f"{name}: expected 1 {upper}, got {shown(value)}")
    return count


def as_leaf_size(value: Any) -> int:
    return as_count(value, "leaf_size", MAX_LEAF)
