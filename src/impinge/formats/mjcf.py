"""MJCF: bodies, joints and geoms of a MuJoCo model, where they are simple.

Read are ``compiler`` (angle, order of Euler angles, mesh folder), ``default`` classes, meshes,
bodies with their joints, inertials and geoms, excluded pairs and keyframes. What has no place in an
articulation (tendons, equalities, actuators, sensors) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf, pi
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on, read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.robot_meshes import MeshFolder
from impinge.formats.robot_parts import RobotParts, along_z, numbers_in, rotations
from impinge.geometry import Articulation, Box, Ellipsoid, Hull, Joint, Link, Shape, Sphere
from impinge.geometry.axial import Capsule, Cylinder

KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "ball", "free": "floating"}
SHAPES: dict[str, tuple[int, Callable[[Any], Shape]]] = {
    "sphere": (1, lambda size: Sphere(size[0])),
    "capsule": (2, lambda size: Capsule(size[0], 2.0 * size[1])),
    "cylinder": (2, lambda size: Cylinder(size[0], 2.0 * size[1])),
    "box": (3, lambda size: Box(2.0 * size[:3])),
    "ellipsoid": (3, lambda size: Ellipsoid(size[:3])),
}
"""How many numbers of ``size`` a geom needs, and its shape; MuJoCo has half lengths."""
ORDERS = re.compile(r"(?!.*(.)\1)(?:[xyz]{3}|[XYZ]{3})")
"""Three axes, each other than the one before."""
MOST_DEPTH = 256
"""Bodies lie in each other: a chain of links is as deep as it is long."""
SMALLEST = 1e-100
"""Directions and quaternions that are shorter, or longer than its inverse, say nothing."""


def read_mjcf(path: Path, meshes: MeshFolder) -> RobotParts:
    """The robot of an MJCF file; one with several bodies in the world has a link called world.

    Geoms that collide with nothing (``contype`` and ``conaffinity`` 0) are left out. Meshes stand
    for their convex hulls, as MuJoCo has it. Planes and height fields have no place in a link, and
    are skipped.

    A ``FileError`` names the line if the file is broken or needs what is not supported.
    """
    root = read_markup(read_bytes(path), path, most_depth=MOST_DEPTH)
    if root.tag != "mujoco":
        raise FileError(f"{path}: line {root.line}: <{root.tag}>, expected <mujoco>")
    with blamed_on(path):
        return _Model(root, path, meshes).parts()


class _Model:
    def __init__(self, root: Element, path: Path, meshes: MeshFolder) -> None:
        self.root, self.path, self.meshes = root, path, meshes
        said: dict[str, str] = {}
        for element in root.find("compiler"):
            said |= element.attributes
        self.turn = 1.0 if said.get("angle", "degree") == "radian" else pi / 180.0
        self.order = said.get("eulerseq", "xyz")
        self.folder = said.get("meshdir", said.get("assetdir", ""))
        if not ORDERS.fullmatch(self.order):
            raise FileError(f"{path}: eulerseq is {self.order!r}, expected as xyz, zyx or XYZ")
        if said.get("coordinate", "local") != "local":
            raise FileError(f"{path}: global coordinates are not supported")
        if root.find("include"):
            raise FileError(f"{path}: line {root.find('include')[0].line}: <include> is not read")
        self.defaults: dict[str, dict[str, dict[str, str]]] = {"main": {}}
        for element in root.find("default"):
            # The outermost class serves all elements, whatever its name.
            name = element.attributes.get("class", "main")
            self._read_defaults(element, self.defaults["main"], name)
            self.defaults["main"] = self.defaults[name]
        self.files = self._mesh_files()
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.names: dict[str, set[str]] = {"body": set(), "joint": set()}
        self.initial: dict[str, Any] = {}

    def parts(self) -> RobotParts:
        for world in self.root.find("worldbody"):
            self._read_body(world, "world", None, "main")
        tree = Articulation(self.links, self.joints, name=self.root.attributes.get("model", ""))
        ignored = {}
        for contact in self.root.find("contact"):
            for pair in contact.find("exclude"):
                a, b = (self._named(pair, key, tree.link_names) for key in ("body1", "body2"))
                ignored[a, b] = "excluded in the MJCF"
        return RobotParts(
            tree, ignored, states=self._keyframes(tree), skipped=tuple(self.meshes.skipped)
        )

    def _refuse(self, element: Element, reason: str) -> NoReturn:
        raise FileError(f"{self.path}: line {element.line}: <{element.tag}>: {reason}")

    def _named(self, element: Element, key: str, names: tuple[str, ...]) -> str:
        name = element.attributes.get(key, "")
        if name not in names:
            self._refuse(element, f"{key} is {name!r}, and there is no such body")
        return name

    def _read_defaults(self, element: Element, above: dict[str, dict[str, str]], name: str) -> None:
        """Attributes by tag, of a class and of those in it, which inherit."""
        found = {tag: dict(values) for tag, values in above.items()}
        for child in element.children:
            if child.tag != "default":
                found[child.tag] = found.get(child.tag, {}) | child.attributes
        self.defaults[name] = found
        for child in element.find("default"):
            self._read_defaults(child, found, child.attributes.get("class", ""))

    def _said(self, element: Element, inherited: str) -> dict[str, str]:
        """Attributes with those of its class."""
        name = element.attributes.get("class", inherited)
        if name not in self.defaults:
            self._refuse(element, f"there is no default class {name!r}")
        return self.defaults[name].get(element.tag, {}) | element.attributes

    def _mesh_files(self) -> dict[str, tuple[str, Any]]:
        found = {}
        for asset in self.root.find("asset"):
            for mesh in asset.find("mesh"):
                said = self._said(mesh, "main")
                file = said.get("file")
                if file is not None:
                    name = said.get("name", Path(file).stem)
                    scale = self._numbers(mesh, said, "scale", (1.0, 1.0, 1.0))
                    found[name] = (f"{self.folder}/{file}" if self.folder else file, scale)
        return found

    def _numbers(
        self, element: Element, said: dict[str, str], key: str, default: Any, count: int | None = 3
    ) -> Array:
        """Numbers of an attribute."""
        if key not in said:
            return np.asarray(default, np.float64)
        found = numbers_in(said[key])
        if not len(found) or count not in (None, len(found)):
            self._refuse(element, f"{key} is {said[key]!r}, expected {count or 'some'} numbers")
        return found

    def _pose(self, element: Element, said: dict[str, str]) -> Array:
        pose = np.eye(4)
        pose[:3, 3] = self._numbers(element, said, "pos", (0.0, 0.0, 0.0))
        if "quat" in said:
            quaternion = self._numbers(element, said, "quat", None, 4)
            size = float(np.abs(quaternion).max())
            if not SMALLEST < size < 1.0 / SMALLEST:
                self._refuse(element, f"quat is {said['quat']!r}, expected a rotation")
            pose[:3, :3] = rotations().from_quat(quaternion, scalar_first=True).as_matrix()
        elif "euler" in said:
            angles = self.turn * self._numbers(element, said, "euler", None)
            # Lower case turns with the axes, upper case about fixed ones: as SciPy's upper, lower.
            pose[:3, :3] = rotations().from_euler(self.order.swapcase(), angles).as_matrix()
        elif "axisangle" in said:
            numbers = self._numbers(element, said, "axisangle", None, 4)
            axis, angle = numbers[:3], numbers[3]
            turn = self.turn * angle / self._length(element, "axisangle", axis) * axis
            pose[:3, :3] = rotations().from_rotvec(turn).as_matrix()
        elif "zaxis" in said or "xyaxes" in said:
            pose[:3, :3] = self._axes(element, said)
        return pose

    def _axes(self, element: Element, said: dict[str, str]) -> Array:
        if "zaxis" in said:
            z = self._numbers(element, said, "zaxis", None)
            return along_z(z / self._length(element, "zaxis", z))
        given = self._numbers(element, said, "xyaxes", None, 6).reshape(2, 3)
        x, y = (axis / self._length(element, "xyaxes", axis) for axis in given)
        y = y - (x @ y) * x
        y = y / self._length(element, "xyaxes", y, 1e-9)
        return np.column_stack([x, y, np.cross(x, y)])

    def _length(self, element: Element, key: str, axis: Array, least: float = SMALLEST) -> float:
        if not least < float(np.abs(axis).max()) < 1.0 / SMALLEST:
            self._refuse(element, f"{key} has no direction")
        return float(np.linalg.norm(axis))

    def _name(self, element: Element, default: str) -> str:
        """The name of a body or a joint, each once; those without one get the default."""
        names = self.names["body" if element.tag == "body" else "joint"]
        name = element.attributes.get("name") or default
        if name in names:
            if "name" in element.attributes:
                self._refuse(element, f"two are called {name!r}")
            name = f"{name} {len(names)}"
        names.add(name)
        return name

    def _read_body(self, body: Element, name: str, parent: str | None, inherited: str) -> None:
        """A body and what is below it; several joints of one body are links without shapes."""
        if body.find("include"):
            self._refuse(body.find("include")[0], "is not read")
        inner = body.attributes.get("childclass", inherited)
        shapes = [shape for geom in body.find("geom") if (shape := self._geom(geom, inner))]
        mass, centre, inertia = self._inertial(body)
        joints = [*body.find("joint"), *body.find("freejoint")]
        pose = self._pose(body, body.attributes) if parent is not None else np.eye(4)
        shift = np.zeros(3)
        if parent is None:
            if name in self.names["body"]:
                self._refuse(body, "there are two")
            self.names["body"].add(name)
        else:
            name = self._name(body, f"body {len(self.links)}")
            links = [f"{name}/{k + 1}" for k in range(len(joints) - 1)] + [name]
            if not joints:
                self.joints.append(Joint(f"{name} fixed", "fixed", parent, name, pose))
            for k, joint in enumerate(joints):
                at, shift = self._joint(joint, links[k], parent, pose, shift, inner)
                self.joints.append(at)
                if k + 1 < len(joints):
                    self.links.append(Link(links[k]))
                parent, pose = links[k], np.eye(4)
        # A joint off the body's origin has its frame there; the body is moved back.
        back = np.eye(4)
        back[:3, 3] = -shift
        placed = [(shape, back @ at) for shape, at in shapes]
        self.links.append(Link(name, placed, mass, centre - shift, inertia))
        for child in body.find("body"):
            start = len(self.joints)
            self._read_body(child, "", name, inner)
            if shift.any():
                self.joints[start] = _moved(self.joints[start], back)

    def _joint(
        self, element: Element, link: str, parent: str, pose: Array, shift: Array, inherited: str
    ) -> tuple[Joint, Array]:
        said = self._said(element, inherited)
        word = "free" if element.tag == "freejoint" else said.get("type", "hinge")
        if word not in KINDS:
            self._refuse(element, f"type is {word!r}, expected one of {', '.join(KINDS)}")
        place = self._numbers(element, said, "pos", (0.0, 0.0, 0.0))
        if word in ("free", "slide"):
            place = shift
        name = self._name(element, f"{link} joint")
        if word == "free":
            # The pose of the body is where it starts; q is its pose in the world.
            turn = rotations().from_matrix(pose[:3, :3]).as_quat()
            self.initial[name] = (*pose[:3, 3].tolist(), *turn.tolist())
            pose = np.eye(4)
        origin = pose.copy()
        origin[:3, 3] += pose[:3, :3] @ (place - shift)
        kind, limits = KINDS[word], {}
        bounds = self._numbers(element, said, "range", (0.0, 0.0), 2)
        limited = said.get("limited", "auto")
        if limited == "true" or (limited == "auto" and "range" in said):
            scale = self.turn if word in ("hinge", "ball") else 1.0
            if word in ("hinge", "slide"):
                limits = {"lower": scale * bounds[0], "upper": scale * bounds[1]}
        elif word == "hinge":
            kind = "continuous"
        elif word == "slide":
            limits = {"lower": -inf, "upper": inf}
        axis = self._numbers(element, said, "axis", (0.0, 0.0, 1.0))
        return Joint(name, kind, parent, link, origin, axis, **limits), place

    def _inertial(self, body: Element) -> tuple[float, Array, Array]:
        for element in body.find("inertial"):
            said = element.attributes
            pose, inertia = self._pose(element, said), np.zeros((3, 3))
            if "fullinertia" in said:
                xx, yy, zz, xy, xz, yz = self._numbers(element, said, "fullinertia", None, 6)
                inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            elif "diaginertia" in said:
                inertia = np.diag(self._numbers(element, said, "diaginertia", None))
            turn = pose[:3, :3]
            mass = self._numbers(element, said, "mass", (0.0,), 1)
            return float(mass[0]), pose[:3, 3], turn @ inertia @ turn.T
        return 0.0, np.zeros(3), np.zeros((3, 3))

    def _geom(self, geom: Element, inherited: str) -> tuple[Shape, Array] | None:
        said = self._said(geom, inherited)
        if said.get("contype", "1") == "0" and said.get("conaffinity", "1") == "0":
            return None
        kind = said.get("type", "mesh" if "mesh" in said else "sphere")
        pose = self._pose(geom, said)
        size = self._numbers(geom, said, "size", (), None)
        if "fromto" in said and kind in ("capsule", "cylinder", "box", "ellipsoid"):
            start, end = self._numbers(geom, said, "fromto", None, 6).reshape(2, 3)
            pose[:3, :3], pose[:3, 3] = along_z(start - end), 0.5 * (start + end)
            half = 0.5 * float(np.linalg.norm(end - start))
            across = 2 if kind in ("box", "ellipsoid") else 1
            size = np.array([*np.repeat(size[:1], across), half])
        if kind == "mesh":
            return self._mesh(geom, said, pose)
        if kind in ("plane", "hfield"):
            self.meshes.skipped.append(f"geom on line {geom.line}: a {kind} belongs to a scene")
            return None
        if kind not in SHAPES:
            self._refuse(geom, f"type {kind!r} is not supported")
        least, made = SHAPES[kind]
        if len(size) < least:
            self._refuse(geom, f"a {kind} needs {least} numbers for its size")
        try:
            return made(size), pose
        except ImpingeError as error:
            self._refuse(geom, str(error))

    def _mesh(self, geom: Element, said: dict[str, str], pose: Array) -> Any:
        name = said.get("mesh", "")
        if name not in self.files:
            self._refuse(geom, f"there is no mesh {name!r} with a file")
        mesh = self.meshes.mesh(*self.files[name], f"geom on line {geom.line}")
        return None if mesh is None else (Hull(mesh.vertices), pose)

    def _keyframes(self, tree: Articulation) -> dict[str, dict[str, Any]]:
        """States of the keys whose positions are those of all joints, in the file's order."""
        states: dict[str, dict[str, Any]] = {"initial": self.initial} if self.initial else {}
        order = [joint for joint in self.joints if joint.kind != "fixed"]
        for frame in self.root.find("keyframe"):
            for k, key in enumerate(frame.find("key")):
                q = self._numbers(key, key.attributes, "qpos", (), None)
                if len(q) != tree.dof:
                    continue
                state = {}
                for joint in order:
                    columns = tree.columns(joint.name)
                    count = columns.stop - columns.start
                    values, q = q[:count], q[count:]
                    if joint.kind in ("floating", "ball"):
                        values = values.copy()
                        values[-4:] = np.roll(values[-4:], -1)
                    state[joint.name] = float(values[0]) if count == 1 else tuple(values.tolist())
                states[key.attributes.get("name", f"key {k}")] = state
        return states


def _moved(joint: Joint, back: Array) -> Joint:
    return Joint(
        joint.name, joint.kind, joint.parent, joint.child, back @ joint.origin, joint.axis,
        joint.lower, joint.upper, joint.velocity, joint.effort, joint.mimic,
    )  # fmt: skip
