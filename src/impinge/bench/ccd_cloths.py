"""Meshes in one step: two real cloths, sheets of any size, and two balls."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from impinge.bench.ccd_queries import FEATURES, FRAMES, funnel_queries, real_frames
from impinge.geometry import icosphere

Array = NDArray[np.float64]
Ids = NDArray[np.int64]

CORNERS = "balls, corner to corner"
"""Contact exactly on a border, as between things that were made or aligned by hand."""
WAVES, HEIGHT = (7.0, 3.0), 0.05
"""Sheets of size one are no planes: waves along x and y [1/m], and how high they are [m]."""
ROUGHNESS = 0.1
"""How far vertices are off, in lengths of an edge, at the start and in the motion."""
ABOVE = 2.0
"""Lengths of an edge between two sheets."""
TOGETHER, NEARER = 3.0, 1.0
"""How far the upper sheet comes down, in lengths of an edge: to touch half-way, and not to."""
BETWEEN = 0.05
"""Between the nearest vertices of two balls of radius one [m]; they come twice as far together."""
FLIGHT = (0.2, 0.1, -0.3)
"""How far sheets fly in one step [m]; they are one metre wide."""


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """Vertices at both ends of a step, and faces."""

    name: str
    start: Array
    end: Array
    faces: Ids
    first_time: float | None = None
    """The earliest of the exact times of contact that are known."""


def real_cloth(folder: Path, name: str) -> Cloth:
    """A cloth of ccd/scalable-ccd."""
    start, end, faces = real_frames(folder, name)
    first = None
    if name == "cloth-funnel":
        known = [funnel_queries(folder, features).times for features in FEATURES]
        first = min(float(times.min()) for times in known if times is not None)
    return Cloth(name, start, end, faces, first)


def real_cloths(quick: bool) -> list[str]:
    """Names of real cloths that are below the folder that ``IMPINGE_DATA`` names."""
    folder = data_folder()
    if folder is None or not (folder / "ccd" / "scalable-ccd").is_dir():
        return []
    return list(FRAMES)[:1] if quick else list(FRAMES)


def data_folder() -> Path | None:
    named = os.environ.get("IMPINGE_DATA")
    return Path(named).expanduser() if named else None


def sheets(n: int, kind: str = "meet") -> Cloth:
    """Two sheets of n by n cells, one above the other: 4 n^2 triangles.

    They ``meet`` half-way, or ``fly`` a third of their width without touching.

    Examples
    --------
    >>> len(sheets(8).faces)
    256
    """
    rng = np.random.default_rng(n)
    side, edge = np.linspace(0.0, 1.0, n + 1), 1.0 / n
    x, y = (grid.ravel() for grid in np.meshgrid(side, side, indexing="ij"))
    sheet = np.stack([x, y, HEIGHT * np.sin(WAVES[0] * x + WAVES[1] * y)], axis=1)
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    faces = np.concatenate(
        [
            np.stack([corner, corner + n + 1, corner + 1], axis=1),
            np.stack([corner + 1, corner + n + 1, corner + n + 2], axis=1),
        ]
    )
    start = np.concatenate([sheet, sheet + np.array((0.3, 0.4, ABOVE)) * edge])
    start += ROUGHNESS * edge * rng.uniform(-1.0, 1.0, start.shape)
    end = start + ROUGHNESS * edge * rng.normal(size=start.shape)
    end[len(sheet) :, 2] -= edge * (TOGETHER if kind == "meet" else NEARER)
    if kind == "fly":
        end += FLIGHT
    name = f"sheets that {kind}"
    return Cloth(name, start, end, np.concatenate([faces, faces + len(sheet)]))


def balls(level: int) -> Cloth:
    """Two round meshes that meet half-way, one vertex exactly on the other.

    Examples
    --------
    >>> len(balls(1).faces)
    160
    """
    ball = icosphere(1.0, level)
    furthest = float(ball.vertices[:, 0].max())
    apart, nearer = np.array((2.0 * furthest + BETWEEN, 0, 0)), np.array((2.0 * BETWEEN, 0, 0))
    start = np.concatenate([ball.vertices, ball.vertices + apart])
    end = start.copy()
    end[len(ball.vertices) :] -= nearer
    faces = np.concatenate([ball.faces, ball.faces + len(ball.vertices)])
    return Cloth(CORNERS, start, end, faces)


def cloth_named(name: str, n: int = 0) -> Cloth:
    """A mesh by its name, and a size if it is made."""
    folder = data_folder()
    if name in FRAMES and folder is not None:
        return real_cloth(folder, name)
    return balls(n) if name == CORNERS else sheets(n, name.rsplit(maxsplit=1)[-1])
