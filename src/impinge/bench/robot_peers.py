"""pinocchio with coal behind one face: the same links, pairs and scenes as a robot of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.bench.peers import build_coal, coal_shape
from impinge.bench.study import importable
from impinge.bench.timing import Array
from impinge.geometry import Mesh
from impinge.scene import Robot, Scene
from impinge.scenes.robot_models import BASE


def installed() -> dict[str, Any]:
    """pinocchio, if it can be imported here with coal."""
    return importable({"pinocchio": ("pinocchio coal", Pinocchio)})


class Pinocchio:
    """A model of the same file; joints are found by name.

    Parameters
    ----------
    file : Path
        A URDF.
    robot : Robot
        Ours of the same file, perhaps on a floating base.
    share : Path
        Where packages are.
    """

    def __init__(self, file: Path, robot: Robot, share: Path) -> None:
        import pinocchio as pin

        self.robot, self.pin = robot, pin
        base = [pin.JointModelFreeFlyer()] if BASE in robot.joints else []
        self.model = pin.buildModelFromUrdf(str(file), *base, mimic=True)
        self.data = self.model.createData()
        self._file, self._share = str(file), [str(share)]
        self._frames = [
            self.model.getFrameId(link, pin.FrameType.BODY) for link in robot.link_names
        ]

    def configurations(self, q: Array) -> Array:
        """(n, nq) float64: the same configurations; angles without limits are cosine and sine."""
        found = np.repeat(self.pin.neutral(self.model)[None], len(q), axis=0)
        tree = self.robot.articulation
        for name in self.robot.joints:
            joint = self.model.joints[self.model.getJointId(name)]
            values = q[:, tree.columns(name)]
            if joint.nq == 2:
                values = np.hstack([np.cos(values), np.sin(values)])
            found[:, joint.idx_q : joint.idx_q + joint.nq] = values
        return found

    def link_poses(self, q: Array) -> Array:
        """(links, 4, 4) float64 of one configuration, in our order; NaN where it has no link."""
        self.pin.framesForwardKinematics(self.model, self.data, q)
        known = len(self.data.oMf)
        none = np.full((4, 4), np.nan)
        return np.stack([
            self.data.oMf[f].homogeneous if f < known else none for f in self._frames
        ])  # fmt: skip

    def only_poses(self, q: Array) -> None:
        """The same work, without copies."""
        self.pin.framesForwardKinematics(self.model, self.data, q)

    def jacobian(self, q: Array, link: str) -> Array:
        """(6, speeds) float64 of a link's origin along the axes of the world, as ours has it."""
        frame = self.model.getFrameId(link, self.pin.FrameType.BODY)
        found = self.pin.computeFrameJacobian(
            self.model, self.data, q, frame, self.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        )
        tree, columns = self.robot.articulation, np.zeros((6, self.robot.speeds))
        for name in self.robot.joints:
            joint = self.model.joints[self.model.getJointId(name)]
            some = found[:, joint.idx_v : joint.idx_v + joint.nv]
            if name == BASE:
                # Its speeds are along the axes of the base, ours along those of the world.
                turn = self.pin.Quaternion(q[3:7]).toRotationMatrix()
                some = np.hstack([some[:, :3] @ turn.T, some[:, 3:] @ turn.T])
            columns[:, tree.columns(name, speeds=True)] = some
        return columns

    def checker(self, scene: Scene | None = None, *, own: bool = True) -> Checker:
        """Collision checks of the pairs that our robot tests, and of all links with a scene."""
        if not hasattr(self, "_geometry"):
            self._geometry = self.pin.buildGeomFromUrdf(
                self.model, self._file, self.pin.GeometryType.COLLISION, package_dirs=self._share
            )
            objects = self._geometry.geometryObjects
            self._links = [self.model.frames[thing.parentFrame].name for thing in objects]
            self.repaired = self._repair(objects)
            tested = {
                (a, b): self.robot.explain(a, b).tested
                for a in set(self._links) for b in set(self._links)
            }  # fmt: skip
            self._pairs = [
                (i, j)
                for j, b in enumerate(self._links)
                for i, a in enumerate(self._links[:j])
                if tested[a, b]
            ]
        return Checker(self, scene, own)

    def _repair(self, objects: Any) -> list[str]:
        """Give it our mesh where it has read another surface; the links of those.

        Its reader mixes up the triangles of OBJ files with several materials.
        """
        repaired, seen = [], dict.fromkeys(self._links, 0)
        shapes = {link.name: link.shapes for link in self.robot.articulation.links}
        for thing, link in zip(objects, self._links, strict=True):
            ours = shapes[link][seen[link]][0]
            seen[link] += 1
            if not isinstance(ours, Mesh):
                continue
            form = thing.geometry
            rows = [form.tri_indices(k) for k in range(form.num_tris)]
            area = Mesh(form.vertices(), [[row[0], row[1], row[2]] for row in rows]).area
            if abs(area - ours.area) > 1e-6 * area:
                thing.geometry = build_coal(ours.vertices.copy(), ours.faces.copy())
                repaired.append(link)
        return repaired


class Checker:
    """Configurations among the things of a scene, by coal's tree of boxes, until the first hit."""

    def __init__(self, peer: Pinocchio, scene: Scene | None, own: bool) -> None:
        self.peer, self.pin, self.model, self.data = peer, peer.pin, peer.model, peer.data
        links = len(peer._links)
        # The shapes of links are shared.
        self.geometry = peer._geometry.copy()
        self.names = list(peer._links)
        if scene is not None:
            for name, shape, pose in zip(scene.names, scene.shapes, scene.poses, strict=True):
                at = self.pin.SE3(pose[:3, :3], pose[:3, 3])
                self.geometry.addGeometryObject(
                    self.pin.GeometryObject(f"thing {name}", 0, at, coal_shape(shape))
                )
                self.names.append(name)
        things = range(links, len(self.names))
        pairs = [*(peer._pairs if own else ()), *((i, k) for i in range(links) for k in things)]
        self.geometry.removeAllCollisionPairs()
        for i, j in pairs:
            self.geometry.addCollisionPair(self.pin.CollisionPair(i, j))
        self.results = self.geometry.createData()
        for request in self.results.collisionRequests:
            request.num_max_contacts, request.enable_contact = 1, False
        self._manager = self.pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            self.model, self.geometry, self.results
        )
        self._ask = self.pin.computeCollisions

    def collides(self, q: Array) -> bool:
        """Whether anything touches at one configuration."""
        return bool(self._ask(self.model, self.data, self._manager, q, True))

    def all_collide(self, rows: Array) -> list[bool]:
        """The same of many, one after the other."""
        ask, model, data, manager = self._ask, self.model, self.data, self._manager
        return [ask(model, data, manager, q, True) for q in rows]

    def pairs(self, q: Array) -> dict[tuple[str, str], tuple[bool, float]]:
        """For each pair of names, whether coal finds that it touches, and its distance."""
        self.pin.computeCollisions(self.model, self.data, self.geometry, self.results, q, False)
        self.pin.computeDistances(self.geometry, self.results)
        found: dict[tuple[str, str], tuple[bool, float]] = {}
        for k, pair in enumerate(self.geometry.collisionPairs):
            a, b = sorted((self.names[pair.first], self.names[pair.second]))
            hit = bool(self.results.collisionResults[k].isCollision())
            gap = float(self.results.distanceResults[k].min_distance)
            was = found.get((a, b), (False, np.inf))
            found[a, b] = was[0] or hit, min(was[1], gap)
        return found
