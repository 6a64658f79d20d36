"""Tetrahedral meshes, and which vertices are inside by rational arithmetic."""

from fractions import Fraction

import numpy as np

from impinge.geometry import TetMesh


def exact(points):
    return [[Fraction(float(x)) for x in p] for p in points]


def six_volumes(a, b, c, d):
    """Determinant of b - a, c - a, d - a, of rational points."""
    u, v, w = ([x - y for x, y in zip(p, a, strict=True)] for p in (b, c, d))
    return (
        u[0] * (v[1] * w[2] - v[2] * w[1])
        + u[1] * (v[2] * w[0] - v[0] * w[2])
        + u[2] * (v[0] * w[1] - v[1] * w[0])
    )


def exact_weights(p, corners):
    """Barycentric coordinates as fractions; None of a flat tetrahedron."""
    p, (a, b, c, d) = exact([p])[0], exact(corners)
    total = six_volumes(a, b, c, d)
    if total == 0:
        return None
    return [
        six_volumes(*q) / total
        for q in ((p, b, c, d), (a, p, c, d), (a, b, p, d), (a, b, c, p))
    ]  # fmt: skip


def exact_hits(meshes, self_collision=True, chosen=None):
    """Rows and weights by comparing all vertices with all tets, or those of {object: tets}."""
    rows, weights = [], []
    for other, body in enumerate(meshes):
        for t in range(len(body.tets)) if chosen is None else chosen.get(other, ()):
            corners = body.vertices[body.tets[t]]
            low, high = corners.min(axis=0), corners.max(axis=0)
            for i, mesh in enumerate(meshes):
                if i == other and not self_collision:
                    continue
                x = mesh.vertices
                for v in np.flatnonzero(((low <= x) & (x <= high)).all(axis=1)):
                    if i == other and v in body.tets[t]:
                        continue
                    found = exact_weights(x[v], corners)
                    if found is not None and min(found) >= 0:
                        rows.append((i, int(v), other, int(t)))
                        weights.append([float(w) for w in found])
    order = sorted(range(len(rows)), key=rows.__getitem__)
    return (
        np.array([rows[k] for k in order], np.int64).reshape(-1, 4),
        np.array([weights[k] for k in order]).reshape(-1, 4),
    )


def soup(rng, count=4, vertices=12, tets=20, step=None):
    """Meshes of random tets, folded and overlapping; on a grid of this step, also flat ones."""
    meshes = []
    for _ in range(count):
        points = rng.uniform(-1.0, 1.0, (vertices, 3))
        if step is not None:
            points = np.round(points / step) * step
        rows = [rng.choice(vertices, 4, replace=False) for _ in range(tets)]
        mesh = TetMesh(points, rows)
        meshes.append(mesh.with_vertices(rng.permutation(mesh.vertices)))
    return meshes


def shifted(meshes, offset):
    return [mesh.with_vertices(mesh.vertices + offset) for mesh in meshes]
