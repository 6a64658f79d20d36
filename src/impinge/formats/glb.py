"""Binary glTF 2.0: the triangles of all nodes of its scene, in one frame, in metres.

The layout is checked first: what it announces must lie inside the file, and what we would get wrong
(a skin, an animation, compressed data) is refused.
"""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.core.tolerance import COORDINATE_LIMIT, POSE_SINGULAR, POSE_TOLERANCE
from impinge.formats.file import MeshArrays, blamed_on

TRIANGLES, TRIANGLE_STRIP = 4, 5
JSON_CHUNK = b"JSON"
COMPONENT_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
PLACE_KEYS = {"matrix": 16, "translation": 3, "rotation": 4, "scale": 3}
INDEX_TYPES = (5121, 5123, 5125)
FLOAT = 5126
HARMLESS = ("KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_", "KHR_xmp")
MOST_LAYOUT = 64 * 1024**2
"""Bytes of the JSON part: a hundred thousand nodes take ten million. Lists of nothing take
twenty-five times their text."""
MOST_TRIANGLES = 100_000_000
"""Nodes may repeat a mesh without end; the sum of them all is refused above this."""


def read_glb(data: bytes, path: Path) -> MeshArrays:
    """Vertices [m] and faces of all triangles in the scene, each node's moved to its place.

    Lines and points beside triangles are left out. Coordinates stay as they are, y upward.

    A ``FileError`` says if the layout is broken or reaches out of the file, a node has no affine
    transform that can be inverted, or the scene has a skin, an animation, morph targets, required
    extensions, or no triangles.
    """
    layout = read_layout(data, path)
    with blamed_on(path):
        check_layout(layout, len(data), path, rigid=True)
    return _read_scene(data, path)


def check_layout(layout: dict[str, Any], size: int, path: Path, *, rigid: bool) -> None:
    """Refuse a layout that announces what is not in a file of this size, or not supported.

    With ``rigid``, also a skin or an animation.
    """
    _refuse_unknown(layout, path, rigid)
    _check_references(layout, path)
    _check_buffers(layout, size, path)
    _check_types(layout, path)
    _check_scene(layout, path)
    _check_places(layout, path)


def read_layout(data: bytes, path: Path) -> dict[str, Any]:
    if data[:4] != b"glTF":
        raise FileError(f"{path}: does not begin with glTF; only binary glTF (.glb) is supported")
    version, length, json_length = (int.from_bytes(data[k : k + 4], "little") for k in (4, 8, 12))
    if version != 2:
        raise FileError(f"{path}: glTF version {version}, only 2 is supported")
    if length != len(data) or 20 + json_length > length or data[16:20] != JSON_CHUNK:
        raise FileError(f"{path}: announces {length} bytes, the file has {len(data)}; truncated?")
    if json_length > MOST_LAYOUT:
        raise FileError(
            f"{path}: {json_length} bytes of JSON, more than {MOST_LAYOUT} are not read"
        )
    try:
        layout = json.loads(data[20 : 20 + json_length])
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: its JSON part is broken ({error})") from error
    if not isinstance(layout, dict):
        raise FileError(f"{path}: its JSON part is no object")
    return layout


def _refuse_unknown(layout: dict[str, Any], path: Path, rigid: bool) -> None:
    for key, what in (("skins", "a skin"), ("animations", "an animation")):
        if rigid and layout.get(key):
            raise FileError(f"{path}: holds {what}, which is not supported, only rigid meshes")
    required = [
        name for name in layout.get("extensionsRequired", []) if not name.startswith(HARMLESS)
    ]
    if required:
        raise FileError(f"{path}: requires {', '.join(required)}, which is not supported")
    primitives = [p for mesh in layout.get("meshes", []) for p in mesh["primitives"]]
    if any("targets" in p for p in primitives):
        raise FileError(f"{path}: holds morph targets, which are not supported")
    modes = {p.get("mode", TRIANGLES) for p in primitives}
    if not modes & {TRIANGLES, TRIANGLE_STRIP}:
        raise FileError(f"{path}: holds no triangles")
    if 6 in modes:
        raise FileError(f"{path}: triangle fans are not supported")


def _check_references(layout: dict[str, Any], path: Path) -> None:
    """Whatever is named by number is there; Python would count negative ones from the end."""

    def check(index: Any, where: str, key: str) -> None:
        count = len(layout.get(key, []))
        # In JSON, true and 1.0 are no such numbers.
        if type(index) is not int or not 0 <= index < count:
            raise FileError(
                f"{path}: {where} refers to {key}[{index!r}], of which there are {count}"
            )

    if "scene" in layout:
        check(layout["scene"], "the file", "scenes")
    for i, scene in enumerate(layout.get("scenes", [])):
        for root in scene.get("nodes", []):
            check(root, f"scene {i}", "nodes")
    for i, node in enumerate(layout.get("nodes", [])):
        for child in node.get("children", []):
            check(child, f"node {i}", "nodes")
        if "mesh" in node:
            check(node["mesh"], f"node {i}", "meshes")
    for i, mesh in enumerate(layout.get("meshes", [])):
        for primitive in mesh["primitives"]:
            for accessor in primitive["attributes"].values():
                check(accessor, f"mesh {i}", "accessors")
            if "indices" in primitive:
                check(primitive["indices"], f"mesh {i}", "accessors")
    for i, accessor in enumerate(layout.get("accessors", [])):
        if "bufferView" in accessor:
            check(accessor["bufferView"], f"accessor {i}", "bufferViews")
    for i, view in enumerate(layout.get("bufferViews", [])):
        check(view["buffer"], f"buffer view {i}", "buffers")
    for i, skin in enumerate(layout.get("skins", [])):
        for joint in skin["joints"]:
            check(joint, f"skin {i}", "nodes")
        if "inverseBindMatrices" in skin:
            check(skin["inverseBindMatrices"], f"skin {i}", "accessors")


def _check_types(layout: dict[str, Any], path: Path) -> None:
    """The parser takes numbers of any type for coordinates, and floats for vertex numbers."""
    accessors = layout.get("accessors", [])
    for i, mesh in enumerate(layout.get("meshes", [])):
        for primitive in mesh["primitives"]:
            if "POSITION" not in primitive["attributes"]:
                raise FileError(f"{path}: mesh {i} has no POSITION")
            position = accessors[primitive["attributes"]["POSITION"]]
            kind = position["type"], position["componentType"], position.get("normalized", False)
            if kind != ("VEC3", FLOAT, False):
                raise FileError(
                    f"{path}: mesh {i}: POSITION is {_kind(position)}, "
                    f"only VEC3 of component type {FLOAT} (float) is supported"
                )
            if "indices" not in primitive:
                continue
            indices = accessors[primitive["indices"]]
            if indices["type"] != "SCALAR" or indices["componentType"] not in INDEX_TYPES:
                raise FileError(
                    f"{path}: mesh {i}: indices are {_kind(indices)}, expected SCALAR of "
                    f"component type {', '.join(map(str, INDEX_TYPES))} (unsigned)"
                )


def _kind(accessor: dict[str, Any]) -> str:
    normalized = "normalized " if accessor.get("normalized") else ""
    return f"{normalized}{accessor['type']} of component type {accessor['componentType']}"


def _check_buffers(layout: dict[str, Any], size: int, path: Path) -> None:
    for i, buffer in enumerate(layout.get("buffers", [])):
        if "uri" in buffer:
            raise FileError(f"{path}: buffer {i} is in another file, only whole files are read")
        if not 0 <= buffer["byteLength"] <= size:
            raise FileError(f"{path}: buffer {i} is larger than the file")
    views = layout.get("bufferViews", [])
    for i, view in enumerate(views):
        if not (view.get("byteOffset", 0) >= 0 and 0 <= view["byteLength"] <= size):
            raise FileError(f"{path}: buffer view {i} is larger than the file")
    for i, accessor in enumerate(layout.get("accessors", [])):
        if "bufferView" not in accessor or "sparse" in accessor:
            raise FileError(f"{path}: accessor {i} is sparse, which is not supported")
        item = COMPONENT_BYTES[accessor["componentType"]] * COMPONENTS[accessor["type"]]
        count, start = accessor["count"], accessor.get("byteOffset", 0)
        view = views[accessor["bufferView"]]
        stride = view.get("byteStride", item)
        if not (count >= 1 and start >= 0 and stride >= item):
            raise FileError(f"{path}: accessor {i} is broken")
        if start + (count - 1) * stride + item > view["byteLength"]:
            raise FileError(f"{path}: accessor {i} reaches beyond its data")


def _check_scene(layout: dict[str, Any], path: Path) -> None:
    """Nodes form a forest, and the triangles of all of them can be held."""
    nodes = layout.get("nodes", [])
    children = [child for node in nodes for child in node.get("children", [])]
    if len(children) != len(set(children)):
        raise FileError(f"{path}: a node has two parents")
    has_parent = set(children)
    reached, front = 0, [i for i in range(len(nodes)) if i not in has_parent]
    # Never more than there are, whatever the checks before this one missed.
    while front and reached <= len(nodes):
        node = nodes[front.pop()]
        reached += 1
        front.extend(node.get("children", []))
    if reached != len(nodes):
        raise FileError(f"{path}: nodes are children of themselves")
    accessors = layout.get("accessors", [])
    meshes = [
        sum(
            accessors[p["indices"] if "indices" in p else p["attributes"]["POSITION"]]["count"]
            for p in mesh["primitives"]
        )
        for mesh in layout.get("meshes", [])
    ]
    if sum(meshes[node["mesh"]] for node in nodes if "mesh" in node) > 3 * MOST_TRIANGLES:
        raise FileError(f"{path}: its nodes repeat meshes to more than {MOST_TRIANGLES} triangles")


def _check_places(layout: dict[str, Any], path: Path) -> None:
    """Every node has an affine, invertible transform of finite numbers."""
    for i, node in enumerate(layout.get("nodes", [])):
        for key, count in PLACE_KEYS.items():
            values = node.get(key)
            if values is not None and not _are_numbers(values, count):
                raise FileError(f"{path}: node {i}: {key} is no list of {count} finite numbers")
        # Written column by column.
        matrix = np.array(node.get("matrix", np.eye(4).ravel()), np.float64).reshape(4, 4).T
        if np.abs(matrix[3] - (0.0, 0.0, 0.0, 1.0)).max() > POSE_TOLERANCE:
            raise FileError(f"{path}: node {i}: its matrix is no affine transform")
        if not any(node.get("rotation", [1])):
            raise FileError(f"{path}: node {i}: its rotation is a quaternion of length zero")
        if not all(node.get("scale", [1])) or _is_singular(matrix[:3, :3]):
            raise FileError(f"{path}: node {i}: its transform is singular, it makes meshes flat")


def _are_numbers(values: Any, count: int) -> bool:
    """Whether a value of JSON is a list of so many numbers that coordinates may have."""
    return (
        isinstance(values, list)
        and len(values) == count
        and all(type(value) in (int, float) and abs(value) < COORDINATE_LIMIT for value in values)
    )


def _is_singular(matrix: NDArray[np.float64]) -> bool:
    lengths = np.linalg.norm(matrix, axis=0)
    return not lengths.all() or abs(float(np.linalg.det(matrix / lengths))) <= POSE_SINGULAR


def _read_scene(data: bytes, path: Path) -> MeshArrays:
    from trimesh import load_scene

    vertices: list[NDArray[np.float64]] = []
    faces: list[NDArray[np.int64]] = []
    first = 0
    with blamed_on(path):
        scene: Any = load_scene(BytesIO(data), file_type="glb", skip_materials=True)
        for node in scene.graph.nodes_geometry:
            matrix, name = scene.graph[node]
            part = scene.geometry[name]
            if not hasattr(part, "faces"):
                continue
            points = np.asarray(part.vertices, dtype=np.float64)
            triangles = np.asarray(part.faces, dtype=np.int64)
            if len(triangles) and not 0 <= triangles.min() <= triangles.max() < len(points):
                raise FileError(f"{path}: {name}: a face refers to a vertex that is not there")
            # A mirroring node shows the back of its faces.
            if np.linalg.det(matrix[:3, :3]) < 0.0:
                triangles = triangles[:, ::-1]
            vertices.append(points @ matrix[:3, :3].T + matrix[:3, 3])
            faces.append(triangles + first)
            first += len(points)
    if not faces:
        raise FileError(f"{path}: no node of the scene holds triangles")
    return MeshArrays(np.concatenate(vertices), np.concatenate(faces))
