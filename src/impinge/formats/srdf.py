"""SRDF: which links of a robot are not tested with each other, groups of joints, named states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.robot_parts import RobotParts, numbers_in
from impinge.geometry import Articulation


def read_srdf(path: Path, parts: RobotParts) -> RobotParts:
    """What a file adds to a robot: ignored pairs, groups, states.

    A ``FileError`` says if it is broken, or names links, joints or groups that the robot lacks.
    """
    root = read_markup(read_bytes(path), path)
    if root.tag != "robot":
        raise FileError(f"{path}: line {root.line}: <{root.tag}>, expected <robot>")
    tree = parts.articulation
    ignored = dict(parts.ignored)
    for element in root.find("disable_collisions"):
        a, b = (_known(element, key, tree.link_names, "link", path) for key in ("link1", "link2"))
        if a == b:
            raise FileError(f"{path}: line {element.line}: link1 and link2 are both {a!r}")
        ignored[a, b] = element.attributes.get("reason", "disabled in the SRDF")
    elements: dict[str, Element] = {}
    for group in root.find("group"):
        if elements.setdefault(_attribute(group, "name", path), group) is not group:
            name = group.attributes["name"]
            raise FileError(f"{path}: line {group.line}: two groups are called {name!r}")
    groups: dict[str, tuple[str, ...]] = {}
    for name in elements:
        _read_group(name, elements, groups, tree, path)
    states = dict(parts.states)
    for element in root.find("group_state"):
        _known(element, "group", elements, "group", path)
        joints = tuple(joint.name for joint in tree.joints)
        values = {
            _known(joint, "name", joints, "joint", path): _numbers(joint, path)
            for joint in element.find("joint")
        }
        moved = {name: value for name, value in values.items() if name in tree.joint_names}
        # Groups have states of their own: "home" of an arm and of its hand is one of the robot.
        name = _attribute(element, "name", path)
        states[name] = states.get(name, {}) | moved
    kept = {name: joints for name, joints in groups.items() if joints}
    return replace(parts, ignored=ignored, groups=kept, states=states)


def _read_group(
    name: str, elements: dict[str, Element], groups: dict[str, tuple[str, ...]],
    tree: Articulation, path: Path,
) -> None:  # fmt: skip
    """Add the joints of a group, in the order of q, and before it those of its subgroups."""
    waiting, above = [name], set[str]()
    while waiting:
        at = waiting[-1]
        inner = [
            _known(element, "name", elements, "group", path)
            for element in elements[at].find("group")
        ]
        left = [other for other in inner if other not in groups]
        above.add(at)
        if at in groups:
            waiting.pop()
        elif not left:
            joints = _joints_of(elements[at], tree, path).union(*(groups[other] for other in inner))
            groups[at] = tuple(joint for joint in tree.joint_names if joint in joints)
            waiting.pop()
        elif above.intersection(left):
            circle = ", ".join(sorted(map(repr, above)))
            raise FileError(f"{path}: the groups {circle} contain each other")
        else:
            waiting.append(left[0])


def _joints_of(group: Element, tree: Articulation, path: Path) -> set[str]:
    """Joints that a group names itself, those to its links, and those of its chains."""
    leads = {joint.child: joint for joint in tree.joints}
    found: set[str] = set()
    for element in group.children:
        if element.tag == "joint":
            names = tuple(joint.name for joint in tree.joints)
            found.add(_known(element, "name", names, "joint", path))
        elif element.tag == "link":
            link = _known(element, "name", tree.link_names, "link", path)
            found |= {leads[link].name} if link in leads else set()
        elif element.tag == "chain":
            base = _known(element, "base_link", tree.link_names, "link", path)
            at = tip = _known(element, "tip_link", tree.link_names, "link", path)
            while at != base:
                if at not in leads:
                    raise FileError(
                        f"{path}: line {element.line}: there is no chain from {base!r} to {tip!r}"
                    )
                found.add(leads[at].name)
                at = leads[at].parent
    return found


def _attribute(element: Element, key: str, path: Path) -> str:
    try:
        return element.attributes[key]
    except KeyError:
        raise FileError(f"{path}: line {element.line}: <{element.tag}> has no {key}") from None


def _known(element: Element, key: str, names: object, what: str, path: Path) -> str:
    name = _attribute(element, key, path)
    if name not in names:  # type: ignore[operator]
        raise FileError(f"{path}: line {element.line}: the robot has no {what} {name!r}")
    return name


def _numbers(element: Element, path: Path) -> float | tuple[float, ...]:
    text = _attribute(element, "value", path)
    values = tuple(numbers_in(text).tolist())
    if not values:
        raise FileError(f"{path}: line {element.line}: value is {text!r}, expected numbers")
    return values[0] if len(values) == 1 else values
