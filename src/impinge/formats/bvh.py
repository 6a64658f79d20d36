"""BVH: a captured skeleton and its motion, as an articulation with capsules for bones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on, read_bytes
from impinge.formats.robot_parts import (
    CapturedMotion,
    RobotParts,
    along_z,
    numbers_in,
    rotations,
    turned,
)
from impinge.formats.text import numbered_lines
from impinge.geometry import Articulation, Capsule, Joint, Link

MOST_NODES = 2_000
"""Skeletons with all fingers have about a hundred."""
SLENDER = 0.12
"""Radius of a bone as a share of its length."""


class Node(NamedTuple):
    """A joint of the skeleton; an end site has no channels and no children."""

    name: str
    parent: int
    offset: Array
    channels: tuple[str, ...]


def read_bvh(path: Path, metres: float, shapes: Mapping[str, Any]) -> RobotParts:
    """The skeleton of a file, with its motion.

    The root floats, other joints are balls. A link is called as its joint; it has a capsule for
    each bone to a joint below it, unless ``shapes`` has shapes for it.

    A ``FileError`` names the line if the file is broken.
    """
    lines = numbered_lines(read_bytes(path), path)
    nodes = _read_hierarchy(lines, path)
    times, values = _read_motion(lines, sum(len(node.channels) for node in nodes), path)
    kept = [i for i, node in enumerate(nodes) if node.channels]
    names = {nodes[i].name for i in kept}
    if unknown := [name for name in shapes if name not in names]:
        raise ImpingeError(f"shapes: the skeleton has no link {unknown[0]!r}")
    links, joints = [Link("world")], []
    below: list[list[Array]] = [[] for _ in nodes]
    for node in nodes[1:]:
        below[node.parent].append(metres * node.offset)
    for i in kept:
        node, given = nodes[i], shapes.get(nodes[i].name)
        given = _bones(below[i]) if given is None else given
        links.append(Link(node.name, given if isinstance(given, (list, tuple)) else [given]))
        origin = np.eye(4)
        origin[:3, 3] = metres * node.offset
        kind = "ball" if len(node.channels) == 3 else "floating"
        parent = "world" if node.parent < 0 else nodes[node.parent].name
        joints.append(Joint(node.name, kind, parent, node.name, origin))
    with blamed_on(path):
        tree = Articulation(links, joints, name=path.stem)
    q = _configurations(tree, nodes, values, metres)
    return RobotParts(tree, ignored=_touching(nodes), motion=CapturedMotion(times, q))


def _touching(nodes: list[Node]) -> dict[tuple[str, str], str]:
    """Bones that leave the same joint meet there, and so do those around joints of no length."""
    pairs = {}
    below: dict[int, list[Node]] = {}
    for a in nodes:
        near = list(below.get(a.parent, []))
        if a.parent >= 0 and not nodes[a.parent].offset.any():
            above = nodes[a.parent].parent
            near += [b for b in below.get(above, []) if b is not a]
            near += [nodes[above]] if above >= 0 else []
        below.setdefault(a.parent, []).append(a)
        for b in near:
            if a.channels and b.channels:
                pairs[a.name, b.name] = "bones of one joint"
    return pairs


def _bones(ends: list[Array]) -> list[Any]:
    """Capsules from the origin to each end."""
    found: list[Any] = []
    for end in ends:
        length = float(np.linalg.norm(end))
        if length > 0.0:
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = along_z(end), 0.5 * end
            radius = SLENDER * length
            found.append((Capsule(radius, max(length - 2.0 * radius, 0.0)), pose))
    return found


def _read_hierarchy(lines: Iterator[tuple[int, str]], path: Path) -> list[Node]:
    nodes: list[Node] = []
    above: list[int] = []
    pending = None
    for number, line in lines:
        words, refuse = line.split(), _refusing(path, number)
        first = words[0].upper()
        if number == 1 or (not nodes and first == "HIERARCHY"):
            if first != "HIERARCHY":
                refuse(f"{line[:60]!r}, expected HIERARCHY")
        elif first == "MOTION":
            if above or not nodes:
                refuse("MOTION before the hierarchy ends")
            return nodes
        elif first in ("ROOT", "JOINT", "END"):
            if (first == "ROOT") != (not nodes) or len(nodes) >= MOST_NODES or len(words) < 2:
                refuse(f"{line[:60]!r}, expected one ROOT, then joints, at most {MOST_NODES}")
            parent = above[-1] if above else -1
            name = " ".join(words[1:]) if first != "END" else f"end of {nodes[parent].name}"
            pending = len(nodes)
            nodes.append(Node(name, parent, np.zeros(3), ()))
        elif first == "{":
            if pending is None:
                refuse("a brace without a joint")
            above.append(pending)
            pending = None
        elif first == "}":
            if not above:
                refuse("a brace too many")
            above.pop()
        elif first == "OFFSET" and above:
            nodes[above[-1]] = nodes[above[-1]]._replace(offset=_numbers(words[1:], 3, refuse))
        elif first == "CHANNELS" and above:
            channels = tuple(word.capitalize() for word in words[2:])
            if sorted(c[0] for c in channels if c.endswith("rotation")) != ["X", "Y", "Z"]:
                refuse("expected rotations about X, Y and Z, once each")
            slides = [c for c in channels if not c.endswith("rotation")]
            if sorted(slides) not in ([], ["Xposition", "Yposition", "Zposition"]):
                refuse(f"{line[:60]!r}, expected 3 rotations, or 3 positions and 3 rotations")
            if words[1] != str(len(channels)):
                refuse(f"{line[:60]!r}, has {len(channels)} channels")
            nodes[above[-1]] = nodes[above[-1]]._replace(channels=channels)
        else:
            refuse(f"{line[:60]!r} is not known")
    raise FileError(f"{path}: ends before MOTION; truncated?")


def _refusing(path: Path, number: int) -> Callable[[str], NoReturn]:
    """What raises the error that names a line."""

    def refuse(reason: str) -> NoReturn:
        raise FileError(f"{path}: line {number}: {reason}")

    return refuse


def _numbers(words: list[str], count: int, refuse: Callable[[str], NoReturn]) -> Array:
    found = numbers_in(" ".join(words))
    if len(found) != count:
        refuse(f"expected {count} numbers")
    return found


def _read_motion(lines: Iterator[tuple[int, str]], count: int, path: Path) -> tuple[Array, Array]:
    """Times of the frames [s], and (F, count) channels."""
    head: dict[str, float] = {}
    rows: list[Array] = []
    for number, line in lines:
        refuse = _refusing(path, number)
        key, colon, rest = line.partition(":")
        if colon:
            head[key.strip().lower()] = float(_numbers(rest.split(), 1, refuse)[0])
        else:
            rows.append(_numbers(line.split(), count, refuse))
    step = head.get("frame time", 0.0)
    if head.get("frames") != len(rows) or not rows:
        told = head.get("frames", 0)
        raise FileError(f"{path}: announces {told:g} frames, has {len(rows)}; truncated?")
    if not step > 0.0:
        raise FileError(f"{path}: its frame time is {step:g}, expected a positive number")
    if not np.isfinite(step * len(rows)):
        raise FileError(f"{path}: {len(rows)} frames of {step:g} s do not end")
    return step * np.arange(len(rows), dtype=np.float64), np.array(rows)


def _configurations(tree: Articulation, nodes: list[Node], values: Array, metres: float) -> Array:
    q = np.zeros((len(values), tree.dof))
    first = 0
    for node in nodes:
        if not node.channels:
            continue
        turn = np.broadcast_to(np.eye(3), (len(values), 3, 3))
        shift = np.zeros((len(values), 3))
        for k, channel in enumerate(node.channels):
            axis, column = "XYZ".index(channel[0]), values[:, first + k]
            if channel.endswith("rotation"):
                turn = turn @ turned(axis, np.radians(column))
            else:
                shift[:, axis] = metres * column
        first += len(node.channels)
        numbers = rotations().from_matrix(turn).as_quat()
        if len(node.channels) == 6:
            numbers = np.concatenate([shift, numbers], axis=1)
        q[:, tree.columns(node.name)] = numbers
    return q
