"""Pairs of bodies that deform while they touch, as functions of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

import numpy as np

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.options import as_choice
from impinge.geometry import Mesh, grid_mesh
from impinge.scenes.solids import circle, lathe, sweep

Frame = tuple[Array, Array]
Deforming = tuple[Mesh, Mesh, Callable[[float], Frame]]
LEAST, MOST = 100, 1_000_000
"""Facets of a body."""


@dataclass(frozen=True, slots=True, eq=False)
class PolyhedraScene:
    """Two bodies that deform and touch, over a time from 0 to 1.

    Attributes
    ----------
    name : str
    mesh_a, mesh_b : Mesh
        At time 0.
    """

    name: str
    mesh_a: Mesh
    mesh_b: Mesh
    _at: Callable[[float], Frame]

    def vertices(self, time: float) -> Frame:
        """(n, 3), (m, 3) float64: vertices of both at a time [m]."""
        a, b = self._at(as_scalar(time, "time"))
        return np.ascontiguousarray(a), np.ascontiguousarray(b)


def polyhedra_scene(name: str, facets: int = 500) -> PolyhedraScene:
    """Two bodies that deform while they touch; always the same.

    Parameters
    ----------
    name : {"liver-and-tool", "ball-in-cloth", "wheel-on-ground", "clamp", "peg-in-cup", "stars", \
"balls", "border"}
        A soft blob and a rod that pushes into it; a ball that sinks into a cloth and comes out; a
        wheel that rolls over ground much larger; a clamp that closes on both sides of a body; a peg
        pushed into a cup; stars whose spikes interlock; balls that swell, with shallow contact; a
        ball that follows the border of a block around two edges.
    facets : int, optional
        Of the first body, about; the other one has as many or more.

    Examples
    --------
    >>> scene = polyhedra_scene("liver-and-tool")
    >>> scene.mesh_a
    Mesh(252 vertices, 500 faces, closed, oriented)
    >>> [len(vertices) for vertices in scene.vertices(0.5)] == [252, len(scene.mesh_b.vertices)]
    True
    """
    as_choice(name, "name", POLYHEDRA)
    a, b, at = POLYHEDRA[name](as_whole(facets, "facets", LEAST, MOST))
    first = at(0.0)
    return PolyhedraScene(name, a.with_vertices(first[0]), b.with_vertices(first[1]), at)


def globe(facets: int, radius: float = 1.0) -> Mesh:
    """A ball of rings, with about so many facets.

    Examples
    --------
    >>> globe(500)
    Mesh(252 vertices, 500 faces, closed, oriented)
    """
    around = max(6, round(sqrt(1.25 * facets)))
    rings = max(2, round(0.5 * facets / around))
    angle = np.linspace(-0.5 * pi, 0.5 * pi, rings + 2)
    profile = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    profile[[0, -1], 0] = 0.0
    return lathe(profile, around)


def _rod(facets: int, radius: float, length: float) -> Mesh:
    """A rod along z with a round tip at the origin."""
    around = max(8, round(sqrt(0.25 * facets)))
    rings = max(3, round(0.25 * facets / around))
    angle = np.linspace(-0.5 * pi, 0.0, rings)
    tip = np.stack([radius * np.cos(angle), radius + radius * np.sin(angle)], axis=1)
    tip[0, 0] = 0.0
    heights = np.linspace(radius, length, rings)[1:]
    side = np.stack([np.full(len(heights), radius), heights], axis=1)
    return lathe(np.concatenate([tip, side, [(0.0, length)]]), around)


def _liver_and_tool(facets: int) -> Deforming:
    liver, rod = globe(facets), _rod(facets, 0.08, 1.6)
    x, y, z = liver.vertices.T
    swell = 1.0 + 0.18 * np.sin(2.3 * x + 0.6) * np.cos(1.7 * y) + 0.08 * np.sin(3.1 * y + 2.0 * z)
    rest = (liver.vertices * swell[:, None]) * [1.1, 0.75, 0.5]
    lean = np.array([sin(0.35), 0.0, cos(0.35)])
    u = np.array([cos(0.35), 0.0, -sin(0.35)])
    turn = np.stack([u, np.cross(lean, u), lean], axis=1)
    top = rest[int(np.argmax(rest @ lean))]

    def at(time: float) -> Frame:
        push = 0.3 * sin(pi * time) ** 2
        tip = top + [0.1 * sin(4.0 * time), 0.06 * sin(7.0 * time), 0.0] + lean * (0.05 - push)
        off = rest - tip
        across_sq = (off**2).sum(axis=1) - (off @ lean) ** 2
        # The dent follows the tip, and is a little less deep than it.
        dent = np.exp(-across_sq / 0.02) * np.clip(off @ lean + 0.02, 0.0, None)
        wobble = 1.0 + 0.02 * sin(9.0 * time) * np.sin(3.0 * rest[:, :1])
        return (rest - 0.9 * dent[:, None] * lean) * wobble, rod.vertices @ turn.T + tip

    return liver, rod, at


def _ball_in_cloth(facets: int) -> Deforming:
    ball, cloth = globe(facets, 0.35), grid_mesh(4.0, max(20, round(sqrt(0.5 * facets)) * 2))
    x, y, _ = cloth.vertices.T
    rho = np.hypot(x, y)

    def at(time: float) -> Frame:
        deep = 0.45 - 2.4 * sin(pi * time) ** 2
        bottom = min(deep - 0.33, -0.02)
        pocket = bottom / (1.0 + (rho / 0.6) ** 6) * (1.0 + 0.02 * np.sin(6.0 * x + 9.0 * time))
        moved = ball.vertices * [1.0, 1.0, 1.0 + 0.03 * sin(8.0 * time)] + [0.0, 0.0, deep]
        return moved, np.stack([x, y, pocket], axis=1)

    return ball, cloth, at


def _wheel_on_ground(facets: int) -> Deforming:
    around = max(16, round(sqrt(facets)))
    rows = max(3, round(0.25 * facets / around))
    rim = np.linspace(-0.12, 0.12, rows)
    bulge = 0.4 - 1.5 * rim**2
    profile = np.concatenate([
        np.stack([bulge, rim], axis=1), [(0.2, 0.12)],
        np.stack([np.full(rows, 0.2), rim[::-1]], axis=1)[1:],
    ])  # fmt: skip
    wheel = lathe(profile, around)
    # About y.
    upright = wheel.vertices[:, [0, 2, 1]] * [1.0, -1.0, 1.0]
    ground = grid_mesh(8.0, max(24, round(sqrt(2.0 * facets))))
    x, y, _ = ground.vertices.T

    def at(time: float) -> Frame:
        angle, forward = 5.0 * time, 2.0 * time - 1.0
        c, s = cos(angle), sin(angle)
        turned = upright @ np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
        # The tyre is flat where it meets the ground.
        low = np.minimum(turned[:, 2] + 0.385, 0.0)
        turned = turned - 0.8 * low[:, None] * [0.0, 0.0, 1.0]
        bumps = 0.01 * np.sin(9.0 * x + time) * np.cos(8.0 * y)
        ruts = bumps - 0.005 * np.exp(-((x - forward) ** 2 + y**2) / 0.02)
        place = np.array([forward, 0.1 * sin(3.0 * time), 0.385])
        return turned + place, np.stack([x, y, ruts], axis=1)

    return wheel, ground, at


def _clamp(facets: int) -> Deforming:
    held = globe(facets, 0.5)
    around = max(6, round(sqrt(0.1 * facets)))
    share = np.linspace(0.0, 1.0, max(16, round(0.5 * facets / around)))
    bend = pi * np.clip((share - 0.3) / 0.4, 0.0, 1.0)
    x = 0.9 - np.where(share < 0.3, share, np.where(share > 0.7, 1.0 - share, 0.3)) * 4.0
    path = np.stack([x - 0.6 * np.sin(bend), 0.0 * x, 0.6 * np.cos(bend)], axis=1)
    clamp = sweep(path, circle(0.08, around))
    arm = np.clip((clamp.vertices[:, :1] + 0.3) / 1.2, 0.0, 1.0) ** 2
    upper = np.sign(clamp.vertices[:, 2:])

    def at(time: float) -> Frame:
        close = 0.25 * sin(pi * time) ** 2
        jaws = clamp.vertices - close * arm * upper * [0.0, 0.0, 1.0]
        squeezed = held.vertices * [1.0, 1.0, 1.0 - 0.05 * sin(pi * time) ** 2]
        return squeezed + np.array([0.45, 0.05 * sin(5.0 * time), 0.0]), jaws

    return held, clamp, at


def _peg_in_cup(facets: int) -> Deforming:
    peg = _rod(facets, 0.3, 1.2)
    around = max(12, round(sqrt(0.5 * facets)))
    steps = max(3, round(0.12 * facets / around))
    wall = np.linspace(0.0, 0.8, steps)
    profile = np.concatenate([
        [(0.0, -0.2)], np.stack([np.full(steps, 0.5), wall - 0.2 * (wall == 0.0)], axis=1),
        np.stack([np.full(steps, 0.32), wall[::-1]], axis=1), [(0.0, 0.0)],
    ])  # fmt: skip
    cup = lathe(profile, around)

    def at(time: float) -> Frame:
        swell = 1.0 + 0.1 * sin(pi * time) ** 2
        down = 0.9 - 0.95 * sin(pi * time)
        shifted = peg.vertices * [swell, swell, 1.0] + [0.012 * sin(20.0 * time), 0.0, down]
        oval = 1.0 + 0.02 * sin(6.0 * time)
        return shifted, cup.vertices * [oval, 1.0 / oval, 1.0]

    return peg, cup, at


def _stars(facets: int) -> Deforming:
    ball = globe(facets)
    x, y, z = ball.vertices.T
    spikes = (
        0.55 + 0.45 * (np.sin(4.0 * x + 0.3) * np.sin(4.0 * y) * np.sin(4.0 * z + 0.2)) ** 2 * 4.0
    )

    def at(time: float) -> Frame:
        star = ball.vertices * (spikes * (1.0 + 0.1 * np.sin(5.0 * z + 6.0 * time)))[:, None]
        other = ball.vertices * (spikes * (1.0 + 0.1 * np.cos(4.0 * x - 5.0 * time)))[:, None]
        c, s = cos(2.0 * time), sin(2.0 * time)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return star, other @ turn.T + [1.25 + 0.3 * cos(2.0 * pi * time), 0.15, 0.1 * time]

    return ball, ball, at


def _balls(facets: int) -> Deforming:
    ball = globe(facets)
    # Rows of vertices must not coincide.
    other = ball.vertices[:, [2, 0, 1]]
    x, _, z = ball.vertices.T

    def at(time: float) -> Frame:
        one = ball.vertices * (1.0 + 0.03 * np.sin(3.0 * z + 7.0 * time))[:, None]
        two = other * (1.0 + 0.03 * np.cos(2.0 * x - 6.0 * time))[:, None]
        gap = 1.99 - 0.03 * sin(pi * time)
        place = np.array([gap * cos(0.5 * time), gap * sin(0.5 * time), 0.2 * time])
        return one, two + place

    return ball, ball, at


def _border(facets: int) -> Deforming:
    ball, block = globe(facets, 0.3), globe(facets)
    # A block with rounded edges, from a ball.
    box = np.sign(block.vertices) * np.abs(block.vertices) ** 0.25

    def at(time: float) -> Frame:
        angle = pi * time
        # Along a square, from the right over the top to the left.
        x, z = cos(angle), sin(angle)
        far = (1.0 + 0.2) / max(abs(x), abs(z))
        corner = hypot(x, z) * far
        x, z = (part * min(far, corner) for part in (x, z))
        swollen = box * (1.0 + 0.02 * np.sin(4.0 * block.vertices[:, 1:2] + 5.0 * time))
        return ball.vertices + np.array([x, 0.0, z]), swollen

    return ball, block, at


POLYHEDRA: dict[str, Callable[[int], Deforming]] = {
    "liver-and-tool": _liver_and_tool, "ball-in-cloth": _ball_in_cloth,
    "wheel-on-ground": _wheel_on_ground, "clamp": _clamp, "peg-in-cup": _peg_in_cup,
    "stars": _stars, "balls": _balls, "border": _border,
}  # fmt: skip
