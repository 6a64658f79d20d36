"""Small meshes that move into themselves, and the pairs of their features, all of them."""

from itertools import combinations

import numpy as np

from impinge.continuous import ImpactStatus, impact_edge_edge, impact_vertex_face


def sheet(n, height=0.0):
    """A square of n by n cells of size one, at a height."""
    side = np.arange(n + 1.0)
    x, y = np.meshgrid(side, side, indexing="ij")
    vertices = np.stack([x.ravel(), y.ravel(), np.full(x.size, height)], axis=1)
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    lower = np.stack([corner, corner + n + 1, corner + 1], axis=1)
    upper = np.stack([corner + 1, corner + n + 1, corner + n + 2], axis=1)
    return vertices, np.concatenate([lower, upper])


def layers(count, n, seed, motion=0.6, travel=0.0):
    """Sheets above each other that crumple, each for itself; all of them also travel together."""
    rng = np.random.default_rng([count, n, seed])
    parts = [sheet(n, 0.5 * k) for k in range(count)]
    start = np.concatenate([vertices for vertices, _ in parts])
    start += rng.uniform(-0.1, 0.1, start.shape)
    faces = np.concatenate([f + k * (n + 1) ** 2 for k, (_, f) in enumerate(parts)])
    end = start + rng.normal(0.0, motion, start.shape) + travel * np.array([1.0, 0.5, -2.0])
    return start, end, faces


def soup(count, seed, motion=0.5):
    """Triangles without neighbours, and one vertex in five shared with another."""
    rng = np.random.default_rng([count, seed])
    start = rng.uniform(-1.0, 1.0, (3 * count, 3))
    faces = np.arange(3 * count).reshape(-1, 3)
    shared = rng.random(faces.shape) < 0.2
    faces[shared] = rng.integers(0, 3 * count, shared.sum())
    return start, start + rng.normal(0.0, motion, start.shape), faces


def edges_by_hand(faces):
    sides = {tuple(sorted((f[k], f[k - 1]))) for f in faces.tolist() for k in range(3)}
    return np.array(sorted(side for side in sides if side[0] < side[1]), int).reshape(-1, 2)


def every_pair(faces, vertex_count):
    """Vertices and faces, edges and edges, that share no vertex: numbers, and vertices."""
    edges = edges_by_hand(faces)
    vf = [(v, k) for v in range(vertex_count) for k, f in enumerate(faces) if v not in f]
    ee = [
        (i, j) for (i, e), (j, f) in combinations(enumerate(edges.tolist()), 2) if not {*e} & {*f}
    ]
    vf, ee = (np.array(found, int).reshape(-1, 2) for found in (vf, ee))
    corners = {
        "vertex-face": np.column_stack([vf[:, 0], faces[vf[:, 1]]]),
        "edge-edge": np.column_stack([edges[ee[:, 0]], edges[ee[:, 1]]]),
    }
    return {"vertex-face": vf, "edge-edge": ee}, corners


def impacts_by_hand(start, end, faces, **options):
    """Of all pairs, those that are not free, and their answers: by kind, sorted."""
    pairs, corners = every_pair(faces, len(start))
    found = {}
    for name, ask in (("vertex-face", impact_vertex_face), ("edge-edge", impact_edge_edge)):
        answers = ask(start[corners[name]], end[corners[name]], **options)
        kept = np.flatnonzero(answers.status != ImpactStatus.FREE)
        found[name] = pairs[name][kept], answers[kept]
    return found
