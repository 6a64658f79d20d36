"""Problems of MotionBenchMaker: scenes, starts and goals that motion planners are compared on."""

from __future__ import annotations

import bz2
import io
import re
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_whole
from impinge.core.errors import FileError, ImpingeError
from impinge.core.progress import progress
from impinge.formats.file import as_path, blamed_on, most_unpacked, read_bytes
from impinge.formats.yaml_text import read_yaml
from impinge.geometry import Box, Compound, Cylinder, Shape, Sphere, pose
from impinge.scene import Scene

MOST_MEMBERS = 100_000
MOST_MEMBER_BYTES = 1024**2
MEMBER = re.compile(r"(?:.*/)?([^/]+)/(scene|request)(\d+)\.yaml")
"""Scenario, what it is, and number."""
SIZES = {"box": 3, "cylinder": 2, "sphere": 1}
"""Dimensions of primitives; a cylinder has height and radius, in this order."""


@dataclass(frozen=True, slots=True, eq=False)
class MotionProblem:
    """A scene, and where a motion in it begins and ends.

    Attributes
    ----------
    scenario : str
        Of which family, such as ``"cage_panda"``.
    name : str
        Its number there, as the archive writes it: ``"0042"``.
    scene : Scene
    start, goal : dict of str to float
        Values of joints by name [rad, m]; a goal may leave some out.
    """

    scenario: str
    name: str
    scene: Scene
    start: dict[str, float]
    goal: dict[str, float]

    def __repr__(self) -> str:
        return f"MotionProblem({self.scenario!r}, {self.name!r}, {len(self.scene)} things)"


def motion_bench(archive: Any, count: int | None = None) -> list[MotionProblem]:
    """Problems of an archive of MotionBenchMaker, sorted by scenario and name.

    Parameters
    ----------
    archive : path
        A ``.tar.bz2`` with ``SCENARIO/sceneNNNN.yaml`` and ``SCENARIO/requestNNNN.yaml``. Nothing
        is written to disk.
    count : int, optional
        Read so many, spread evenly over all; all if not given.

    Raises
    ------
    FileError
        If the archive or one of its files is broken, too large, or has something that is not known:
        boxes, cylinders and spheres are, and goals of joints.
    """
    path = as_path(archive)
    texts = sorted(_members(path).items())
    if count is not None:
        most = min(len(texts), as_whole(count, "count", 1, MOST_MEMBERS))
        texts = [texts[k * len(texts) // most] for k in range(most)]
    found = []
    with progress(len(texts), "problems") as done:
        for (scenario, name), texts_of_one in texts:
            where = f"{path}: {scenario}/{{}}{name}.yaml"
            for kind in ("scene", "request"):
                if kind not in texts_of_one:
                    raise FileError(f"{where.format(kind)}: is missing")
            read = {
                kind: read_yaml(text, where.format(kind)) for kind, text in texts_of_one.items()
            }
            with blamed_on(where.format("scene")):
                scene = _scene(read["scene"])
            with blamed_on(where.format("request")):
                start, goal = _start(read["request"]), _goal(read["request"])
            found.append(MotionProblem(scenario, name, scene, start, goal))
            done(len(found))
    return found


def _members(path: Path) -> dict[tuple[str, str], dict[str, bytes]]:
    """Texts by scenario and number, then by kind."""
    packed = read_bytes(path)
    most = most_unpacked(len(packed))
    with blamed_on(path):
        # Unpacked as a whole and bounded: headers of an archive may claim any size.
        data = bz2.BZ2File(io.BytesIO(packed)).read(most + 1)
    if len(data) > most:
        raise FileError(f"{path}: unpacks to more than {most} bytes")
    found: dict[tuple[str, str], dict[str, bytes]] = {}
    with blamed_on(path), tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for count, member in enumerate(archive):
            if count >= MOST_MEMBERS:
                raise FileError(f"{path}: more than {MOST_MEMBERS} files")
            match = MEMBER.fullmatch(member.name)
            if match is None or not member.isreg():
                continue
            if member.size > MOST_MEMBER_BYTES:
                raise FileError(f"{path}: {member.name}: {member.size} bytes are too many")
            scenario, kind, name = match.groups()
            file = archive.extractfile(member)
            assert file is not None
            found.setdefault((scenario, name), {})[kind] = file.read()
    if not found:
        raise FileError(f"{path}: has no scenes and requests")
    return found


def _scene(given: Any) -> Scene:
    names, shapes, poses = [], [], []
    for thing in _list(_under(given, "world"), "collision_objects"):
        name = _under(thing, "id")
        what = f"object {name!r}"
        for kind in ("meshes", "planes"):
            if thing.get(kind):
                raise ImpingeError(f"{what}: {kind} are not supported")
        kinds, places = _list(thing, "primitives"), _list(thing, "primitive_poses")
        if len(kinds) != len(places) or not kinds:
            raise ImpingeError(f"{what}: {len(kinds)} primitives and {len(places)} poses")
        parts = [
            (_shape(kind, what), _pose(place, what))
            for kind, place in zip(kinds, places, strict=True)
        ]
        own = _pose(thing["pose"], what) if "pose" in thing else np.eye(4)
        shape, placed = parts[0] if len(parts) == 1 else (Compound(parts), np.eye(4))
        names.append(name)
        shapes.append(shape)
        poses.append(own @ placed)
    scene = Scene()
    if names:
        scene.add_many(names, shapes, np.stack(poses))
    return scene


def _shape(given: Any, what: str) -> Shape:
    kind = _under(given, "type")
    if kind not in SIZES:
        raise ImpingeError(f"{what}: {kind!r}, expected {', '.join(SIZES)}")
    sizes = _numbers(_under(given, "dimensions"), SIZES[kind], f"{what}: dimensions").tolist()
    if kind == "box":
        return Box(sizes)
    return Sphere(sizes[0]) if kind == "sphere" else Cylinder(sizes[1], sizes[0])


def _pose(given: Any, what: str) -> Array:
    position = _numbers(_under(given, "position"), 3, f"{what}: position")
    orientation = _numbers(_under(given, "orientation"), 4, f"{what}: orientation")
    return pose(position, quaternion=orientation)


def _start(given: Any) -> dict[str, float]:
    state = _under(_under(given, "start_state"), "joint_state")
    names = _list(state, "name")
    values = _numbers(_under(state, "position"), len(names), "start_state: position")
    return dict(zip(names, values.tolist(), strict=True))


def _goal(given: Any) -> dict[str, float]:
    goals = _list(given, "goal_constraints")
    if len(goals) != 1:
        raise ImpingeError(f"goal_constraints: {len(goals)}, expected one")
    found = {}
    for joint in _list(goals[0], "joint_constraints"):
        name = _under(joint, "joint_name")
        found[name] = float(_numbers([_under(joint, "position")], 1, f"joint {name!r}")[0])
    return found


def _under(given: Any, key: str) -> Any:
    if not isinstance(given, dict) or key not in given:
        raise ImpingeError(f"{key}: is missing")
    return given[key]


def _list(given: Any, key: str) -> list[Any]:
    found = _under(given, key)
    if not isinstance(found, list):
        raise ImpingeError(f"{key}: expected a list")
    return found


def _numbers(words: Any, count: int, what: str) -> Array:
    try:
        found = np.array([float(word) for word in words], np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if len(found) != count or not np.isfinite(found).all():
        raise ImpingeError(f"{what}: expected {count} numbers")
    return found
