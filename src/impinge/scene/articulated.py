"""Scenes with robots: links are things, and robots move by their configurations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.motion import RigidMotion
from impinge.scene.joint_step import JointStep, PlacedRobot, link_things, placed_at
from impinge.scene.population import Population
from impinge.scene.robot import Robot
from impinge.scene.step import Targets
from impinge.scene.things import check_name, check_pose


class ArticulatedPopulation(Population):
    """Things by name; some are links of robots."""

    def __init__(self, *, solid: bool = False) -> None:
        super().__init__(solid=solid)
        self._robots: dict[str, PlacedRobot] = {}

    def add_robot(self, name: str, robot: Robot, q: ArrayLike | None = None) -> None:
        """Put a robot into the scene: each link with shapes is a thing called ``name/link``.

        Pairs that the robot ignores are ignored here; what is attached comes along. The scene keeps
        a copy of the robot: what is attached or ignored later does not count.

        Parameters
        ----------
        name : str
            No robot of the scene has it.
        robot : Robot
        q : (dof,) array_like, optional
            Its configuration; neutral if not given.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.geometry import Articulation, Joint, Link
        >>> arm = Link("arm", [(im.Box((1, 0.1, 0.1)), im.pose((0.5, 0, 0)))])
        >>> hinge = Joint("hinge", "continuous", "base", "arm", axis=(0, 0, 1))
        >>> robot = im.scene.Robot(Articulation([Link("base"), arm], [hinge]))
        >>> scene = im.Scene.from_dict({"post": (im.Sphere(0.1), im.pose((0, 0.8, 0)))})
        >>> scene.add_robot("crane", robot, [0.0])
        >>> scene.names
        ('post', 'crane/arm')
        >>> found = scene.time_of_impact({"crane": [3.0]})
        >>> found.names, round(found.time, 3)
        (('crane/arm', 'post'), 0.461)
        """
        check_name(name)
        as_kind(robot, "robot", Robot)
        if name in self._robots:
            raise ImpingeError(f"name: robot {name!r} is in the scene already; remove it first")
        placed = placed_at(robot, robot.neutral() if q is None else q)
        made = link_things(name, placed)
        shapes, margins = ([thing[k] for thing in made.values()] for k in (0, 2))
        poses = np.reshape([pose for _, pose, _ in made.values()], (-1, 4, 4))
        with self._memo.lock:
            self._put(list(made), shapes, poses, margins, [None] * len(made))
            self._robots[name] = placed
            for a, b in robot.ignored:
                first, second = self._named_of(name, a), self._named_of(name, b)
                if first is not None and second is not None:
                    code = self._code(first, second)
                    self._things.filters.ignore(code, True, self._things.tick())

    def _named_of(self, robot: str, name: str) -> str | None:
        """The thing of a link, or the thing itself."""
        for known in (f"{robot}/{name}", name):
            if known in self._things.slots:
                return known
        return None

    @property
    def robots(self) -> dict[str, Array]:
        """Configurations of the robots, by name."""
        with self._memo.lock:
            return {name: placed.q.copy() for name, placed in self._robots.items()}

    def move(self, names: str | Sequence[str], poses: ArrayLike | None) -> None:
        """Give things new poses; all of them move, or, after an error, none.

        Parameters
        ----------
        names : str, or sequence of n str
            Things; or one robot.
        poses : (4, 4) array_like, or (n, 4, 4)
            Body to world. A thing that is given the pose it has has not moved. Of a robot, its
            configuration (dof,).

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"ball": im.Sphere(1), "box": im.Box((1, 1, 1))})
        >>> scene.move("ball", im.pose((0, 0, 3)))
        >>> scene.move(["ball", "box"], im.pose([[0, 0, 3], [0, 0, 5]]))
        >>> scene.poses[:, 2, 3].tolist()
        [3.0, 5.0]
        """
        with self._memo.lock:
            if isinstance(names, str) and names in self._robots:
                placed = placed_at(self._robots[names].robot, poses)
                made = link_things(names, placed)
                super().move(list(made), np.stack([pose for _, pose, _ in made.values()]))
                self._robots[names] = placed
            else:
                super().move(names, poses)

    def remove(self, name: str) -> None:
        """Take a thing out, with all that it was to ignore; or a robot, with its links.

        Parameters
        ----------
        name : str

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"ball": im.Sphere(1), "box": im.Box((1, 1, 1))})
        >>> scene.remove("ball")
        >>> scene.names
        ('box',)
        """
        with self._memo.lock:
            if isinstance(name, str) and name in self._robots:
                for link in link_things(name, self._robots.pop(name)):
                    super().remove(link)
            else:
                super().remove(name)

    def _joint_step(self, targets: Targets) -> JointStep | None:
        """The step, if a robot moves in it."""
        if not isinstance(targets, Mapping) or not self._robots.keys() & set(targets):
            return None
        robots: dict[str, tuple[PlacedRobot, Array]] = {}
        poses: dict[str, Array] = {}
        for name, target in targets.items():
            if name in self._robots:
                placed = self._robots[name]
                robots[name] = placed, placed_at(placed.robot, target).q
            elif isinstance(target, RigidMotion):
                raise ImpingeError(
                    f"poses_t1: {name!r} has a motion; with robots, things move to poses"
                )
            else:
                self._refuse_links(name)
                poses[name] = check_pose(target, name)
        return JointStep(self._things, robots, poses)

    def _refuse_links(self, name: Any) -> None:
        self._things.slot(name)
        for robot, placed in self._robots.items():
            if name in link_things(robot, placed):
                raise ImpingeError(
                    f"poses_t1: {name!r} is a link of robot {robot!r}; give its configuration"
                )
