"""Skinned characters in binary glTF: the skeleton, and the part of the mesh each joint moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.errors import FileError
from impinge.core.ids import Ids
from impinge.formats.file import blamed_on
from impinge.formats.glb import TRIANGLES, check_layout, read_layout
from impinge.formats.robot_parts import RobotParts, rotations
from impinge.geometry import Articulation, Joint, Link, Mesh

TYPES = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def has_skin(data: bytes, path: Path) -> bool:
    """Whether a file has a skinned mesh."""
    return bool(read_layout(data, path).get("skins"))


def read_skin(data: bytes, path: Path, metres: float) -> RobotParts:
    """The first skin of a file as rigid parts: a triangle goes with the joint that moves it most.

    Joints are balls, the first one floats; the rest pose is that of the nodes. Coordinates stay as
    they are, y upward.

    A ``FileError`` says if the layout is broken, nodes are scaled unevenly, or weights are missing.
    """
    layout = read_layout(data, path)
    with blamed_on(path):
        check_layout(layout, len(data), path, rigid=False)
        return _Skin(layout, data, path, metres).parts()


class _Skin:
    def __init__(self, layout: dict[str, Any], data: bytes, path: Path, metres: float) -> None:
        self.layout, self.path, self.metres = layout, path, metres
        # The second chunk has the numbers: its header follows the JSON, padded to four bytes.
        self.binary = data[20 + int.from_bytes(data[12:16], "little") + 8 :]
        self.skin = layout["skins"][0]
        self.joints: list[int] = self.skin["joints"]
        if not self.joints or len(set(self.joints)) != len(self.joints):
            raise FileError(f"{path}: its skin has no joints, or the same twice")

    def parts(self) -> RobotParts:
        nodes, joints = self.layout["nodes"], self.joints
        above = {c: i for i, node in enumerate(nodes) for c in node.get("children", [])}
        names = self._names()
        world: dict[int, Array] = {}
        # Parents first: a node above the skeleton is part of the way to its root.
        for joint in joints:
            self._pose_of(joint, above, world)
        sizes = [float(np.linalg.norm(world[joint][:3, 0])) for joint in joints]
        pieces = self._pieces(self.metres * np.array(sizes))
        links, leads = [Link("world")], []
        for k, joint in enumerate(joints):
            parent = above.get(joint)
            while parent is not None and parent not in joints:
                parent = above.get(parent)
            start = np.eye(4) if parent is None else _rigid(world[parent], self.path)
            origin = np.linalg.inv(start) @ _rigid(world[joint], self.path)
            origin[:3, 3] *= self.metres
            links.append(Link(names[joint], [pieces[k]] if k in pieces else []))
            leads.append(
                Joint(
                    names[joint], "floating" if parent is None else "ball",
                    "world" if parent is None else names[parent], names[joint], origin,
                )
            )  # fmt: skip
        return RobotParts(Articulation(links, leads, name=self.path.stem))

    def _names(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for joint in self.joints:
            name = str(self.layout["nodes"][joint].get("name") or f"joint {joint}")
            found[joint] = name if name not in found.values() else f"{name} {joint}"
        return found

    def _pose_of(self, node: int, above: dict[int, int], world: dict[int, Array]) -> Array:
        """Node to scene; nodes form a forest, which is checked."""
        path = [node]
        while path[-1] in above and path[-1] not in world:
            path.append(above[path[-1]])
        for at in reversed(path):
            if at not in world:
                local = _local(self.layout["nodes"][at])
                world[at] = world[above[at]] @ local if at in above else local
        return world[node]

    def _numbers(self, accessor: int) -> NDArray[Any]:
        """(count, width) of an accessor; its place in the file is checked."""
        told = self.layout["accessors"][accessor]
        view = self.layout["bufferViews"][told["bufferView"]]
        kind, width = np.dtype(TYPES[told["componentType"]]), WIDTHS[told["type"]]
        stride = view.get("byteStride", kind.itemsize * width)
        start = view.get("byteOffset", 0) + told.get("byteOffset", 0)
        return np.ndarray((told["count"], width), kind, self.binary, start, (stride, kind.itemsize))

    def _pieces(self, sizes: Array) -> dict[int, Mesh]:
        """Meshes by the number of the joint in the skin, in its frame at rest, scaled by sizes."""
        inverse = np.broadcast_to(np.eye(4), (len(self.joints), 4, 4))
        if "inverseBindMatrices" in self.skin:
            given = self._numbers(self.skin["inverseBindMatrices"]).astype(np.float64)
            # Column by column.
            inverse = given.reshape(-1, 4, 4).transpose(0, 2, 1)
        if len(inverse) < len(self.joints):
            raise FileError(f"{self.path}: {len(inverse)} bind matrices for {len(self.joints)}")
        corners: list[list[Array]] = [[] for _ in self.joints]
        nodes = [n for n in self.layout["nodes"] if n.get("skin") == 0 and "mesh" in n]
        for node in nodes:
            for primitive in self.layout["meshes"][node["mesh"]]["primitives"]:
                if primitive.get("mode", TRIANGLES) == TRIANGLES:
                    self._share_out(primitive, inverse, corners)
        if not any(corners):
            raise FileError(f"{self.path}: its skin moves no triangles")
        return {
            k: Mesh(
                sizes[k] * np.concatenate(found), np.arange(sum(map(len, found))).reshape(-1, 3)
            ).welded()
            for k, found in enumerate(corners)
            if found
        }

    def _share_out(
        self, primitive: dict[str, Any], inverse: Array, corners: list[list[Array]]
    ) -> None:
        attributes = primitive["attributes"]
        if "JOINTS_0" not in attributes or "WEIGHTS_0" not in attributes:
            raise FileError(f"{self.path}: a skinned mesh has no weights")
        points = self._numbers(attributes["POSITION"]).astype(np.float64)
        owners = self._numbers(attributes["JOINTS_0"]).astype(np.int64)
        weights = self._numbers(attributes["WEIGHTS_0"])
        most = 1.0 if weights.dtype == np.float32 else float(np.iinfo(weights.dtype).max)
        weights = weights.astype(np.float64) / most
        if len(owners) != len(points) or len(weights) != len(points):
            raise FileError(f"{self.path}: a skinned mesh has more vertices than weights")
        if not np.isfinite(weights).all() or (weights < 0.0).any():
            raise FileError(f"{self.path}: a weight of a skinned mesh is negative or not finite")
        if owners.min(initial=0) < 0 or owners.max(initial=0) >= len(self.joints):
            raise FileError(f"{self.path}: a vertex goes with a joint that is not in the skin")
        faces = (
            self._numbers(primitive["indices"]).astype(np.int64).reshape(-1)
            if "indices" in primitive
            else np.arange(len(points))
        )
        if len(faces) % 3 or faces.max(initial=0) >= len(points):
            raise FileError(f"{self.path}: a face refers to a vertex that is not there")
        triples = faces.reshape(-1, 3)
        chosen = _strongest(owners[triples].reshape(-1, 12), weights[triples].reshape(-1, 12))
        for k in np.unique(chosen).tolist():
            triangles = points[triples[chosen == k]].reshape(-1, 3)
            corners[k].append(triangles @ inverse[k, :3, :3].T + inverse[k, :3, 3])


def _strongest(owners: Ids, weights: Array) -> Ids:
    """(n,) int64: in each row the owner whose weights sum up to most; of equals, the lowest."""
    order = np.argsort(owners, axis=1, kind="stable")
    owners = np.take_along_axis(owners, order, axis=1)
    weights = np.take_along_axis(weights, order, axis=1)
    totals = np.stack([
        (weights * (owners == owners[:, [k]])).sum(axis=1) for k in range(owners.shape[1])
    ], axis=1)  # fmt: skip
    best = np.argmax(totals, axis=1)
    return np.asarray(owners[np.arange(len(owners)), best])


def _local(node: dict[str, Any]) -> Array:
    if "matrix" in node:
        return np.array(node["matrix"], np.float64).reshape(4, 4).T
    pose = np.eye(4)
    turn = rotations().from_quat(node.get("rotation", (0.0, 0.0, 0.0, 1.0))).as_matrix()
    pose[:3, :3] = turn * np.array(node.get("scale", (1.0, 1.0, 1.0)), np.float64)
    pose[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return pose


def _rigid(matrix: Array, path: Path) -> Array:
    """A pose without its scale, which must be the same along all axes."""
    sizes = np.linalg.norm(matrix[:3, :3], axis=0)
    if not (sizes > 0.0).all() or sizes.max() > 1.001 * sizes.min():
        raise FileError(f"{path}: a joint is scaled unevenly, which is not supported")
    pose = matrix.copy()
    pose[:3, :3] /= sizes
    return pose
