"""Obstacles: meshes that cloths meet, at rest or driven."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.core.options import as_mapping, shown
from impinge.geometry import Mesh, as_mesh
from impinge.motion import RigidMotion, VertexMotion
from impinge.scene.things import check_name
from impinge.simulation.cloth_elements import ClothSet
from impinge.simulation.vertex_fields import VertexBody
from impinge.simulation.vertex_world import Drive

MOTIONS = "a motion, or a function of time that returns vertices"


class Obstacle(VertexBody):
    """A body without mass or elements, whose vertices go where ``drive`` says, or stay."""

    def __init__(self, mesh: Mesh, drive: Drive | None) -> None:
        count = len(mesh.vertices)
        self.mesh, self.drive = mesh, drive
        self.masses, self.pinned = np.zeros(count), np.arange(count)
        self._elements = ClothSet.none(count)
        # Steps are as exact as cloths need it, however coarse their obstacles are.
        self._edge = np.inf


def as_obstacles(obstacles: Any, taken: Container[str]) -> dict[str, Obstacle]:
    """Obstacles by name: each a mesh, or a mesh and its motion."""
    found = {}
    for name, given in as_mapping(obstacles, "obstacles", "meshes by name").items():
        where = f"obstacles: {check_name(name, 'obstacles')!r}"
        if name in taken:
            raise ImpingeError(f"{where}: is the name of a cloth, too")
        # A pair of vertices and faces is one mesh; with a motion it is what moves.
        pair = isinstance(given, (list, tuple)) and len(given) == 2
        moves = pair and (isinstance(given[1], (RigidMotion, VertexMotion)) or callable(given[1]))
        if moves or (pair and hasattr(given[0], "vertices")):
            mesh = as_mesh(given[0], where)
            found[name] = Obstacle(mesh, _as_drive(mesh, given[1], where))
        else:
            found[name] = Obstacle(as_mesh(given, where), None)
    return found


def _as_drive(mesh: Mesh, motion: Any, where: str) -> Drive:
    """Vertices by time, of a motion that takes the first second, or of a function."""
    if isinstance(motion, RigidMotion):
        if not motion._single:
            raise ImpingeError(f"{where}: {len(motion)} motions, expected one")
        return lambda time: mesh.transformed(motion.pose(min(time, 1.0))).vertices
    if isinstance(motion, VertexMotion):
        if len(motion.vertices_t0) != len(mesh.vertices):
            raise ImpingeError(
                f"{where}: a motion of {len(motion.vertices_t0)} vertices, expected "
                f"{len(mesh.vertices)}"
            )
        return lambda time: motion.vertices(min(time, 1.0))
    if not callable(motion):
        raise ImpingeError(f"{where}: expected {MOTIONS}, got {shown(motion)}")
    drive: Drive = motion
    return drive
