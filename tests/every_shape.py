"""Shapes of every kind, for tests that hold for all of them."""

import io
import pickle

import numpy as np
from scipy.spatial.transform import Rotation

from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Shape,
    Sphere,
    box_mesh,
)


def pose_of(shift=(0, 0, 0), turn=(0, 0, 0)):
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_rotvec(turn).as_matrix()
    pose[:3, 3] = shift
    return pose


class _Values(pickle.Pickler):
    def reducer_override(self, thing):
        return thing.__reduce__()[:2] if isinstance(thing, Shape) else NotImplemented


def bits_of(shape):
    """A pickle without what was derived: equal where shapes are, bit by bit."""
    file = io.BytesIO()
    _Values(file).dump(shape)
    return file.getvalue()


CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)])
TURN = Rotation.from_rotvec([0.3, 0.5, 0.7]).as_matrix()
RNG = np.random.default_rng(7)

CONVEX = {
    "sphere": Sphere(0.7),
    "ellipsoid": Ellipsoid((0.5, 1.0, 2.0)),
    "capsule": Capsule(0.4, 1.5),
    "cylinder": Cylinder(0.5, 2.0),
    "cone": Cone(0.8, 1.5),
    "box": Box((1.0, 2.0, 3.0)),
    "hull": Hull(RNG.normal(size=(40, 3))),
    "turned box": Hull(CUBE @ TURN + 0.5),
}
OTHERS = {
    "half-space": HalfSpace((1, 2, 2), 0.6),
    "height field": HeightField(RNG.normal(size=(5, 4)), (0.5, 0.25)),
    "mesh": box_mesh((1, 2, 3)),
    "compound": Compound(
        [
            (Box((1, 1, 1)), pose_of((0.2, 0, 0), (0.1, 0.2, 0.3))),
            (Sphere(0.5), pose_of((2, 0, 0))),
            (Compound([(Cone(0.5, 1), pose_of((0, 3, 0)))]), None),
        ]
    ),
}
ALL = {**CONVEX, **OTHERS}
FLAT = {
    "polygon": Hull(CUBE * [1, 1, 0] @ TURN),
    "segment": Hull(CUBE * [1, 0, 0] @ TURN),
    "point": Hull(CUBE * 0.0 + 3.0),
}
