"""A step in which robots move: all that moves is one articulation, all else a world at rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import convex_freedom as freedom
from impinge.continuous.kernels import impact_row as row
from impinge.continuous.options import Options
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Articulation, Compound, Joint, Link, Shape
from impinge.motion.in_between import InBetween
from impinge.scene.impact_results import SceneFreedom, SceneImpact, SceneImpacts
from impinge.scene.robot import Robot
from impinge.scene.robot_bodies import world_of
from impinge.scene.robot_paths import Paths
from impinge.scene.things import Things

ROOT = "//"
"""The link that everything hangs on; no thing of a robot has such a name."""
ON = "on {}"
"""Joints between the root and robots, or things."""


class PlacedRobot(NamedTuple):
    """A robot in a scene, and its configuration."""

    robot: Robot
    q: Array
    """(dof,) float64, as the robot's own queries take it."""


def link_things(name: str, placed: PlacedRobot) -> dict[str, tuple[Shape, Array, float]]:
    """Things of a robot by name: shape, pose and margin of each link and of what is attached."""
    model = placed.robot._model
    poses = dict(zip(model.articulation.link_names, placed.robot.links(placed.q), strict=True))
    shapes: dict[str, list[tuple[Shape, Array]]] = {}
    carriers = {}
    for owner, link, shape, pose in model._shapes():
        shapes.setdefault(owner, []).append((shape, pose))
        carriers[owner] = link
    return {
        f"{name}/{owner}": (_joined(parts), poses[carriers[owner]], model.padding.get(owner, 0.0))
        for owner, parts in shapes.items()
    }


def _joined(parts: list[tuple[Shape, Array]]) -> Shape:
    if len(parts) == 1 and np.array_equal(parts[0][1], np.eye(4)):
        return parts[0][0]
    return Compound(parts)


class JointStep:
    """Robots and things that move from one configuration of all of them to another.

    Parameters
    ----------
    things : Things
    robots : mapping of str to (PlacedRobot, (dof,) float64)
        Those that move, and where to.
    poses : mapping of str to (4, 4) float64
        Other things that move, and where to.
    """

    def __init__(
        self, things: Things, robots: Mapping[str, tuple[PlacedRobot, Array]],
        poses: Mapping[str, Array],
    ) -> None:  # fmt: skip
        self.things, self.robots, self.poses = things, robots, poses
        links, joints = [Link(ROOT)], list[Joint]()
        ends: dict[str, tuple[Any, Any]] = {}
        for name, (placed, q1) in robots.items():
            own, joined, at = _parts_of(name, placed, q1)
            links += own
            joints += joined
            ends |= at
        for name, pose in poses.items():
            slot = things.slot(name)
            links.append(Link(name, [things.shapes[things.kinds[slot]]]))
            joints.append(Joint(ON.format(name), "floating", ROOT, name))
            ends[joints[-1].name] = _floating(things.poses[slot]), _floating(pose)
        tree = Articulation(links, joints)
        self.names = [link.name for link in tree.links if link.name in things.slots]
        margins = {name: float(things.margins[things.slot(name)]) for name in self.names}
        self.robot = Robot(tree, ignored=self._ignored(), padding=margins, solid=things.solid)
        q = np.zeros((2, tree.dof))
        for joint, both in ends.items():
            q[:, tree.columns(joint)] = both
        self.motion = InBetween(self.robot._model.kinematics, q[0], q[1])
        self.queries = self.robot._model.among(world_of(things, set(self.names)))

    def _ignored(self) -> list[tuple[str, str]]:
        """Pairs of what moves, with each other and with the rest, that are not tested."""
        things = self.things
        mine = np.array([things.slot(name) for name in self.names], np.int64)
        every = things.in_order()
        pairs = np.stack([np.repeat(mine, len(every)), np.tile(every, len(mine))], axis=1)
        pairs = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1)
        barred = pairs[~things.allowed(pairs)]
        return [(str(a), str(b)) for a, b in things.names[np.unique(barred, axis=0)]]

    def paths(self, skipped: Ids) -> Paths:
        """What is searched, but for pairs of bodies that are skipped."""
        queries, ignored = self.queries, self.queries.ignored.copy()
        pairs, count = queries.pairs, len(queries.bodies)
        outer = skipped[skipped[:, 1] >= count]
        ignored[outer[:, 0], outer[:, 1] - count] = 1
        codes = skipped[:, 0] * count + skipped[:, 1]
        pairs = pairs[~np.isin(pairs[:, 0] * count + pairs[:, 1], codes)]
        left = queries._replace(ignored=ignored, pairs=np.ascontiguousarray(pairs))
        return Paths(left, self.motion)

    def search(self, options: Options, count_started: bool) -> SceneImpact:
        """The first contact; what started touching beside it, or first if it counts."""
        touching = self.queries.touching(self.motion.q0, options.margin)
        every = Paths(self.queries, self.motion)
        rows = np.repeat(free_rows(1), len(touching.pairs), axis=0)
        rows[:, row.STATUS], rows[:, row.TIME], rows[:, row.UPPER] = row.STARTED_TOUCHING, 0.0, 0.0
        for k, (a, b) in enumerate(touching.pairs.tolist()):
            every._complete(a, b, np.array([0]), options, rows[k : k + 1])
        started = self._sorted(rows, touching.pairs)
        if count_started and len(started):
            return SceneImpact(started._rows[0].copy(), started.pairs[0], started)
        impacts, pairs = self.paths(touching.pairs).first_contacts(options)
        if impacts[0, row.TIME] > options.max_time or impacts[0, row.STATUS] == row.FREE:
            return SceneImpact(free_rows(1)[0], None, started)
        first = self._sorted(impacts, pairs)
        return SceneImpact(first._rows[0].copy(), first.pairs[0], started)

    def stay_free(self, options: Options) -> SceneFreedom:
        """Whether nothing touches: pairs that do, and until when they are free."""
        found = self.search(options, count_started=False)
        rows, pairs = [*found.started._rows], [*found.started.pairs]
        if found.names is not None:
            rows.append(found._rows)
            pairs.append(found.names)
        impacts = np.stack(rows) if rows else free_rows(0)
        out = np.zeros((len(rows), freedom.FREEDOM_ROW))
        unseen = np.isinf(impacts[:, row.UPPER])
        out[:, freedom.STATUS] = np.where(unseen, freedom.UNDECIDED, freedom.HITS)
        out[:, freedom.TIME] = impacts[:, row.TIME]
        out[:, freedom.STEPS] = impacts[:, row.STEPS]
        return SceneFreedom(out, tuple(pairs))

    def _sorted(self, rows: Array, pairs: Ids) -> SceneImpacts:
        """Rows with names, A before B, by names; of several bodies of two things, the deepest."""
        found: dict[tuple[str, str], Array] = {}
        for one, a, b in zip(rows, *self.queries.named(pairs), strict=True):
            names, row_of_pair = (str(a), str(b)), one
            if names[0] > names[1]:
                names, row_of_pair = names[::-1], SceneImpacts._layout.swapped(one[None])[0]
            if names not in found or found[names][row.DEPTH] < row_of_pair[row.DEPTH]:
                found[names] = row_of_pair
        names_of = tuple(sorted(found))
        stacked = np.stack([found[names] for names in names_of]) if found else free_rows(0)
        return SceneImpacts(stacked, names_of)

    def poses_at(self, time: float) -> tuple[Ids, Array]:
        """Slots of all that moves, and where it is."""
        slots = np.array([self.things.slot(name) for name in self.names], np.int64)
        numbers = [self.robot.link_names.index(name) for name in self.names]
        return slots, self.motion.link_poses(time)[numbers]

    def configurations_at(self, time: float) -> dict[str, Array]:
        """(dof,) of each robot, as its own queries take it."""
        q, tree, found = self.motion.configuration(time), self.robot.articulation, {}
        for name, (placed, _) in self.robots.items():
            own = placed.robot.articulation
            full = np.zeros(own.dof)
            for joint in own.joint_names:
                full[own.columns(joint)] = q[tree.columns(f"{name}/{joint}")]
            found[name] = full[placed.robot._columns]
        return found


def _parts_of(
    name: str, placed: PlacedRobot, q1: Array
) -> tuple[list[Link], list[Joint], dict[str, tuple[Any, Any]]]:
    """Links and joints of a robot under its name, and numbers of its joints at both ends."""
    model, robot = placed.robot._model, placed.robot
    tree = model.articulation
    links = [Link(f"{name}/{link.name}", link.shapes) for link in tree.links]
    joints = [Joint(ON.format(name), "floating", ROOT, links[0].name)]
    base = _floating(model.kinematics.arrays[4][0])
    ends: dict[str, tuple[Any, Any]] = {joints[0].name: (base, base)}
    for joint in tree.joints:
        mimic = joint.mimic and (f"{name}/{joint.mimic[0]}", *joint.mimic[1:])
        joints.append(
            Joint(f"{name}/{joint.name}", joint.kind, f"{name}/{joint.parent}",
                  f"{name}/{joint.child}", joint.origin, joint.axis, mimic=mimic)
        )  # fmt: skip
    for key, (link, shape, pose) in model.attached.items():
        links.append(Link(f"{name}/{key}", [shape]))
        parts = f"{name}/{link}", links[-1].name
        joints.append(Joint(f"{name}/{key}", "fixed", *parts, pose))
    first, last = robot._one(placed.q), robot._one(q1)
    for own in tree.joint_names:
        columns = tree.columns(own)
        ends[f"{name}/{own}"] = first[columns], last[columns]
    return links, joints, ends


def _floating(pose: Array) -> Array:
    """(7,) float64: numbers of a floating joint at a pose."""
    # Loaded when it is needed: SciPy takes a third of the time of an import.
    from scipy.spatial.transform import Rotation

    return np.concatenate([pose[:3, 3], Rotation.from_matrix(pose[:3, :3]).as_quat()])


def placed_at(robot: Robot, q: Any) -> PlacedRobot:
    """A robot of its own, as it is now, at a configuration."""
    return PlacedRobot(robot.__copy__(), robot._one(q)[robot._columns])
