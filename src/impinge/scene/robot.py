"""Robots: configurations checked by the hundred thousand, on the real shapes of links."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.contacts.request import as_request
from impinge.core.arrays import as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.options import as_kind
from impinge.formats.pinocchio_model import pinocchio_parts
from impinge.formats.robot_parts import CapturedMotion, RobotParts
from impinge.formats.urdf import yourdfpy_parts
from impinge.geometry import Articulation
from impinge.scene.joint_space import MOST_SAMPLES, seeded
from impinge.scene.moving_robot import MovingRobot
from impinge.scene.robot_bodies import sorted_pair
from impinge.scene.robot_model import TEXTS, RobotModel
from impinge.scene.robot_results import (
    IgnoredReport,
    NamePair,
    PairExplanation,
    RobotContacts,
    RobotNearest,
    merged_contacts,
)
from impinge.scene.robot_spheres import LinkSpheres, link_spheres

if TYPE_CHECKING:
    from impinge.scene.scene import Scene


class Robot(MovingRobot):
    """An articulation that can be asked where its links are and what they touch.

    Parameters
    ----------
    articulation : Articulation
    name : str, optional
        The articulation's if not given.
    base : (4, 4) array_like, optional
        Pose of the root link in the world; identity if not given.
    ignored : iterable of (str, str), or mapping of such to str, optional
        Pairs of links that are not tested, as an SRDF disables them; of a mapping, with the reason.
        Adjacent links are ignored in any case.
    groups : mapping of str to sequence of str, optional
        Names of joints, by the name of their group.
    states : mapping of str to mapping of str to number, optional
        Values of joints by name; joints that are left out are neutral.
    padding : float, or mapping of str to float, optional
        Distance [m] that counts as part of a link: of all, or of those named.
    solid : bool, optional
        Closed meshes are filled, as with ``solid`` of :func:`impinge.overlap`.
    motion : (times, q), optional
        A captured motion, kept as :attr:`motion`.

    Notes
    -----
    A configuration q has the numbers of the joints in the order of :attr:`joints`
    (:class:`~impinge.geometry.Articulation`). Queries take one, ``(dof,)``, or a batch, ``(n,
    dof)``; batches use all threads, with the same bits for any number.

    Two links touch just where :func:`impinge.overlap` says so of two of their shapes.
    Configurations out of limits are answered, and counted in a warning; ``strict=True`` refuses
    them.

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.geometry import Joint, Link
    >>> arm = Link("arm", [im.Box((1, 0.1, 0.1))])
    >>> hinge = Joint("hinge", "revolute", "base", "arm", axis=(0, 0, 1), lower=-2, upper=2)
    >>> robot = Robot(Articulation([Link("base"), arm], [hinge]))
    >>> robot.dof, robot.joints
    (1, ('hinge',))
    >>> wall = im.Scene.from_dict({"wall": im.HalfSpace((0, -1, 0), -0.3)})
    >>> robot.collides([[0.0], [1.0]], wall)
    array([False,  True])
    """

    # Groups have none: their q has other numbers.
    _motion: CapturedMotion | None = None

    def __init__(
        self,
        articulation: Articulation,
        *,
        name: str | None = None,
        base: ArrayLike | None = None,
        ignored: Iterable[NamePair] | Mapping[NamePair, str] = (),
        groups: Mapping[str, Sequence[str]] | None = None,
        states: Mapping[str, Mapping[str, Any]] | None = None,
        padding: float | Mapping[str, float] = 0.0,
        solid: bool = False,
        motion: CapturedMotion | None = None,
    ) -> None:
        if not isinstance(articulation, Articulation):
            kind = type(articulation).__name__
            raise ImpingeError(f"articulation: expected an Articulation, got {kind}")
        placed = given_poses(base, "base", single=True)
        self._model = RobotModel(
            articulation, np.eye(4) if placed is None else placed,
            articulation.name if name is None else as_kind(name, "name", str), ignored,
            {} if groups is None else groups, {} if states is None else states,
            padding, solid,
        )  # fmt: skip
        self._motion = None if motion is None else as_kind(motion, "motion", CapturedMotion)
        self._hold(self._model.kinematics.neutral(), articulation.joint_names)
        for group in self._model.groups:
            self.group(group)
        for state in self._model.states:
            self.state(state)

    @classmethod
    def from_parts(cls, parts: RobotParts) -> Self:
        """The robot of what a file says (:mod:`impinge.formats.robot_parts`)."""
        return cls(
            parts.articulation, ignored=parts.ignored, groups=parts.groups, states=parts.states,
            motion=parts.motion,
        )  # fmt: skip

    @classmethod
    def from_yourdfpy(cls, urdf: Any) -> Self:
        """A robot of a ``yourdfpy.URDF``; its own file handler finds the meshes.

        Parameters
        ----------
        urdf : yourdfpy.URDF

        Raises
        ------
        ImpingeError
            If it is none, or something in it makes no sense; names link or joint.
        """
        return cls.from_parts(yourdfpy_parts(urdf))

    @classmethod
    def from_pinocchio(cls, model: Any, geometry: Any = None) -> Self:
        """A robot of a ``pinocchio.Model``, with the shapes of a ``pinocchio.GeometryModel``.

        q has the same order; continuous and planar joints have angles where pinocchio has cosine
        and sine. Links are called as the first body of each joint.

        Parameters
        ----------
        model : pinocchio.Model
        geometry : pinocchio.GeometryModel, optional
            With pairs listed in it, others are ignored.

        Raises
        ------
        ImpingeError
            If a joint or shape is of a kind that is not supported; names it.
        """
        return cls.from_parts(pinocchio_parts(model, geometry))

    @property
    def motion(self) -> CapturedMotion | None:
        """Times (F,) [s] and configurations ``q`` (F, dof) of a captured motion, or None."""
        return self._motion

    @property
    def ignored(self) -> dict[NamePair, str]:
        """Pairs that are not tested, and why; names of a pair are sorted."""
        return dict(sorted(self._model.ignored.items()))

    @property
    def attached(self) -> tuple[str, ...]:
        """Names of what is attached."""
        return tuple(self._model.attached)

    @property
    def padding(self) -> dict[str, float]:
        """Padding [m] by name; assign a number for all, or a mapping for some."""
        return dict(self._model.padding)

    @padding.setter
    def padding(self, padding: float | Mapping[str, float]) -> None:
        self._model.set_padding(padding)

    def collides(
        self,
        q: ArrayLike,
        scene: Scene | None = None,
        *,
        self_collision: bool = True,
        margin: float = 0.0,
        strict: bool = False,
    ) -> bool | NDArray[np.bool_]:
        """Whether the robot touches itself or a scene, or comes within a margin.

        Parameters
        ----------
        q : (dof,) or (n, dof) array_like
        scene : Scene, optional
        self_collision : bool, optional
            Whether links are tested with each other.
        margin : float, optional
            Distance [m] up to which shapes count as touching; padding, and margins of things, are
            added.
        strict : bool, optional
            Refuse configurations out of limits; otherwise a warning counts them.

        Returns
        -------
        bool, or (n,) bool for a batch

        Raises
        ------
        ImpingeError
            If q has too many or few numbers, or one that is not finite, or an unnormalised
            quaternion; the message names row and joint.
        """
        rows, single, queries = self._asked(q, scene, self_collision, strict)
        found = queries.collides(rows, as_scalar(margin, "margin"))
        return bool(found[0]) if single else frozen(found)

    def collide(
        self,
        q: ArrayLike,
        scene: Scene | None = None,
        *,
        self_collision: bool = True,
        margin: float = 0.0,
        limit: int | None = 4,
        strict: bool = False,
    ) -> RobotContacts:
        """All pairs that touch, by name, and their contact points.

        Arguments as of :meth:`collides`; ``limit`` as of :func:`impinge.collide`.

        Returns
        -------
        RobotContacts
            ``pairs`` of names and their ``contacts``. For a batch, ``rows[k]`` is the configuration
            of ``pairs[k]``, and ``of_row(i)`` is the result of configuration i alone.
        """
        rows, _, queries = self._asked(q, scene, self_collision, strict)
        asked = as_request(margin, limit, False)
        found = queries.touching(rows, float(asked.margins[0]), asked.limit)
        assert found.contacts is not None
        names = [(a or "", b or "") for a, b in zip(*queries.named(found.pairs), strict=True)]
        return RobotContacts(*merged_contacts(found.rows, names, found.contacts))

    def closest(
        self,
        q: ArrayLike,
        scene: Scene | None = None,
        *,
        self_collision: bool = True,
        strict: bool = False,
    ) -> RobotNearest:
        """The nearest of all pairs that are tested, and how its distance changes with the joints.

        Distances are those of the shapes, without padding and margins. Other arguments as of
        :meth:`collides`.

        Returns
        -------
        RobotNearest
            Names ``link`` and ``other``, ``distance``, ``points``, ``normal``, ``gradient``. Where
            the pair overlaps, distance and gradient are zero; :meth:`collide` has the depths.
        """
        rows, single, queries = self._asked(q, scene, self_collision, strict)
        nearest = queries.nearest(rows)
        gradient = queries.gradients(rows, nearest)[:, self._speed_columns]
        link, other = queries.named(nearest.pairs)
        if single:
            return RobotNearest(nearest.rows[0], frozen(gradient[0]), link[0], other[0])
        return RobotNearest(nearest.rows, frozen(gradient), link, other)

    def ignore(self, a: str, b: str) -> None:
        """Test two links, or a link and a thing of any scene, no more.

        Attached things count as links. One name must be a link. The other may belong to any scene,
        so a misspelt thing raises no error.
        """
        self._model.ignore(a, b, "ignored")

    def ignore_touching_at(self, q: ArrayLike) -> list[NamePair]:
        """Ignore all pairs of links that touch at a configuration; returns them."""
        rows = self._one(q)[None]
        found = sorted(self._model.among(self._model.world(None)).count_touching(rows))
        for pair in found:
            self._model.ignore(*pair, "touching")
        return found

    def learn_ignored_pairs(self, samples: int = 10000, seed: int = 0) -> IgnoredReport:
        """Ignore pairs of links that touch at none, or at all, of random configurations.

        As MoveIt's setup assistant does. Pairs that touch rarely may be among those that never
        touched: more samples find more of them.
        """
        count = as_whole(samples, "samples", 1, MOST_SAMPLES)
        model, queries = self._model, self._model.among(self._model.world(None))
        touching = queries.count_touching(model.kinematics.random(count, seeded(seed)))
        pairs = ((queries.names[a], queries.names[b]) for a, b in queries.pairs.tolist())
        tested = sorted({sorted_pair(a, b) for a, b in pairs})
        counts = {pair: touching.get(pair, 0) for pair in tested}
        never = tuple(pair for pair in tested if counts[pair] == 0)
        always = tuple(pair for pair in tested if counts[pair] == count)
        for pair in never:
            model.ignore(*pair, "never")
        for pair in always:
            model.ignore(*pair, "always")
        adjacent = tuple(pair for pair, why in self.ignored.items() if why == "adjacent")
        sometimes = tuple(pair for pair in tested if 0 < counts[pair] < count)
        return IgnoredReport(count, never, always, adjacent, sometimes, counts)

    def explain(self, a: str, b: str) -> PairExplanation:
        """Why two links are tested with each other, or not."""
        model = self._model
        first, second = model.check_owner(a, "a"), model.check_owner(b, "b")
        pair, names = sorted_pair(first, second), f"{first!r} and {second!r}"
        owners = {owner for owner, *_ in model._shapes()}
        empty = [name for name in (first, second) if name not in owners]
        reason = model.ignored.get(pair)
        if first == second:
            reason, why = "same", "shapes of one link are not tested with each other"
        elif reason is not None:
            why = TEXTS.get(reason, f"the robot came with this pair ignored ({reason})")
            joined = [j.name for j in model.articulation.joints if {j.parent, j.child} == set(pair)]
            why += f" by joint {joined[0]!r}" if reason == "adjacent" and joined else ""
        elif empty:
            reason, why = "no shapes", f"{empty[0]!r} has no shapes"
        else:
            return PairExplanation(first, second, True, "tested", f"{names} are tested.")
        return PairExplanation(first, second, False, reason, f"{names} are not tested: {why}.")

    def spheres(self, levels: int = 1) -> LinkSpheres:
        """Spheres that cover the shapes of all links, proved: no point of a surface is outside.

        Parameters
        ----------
        levels : int, optional
            Level of the sphere tree of each shape, from 1 to 5: about 8, 64, ... spheres a shape.

        Returns
        -------
        LinkSpheres
            ``centres`` (n, 3) [m] in the frame of the link, ``radii`` (n,) [m], ``links`` (n,).

        Raises
        ------
        ImpingeError
            If a link has a shape without an end.

        Notes
        -----
        By :func:`~impinge.hierarchy.sphere_tree`, off-line, kept with each shape. A sphere covers
        itself; other curved shapes are covered with a polytope around them, open meshes with their
        convex hull. Padding and what is attached are not covered.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.geometry import Link
        >>> robot = Robot(Articulation([Link("ball", [im.Sphere(0.5)])], []))
        >>> robot.spheres().radii
        array([0.5])
        """
        return link_spheres(self.articulation, levels)

    def attach(
        self,
        name: str,
        link: str,
        shape: Any,
        pose: ArrayLike | None = None,
        ignore: Iterable[str] = (),
    ) -> None:
        """Let a link carry a shape.

        Parameters
        ----------
        name : str
            Of no link, and nothing else that is attached.
        link : str
        shape : shape
        pose : (4, 4) array_like, optional
            In the link's frame; identity if not given.
        ignore : iterable of str, optional
            Links, and things of scenes, that it is not tested with; the link itself is one.
        """
        self._model.attach(name, link, shape, pose, ignore)

    def detach(self, name: str) -> None:
        """Take away what was attached."""
        self._model.detach(name)

    def __copy__(self) -> Robot:
        """A robot of its own: what is attached or ignored later is so for one of them only."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, _model=copy.copy(self._model))
        return made
