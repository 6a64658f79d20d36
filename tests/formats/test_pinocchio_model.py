"""Models of pinocchio: the same links at the same places, shapes and pairs."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.formats.pinocchio_model import pinocchio_parts
from impinge.geometry import Box, Capsule, Cylinder, Mesh, Sphere
from impinge.scene import Robot


def test_links_are_where_pinocchio_has_them():
    pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (make peers)")
    coal = pytest.importorskip("coal")
    model = pin.Model()
    kinds = [
        pin.JointModelFreeFlyer(), pin.JointModelRX(), pin.JointModelPY(),
        pin.JointModelSpherical(),
        pin.JointModelRevoluteUnaligned(np.array([0.6, 0.0, 0.8])), pin.JointModelRUBZ(),
        pin.JointModelPrismaticUnaligned(np.array([0.0, 0.6, 0.8])), pin.JointModelPlanar(),
    ]  # fmt: skip
    shapes = [
        coal.Box(1, 2, 3), coal.Sphere(0.5), coal.Capsule(0.1, 1.0), coal.Cylinder(0.2, 2.0), None,
        coal.BVHModelOBBRSS(), None, None,
    ]  # fmt: skip
    mesh = shapes[5]
    mesh.beginModel(1, 3)
    mesh.addTriangle(np.zeros(3), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    mesh.endModel()
    geometry = pin.GeometryModel()
    at = 0
    for k, (kind, shape) in enumerate(zip(kinds, shapes, strict=True)):
        at = model.addJoint(at, kind, pin.SE3.Random(), f"j{k}")
        model.appendBodyToJoint(at, pin.Inertia.Random(), pin.SE3.Identity())
        model.addBodyFrame(f"body {k}", at, pin.SE3.Identity(), 0)
        if shape is not None:
            geometry.addGeometryObject(pin.GeometryObject(f"g{k}", at, pin.SE3.Random(), shape))
    geometry.addCollisionPair(pin.CollisionPair(0, 2))

    parts = pinocchio_parts(model, geometry)

    robot = Robot(parts.articulation)
    data = model.createData()
    q = pin.randomConfiguration(model, np.full(model.nq, -1.0), np.full(model.nq, 1.0))
    pin.forwardKinematics(model, data, q)
    # Angles where pinocchio has cosine and sine.
    ours = []
    for kind in list(model.joints)[1:]:
        own = q[kind.idx_q : kind.idx_q + kind.nq]
        word = kind.shortname()
        if word.endswith("RUBZ"):
            own = [np.arctan2(own[1], own[0])]
        elif word.endswith("Planar"):
            own = [own[0], own[1], np.arctan2(own[3], own[2])]
        ours.extend(own)
    links = robot.links(np.array(ours))
    for k in range(len(kinds)):
        row = robot.link_names.index(f"body {k}")
        np.testing.assert_allclose(links[row], data.oMi[k + 1].homogeneous, atol=1e-12)
        link = robot.articulation.links[row]
        assert link.mass == pytest.approx(model.inertias[k + 1].mass)
        np.testing.assert_allclose(link.inertia, model.inertias[k + 1].inertia)
    made = [type(s) for link in robot.articulation.links for s, _ in link.shapes]
    assert made == [Box, Sphere, Capsule, Cylinder, Mesh]
    assert ("body 2", "body 0") not in parts.ignored
    assert len(parts.ignored) == 5 * 4 // 2 - 1


def test_what_is_no_model_is_refused():
    with pytest.raises(ImpingeError, match="model: expected a pinocchio model"):
        pinocchio_parts("model", None)
