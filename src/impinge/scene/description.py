"""Scenes as plain data, and things from the scenes of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Shape,
    Sphere,
)

Plain = dict[str, Any]

MEASURES: dict[type[Shape], tuple[str, ...]] = {
    Sphere: ("radius",),
    Ellipsoid: ("radii",),
    Capsule: ("radius", "length"),
    Cylinder: ("radius", "length"),
    Cone: ("radius", "length"),
    Box: ("sizes",),
    HalfSpace: ("normal", "offset"),
    Hull: ("points",),
    HeightField: ("heights", "spacing"),
    Mesh: ("vertices", "faces"),
}
"""What a shape is made from: arguments of its constructor."""
SHOWN_AS = {"points": "vertices"}
"""Attributes that have another name than the argument."""


def shape_to_dict(shape: Shape) -> Plain:
    """A shape as names and plain numbers, JSON-ready.

    Examples
    --------
    >>> shape_to_dict(Box((1, 2, 3)))
    {'kind': 'Box', 'sizes': [1.0, 2.0, 3.0]}
    """
    if isinstance(shape, Compound):
        parts = zip(shape.shapes, shape._poses, strict=True)
        listed = [{"shape": shape_to_dict(s), "pose": pose.tolist()} for s, pose in parts]
        return {"kind": "Compound", "parts": listed}
    for kind, names in MEASURES.items():
        if isinstance(shape, kind):
            shown = {name: getattr(shape, SHOWN_AS.get(name, name)) for name in names}
            plain = {name: np.asarray(value).tolist() for name, value in shown.items()}
            return {"kind": kind.__name__, **plain}
    raise ImpingeError(f"shape: a {type(shape).__name__} cannot be written as plain data")


def shape_from_dict(plain: Mapping[str, Any], name: str) -> Shape:
    """The shape again."""
    if not isinstance(plain, Mapping) or "kind" not in plain:
        raise ImpingeError(f"{name}: expected a dictionary with a kind, got {plain!r}")
    kind = plain["kind"]
    if kind == "Compound":
        parts = plain.get("parts", [])
        return Compound([(shape_from_dict(p["shape"], name), p["pose"]) for p in parts])
    makers: dict[str, Callable[..., Shape]] = {k.__name__: k for k in MEASURES}
    if kind not in makers:
        known = ", ".join([*makers, "Compound"])
        raise ImpingeError(f"{name}: there is no kind of shape {kind!r}, only {known}")
    values = {key: value for key, value in plain.items() if key != "kind"}
    try:
        return makers[kind](**values)
    except TypeError as error:
        raise ImpingeError(f"{name}: a {kind} is not made from {', '.join(values)}") from error
    except ImpingeError as error:
        raise ImpingeError(f"{name}: {error}") from error


def is_description(things: Any) -> bool:
    """Is this what ``Scene.to_dict`` returns, and no dictionary of shapes?"""
    return isinstance(things.get("objects"), list) and isinstance(things.get("shapes"), list)


def things_of_trimesh(scene: Any) -> dict[str, tuple[Mesh, NDArray[np.float64]]]:
    """Meshes and poses of the nodes of a ``trimesh.Scene``; nodes of one geometry share its mesh.

    A node that scales or reflects has a mesh of its own, with that built in.
    """
    graph, geometry = getattr(scene, "graph", None), getattr(scene, "geometry", None)
    if graph is None or geometry is None:
        raise ImpingeError(f"scene: expected a trimesh.Scene, got {type(scene).__name__}")
    meshes: dict[str, Mesh] = {}
    found = {}
    for node in graph.nodes_geometry:
        matrix, name = graph[node]
        thing = geometry[name]
        if not hasattr(thing, "faces"):
            raise ImpingeError(
                f"{node!r}: its geometry {name!r} is a {type(thing).__name__}, expected a mesh"
            )
        if name not in meshes:
            meshes[name] = _mesh(thing.vertices, thing.faces, str(node))
        try:
            pose = as_poses(np.array(matrix, np.float64), "pose")
        except ImpingeError:
            moved = np.asarray(thing.vertices) @ matrix[:3, :3].T + matrix[:3, 3]
            found[str(node)] = _mesh(moved, thing.faces, str(node)), np.eye(4)
            continue
        found[str(node)] = meshes[name], np.eye(4) if pose is None else pose
    return found


def _mesh(vertices: Any, faces: Any, name: str) -> Mesh:
    try:
        return Mesh(vertices, faces)
    except ImpingeError as error:
        raise ImpingeError(f"{name!r}: {error}") from error
