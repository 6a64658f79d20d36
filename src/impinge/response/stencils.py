"""Stencils: rows of a few vertices with weights, between which contact forces act.

Positions or velocities are gathered from vertices to rows, forces are scattered back with the same
weights. If the weights of a row sum to zero, so do its forces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.narrow.proximities import Proximities
from impinge.response.quantities import as_vectors


class Stencils(NamedTuple):
    """(m, 4) vertices and weights, (m,) distances and (m, 3) normals of proximities.

    The weights give the closest point of a first feature minus that of a second; normals run from
    the first to the second.
    """

    vertices: Ids
    weights: Array
    distance: Array
    normal: Array

    def where(self, rows: Flags) -> Stencils:
        """Some of the rows."""
        return Stencils._make(values[rows] for values in self)

    def touch(self, marked: Flags) -> Flags:
        """(m,) bool: rows with at least one marked vertex (n,)."""
        return np.asarray(marked[self.vertices].any(axis=1))


def stencils_of(proximities: Proximities, count: int) -> Stencils:
    """All rows, those of vertices and faces first; of ``count`` vertices. Canonical arrays."""
    found = as_kind(proximities, "proximities", Proximities)
    kinds = found.vertex_face, found.edge_edge
    for name, near in zip(("vertex_face", "edge_edge"), kinds, strict=True):
        if len(near) and near.vertices.max() >= count:
            row = int(np.argmax((near.vertices >= count).any(axis=1)))
            raise ImpingeError(
                f"proximities: {name} row {row} refers to vertex {near.vertices[row].max()}, but "
                f"there are {count} masses"
            )
    return Stencils(*(
        np.concatenate([getattr(near, name) for near in kinds]) for name in Stencils._fields
    ))  # fmt: skip


def gather(values: Array, vertices: Ids, weights: Array) -> Array:
    """(m, 3): weighted sums of the vectors of each row's vertices.

    Examples
    --------
    >>> gather(np.eye(3), np.array([[0, 2]]), np.array([[1.0, -1.0]]))
    array([[ 1.,  0., -1.]])
    """
    return np.asarray(np.einsum("mk,mkj->mj", weights, values[vertices]))


def speeds_at(
    given: ArrayLike | None, name: str, count: int, vertices: Ids, weights: Array
) -> Array:
    """(m, 3): velocities of points by those of ``count`` vertices; at rest if none are given."""
    if given is None:
        return np.zeros((len(vertices), 3))
    return gather(as_vectors(given, name, count), vertices, weights)


def scatter(vectors: Array, vertices: Ids, weights: Array, count: int) -> Array:
    """(count, 3): sums over rows of each row's vector times the weight of the vertex.

    Rows are added in their order.

    Examples
    --------
    >>> scatter(np.array([[0.0, 0.0, 2.0]]), np.array([[0, 2]]), np.array([[1.0, -1.0]]), 3)
    array([[ 0.,  0.,  2.],
           [ 0.,  0.,  0.],
           [ 0.,  0., -2.]])
    """
    places = vertices.ravel()
    shares = [(weights * vectors[:, axis, None]).ravel() for axis in range(3)]
    return np.stack([np.bincount(places, share, count) for share in shares], axis=1)
