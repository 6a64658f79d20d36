"""The verbs and answers of ``trimesh.collision.CollisionManager``, on a scene of ours.

Existing code switches by one import::

    from impinge.io.trimesh_manager import CollisionManager

Convex meshes are solid and others are surfaces, as there. Neither trimesh nor python-fcl is needed:
anything with ``vertices`` and ``faces`` will do, and our own shapes too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import inf
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.contacts import Contacts, collide
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import Convex, Hull, Mesh, Shape, as_shape
from impinge.narrow import distance, penetration
from impinge.scene import Scene, Thing

Array = NDArray[np.float64]

EXTERNAL = "__external"
"""What answers call an object that is not in the manager."""
NO_FACE = -1
"""Index of the face of a convex mesh: its hull has faces of its own."""


class ContactData:
    """One contact point.

    Attributes
    ----------
    names : set of str
        Of the two objects.
    normal : (3,) float64
    point : (3,) float64
    depth : float
    """

    def __init__(
        self, names: tuple[Any, Any], faces: tuple[int, int], normal: Array, point: Array,
        depth: float,
    ) -> None:  # fmt: skip
        self.names = set(names)
        self.normal = normal
        self.point = point
        self.depth = depth
        self._faces = dict(zip(names, faces, strict=True))

    def index(self, name: Hashable) -> int:
        """The face of this object that is in contact; -1 for convex meshes."""
        return self._faces[name]


class DistanceData:
    """The shortest connection of two objects.

    Attributes
    ----------
    names : set of str
    distance : float
        Below zero by the depth, where two convex meshes overlap; 0 where others do.
    """

    def __init__(
        self, names: tuple[Any, Any], faces: tuple[int, int], points: tuple[Array, Array],
        distance: float,
    ) -> None:  # fmt: skip
        self.names = set(names)
        self.distance = distance
        self._faces = dict(zip(names, faces, strict=True))
        self._points = dict(zip(names, points, strict=True))

    def index(self, name: Hashable) -> int:
        """The face of this object that is nearest; -1 for convex meshes."""
        return self._faces[name]

    def point(self, name: Hashable) -> Array:
        """The point of this object that is nearest to the other, world frame."""
        return self._points[name]


class CollisionManager:
    """Objects by name; whether they collide with each other, with one more, or with others.

    Answers have the forms of trimesh's manager: with ``return_names`` and ``return_data`` a tuple
    grows by names and by data. What differs, and is meant to:

    - poses that scale, reflect or hold NaN are refused, with the name of the object;
    - ``depth`` and ``normal`` of meshes are those of :func:`impinge.collide`, a few contacts for
      each region in which surfaces cross, not one for each pair of triangles;
    - the distance of an empty manager is infinite, and not the largest float64;
    - adding under a name that is taken replaces the object completely.
    """

    def __init__(self) -> None:
        self._scene = Scene()
        # The scene's names are text; here any hashable is one.
        self._keys: dict[Hashable, str] = {}
        self._names: dict[str, Any] = {}
        self._count = 0
        self._made: WeakValueDictionary[Any, Shape] = WeakValueDictionary()

    def add_object(self, name: Hashable, mesh: Any, transform: ArrayLike | None = None) -> Thing:
        """Add an object, or replace the one of this name."""
        try:
            hash(name)
        except TypeError:
            raise ImpingeError(f"name: {name!r} cannot be a key of a dictionary") from None
        shape = self._shape(mesh, name)
        # So many digits that the order of keys is the order of adding.
        key = self._keys.get(name, f"{self._count:016d}")
        pose = _pose(transform, name)
        if name in self._keys:
            self._scene.remove(key)
        self._scene.add(key, shape, pose)
        self._keys[name], self._names[key] = key, name
        self._count += 1
        return self._scene[key]

    def remove_object(self, name: Hashable) -> None:
        """Take an object out."""
        key = self._key(name)
        self._scene.remove(key)
        del self._keys[name], self._names[key]

    def set_transform(self, name: Hashable, transform: ArrayLike) -> None:
        """Give an object another pose."""
        self._scene.move(self._key(name), _pose(transform, name))

    def in_collision_single(
        self,
        mesh: Any,
        transform: ArrayLike | None = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether an object collides with any in the manager: bool[, set of names][, contacts]."""
        shape, pose = self._shape(mesh, EXTERNAL), _pose(transform, EXTERNAL)
        keys = self._scene.overlaps_shape(shape, pose)
        data = []
        if return_data:
            for key in keys:
                thing = self._scene[key]
                found = collide(thing.shape, shape, thing.pose, pose, limit=None)
                data += _contact_data(found, (self._names[key], EXTERNAL), (thing.shape, shape))
        names = {self._names[key] for key in keys}
        return _answer(bool(keys), (return_names, names), (return_data, data))

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two collide: bool[, set of sorted pairs of names][, contacts]."""
        return self._collisions(self._scene, self._names, return_names, return_data, ordered=True)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object collides with any of another manager; names are (ours, theirs)."""
        scene, names = self._both(other_manager)
        return self._collisions(scene, names, return_names, return_data, ordered=False)

    def min_distance_single(
        self,
        mesh: Any,
        transform: ArrayLike | None = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance of an object to any in the manager: float[, name][, data]."""
        shape, pose = self._shape(mesh, EXTERNAL), _pose(transform, EXTERNAL)
        alone = CollisionManager()
        alone._scene.add("0", shape, pose)
        alone._names["0"] = EXTERNAL
        far, names, data = self._least(*self._both(alone))
        name = None if names is None else names[0]
        return _answer(far, (return_name, name), (return_data, data))

    def min_distance_internal(
        self, name: Hashable | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of any two, or of one to all others: float[, sorted names][, data]."""
        if name is None:
            far, names, data = self._least(self._scene, self._names)
        else:
            key = self._key(name)
            group = Scene()
            for other in self._scene.names:
                thing = self._scene[other]
                group.add(other, thing.shape, thing.pose, group="one" if other == key else "rest")
            group.ignore_groups("rest")
            far, names, data = self._least(group, self._names)
        if names is not None:
            names = tuple(sorted(names))
        return _answer(far, (return_names, names), (return_data, data))

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any object of another manager; names are (ours, theirs)."""
        far, names, data = self._least(*self._both(other_manager))
        return _answer(far, (return_names, names), (return_data, data))

    def _key(self, name: Hashable) -> str:
        try:
            return self._keys[name]
        except (KeyError, TypeError):
            raise ImpingeError(f"{name} not in collision manager!") from None

    def _shape(self, mesh: Any, name: Hashable) -> Shape:
        """A hull if the mesh is convex, else a mesh; equal ones of trimesh share one."""
        if isinstance(mesh, Shape):
            return mesh
        key = hash(mesh) if hasattr(mesh, "is_convex") else None
        shape = self._made.get(key)
        if shape is None:
            surface = as_shape(mesh, f"mesh of {name!r}")
            convex = bool(getattr(mesh, "is_convex", False)) and isinstance(surface, Mesh)
            shape = Hull(surface.vertices) if convex else surface  # type: ignore[attr-defined]
            if key is not None:
                self._made[key] = shape
        return shape

    def _both(self, other: CollisionManager) -> tuple[Scene, dict[str, Any]]:
        """One scene of both managers' objects, tested with those of the other only."""
        both, names = Scene(), {}
        for side, manager in (("a", self), ("b", other)):
            scene = manager._scene
            keys = [side + key for key in scene.names]
            if keys:
                both.add_many(keys, list(scene.shapes), scene.poses, groups=side)
            names.update({side + key: manager._names[key] for key in scene.names})
            both.ignore_groups(side)
        return both, names

    def _collisions(
        self, scene: Scene, names: dict[str, Any], return_names: bool, return_data: bool,
        *, ordered: bool,
    ) -> Any:  # fmt: skip
        keys = scene.overlaps()
        data = []
        if return_data:
            for a, b, found in scene.collide(limit=None):
                shapes = scene[a].shape, scene[b].shape
                data += _contact_data(found, (names[a], names[b]), shapes)
        pairs: Iterable[tuple[Any, Any]] = ((names[a], names[b]) for a, b in keys)
        if ordered:
            pairs = (tuple(sorted(pair)) for pair in pairs)  # type: ignore[misc]
        found_names = set(pairs) if return_names else None
        return _answer(bool(keys), (return_names, found_names), (return_data, data))

    def _least(self, scene: Scene, names: dict[str, Any]) -> tuple[float, Any, DistanceData | None]:
        """The least distance, below zero by the depth of convex meshes, its names and data."""
        touching = [[scene[key] for key in pair] for pair in scene.overlaps()]
        if not touching:
            near = scene.closest_pair()
            if near is None:
                return inf, None, None
            pair = [scene[key] for key in near.names]
            return _distance_data(near, float(near.distance), pair, names)
        solid = [p for p in touching if all(isinstance(t.shape, Convex) for t in p)]
        if not solid:
            a, b = touching[0]
            near_ = distance(a.shape, b.shape, a.pose, b.pose)
            return _distance_data(near_, 0.0, touching[0], names)
        deep = penetration(
            [a.shape for a, _ in solid], [b.shape for _, b in solid],
            np.stack([a.pose for a, _ in solid]), np.stack([b.pose for _, b in solid]),
        )  # fmt: skip
        k = int(np.argmax(deep.depth))
        row = deep[k]
        return _distance_data(row, -float(row.depth), solid[k], names)


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, Thing]]:
    """A manager of the meshes of a ``trimesh.Scene``, and its objects by the names of nodes."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


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


def _contact_data(
    found: Contacts, names: tuple[Any, Any], shapes: tuple[Shape, Shape]
) -> list[ContactData]:
    faces = [
        ids.tolist() if isinstance(shape, Mesh) else [NO_FACE] * len(found)
        for ids, shape in zip((found.feature_a, found.feature_b), shapes, strict=True)
    ]
    return [
        ContactData(names, (faces[0][i], faces[1][i]), found.normal[i], found.point[i], depth)
        for i, depth in enumerate(np.maximum(0.0, -found.separation).tolist())
    ]


def _distance_data(
    row: Any, far: float, pair: list[Thing], names: dict[str, Any]
) -> tuple[float, tuple[Any, Any], DistanceData]:
    shown = names[pair[0].name], names[pair[1].name]
    faces = [
        int(feature) if isinstance(thing.shape, Mesh) else NO_FACE
        for feature, thing in zip((row.feature_a, row.feature_b), pair, strict=True)
    ]
    data = DistanceData(shown, (faces[0], faces[1]), (row.point_a, row.point_b), far)
    return far, shown, data
