"""Building and refitting trees, their memory, and how everything grows with the mesh."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from impinge.bench.peers import builders
from impinge.bench.timing import exponent, in_turns, ratio
from impinge.core.threads import use_threads
from impinge.geometry import Mesh
from impinge.hierarchy import Tree
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes import Poses, mesh_pair, seeded_poses

Report = dict[str, Any]


def build(mesh: Mesh, repetitions: int, *, peers: bool) -> Report:
    """From arrays to a tree that can be asked; and refitting one after vertices have moved."""
    vertices, faces = mesh.vertices.copy(), mesh.faces.copy()
    tree = Tree(mesh)
    rng = np.random.default_rng(5)
    moved = mesh.with_vertices(vertices + 1e-3 * rng.normal(size=vertices.shape))
    contenders: dict[str, Any] = {
        "impinge": (lambda _: Tree(Mesh(vertices, faces)), 1),
        "impinge tree only": (lambda _: Tree(mesh), 1),
        "impinge morton": (lambda _: Tree(mesh, builder="morton"), 1),
        "impinge refit": (lambda _: tree.refitted(moved), 1),
    }
    if peers:
        for name, make in builders().items():
            contenders[name] = (lambda _, make=make: make(vertices, faces), 1)
    with use_threads(1):
        times = in_turns(contenders, repetitions)
    ratios = {
        f"{name} / impinge": ratio(times[name], times["impinge"])
        for name in times
        if not name.startswith("impinge")
    }
    ratios["build / refit"] = ratio(times["impinge tree only"], times["impinge refit"])
    return {
        "faces": len(faces),
        "times": {name: found.to_dict() for name, found in times.items()},
        "ratios": ratios,
        "bytes_per_triangle": tree.bytes / len(faces),
        "mesh_bytes_per_triangle": (vertices.nbytes + faces.nbytes) / len(faces),
    }


def growth(sizes: list[int], repetitions: int, poses: int) -> Report:
    """Times over meshes of one shape and many sizes, with the exponent of each."""
    rows: list[Report] = []
    for size in sizes:
        a, b = mesh_pair("knot-bumpy", size)
        found = seeded_poses(a, b, (poses, poses, poses))
        apart = np.ascontiguousarray(found.matrices[found.of("separated")])
        deep = np.ascontiguousarray(found.matrices[found.of("deep")])
        contenders: dict[str, Any] = {
            "build": (lambda _, a=a: Tree(a), 1),
            "first hit": (lambda _, a=a, b=b, m=found.matrices: overlap(a, b, pose_b=m), 1),
            "distance": (lambda _, a=a, b=b, m=apart: distance(a, b, pose_b=m), 1),
            "all pairs": (lambda _, a=a, b=b, m=deep: intersecting_pairs(a, b, pose_b=m), 1),
        }
        with use_threads(1):
            times = in_turns(contenders, repetitions)
        queries = {
            "build": 1,
            "first hit": len(found),
            "distance": len(apart),
            "all pairs": len(deep),
        }
        rows.append(
            {"faces": len(a.faces)}
            | {name: 1e6 * times[name].median() / count for name, count in queries.items()}
            | {"bytes_per_triangle": Tree(a).bytes / len(a.faces)}
        )
    faces = [row["faces"] for row in rows]
    names = ("build", "first hit", "distance", "all pairs")
    return {
        "rows": rows,
        "unit": "us",
        "exponents": {name: exponent(faces, [row[name] for row in rows]) for name in names}
        if len(rows) > 1
        else {},
    }


def threads(a: Mesh, b: Mesh, poses: Poses, repetitions: int) -> Report:
    """One thread against two, on batches."""
    # Long enough for threads to matter.
    many = np.concatenate([poses.matrices] * 5)
    questions: dict[str, Callable[[], Any]] = {
        "first hit": lambda: overlap(a, b, pose_b=many),
        "distance": lambda: distance(a, b, pose_b=many),
        "all pairs": lambda: intersecting_pairs(a, b, pose_b=many),
    }
    report: Report = {}
    for name, ask in questions.items():
        # Row 0 with one thread, row 1 with two.
        times = in_turns({name: (partial(_with_threads, ask), 2)}, repetitions)[name]
        report[name] = ratio(times.rows([0]), times.rows([1]))
    return report


def _with_threads(ask: Callable[[], Any], row: int) -> None:
    with use_threads(row + 1):
        ask()
