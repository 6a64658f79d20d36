"""Machine parts from formulas: gears, bolts, springs, pipes and what else a machine is made of.

All are closed, look outward, stand on or turn about z, and are measured in metres.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.geometry import Mesh, icosphere, torus_knot
from impinge.scenes.solids import bent, circle, joined, lathe, moved, sheet, sweep


def gear(
    teeth: int, module: float = 0.005, width: float = 0.018, bore: float = 0.011, hand: int = 1
) -> Mesh:
    """A helical gear with rim, web and hub, centred, a tooth at x > 0; hands of two must differ.

    Its pitch diameter is ``module * teeth``.
    """
    pitch = 0.5 * module * teeth
    root, half = pitch - 1.25 * module, 0.5 * width
    rim, hub, web, long = root - 1.6 * module, 1.7 * bore, 0.32 * half, 1.35 * half
    profile = [
        (bore, -long), (hub, -long), (hub + 0.001, -long + 0.001), (hub + 0.001, -web),
        (rim, -web), (rim, -half), (root, -half), (root, -0.34 * half), (root, 0.34 * half),
        (root, half), (rim, half), (rim, web), (hub + 0.001, web), (hub + 0.001, long - 0.001),
        (hub, long), (bore, long),
    ]  # fmt: skip

    def toothed(r: Array, angle: Array, z: Array) -> Array:
        wave = np.clip(1.9 * np.cos(teeth * angle + hand * 60.0 * z), -1.0, 1.0)
        return np.where(r >= root, pitch - 0.12 * module + 0.98 * module * wave, r)

    return lathe(profile, 12 * teeth, toothed)


def bolt(radius: float = 0.005, length: float = 0.04, turns: int = 9) -> Mesh:
    """A hexagon bolt: the head above z = 0, a threaded shank below."""
    across, height = 1.85 * radius, 1.3 * radius
    thread = np.linspace(-length, -0.25 * length, 4 * turns + 1)
    profile = [
        (0.0, -length - 0.3 * radius), (0.75 * radius, -length - 0.3 * radius),
        *[(radius, z) for z in thread], (radius, 0.0), (0.97 * across, 0.0),
        (across, 0.0), (across, 0.86 * height), (0.88 * across, height), (0.0, height),
    ]  # fmt: skip
    pitch = 0.75 * length / turns

    def formed(r: Array, angle: Array, z: Array) -> Array:
        sixth = (angle % (np.pi / 3.0)) - np.pi / 6.0
        hexagon = np.where(r == across, r / np.cos(sixth), r)
        ridge = 1.0 + 0.09 * np.sin(angle - 2.0 * np.pi * z / pitch)
        shank = (r == radius) & (z <= -0.25 * length)
        return np.where(shank, r * ridge, hexagon)

    return lathe(profile, 24, formed)


def shaft(radius: float, length: float) -> Mesh:
    """A stepped shaft with chamfers, from z = 0 up."""
    thin, c = 0.8 * radius, 0.1 * radius
    # In short rings: the triangles of a contact then show where it is.
    rings = np.linspace(0.22 * length, 0.9 * length, max(2, round(length / 0.008)))
    profile = [
        (0.0, 0.0), (thin - c, 0.0), (thin, c), (thin, 0.11 * length), (thin, 0.22 * length),
        *[(radius, z) for z in rings], (thin, 0.9 * length), (thin, length - c),
        (thin - c, length), (0.0, length),
    ]  # fmt: skip
    return lathe(profile, 36)


def bearing(inner: float, outer: float, width: float, balls: int = 9) -> Mesh:
    """A ball bearing, centred: two rings, and balls that touch neither."""
    half, third = 0.5 * width, (outer - inner) / 3.2
    inside = [(inner, -half), (inner + third, -half), (inner + third, half), (inner, half)]
    outside = [(outer - third, -half), (outer, -half), (outer, half), (outer - third, half)]
    middle, size = 0.5 * (inner + outer), 0.9 * (outer - inner - 2.0 * third) / 2.0
    ball = icosphere(size, 1)
    centres = circle(middle, balls)
    return joined(
        lathe(inside, 48), lathe(outside, 48), *[moved(ball, x, y, 0.0) for x, y in centres]
    )


def spring(radius: float, wire: float, height: float, coils: int = 6) -> Mesh:
    """A coil spring with flat ends, from z = 0 up."""
    t = np.linspace(0.0, 1.0, 30 * (coils + 2))
    # The first and last turns lie flat: there the height grows slowly.
    flat = 1.0 / (coils + 2)
    rise = np.clip((t - flat) / (1.0 - 2.0 * flat), 0.0, 1.0)
    rise = 0.12 * t + 0.88 * rise
    turn = 2.0 * np.pi * (coils + 2) * t
    path = np.stack(
        [radius * np.cos(turn), radius * np.sin(turn), wire + (height - 2.0 * wire) * rise], axis=1
    )
    return sweep(path, circle(wire, 12))


def pipe(corners: ArrayLike, radius: float, bend: float) -> Mesh:
    """A pipe along corners that are rounded off, with a collar at each end."""
    path = divided(rounded(np.asarray(corners, dtype=np.float64), bend, 9), 0.014)
    tube = sweep(path, circle(radius, 20))
    collars = [
        sweep(np.linspace(end, end + 1.6 * radius * inward, 2), circle(1.35 * radius, 20))
        for end, inward in ((path[0], _unit(path[1] - path[0])),
                            (path[-1], _unit(path[-2] - path[-1])))
    ]  # fmt: skip
    return joined(tube, *collars)


def link(length: float, width: float, wire: float) -> Mesh:
    """A chain link in the plane of x and z, centred."""
    half, r = 0.5 * (length - width), 0.5 * width
    angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 14)
    right = np.stack([half + r * np.cos(angle), 0.0 * angle, r * np.sin(angle)], axis=1)
    straight = np.linspace(half, -half, 6)[1:-1]
    top = np.stack([straight, 0.0 * straight, r + 0.0 * straight], axis=1)
    turned = right * np.array([-1.0, 1.0, -1.0])
    return sweep(
        np.concatenate([right, top, turned, top * np.array([-1.0, 1.0, -1.0])]),
        circle(wire, 14),
        closed=True,
    )


def deck(size: float, hole: float, bores: ArrayLike, thickness: float = 0.008) -> Mesh:
    """A square base plate with a hole near each corner, and 3 x 3 bores of given radii."""
    edge, half = 0.036, 0.5 * size
    inner = np.linspace(-half + edge, half - edge, 4)
    lines = [-half, *inner, half]
    holes = np.zeros((5, 5))
    holes[[0, 0, 4, 4], [0, 4, 0, 4]] = hole
    holes[1:4, 1:4] = bores
    return sheet(lines, lines, holes, thickness, fine=8)


def bracket(width: float, foot: float, wall: float, hole: float) -> Mesh:
    """A sheet bent to a right angle with holes in both arms: foot along x, wall up."""
    arc, arc_radius, third = 0.5 * np.pi * 0.008, 0.008, width / 3.0
    x = [0.0, foot, *np.linspace(foot, foot + arc, 3)[1:], foot + arc + wall]
    y = [-0.5 * width, -0.5 * third, 0.5 * third, 0.5 * width]
    holes = np.zeros((4, 3))
    holes[0, [0, 2]] = min(hole, 0.4 * third)
    holes[3, 1] = 0.45 * third
    return bent(sheet(x, y, holes, 0.0045), foot, arc_radius, 0.5 * np.pi)


def motor(radius: float, length: float) -> Mesh:
    """A finned housing about z with a shaft end on top, from z = 0 up."""
    lid, fins, end = 0.12 * length, np.linspace(0.14, 0.86, 4) * length, 0.35 * length
    profile = [
        (0.0, 0.0), (0.86 * radius, 0.0), (0.92 * radius, 0.3 * lid), (0.92 * radius, lid),
        *[(radius, z) for z in fins], (0.92 * radius, length - lid),
        (0.92 * radius, length - 0.3 * lid), (0.84 * radius, length), (0.3 * radius, length),
        (0.3 * radius, length + 0.06 * length), (0.16 * radius, length + 0.06 * length),
        (0.16 * radius, length + end), (0.0, length + end),
    ]  # fmt: skip

    def finned(r: Array, angle: Array, _: Array) -> Array:
        fin = np.clip(2.5 * np.cos(28.0 * angle), -1.0, 1.0)
        return np.where(r == radius, radius * (0.94 + 0.06 * fin), r)

    return lathe(profile, 28 * 8, finned)


def pulley(radius: float, width: float, bore: float, grooves: int = 2) -> Mesh:
    """A wheel for belts, centred."""
    half = 0.5 * width
    edge = np.linspace(-half, half, 4 * grooves + 1)
    depth = np.tile([0.0, 0.0, 0.2, 0.2], grooves)
    rim = [(radius * (1.0 - d), z) for d, z in zip([*depth, 0.0], edge, strict=True)]
    return lathe([(bore, -half), *rim, (bore, half)], 64)


def cup(radius: float, height: float, bore: float) -> Mesh:
    """A spring seat: a disc with a raised rim, from z = 0 up."""
    rim = 0.82 * radius
    profile = [
        (bore, 0.0), (radius, 0.0), (radius, height), (rim, height), (rim, 0.4 * height),
        (bore, 0.4 * height),
    ]  # fmt: skip
    return lathe(profile, 48)


def valve(radius: float, height: float) -> Mesh:
    """A valve body: flange, waist, bonnet with six lobes, from z = 0 up."""
    r, h = radius, height
    profile = [
        (0.0, 0.0), (r, 0.0), (r, 0.1 * h), (0.62 * r, 0.12 * h), (0.52 * r, 0.22 * h),
        (0.6 * r, 0.36 * h), (0.66 * r, 0.48 * h), (0.6 * r, 0.6 * h), (0.5 * r, 0.68 * h),
        (0.8 * r, 0.7 * h), (0.8 * r, 0.8 * h), (0.34 * r, 0.83 * h), (0.3 * r, h), (0.0, h),
    ]  # fmt: skip

    def lobed(r: Array, angle: Array, z: Array) -> Array:
        upper = (r > 0.7 * radius) & (z > 0.5 * height)
        return np.where(upper, r * (1.0 + 0.1 * np.cos(6.0 * angle)), r)

    return lathe(profile, 72, lobed)


def handwheel(radius: float, rim: float, stem: float) -> Mesh:
    """A wheel in the plane of x and y with five spokes on a hub, and a stem downwards."""
    turn = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    ring = np.stack([radius * np.cos(turn), radius * np.sin(turn), 0.0 * turn], axis=1)
    wheel = sweep(ring, circle(rim, 14), closed=True)
    hub = 0.2 * radius
    spokes = [
        sweep(np.array([[0.8 * hub * c, 0.8 * hub * s, 0.0], [radius * c, radius * s, 0.0]]),
              circle(0.55 * rim, 10))
        for c, s in circle(1.0, 5)
    ]  # fmt: skip
    profile = [
        (0.0, -stem), (0.45 * hub, -stem), (0.45 * hub, -1.2 * rim), (hub, -1.2 * rim),
        (hub, 1.2 * rim), (0.0, 1.2 * rim),
    ]  # fmt: skip
    return joined(wheel, lathe(profile, 24), *spokes)


def cable(width: float, p: int, q: int) -> Mesh:
    """A bundle of cable: a torus knot of this width."""
    knot = torus_knot(220, 14, p, q, radius=0.1)
    return knot.with_vertices(knot.vertices * (0.5 * width))


def rounded(corners: Array, bend: float, steps: int) -> Array:
    """The polyline with each inner corner rounded off, from a distance ``bend`` on."""
    points = [corners[0]]
    t = np.linspace(0.0, 1.0, steps)[:, None]
    for before, corner, after in zip(corners[:-2], corners[1:-1], corners[2:], strict=True):
        a = corner + bend * _unit(before - corner)
        b = corner + bend * _unit(after - corner)
        points.extend((1.0 - t) ** 2 * a + 2.0 * t * (1.0 - t) * corner + t**2 * b)
    return np.array([*points, corners[-1]])


def divided(path: Array, step: float) -> Array:
    """The polyline with points added, so that none is further than ``step`` from the next."""
    points = [path[:1]]
    for a, b in pairwise(path):
        count = max(1, int(np.ceil(np.linalg.norm(b - a) / step)))
        points.append(a + np.linspace(0.0, 1.0, count + 1)[1:, None] * (b - a))
    return np.concatenate(points)


def _unit(v: Array) -> Array:
    return v / np.linalg.norm(v)
