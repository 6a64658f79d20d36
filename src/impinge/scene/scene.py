"""Named things, and questions about all of them at once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from copy import copy
from typing import Any, Self, overload

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts.request import as_request
from impinge.core.arrays import Array, as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Shape
from impinge.scene.asking import first_hits, met_by_box, met_by_shape
from impinge.scene.contacts import SceneContacts, as_pairs
from impinge.scene.description import (
    is_description,
    shape_from_dict,
    shape_to_dict,
    things_of_trimesh,
)
from impinge.scene.explain import Explanation, explained
from impinge.scene.frames import Frame, asked_too, next_frame
from impinge.scene.moving import MovingPopulation
from impinge.scene.nearest import (
    nearest_pair,
    nearest_to_shape,
    nearest_to_slot,
    pairs_within,
    some_nearest_to_slot,
)
from impinge.scene.population import is_shape
from impinge.scene.results import Nearest, NearestPair, NearestThings, NearPairs, SceneRayHits
from impinge.scene.things import check_margin, check_pose
from impinge.scene.touching import Touching, Update


class Scene(MovingPopulation):
    """Named things, each a shape in a pose, that come, move and go.

    Two things are in contact when they are no further apart than the sum of their margins; with
    margins of zero, the default, when they touch. Answers are those of :func:`impinge.overlap` and
    :func:`impinge.collide` for every pair, and kept: only pairs of which something has changed are
    asked again.

    Parameters
    ----------
    solid : bool, optional
        Closed meshes are filled, and the ground below a height field, for all questions but
        those of rays.

    Notes
    -----
    Names are text; answers list them in alphabetical order, whatever the order of adding. Shapes
    are shared: a thousand things of one mesh have one tree. Give the same object, not a copy.

    Any number of threads may ask at the same time; changes wait for answers, and answers for
    changes. Scenes pickle and deep-copy, with what they know of the last frame.

    Examples
    --------
    >>> import impinge as im
    >>> scene = Scene()
    >>> scene.add("floor", im.HalfSpace((0, 0, 1)))
    >>> scene.add("crate", im.Box((1, 1, 1)), im.pose((0, 0, 0.5)))
    >>> scene.overlaps()
    [('crate', 'floor')]
    >>> scene.move("crate", im.pose((0, 0, 0.6)))
    >>> scene.overlaps(), scene.closest("crate")
    ([], Nearest('floor', distance=0.1))
    """

    def __init__(self, *, solid: bool = False) -> None:
        super().__init__(solid=solid)
        self._touching = Touching()
        self._frame: Frame | None = None

    @classmethod
    def from_dict(cls, things: Mapping[str, Any], *, solid: bool = False) -> Self:
        """A scene of shapes by name.

        Parameters
        ----------
        things : mapping of str to shape, or to (shape, pose); or what :meth:`to_dict` returned
        solid : bool, optional
            As of :class:`Scene`; a description says it itself.

        Examples
        --------
        >>> import impinge as im
        >>> Scene.from_dict({"ball": im.Sphere(1), "box": (im.Box((1, 1, 1)), None)})
        Scene(2 things of 2 shapes)
        """
        if not isinstance(things, Mapping):
            raise ImpingeError(f"things: expected a dictionary, got {type(things).__name__}")
        if is_description(things):
            return cls._described(things)
        scene = cls(solid=solid)
        names, shapes, poses = list(things), [], []
        for name, value in things.items():
            posed = isinstance(value, (tuple, list)) and len(value) == 2 and is_shape(value[0])
            shape, pose = value if posed else (value, None)
            shapes.append(shape)
            poses.append(check_pose(pose, name))
        scene.add_many(names, shapes, np.stack(poses) if poses else None)
        return scene

    @classmethod
    def _described(cls, plain: Mapping[str, Any]) -> Self:
        scene = cls(solid=bool(plain.get("solid", False)))
        shapes = [shape_from_dict(s, f"shapes: row {i}") for i, s in enumerate(plain["shapes"])]
        try:
            for row in plain["objects"]:
                number = row["shape"]
                if number < 0:
                    raise IndexError(number)  # noqa: TRY301 - as one beyond the end
                scene.add(row["name"], shapes[number], row["pose"], row["margin"], row["group"])
            for a, b in plain["ignored"]:
                scene.ignore(a, b)
            for a, b in plain["ignored_groups"]:
                scene.ignore_groups(a, b)
        except ImpingeError:
            raise
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ImpingeError(f"things: not what to_dict returns ({error!r})") from error
        return scene

    @classmethod
    def from_trimesh(cls, scene: Any, *, solid: bool = False) -> Self:
        """The meshes of a ``trimesh.Scene``, by the names of its nodes.

        Parameters
        ----------
        scene : trimesh.Scene
            Meshes that several nodes share are shared here too.
        solid : bool, optional
            As of :class:`Scene`.

        Examples
        --------
        >>> import trimesh
        >>> ball = trimesh.creation.icosphere(2)
        >>> Scene.from_trimesh(trimesh.Scene({"ball": ball})).names
        ('ball',)
        """
        return cls.from_dict(things_of_trimesh(scene), solid=solid)

    def overlaps(self) -> list[tuple[str, str]]:
        """The pairs of names that are in contact, each in alphabetical order, and sorted.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.overlaps()
        [('ball', 'floor')]
        """
        with self._memo.lock:
            things = self._things
            pairs, _ = things.sorted(self._codes())
            return as_pairs(things.names[pairs])

    def collide(self, *, limit: int | None = 4) -> SceneContacts:
        """All contacts, and what has begun and ended since they were asked for before.

        A scene in which this is asked, until it changes, is a frame. It is compared with the frame
        before: the last one in which this was asked before that change. What else is asked in a
        frame, and how often, changes no answer: another ``limit`` finds other points of the same
        pairs, of which the same began, last and ended, and ``continues`` points of the frame before
        that were found with the same limit (or, if it was not asked for then, with the first).

        A thing that was removed and added again, or given a shape with other features, is another
        thing: its pairs end and begin, and its points continue none. A mesh whose next shape has
        the same faces (:meth:`impinge.Mesh.with_vertices`) is the same one.

        Parameters
        ----------
        limit : int or None, optional
            Most contact points of two convex parts, as of :func:`impinge.collide`.

        Raises
        ------
        ImpingeError
            If two things overlap without end, as half spaces do; the message names them.
            :meth:`ignore` leaves such a pair out.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "crate": im.Box((1, 1, 1))})
        >>> scene.move("crate", im.pose((0, 0, 0.499)))
        >>> frame = scene.collide()
        >>> frame.pairs, len(frame.of("crate", "floor"))
        ([('crate', 'floor')], 4)
        >>> scene.move("crate", im.pose((0, 0, 0.6)))
        >>> scene.collide().ended
        [('crate', 'floor')]
        """
        most = as_request(0.0, limit, False).limit
        with self._memo.lock:
            touching = self._touching.bring_up_to_date(self._things, most)
            frame, clock = self._frame, self._touching.clock
            if frame is None or frame.clock < clock:
                frame = next_frame(self._things, touching.codes, clock, frame)
            if most not in frame.found:
                frame = asked_too(frame, self._things, most, touching)
            self._frame = frame
            return frame.found[most]

    @overload
    def closest(self, name: str, count: None = None) -> Nearest | None: ...

    @overload
    def closest(self, name: str, count: int) -> NearestThings: ...

    def closest(self, name: str, count: int | None = None) -> Nearest | NearestThings | None:
        """What is nearest to a thing, of all that it is tested with, and where.

        Distances are those of the shapes, without margins. Ties, as where it overlaps several, are
        broken by name.

        Parameters
        ----------
        name : str
            Of the thing.
        count : int, optional
            How many to find. One if not given, and then without a batch axis.

        Returns
        -------
        Nearest, NearestThings or None
            The nearest, or None if there is no other. With a count, a row for each, the nearest
            first: fewer rows if there are fewer things.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({name: im.Sphere(1) for name in "abc"})
        >>> scene.move(["b", "c"], im.pose([[5, 0, 0], [3, 0, 0]]))
        >>> scene.closest("a")
        Nearest('c', distance=1)
        >>> near = scene.closest("a", count=2)
        >>> near.name, near.distance.tolist()
        (('c', 'b'), [1.0, 3.0])
        """
        most = None if count is None else as_whole(count, "count", 1, sys.maxsize)
        with self._memo.lock:
            slot = self._things.slot(name)
            if most is None:
                return nearest_to_slot(self._things, slot)
            return some_nearest_to_slot(self._things, slot, most)

    def closest_to(self, shape: Any, pose: ArrayLike | None = None) -> Nearest | None:
        """What is nearest to a shape that is not in the scene, and where; None in an empty one.

        Parameters
        ----------
        shape : shape
            Any; also anything with ``.vertices`` and ``.faces``.
        pose : (4, 4) array_like, optional
            Where it would be; identity if not given.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.closest_to(im.Sphere(0.5), im.pose((0, 0, 2)))
        Nearest('ball', distance=0.5)
        """
        ready, placed = self._as_shape(shape, "shape"), check_pose(pose, "shape")
        with self._memo.lock:
            return nearest_to_shape(self._things, ready, placed)

    def closest_pair(self) -> NearestPair | None:
        """The two things nearest to each other, of all that are tested; None if there are none.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({name: im.Sphere(1) for name in "abc"})
        >>> scene.move(["b", "c"], im.pose([[5, 0, 0], [9, 0, 0]]))
        >>> scene.closest_pair()
        NearestPair(('b', 'c'), distance=2)
        """
        with self._memo.lock:
            return nearest_pair(self._things)

    def near_pairs(self, within: float) -> NearPairs:
        """All pairs of things, of those that are tested, that are no further apart than a distance.

        Distances are those of the shapes, without margins; 0 where they touch.

        Parameters
        ----------
        within : float
            Largest distance [m].

        Returns
        -------
        NearPairs
            Names, distance, points, normal and features of each pair, the nearest first; ties are
            broken by name.

        Raises
        ------
        ImpingeError
            If ``within`` is no finite number from 0 on, or two things cannot be measured; the
            message names them.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({name: im.Sphere(1) for name in "abc"})
        >>> scene.move(["b", "c"], im.pose([[5, 0, 0], [9, 0, 0]]))
        >>> near = scene.near_pairs(within=3)
        >>> near.names, near.distance.tolist()
        ((('b', 'c'), ('a', 'b')), [2.0, 3.0])
        >>> near[0].point_a.tolist()
        [6.0, 0.0, 0.0]
        """
        reach = as_scalar(within, "within")
        with self._memo.lock:
            return pairs_within(self._things, reach)

    def cast_ray(self, origins: ArrayLike, directions: ArrayLike) -> SceneRayHits:
        """What some rays hit first: as :func:`impinge.cast_ray`, with names.

        Parameters
        ----------
        origins : (3,) or (n, 3) array_like
            Where the rays start [m], world frame.
        directions : (3,) or (n, 3) array_like
            Of any length but zero.

        Notes
        -----
        A ray asks things in the order in which it enters their boxes, and none behind a hit. Only
        compounds are asked one by one, each about all rays that may meet it first.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"ball": im.Sphere(1), "floor": im.HalfSpace((0, 0, 1), -2)})
        >>> scene.cast_ray([[0, 0, 5], [3, 0, 5]], [0, 0, -1]).name
        ('ball', 'floor')
        """
        with self._memo.lock:
            return first_hits(self._things, origins, directions)

    def overlaps_box(self, lower: ArrayLike, upper: ArrayLike) -> list[str]:
        """The names, sorted, of all that comes within its margin of a box along the axes.

        Parameters
        ----------
        lower, upper : (3,) array_like
            Lowest and highest corner [m], world frame.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.overlaps_box((0, 0, 0.5), (1, 1, 2))
        ['ball']
        """
        with self._memo.lock:
            return met_by_box(self._things, lower, upper)

    def overlaps_shape(
        self, shape: Any, pose: ArrayLike | None = None, margin: float = 0.0
    ) -> list[str]:
        """The names, sorted, of all that a shape would be in contact with: does it fit there?

        Parameters
        ----------
        shape, pose
            As of :meth:`closest_to`; it is not in the scene.
        margin : float, optional
            Distance [m] that counts as part of the shape.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.overlaps_shape(im.Box((1, 1, 1)), im.pose((5, 0, 0.6)))
        []
        >>> scene.overlaps_shape(im.Box((1, 1, 1)), im.pose((5, 0, 0.6)), margin=0.2)
        ['floor']
        """
        ready, placed = self._as_shape(shape, "shape"), check_pose(pose, "shape")
        wide = check_margin(margin, "shape")
        with self._memo.lock:
            return met_by_shape(self._things, ready, placed, wide)

    def explain(self, a: str, b: str) -> Explanation:
        """Why two things are in contact or not: ignored, boxes apart, or what was tested.

        Parameters
        ----------
        a, b : str
            Names of two things.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.move("ball", im.pose((0, 0, 2)))
        >>> scene.explain("ball", "floor").reason
        'boxes apart'
        """
        with self._memo.lock:
            return explained(self._things, self._things.slot(a, "a"), self._things.slot(b, "b"))

    @property
    def boxes(self) -> tuple[Array, Array]:
        """(n, 3), (n, 3) float64: the things' boxes in the world, margins included. Read-only."""
        with self._memo.lock:
            self._things.fit()
            order = self._things.in_order()
            return frozen(self._things.lower[order]), frozen(self._things.upper[order])

    @property
    def last_update(self) -> Update:
        """What it took to bring the answers up to date, when that was last necessary."""
        return self._touching.last

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: each shape once; :meth:`from_dict` reads it.

        Examples
        --------
        >>> import impinge as im
        >>> scene = Scene.from_dict({"one": im.Sphere(1), "other": im.Box((1, 1, 1))})
        >>> Scene.from_dict(scene.to_dict()).names
        ('one', 'other')
        """
        with self._memo.lock:
            things, rows = self._things, []
            shapes: dict[int, tuple[int, Shape]] = {}
            for slot in things.in_order().tolist():
                thing = things.thing(slot)
                number = shapes.setdefault(id(thing.shape), (len(shapes), thing.shape))[0]
                rows.append({
                    "name": thing.name, "shape": number, "pose": thing.pose.tolist(),
                    "margin": thing.margin, "group": thing.group,
                })  # fmt: skip
            return {
                "solid": self._solid,
                "shapes": [shape_to_dict(shape) for _, shape in shapes.values()],
                "objects": rows,
                "ignored": [list(pair) for pair in self.ignored],
                "ignored_groups": [list(pair) for pair in self.ignored_groups],
            }

    def _codes(self) -> Ids:
        """The pairs of slots that are in contact now."""
        return self._touching.bring_up_to_date(self._things).codes

    def __copy__(self) -> Self:
        """A scene of its own, with the same shapes."""
        other = type(self)(solid=self._solid)
        with self._memo.lock:
            other._things, other._touching = self._things.copy(), self._touching.copy()
            other._frame = self._frame
            other._robots = dict(self._robots)
        return other

    def __getstate__(self) -> dict[str, Any]:
        # What is written out after the lock was given back must not change meanwhile.
        return copy(self).__dict__

    def __repr__(self) -> str:
        shapes = sum(shape is not None for shape in self._things.shapes)
        return f"Scene({len(self)} things of {shapes} shapes)"
