"""Random articulations, and forward kinematics as plain products of matrices."""

import numpy as np

from impinge.geometry import Articulation, Box, Capsule, Cylinder, Joint, Link, Sphere, icosphere
from impinge.scene import Robot

KINDS = ("revolute", "prismatic", "continuous", "planar", "floating", "ball", "fixed")


def turn_about(axis, angle):
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def move(shift):
    pose = np.eye(4)
    pose[:3, 3] = shift
    return pose


def random_pose(rng, reach=0.3):
    pose = np.eye(4)
    axis = rng.normal(size=3)
    pose[:3, :3] = turn_about(axis / np.linalg.norm(axis), rng.uniform(0, 3))
    pose[:3, 3] = rng.uniform(-reach, reach, 3)
    return pose


def random_shape(rng, meshes=True):
    size = rng.uniform(0.05, 0.2)
    choices = [Box(size * rng.uniform(0.5, 2, 3)), Sphere(size), Capsule(0.5 * size, 2 * size),
               Cylinder(size, 0.5 * size)]  # fmt: skip
    if meshes:
        choices.append(icosphere(size, 1))
    return choices[rng.integers(len(choices))]


def random_articulation(seed, links=8, kinds=KINDS, meshes=True, **limits):
    """A random tree; every third joint of one number mimics the one before."""
    rng = np.random.default_rng(seed)
    names = [f"link{k}" for k in range(links)]
    parts = [
        Link(name, [(random_shape(rng, meshes), random_pose(rng, 0.1))] * rng.integers(0, 2)
             + [random_shape(rng, meshes)])
        for name in names
    ]  # fmt: skip
    joints, source = [], None
    for k in range(1, links):
        kind = kinds[rng.integers(len(kinds))]
        mimic = None
        if kind in ("revolute", "prismatic", "continuous"):
            if source is not None and k % 3 == 0:
                mimic = (source, rng.uniform(-2, 2), rng.uniform(-1, 1))
            else:
                source = f"joint{k}"
        parent = names[rng.integers(max(0, k - 3), k)]
        joints.append(
            Joint(f"joint{k}", kind, parent, names[k], random_pose(rng), rng.normal(size=3),
                  mimic=mimic, **limits)
        )  # fmt: skip
    rng.shuffle(joints)
    return Articulation(parts, joints, name=f"random{seed}")


def joint_motion(joint, value):
    """(4, 4): how a joint moves its link, from its own numbers."""
    pose = np.eye(4)
    if joint.kind in ("revolute", "continuous"):
        pose[:3, :3] = turn_about(joint.axis, value[0])
    elif joint.kind == "prismatic":
        pose[:3, 3] = value[0] * joint.axis
    elif joint.kind == "planar":
        z = np.array([0.0, 0.0, 1.0])
        across = np.cross(z, joint.axis)
        length = np.linalg.norm(across)
        lean = np.eye(3)
        if length > 0:
            lean = turn_about(across / length, np.arctan2(length, joint.axis[2]))
        pose[:3, :3] = turn_about(joint.axis, value[2])
        pose[:3, 3] = lean @ [value[0], value[1], 0.0]
    elif joint.kind in ("floating", "ball"):
        x, y, z, w = value[-4:]
        angle = 2 * np.arctan2(np.linalg.norm([x, y, z]), w)
        axis = np.array([x, y, z]) / max(np.linalg.norm([x, y, z]), 1e-300)
        pose[:3, :3] = turn_about(axis, angle)
        if joint.kind == "floating":
            pose[:3, 3] = value[:3]
    return pose


def link_poses(tree, q, base=None):
    """Poses of all links by name, as products from the root on."""
    joints = {joint.name: joint for joint in tree.joints}

    def value_of(joint):
        if joint.mimic is not None:
            other, multiplier, offset = joint.mimic
            return [multiplier * value_of(joints[other])[0] + offset]
        return q[tree.columns(joint.name)]

    poses = {tree.links[0].name: np.eye(4) if base is None else base}
    for joint in tree.joints:
        poses[joint.child] = (
            poses[joint.parent] @ joint.origin @ joint_motion(joint, value_of(joint))
        )
    return np.stack([poses[link.name] for link in tree.links])


SIZE = (0.8, 0.1, 0.1)


def arm_links():
    """Three bars, each a metre from joint to joint, and a tool without a shape."""
    bar = (Box(SIZE), move((0.5, 0, 0)))
    return [Link("base", [Box((0.1, 0.1, 0.1))]), Link("upper", [bar]), Link("lower", [bar]),
            Link("hand", [bar]), Link("tool")]  # fmt: skip


def arm(**options):
    turn = {"axis": (0, 0, 1), "lower": -3.0, "upper": 3.0}
    joints = [
        Joint("1", "revolute", "base", "upper", **turn),
        Joint("2", "revolute", "upper", "lower", move((1, 0, 0)), **turn),
        Joint("3", "revolute", "lower", "hand", move((1, 0, 0)), **turn),
        Joint("4", "fixed", "hand", "tool", move((1, 0, 0))),
    ]
    return Robot(Articulation(arm_links(), joints, name="arm"), **options)


FOLDED = [0.0, 2.9, 2.9]
"""Hand and upper arm overlap."""
