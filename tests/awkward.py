"""Meshes that break trees: one triangle, many equal ones, needles, sheets, far away, tiny, huge."""

import numpy as np

from impinge.geometry import Mesh, box_mesh, bumpy_sphere, grid_mesh, icosphere


def soup(seed, count, size=0.2):
    """Small random triangles in a cube."""
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-1.0, 1.0, (count, 1, 3)) + size * rng.normal(size=(count, 3, 3))
    return Mesh(corners.reshape(-1, 3), np.arange(3 * count).reshape(-1, 3))


def needles(seed, count):
    """Triangles a million times longer than wide, in all directions."""
    rng = np.random.default_rng(seed)
    a, b, c = rng.normal(size=(3, count, 3))
    corners = np.stack([a, b, a + 1e-6 * (c - a)], axis=1)
    return Mesh(corners.reshape(-1, 3), np.arange(3 * count).reshape(-1, 3))


def moved(mesh, scale=1.0, shift=(0.0, 0.0, 0.0)):
    return Mesh(mesh.vertices * scale + np.asarray(shift), mesh.faces)


def tilted(mesh):
    """Turned out of the axes, so that no frame is exact."""
    axis = np.array([0.36, 0.48, 0.8])
    x = np.cross(np.eye(3), axis)
    turn = np.eye(3) * np.cos(1.0) + np.sin(1.0) * x + (1 - np.cos(1.0)) * np.outer(axis, axis)
    return Mesh(mesh.vertices @ turn.T, mesh.faces)


def awkward_meshes():
    """By name; each small enough for brute force."""
    sphere = icosphere(1.0, 2)
    one = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    point = np.full((3, 3), 0.3)
    line = np.linspace(0.0, 1.0, 40)[:, None] * np.array([[1.0, 2.0, -0.5]])
    return {
        "sphere": sphere,
        "bumpy": bumpy_sphere(16, 10),
        "box": tilted(box_mesh((1.0, 2.0, 3.0))),
        "soup": soup(1, 150),
        "needles": needles(2, 150),
        "sheet": tilted(grid_mesh(1.0, 8)),
        "one triangle": Mesh(one, [[0, 1, 2]]),
        "equal triangles": Mesh(one, [[0, 1, 2]] * 70),
        "equal vertices": Mesh(point, [[0, 1, 2]] * 30),
        "at the origin": Mesh(np.zeros((3, 3)), [[0, 1, 2]] * 3),
        "on a line": Mesh(line, np.arange(38)[:, None] + np.arange(3)),
        "offset 1e6": moved(sphere, 1.0, (1e6, -2e6, 3e6)),
        "offset 1e12": moved(sphere, 1.0, (1e12, 5e11, -1e12)),
        "scale 1e-6": moved(sphere, 1e-6),
        "scale 1e6": moved(sphere, 1e6),
        "scale 1e-100": moved(sphere, 1e-100),
        "scale 1e100": moved(sphere, 1e100),
        "small and far": moved(soup(3, 60), 1e-6, (1e6, 1e6, 1e6)),
        "two sizes": Mesh(
            np.concatenate([sphere.vertices * 1e-9, sphere.vertices * 1e3 + 2e3]),
            np.concatenate([sphere.faces, sphere.faces + len(sphere.vertices)]),
        ),
    }
