"""Sphere trees, coarse meshes and deformations that several tests share."""

from functools import cache

import numpy as np
from scipy.spatial import Delaunay
from scipy.spatial.transform import Rotation

import impinge as im
from impinge import scenes
from impinge.geometry import TetMesh, bumpy_sphere
from impinge.hierarchy import sphere_tree

MESHES = {
    "box": lambda: im.box_mesh((1.0, 0.6, 0.8)),
    "ball": lambda: im.icosphere(0.7, 2),
    "knot": lambda: im.torus_knot(60, 8),
    "bumpy": lambda: bumpy_sphere(24, 18),
    "needles": lambda: scenes.needle_fan(24),
}


@cache
def mesh(name):
    return MESHES[name]()


@cache
def tree(name, levels=2, **options):
    return sphere_tree(mesh(name), levels=levels, **options)


@cache
def coarse(size=1.3, cells=3):
    """Tetrahedra of a slightly irregular grid around the origin."""
    line = np.linspace(-size, size, cells + 1)
    points = np.stack(np.meshgrid(line, line, line, indexing="ij"), axis=-1).reshape(-1, 3)
    points = points + np.random.default_rng(0).normal(size=points.shape) * 1e-2
    return TetMesh(points, Delaunay(points).simplices)


def surface_points(surface, count, seed=0):
    """Faces and weights of random points of a surface; half of them on edges and corners."""
    rng = np.random.default_rng(seed)
    p = surface.vertices[surface.faces]
    areas = np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)
    faces = rng.choice(len(p), count, p=areas / areas.sum())
    weights = rng.dirichlet((1, 1, 1), count)
    weights[::4, 0] = 0.0
    weights[1::8, :2] = 0.0
    return faces, weights / weights.sum(axis=1, keepdims=True)


def points_at(surface, faces, weights):
    return np.einsum("nk,nkj->nj", weights, surface.vertices[surface.faces[faces]])


def outside_chains(centres, radii, points):
    """How many points lie in no chain of spheres from the root to a leaf."""
    used = radii >= 0.0
    inner = (len(radii) - 1) // 8
    leaf = used.copy()
    leaf[:inner] &= ~used[1:].reshape(-1, 8).any(axis=1)
    inside = np.zeros((len(radii), len(points)), bool)
    for row in np.flatnonzero(used):
        inside[row] = np.linalg.norm(points - centres[row], axis=1) <= radii[row]
        if row:
            inside[row] &= inside[(row - 1) // 8]
    return int((~inside[leaf].any(axis=0)).sum())


def deformed(points, k, seed=0):
    """Deformation ``k``: rotations, affine maps, and bumps with noise, in turns."""
    rng = np.random.default_rng((seed, k))
    if k % 3 == 0:
        turn = Rotation.random(random_state=1000 * seed + k)
        return turn.apply(np.array(points)) + rng.normal(size=3)
    if k % 3 == 1:
        return points @ (np.eye(3) + 0.35 * rng.normal(size=(3, 3))) + rng.normal(size=3)
    waves = np.sin(points[:, [1, 2, 0]] * rng.uniform(1, 5) + rng.uniform(0, 6, 3))
    return points + 0.15 * waves + 0.02 * rng.normal(size=points.shape)
