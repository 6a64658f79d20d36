"""The state of a robot: what its links carry, and which of them are not tested."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from impinge.core.arrays import Array, as_scalar
from impinge.core.derived import Memo
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.options import as_flag, as_mapping, as_several, shown
from impinge.geometry import Articulation, Shape, as_shape
from impinge.motion.kinematics import Kinematics
from impinge.narrow.solid import check_closed
from impinge.scene.population import Population
from impinge.scene.robot_bodies import (
    Bodies,
    NamePair,
    World,
    ignored_bodies,
    is_bounded,
    own_pairs,
    sorted_pair,
    world_of,
)
from impinge.scene.robot_queries import RobotQueries
from impinge.scene.things import check_name

TEXTS = {
    "adjacent": "they are joined",
    "ignored": "robot.ignore was told so",
    "given": "the robot came with this pair ignored",
    "touching": "they touched at the configuration given to robot.ignore_touching_at",
    "never": "they touched at none of the learned samples",
    "always": "they touched at all learned samples",
    "attached": "one is attached to the other, or was to ignore it",
}
"""Reasons for which pairs are ignored."""


class Attached(NamedTuple):
    """A shape that a link carries."""

    link: str
    shape: Shape
    pose: Array


class RobotModel:
    """Articulation, attached shapes, padding and ignored pairs; shared by a robot and its groups.

    Attributes
    ----------
    ignored : dict of (str, str) to str
        Pairs of names, sorted, and why.
    attached : dict of str to Attached
    padding : dict of str to float
        By the names of links and of what is attached.
    """

    def __init__(
        self,
        articulation: Articulation,
        base: Array,
        name: str,
        ignored: Any,
        groups: Mapping[str, Iterable[str]],
        states: Mapping[str, Any],
        padding: Any,
        solid: bool,
    ) -> None:
        self.articulation, self.name, self.solid = articulation, name, as_flag(solid, "solid")
        self.kinematics = Kinematics(articulation, base)
        self.attached: dict[str, Attached] = {}
        for link in articulation.links:
            for k, (shape, _) in enumerate(link.shapes):
                self._check(shape, f"link {link.name!r}: shape {k}")
        self.ignored = dict.fromkeys(adjacent_pairs(articulation), "adjacent")
        reasons = ignored if isinstance(ignored, Mapping) else {}
        for pair in as_several(ignored, "ignored", "pairs of names"):
            if len(two := as_several(pair, "ignored", "pairs of names")) != 2:
                raise ImpingeError(f"ignored: expected pairs of names, got {shown(pair)}")
            why = reasons.get(pair, "given") if reasons else "given"
            self.ignore(two[0], two[1], why)
        self.groups = {
            key: listed_names(joints, f"group {shown(key)}")
            for key, joints in as_mapping(groups, "groups").items()
        }
        self.states = dict(as_mapping(states, "states"))
        self.padding: dict[str, float] = {}
        self.set_padding(padding)
        self.checked_neutral = False
        self._memo = Memo()
        self._queries: RobotQueries | None = None
        self._worlds: WeakKeyDictionary[Population, tuple[int, World]] | None = None

    def __copy__(self) -> RobotModel:
        made = object.__new__(RobotModel)
        made.__dict__.update(
            self.__getstate__(), ignored=dict(self.ignored), attached=dict(self.attached),
            padding=dict(self.padding), _memo=Memo(),
        )  # fmt: skip
        return made

    def __getstate__(self) -> dict[str, Any]:
        # What is derived holds addresses.
        return {**self.__dict__, "_queries": None, "_worlds": None}

    @property
    def owners(self) -> list[str]:
        """Names that have bodies: links, then what is attached."""
        return [*self.articulation.link_names, *self.attached]

    def check_owner(self, name: Any, argument: str) -> str:
        """A link or something attached; an error says what there is."""
        if check_name(name, argument) not in self.owners:
            raise ImpingeError(
                f"{argument}: no link, and nothing attached, is called {name!r}; "
                f"{known_names(self.owners)}"
            )
        return str(name)

    def link_number(self, link: Any) -> int:
        """The row of a link; an error says what there is."""
        names = self.articulation.link_names
        if not isinstance(link, str) or link not in names:
            raise ImpingeError(f"link: there is none called {shown(link)}; {known_names(names)}")
        return names.index(link)

    def ignore(self, a: Any, b: Any, reason: str) -> None:
        """Leave a pair of names out: one is of the robot, the other of it or of a scene."""
        for name, argument in ((a, "a"), (b, "b")):
            check_name(name, argument)
        if a not in self.owners and b not in self.owners:
            raise ImpingeError(
                f"a and b: neither {a!r} nor {b!r} is a link or attached; "
                f"{known_names(self.owners)}"
            )
        if a == b:
            raise ImpingeError(f"a and b: both are {a!r}, expected two names")
        self.ignored.setdefault(sorted_pair(a, b), reason)
        self._queries = None

    def _check(self, shape: Shape, name: str) -> None:
        """Refuse shapes that go on without end, and among solids open meshes."""
        if not is_bounded(shape):
            raise ImpingeError(f"{name}: a HalfSpace does not end; put it into the scene")
        if self.solid:
            check_closed(shape, name)

    def attach(self, name: Any, link: Any, shape: Any, pose: Any, ignore: Iterable[str]) -> None:
        names = listed_names(ignore, "ignore")
        if check_name(name) in self.owners:
            raise ImpingeError(f"name: {name!r} is a link, or attached already")
        if name in names:
            raise ImpingeError(f"ignore: {name!r} is what is attached")
        self.link_number(link)
        ready = as_shape(shape, "shape")
        self._check(ready, "shape")
        placed = given_poses(pose, "pose", single=True)
        place = np.eye(4) if placed is None else placed.copy()
        self.attached[name] = Attached(link, ready, place)
        self.padding[name] = self.padding[link]
        for other in (link, *names):
            self.ignore(name, other, "attached")
        self._queries = None

    def detach(self, name: Any) -> None:
        if not isinstance(name, str) or name not in self.attached:
            known = ", ".join(map(repr, self.attached)) or "nothing"
            raise ImpingeError(f"name: nothing called {shown(name)} is attached; there is {known}")
        del self.attached[name], self.padding[name]
        self.ignored = {pair: why for pair, why in self.ignored.items() if name not in pair}
        self._queries = None

    def set_padding(self, padding: Any) -> None:
        """One number for all, or some by name; those that are not named keep theirs."""
        if isinstance(padding, Mapping):
            values = {
                self.check_owner(name, "padding"): as_scalar(value, f"padding of {name!r}")
                for name, value in padding.items()
            }
        else:
            values = dict.fromkeys(self.owners, as_scalar(padding, "padding"))
        self.padding = {name: self.padding.get(name, 0.0) for name in self.owners} | values
        self._queries = None

    def point_out_neutral(self) -> None:
        """Warn once of links that touch at the neutral configuration."""
        self.checked_neutral, q = True, self.kinematics.neutral()[None]
        queries = self.among(_nothing())
        pairs = sorted(queries.count_touching(q) if self.solid else queries.touching_surfaces(q))
        if pairs:
            shown = ", ".join(f"{a!r} and {b!r}" for a, b in pairs[:5])
            more = f" and {len(pairs) - 5} pairs more" if len(pairs) > 5 else ""
            warnings.warn(
                f"robot {self.name!r}: links touch at its neutral configuration: {shown}{more}; "
                "robot.ignore_touching_at(robot.neutral()) leaves them out",
                UserWarning, stacklevel=4,
            )  # fmt: skip

    @property
    def queries(self) -> RobotQueries:
        """Bodies and pairs as they are now, in an empty world."""
        with self._memo.lock:
            if self._queries is None:
                self._queries = self._built()
            return self._queries

    def _built(self) -> RobotQueries:
        numbers = {name: k for k, name in enumerate(self.owners)}
        owned = [
            (numbers[name], shape, pose, self.padding[name])
            for name, _, shape, pose in self._shapes()
        ]
        bodies, world = Bodies(owned), _nothing()
        carriers = [*self.articulation.link_names, *(one.link for one in self.attached.values())]
        links = np.array([self.link_number(link) for link in carriers], np.int64)[bodies.owners]
        pairs = own_pairs(bodies, self.owners, self.ignored)
        names = tuple(self.owners[k] for k in bodies.owners)
        ignored = ignored_bodies(bodies, self.owners, world, ())
        return RobotQueries(
            self.kinematics, bodies, links, pairs, names, world, ignored, self.solid
        )

    def _shapes(self) -> Iterator[tuple[str, str, Shape, Array]]:
        """(owner, link, shape, pose in the link) of all shapes."""
        for link in self.articulation.links:
            for shape, pose in link.shapes:
                yield link.name, link.name, shape, pose
        for name, (carrier, shape, pose) in self.attached.items():
            yield name, carrier, shape, pose

    def world(self, scene: Any) -> World:
        """A scene as it is now; kept until it changes."""
        if scene is not None and not isinstance(scene, Population):
            raise ImpingeError(f"scene: expected a Scene or None, got {type(scene).__name__}")
        with self._memo.lock:
            if scene is None:
                return _nothing()
            if self._worlds is None:
                self._worlds = WeakKeyDictionary()
            with scene._memo.lock:
                clock = scene._things.clock
                kept = self._worlds.get(scene)
                if kept is None or kept[0] != clock:
                    kept = self._worlds[scene] = clock, world_of(scene._things)
                return kept[1]

    def among(self, world: World, own: bool = True) -> RobotQueries:
        """Bodies and pairs as they are now, in a world; links with each other only if ``own``."""
        queries = self.queries
        kept = world.memo.get("queries")
        # Made anew whenever something is attached or ignored.
        if kept is None or kept[0] is not queries or kept[1] != self.solid:
            ignored = ignored_bodies(queries.bodies, self.owners, world, self.ignored)
            solid = self.solid or world.solid
            both = queries._replace(world=world, ignored=ignored, solid=solid)
            alone = both._replace(pairs=queries.pairs[:0])
            kept = world.memo["queries"] = queries, self.solid, (alone, both)
        made: tuple[RobotQueries, RobotQueries] = kept[2]
        return made[own]


@cache
def _nothing() -> World:
    """A world without bodies."""
    return world_of(None)


def listed_names(names: Any, argument: str) -> tuple[str, ...]:
    """Names that were given, or one alone."""
    return tuple(check_name(one, argument) for one in as_several(names, argument, "names"))


def adjacent_pairs(tree: Articulation) -> list[NamePair]:
    """Links that a joint connects; those without shapes connect all their neighbours.

    But for floating joints: two things that float in the same empty world are not neighbours.
    """
    parents = {j.child: j.parent for j in tree.joints if j.kind != "floating"}
    empty = {link.name for link in tree.links if not link.shapes}
    found = {sorted_pair(joint.parent, joint.child) for joint in tree.joints}
    # The links with shapes next below each link without, over links without.
    below: dict[str, list[str]] = {name: [] for name in empty}
    for name in reversed(tree.link_names):
        parent = parents.get(name, "")
        if parent in empty:
            below[parent] += below[name] if name in empty else [name]
    for name in empty:
        found |= {sorted_pair(a, b) for k, a in enumerate(below[name]) for b in below[name][:k]}
        above = parents.get(name, "")
        while above in empty:
            above = parents.get(above, "")
        found |= {sorted_pair(above, other) for other in below[name]} if above else set()
    return sorted(found)


def known_names(names: Iterable[str]) -> str:
    """The first names there are, for errors.

    Examples
    --------
    >>> known_names("abcdef")
    "there are 'a', 'b', 'c', 'd', 'e', ..."
    """
    known = [*map(repr, names)]
    return f"there are {', '.join(known[:5])}{', ...' if len(known) > 5 else ''}"
