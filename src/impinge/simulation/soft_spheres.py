"""Contacts of soft bodies by their sphere trees, within a budget."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.hierarchy import ReducedBody, SphereTree, sphere_tree
from impinge.narrow import SphereContacts, contacts_within
from impinge.response.sphere_forces import leaves_below
from impinge.simulation.soft_contacts import SpringRows
from impinge.simulation.soft_detection import SoftDetector

LEVELS = 2
"""Of the trees: about what a walk of 100 us reaches."""
LEAST = 1e-9
"""Seconds that a pair of bodies gets when the budget is used up: one test."""


class SphereDetector(SoftDetector):
    """Finds contacts by walking sphere trees of the bodies' surfaces, two by two.

    A pair of spheres is a spring between the means of the coarse vertices near them. It is weaker
    for coarser levels, and for spheres that are in many pairs. Spheres push with the size they have
    at rest: what they grow by in a deformation is there to find contacts.
    """

    def __init__(self, *given: Any, budget: float) -> None:
        super().__init__(*given)
        self.budget = budget
        self._reduced = [
            ReducedBody(surface, body.mesh, tree=_tree_of(surface, name))
            for body, name in zip(self.system.bodies, self.system.names, strict=True)
            for surface in (body.mesh.surface if body.surface is None else body.surface,)
        ]

    def _between(self, vertices: Array) -> list[SpringRows]:
        return [_rows(self.system.starts, *found) for found in self.walks(vertices)]

    def walks(self, vertices: Array) -> list[tuple[int, int, SphereContacts]]:
        """Walks of all pairs of bodies, one after the other, within the budget together."""
        now, found = self._moved(vertices), []
        start = perf_counter()
        for i, j in combinations(range(len(now)), 2):
            left = max(self.budget - (perf_counter() - start), LEAST)
            found.append((i, j, contacts_within(now[i], now[j], budget=left)))
        return found

    def surfaces(self, vertices: Array) -> list[Mesh]:
        """The dense surfaces at these positions."""
        return [body.mesh for body in self._moved(vertices)]

    def _moved(self, vertices: Array) -> list[ReducedBody]:
        parts = self.system.split(vertices).values()
        return [body.moved(part) for body, part in zip(self._reduced, parts, strict=True)]

    def tracks(self, vertices: Array) -> dict[str, dict[str, Any]]:
        """Contact points with their depths."""
        rows = [np.zeros((0, 4))]
        rows += [np.column_stack([w.point, w.depth]) for _, _, w in self.walks(vertices)]
        return {"points": {"depth": np.concatenate(rows)}, "lines": {}}


def _tree_of(surface: Mesh, name: str) -> SphereTree:
    if not surface.is_closed:
        raise ImpingeError(f"bodies: {name!r}: its surface is open, spheres cover closed ones")
    return derived(surface, ("sphere_tree", LEVELS), lambda: sphere_tree(surface, levels=LEVELS))


def _rows(starts: Ids, i: int, j: int, found: SphereContacts) -> SpringRows:
    """Springs that push coarse vertices of body ``j`` along the normal, and others of ``i``."""
    pairs, sides = found.pairs, (found._walk.b, found._walk.a)
    grown = sum(
        side.spheres(pairs[:, k])[1] - side.rig.radii[pairs[:, k]]
        for k, side in ((1, sides[0]), (0, sides[1]))
    )
    depth = found.depth - grown
    kept = depth > 0.0
    pairs, normal, depth = pairs[kept], found.normal[kept], depth[kept]
    ids, weights, share = [], [], np.ones(len(pairs))
    for side, column, first, sign in (
        (sides[0], 1, starts[j], 1.0),
        (sides[1], 0, starts[i], -1.0),
    ):
        near = side.rig.nearest[pairs[:, column]]
        ids.append(first + near)
        weights.append(np.full(near.shape, sign / near.shape[1]))
        many = np.bincount(pairs[:, column], minlength=len(side.rig.radii))[pairs[:, column]]
        share = np.minimum(share, 1.0 / np.maximum(many, leaves_below(side)[pairs[:, column]]))
    bodies = np.tile([j, i], (len(pairs), 1))
    return SpringRows(bodies, np.hstack(ids), np.hstack(weights), normal, depth, share)
