"""Other libraries behind one face: two shapes, prepared once, asked by the number of a pose.

Trees, shapes, transforms and requests are made outside the timers, results inside, as users do.
Calls go through the peers' own Python bindings, one pose a call: none takes a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from impinge.bench.timing import Array, Ids
from impinge.bench.world_peers import mujoco_geom
from impinge.geometry import Box, Capsule, Convex, Cylinder, Hull, Mesh, Shape, Sphere

Solid = Mesh | Convex

MANY = 10_000_000
"""More contacts than there are."""
FURTHEST = 1e10
"""Distances [m] up to which MuJoCo looks: all."""


def installed(*more: str) -> dict[str, Callable[..., Any]]:
    """The peers that can be imported here: coal and python-fcl, and ``"mujoco"`` if named."""
    known: dict[str, Any] = {"coal": Coal, "fcl": Fcl, "mujoco": Mujoco}
    return {name: known[name] for name in ("coal", "fcl", *more) if find_spec(name)}


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


def coal_hull(given: Array | Hull) -> Callable[[], Any]:
    """What makes the hull of points, or a hull anew; what it takes is made before."""
    import coal

    rows = coal.StdVec_Vec3s()
    for point in given.vertices if isinstance(given, Hull) else given:
        rows.append(point.copy())
    return lambda: coal.Convex.convexHull(rows, True, "Qt")


def fcl_hull(hull: Hull) -> Callable[[], Any]:
    """The same, from faces as well: each as its number of corners, and those."""
    import fcl

    corners, loops = hull.vertices.copy(), [(len(face), *face) for face in hull.faces]
    faces = np.concatenate(loops).astype(np.int32)
    return lambda: fcl.Convex(corners, len(loops), faces)


class _Anywhere:
    """Arguments for any two poses, made when they are asked for."""

    def __init__(self, sides: Callable[..., Any]) -> None:
        self._made = sides

    def __getitem__(self, poses: Any) -> Any:
        return self._made(*poses)


class _Solver:
    """A library with a function for distances, one for collisions, and requests to both.

    It is asked by the number of a pose of B, for which the arguments are made before; or, without
    ``poses``, by the poses of A and B. ``sides`` makes the arguments for both.
    """

    def __init__(
        self, library: Any, sides: Callable[..., Any], poses: Array | None, **points: bool
    ) -> None:
        rest = np.eye(4)
        known = None if poses is None else [sides(rest, pose) for pose in poses]
        self.sides = sides
        self._sides: Any = _Anywhere(sides) if known is None else known
        self._ask, self._distances = library.distance, library.DistanceResult
        self._collide, self._collisions = library.collide, library.CollisionResult
        near, touch = library.DistanceRequest, library.CollisionRequest
        self._signed, self._near = (
            _request(near, enable_signed_distance=signed, **points) for signed in (True, False)
        )
        self._first, self._touch, self._all = (
            _request(touch, num_max_contacts=most, enable_contact=contact)
            for most, contact in ((1, False), (1, True), (MANY, False))
        )

    def gap(self, i: int) -> float:
        """The signed distance of convex shapes; nearest points come along."""
        return self._ask(*self._sides[i], self._signed, self._distances())  # type: ignore[no-any-return]

    def distance(self, i: int) -> float:
        """The same where no depth is asked for."""
        return self._ask(*self._sides[i], self._near, self._distances())  # type: ignore[no-any-return]

    def points(self, i: int) -> tuple[Array, Array]:
        """The nearest points on A and B."""
        result = self._distances()
        self._ask(*self._sides[i], self._signed, result)
        if isinstance(self, Coal):
            return np.array(result.getNearestPoint1()), np.array(result.getNearestPoint2())
        return np.array(result.nearest_points[0]), np.array(result.nearest_points[1])

    def first_hit(self, i: int) -> bool:
        return bool(self._collide(*self._sides[i], self._first, self._collisions()))

    def contact(self, i: int) -> bool:
        """Whether they touch; point, normal and depth of a contact come along."""
        return bool(self._collide(*self._sides[i], self._touch, self._collisions()))

    def count_pairs(self, i: int) -> int:
        return int(self._collide(*self._sides[i], self._all, self._collisions()))

    def pairs(self, i: int) -> Ids:
        """(m, 2) int64: the pairs of triangles that meet, sorted."""
        result = self._collisions()
        self._collide(*self._sides[i], self._all, result)
        contacts = result.getContacts() if isinstance(self, Coal) else result.contacts
        found = [(contact.b1, contact.b2) for contact in contacts]
        return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)


def _request(make: Callable[[], Any], **options: Any) -> Any:
    request = make()
    for name, value in options.items():
        setattr(request, name, value)
    return request


class Coal(_Solver):
    """coal, with its default tolerances; meshes have trees of oriented boxes and swept spheres."""

    def __init__(self, a: Solid, b: Solid, poses: Array | None = None) -> None:
        import coal

        def at(pose: Array) -> Any:
            return coal.Transform3s(np.ascontiguousarray(pose[:3, :3]), pose[:3, 3].copy())

        one, other = coal_shape(a), coal_shape(b)
        super().__init__(coal, lambda p, q: (one, at(p), other, at(q)), poses)


def coal_shape(shape: Shape) -> Any:
    """The same shape for coal."""
    import coal

    return _shape(shape, coal, build_coal, coal_hull)


def _shape(
    shape: Shape, library: Any, mesh: Callable[[Array, Ids], Any], hull: Callable[..., Any]
) -> Any:
    if isinstance(shape, Mesh):
        return mesh(shape.vertices.copy(), shape.faces.copy())
    if isinstance(shape, Box):
        return library.Box(*shape.sizes.tolist())
    if isinstance(shape, Sphere):
        return library.Sphere(shape.radius)
    if isinstance(shape, (Capsule, Cylinder)):
        return getattr(library, type(shape).__name__)(shape.radius, shape.length)
    assert isinstance(shape, Hull)
    return hull(shape)()


class Fcl(_Solver):
    """python-fcl, with its own solver (GJK and EPA); trees as those of coal."""

    def __init__(self, a: Solid, b: Solid, poses: Array | None = None) -> None:
        import fcl

        def at(shape: Any, pose: Array) -> Any:
            return fcl.CollisionObject(shape, fcl.Transform(pose[:3, :3], pose[:3, 3]))

        one, other = (_shape(shape, fcl, build_fcl, fcl_hull) for shape in (a, b))
        super().__init__(
            fcl, lambda p, q: (at(one, p), at(other, q)), poses, enable_nearest_points=True
        )


class Mujoco:
    """MuJoCo's ``mj_geomDistance``; the pose is written into its state at each call."""

    def __init__(self, a: Convex, b: Convex, poses: Array) -> None:
        import mujoco

        self._ask, spec = mujoco.mj_geomDistance, mujoco.MjSpec()
        spec.worldbody.add_geom(**mujoco_geom(spec, a))
        moving = spec.worldbody.add_body()
        moving.add_freejoint()
        moving.add_geom(**mujoco_geom(spec, b))
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        # Meshes are kept in a frame of their own, which the geoms' poses must name.
        frames = [self._frame(mujoco, k) for k in (0, 1)]
        self._data.geom_xpos[0] = frames[0][:3, 3]
        self._data.geom_xmat[0] = frames[0][:3, :3].ravel()
        world = poses @ frames[1]
        self._shifts = [np.ascontiguousarray(pose[:3, 3]) for pose in world]
        self._turns = [np.ascontiguousarray(pose[:3, :3].ravel()) for pose in world]
        self._xpos, self._xmat = self._data.geom_xpos[1], self._data.geom_xmat[1]
        self._ends = np.zeros(6)

    def _frame(self, mujoco: Any, geom: int) -> Array:
        frame = np.eye(4)
        mesh = int(self._model.geom_dataid[geom])
        if mesh >= 0:
            turn = np.zeros(9)
            mujoco.mju_quat2Mat(turn, self._model.mesh_quat[mesh])
            frame[:3, :3], frame[:3, 3] = turn.reshape(3, 3), self._model.mesh_pos[mesh]
        return frame

    def gap(self, i: int) -> float:
        self._xpos[:] = self._shifts[i]
        self._xmat[:] = self._turns[i]
        return self._ask(self._model, self._data, 0, 1, FURTHEST, self._ends)  # type: ignore[no-any-return]

    distance = gap

    def points(self, i: int) -> tuple[Array, Array]:
        self.gap(i)
        return self._ends[:3].copy(), self._ends[3:].copy()
