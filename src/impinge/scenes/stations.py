"""The stations of the clash machine, what stands on one base plate; and the rack below them.

Each is a function of a random generator that returns (kind, shape, pose) for its parts, in the
frame of the station: the top of the plate is z = 0, its centre the origin. As designed no part
touches another; a clash comes from displacing one.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Box, Cylinder, Mesh, Shape
from impinge.scenes import parts
from impinge.scenes.assembly import aimed, placed
from impinge.scenes.poses import posed

Placed = tuple[str, Shape, Array]

PITCH = 0.258
"""From one station to the next [m]."""
SIZE = 0.25
THICK = 0.008
BORE = (SIZE - 0.072) / 3.0
"""From one bore of a plate to the next [m]; the corner holes are at ``CORNER``."""
CORNER = 0.5 * SIZE - 0.018

# Equal parts are one mesh: its tree is then built once.
gear, bolt, shaft = cache(parts.gear), cache(parts.bolt), cache(parts.shaft)
bearing, spring, link = cache(parts.bearing), cache(parts.spring), cache(parts.link)
bracket, motor, pulley = cache(parts.bracket), cache(parts.motor), cache(parts.pulley)
cup, valve, handwheel, cable = (
    cache(parts.cup), cache(parts.valve), cache(parts.handwheel), cache(parts.cable),
)  # fmt: skip


@cache
def deck(bores: tuple[tuple[int, int], ...], radius: float) -> Mesh:
    holes = np.zeros((3, 3))
    for i, j in bores:
        holes[i + 1, j + 1] = radius
    return parts.deck(SIZE, 0.0066, holes, THICK)


@cache
def pipe(corners: tuple[tuple[float, float, float], ...], radius: float, bend: float) -> Mesh:
    return parts.pipe(corners, radius, bend)


def gear_train(rng: np.random.Generator) -> list[Placed]:
    """Three gears in a row that turn each other, on shafts with bearings."""
    module, small = 0.005, int(rng.choice([17, 18, 19, 20]))
    middle = 40 - small
    # A little apart from ideal, so that the teeth have play.
    scale = 2.0 * np.sqrt(2.0) * BORE / (40.0 * module) * module * 0.992
    height = float(rng.choice([0.05, 0.06, 0.07]))
    places = [(-1, -1), (0, 0), (1, -1) if rng.random() < 0.5 else (1, 1)]
    to_first, to_last = 0.25 * np.pi, np.arctan2(places[2][1], 1.0)
    turn_first = to_first
    turn_middle = to_first + np.pi - np.pi / middle
    phase = middle * (to_last - turn_middle)
    turn_last = to_last + np.pi - (np.pi - phase) / small
    found: list[Placed] = [("plate", deck(tuple(places), 0.013), placed(z=-0.5 * THICK))]
    for (i, j), teeth, turn, hand in zip(
        places, (small, middle, small), (turn_first, turn_middle, turn_last), (1, -1, 1),
        strict=True,
    ):  # fmt: skip
        x, y = i * BORE, j * BORE
        length = height + float(rng.choice([0.045, 0.06, 0.075]))
        found += [
            ("gear", gear(teeth, scale, 0.02, 0.0112, hand), placed(x, y, height, turn)),
            ("shaft", shaft(0.01, length + 0.02), placed(x, y, -0.02)),
            ("bearing", bearing(0.0112, 0.024, 0.011), placed(x, y, 0.0085, rng.uniform(0, 6))),
        ]
    return found


def dampers(rng: np.random.Generator) -> list[Placed]:
    """Rods with a spring between two seats each."""
    places = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
    found: list[Placed] = [("plate", deck(tuple(places), 0.0125), placed(z=-0.5 * THICK))]
    for i, j in places:
        x, y = i * BORE, j * BORE
        height = float(rng.choice([0.07, 0.09, 0.11]))
        found += [
            ("rod", shaft(0.009, height + 0.06), placed(x, y, -0.02)),
            ("seat", cup(0.033, 0.009, 0.0115), placed(x, y, 0.001)),
            ("spring", spring(0.021, 0.0028, height - 0.01, int(height / 0.016)),
             placed(x, y, 0.006, rng.uniform(0, 6))),
            ("seat", cup(0.033, 0.009, 0.0115), _upside_down(x, y, height + 0.0005)),
        ]  # fmt: skip
    return found


def valve_block(rng: np.random.Generator) -> list[Placed]:
    """A valve with a hand wheel, two pipes that rise through the plate, two brackets."""
    places = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    found: list[Placed] = [("plate", deck(tuple(places), 0.0165), placed(z=-0.5 * THICK))]
    height = float(rng.choice([0.085, 0.1]))
    found += [
        ("valve", valve(0.047, height), placed(z=0.001, turn=rng.uniform(0, 6))),
        ("wheel", handwheel(0.043, 0.0052, 0.026), placed(z=height + 0.03, turn=rng.uniform(0, 6))),
    ]
    for side in (-1, 1):
        rise = float(rng.choice([0.07, 0.09, 0.12]))
        corners = (
            (-BORE, side * BORE, -0.03), (-BORE, side * BORE, rise),
            (BORE, side * BORE, rise), (BORE, side * BORE, -0.03),
        )  # fmt: skip
        found.append(("pipe", pipe(corners, 0.0105, 0.03), placed()))
    for side in (-1, 1):
        pose = placed(side * 0.114, 0.0, 0.004, 0.0 if side < 0 else np.pi)
        found.append(("bracket", bracket(0.07, 0.028, 0.055, 0.005), pose))
    return found


def drive(rng: np.random.Generator) -> list[Placed]:
    """A motor on its side between two brackets, a pulley on its shaft, a bundle of cable."""
    found: list[Placed] = [("plate", deck(((0, 0),), 0.02), placed(z=-0.5 * THICK))]
    radius, y, z = 0.045, -0.05, 0.062
    along = placed(-0.105, y, z) @ _lying()
    found += [
        ("motor", motor(radius, 0.12), along @ placed(turn=rng.uniform(0, 6))),
        ("pulley", pulley(0.034, 0.022, 0.0085), placed(0.042, y, z) @ _lying()),
        ("bracket", bracket(0.08, 0.038, 0.07, 0.006), placed(0.112, y, 0.004, np.pi)),
        ("bracket", bracket(0.06, 0.03, 0.045, 0.006), placed(-0.07, 0.03, 0.004, 0.5 * np.pi)),
        ("cable", cable(0.1, *((2, 3), (2, 5), (3, 4))[rng.integers(3)]),
         placed(0.04, 0.062, 0.04, rng.uniform(0, 6))),
    ]  # fmt: skip
    return found


def chain(rng: np.random.Generator) -> list[Placed]:
    """A chain that hangs between two posts: each link holds two others and touches none."""
    places = [(-1, 0), (1, 0)]
    found: list[Placed] = [("plate", deck(tuple(places), 0.014), placed(z=-0.5 * THICK))]
    top, sag = 0.15, float(rng.uniform(0.03, 0.05))
    for i, _ in places:
        found.append(("post", shaft(0.011, 0.19), placed(i * BORE, 0.0, -0.02)))
    length, width, wire = 0.036, 0.021, 0.0029
    step = length - 3.0 * wire
    count = 3
    # Along a parabola, in equal steps of arc length.
    x = np.linspace(-BORE, BORE, 400)
    curve = np.stack([x, 0.0 * x, top - sag * (1.0 - (x / BORE) ** 2)], axis=1)
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])
    ends = 0.5 * arc[-1] + step * (np.arange(count + 1) - 0.5 * count)
    joints = np.stack([np.interp(ends, arc, curve[:, k]) for k in range(3)], axis=1)
    for k in range(count):
        middle, direction = 0.5 * (joints[k] + joints[k + 1]), joints[k + 1] - joints[k]
        found.append(
            ("link", link(length, width, wire), aimed(middle, direction, 0.5 * np.pi * (k % 2)))
        )
    for side in (-1, 1):
        found.append(("bearing", bearing(0.0122, 0.027, 0.012), placed(side * BORE, 0.0, 0.009)))
        pose = placed(0.0, side * 0.1, 0.004, -side * 0.5 * np.pi)
        found.append(("bracket", bracket(0.09, 0.04, 0.06, 0.006), pose))
    return found


STATIONS = (gear_train, dampers, valve_block, drive, chain)


def bolts(rng: np.random.Generator) -> list[Placed]:
    """Four bolts through the corner holes of a plate, a hair's breadth above it."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        ("bolt", bolt(0.005, 0.034), placed(i * CORNER, j * CORNER, 0.0008, rng.uniform(0, 6)))
        for i, j in corners
    ]


def _upside_down(x: float, y: float, z: float) -> Array:
    return posed(np.diag([1.0, -1.0, -1.0]), (x, y, z))


def _lying() -> Array:
    """The pose that lays the z axis along x."""
    return posed([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


TOP = -0.055
"""Height of the rails' upper side [m]: bolts and pipes end above it."""
RAIL = 0.03
LEG = 0.024
LEG_LENGTH = 0.11
FOOT_RADIUS, FOOT_HEIGHT = 0.022, 0.012
GAP = 0.0006
"""Between parts that stand on each other [m]: as designed none touches another."""
INSET = 0.085
"""Of the two rails of a row from its middle [m]."""

box, cylinder = cache(Box), cache(Cylinder)


def rack(columns: int) -> list[Placed]:
    """Two rails under a row of so many stations, with a leg and a foot every other station.

    In the frame of the row: the middle of its first station is the origin.
    """
    length = columns * PITCH - 0.01
    middle = 0.5 * (columns - 1) * PITCH
    found: list[Placed] = []
    for y in (-INSET, INSET):
        z = TOP - 0.5 * RAIL
        found.append(("rail", box((length, RAIL, RAIL)), placed(middle, y, z)))
        for column in range(0, columns, 2):
            x = column * PITCH
            z = TOP - RAIL - GAP - 0.5 * LEG_LENGTH
            found.append(("leg", box((LEG, LEG, LEG_LENGTH)), placed(x, y, z)))
            z -= 0.5 * (LEG_LENGTH + FOOT_HEIGHT) + GAP
            found.append(("foot", cylinder(FOOT_RADIUS, FOOT_HEIGHT), placed(x, y, z)))
    return found
