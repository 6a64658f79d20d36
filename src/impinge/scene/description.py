"""Scenes as plain data, and things from the scenes of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Compound, Hull, Mesh, Shape
from impinge.geometry.compound import NESTING
from impinge.geometry.description import BY_NAME, kind_of

Plain = dict[str, Any]


def shape_to_dict(shape: Shape) -> Plain:
    """A shape as names and plain numbers, JSON-ready.

    Examples
    --------
    >>> from impinge.geometry import Box
    >>> shape_to_dict(Box((1, 2, 3)))
    {'kind': 'Box', 'sizes': [1.0, 2.0, 3.0]}
    """
    kind = kind_of(shape)
    values = kind.values(shape)
    if isinstance(shape, Compound):
        parts = values["parts"]
        values = {
            "parts": [{"shape": shape_to_dict(s), "pose": pose.tolist()} for s, pose in parts]
        }
    if isinstance(shape, Hull) and len(shape._loops) > 2:
        # With these, Qhull is not needed to make it again.
        values["triangles"] = shape._fans.tolist()
    return {"kind": kind.name, **values}


def shape_from_dict(plain: Mapping[str, Any], name: str, depth: int = 0) -> Shape:
    """The shape of :func:`shape_to_dict` again, bit by bit.

    Errors begin with ``name``; ``depth`` is in how many compounds it lies.
    """
    if not isinstance(plain, Mapping) or "kind" not in plain:
        raise ImpingeError(f"{name}: expected a dictionary with a kind, got {_shown(plain)}")
    word = plain["kind"]
    if not isinstance(word, str) or word not in BY_NAME:
        known = ", ".join(BY_NAME)
        raise ImpingeError(f"{name}: there is no kind of shape {_shown(word)}, only {known}")
    values = {key: value for key, value in plain.items() if key != "kind"}
    if word == "Compound" and "parts" in values:
        if depth >= NESTING:
            raise ImpingeError(f"{name}: compounds lie more than {NESTING} deep in each other")
        values["parts"] = _parts(values["parts"], name, depth)
    try:
        if word == "Hull" and set(values) == {"points", "triangles"}:
            return Hull._of_triangles(**values)
        return BY_NAME[word].make(values)
    except ImpingeError as error:
        raise ImpingeError(f"{name}: {error}") from error


def _parts(parts: Any, name: str, depth: int) -> list[tuple[Shape, Any]]:
    """Shapes and poses of a compound."""
    if not isinstance(parts, (list, tuple)):
        raise ImpingeError(f"{name}: parts: expected a list, got {_shown(parts)}")
    found = []
    for row, part in enumerate(parts):
        if not isinstance(part, Mapping) or set(part) != {"shape", "pose"}:
            raise ImpingeError(
                f"{name}: parts: row {row}: expected a dictionary with shape and pose, got "
                f"{_shown(part)}"
            )
        shape = shape_from_dict(part["shape"], f"{name}: parts: row {row}", depth + 1)
        found.append((shape, part["pose"]))
    return found


def _shown(value: Any) -> str:
    return type(value).__name__ if isinstance(value, (dict, list)) else repr(value)[:60]


def is_description(things: Any) -> bool:
    """Is this what ``Scene.to_dict`` returns, and no dictionary of shapes?

    Things called "objects" and "shapes" may be lists as well: pairs of a shape and a pose, or of
    vertices and faces.
    """
    found = things.get("objects"), things.get("shapes")
    return all(
        isinstance(rows, list) and (len(rows) != 2 or all(isinstance(row, Mapping) for row in rows))
        for rows in found
    )


def things_of_trimesh(scene: Any) -> dict[str, tuple[Mesh, NDArray[np.float64]]]:
    """Meshes and poses of the nodes of a ``trimesh.Scene``; nodes of one geometry share its mesh.

    A node that scales or reflects has a mesh of its own, with that built in. It looks outward as
    before: faces of one that reflects are turned.

    Raises
    ------
    ImpingeError
        If it is no such scene, the matrix of a node is none, or two nodes have one name as text.
    """
    graph, geometry = getattr(scene, "graph", None), getattr(scene, "geometry", None)
    if graph is None or geometry is None:
        raise ImpingeError(f"scene: expected a trimesh.Scene, got {type(scene).__name__}")
    meshes: dict[str, Mesh] = {}
    found: dict[str, tuple[Mesh, NDArray[np.float64]]] = {}
    for node in graph.nodes_geometry:
        matrix, name = graph[node]
        thing = geometry[name]
        if not hasattr(thing, "faces"):
            raise ImpingeError(
                f"{node!r}: its geometry {name!r} is a {type(thing).__name__}, expected a mesh"
            )
        if str(node) in found:
            raise ImpingeError(f"scene: two nodes have the name {str(node)!r}; rename one of them")
        if name not in meshes:
            meshes[name] = _mesh(thing.vertices, thing.faces, str(node))
        found[str(node)] = _placed(meshes[name], np.asarray(matrix, np.float64), str(node))
    return found


def _placed(mesh: Mesh, matrix: NDArray[np.float64], node: str) -> tuple[Mesh, NDArray[np.float64]]:
    """The mesh itself and its pose; where that is no rigid motion, another mesh, moved by it."""
    try:
        pose = as_poses(matrix, "pose")
    except ImpingeError as error:
        is_finite = matrix.shape == (4, 4) and np.isfinite(matrix).all()
        if not is_finite or (matrix[3] != (0.0, 0.0, 0.0, 1.0)).any():
            raise ImpingeError(f"{node!r}: {error}") from error
        with np.errstate(over="ignore", invalid="ignore"):
            moved = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
            is_mirror = np.linalg.det(matrix[:3, :3]) < 0.0
        return _mesh(moved, mesh.faces[:, ::-1] if is_mirror else mesh.faces, node), np.eye(4)
    if pose is not None and pose.ndim != 2:
        raise ImpingeError(f"{node!r}: expected one matrix of shape (4, 4), got {pose.shape}")
    return mesh, np.eye(4) if pose is None else pose


def _mesh(vertices: Any, faces: Any, name: str) -> Mesh:
    try:
        return Mesh(vertices, faces)
    except ImpingeError as error:
        raise ImpingeError(f"{name!r}: {error}") from error
