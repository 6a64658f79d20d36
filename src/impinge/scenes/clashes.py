"""Which parts of an assembly touch?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from impinge.narrow import intersecting_pairs, overlap
from impinge.scenes.assembly import Array, Assembly


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """Two parts that touch.

    Attributes
    ----------
    a, b : int
        The parts, ``a < b``.
    pairs : (m, 2) int64
        Triangles of A and of B that meet.
    where : (3,) float64
        Middle of the triangles of A among them [m], world frame.
    """

    a: int
    b: int
    pairs: NDArray[np.int64]
    where: Array


def candidate_pairs(lower: Array, upper: Array) -> NDArray[np.int64]:
    """(m, 2) int64: boxes that overlap, each pair ``i < j``, rows sorted.

    Boxes are sorted along x; each is compared with those that begin before it ends.

    Examples
    --------
    >>> low = np.array([[0.0, 0, 0], [1, 0, 0], [5, 0, 0]])
    >>> candidate_pairs(low, low + 2.0)
    array([[0, 1]])
    """
    order = np.argsort(lower[:, 0], kind="stable")
    begin = lower[order, 0]
    stop = np.searchsorted(begin, upper[order, 0], side="right")
    count = np.maximum(stop - np.arange(len(order)) - 1, 0)
    first = np.repeat(np.arange(len(order)), count)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count)
    i, j = order[first], order[second]
    meet = ((lower[i, 1:] <= upper[j, 1:]) & (lower[j, 1:] <= upper[i, 1:])).all(axis=1)
    pairs = np.sort(np.stack([i[meet], j[meet]], axis=1), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def find_clashes(
    assembly: Assembly,
    candidates: NDArray[np.int64] | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> list[Clash]:
    """All pairs of parts that touch, with the triangles in which they meet.

    Parameters
    ----------
    assembly : Assembly
    candidates : (m, 2) int64, optional
        Pairs to look at; those whose boxes overlap if not given.
    done : callable, optional
        Called with the number of candidates dealt with.

    Returns
    -------
    list of Clash
        In the order of the parts.
    """
    if candidates is None:
        candidates = candidate_pairs(*assembly.world_bounds())
    found = []
    for row, (i, j) in enumerate(candidates.tolist()):
        a, b, pose_a, pose_b = (
            assembly.meshes[i], assembly.meshes[j], assembly.poses[i], assembly.poses[j],
        )  # fmt: skip
        if overlap(a, b, pose_a, pose_b):
            pairs = intersecting_pairs(a, b, pose_a, pose_b).pairs
            corners = assembly.world_vertices(i)[a.faces[pairs[:, 0]]]
            found.append(Clash(i, j, pairs, corners.reshape(-1, 3).mean(axis=0)))
        done(row + 1)
    return found
