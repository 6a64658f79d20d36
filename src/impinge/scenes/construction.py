"""A building site with an excavator or a tower crane, and pairs of configurations of a planner."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.geometry import Articulation, Box, Joint, Link, Mesh, box_mesh, pose
from impinge.scene import Robot, Scene
from impinge.scenes.articulated_parts import beams, ground, lattice, limb, prism, rolling
from impinge.scenes.articulated_scene import WORLD, ArticulatedScene
from impinge.scenes.poses import posed, random_rotation
from impinge.scenes.solids import joined, moved

PAIRS = 1000
SITE, CELLS = (120.0, 120.0), (200, 200)
HEAPS = 157
"""Things on the ground of the site."""
YARD = 6.5
"""Radius of what is kept clear around the crane [m]."""
DRIVE = 18.0
"""How far the excavator drives from the middle, along x and y [m]."""
MAST, JIB = 24.0, 26.0
"""Height of the crane, and reach of its jib [m]."""
Z = (0.0, 0.0, 1.0)
UP = (0.0, -1.0, 0.0)
"""Axis about which a positive angle lifts what points forward."""


def site(seed: int = 0) -> Scene:
    """Ground of 80,000 triangles and 157 heaps of 2,000 each, flat where machines work."""
    rng = np.random.default_rng(seed)
    x, y = (np.linspace(-0.5 * s, 0.5 * s, n + 1) for s, n in zip(SITE, CELLS, strict=True))
    away = np.hypot(x[:, None], y[None, :])
    hills = rolling(CELLS, SITE, rng, waves=6) * 4.0 * np.clip((away - 30.0) / 20.0, 0.0, 1.0)
    scene = Scene()
    scene.add("ground", ground(CELLS, SITE, hills), group="site")
    reach = np.sqrt(rng.uniform(YARD**2, 38.0**2, HEAPS))
    angle = rng.uniform(0.0, 2.0 * np.pi, HEAPS)
    for k in range(HEAPS):
        half = rng.uniform(0.4, 1.3, 3)
        if k % 3 == 0:
            # A stack, as high as a house.
            half[2] = rng.uniform(3.0, 10.0)
        at = reach[k] * np.cos(angle[k]), reach[k] * np.sin(angle[k])
        row, column = (int(np.searchsorted(side, c)) for side, c in zip((x, y), at, strict=True))
        turn = random_rotation(rng) if k % 3 else np.eye(3)
        height = hills[row, column] + 0.8 * float(half.min() if k % 3 else half[2])
        scene.add(f"heap {k:03d}", limb(25, 40, half), posed(turn, (*at, height)), group="site")
    scene.ignore_groups("site", "site")
    return scene


def excavator(*, carries: bool = False, drive: float = DRIVE) -> Robot:
    """Six links of 18,940 triangles: it drives, swings, lifts boom and stick, and tilts the bucket.

    Parameters
    ----------
    carries : bool, optional
        Whether a weight hangs on the bucket.
    drive : float, optional
        Limits of its place along x and y [m].
    """
    limits = np.array([drive, drive, np.pi])
    links = [
        Link(WORLD),
        Link("undercarriage", [limb(40, 40, (2.0, 1.4, 0.45))]),
        Link("cab", [moved(limb(40, 40, (1.5, 1.2, 0.75)), z=0.9)]),
        Link("counterweight", [limb(35, 42, (0.6, 1.2, 0.55))]),
        Link("boom", [moved(limb(40, 40, (2.5, 0.3, 0.38)), x=2.4)]),
        Link("stick", [moved(limb(40, 40, (1.6, 0.22, 0.28)), x=1.5)]),
        Link("bucket", [moved(limb(40, 40, (0.7, 0.6, 0.45)), x=0.6)]),
    ]
    joints = [
        Joint("drive", "planar", WORLD, "undercarriage", pose((0.0, 0.0, 0.75)), Z,
              -limits, limits),
        _hinge("swing", "undercarriage", "cab", (0.0, 0.0, 0.45), Z, -np.pi, np.pi),
        Joint("ballast", "fixed", "cab", "counterweight", pose((-1.9, 0.0, 0.8))),
        _hinge("boom", "cab", "boom", (1.2, 0.0, 1.0), UP, -0.2, 0.9),
        _hinge("stick", "boom", "stick", (4.8, 0.0, 0.0), UP, -2.2, -0.5),
        _hinge("bucket", "stick", "bucket", (3.0, 0.0, 0.0), UP, -1.5, 0.6),
    ]  # fmt: skip
    robot = Robot(Articulation(links, joints, name="excavator"))
    if carries:
        robot.attach("weight", "bucket", Box((0.9, 0.9, 0.9)), pose((0.9, 0.0, -0.9)))
    return robot


def tower_crane(*, carries: bool = False) -> Robot:
    """Four links of 1,288 triangles: a mast, a jib that slews, a trolley on it, and a hook."""
    base = [lattice(MAST, 1.6, 4, 0.16), *_boxes((2.2, 0.3, 0.4), 4, (0.0, 0.45, 0.0))]
    along = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    jib = lattice(JIB, 1.2, 5, 0.12)
    back = [((0.0, side, z), (-8.0, side, z)) for side in (-0.5, 0.5) for z in (-0.5, 0.5)]
    cross = [((x, -0.5, 0.0), (x, 0.5, 0.0)) for x in (-2.0, -4.0, -6.0, -8.0)]
    slew = [
        Mesh(jib.vertices @ along, jib.faces), beams([*back, *cross], 0.12),
        *_boxes((1.2, 0.9, 1.6), 2, (1.4, 0.0, 0.0), (-8.0, 0.0, -1.0)),
    ]  # fmt: skip
    trolley = _boxes((1.4, 0.2, 0.2), 6, (0.0, 0.3, 0.0))
    cables = [((x, y, 0.4), (x, y, 2.0)) for x in (-0.2, 0.2) for y in (-0.2, 0.2)]
    links = [
        Link(WORLD), Link("base", [joined(*base)]), Link("slew", [joined(*slew)]),
        Link("trolley", [joined(*trolley)]),
        Link("hook", [joined(beams(cables, 0.06), prism(11, 0.4, 0.5))]),
    ]  # fmt: skip
    joints = [
        Joint("foot", "fixed", WORLD, "base", pose((0.0, 0.0, 0.3))),
        _hinge("slew", "base", "slew", (0.0, 0.0, MAST + 0.9), Z, -np.pi, np.pi),
        Joint("trolley", "prismatic", "slew", "trolley", pose((0.0, 0.0, -0.9)), (1.0, 0.0, 0.0),
              4.0, JIB - 2.0),
        Joint("hoist", "prismatic", "trolley", "hook", pose((0.0, 0.0, -2.2)), (0.0, 0.0, -1.0),
              0.5, MAST - 4.5),
    ]  # fmt: skip
    robot = Robot(Articulation(links, joints, name="tower-crane"))
    if carries:
        robot.attach("weight", "hook", Box((2.0, 1.2, 1.0)), pose((0.0, 0.0, -0.6)))
    return robot


MACHINES: dict[str, Callable[[], Robot]] = {
    # It drives across the site; with a weight it stays about where it is.
    "excavator-pick": excavator,
    "excavator-load": partial(excavator, carries=True, drive=1.0),
    # With an empty hook, and with a weight.
    "tower-crane-pick": tower_crane,
    "tower-crane-load": partial(tower_crane, carries=True),
}


def planned(name: str, seed: int = 0) -> ArticulatedScene:
    """One of ``MACHINES`` on the site, which moves between random free configurations."""
    robot, scene = MACHINES[name](), site(seed)
    q = free_configurations(robot, scene, 2 * PAIRS, seed)
    motions = {robot.name: q.reshape(PAIRS, 2, robot.dof)}
    return ArticulatedScene(name, {robot.name: robot}, scene, motions)


def free_configurations(robot: Robot, scene: Scene | None, count: int, seed: int) -> Array:
    """(count, dof): random configurations at which a robot touches nothing, the first of a seed.

    Draws at most 64 times as many.
    """
    found = np.zeros((0, robot.dof))
    for attempt in range(64):
        if len(found) < count:
            drawn = robot.random(count, seed + 1_000_003 * attempt)
            found = np.concatenate([found, drawn[~np.asarray(robot.collides(drawn, scene))]])
    return found[:count]


def _hinge(
    name: str, parent: str, child: str, at: ArrayLike, axis: ArrayLike, lower: float, upper: float
) -> Joint:
    return Joint(name, "revolute", parent, child, pose(at), axis, lower, upper)


def _boxes(
    size: ArrayLike, count: int, step: ArrayLike, middle: ArrayLike = (0.0, 0.0, 0.0)
) -> list[Mesh]:
    """Boxes of one size beside each other."""
    places = np.asarray(middle) + np.outer(np.arange(count) - 0.5 * (count - 1), np.asarray(step))
    return [moved(box_mesh(size), *place) for place in places.tolist()]
