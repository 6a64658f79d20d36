"""Other libraries behind one face: two convex shapes, prepared once, asked by the number of a pose.

Shapes, transforms and requests are made outside the timers, results inside, as users do. Calls go
through the peers' own Python bindings, one pose a call: none takes a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_reference import core
from impinge.geometry import Box, Capsule, Convex, Hull

Array = NDArray[np.float64]
Ids = NDArray[np.int64]

FURTHEST = 1e10
"""Distances [m] up to which MuJoCo looks: all."""


class ConvexPeer(Protocol):
    """What every peer answers for pose number ``i``."""

    def gap(self, i: int) -> float:
        """The signed distance; nearest points come along."""

    def distance(self, i: int) -> float:
        """The same where no depth is asked for."""

    def points(self, i: int) -> tuple[Array, Array]:
        """The nearest points on A and B."""


class Collides(Protocol):
    """What some peers answer besides, by another function."""

    def touches(self, i: int) -> bool: ...
    def contact(self, i: int) -> bool:
        """Whether they touch; point, normal and depth of a contact come along."""


def installed() -> dict[str, Callable[[Convex, Convex, Array], Any]]:
    """The peers that can be imported here."""
    known = {"coal": Coal, "fcl": Fcl, "mujoco": Mujoco}
    return {name: make for name, make in known.items() if find_spec(name)}


class Coal:
    """coal, with its default tolerances."""

    def __init__(self, a: Convex, b: Convex, poses: Array) -> None:
        import coal

        self._coal = coal
        self._a, self._b = coal_shape(a), coal_shape(b)
        self._rest = coal.Transform3s()
        self._poses = [
            coal.Transform3s(np.ascontiguousarray(pose[:3, :3]), pose[:3, 3].copy())
            for pose in poses
        ]
        self._signed, self._near = coal.DistanceRequest(), coal.DistanceRequest()
        self._signed.enable_signed_distance = True
        self._near.enable_signed_distance = False
        self._first = coal.CollisionRequest()
        self._first.num_max_contacts = 1
        self._first.enable_contact = False
        self._touch = coal.CollisionRequest()
        self._touch.num_max_contacts = 1
        self._touch.enable_contact = True

    def gap(self, i: int) -> float:
        result = self._coal.DistanceResult()
        return self._coal.distance(  # type: ignore[no-any-return]
            self._a, self._rest, self._b, self._poses[i], self._signed, result
        )

    def distance(self, i: int) -> float:
        result = self._coal.DistanceResult()
        return self._coal.distance(  # type: ignore[no-any-return]
            self._a, self._rest, self._b, self._poses[i], self._near, result
        )

    def points(self, i: int) -> tuple[Array, Array]:
        result = self._coal.DistanceResult()
        self._coal.distance(self._a, self._rest, self._b, self._poses[i], self._signed, result)
        return np.array(result.getNearestPoint1()), np.array(result.getNearestPoint2())

    def touches(self, i: int) -> bool:
        result = self._coal.CollisionResult()
        return bool(
            self._coal.collide(self._a, self._rest, self._b, self._poses[i], self._first, result)
        )

    def contact(self, i: int) -> bool:
        result = self._coal.CollisionResult()
        return bool(
            self._coal.collide(self._a, self._rest, self._b, self._poses[i], self._touch, result)
        )


def coal_shape(shape: Convex) -> Any:
    """The same shape for coal."""
    import coal

    if isinstance(shape, Box):
        return coal.Box(*shape.sizes.tolist())
    if isinstance(shape, Capsule):
        return coal.Capsule(shape.radius, shape.length)
    points = coal.StdVec_Vec3s()
    for point in _hull(shape).vertices:
        points.append(point.copy())
    return coal.Convex.convexHull(points, True, "Qt")


class Fcl:
    """python-fcl, with the solver of its own (GJK and EPA) that gives signed distances."""

    def __init__(self, a: Convex, b: Convex, poses: Array) -> None:
        import fcl

        self._fcl = fcl
        self._a = fcl.CollisionObject(fcl_shape(a), fcl.Transform())
        shape = fcl_shape(b)
        self._b = [
            fcl.CollisionObject(shape, fcl.Transform(pose[:3, :3], pose[:3, 3])) for pose in poses
        ]
        self._signed = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        self._near = fcl.DistanceRequest(enable_nearest_points=True)
        self._first = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)
        self._touch = fcl.CollisionRequest(num_max_contacts=1, enable_contact=True)

    def gap(self, i: int) -> float:
        return self._fcl.distance(  # type: ignore[no-any-return]
            self._a, self._b[i], self._signed, self._fcl.DistanceResult()
        )

    def distance(self, i: int) -> float:
        return self._fcl.distance(  # type: ignore[no-any-return]
            self._a, self._b[i], self._near, self._fcl.DistanceResult()
        )

    def points(self, i: int) -> tuple[Array, Array]:
        result = self._fcl.DistanceResult()
        self._fcl.distance(self._a, self._b[i], self._signed, result)
        return np.array(result.nearest_points[0]), np.array(result.nearest_points[1])

    def touches(self, i: int) -> bool:
        return bool(
            self._fcl.collide(self._a, self._b[i], self._first, self._fcl.CollisionResult())
        )

    def contact(self, i: int) -> bool:
        return bool(
            self._fcl.collide(self._a, self._b[i], self._touch, self._fcl.CollisionResult())
        )


def fcl_shape(shape: Convex) -> Any:
    """The same shape for python-fcl."""
    import fcl

    if isinstance(shape, Box):
        return fcl.Box(*shape.sizes.tolist())
    if isinstance(shape, Capsule):
        return fcl.Capsule(shape.radius, shape.length)
    hull = _hull(shape)
    # Each face as its number of corners and their numbers, one after the other.
    loops = [np.concatenate([[len(face)], face]) for face in hull.faces]
    return fcl.Convex(hull.vertices.copy(), len(loops), np.concatenate(loops).astype(np.int32))


class Mujoco:
    """MuJoCo's ``mj_geomDistance``; the pose is written into its state at each call."""

    def __init__(self, a: Convex, b: Convex, poses: Array) -> None:
        import mujoco

        self._ask = mujoco.mj_geomDistance
        assets, geoms = [], []
        for name, shape in (("a", a), ("b", b)):
            asset, geom = _mujoco_words(name, shape)
            assets.append(asset)
            geoms.append(geom)
        self._model = mujoco.MjModel.from_xml_string(
            f"<mujoco><asset>{''.join(assets)}</asset><worldbody>{geoms[0]}"
            f"<body><freejoint/>{geoms[1]}</body></worldbody></mujoco>"
        )
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


def _mujoco_words(name: str, shape: Convex) -> tuple[str, str]:
    """An asset, if one is needed, and a geom, as MuJoCo's description has them."""
    if isinstance(shape, Box):
        return "", f'<geom type="box" size="{_words(0.5 * shape.sizes)}"/>'
    if isinstance(shape, Capsule):
        sizes = _words(np.array([shape.radius, 0.5 * shape.length]))
        return "", f'<geom type="capsule" size="{sizes}"/>'
    vertices = _words(_hull(shape).vertices)
    return f'<mesh name="{name}" vertex="{vertices}"/>', f'<geom type="mesh" mesh="{name}"/>'


def _words(numbers: Array) -> str:
    return " ".join(repr(float(x)) for x in numbers.ravel())


def _hull(shape: Convex) -> Hull:
    return shape if isinstance(shape, Hull) else Hull(core(shape)[0])
