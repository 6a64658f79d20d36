"""First contacts of moving meshes from somebody else's distances: slow, and independent of ours.

Conservative advancement in its plainest form [Mirtich1996]_: nothing closes a gap faster than the
sum of both bodies' speeds, where a body's speed is that of its origin, or along its screw's axis,
and its turning times its furthest vertex. Distances and overlaps are those of coal, of python-fcl
where that is not installed, and our own if there is neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from impinge.bench.peers import installed
from impinge.bench.timing import Array
from impinge.geometry import Mesh
from impinge.motion import Motion, RigidMotion, ScrewMotion
from impinge.narrow import distance, overlap

Poses = tuple[Array, Array]

NEAR, SHARE = 1e-10, 1e-13
"""The gap at which the advancement ends [m]; not less than this share of the size of both meshes,
below which distances of doubles have no digits."""
MOST = 20_000
"""Steps after which it is given up: what passes at such a gap for long."""
LOOKS = 40
"""Times behind a contact at which it is looked for, each twice as far as the one before."""
SAMPLES = 1000
"""Times of the step at which an overlap may show that it was missed."""


class Contact(NamedTuple):
    """Between two times, the first contact; infinite if there is none."""

    low: float
    """Free until then."""
    high: float
    """At distance 0 then; infinite if no such time was seen."""
    steps: int

    @property
    def touches(self) -> bool:
        return self.low < inf


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """Two meshes and somebody's answers at one time: their distance, and whether they overlap."""

    name: str
    gap: Callable[[Poses], float]
    overlap: Callable[[Poses], bool]
    reach_a: float
    reach_b: float

    def first(self, motion_a: RigidMotion, motion_b: RigidMotion) -> Contact:
        """Of motions about the bodies' origins, or screws, to a gap of 1e-10."""
        speed = closing_speed(motion_a, motion_b, self.reach_a, self.reach_b)
        near = max(NEAR, SHARE * (self.reach_a + self.reach_b))
        t, steps = 0.0, 0
        while True:
            gap = self.gap_at(motion_a, motion_b, t)
            steps += 1
            if gap <= near or steps >= MOST:
                break
            t += gap / speed if speed > 0.0 else inf
            if t > 1.0:
                return Contact(inf, inf, steps)
        return Contact(t, self._seen(motion_a, motion_b, t, near / speed), steps)

    def _seen(self, motion_a: RigidMotion, motion_b: RigidMotion, t: float, step: float) -> float:
        """A time at which their distance is 0, soon after another: overlaps may have slack."""
        for later in (t + step * 2.0**k for k in range(LOOKS)):
            if later <= 1.0 and self.gap_at(motion_a, motion_b, later) <= 0.0:
                return later
        return inf

    def sampled(self, motion_a: RigidMotion, motion_b: RigidMotion) -> float:
        """The first sample of the step at which they overlap; infinite if there is none.

        At distance 0, too: coal says overlap of what is a micrometre apart by its own distance.
        """
        times = np.linspace(0.0, 1.0, SAMPLES + 1)
        for t, *pair in zip(times, motion_a.pose(times), motion_b.pose(times), strict=True):
            if self.overlap(tuple(pair)) and self.gap(tuple(pair)) <= 0.0:
                return float(t)
        return inf

    def gap_at(self, motion_a: RigidMotion, motion_b: RigidMotion, t: float) -> float:
        return self.gap((motion_a.pose(t), motion_b.pose(t)))


def reference_of(a: Mesh, b: Mesh) -> Reference:
    """The best there is here: coal, python-fcl, or our own distance."""
    reaches = [float(np.linalg.norm(mesh.vertices, axis=1).max()) for mesh in (a, b)]
    for name, make in installed().items():
        peer = make(a, b)
        return Reference(name, peer.distance, peer.first_hit, *reaches)
    return Reference(
        "impinge",
        lambda poses: float(distance(a, b, *poses).distance),
        lambda poses: bool(overlap(a, b, *poses)),
        *reaches,
    )


def closing_speed(
    motion_a: RigidMotion, motion_b: RigidMotion, reach_a: float, reach_b: float
) -> float:
    """What no gap between points within reach of both origins closes faster than."""
    if isinstance(motion_a, Motion) and isinstance(motion_b, Motion):
        straight = np.linalg.norm(np.asarray(motion_a.linear) - np.asarray(motion_b.linear))
        return float(straight + motion_a.angle * reach_a + motion_b.angle * reach_b)
    return _screw_speed(motion_a, reach_a) + _screw_speed(motion_b, reach_b)


def _screw_speed(motion: RigidMotion, reach: float) -> float:
    """Points are no further from the axis than the origin is, and their reach."""
    assert isinstance(motion, ScrewMotion)
    away = np.linalg.norm(motion.point - motion.pose(0.0)[:3, 3])
    return float(np.hypot(motion.slide, motion.angle * (away + reach)))
