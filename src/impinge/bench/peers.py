"""Other libraries behind one face: two meshes, prepared once, asked by the number of a pose.

Trees and transforms are made outside the timers. Calls go through the peers' own Python
bindings, one pose a call: neither takes a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from impinge.geometry import Mesh

Array = NDArray[np.float64]
Ids = NDArray[np.int64]

MANY = 10_000_000
"""More contacts than there are."""


class Peer(Protocol):
    """What every peer answers for pose number ``i``."""

    def first_hit(self, i: int) -> bool: ...
    def count_pairs(self, i: int) -> int: ...
    def pairs(self, i: int) -> Ids: ...
    def distance(self, i: int) -> float: ...


def installed() -> dict[str, Callable[[Mesh, Mesh, Array], Peer]]:
    """The peers that can be imported here."""
    known: dict[str, Callable[[Mesh, Mesh, Array], Peer]] = {"coal": Coal, "fcl": Fcl}
    return {name: make for name, make in known.items() if find_spec(name)}


def builders() -> dict[str, Callable[[Array, Ids], Any]]:
    """From arrays to a tree that can be asked, for each peer that can be imported here."""
    known = {"coal": build_coal, "fcl": build_fcl}
    return {name: known[name] for name in installed()}


def build_coal(vertices: Array, faces: Ids) -> Any:
    import coal

    model = coal.BVHModelOBBRSS()
    model.beginModel(len(faces), len(vertices))
    model.addVertices(vertices)
    model.addTriangles(faces)
    model.endModel()
    return model


def build_fcl(vertices: Array, faces: Ids) -> Any:
    import fcl

    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(faces))
    model.addSubModel(vertices, faces)
    model.endModel()
    return model


class Coal:
    """coal, with trees of oriented boxes and swept spheres."""

    def __init__(self, a: Mesh, b: Mesh, poses: Array) -> None:
        import coal

        self._coal = coal
        self._a, self._b = (build_coal(m.vertices.copy(), m.faces.copy()) for m in (a, b))
        self._rest = coal.Transform3s()
        self._poses = [
            coal.Transform3s(np.ascontiguousarray(pose[:3, :3]), pose[:3, 3].copy())
            for pose in poses
        ]
        self._first = coal.CollisionRequest()
        self._first.num_max_contacts = 1
        self._first.enable_contact = False
        self._all = coal.CollisionRequest()
        self._all.num_max_contacts = MANY
        self._all.enable_contact = False
        # Nearest points always come along.
        self._near = coal.DistanceRequest()

    def first_hit(self, i: int) -> bool:
        result = self._coal.CollisionResult()
        hits = self._coal.collide(self._a, self._rest, self._b, self._poses[i], self._first, result)
        return bool(hits)

    def count_pairs(self, i: int) -> int:
        result = self._coal.CollisionResult()
        return int(
            self._coal.collide(self._a, self._rest, self._b, self._poses[i], self._all, result)
        )

    def pairs(self, i: int) -> Ids:
        result = self._coal.CollisionResult()
        self._coal.collide(self._a, self._rest, self._b, self._poses[i], self._all, result)
        found = [(contact.b1, contact.b2) for contact in result.getContacts()]
        return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)

    def distance(self, i: int) -> float:
        result = self._coal.DistanceResult()
        return float(
            self._coal.distance(self._a, self._rest, self._b, self._poses[i], self._near, result)
        )


class Fcl:
    """python-fcl, with the trees it offers: oriented boxes and swept spheres."""

    def __init__(self, a: Mesh, b: Mesh, poses: Array) -> None:
        import fcl

        self._fcl = fcl
        model_a, model_b = (build_fcl(m.vertices.copy(), m.faces.copy()) for m in (a, b))
        self._a = fcl.CollisionObject(model_a, fcl.Transform())
        self._b = [
            fcl.CollisionObject(model_b, fcl.Transform(pose[:3, :3], pose[:3, 3])) for pose in poses
        ]
        self._first = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)
        self._all = fcl.CollisionRequest(num_max_contacts=MANY, enable_contact=False)
        self._near = fcl.DistanceRequest(enable_nearest_points=True)

    def first_hit(self, i: int) -> bool:
        return bool(
            self._fcl.collide(self._a, self._b[i], self._first, self._fcl.CollisionResult())
        )

    def count_pairs(self, i: int) -> int:
        return int(self._fcl.collide(self._a, self._b[i], self._all, self._fcl.CollisionResult()))

    def pairs(self, i: int) -> Ids:
        result = self._fcl.CollisionResult()
        self._fcl.collide(self._a, self._b[i], self._all, result)
        found = [(contact.b1, contact.b2) for contact in result.contacts]
        return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)

    def distance(self, i: int) -> float:
        return float(
            self._fcl.distance(self._a, self._b[i], self._near, self._fcl.DistanceResult())
        )
