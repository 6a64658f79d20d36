"""Other engines that step the same bodies: MuJoCo and Bullet, at poses of a world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge import geometry
from impinge.bench.study import importable
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.scenes.assembly import aimed
from impinge.simulation import World


def installed_engines() -> dict[str, Callable[[World], Any]]:
    """Engines that can be imported here."""
    known = {"mujoco": MujocoWorld, "pybullet": BulletWorld}
    return importable({name: (name, engine) for name, engine in known.items()})


class MujocoWorld:
    """The bodies of a world in MuJoCo, with its conjugate gradients."""

    def __init__(self, world: World) -> None:
        import mujoco

        self._library = mujoco
        bodies, poses = world._bodies, world.poses
        model = mujoco.MjSpec()
        model.option.timestep, model.option.gravity = world._dt, world._settings.gravity
        model.option.solver = mujoco.mjtSolver.mjSOL_CG
        model.memory = 1 << 30
        for k, shape in enumerate(bodies.shapes):
            place = _placed(shape, poses[k])
            holder = model.worldbody
            if not bodies.fixed[k]:
                holder = model.worldbody.add_body(pos=place[:3, 3], quat=_quaternion(place))
                holder.add_freejoint()
                place = np.eye(4)
            mass = {} if bodies.fixed[k] else {"mass": float(bodies.mass[k])}
            holder.add_geom(
                pos=place[:3, 3], quat=_quaternion(place), **mujoco_geom(model, shape),
                friction=[float(bodies.friction[k]), 0.0, 0.0], condim=3, **mass,
            )  # fmt: skip
        self._model = model.compile()
        self._data = mujoco.MjData(self._model)
        velocities = self._data.qvel.reshape(-1, 6)
        velocities[:, :3] = bodies.velocities[~bodies.fixed, :3]

    def step(self) -> None:
        self._library.mj_step(self._model, self._data)

    @property
    def contacts(self) -> int:
        return int(self._data.ncon)

    def positions(self) -> Array:
        """(k, 3) float64: of the bodies that are not fixed."""
        return np.array(self._data.qpos.reshape(-1, 7)[:, :3])


class BulletWorld:
    """The bodies of a world in Bullet."""

    def __init__(self, world: World) -> None:
        import pybullet

        self._library, bodies, poses = pybullet, world._bodies, world.poses
        self._client = pybullet.connect(pybullet.DIRECT)
        settings = {"physicsClientId": self._client}
        pybullet.setTimeStep(world._dt, **settings)
        pybullet.setGravity(*world._settings.gravity, **settings)
        pybullet.setPhysicsEngineParameter(deterministicOverlappingPairs=1, **settings)
        kinds: dict[int, int] = {}
        self._free = []
        for k, shape in enumerate(bodies.shapes):
            if id(shape) not in kinds:
                kinds[id(shape)] = pybullet.createCollisionShape(
                    **_bullet_shape(pybullet, shape), **settings
                )
            place = _placed(shape, poses[k])
            made = pybullet.createMultiBody(
                0.0 if bodies.fixed[k] else float(bodies.mass[k]), kinds[id(shape)],
                basePosition=place[:3, 3].tolist(), baseOrientation=np.roll(_quaternion(place), -1),
                **settings,
            )  # fmt: skip
            pybullet.changeDynamics(
                made, -1, lateralFriction=float(bodies.friction[k]), linearDamping=0.0,
                angularDamping=0.0, activationState=pybullet.ACTIVATION_STATE_DISABLE_SLEEPING,
                **settings,
            )  # fmt: skip
            if not bodies.fixed[k]:
                velocity = bodies.velocities[k]
                pybullet.resetBaseVelocity(
                    made, velocity[:3].tolist(), velocity[3:].tolist(), **settings
                )
                self._free.append(made)

    def step(self) -> None:
        self._library.stepSimulation(physicsClientId=self._client)

    @property
    def contacts(self) -> int:
        return len(self._library.getContactPoints(physicsClientId=self._client) or ())

    def positions(self) -> Array:
        """(k, 3) float64: of the bodies that are not fixed."""
        ask = self._library.getBasePositionAndOrientation
        return np.array([ask(k, physicsClientId=self._client)[0] for k in self._free])

    def __del__(self) -> None:
        self._library.disconnect(self._client)


def mujoco_geom(model: Any, shape: geometry.Shape) -> dict[str, Any]:
    """A shape as a geom of MuJoCo; a hull is added to the model as a mesh."""
    import mujoco

    kinds = mujoco.mjtGeom
    match shape:
        case geometry.Box():
            return {"type": kinds.mjGEOM_BOX, "size": 0.5 * np.array(shape.sizes)}
        case geometry.Sphere():
            return {"type": kinds.mjGEOM_SPHERE, "size": [shape.radius, 0, 0]}
        case geometry.Capsule() | geometry.Cylinder():
            capsule = isinstance(shape, geometry.Capsule)
            kind = kinds.mjGEOM_CAPSULE if capsule else kinds.mjGEOM_CYLINDER
            return {"type": kind, "size": [shape.radius, 0.5 * shape.length, 0]}
        case geometry.Ellipsoid():
            return {"type": kinds.mjGEOM_ELLIPSOID, "size": shape.radii}
        case geometry.HalfSpace():
            return {"type": kinds.mjGEOM_PLANE, "size": [10, 10, 1]}
        case geometry.Hull():
            name = f"hull {id(shape)}"
            if not any(mesh.name == name for mesh in model.meshes):
                model.add_mesh(name=name, uservert=shape.vertices.ravel())
            return {"type": kinds.mjGEOM_MESH, "meshname": name}
    raise ImpingeError(f"MuJoCo: a {type(shape).__name__} has no counterpart in its worlds")


def _bullet_shape(bullet: Any, shape: geometry.Shape) -> dict[str, Any]:
    match shape:
        case geometry.Box():
            return {"shapeType": bullet.GEOM_BOX, "halfExtents": 0.5 * np.array(shape.sizes)}
        case geometry.Sphere():
            return {"shapeType": bullet.GEOM_SPHERE, "radius": shape.radius}
        case geometry.Capsule() | geometry.Cylinder():
            capsule = isinstance(shape, geometry.Capsule)
            kind = bullet.GEOM_CAPSULE if capsule else bullet.GEOM_CYLINDER
            return {"shapeType": kind, "radius": shape.radius, "height": shape.length}
        case geometry.HalfSpace():
            return {"shapeType": bullet.GEOM_PLANE, "planeNormal": [0, 0, 1]}
        case geometry.Hull():
            return {"shapeType": bullet.GEOM_MESH, "vertices": shape.vertices.tolist()}
        case geometry.Ellipsoid():
            # Bullet has none; a hull of 42 points instead.
            points = geometry.icosphere(1.0, 1).vertices * shape.radii
            return {"shapeType": bullet.GEOM_MESH, "vertices": points.tolist()}
    raise ImpingeError(f"Bullet: a {type(shape).__name__} has no counterpart in its worlds")


def _placed(shape: geometry.Shape, pose: Array) -> Array:
    """The pose of a body; of a half space that of its plane, whose normal is z."""
    if not isinstance(shape, geometry.HalfSpace):
        return pose
    normal = np.array(shape.normal)
    aimed_there = aimed(shape.offset * normal, normal)
    aimed_there[:3, :3] = aimed_there[:3, [1, 2, 0]]
    return np.asarray(pose @ aimed_there)


def _quaternion(pose: Array) -> Array:
    """Of a pose, w first."""
    from scipy.spatial.transform import Rotation

    return np.roll(Rotation.from_matrix(pose[:3, :3]).as_quat(), 1)
