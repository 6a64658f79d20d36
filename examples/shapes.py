"""Shapes of every kind, as one scene: what does a sensor see of each, and what is nearest to it?"""

import numpy as np

import impinge as im

GROUND = 0.2 * np.sin(np.arange(21))[:, None] * np.cos(np.arange(21))
SENSOR = np.array([5.0, 5.0, 4.0])


def main():
    rock = np.random.default_rng(1).normal(size=(30, 3)) * 0.3
    parts = {
        "ground": (im.HeightField(GROUND, spacing=0.5), None),
        "mast": (im.Cylinder(radius=0.1, length=3.0), im.pose((3, 5, 1.5))),
        "roof": (im.Cone(radius=1.0, length=0.8), im.pose((7, 7, 2))),
        "tank": (im.Capsule(radius=0.5, length=1.5), im.pose((5, 2, 1))),
        "rock": (im.Hull(rock), im.pose((2, 8, 0.3))),
    }
    scene = im.Compound(parts.values())
    targets = np.random.default_rng(2).uniform((0, 0, 0), (10, 10, 3), (20_000, 3))
    hits = im.cast_ray(scene, SENSOR, targets - SENSOR)
    part, _ = scene.part_of(hits.feature)
    for k, name in enumerate(parts):
        print(f"{name:7s} {(part == k).sum():5d} rays")
    near = im.closest_point(scene, SENSOR)
    print("nearest:", list(parts)[scene.part_of(near.feature)[0]], f"at {near.distance:.3f} m")
    return scene, hits, part


def check(result):
    """Every part is seen, hits are on its surface, and the sensor is outside of all."""
    scene, hits, part = result
    assert set(part) == {-1, 0, 1, 2, 3, 4}
    assert im.closest_point(scene, hits.point[part >= 0]).distance.max() < 1e-13
    assert im.contains(scene, (5, 2, 1))
    assert not im.contains(scene, SENSOR)


if __name__ == "__main__":
    check(main())
