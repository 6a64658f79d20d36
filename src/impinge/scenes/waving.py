"""A sheet that waves in the wind, with a fringe and dust: a recording of what deforms."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Capsule, Compound, Mesh, grid_mesh
from impinge.scene import Recording
from impinge.scenes.assembly import placed

LONG, HIGH = 1.6, 1.0
"""Of the sheet [m]."""
WIND = 1.2
"""[m/s]"""
WAVE, SWAY = 0.16, 5.0
"""Amplitude at the free edge [m], and waves along the sheet [rad/m]."""
FRINGE, FRINGE_POINTS = 0.22, 10
"""Length of its strands [m], and points of each."""


def waving_sheet(side: int = 100, frames: int = 300, seconds: float = 10.0) -> Recording:
    """A sheet of ``side`` by ``side`` vertices that hangs at a pole in the wind.

    Tracks are the vertices of ``sheet``, the lines of its ``fringe``, points of ``dust`` with their
    speed, and the scalars ``tip height`` and ``area``; the pole is at rest.

    Examples
    --------
    >>> waving_sheet(10, 5)
    Recording(5 tracks, 5 frames, 0 to 10 s)
    """
    grid = grid_mesh(1.0, side - 1)
    u, v = (grid.vertices[:, k] - grid.vertices[:, k].min() for k in (0, 1))
    edge = np.linspace(0.02, 0.98, max(side // 2, 2))
    along = 1.0 + np.linspace(0.0, FRINGE / LONG, FRINGE_POINTS)
    strands = [(along, np.full(FRINGE_POINTS, height)) for height in edge]
    rng = np.random.default_rng(2)
    seeds = rng.uniform((-0.3, -0.5, -0.2), (1.0, 0.5, 1.2), size=(15 * side, 3))
    times = np.linspace(0.0, seconds, frames)
    vertices = np.stack([_place(u, v, t) for t in times])
    mesh = Mesh(np.stack([LONG * u, 0.0 * u, HIGH * v], axis=1), grid.faces)
    pole = Compound([(Capsule(0.025, 2.1), placed(z=0.1))])
    tip = vertices[:, np.argmax(u + v), 2]
    return Recording(
        times,
        vertices={"sheet": vertices},
        lines={"fringe": [[_place(*strand, t) for strand in strands] for t in times]},
        points={"dust [m/s]": [_dust(seeds, t) for t in times]},
        scalars={
            "tip height [m]": tip,
            "area [m²]": [mesh.with_vertices(one).area for one in vertices],
        },
        things={"sheet": mesh, "pole": pole},
    )


def _place(u: Array, v: Array, time: float) -> Array:
    """(n, 3): where points of the sheet are; u and v are shares of its length and height."""
    phase = SWAY * LONG * u - 4.2 * time + 0.9 * v
    swing = WAVE * u * (1.0 + 0.35 * np.sin(0.8 * time))
    slope = SWAY * swing * np.cos(phase)
    # A wave shortens the sheet along the wind.
    x = LONG * u / np.sqrt(1.0 + 0.5 * slope**2)
    y = swing * np.sin(phase) + 0.05 * u * np.sin(2.3 * time - 5.0 * v)
    z = HIGH * v - 0.14 * u**2 * (1.0 - 0.4 * np.sin(0.8 * time)) + 0.02 * u * np.sin(phase + 1.0)
    return np.stack([x, y, z], axis=1)


def _dust(seeds: Array, time: float) -> Array:
    """(n, 4): places in the wind, which begin again upwind, and speeds."""
    speed = WIND * (0.7 + 0.5 * seeds[:, 2] + 0.3 * np.sin(6.0 * seeds[:, 1] + time))
    x = (LONG * seeds[:, 0] + 0.5 + WIND * (0.7 + 0.5 * seeds[:, 2]) * time) % 3.0 - 0.6
    y = seeds[:, 1] + np.where(x > 0.0, 0.08, 0.0) * np.sin(SWAY * x - 4.2 * time)
    return np.stack([x, y, HIGH * seeds[:, 2], speed], axis=1)
