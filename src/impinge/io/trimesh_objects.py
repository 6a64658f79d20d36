"""What collision managers have: objects by name, those of two managers together, their shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from impinge.core.arrays import Array, digest
from impinge.core.derived import Memo
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, Shape, as_shape
from impinge.narrow.hulls import hull_of
from impinge.scene import Scene, Thing

FEW = 16
"""Things that are asked one by one what is nearest to them, instead of all pairs at once: that
asks so many itself, for a bound, and then looks for pairs within it."""


class Held:
    """A scene, and the names that answers show for its things.

    The scene's names are text, here called keys; an object's name may be any hashable.

    Attributes
    ----------
    scene : Scene
    names : dict of key to name
    shapes : dict of key to Shape
    changed_keys : set of key
        What came, changed or went since :mod:`~impinge.io.trimesh_nearest` was asked, which keeps
        its answer in ``kept``.
    cover : list of key, or None
        A few things of which one is in each pair that is tested, if there are such.
    lock
        Held while something is changed or asked: names and scene belong together.
    """

    def __init__(self) -> None:
        self.scene = Scene()
        self.names: dict[str, Any] = {}
        self.shapes: dict[str, Shape] = {}
        self.changed_keys: set[str] = set()
        self.kept: Any = None
        self.cover: list[str] | None = None
        self._memo = Memo()

    @property
    def lock(self) -> Any:
        return self._memo.lock

    def put(
        self, keys: list[str], names: Iterable[Any], shapes: list[Shape], poses: Array,
        group: str | None = None,
    ) -> None:  # fmt: skip
        """Add objects, or give those that are there another shape and pose."""
        self.changed_keys.update(keys)
        self.names.update(zip(keys, names, strict=True))
        self.shapes.update(zip(keys, shapes, strict=True))
        new = [i for i, key in enumerate(keys) if key not in self.scene]
        old = [i for i, key in enumerate(keys) if key in self.scene]
        if new:
            fresh = [keys[i] for i in new]
            self.scene.add_many(fresh, [shapes[i] for i in new], poses[new], groups=group)
        for i in old:
            if self.scene[keys[i]].shape is not shapes[i]:
                self.scene.set_shape(keys[i], shapes[i])
        if old:
            self.scene.move([keys[i] for i in old], poses[old])

    def move(self, key: str, pose: Array) -> None:
        self.changed_keys.add(key)
        self.scene.move(key, pose)

    def take_out(self, key: str) -> None:
        self.changed_keys.add(key)
        self.scene.remove(key)
        del self.names[key], self.shapes[key]


class Objects(Held):
    """The objects of one manager.

    Attributes
    ----------
    clock : int
        Of the latest change.
    lost : int
        Of the latest removal.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0
        self.lost = 0
        self._keys: dict[Hashable, str] = {}
        # When each key changed; the latest is the last.
        self._stamps: dict[str, int] = {}
        self._count = 0

    def key(self, name: Hashable) -> str:
        try:
            return self._keys[name]
        except (KeyError, TypeError):
            raise ImpingeError(f"{name} not in collision manager!") from None

    def set(self, name: Hashable, shape: Shape, pose: Array) -> Thing:
        """Add an object, or replace the one of this name."""
        try:
            hash(name)
        except TypeError:
            raise ImpingeError(f"name: {name!r} cannot be a key of a dictionary") from None
        with self.lock:
            # So many digits that the order of keys is the order of adding.
            key = self._keys.get(name, f"{self._count:016d}")
            self._count += 1
            self.put([key], [name], [shape], pose[None])
            self._keys[name] = key
            self._stamp(key)
            return self.scene[key]

    def pose(self, name: Hashable, pose: Array) -> None:
        """Give an object another pose."""
        with self.lock:
            key = self.key(name)
            self.move(key, pose)
            self._stamp(key)

    def remove(self, name: Hashable) -> None:
        with self.lock:
            key = self.key(name)
            self.take_out(key)
            del self._keys[name]
            self._stamps.pop(key)
            self.clock += 1
            self.lost = self.clock

    def changed(self, since: int) -> list[str]:
        """Keys of what is there and came or changed after a time; costs as many steps."""
        found = []
        for key in reversed(self._stamps):
            if self._stamps[key] <= since:
                break
            found.append(key)
        return found[::-1]

    def _stamp(self, key: str) -> None:
        self.clock += 1
        self._stamps.pop(key, None)
        self._stamps[key] = self.clock


class Joint(Held):
    """The objects of two managers in one scene, tested with those of the other only.

    It follows both: what has changed since it was asked before is all that costs. It does not hold
    the managers, so that it may be kept by one of them for as long as the other lives. Its lock is
    held from following to the end of the answer, and taken before those of Objects.
    """

    SIDES = "ab"

    def __init__(self) -> None:
        super().__init__()
        for side in self.SIDES:
            self.scene.ignore_groups(side)
        self._seen = dict.fromkeys(self.SIDES, 0)

    def follow(self, *both: Objects) -> None:
        """Bring everything up to date with both managers' objects."""
        for side, objects in zip(self.SIDES, both, strict=True):
            with objects.lock:
                seen = self._seen[side]
                if objects.lost > seen:
                    for key in list(self.names):
                        if key.startswith(side) and key[1:] not in objects.names:
                            self.take_out(key)
                keys = objects.changed(seen)
                if keys:
                    things = [objects.scene[key] for key in keys]
                    self.put(
                        [side + key for key in keys], [objects.names[key] for key in keys],
                        [thing.shape for thing in things],
                        np.stack([thing.pose for thing in things]), side,
                    )  # fmt: skip
                # Not before: what was interrupted is done the next time.
                self._seen[side] = objects.clock
        side, fewer = min(zip(self.SIDES, both, strict=True), key=lambda pair: len(pair[1].names))
        few = len(fewer.names) <= FEW
        self.cover = [side + key for key in list(fewer.names)] if few else None


_made: WeakValueDictionary[Any, Shape] = WeakValueDictionary()
_memo = Memo()


def shape_of(mesh: Any, name: Hashable) -> Shape:
    """A hull if the mesh says that it is convex, else its surface; a shape of ours is itself.

    Equal meshes share a shape, and with it a tree, as long as somebody uses it. Equal means the
    same numbers, whatever object holds them: meshes of other libraries change in place, and
    their own hashes may be of their address.
    """
    if isinstance(mesh, Shape):
        return mesh
    surface = as_shape(mesh, f"mesh of {name!r}")
    if not isinstance(surface, Mesh):
        return surface
    convex = bool(getattr(mesh, "is_convex", False))
    key = convex, digest(surface.vertices), digest(surface.faces)
    # A hull of thousands of vertices takes long: only one thread makes it.
    with _memo.lock:
        shape = _made.get(key)
        if shape is None:
            shape = hull_of(surface) if convex else surface
            _made[key] = shape
        return shape
