"""The clash machine: thousands of parts, some of them put in the wrong place; and what touches.

As parts, as a scene file, and the pairs of parts of any scene that touch, how deep, and where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Shape
from impinge.io import save
from impinge.narrow import intersecting_pairs
from impinge.scene import Scene
from impinge.scenes import parts
from impinge.scenes.assembly import Assembly, placed, rotation
from impinge.scenes.poses import posed
from impinge.scenes.stations import PITCH, STATIONS, Placed, bolts, rack

Station = Callable[[np.random.Generator], list[Placed]]

PARTS = 2000
"""Parts of the machine, unless another number is asked for."""

MISPLACED = 0.09
"""Share of parts that are displaced; plates and rails are not."""

FIXED = ("plate", "rail")

SHIFT = 0.011
"""Standard deviation of a displacement along each axis [m]."""

TURN = 0.16
"""Standard deviation of a rotation about each axis [rad]."""

LEVER = 0.15
"""Parts longer than this [m] are turned less, so that their ends do not fly."""


def clash_machine(
    parts_count: int = PARTS, seed: int = 1, misplaced: float = MISPLACED
) -> Assembly:
    """A machine of stations on base plates, joined by pipes, on a rack, with displaced parts.

    As designed no part touches another: bolts pass through holes, gears mesh with play, links hang
    in each other. Only displaced parts make clashes.

    Parameters
    ----------
    parts_count : int, optional
        From 1 on; the same seed gives the same machine, cut off at another part.
    seed : int, optional
        Chooses stations, sizes and displacements.
    misplaced : float, optional
        Share of displaced parts, 0 to 1.

    Examples
    --------
    >>> machine = clash_machine(40)
    >>> len(machine), machine.names[1]
    (40, 'A1 bolt 1')
    """
    if not 1 <= parts_count <= 26 * 26 * 10:
        raise ImpingeError(f"parts: {parts_count}, expected 1 to {26 * 26 * 10}")
    if seed < 0:
        raise ImpingeError(f"seed: {seed}, expected 0 or more")
    rng = np.random.default_rng(seed)
    columns = max(1, round(np.sqrt(1.6 * parts_count / 17.0)))
    found: list[tuple[str, Placed]] = []
    row, bag = 0, list(STATIONS)
    while len(found) < parts_count:
        order: list[int] = []
        for column in range(columns):
            # Every kind comes before one comes again.
            order = order or list(rng.permutation(len(bag)))
            found += _station(bag[order.pop()], rng, row, column)
        found += _pipes(rng, row, columns)
        found += _named(_letter(row), rack(columns), placed(0.0, row * PITCH))
        row += 1
    found = found[:parts_count]

    middle = placed(-0.5 * PITCH * (columns - 1), -0.5 * PITCH * (row - 1))
    poses = np.stack([middle @ pose for _, (_, _, pose) in found])
    fixed = np.array([kind in FIXED for _, (kind, _, _) in found])
    displaced = (rng.random(len(found)) < misplaced) & ~fixed
    shift, turn = rng.normal(0.0, SHIFT, (len(found), 3)), rng.normal(0.0, TURN, (len(found), 3))
    for i in np.flatnonzero(displaced):
        poses[i] = _displaced(found[i][1][1], poses[i], shift[i], turn[i])
    names, shapes = zip(*((name, shape) for name, (_, shape, _) in found), strict=True)
    return Assembly(names, shapes, poses, displaced)


def write_clash_machine(path: Path, parts_count: int = PARTS, seed: int = 1) -> None:
    """Write the :func:`clash_machine` as a TOML file, with its meshes in a folder beside it."""
    save(clash_machine(parts_count, seed).scene(), path)


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """Two parts that touch.

    Attributes
    ----------
    a, b : int
        The parts by their number in the scene, ``a < b``.
    depth : float
        Of the deepest contact [m].
    points : int
        Contact points.
    where : (3,) float64
        The deepest of them [m], world frame.
    pairs : (m, 2) int64
        Triangles of the surfaces of A and of B that meet, to be drawn.
    """

    a: int
    b: int
    depth: float
    points: int
    where: Array
    pairs: Ids


def find_clashes(scene: Scene, done: Callable[[int], None] = lambda _: None) -> list[Clash]:
    """All pairs of parts that touch, the deepest first.

    Parameters
    ----------
    scene : Scene
        Of meshes, height fields, boxes and cylinders.
    done : callable, optional
        Called with the number of pairs whose triangles have been found.
    """
    number = {name: i for i, name in enumerate(scene.names)}
    meshes, poses = Assembly.of_scene(scene).meshes, scene.poses
    found = []
    for row, (name_a, name_b, contacts) in enumerate(scene.collide()):
        a, b = sorted((number[name_a], number[name_b]))
        deepest = int(np.argmin(contacts.separation))
        pairs = intersecting_pairs(meshes[a], meshes[b], poses[a], poses[b])
        depth, where = -float(contacts.separation[deepest]), np.array(contacts.point[deepest])
        found.append(Clash(a, b, max(0.0, depth), len(contacts), where, pairs.pairs))
        done(row + 1)
    return sorted(found, key=lambda clash: (-clash.depth, clash.a, clash.b))


def _displaced(shape: Shape, pose: Array, shift: Array, turn: Array) -> Array:
    """The pose shifted, and turned about the middle of the part; long parts turn less."""
    low, high = shape.bounds
    middle = pose[:3, :3] @ (0.5 * (low + high)) + pose[:3, 3]
    turn = turn * min(1.0, LEVER / float(np.linalg.norm(high - low)))
    wrong = rotation(turn) @ pose[:3, :3]
    return posed(wrong, middle + shift - wrong @ (0.5 * (low + high)))


def _station(
    make: Station, rng: np.random.Generator, row: int, column: int
) -> list[tuple[str, Placed]]:
    plate, *others = make(rng)
    pose = placed(column * PITCH, row * PITCH, 0.0, 0.5 * np.pi * rng.integers(4))
    place = f"{_letter(row)}{column + 1}"
    return _named(place, [plate, *bolts(rng), *others], pose)


def _pipes(rng: np.random.Generator, row: int, columns: int) -> list[tuple[str, Placed]]:
    """A long pipe, or two, over the seam between this row of stations and the next."""
    found: list[Placed] = []
    left, right = -0.5 * PITCH, (columns - 0.5) * PITCH
    for k, radius in enumerate((0.012, 0.009)[: 1 + row % 2]):
        y, z = 0.5 * PITCH, 0.09 + 0.045 * k
        corners, x = [(left, y, z)], left
        for column in range(columns):
            if rng.random() < 0.45:
                x = left + (column + rng.uniform(0.25, 0.45)) * PITCH
                drop = rng.uniform(0.035, 0.05) * (2 * k - 1)
                wide = rng.uniform(0.1, 0.14)
                corners += [(x, y, z), (x, y, z + drop), (x + wide, y, z + drop), (x + wide, y, z)]
        corners.append((right, y, z))
        found.append(("main", parts.pipe(corners, radius, 0.016), np.eye(4)))
    return _named(_letter(row), found, placed(0.0, row * PITCH))


def _letter(row: int) -> str:
    """A, B ... Z, AA, AB ..."""
    return ("" if row < 26 else ascii_uppercase[row // 26 - 1]) + ascii_uppercase[row % 26]


def _named(place: str, found: list[Placed], pose: Array) -> list[tuple[str, Placed]]:
    """Each part with its place, kind and number within the station."""
    seen: dict[str, int] = {}
    named = []
    for kind, shape, local in found:
        seen[kind] = seen.get(kind, 0) + 1
        several = sum(other == kind for other, _, _ in found) > 1
        number = f" {seen[kind]}" if several else ""
        named.append((f"{place} {kind}{number}", (kind, shape, pose @ local)))
    return named
