"""Models of pinocchio as articulations: joints as they are, shapes of its geometry model."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.formats.robot_parts import RobotParts
from impinge.geometry import Articulation, Box, Ellipsoid, Hull, Joint, Link, Mesh, Shape, Sphere
from impinge.geometry.axial import Capsule, Cone, Cylinder

AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
PLAIN = {"FreeFlyer": "floating", "Spherical": "ball", "Planar": "planar"}
AXIAL = {"R": "revolute", "P": "prismatic", "RUB": "continuous"}
UNALIGNED = {
    "RevoluteUnaligned": "revolute", "PrismaticUnaligned": "prismatic",
    "RevoluteUnboundedUnaligned": "continuous",
}  # fmt: skip


def pinocchio_parts(model: Any, geometry: Any) -> RobotParts:
    """The robot of a ``pinocchio.Model`` and a ``pinocchio.GeometryModel``, which may be None.

    Links are called as the first body of their joint; links that fixed joints join are one, as in
    the model. Pairs that the geometry model does not list are ignored.

    An ``ImpingeError`` names a joint or a shape of a kind that is not supported.
    """
    try:
        names, parents = list(model.names), list(model.parents)
        placements, inertias = list(model.jointPlacements), list(model.inertias)
        objects = [] if geometry is None else list(geometry.geometryObjects)
    except AttributeError as error:
        raise ImpingeError(f"model: expected a pinocchio model ({error})") from error
    bodies = _body_names(model, names)
    shapes: list[list[Any]] = [[] for _ in names]
    for thing in objects:
        shape = _shape(thing)
        shapes[thing.parentJoint].append((shape, np.array(thing.placement.homogeneous)))
    links = [
        Link(bodies[i], shapes[i], max(inertias[i].mass, 0.0), inertias[i].lever,
             inertias[i].inertia if inertias[i].mass > 0.0 else None)
        for i in range(len(names))
    ]  # fmt: skip
    joints = [
        _joint(model, i, names[i], bodies[parents[i]], bodies[i], placements[i])
        for i in range(1, len(names))
    ]
    tree = Articulation(links, joints, name=model.name)
    return RobotParts(tree, _ignored(geometry, objects, bodies))


def _body_names(model: Any, names: list[str]) -> list[str]:
    found: dict[int, str] = {0: names[0]}
    for frame in model.frames:
        if str(frame.type) == "BODY" and frame.name not in found.values():
            found.setdefault(frame.parentJoint, frame.name)
    return [found.get(i, name) for i, name in enumerate(names)]


def _joint(model: Any, i: int, name: str, parent: str, child: str, placement: Any) -> Joint:
    joint = model.joints[i]
    kind, axis = _kind(joint, name)
    limits: dict[str, Any] = {}
    if kind in ("revolute", "prismatic"):
        at = joint.idx_q
        lower, upper = float(model.lowerPositionLimit[at]), float(model.upperPositionLimit[at])
        limits = {"lower": max(lower, -inf), "upper": min(upper, inf)}
    return Joint(name, kind, parent, child, np.array(placement.homogeneous), axis, **limits)


def _kind(joint: Any, name: str) -> tuple[str, Any]:
    word = joint.shortname().removeprefix("JointModel")
    if word in PLAIN:
        return PLAIN[word], AXES["Z"]
    if word in UNALIGNED:
        return UNALIGNED[word], np.array(joint.extract().axis)
    kind = AXIAL.get(word[:-1]) if word[-1:] in AXES else None
    if kind is None:
        raise ImpingeError(f"joint {name!r}: pinocchio's {word} joints are not supported")
    return kind, AXES[word[-1]]


def _ignored(geometry: Any, objects: list[Any], bodies: list[str]) -> dict[tuple[str, str], str]:
    """Pairs of links none of whose shapes are listed to be tested; none if no pair is listed."""
    if geometry is None or not len(geometry.collisionPairs):
        return {}
    tested = {
        frozenset((objects[pair.first].parentJoint, objects[pair.second].parentJoint))
        for pair in geometry.collisionPairs
    }
    owners = sorted({thing.parentJoint for thing in objects})
    return {
        (bodies[i], bodies[j]): "not among the pairs of the geometry model"
        for k, i in enumerate(owners)
        for j in owners[:k]
        if frozenset((i, j)) not in tested
    }


def _shape(thing: Any) -> Shape:
    """The shape of a geometry object; coal has half lengths."""
    form, kind = thing.geometry, type(thing.geometry).__name__
    if kind == "Box":
        return Box(2.0 * np.array(form.halfSide).reshape(3))
    if kind == "Sphere":
        return Sphere(form.radius)
    if kind in ("Capsule", "Cylinder", "Cone"):
        made: Any = {"Capsule": Capsule, "Cylinder": Cylinder, "Cone": Cone}[kind]
        return made(form.radius, 2.0 * form.halfLength)
    if kind == "Ellipsoid":
        return Ellipsoid(np.array(form.radii).reshape(3))
    if kind.startswith("BVHModel"):
        triangles = [[t[0], t[1], t[2]] for t in map(form.tri_indices, range(form.num_tris))]
        # Its vertices are scaled already.
        return Mesh(np.array(form.vertices()), np.array(triangles)).welded()
    if kind.startswith("Convex"):
        points = np.array([form.point(k) for k in range(form.num_points)]).reshape(-1, 3)
        return Hull(points)
    raise ImpingeError(f"geometry: {thing.name!r} is a {kind}, which is not supported")
