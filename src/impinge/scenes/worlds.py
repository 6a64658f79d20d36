"""Worlds by name: bodies that fall, hit, rest and slide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from math import cos, pi, sin
from typing import Any

import numpy as np

from impinge.core.arrays import as_whole
from impinge.core.options import as_choice
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Shape,
    Sphere,
    pose,
)
from impinge.scenes.cloth_worlds import CLOTH_WORLDS
from impinge.scenes.polyhedra_worlds import POLYHEDRA_WORLDS
from impinge.scenes.poses import random_rotation
from impinge.scenes.soft_worlds import SOFT_WORLDS
from impinge.scenes.trains import falling_train_world, four_trains_world
from impinge.simulation import ClothWorld, SoftWorld, World

Builder = Callable[..., World | SoftWorld | ClothWorld]
FLOOR = HalfSpace((0, 0, 1))
TILT, SPIN = pi / 12.0, 200.0
"""Of the spinning top: from upright [rad], and about its axis [rad/s]."""
MOST = 2**63 - 1
KEYWORD = Parameter.KEYWORD_ONLY


def cradle(_: np.random.Generator, options: dict[str, Any]) -> World:
    """Five balls in a row with small gaps; the first one hits the others."""
    made = _world(options, gravity=(0, 0, 0), restitution=1.0, friction=0.0, method="events")
    ball = Sphere(0.05)
    for k in range(5):
        speed = 1.0 if k == 0 else 0.0
        made.add(f"ball {k}", ball, pose((0.11 * k, 0, 0)), velocity=(speed, 0, 0))
    return made


def billiard(rng: np.random.Generator, options: dict[str, Any]) -> World:
    """Sixteen elastic balls between four walls, without gravity or friction."""
    made = _world(options, gravity=(0, 0, 0), restitution=1.0, friction=0.0, method="events")
    _add_walls(made, 0.7, 0.4)
    ball = Sphere(0.028)
    for row in range(5):
        for k in range(row + 1):
            at = 0.2 + 0.055 * row, 0.0635 * (k - 0.5 * row), 0.0
            jitter = np.append(rng.uniform(-1e-3, 1e-3, 2), 0.0)
            made.add(f"ball {row}.{k}", ball, pose(np.array(at) + jitter))
    cue = pose((-0.4, rng.uniform(-0.01, 0.01), 0))
    made.add("cue", ball, cue, velocity=(5.0, 0, 0))
    return made


def bouncing_ball(_: np.random.Generator, options: dict[str, Any]) -> World:
    """A ball falls by a metre and keeps 0.8 of its speed at each bounce."""
    made = _world(options, restitution=0.8, friction=0.0, method="events", integrator="rk4")
    made.add("floor", FLOOR, fixed=True)
    made.add("ball", Sphere(0.1), pose((0, 0, 1.1)))
    return made


def incline(_: np.random.Generator, options: dict[str, Any]) -> World:
    """Two boxes on a slope of 25 degrees: one slides, the other sticks."""
    slope = 5.0 * pi / 36.0
    made = _world(options)
    made.add("slope", HalfSpace((sin(slope), 0, cos(slope))), friction=1.0, fixed=True)
    box = Box((0.2, 0.2, 0.1))
    for name, y, friction in (("slides", -0.2, 0.04), ("sticks", 0.2, 0.64)):
        turned = pose(axis_angle=((0, 1, 0), slope))
        turned[:3, 3] = turned[:3, :3] @ [0, y, 0.05]
        made.add(name, box, turned, friction=friction)
    return made


def spinning_top(_: np.random.Generator, options: dict[str, Any]) -> World:
    """A top on its tip, 15 degrees from upright: it turns slowly about the vertical."""
    made = _world(options, step=1 / 960, friction=1.0)
    made.add("floor", FLOOR, fixed=True)
    upside_down = pose((0, 0, 0.05), axis_angle=((1, 0, 0), pi))
    top = Compound([
        (Cone(0.06, 0.1), upside_down), (Cylinder(0.01, 0.06), pose((0, 0, 0.13))),
    ])  # fmt: skip
    leaning = pose(axis_angle=((0, 1, 0), TILT))
    turn = np.array([0, 0, precession(top, 9.81)])
    arm = leaning[:3, :3] @ top.centroid
    spin = SPIN * leaning[:3, 2] + turn
    made.add("top", top, leaning, velocity=np.cross(turn, arm), spin=spin)
    return made


def precession(top: Shape, gravity: float) -> float:
    """Rate at which the spinning top, held at its tip, turns steadily about the vertical [rad/s].

    The slow root of I3 s W - (I1 - I3) W^2 cos(tilt) = m g r, with I1 about the tip.
    """
    about = float(top.inertia[2, 2])
    arm = float(top.centroid[2])
    across = float(top.inertia[0, 0]) + top.volume * arm**2
    a, b, c = (across - about) * cos(TILT), about * SPIN, top.volume * gravity * arm
    return 2.0 * c / (b + (b * b - 4.0 * a * c) ** 0.5)


def dzhanibekov(_: np.random.Generator, options: dict[str, Any]) -> World:
    """A winged nut in space spins about its middle axis, and flips again and again."""
    made = _world(options, gravity=(0, 0, 0), integrator="rk4", step=1 / 120)
    across = pose(axis_angle=((0, 1, 0), pi / 2))
    nut = Compound([(Cylinder(0.01, 0.1), across), (Cylinder(0.01, 0.04), pose((0, 0, 0.03)))])
    made.add("nut", nut, spin=(0.1, 0.1, 10.0))
    return made


def card_house(_: np.random.Generator, options: dict[str, Any]) -> World:
    """Cards lean on each other, two storeys."""
    made = _world(options, friction=0.8)
    made.add("floor", FLOOR, fixed=True)
    card, lean, gap = Box((0.06, 0.09, 0.001)), pi / 9.0, 1e-4
    height = 0.06 * cos(lean) + 0.001 * sin(lean)
    wide = 0.06 * sin(lean) + 0.001 * cos(lean)
    for level in range(2):
        low = level * (height + 0.001 + 2 * gap)
        for k in range(2 - level):
            middle = (2 * k + level - 1) * (wide + 0.008)
            for side, name in ((-1.0, "left"), (1.0, "right")):
                at = middle + side * (0.5 * wide + gap), 0.0, low + 0.5 * height + gap
                turn = pose(at, axis_angle=((0, 1, 0), side * (pi / 2 - lean) - pi))
                made.add(f"{name} {level}.{k}", card, turn, mass=0.0018)
    flat = Box((0.06, 0.09, 0.001))
    made.add("roof", flat, pose((0, 0, height + 0.0005 + 2 * gap)), mass=0.0018)
    return made


def box_pile(rng: np.random.Generator, options: dict[str, Any], count: int = 1000) -> World:
    """Boxes fall into a bin and come to rest."""
    return _pile(rng, options, count, [Box((0.1, 0.1, 0.1))])


def mixed_pile(rng: np.random.Generator, options: dict[str, Any], count: int = 1000) -> World:
    """Solids of six kinds fall into a bin and come to rest."""
    directions = rng.normal(size=(24, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    kinds = [
        Box((0.1, 0.08, 0.06)), Sphere(0.05), Capsule(0.03, 0.06), Cylinder(0.04, 0.09),
        Ellipsoid((0.055, 0.045, 0.035)), Hull(0.055 * directions),
    ]  # fmt: skip
    return _pile(rng, options, count, kinds)


def wrong_side(_: np.random.Generator, options: dict[str, Any]) -> World:
    """A fast block hits a plate thinner than its way in a step ([Redon2006]_, figure 1)."""
    made = _world(options, gravity=(0, 0, 0), step=1 / 60, method="events")
    made.add("plate", Box((1.0, 1.0, 0.04)), fixed=True)
    made.add("block", Box((0.2, 0.2, 0.2)), pose((0, 0, 0.3)), velocity=(0, 0, -21.0))
    return made


def peg_in_hole(_: np.random.Generator, options: dict[str, Any]) -> World:
    """A peg swings in a hole that is one percent wider ([Redon2006]_, figure 2)."""
    made = _world(options, method="events", friction=0.0, restitution=1.0, step=1 / 60)
    for name, x, y in (("left", -1, 0), ("right", 1, 0), ("front", 0, -1), ("back", 0, 1)):
        sizes = (0.2, 0.5, 0.4) if x else (0.1 * 1.01, 0.2, 0.4)
        reach = 0.5 * 0.1 * 1.01 + 0.1
        made.add(name, Box(sizes), pose((x * reach, y * reach, 0.2)), fixed=True)
    made.add("bottom", FLOOR, fixed=True)
    peg = pose((0, 0, 0.35))
    made.add("peg", Box((0.1, 0.1, 0.4)), peg, velocity=(0.3, 0, -0.5), spin=(0, 0.2, 0))
    return made


def bullets(rng: np.random.Generator, options: dict[str, Any], count: int = 1000) -> World:
    """Bullets at 100 m/s hit plates of one millimetre, which are fixed."""
    made = _world(options, gravity=(0, 0, 0), step=1 / 60, method="events", max_events=10 * count)
    bullet, plate = Capsule(0.004, 0.012), Box((0.2, 0.2, 0.001))
    side = int(np.ceil(np.sqrt(count)))
    for k in range(count):
        at = 0.25 * np.array([k % side, k // side, 0.0])
        made.add(f"plate {k:04d}", plate, pose(at), fixed=True)
        start = at + np.append(rng.uniform(-0.05, 0.05, 2), rng.uniform(0.05, 1.5))
        made.add(f"bullet {k:04d}", bullet, pose(start), velocity=(0, 0, -100.0))
    return made


SOFT: dict[str, Builder] = {**SOFT_WORLDS, **POLYHEDRA_WORLDS}
"""Builders of soft worlds."""

WORLDS: dict[str, Builder] = {
    "cradle": cradle, "billiard": billiard, "bouncing-ball": bouncing_ball, "incline": incline,
    "spinning-top": spinning_top, "dzhanibekov": dzhanibekov, "card-house": card_house,
    "box-pile": box_pile, "mixed-pile": mixed_pile, "wrong-side": wrong_side,
    "peg-in-hole": peg_in_hole, "bullets": bullets, "falling-train": falling_train_world,
    "four-trains": four_trains_world, **SOFT, **CLOTH_WORLDS,
}  # fmt: skip
"""Builders by name: they take a random generator, and options of :class:`World` that win over
their own."""


def world_names() -> tuple[str, ...]:
    """Names of all worlds that :func:`world` makes.

    Examples
    --------
    >>> "cradle" in world_names()
    True
    """
    return tuple(WORLDS)


def world(name: str, seed: int = 0, **options: Any) -> Any:
    """A world by name, before its first step: a ``World``, ``SoftWorld`` or ``ClothWorld``.

    Parameters
    ----------
    name : str
        One of :func:`world_names`.
    seed : int, optional
        Of what is random in it.
    options
        Of :class:`impinge.simulation.World`, instead of the scene's own: ``method="penalty"``; of
        :class:`impinge.simulation.SoftWorld` for soft bodies: ``contact="closest"``; of
        :class:`impinge.simulation.ClothWorld` for cloths: ``response="mechanical"``. Also
        ``count`` of ``box-pile``, ``mixed-pile`` and ``bullets``, and ``cells`` along the side of a
        cloth.

    Returns
    -------
    World, SoftWorld or ClothWorld

    Raises
    ------
    ImpingeError
        If the name or an option is not known.

    Examples
    --------
    >>> world("cradle")
    World(5 bodies, 'events', 0 s)
    """
    made = WORLDS[as_choice(name, "name", WORLDS)]
    kind = SoftWorld if name in SOFT else ClothWorld if name in CLOTH_WORLDS else World
    known = [each.name for each in signature(kind).parameters.values() if each.kind == KEYWORD]
    sizes = list(signature(made).parameters)[2:]
    for option in options:
        as_choice(option, "options", [*known, *sizes])
    own = {name: options.pop(name) for name in sizes if name in options}
    return made(np.random.default_rng(as_whole(seed, "seed", 0, MOST)), options, **own)


def _world(options: dict[str, Any], **own: Any) -> World:
    return World(**{**own, **options})


def _add_walls(made: World, x: float, y: float) -> None:
    """Four half spaces around the z axis."""
    for name, normal, offset in (("east", (-1, 0, 0), -x), ("north", (0, -1, 0), -y),
                                 ("west", (1, 0, 0), -x), ("south", (0, 1, 0), -y)):  # fmt: skip
        made.add(name, HalfSpace(normal, offset), fixed=True)


def _pile(
    rng: np.random.Generator, options: dict[str, Any], count: int, kinds: Sequence[Shape]
) -> World:
    """Solids on a loose grid above the floor of a bin."""
    made = _world(options)
    made.add("floor", FLOOR, fixed=True)
    side = max(2, round((0.4 * count) ** (1.0 / 3.0) * 1.3))
    pitch = 0.18
    half = 0.5 * pitch * side + 0.02
    _add_walls(made, half, half)
    for k in range(count):
        cell = np.array([k % side, k // side % side, k // side**2])
        at = pitch * (cell + np.array([0.5, 0.5, 0.6])) - [half - 0.02, half - 0.02, 0.0]
        placed = pose(at + rng.uniform(-0.003, 0.003, 3))
        placed[:3, :3] = random_rotation(rng)
        made.add(f"solid {k:04d}", kinds[k % len(kinds)], placed, density=500.0)
    return made
