"""Other libraries' broad phases behind one face: boxes, prepared, asked again and again.

What stands before the timers says how fair a comparison is. ipctk takes boxes as vertices that move
from one corner to the other, builds its tree anew at each question, as impinge does, and keeps what
it finds in an object of its own: nothing is turned into Python objects. coal gets more: its tree is
built, and the boxes of its objects are computed, before the question is timed.

A peer has ``count()``, which finds all pairs, and ``differ(ours)``: how many pairs only one of us
has, and how many of those nothing explains.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.bench.study import importable
from impinge.bench.timing import Array, Ids

Difference = dict[str, int]

SAMPLE = 300
"""All pairs are compared up to this many objects, for peers that do not show all of them."""
ROUNDING = 2.0**-22
"""Boxes this share of the largest coordinate apart may be pairs of a peer that uses float32."""


def installed() -> dict[str, Any]:
    """The peers that can be imported here, each made from lower and upper corners."""
    return importable({"ipctk LBVH": ("ipctk", Ipctk), "coal, tree prebuilt": ("coal", Coal)})


class Ipctk:
    """ipctk's linear hierarchy, on one thread."""

    def __init__(self, lower: Array, upper: Array) -> None:
        import ipctk

        ipctk.set_num_threads(1)
        self._corners = np.asfortranarray(lower), np.asfortranarray(upper)
        none = [np.empty((0, k), np.int32, order="F") for k in (2, 3)]
        self._mesh = ipctk.CollisionMesh(self._corners[0], *none)
        self._phase, self._make, self._found = ipctk.LBVH(), ipctk.Candidates, ipctk.Candidates()

    def count(self) -> int:
        self._found = self._make()
        self._found.build(self._mesh, *self._corners, 0.0, self._phase)
        return len(self._found)

    def differ(self, ours: Ids) -> Difference:
        self.count()
        found = [(pair.vertex0_id, pair.vertex1_id) for pair in self._found.vv_candidates]
        return compared(*self._corners, ours, in_order(found))


class Coal:
    """coal's dynamic tree of boxes, already built."""

    def __init__(self, lower: Array, upper: Array) -> None:
        import coal

        self._objects = [
            coal.CollisionObject(coal.Box(*edges), coal.Transform3s(np.eye(3), centre))
            for edges, centre in zip(upper - lower, 0.5 * (lower + upper), strict=True)
        ]
        self._phase = coal.DynamicAABBTreeCollisionManager()
        for thing in self._objects:
            thing.computeAABB()
            self._phase.registerObject(thing)
        self._phase.setup()
        self._collect = coal.CollisionCallBackCollect(100 * len(lower))

    def count(self) -> int:
        self._collect.init()
        self._phase.collide(self._collect)
        return int(self._collect.numCollisionPairs())

    def differ(self, ours: Ids) -> Difference:
        """The number of all pairs, and every pair of some of the objects.

        Its bindings do not show pairs, but tell whether one is there. Objects meet themselves.
        """
        more, things, there = self.count() - len(ours), self._objects, self._collect.exist
        odd = abs(more)
        for i in np.random.default_rng(1).permutation(len(things))[:SAMPLE].tolist():
            self._collect.init()
            self._phase.collide(things[i], self._collect)
            near = [j for j in np.unique(ours[(ours == i).any(axis=1)]).tolist() if j != i]
            odd += sum(
                not (there(things[i], things[j]) or there(things[j], things[i])) for j in near
            )
            odd += abs(int(self._collect.numCollisionPairs()) - 1 - len(near))
        return {"only_ours": max(0, -more), "only_theirs": max(0, more), "unexplained": odd}


def in_order(found: list[tuple[int, int]]) -> Ids:
    """Pairs as results have them: each row ``i < j``, rows sorted.

    Examples
    --------
    >>> in_order([(3, 1), (0, 2)])
    array([[0, 2],
           [1, 3]])
    """
    pairs = np.sort(np.array(found, np.int64).reshape(-1, 2), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def compared(lower: Array, upper: Array, ours: Ids, theirs: Ids) -> Difference:
    """How two answers differ: what only one has, and how much of it rounding does not explain.

    A pair that only a peer has is explained if its boxes are apart by less than a rounding to
    float32; one that only we have if they touch within that.
    """
    n = len(lower)
    a, b = ours[:, 0] * n + ours[:, 1], theirs[:, 0] * n + theirs[:, 1]
    i, j = np.divmod(np.setxor1d(a, b), n)
    gap = np.maximum(lower[i] - upper[j], lower[j] - upper[i]).max(axis=1)
    largest = max(np.abs(lower).max(initial=0.0), np.abs(upper).max(initial=0.0))
    return {
        "only_ours": len(np.setdiff1d(a, b)),
        "only_theirs": len(np.setdiff1d(b, a)),
        "unexplained": int((np.abs(gap) > ROUNDING * largest).sum()),
    }
