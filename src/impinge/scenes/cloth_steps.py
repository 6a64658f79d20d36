"""Wild steps of surfaces that must not cross: folded sheets, stacks, cloth on a ball."""

from __future__ import annotations

from functools import cache
from math import pi
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.geometry import Mesh, grid_mesh, icosphere
from impinge.io.load_mesh import load_mesh
from impinge.narrow import edge_face_intersections
from impinge.scenes.assembly import rotation
from impinge.scenes.mesh_pairs import needed_data
from impinge.scenes.solids import joined

FRAMES = {
    "cloth-funnel": ("227.ply", "228.ply"),
    "cloth-ball": ("cloth_ball92.ply", "cloth_ball93.ply"),
}
"""Two frames each of cloths in ccd/scalable-ccd, below the folder that ``IMPINGE_DATA`` names."""
MADE = ("folded", "stack", "on-ball")
"""Surfaces from formulas."""
SURFACES = (*MADE, *FRAMES)
MOTIONS = ("calm", "noise", "shear", "crush", "twist", "collapse", "throw")
LENGTHS = 20.0
"""How many lengths of an edge vertices go at most in a step of noise."""


class WildStep(NamedTuple):
    """A surface without a crossing, and a step that it cannot take as proposed."""

    name: str
    mesh: Mesh
    vertices_t1: Array
    masses: Array
    """Infinite: driven."""
    options: dict[str, float]
    """More arguments of :func:`~impinge.simulation.cloth_step`."""


def wild_step(seed: int, surface: str | None = None, *, count: int = 8) -> WildStep:
    """A seeded step with velocities of many lengths of an edge, and noise.

    Parameters
    ----------
    seed : int
        Chooses motion, masses, thickness, friction, and what is driven.
    surface : str, optional
        One of ``SURFACES``; if not given, the seed chooses one of ``MADE``.
    count : int, optional
        Cells along a side of a sheet.

    Examples
    --------
    >>> step = wild_step(0)
    >>> step.name, len(step.vertices_t1) == len(step.mesh.vertices)
    ('on-ball, twist', True)
    """
    rng = np.random.default_rng(seed)
    made = MADE[int(rng.integers(len(MADE)))]
    name = made if surface is None else as_choice(surface, "surface", SURFACES)
    motion = MOTIONS[int(rng.integers(len(MOTIONS)))]
    mesh, body, last = _surface(name, rng, count)
    start = mesh.vertices
    length = float(np.median(np.linalg.norm(np.diff(start[mesh.edges], axis=1), axis=2)))
    if name in FRAMES:
        # On from frame to frame, faster and faster.
        motion = f"{int(rng.choice([1, 2, 5, 10]))} frames"
        noise = 10.0 ** rng.uniform(-3.0, 0.0) * length
        end = start + int(motion.split()[0]) * (last - start) + noise * rng.normal(size=start.shape)
    else:
        end = _moved(motion, start, body, length, rng)
    masses = rng.uniform(0.5, 2.0, len(start))
    driven = _driven(body, start, rng)
    if rng.random() < 0.4:
        masses[driven] = np.inf
        if rng.random() < 0.7:
            # Obstacles that rest, or move as one.
            turn = rotation(rng.choice([0.0, 0.3]) * rng.normal(size=3))
            move = rng.choice([0.0, 1.0]) * length * rng.normal(size=3)
            end[driven] = start[driven] @ turn.T + move
    options = {
        "dt": 0.01,
        "thickness": float(rng.choice([0.0, 0.01, 0.1])) * length,
        "friction": float(rng.choice([0.0, 0.3, 1.0])),
        "stiffness": float(rng.choice([0.0, 100.0])),
    }
    return WildStep(f"{name}, {motion}", mesh, end, masses, options)


def read_frames(cloth: str) -> tuple[Mesh, Mesh]:
    """A cloth in two frames, as its files have it."""
    place = needed_data(f"ccd/scalable-ccd/{cloth}/frames")
    first, last = (load_mesh(place / file) for file in FRAMES[cloth])
    return first, last


@cache
def free_frames(cloth: str) -> tuple[Mesh, Array, Ids]:
    """A cloth in two frames without what crosses in the first: mesh, its next vertices, its bodies.

    Faces with an edge of another through them are left out: 13,463 of cloth-ball, 57 of
    cloth-funnel.
    """
    mesh, later = read_frames(cloth)
    faces, crossing = mesh.faces, edge_face_intersections(mesh)
    while len(crossing):
        kept = np.ones(len(faces), np.bool_)
        kept[crossing.pair[:, 1]] = False
        faces = faces[kept]
        crossing = edge_face_intersections(Mesh(mesh.vertices, faces))
    used, numbers = np.unique(faces, return_inverse=True)
    free = Mesh(mesh.vertices[used], numbers.reshape(-1, 3))
    return free, later.vertices[used], _bodies(free)


def _bodies(mesh: Mesh) -> Ids:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(mesh.vertices)
    links = coo_array((np.ones(len(mesh.edges)), tuple(mesh.edges.T)), (n, n))
    return connected_components(links, directed=False)[1].astype(np.int64)


def _surface(name: str, rng: np.random.Generator, count: int) -> tuple[Mesh, Ids, Array]:
    """A mesh, the body that each vertex is of, and where it is going by itself."""
    if name in FRAMES:
        mesh, last, body = free_frames(name)
        return mesh, body, last
    sheet = grid_mesh(1.0, count)
    gap = float(10.0 ** rng.uniform(-3.0, -1.0))
    x, y, _ = sheet.vertices.T
    if name == "folded":
        layers = int(rng.integers(2, 5))
        # Along the curve of a serpentine: straight parts, and half circles between them.
        part = 1.0 / layers
        turn = min(0.5 * pi * gap, 0.5 * part)
        layer = np.minimum(np.floor((x + 0.5) / part), layers - 1)
        along = x + 0.5 - layer * part
        straight = np.minimum(along, part - turn)
        angle = pi * np.maximum(0, along - part + turn) / turn
        radius = turn / pi
        forth = straight + radius * np.sin(angle)
        place = np.where(layer % 2 == 0, forth, part - turn - forth)
        height = 2.0 * radius * layer + radius * (1.0 - np.cos(angle))
        parts = [Mesh(np.stack([place, y, height], axis=1), sheet.faces)]
    elif name == "stack":
        parts = []
        for k in range(int(rng.integers(2, 5))):
            wave = 0.2 * gap * np.sin(rng.uniform(3, 9) * x + rng.uniform(3, 9) * y)
            points = np.stack([x, y, k * gap + wave], axis=1)
            points[:, :2] @= rotation(np.array([0.0, 0.0, rng.uniform(0.0, pi)]))[:2, :2]
            parts.append(Mesh(points, sheet.faces))
    else:
        angle = np.hypot(x, y) / 0.4
        # Above the ball by a gap, and by as much as straight edges are below a sphere.
        radius = 0.4 + gap + 1.0 / count**2
        around = np.sinc(angle / pi) * radius / 0.4
        points = np.stack([x * around, y * around, radius * np.cos(angle)], axis=1)
        parts = [icosphere(0.4, 2), Mesh(points, sheet.faces)]
    body = np.repeat(np.arange(len(parts)), [len(part.vertices) for part in parts])
    whole = joined(*parts)
    return whole, body, whole.vertices


def _moved(motion: str, points: Array, body: Ids, length: float, rng: np.random.Generator) -> Array:
    """Where a motion takes the vertices."""
    centre, size = points.mean(axis=0), np.ptp(points, axis=0).max()
    arms = points - centre
    axis = rotation(rng.normal(size=3))[0]
    far = arms @ axis
    noise = rng.normal(size=points.shape) * length * LENGTHS * 10.0 ** rng.uniform(-3.0, 0.0)
    if motion == "calm":
        return points + 0.2 * length * np.sin(3.0 * far / size)[:, None] * axis
    if motion == "noise":
        return points + noise
    if motion == "shear":
        return points + rng.uniform(0.5, 3.0) * far[:, None] * np.cross(axis, [0.6, 0.0, 0.8])
    if motion == "crush":
        return points - rng.uniform(0.5, 2.0) * far[:, None] * axis + 0.1 * noise
    if motion == "twist":
        angle = (rng.uniform(-1.0, 1.0) * 4.0 * far / size)[:, None]
        kept = far[:, None] * axis
        return centre + kept + np.cos(angle) * (arms - kept) + np.sin(angle) * np.cross(axis, arms)
    if motion == "collapse":
        return centre + rng.uniform(-1.0, 0.3) * arms + 0.1 * noise
    speeds = rng.normal(size=(int(body.max()) + 1, 3)) * size
    return points + speeds[body] + 0.1 * noise


def _driven(body: Ids, start: Array, rng: np.random.Generator) -> Ids:
    """A whole body if there are several, else a side."""
    if body.max() > 0:
        return np.flatnonzero(body == rng.integers(body.max() + 1))
    return np.flatnonzero(start[:, 1] <= np.quantile(start[:, 1], 0.1))
