"""URDF: links and joints of a robot, parsed by yourdfpy, with shapes for collisions."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on, read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.robot_meshes import MeshFolder
from impinge.formats.robot_parts import RobotParts, numbers_in
from impinge.geometry import Articulation, Box, Cylinder, Joint, Link, Mesh, Shape, Sphere

UNUSED = ("visual", "material", "transmission", "gazebo")
NUMBERS: dict[str, dict[str, tuple[int, ...]]] = {
    "origin": {"xyz": (3,), "rpy": (3,)}, "axis": {"xyz": (3,)}, "box": {"size": (3,)},
    "sphere": {"radius": (1,)}, "cylinder": {"radius": (1,), "length": (1,)},
    "mesh": {"scale": (1, 3)}, "mass": {"value": (1,)},
    "limit": dict.fromkeys(("lower", "upper", "velocity", "effort"), (1,)),
    "mimic": {"multiplier": (1,), "offset": (1,)},
    "inertia": dict.fromkeys(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), (1,)),
}  # fmt: skip
"""Attributes of elements that are numbers, and how many."""
ENDLESS = ("inf", "infinity")
"""What limits may be besides."""
MeshReader = Callable[[str, ArrayLike | None, str], Mesh | None]
"""The mesh of a file name, a scale, and where it is used; None leaves it out."""


def read_urdf(path: Path, meshes: MeshFolder) -> RobotParts:
    """The robot of a URDF file.

    A ``FileError`` names link or joint if the file is broken, or says what makes no sense.
    """
    data = read_bytes(path)
    # Read once by our own parser, which refuses what grows without end and names the line.
    root = read_markup(data, path)
    if root.tag != "robot":
        raise FileError(f"{path}: line {root.line}: <{root.tag}>, expected <robot>")
    for element in root.children:
        if element.tag in ("link", "joint"):
            _check_element(element, path)
    with blamed_on(path):
        found = urdf_articulation(_parsed(data, path), meshes.mesh)
    return RobotParts(found, skipped=tuple(meshes.skipped))


def _check_element(element: Element, path: Path) -> None:
    """A link or joint has what yourdfpy takes for granted, and numbers where they belong."""
    name = element.attributes.get("name")
    if name is None:
        raise FileError(f"{path}: line {element.line}: <{element.tag}> has no name")
    where = f"{path}: line {element.line}: {element.tag} {name!r}"
    for tag in ("parent", "child") if element.tag == "joint" else ():
        if [side for side in element.find(tag) if "link" in side.attributes] == []:
            raise FileError(f"{where}: has no <{tag} link=...>")
    waiting = [child for child in element.children if child.tag not in UNUSED]
    while waiting:
        at = waiting.pop()
        waiting.extend(at.children)
        if at.tag == "collision" and not any(shape.children for shape in at.find("geometry")):
            raise FileError(f"{where}: a collision has no geometry")
        for key, counts in NUMBERS.get(at.tag, {}).items():
            text = at.attributes.get(key)
            if text is None or (at.tag == "limit" and text.strip("+- ").lower() in ENDLESS):
                continue
            if len(numbers_in(text)) not in counts:
                told = " or ".join(map(str, counts))
                raise FileError(
                    f"{where}: {key} of its <{at.tag}> is {text[:60]!r}, expected finite numbers, "
                    f"{told} of them"
                )


def _parsed(data: bytes, path: Path) -> Any:
    """What yourdfpy makes of a file, without meshes and scenes."""
    try:
        import yourdfpy
    except ImportError:
        raise FileError(f"{path}: URDF files need yourdfpy: pip install yourdfpy") from None
    # It reports what it then raises.
    logging.getLogger("yourdfpy.urdf").setLevel(logging.CRITICAL)
    root = ET.fromstring(data)  # noqa: S314 - checked by our own parser before
    root.attrib.setdefault("name", path.stem)
    # It is strict about what we do not need, and files are not.
    for element in (root, *root.findall("link")):
        for child in [child for child in element if child.tag in UNUSED]:
            element.remove(child)
    try:
        return yourdfpy.URDF.load(
            BytesIO(ET.tostring(root)), build_scene_graph=False, load_meshes=False,
            mesh_dir="",
        ).robot  # fmt: skip
    except Exception as error:  # whatever it raises: the file is not a URDF that it knows
        raise FileError(f"{path}: no URDF ({type(error).__name__}: {error})") from error


def yourdfpy_parts(urdf: Any) -> RobotParts:
    """The robot of a ``yourdfpy.URDF``, whose own handler finds the files of meshes.

    An ``ImpingeError`` says if it is none, or something in it makes no sense.
    """
    robot, handler = getattr(urdf, "robot", None), getattr(urdf, "_filename_handler", None)
    if robot is None or handler is None:
        raise ImpingeError(f"urdf: expected a yourdfpy.URDF, got {type(urdf).__name__}")

    def read_mesh(name: str, scale: ArrayLike | None, where: str) -> Mesh | None:
        file = Path(handler(fname=name)).resolve()
        return MeshFolder(file, {}, "error").mesh(file.name, scale, where)

    return RobotParts(urdf_articulation(robot, read_mesh))


def urdf_articulation(robot: Any, read_mesh: MeshReader) -> Articulation:
    """The articulation of a parsed robot (``yourdfpy.URDF.robot``).

    An ``ImpingeError`` names link or joint if something in it makes no sense.
    """
    links = [_link(link, read_mesh) for link in robot.links]
    joints = [_joint(joint) for joint in robot.joints]
    return Articulation(links, joints, name=robot.name or "")


def _link(link: Any, read_mesh: MeshReader) -> Link:
    where = f"link {link.name!r}"
    shapes = []
    for k, collision in enumerate(link.collisions):
        at = where if len(link.collisions) == 1 else f"{where}, collision {k + 1}"
        if (shape := _shape(collision.geometry, read_mesh, at)) is not None:
            shapes.append((shape, _pose(collision.origin, at)))
    body = link.inertial
    if body is None or body.mass is None:
        return Link(link.name, shapes)
    origin = _pose(body.origin, f"{where}: inertial")
    turn = origin[:3, :3]
    inertia = np.zeros((3, 3)) if body.inertia is None else np.asarray(body.inertia, np.float64)
    return Link(link.name, shapes, body.mass, origin[:3, 3], turn @ inertia @ turn.T)


def _shape(geometry: Any, read_mesh: MeshReader, where: str) -> Shape | None:
    try:
        if geometry.box is not None:
            return Box(geometry.box.size)
        if geometry.cylinder is not None:
            return Cylinder(geometry.cylinder.radius, geometry.cylinder.length)
        if geometry.sphere is not None:
            return Sphere(geometry.sphere.radius)
    except ImpingeError as error:
        raise ImpingeError(f"{where}: {error}") from error
    if geometry.mesh is None:
        raise ImpingeError(f"{where}: a collision has no geometry")
    if not geometry.mesh.filename:
        raise ImpingeError(f"{where}: a mesh has no file name")
    return read_mesh(geometry.mesh.filename, geometry.mesh.scale, where)


def _joint(joint: Any) -> Joint:
    where, limit = f"joint {joint.name!r}", joint.limit
    if joint.type in ("revolute", "prismatic") and limit is None and joint.mimic is None:
        raise ImpingeError(f"{where}: a {joint.type} joint has no <limit>")
    limits = _given(limit, "lower", "upper", "velocity", "effort")
    if joint.type in ("revolute", "prismatic") and limit is not None:
        # URDF's own defaults.
        limits = {"lower": 0.0, "upper": 0.0} | limits
    if joint.type in ("floating", "planar", "fixed"):
        limits = {k: v for k, v in limits.items() if k in ("velocity", "effort")}
    if limits.get("velocity") == 0.0:
        # Many files leave it at zero for "not known".
        limits["velocity"] = inf
    # Some files fix a joint and leave its <mimic> where it was.
    mimic = None if joint.type == "fixed" else joint.mimic
    factor = {"multiplier": 1.0, "offset": 0.0} | _given(mimic, "multiplier", "offset")
    return Joint(
        joint.name, joint.type, joint.parent, joint.child, _pose(joint.origin, where),
        (1.0, 0.0, 0.0) if joint.axis is None or joint.type == "fixed" else joint.axis,
        mimic=None if mimic is None else (mimic.joint, *factor.values()), **limits,
    )  # fmt: skip


def _given(record: Any, *names: str) -> dict[str, float]:
    """What a record says, if there is one."""
    if record is None:
        return {}
    return {name: value for name in names if (value := getattr(record, name)) is not None}


def _pose(origin: Any, where: str) -> Any:
    if origin is None:
        return np.eye(4)
    pose = np.asarray(origin, np.float64)
    if pose.shape != (4, 4) or not np.isfinite(pose).all():
        raise ImpingeError(f"{where}: its <origin> is not finite")
    return pose
