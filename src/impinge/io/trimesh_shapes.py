"""Shapes of meshes of trimesh, made once for all that have the same vertices and faces."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import blake2b
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from impinge.core.derived import Memo
from impinge.geometry import Hull, Mesh, Shape, as_shape

DIGEST = 16
"""Bytes of a digest: two different meshes have the same one by chance once in 10^38."""

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
    key = convex, _digest(surface.vertices), _digest(surface.faces)
    # A hull of thousands of vertices takes long: only one thread makes it.
    with _memo.lock:
        shape = _made.get(key)
        if shape is None:
            shape = Hull(surface.vertices) if convex else surface
            _made[key] = shape
        return shape


def _digest(rows: NDArray[Any]) -> bytes:
    return blake2b(np.ascontiguousarray(rows).data, digest_size=DIGEST).digest()
