"""Which parts of a scene touch, how deep, and where?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.narrow import intersecting_pairs
from impinge.scene import Scene
from impinge.scenes.assembly import Assembly


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """Two parts that touch.

    Attributes
    ----------
    a, b : int
        The parts by their number in the scene, ``a < b``.
    depth : float
        Of the deepest contact [m].
    points : int
        Contact points.
    where : (3,) float64
        The deepest of them [m], world frame.
    pairs : (m, 2) int64
        Triangles of the surfaces of A and of B that meet, to be drawn.
    """

    a: int
    b: int
    depth: float
    points: int
    where: Array
    pairs: Ids


def find_clashes(scene: Scene, done: Callable[[int], None] = lambda _: None) -> list[Clash]:
    """All pairs of parts that touch, the deepest first.

    Parameters
    ----------
    scene : Scene
        Of meshes, height fields, boxes and cylinders.
    done : callable, optional
        Called with the number of pairs whose triangles have been found.
    """
    number = {name: i for i, name in enumerate(scene.names)}
    meshes, poses = Assembly.of_scene(scene).meshes, scene.poses
    found = []
    for row, (name_a, name_b, contacts) in enumerate(scene.collide()):
        a, b = sorted((number[name_a], number[name_b]))
        deepest = int(np.argmin(contacts.separation))
        pairs = intersecting_pairs(meshes[a], meshes[b], poses[a], poses[b])
        depth, where = -float(contacts.separation[deepest]), np.array(contacts.point[deepest])
        found.append(Clash(a, b, max(0.0, depth), len(contacts), where, pairs.pairs))
        done(row + 1)
    return sorted(found, key=lambda clash: (-clash.depth, clash.a, clash.b))
