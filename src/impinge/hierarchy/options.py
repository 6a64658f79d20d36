"""Checks of what trees are asked to be."""

from __future__ import annotations

from typing import Any

from impinge.core.arrays import as_whole
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.hierarchy.kernels.node import MAX_LEAF


def used_vertices(mesh: Mesh) -> Ids:
    """The vertices that faces use, in the form that kernels take."""
    topology = mesh._topology
    return derived(topology, "used by a tree", topology.used_vertices.copy)


def as_leaf_size(value: Any) -> int:
    return as_whole(value, "leaf_size", 1, MAX_LEAF)
