"""Contact of soft bodies by their facets: each pair of bodies is followed by a tracker."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.narrow import ContactTracker, HullStatus, PolyhedraContact
from impinge.narrow.contact_tracker import frame_along
from impinge.simulation.soft_state import SoftSystem

CORNERS = 6
"""Of two facets."""
TURN = np.stack([f(np.linspace(0.0, 2.0 * np.pi, 33)) for f in (np.cos, np.sin)], axis=1)
"""Points of a circle, the first one again last."""
NEAR = 0.25
"""Gap of two boxes, as a share of the larger one, up to which the direction is followed."""
Rows = tuple[Ids, Ids, Array, Array, Array]
"""Bodies (m, 2), vertices and weights of stencils (m, 6), normals (m, 3), depths (m,)."""


class SoftFacets:
    """Trackers of all pairs of bodies, each with the direction of its last contact."""

    def __init__(self, system: SoftSystem) -> None:
        self._system = system
        self._surfaces = [body.mesh.surface for body in system.bodies]
        self._used = [np.unique(surface.faces) for surface in self._surfaces]
        self._trackers = {
            pair: ContactTracker(self._surfaces[pair[0]], self._surfaces[pair[1]])
            for pair in combinations(range(len(system.bodies)), 2)
        }
        self._found: dict[tuple[int, int], PolyhedraContact] = {}
        self._began = self._directions()

    def find(self, vertices: Array) -> Rows:
        """Springs between facets that meet, at these positions."""
        starts, parts = self._system.starts, list(self._system.split(vertices).values())
        boxes = [
            (part[used].min(axis=0), part[used].max(axis=0))
            for part, used in zip(parts, self._used, strict=True)
        ]
        rows: list[Rows] = [_no_rows()]
        self._found, self._began = {}, self._directions()
        for (i, j), tracker in self._trackers.items():
            margin = NEAR * max(np.ptp(boxes[i], axis=0).max(), np.ptp(boxes[j], axis=0).max())
            gaps = boxes[j][0] - boxes[i][1], boxes[i][0] - boxes[j][1]
            if np.max(gaps) > margin:
                # It comes back by the side that is then nearest.
                tracker.reset()
                continue
            contact = self._found[i, j] = tracker.update(parts[i], parts[j])
            deep = np.flatnonzero(contact.depths > 0.0)
            facets = contact.pairs[deep]
            columns = np.concatenate([
                starts[j] + self._surfaces[j].faces[facets[:, 1]],
                starts[i] + self._surfaces[i].faces[facets[:, 0]],
            ], axis=1)  # fmt: skip
            weights = contact._weights[deep]
            values = np.concatenate([weights[:, 3:], -weights[:, :3]], axis=1)
            bodies = np.tile([j, i], (len(deep), 1))
            normals = np.tile(contact.separation.direction, (len(deep), 1))
            rows.append((bodies, columns, values, normals, contact.depths[deep]))
        bodies, columns, values, normals, depths = (
            np.concatenate(part) for part in zip(*rows, strict=True)
        )
        return bodies, columns, values, normals, depths

    def tracks(self) -> dict[str, dict[str, Any]]:
        """For a recording: contact points with depths, directions, and disks of the zones."""
        points, arrows, rims = [np.zeros((0, 4))], [], []
        for contact in self._found.values():
            points.append(np.column_stack([contact.points, contact.depths]))
            if contact.separation.status == HullStatus.APART:
                continue
            n, disks = np.array(contact.separation.direction), (contact.disk_a, contact.disk_b)
            middle = 0.5 * (disks[0].centre + disks[1].centre)
            reach = 0.5 * float(contact.separation.distance) * n
            arrows.append(np.stack([middle + reach, middle - reach]))
            u, v, _ = frame_along(n)
            rims += [
                disk.centre + disk.radius * (TURN[:, :1] * u + TURN[:, 1:] * v) for disk in disks
            ]
        lines = {"contact direction": arrows, "impact zones": rims}
        return {"points": {"depth": np.concatenate(points)}, "lines": lines}

    def scalars(self) -> dict[str, float]:
        """Most directions tried for a pair, and the largest depth of two hulls [m]."""
        hulls = [contact.separation for contact in self._found.values()]
        return {
            "iterations": max((int(found.iterations) for found in hulls), default=0),
            "hull depth": max((max(-float(found.distance), 0.0) for found in hulls), default=0.0),
        }

    def memory(self) -> Array:
        """(pairs, 3): directions that the last search began with, zero where it had none.

        Contacts are found anew after a world is restored: to the bit, if they begin there.
        """
        return self._began

    def recall(self, memory: Array) -> None:
        for tracker, n in zip(self._trackers.values(), memory, strict=True):
            tracker._direction = n.copy() if n.any() else None

    def _directions(self) -> Array:
        last = [tracker._direction for tracker in self._trackers.values()]
        return np.array([np.zeros(3) if n is None else n for n in last]).reshape(-1, 3)


def _no_rows() -> Rows:
    ids, numbers = np.zeros((0, 2), np.int64), np.zeros((0, CORNERS))
    return ids, np.zeros((0, CORNERS), np.int64), numbers, np.zeros((0, 3)), np.zeros(0)
