"""Contact of soft bodies by their facets: each pair of bodies is followed by a tracker."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.narrow import ContactTracker, HullStatus, PolyhedraContact
from impinge.narrow.contact_tracker import frame_along
from impinge.simulation.soft_contacts import SpringRows
from impinge.simulation.soft_detection import SoftDetector

TURN = np.stack([f(np.linspace(0.0, 2.0 * np.pi, 33)) for f in (np.cos, np.sin)], axis=1)
"""Points of a circle, the first one again last."""
NEAR = 0.25
"""Gap of two boxes, as a share of the larger one, up to which the direction is followed."""


class FacetDetector(SoftDetector):
    """Finds facets of bodies that meet: trackers of all pairs, each with the last direction."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        bodies = self.system.bodies
        self._surfaces = [body.mesh.surface for body in bodies]
        self._used = [np.unique(surface.faces) for surface in self._surfaces]
        self._trackers = {
            pair: ContactTracker(self._surfaces[pair[0]], self._surfaces[pair[1]])
            for pair in combinations(range(len(bodies)), 2)
        }
        self._found: dict[tuple[int, int], PolyhedraContact] = {}
        self._began = self._directions()

    def _between(self, vertices: Array) -> list[SpringRows]:
        starts, parts = self.system.starts, list(self.system.split(vertices).values())
        boxes = [
            (part[used].min(axis=0), part[used].max(axis=0))
            for part, used in zip(parts, self._used, strict=True)
        ]
        rows: list[SpringRows] = []
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
            facets, many = contact.pairs[deep], (len(deep), 1)
            columns = np.concatenate([
                starts[j] + self._surfaces[j].faces[facets[:, 1]],
                starts[i] + self._surfaces[i].faces[facets[:, 0]],
            ], axis=1)  # fmt: skip
            weights = contact._weights[deep]
            rows.append(SpringRows(
                np.tile([j, i], many), columns,
                np.concatenate([weights[:, 3:], -weights[:, :3]], axis=1),
                np.tile(contact.separation.direction, many), contact.depths[deep],
                np.ones(len(deep)),
            ))  # fmt: skip
        return rows

    def tracks(self, _vertices: Array) -> dict[str, dict[str, Any]]:
        """Contact points with depths, directions, and disks of the zones."""
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

    def memory(self) -> dict[str, Array]:
        """Directions (pairs, 3) that the last search began with, zero where it had none.

        Contacts are found anew after a world is restored: to the bit, if they begin there.
        """
        return {"directions": self._began}

    def recall(self, state: dict[str, Array]) -> None:
        for tracker, n in zip(self._trackers.values(), state["directions"], strict=True):
            tracker._direction = n.copy() if n.any() else None

    def _directions(self) -> Array:
        last = [tracker._direction for tracker in self._trackers.values()]
        return np.array([np.zeros(3) if n is None else n for n in last]).reshape(-1, 3)
