"""The verbs and answers of ``trimesh.collision.CollisionManager``, on a scene of ours.

Existing code switches by one import::

    from impinge.io.trimesh_manager import CollisionManager

Convex meshes are solid and others are surfaces, as there. Neither trimesh nor python-fcl is needed:
anything with ``vertices`` and ``faces`` will do, and our own shapes too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts import collide
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Shape
from impinge.io.trimesh_nearest import least_of_all, least_of_one, least_to_shape
from impinge.io.trimesh_objects import Held, Joint, Objects, shape_of
from impinge.io.trimesh_results import ContactData, DistanceData, contact_data
from impinge.scene import Thing

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]


EXTERNAL = "__external"
"""What answers call an object that is not in the manager."""
RECENT = 4
"""Shapes of the latest questions that a manager keeps, so that asking about the same mesh again
does not build its tree again."""


class CollisionManager:
    """Objects by name; whether they collide with each other, with one more, or with others.

    Answers have the forms of trimesh's manager: with ``return_names`` and ``return_data`` a tuple
    grows by names and by data. What differs, and is meant to:

    - poses that scale, reflect or hold NaN are refused, with the name of the object;
    - contacts are those of :func:`impinge.collide`: the corners of the patch in which two convex
      meshes meet, and a few for each region in which surfaces cross, not one for each pair of
      triangles; their depths are least ones, where fcl's may be deeper;
    - a surface and what crosses it are 0 apart, where fcl may give the depth of a triangle;
    - of several overlaps the deepest is the least distance, and not the first one met;
    - the distance of an empty manager is infinite, and not the largest float64;
    - adding under a name that is taken replaces the object completely.

    Examples
    --------
    >>> import impinge as im
    >>> manager = CollisionManager()
    >>> _ = manager.add_object("ball", im.Sphere(1.0))
    >>> _ = manager.add_object("crate", im.Box((1, 1, 1)), im.pose())
    >>> manager.in_collision_internal(return_names=True)
    (True, {('ball', 'crate')})
    >>> manager.set_transform("crate", im.pose((3.5, 0, 0)))
    >>> manager.min_distance_internal(return_names=True)
    (2.0, ('ball', 'crate'))
    """

    def __init__(self) -> None:
        self._objects = Objects()
        self._joints: WeakKeyDictionary[CollisionManager, Joint] = WeakKeyDictionary()
        self._recent: deque[Shape] = deque(maxlen=RECENT)

    def add_object(self, name: Hashable, mesh: Any, transform: ArrayLike | None = None) -> Thing:
        """Add an object, or replace the one of this name."""
        return self._objects.set(name, shape_of(mesh, name), _pose(transform, name))

    def remove_object(self, name: Hashable) -> None:
        """Take an object out."""
        self._objects.remove(name)

    def set_transform(self, name: Hashable, transform: ArrayLike) -> None:
        """Give an object another pose."""
        self._objects.pose(name, _pose(transform, name))

    def in_collision_single(
        self,
        mesh: Any,
        transform: ArrayLike | None = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether an object collides with any in the manager: bool[, set of names][, contacts]."""
        shape, pose = self._asked(mesh), _pose(transform, EXTERNAL)
        held = self._objects
        with held.lock:
            keys = held.scene.overlaps_shape(shape, pose)
            names = {held.names[key] for key in keys}
            data: list[ContactData] = []
            if return_data and keys:
                things = [held.scene[key] for key in keys]
                poses = np.stack([thing.pose for thing in things])
                shapes = [thing.shape for thing in things]
                found = collide(shapes, shape, poses, pose, limit=None)
                for row, key in enumerate(keys):
                    both = held.names[key], EXTERNAL
                    data += contact_data(found.of_row(row), both, (shapes[row], shape))
        return _answer(bool(keys), (return_names, names), (return_data, data))

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two collide: bool[, set of sorted pairs of names][, contacts]."""
        with self._objects.lock:
            found, names, data = _collisions(self._objects, return_data)
        shown = set(map(_in_order, names)) if return_names else None
        return _answer(found, (return_names, shown), (return_data, data))

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object collides with any of another manager; names are (ours, theirs)."""
        joint = self._joint(other_manager)
        with joint.lock:
            joint.follow(self._objects, other_manager._objects)
            found, names, data = _collisions(joint, return_data)
        return _answer(found, (return_names, set(names)), (return_data, data))

    def min_distance_single(
        self,
        mesh: Any,
        transform: ArrayLike | None = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance of an object to any in the manager: float[, name][, data]."""
        shape, pose = self._asked(mesh), _pose(transform, EXTERNAL)
        with self._objects.lock:
            far, names, data = least_to_shape(self._objects, shape, pose, EXTERNAL)
        name = None if names is None else names[1]
        return _answer(far, (return_name, name), (return_data, data))

    def min_distance_internal(
        self, name: Hashable | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of any two, or of one to all others: float[, sorted names][, data]."""
        held = self._objects
        with held.lock:
            least = least_of_all(held) if name is None else least_of_one(held, held.key(name))
        far, names, data = least
        shown = _in_order(names) if return_names and names is not None else None
        return _answer(far, (return_names, shown), (return_data, data))

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any object of another manager; names are (ours, theirs)."""
        joint = self._joint(other_manager)
        with joint.lock:
            joint.follow(self._objects, other_manager._objects)
            far, names, data = least_of_all(joint)
        return _answer(far, (return_names, names), (return_data, data))

    def _asked(self, mesh: Any) -> Shape:
        """The shape of an object that is only asked about."""
        shape = shape_of(mesh, EXTERNAL)
        if not any(shape is kept for kept in tuple(self._recent)):
            self._recent.append(shape)
        return shape

    def _joint(self, other: CollisionManager) -> Joint:
        """The scene of both managers' objects, kept as long as both live."""
        if not isinstance(other, CollisionManager):
            kind = f"{type(other).__module__}.{type(other).__qualname__}"
            raise ImpingeError(
                f"other_manager: expected a CollisionManager of impinge, got {kind}; "
                "switch the import where it is made, too"
            )
        with self._objects.lock:
            return self._joints.setdefault(other, Joint())

    def __getstate__(self) -> dict[str, Any]:
        # What can be made again, and is kept by who else lives here, stays here.
        with self._objects.lock:
            return {"_objects": self._objects}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__()  # type: ignore[misc]
        self._objects = state["_objects"]


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, Thing]]:
    """A manager of the meshes of a ``trimesh.Scene``, and its objects by the names of nodes."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


def _collisions(
    held: Held, return_data: bool
) -> tuple[bool, Iterable[tuple[Any, Any]], list[ContactData]]:
    """Whether any two collide, the pairs of names, and contacts if asked for."""
    names, shapes = held.names, held.shapes
    pairs = held.scene.overlaps()
    data: list[ContactData] = []
    if return_data:
        for a, b, found in held.scene.collide(limit=None):
            data += contact_data(found, (names[a], names[b]), (shapes[a], shapes[b]))
    return bool(pairs), [(names[a], names[b]) for a, b in pairs], data


def _in_order(names: tuple[Any, Any]) -> tuple[Any, Any]:
    """Two names in order; names of different kinds have one, too."""
    a, b = names
    try:
        return (b, a) if b < a else (a, b)
    except TypeError:
        first, second = sorted(names, key=lambda name: (type(name).__qualname__, repr(name)))
        return first, second


def _pose(transform: ArrayLike | None, name: Hashable) -> Array:
    if transform is None:
        return np.eye(4)
    checked = as_poses(transform, f"transform of {name!r}")
    if checked is None or checked.ndim != 2:
        raise ImpingeError(f"transform of {name!r}: must be (4, 4), got {np.shape(transform)}")
    return checked


def _answer(first: Any, *more: tuple[bool, Any]) -> Any:
    """The first answer alone, or a tuple of it and what else was asked for."""
    wanted = [value for asked, value in more if asked]
    return (first, *wanted) if wanted else first
