"""Scenes of random things, and the answers that asking all pairs one by one gives."""

import numpy as np
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.scene import Scene

RNG = np.random.default_rng(11)
SHAPES = {
    "ball mesh": im.icosphere(0.5, 1),
    "box mesh": im.box_mesh((1.0, 0.7, 0.4)),
    "knot": im.torus_knot(24, 5),
    "box": im.Box((0.9, 0.5, 0.7)),
    "sphere": im.Sphere(0.4),
    "capsule": im.Capsule(0.2, 0.8),
    "cone": im.Cone(0.4, 0.9),
    "hull": im.Hull(0.4 * RNG.normal(size=(14, 3))),
    "field": im.HeightField(0.2 * RNG.normal(size=(4, 4)), 0.4),
    "compound": im.Compound([(im.Box((1.2, 0.2, 0.2)), None), (im.Sphere(0.3), None)]),
}
MARGINS = (0.0, 0.0, 0.05, 0.1)
GROUPS = (None, "red", "blue")


def random_pose(rng, size=2.5):
    pose = np.eye(4)
    pose[:3, :3] = Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix()
    pose[:3, 3] = rng.uniform(-0.5 * size, 0.5 * size, 3)
    return pose


def add_random(scene, rng, name, size=2.5, kinds=tuple(SHAPES)):
    shape = SHAPES[kinds[rng.integers(len(kinds))]]
    margin, group = rng.choice(MARGINS), GROUPS[rng.integers(3)]
    scene.add(name, shape, random_pose(rng, size), float(margin), group)


def random_scene(n, seed=0, size=2.5, kinds=tuple(SHAPES), **options):
    rng, scene = np.random.default_rng(seed), Scene(**options)
    for i in range(n):
        add_random(scene, rng, f"thing {i}", size, kinds)
    return scene


def is_ignored(scene, a, b):
    groups = {scene[a].group, scene[b].group}
    same = any({*pair} == groups for pair in scene.ignored_groups)
    return same or tuple(sorted((a, b))) in scene.ignored


def brute_overlaps(scene):
    """What ``im.overlap`` says of each pair of names."""
    names, found = sorted(scene.names), []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            p, q = scene[a], scene[b]
            margin = p.margin + q.margin
            if not is_ignored(scene, a, b) and im.overlap(
                p.shape, q.shape, p.pose, q.pose, margin=margin, solid=scene.solid
            ):
                found.append((a, b))
    return found


def single_contacts(scene, a, b, limit=4):
    p, q = scene[a], scene[b]
    return im.collide(
        p.shape, q.shape, p.pose, q.pose, margin=p.margin + q.margin, limit=limit, solid=scene.solid
    )


def assert_same_contacts(found, expected):
    np.testing.assert_array_equal(found._rows, expected._rows)
