"""Links and joints as one tree: what a robot, a crane or a skeleton is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isfinite
from typing import Any

import numpy as np

from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag, as_several, shown
from impinge.geometry.immutable import Immutable
from impinge.geometry.joint import COORDINATES, QUATERNION_AT, SINGLE, SPEEDS, Joint, Link, Mimic


class Articulation(Immutable):
    """Links joined to a tree. Immutable.

    Parameters
    ----------
    links : iterable of Link
    joints : iterable of Joint
        Every link but one, the root, is the child of exactly one joint.
    name : str, optional

    Raises
    ------
    ImpingeError
        If names repeat, a joint's parent or child is no link, a link has two parents, there are
        several roots, joints go in a circle, or mimic joints do; the message names them.

    Attributes
    ----------
    links : tuple of Link
        Depth first from the root, children by the names of their joints.
    joints : tuple of Joint
        ``joints[i]`` leads to ``links[i + 1]``; fixed and mimic joints are among them.
    link_names, joint_names : tuple of str
        Of all links; of the joints that have numbers in q, in its order.
    dof, speeds : int
        Numbers of a configuration q, and of a vector of speeds.
    lower, upper : (dof,) float64
        Limits of q: -1 and 1 for quaternions.
    velocity, effort : (speeds,) float64
        Largest speeds and efforts.
    parents : (n,) int64
        The parent of each link; -1 for the root.
    starts, speed_starts : (n,) int64
        Where the numbers of the joint to each link begin in q, and among speeds; those of a mimic
        joint are its source's. -1 for the root and fixed joints.
    mimic : (n, 2) float64
        Multiplier and offset of the joint to each link; chains of mimic joints are resolved.
    owners : (dof,) int64
        The link whose joint each number of q moves.

    Notes
    -----
    q has one number for each revolute, continuous and prismatic joint; three for a planar one (x,
    y, angle), seven for a floating one (position, quaternion x, y, z, w), four for a ball
    (quaternion). Speeds of a floating joint are six (linear, angular), of a ball three, both along
    the axes of the joint's frame in its parent.

    Examples
    --------
    >>> arm = Articulation([Link("base"), Link("arm")], [Joint("turn", "revolute", "base", "arm")])
    >>> arm
    Articulation(2 links, 1 joint, dof 1)
    """

    __slots__ = (
        "dof", "effort", "joint_names", "joints", "link_names", "links", "lower", "mimic", "name",
        "owners", "parents", "speed_starts", "speeds", "starts", "upper", "velocity",
    )  # fmt: skip

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    link_names: tuple[str, ...]
    joint_names: tuple[str, ...]
    dof: int
    speeds: int
    lower: Array
    upper: Array
    velocity: Array
    effort: Array
    parents: Ids
    starts: Ids
    speed_starts: Ids
    mimic: Array
    owners: Ids

    def __init__(self, links: Iterable[Link], joints: Iterable[Joint], *, name: str = "") -> None:
        if not isinstance(name, str):
            raise ImpingeError(f"name: expected text, got {shown(name)}")
        all_links, all_joints = _by_name(links, Link, "link"), _by_name(joints, Joint, "joint")
        order, path = _in_order(all_links, all_joints)
        sources = _sources(path, all_joints)
        taken = [joint for joint in path if joint.mimic is None and COORDINATES[joint.kind]]
        starts = _offsets(taken, COORDINATES)
        speed_starts = _offsets(taken, SPEEDS)
        numbers = {link.name: i for i, link in enumerate(order)}
        none = np.zeros(0)
        lower, upper = (
            np.concatenate([none, *(_spread(joint, which) for joint in taken)])
            for which in ("lower", "upper")
        )
        counts = [SPEEDS[joint.kind] for joint in taken]
        self._set(
            name=name,
            links=tuple(order),
            joints=tuple(path),
            link_names=tuple(numbers),
            joint_names=tuple(joint.name for joint in taken),
            dof=sum(COORDINATES[joint.kind] for joint in taken),
            speeds=sum(counts),
            lower=frozen(lower),
            upper=frozen(upper),
            velocity=frozen(np.repeat(np.array([j.velocity for j in taken], np.float64), counts)),
            effort=frozen(np.repeat(np.array([j.effort for j in taken], np.float64), counts)),
            parents=_ids([-1, *(numbers[joint.parent] for joint in path)]),
            starts=_ids([-1, *(starts.get(sources[j.name][0], -1) for j in path)]),
            speed_starts=_ids([-1, *(speed_starts.get(sources[j.name][0], -1) for j in path)]),
            mimic=frozen(np.array([(1.0, 0.0), *(sources[j.name][1:] for j in path)])),
            owners=_ids([numbers[j.child] for j in taken for _ in range(COORDINATES[j.kind])]),
        )

    def columns(self, joint: str, *, speeds: bool = False) -> slice:
        """The numbers of a joint in q, or among speeds; those of its source for a mimic joint.

        Raises
        ------
        ImpingeError
            If there is no joint of this name.
        """
        as_flag(speeds, "speeds")
        for k, other in enumerate(self.joints, start=1):
            if isinstance(joint, str) and other.name == joint:
                begin = int((self.speed_starts if speeds else self.starts)[k])
                count = (SPEEDS if speeds else COORDINATES)[other.kind]
                return slice(begin, begin + count) if begin >= 0 else slice(0, 0)
        raise ImpingeError(f"joint: there is none called {shown(joint)}; {_some(self.joint_names)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.links, self.joints, self.name)

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        joints = len(self.joints)
        return (
            f"Articulation({name}{len(self.links)} links, {joints} joint"
            f"{'' if joints == 1 else 's'}, dof {self.dof})"
        )


def _restored(links: Any, joints: Any, name: str) -> Articulation:
    return Articulation(links, joints, name=name)


def _by_name(given: Any, kind: type[Any], what: str) -> dict[str, Any]:
    """Links or joints by name, each once."""
    found: dict[str, Any] = {}
    for row, one in enumerate(as_several(given, f"{what}s")):
        if not isinstance(one, kind):
            raise ImpingeError(f"{what}s: row {row} is a {type(one).__name__}, expected a {what}")
        if one.name in found:
            raise ImpingeError(f"{what}s: two are called {one.name!r}")
        found[one.name] = one
    return found


def _in_order(
    links: Mapping[str, Link], joints: Mapping[str, Joint]
) -> tuple[list[Link], list[Joint]]:
    """Links depth first from the root, children by the names of their joints; the joint to each."""
    leads: dict[str, Joint] = {}
    children: dict[str, list[Joint]] = {name: [] for name in links}
    for joint in joints.values():
        for side, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in links:
                raise ImpingeError(
                    f"joint {joint.name!r}: its {side} {link!r} is no link; {_some(links)}"
                )
        if joint.child in leads:
            raise ImpingeError(
                f"link {joint.child!r}: is the child of two joints, {leads[joint.child].name!r} "
                f"and {joint.name!r}; a tree has one joint to each link"
            )
        leads[joint.child] = joint
        children[joint.parent].append(joint)
    roots = [name for name in links if name not in leads]
    if len(roots) > 1:
        raise ImpingeError(f"links: {_quoted(roots)} have no parent, expected one root")
    order: list[Link] = []
    path: list[Joint] = []
    waiting: list[tuple[Link, Joint | None]] = [(links[name], None) for name in roots]
    while waiting:
        at, lead = waiting.pop()
        order.append(at)
        if lead is not None:
            path.append(lead)
        below = sorted(children[at.name], key=lambda j: j.name, reverse=True)
        waiting.extend((links[j.child], j) for j in below)
    if len(order) < len(links):
        raise ImpingeError(f"joints: {_quoted(_circle(leads, order))} go in a circle")
    if not links:
        raise ImpingeError("links: none, an articulation has at least one")
    return order, path


def _circle(leads: Mapping[str, Joint], reached: list[Link]) -> list[str]:
    """Names of the joints of one circle, among links that the root does not lead to."""
    known = {link.name for link in reached}
    at = next(name for name in leads if name not in known)
    path: dict[str, None] = {}
    while at not in path:
        path[at] = None
        at = leads[at].parent
    names = list(path)
    return [leads[name].name for name in names[names.index(at) :]]


def _sources(
    path: Iterable[Joint], joints: Mapping[str, Joint]
) -> dict[str, tuple[str, float, float]]:
    """For each joint the one with numbers of its own that moves it, multiplier and offset."""
    found: dict[str, tuple[str, float, float]] = {}
    for joint in path:
        at, chain = joint, dict[str, Mimic]()
        while at.mimic is not None and at.name not in found:
            other = at.mimic[0]
            if other not in joints:
                raise ImpingeError(f"joint {at.name!r}: mimics {other!r}, and there is none")
            if other in chain or other == at.name:
                raise ImpingeError(
                    f"joints: {_quoted([*chain, at.name])} mimic each other in a circle"
                )
            if joints[other].kind not in SINGLE:
                raise ImpingeError(
                    f"joint {at.name!r}: mimics {other!r}, a {joints[other].kind} joint; "
                    f"expected one of {', '.join(SINGLE)}"
                )
            chain[at.name] = at.mimic
            at = joints[other]
        source, multiplier, offset = found.setdefault(at.name, (at.name, 1.0, 0.0))
        for name, (_, factor, shift) in reversed(chain.items()):
            multiplier, offset = factor * multiplier, factor * offset + shift
            if not (isfinite(multiplier) and isfinite(offset)):
                raise ImpingeError(f"joint {name!r}: multiplier {multiplier:g}, offset {offset:g}")
            found[name] = source, multiplier, offset
    return found


def _offsets(joints: list[Joint], counts: Mapping[str, int]) -> dict[str, int]:
    ends = np.cumsum([0, *(counts[joint.kind] for joint in joints)])
    return {joint.name: int(end) for joint, end in zip(joints, ends, strict=False)}


def _spread(joint: Joint, which: str) -> Array:
    """Limits of each number of a joint."""
    count = COORDINATES[joint.kind]
    side = -1.0 if which == "lower" else 1.0
    if joint.kind == "continuous":
        return np.array([side * inf])
    limits = np.full(count, side)
    limits[: QUATERNION_AT.get(joint.kind, count)] = getattr(joint, which)
    return limits


def _ids(values: list[int]) -> Ids:
    return frozen(np.array(values, np.int64))


def _quoted(names: Iterable[str], most: int = 20) -> str:
    known = list(names)
    return ", ".join(map(repr, known[:most])) + (", ..." if len(known) > most else "")


def _some(names: Iterable[str]) -> str:
    """The names there are, for errors."""
    return f"there are {_quoted(names, 5)}"
