"""Small surfaces that meet themselves in every way, by name."""

from functools import cache

import numpy as np

from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.geometry.surfaces import grid_faces
from impinge.scenes import cone_strip, crumpled_sheet, folded_sheet, ribbon, rolled_sheet


def joined(*meshes):
    """Several meshes as one."""
    first = np.cumsum([0, *(len(m.vertices) for m in meshes)])
    faces = [m.faces + n for m, n in zip(meshes, first, strict=False)]
    return Mesh(np.concatenate([m.vertices for m in meshes]), np.concatenate(faces))


def pierced():
    spike = [[0.05, 0.02, 1.0], [0.1, 0.0, -1.0], [-0.1, 0.1, -1.0], [0.0, -0.1, -1.0]]
    return joined(grid_mesh(1.0, 6), Mesh(spike, [[0, 1, 2], [0, 2, 3]]))


def dented_ball():
    """A closed surface whose top is pushed out at the bottom."""
    ball = icosphere(1.0, 1)
    x, y, z = ball.vertices.T
    depth = np.where(z > 0.0, 2.5 * np.exp(-8.0 * (x**2 + y**2)), 0.0)
    return ball.with_vertices(np.stack([x, y, z - depth], axis=1))


def squashed_ring():
    u, v = np.meshgrid(np.arange(12) / 6, np.arange(6) / 3, indexing="ij")
    u, v = np.pi * u, np.pi * v
    r = 1.0 + 0.4 * np.cos(v)
    x = r * np.cos(u)
    points = np.stack([np.where(x > 0.4, x - 0.9, x), r * np.sin(u), 0.4 * np.sin(v)], axis=-1)
    return Mesh(points.reshape(-1, 3), grid_faces(12, 6, wrap_u=True, wrap_v=True))


def book():
    """Three sheets at one edge, the third bent through the others."""
    u, v = np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 4), indexing="ij")
    pages, faces = [], []
    for k, angle in enumerate((0.0, 0.5, 2.0)):
        bend = angle - (2.2 * u if k == 2 else 0.0 * u)
        pages.append(np.stack([u * np.cos(bend), v, u * np.sin(bend)], axis=-1).reshape(-1, 3))
        faces.append(grid_faces(5, 4, wrap_u=False, wrap_v=False) + 20 * k)
    faces = np.concatenate(faces)
    # The first row of vertices is the spine.
    return Mesh(np.concatenate(pages), np.where(faces % 20 < 4, faces % 20, faces))


def moebius():
    """A strip with three half turns, closed, wide enough to pass through itself."""
    u, v = np.meshgrid(2 * np.pi * np.arange(24) / 24, np.linspace(-1.4, 1.4, 4), indexing="ij")
    r = 1.0 + 0.9 * v * np.cos(1.5 * u)
    points = np.stack([r * np.cos(u), r * np.sin(u), v * np.sin(1.5 * u)], axis=-1)
    faces = grid_faces(25, 4, wrap_u=False, wrap_v=False)
    row, column = np.divmod(faces, 4)
    return Mesh(points.reshape(-1, 3), np.where(row == 24, 3 - column, faces))


def double_fan(rise):
    """Triangles around one vertex, twice around."""
    angle = 4 * np.pi * np.arange(14) / 14
    rim = np.stack([np.cos(angle), np.sin(angle), rise * np.sin(0.5 * angle)], axis=1)
    ring = np.arange(14)
    return Mesh(
        np.vstack([[0, 0, 0], rim]), np.stack([0 * ring, 1 + ring, 1 + (ring + 1) % 14], axis=1)
    )


def touching_ends():
    """A flat strip, once around, whose last edge is where its first is."""
    u, v = np.meshgrid(np.linspace(0, 1, 13), [1.0, 1.5, 2.0], indexing="ij")
    points = np.stack([v * np.cos(2 * np.pi * u), v * np.sin(2 * np.pi * u), 0 * u], axis=-1)
    points[-1] = points[0]
    return Mesh(points.reshape(-1, 3), grid_faces(13, 3, wrap_u=False, wrap_v=False)[:, ::-1])


def bow_tie():
    """Two sheets that touch in a vertex only, and a third through both."""
    a = grid_mesh(1.0, 3)
    faces = np.concatenate([a.faces, np.where(a.faces == 0, 15, a.faces + 16)])
    points = np.concatenate([a.vertices, a.vertices + np.array([1.0, 1.0, 0.0])])
    x, y, _ = grid_mesh(2.0, 3).vertices.T
    upright = grid_mesh(2.0, 3).with_vertices(np.stack([x, x + 0.1 * y, y], axis=1))
    return joined(Mesh(points, faces), upright)


def three_boxes():
    """The second crosses the first, the third touches it with a whole side."""
    box = box_mesh()
    return joined(box, *(box.with_vertices(box.vertices + np.array(d)) for d in (0.5, (1, 0, 0))))


def waved_roll():
    """Two layers that pass through each other: half a wave more from one to the next."""
    roll = rolled_sheet(12, turns=2.0)
    wave = 1.0 + 0.2 * np.cos(2.5 * 4.0 * np.pi * np.repeat(np.linspace(0, 1, 13), 13))
    return roll.with_vertices(roll.vertices * np.stack([wave, 0.0 * wave + 1.0, wave], axis=1))


def with_flaws(seed):
    """A crumpled sheet with flat, turned, repeated and missing faces, and vertices at one place."""
    rng = np.random.default_rng(seed)
    mesh = crumpled_sheet(6, seed=seed, amplitude=0.2)
    faces = mesh.faces.copy()
    faces[rng.integers(0, len(faces), 4), 1] = faces[rng.integers(0, len(faces), 4), 0]
    turned = rng.integers(0, len(faces), 3)
    faces[turned] = faces[turned, ::-1]
    faces = np.concatenate([np.delete(faces, rng.integers(0, len(faces), 5), axis=0), faces[:3]])
    points = mesh.vertices.copy()
    points[rng.integers(0, len(points), 4)] = points[0]
    points[5] = 0.5 * (points[4] + points[6])
    return Mesh(points, faces)


CASES = {
    "folded": lambda: folded_sheet(8, folds=2, gap=0.08, crossing=0.09),
    "laid together": lambda: folded_sheet(8, folds=1, gap=0.0),
    "rolled": waved_roll,
    "crumpled": lambda: crumpled_sheet(8),
    "ribbon": lambda: ribbon(6),
    "cone strip": lambda: cone_strip(6),
    "cone strip, twice around": lambda: cone_strip(8, overlap=2.5 * np.pi),
    "pierced": pierced,
    "closed": dented_ball,
    "ring": squashed_ring,
    "book": book,
    "moebius": moebius,
    "fan": lambda: double_fan(0.3),
    "flat fan": lambda: double_fan(0.0),
    "touching ends": touching_ends,
    "bow tie": bow_tie,
    "flaws": lambda: with_flaws(3),
    "more flaws": lambda: with_flaws(4),
    "boxes": three_boxes,
    "one face": lambda: Mesh(np.eye(3), [[0, 1, 2]]),
    "a point": lambda: Mesh(np.zeros((4, 3)), [[0, 1, 2], [1, 2, 3], [0, 0, 3]]),
}


@cache
def surface(name):
    return CASES[name]()


def soup(rng):
    """Faces over few vertices with small whole coordinates: degenerate in every way."""
    points = rng.integers(0, 4, (rng.integers(4, 10), 3)).astype(float)
    return Mesh(points, rng.integers(0, len(points), (rng.integers(2, 14), 3)))
