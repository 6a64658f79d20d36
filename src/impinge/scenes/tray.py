"""Shapes of every kind that lie about: a tray of parts, some touching, that are stirred; a pile.

The pile is dropped one by one: each comes to rest on what lies there already.
"""

from __future__ import annotations

import numpy as np

from impinge import geometry
from impinge.core.arrays import Array
from impinge.scene import Scene
from impinge.scenes.assembly import placed
from impinge.scenes.parts import gear, link
from impinge.scenes.poses import posed, random_rotation

SIDE = 7.5
"""Of the tray [m]."""
SPREAD = 0.5
"""Of the places above which solids are let go, about the middle [m]."""
SINK = 0.001
"""How deep a solid settles into what stops it [m]: contacts are there to be seen."""
SIDES = np.array([
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
], dtype=np.float64)  # fmt: skip
"""Rotations that put a side of a crate down."""
TRIES = 6
"""Trial places of a solid; it takes the lowest."""
STEPS = 20
"""Halvings of the height at which it touches first."""


def tray_of_parts(n: int = 44, seed: int = 4) -> Scene:
    """A scene of ``n`` parts, meshes and solids, that float over a floor.

    Examples
    --------
    >>> tray_of_parts(5)
    Scene(6 things of 6 shapes)
    """
    rng = np.random.default_rng(seed)
    crystal = geometry.Hull(0.32 * rng.normal(size=(24, 3)).clip(-1.6, 1.6))
    bars = geometry.Box((1.0, 0.2, 0.2)), geometry.Box((0.2, 1.0, 0.2)), geometry.Sphere(0.22)
    cross = geometry.Compound([(bar, None) for bar in bars])
    # Parts of machines are small: shown as toys, twelve times as large.
    gears = [
        mesh.with_vertices(12.0 * mesh.vertices) for mesh in (gear(14), link(0.08, 0.05, 0.008))
    ]
    shapes = [
        geometry.torus_knot(120, 12, radius=0.14), gears[0], geometry.Box((0.8, 0.5, 0.35)),
        geometry.Sphere(0.36), geometry.Capsule(0.2, 0.6), gears[1], geometry.Cylinder(0.28, 0.6),
        geometry.Cone(0.34, 0.8), crystal, geometry.Ellipsoid((0.5, 0.3, 0.22)), cross,
    ]  # fmt: skip
    scene = Scene()
    scene.add("floor", geometry.HalfSpace((0.0, 0.0, 1.0)))
    for i in range(n):
        scene.add(f"part {i}", shapes[i % len(shapes)], _somewhere(rng))
    return scene


def stir(scene: Scene, share: float = 0.25, seed: int = 9) -> list[str]:
    """Move some of the parts to other places; their names."""
    rng = np.random.default_rng(seed)
    parts = [name for name in scene.names if name != "floor"]
    names = sorted(rng.choice(parts, round(share * len(parts)), replace=False).tolist())
    scene.move(names, np.stack([_somewhere(rng) for _ in names]))
    return names


def pile(n: int = 80, seed: int = 3) -> Scene:
    """A scene of ``n`` solids in a heap on a floor; nothing holds them, they lie where they fell.

    Examples
    --------
    >>> pile(3)
    Scene(4 things of 4 shapes)
    """
    rng = np.random.default_rng(seed)
    shapes: list[tuple[str, geometry.Shape]] = [
        ("crate", geometry.Box((0.34, 0.26, 0.2))),
        ("ball", geometry.Sphere(0.15)),
        ("stone", geometry.Hull(0.13 * rng.normal(size=(30, 3)).clip(-1.5, 1.5))),
        ("can", geometry.Cylinder(0.11, 0.28)),
        ("brick", geometry.Box((0.42, 0.2, 0.12))),
        ("roll", geometry.Capsule(0.09, 0.26)),
    ]
    scene = Scene()
    scene.add("floor", geometry.HalfSpace((0.0, 0.0, 1.0)))
    for i in range(n):
        name, shape = shapes[i % len(shapes)]
        # Most lie on a side, as things do; what falls onto others rolls to where it is low.
        side = random_rotation(rng) if i % 4 == 3 else SIDES[i % 3]
        tried = []
        for _ in range(TRIES):
            x, y = SPREAD * rng.normal(size=2).clip(-2.0, 2.0)
            pose = placed(x, y, turn=rng.uniform(0.0, np.pi))
            pose[:3, :3] = pose[:3, :3] @ side
            tried.append(_dropped(scene, shape, pose))
        scene.add(f"{name} {i + 1}", shape, min(tried, key=lambda pose: float(pose[2, 3])))
    return scene


def _dropped(scene: Scene, shape: geometry.Shape, pose: Array) -> Array:
    """The pose lowered until it touches something."""
    top = float(scene.boxes[1][1:, 2].max(initial=0.0))
    reach = float(np.abs(shape.bounds).max()) * 2.0
    # Free at the upper end, in the floor at the lower one.
    low, high = 0.0, top + reach
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        pose[2, 3] = middle
        if scene.overlaps_shape(shape, pose):
            low = middle
        else:
            high = middle
    pose[2, 3] = high - SINK
    return pose


def _somewhere(rng: np.random.Generator) -> Array:
    place = (*rng.uniform(0.0, SIDE, 2), rng.uniform(0.6, 1.0))
    return posed(random_rotation(rng), place)
