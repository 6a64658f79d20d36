"""Shapes and poses for tests of contacts: things at rest on each other."""

import numpy as np
from scipy.spatial.transform import Rotation

from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Sphere,
)
from impinge.narrow.convex import gaps
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_rows import AS_GAP

DEEP = 1e-3
"""How deep things at rest are in each other [m]."""

RNG = np.random.default_rng(11)
HEXAGON = [[np.cos(t), np.sin(t), z] for t in np.arange(6) * np.pi / 3.0 for z in (-0.5, 0.5)]
SHAPES = {
    "box": Box((1.0, 1.2, 0.8)),
    "slab": Box((2.0, 1.0, 0.2)),
    "sphere": Sphere(0.6),
    "capsule": Capsule(0.25, 1.0),
    "cylinder": Cylinder(0.5, 1.0),
    "cone": Cone(0.5, 1.0),
    "ellipsoid": Ellipsoid((0.4, 0.5, 0.7)),
    "prism": Hull(HEXAGON),
    "tetrahedron": Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]),
    "hull": Hull(RNG.normal(size=(24, 3)) * 0.5),
    "polygon": Hull(np.array(HEXAGON) * [1, 1, 0]),
    "half-space": HalfSpace((0.0, 0.0, 1.0)),
}
EXACT = {
    "box",
    "slab",
    "sphere",
    "capsule",
    "prism",
    "tetrahedron",
    "hull",
    "polygon",
    "half-space",
}
"""Shapes without curved faces, or with balls' only: their gaps are exact to rounding."""


def turned(degrees=(0.0, 0.0, 0.0), shift=(0.0, 0.0, 0.0)):
    """A pose: turns about x, then y, then z."""
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_euler("xyz", degrees, degrees=True).as_matrix()
    pose[:3, 3] = shift
    return pose


def nudged(pose, rng, size):
    """A pose a little off: turned and moved by about ``size``."""
    off = pose.copy()
    off[:3, :3] = Rotation.from_rotvec(size * rng.normal(size=3)).as_matrix() @ pose[:3, :3]
    off[:3, 3] += size * rng.normal(size=3)
    return off


def signed_gap(a, pose_a, b, pose_b):
    return float(gaps(a, pose_a, b, pose_b, AS_GAP)[pair_row.GAP])


def normal(a, pose_a, b, pose_b):
    at = pair_row.NORMAL
    return gaps(a, pose_a, b, pose_b, AS_GAP)[at : at + 3]


def at_gap(a, pose_a, b, pose_b, gap):
    """``pose_b`` moved along the normal until the signed gap is about this."""
    pose = pose_b.copy()
    for _ in range(3):
        row = gaps(a, pose_a, b, pose, AS_GAP)
        pose[:3, 3] += (gap - row[pair_row.GAP]) * row[pair_row.NORMAL : pair_row.NORMAL + 3]
    return pose


def dropped(a, pose_a, b, pose_b, gap=-DEEP):
    """``pose_a`` moved straight down onto B, until it is that deep in it."""
    pose = pose_a.copy()
    apart, touching = 4.0, -4.0
    for _ in range(80):
        pose[2, 3] = middle = 0.5 * (apart + touching)
        if signed_gap(a, pose, b, pose_b) > 0.0:
            apart = middle
        else:
            touching = middle
    pose[2, 3] = apart + gap
    return pose


def off_surface(shape, pose, points):
    """How far points are from the surface of a convex shape or half space [m]."""
    spot = Hull(np.zeros((4, 3)))
    poses = np.stack([np.eye(4)] * len(points))
    poses[:, :3, 3] = points
    return np.abs(gaps(shape, pose, spot, poses, AS_GAP)[:, pair_row.GAP])


def as_set(contacts):
    """Contacts by key: for answers whose rows may stand in another order."""
    return dict(zip(contacts.key.tolist(), contacts._rows, strict=True))
