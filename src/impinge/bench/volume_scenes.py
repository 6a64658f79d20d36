"""What trees of volumes are asked: a shape against itself, its poses, and the right answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge import narrow
from impinge.bench.timing import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.hierarchy import VolumeTree
from impinge.scenes import seeded_poses

QUESTIONS = ("first hit", "all pairs", "distance")
AGREE = 1e-12
"""Distances may differ by this share of the largest coordinate: both are off by 1e-15 of it or so,
and a wrong pair of triangles would be off by much more."""

ASK: dict[str, Callable[..., Any]] = {
    "first hit": lambda a, b, pose, **how: narrow.overlap_trees(a, b, pose_b=pose, **how).overlap,
    "all pairs": lambda a, b, pose, **how: narrow.pairs_trees(a, b, pose_b=pose, **how),
    "distance": lambda a, b, pose, **how: narrow.distance_trees(a, b, pose_b=pose, **how).distance,
}
KNOWN: dict[str, Callable[[Mesh, Mesh, Array], Any]] = {
    "first hit": lambda a, b, pose: narrow.overlap(a, b, pose_b=pose),
    "all pairs": lambda a, b, pose: narrow.intersecting_pairs(a, b, pose_b=pose).pairs,
    "distance": lambda a, b, pose: narrow.distance(a, b, pose_b=pose).distance,
}
"""The library's own queries, of meshes."""


@dataclass(frozen=True, slots=True, eq=False)
class VolumeScene:
    """A mesh at rest and the same mesh in many poses."""

    name: str
    mesh: Mesh
    poses: dict[str, Array]
    """By question: first hit in all poses, all pairs where surfaces cross, the distance where they
    are apart or nearly so."""
    answers: dict[str, list[Any]]
    size: float
    """The largest coordinate there is."""

    def check(self, tree: VolumeTree) -> None:
        """Compare every answer of a tree with the library's own; a difference is an error."""
        for question in QUESTIONS:
            for row, pose in enumerate(self.poses[question]):
                found, expected = ASK[question](tree, tree, pose), self.answers[question][row]
                where = f"{self.name}, pose {row}, {tree!r}"
                check_answer(question, found, expected, self.size, where)


def check_answer(question: str, found: Any, expected: Any, size: float, where: str) -> None:
    """Raise if a tree's answer is not the library's own."""
    if question == "distance":
        same = abs(found - expected) <= AGREE * size and (found == 0.0) == (expected == 0.0)
    else:
        same = np.array_equal(found, expected)
    if not same:
        raise ImpingeError(
            f"{question}: the answer differs from the library's own ({where}); no figure is "
            "printed. This is a fault of impinge: please report it with the mesh"
        )


def volume_scene(name: str, mesh: Mesh, counts: tuple[int, int, int], seed: int = 7) -> VolumeScene:
    """A mesh against itself in seeded poses: so many deep, near and separated ones."""
    found = seeded_poses(mesh, mesh, counts, seed)
    at, apart = found.matrices, np.concatenate([found.of("near"), found.of("separated")])
    poses = {
        "first hit": at,
        "all pairs": np.ascontiguousarray(at[found.of("deep")]),
        "distance": np.ascontiguousarray(at[apart]),
    }
    answers = {q: [KNOWN[q](mesh, mesh, pose) for pose in poses[q]] for q in QUESTIONS}
    size = float(np.abs(mesh.vertices).max() + np.abs(at[:, :3, 3]).max())
    return VolumeScene(name, mesh, poses, answers, size)
