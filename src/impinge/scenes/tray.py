"""A tray of parts: shapes of every kind that lie about, some touching, and are stirred."""

from __future__ import annotations

import numpy as np

from impinge import geometry
from impinge.scene import Scene
from impinge.scenes.parts import gear, link
from impinge.scenes.poses import posed, random_rotation

SIDE = 7.5
"""Of the tray [m]."""


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


def _somewhere(rng: np.random.Generator) -> np.ndarray:
    place = (*rng.uniform(0.0, SIDE, 2), rng.uniform(0.6, 1.0))
    return posed(random_rotation(rng), place)
