"""Trees over the vertices, edges or faces of a surface, for questions about one surface."""

from __future__ import annotations

import numpy as np

from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.topology import edges_of
from impinge.pairs.element_tree import ElementTree, element_order


def features_of(mesh: Mesh, kind: str) -> Ids:
    """(m, 1 ... 3): vertex numbers of each ``"vertex"``, ``"edge"`` or ``"face"``."""
    if kind == "vertex":
        return np.arange(len(mesh._vertices)).reshape(-1, 1)
    return edges_of(mesh) if kind == "edge" else mesh._faces


def feature_tree(mesh: Mesh, kind: str, margin: float, share: float = 0.0) -> ElementTree:
    """A tree over boxes of features, wider by a margin and a share of their largest coordinate.

    Features keep the order they have in the mesh from which ``with_vertices`` started: sorting is
    most of the time of building.
    """
    first = mesh if mesh._first is None else mesh._first
    order = derived(
        first, ("order", kind), lambda: element_order(first._vertices, features_of(first, kind))
    )
    return ElementTree.of_elements(mesh._vertices, features_of(mesh, kind), order, margin, share)
