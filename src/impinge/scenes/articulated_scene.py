"""Robots, the things around them, and motions: what a scene of articulated models consists of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations, product

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Compound, Joint, Link, Mesh, Shape
from impinge.scene import Robot, Scene

WORLD = "world"
"""The link without shapes that robots of one tree stand on."""


@dataclass(frozen=True, slots=True, eq=False)
class ArticulatedScene:
    """Robots that move among things at rest.

    Attributes
    ----------
    name : str
    robots : dict of str to Robot
    scene : Scene
        Things at rest.
    motions : dict of str to array
        For each robot, ``(frames, dof)`` of a motion in frames, or ``(n, 2, dof)``: n pairs of
        configurations, as a planner asks about.
    """

    name: str
    robots: dict[str, Robot]
    scene: Scene
    motions: dict[str, Array]

    @property
    def in_frames(self) -> bool:
        """Whether the motions are frames; otherwise pairs of configurations."""
        return next(iter(self.motions.values())).ndim == 2

    def steps(self) -> tuple[Robot, Array, Array]:
        """All robots as one, and (n, dof) configurations at the start and end of each step.

        Robots of a scene with several become one tree: names of links and joints begin with the
        name of their robot.
        """
        if len(self.robots) == 1:
            ((name, robot),) = self.robots.items()
            return robot, *_ends(self.motions[name])
        joined = joined_robot(self.name, self.robots)
        ends = {name: _ends(motion) for name, motion in self.motions.items()}
        q0, q1 = (
            np.concatenate([ends[name][k] for name in sorted(self.robots)], axis=1) for k in (0, 1)
        )
        return joined, q0, q1

    def triangles(self) -> dict[str, int]:
        """Triangles of each robot, without what it carries, and of the ``"scene"``."""
        found = {
            name: sum(
                triangle_count(shape) for link in robot.articulation.links
                for shape, _ in link.shapes
            )
            for name, robot in self.robots.items()
        }  # fmt: skip
        return {**found, "scene": sum(triangle_count(shape) for shape in self.scene.shapes)}

    def pairs(self) -> int:
        """Pairs of links, and of links and things, that are tested before any culling."""
        robot, _, _ = self.steps()
        owners = [link.name for link in robot.articulation.links if link.shapes]
        owners += robot.attached
        ignored = set(map(frozenset, robot.ignored))
        pairs = chain(combinations(owners, 2), product(owners, self.scene.names))
        return sum(frozenset(pair) not in ignored for pair in pairs)

    def __repr__(self) -> str:
        some = next(iter(self.motions.values()))
        what = "frames" if self.in_frames else "pairs"
        return (
            f"ArticulatedScene({self.name!r}, {len(self.robots)} robots, {len(self.scene)} things, "
            f"{len(some)} {what})"
        )


def joined_robot(name: str, robots: dict[str, Robot]) -> Robot:
    """Robots as one tree below a common world: q has theirs one after the other, by name.

    Each root link has no shapes and stands in the world without a base pose.
    """
    links, joints = [Link(WORLD)], []
    ignored: dict[tuple[str, str], str] = {}
    for prefix, robot in robots.items():
        tree = robot.articulation
        root = tree.links[0]
        if root.shapes or robot.attached or not np.array_equal(robot.links(robot.neutral())[0],
                                                               np.eye(4)):  # fmt: skip
            raise ImpingeError(f"robot {prefix!r}: its root is no empty link in the world")
        names = {link: f"{prefix}/{link}" for link in tree.link_names} | {root.name: WORLD}
        links += [
            Link(names[link.name], link.shapes, link.mass, link.centre, link.inertia)
            for link in tree.links[1:]
        ]
        joints += [
            Joint(f"{prefix}/{joint.name}", joint.kind, names[joint.parent], names[joint.child],
                  joint.origin, joint.axis, joint.lower, joint.upper, joint.velocity, joint.effort)
            for joint in tree.joints
        ]  # fmt: skip
        ignored |= {
            (names[a], names[b]): why for (a, b), why in robot.ignored.items() if why != "adjacent"
        }
    return Robot(Articulation(links, joints, name=name), ignored=ignored)


def triangle_count(shape: Shape) -> int:
    """Triangles of a shape; other shapes than meshes have none."""
    if isinstance(shape, Compound):
        return sum(triangle_count(part) for part, _ in shape.parts)
    return len(shape.faces) if isinstance(shape, Mesh) else 0


def _ends(motion: Array) -> tuple[Array, Array]:
    """Starts and ends of the steps of frames, or of pairs."""
    if motion.ndim == 2:
        return motion[:-1], motion[1:]
    return np.ascontiguousarray(motion[:, 0]), np.ascontiguousarray(motion[:, 1])
