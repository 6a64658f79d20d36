"""Worst error of gaps and depths, for every pair of kinds, against the high-precision reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_reference import error_share, largest_coordinate, reference_gap
from impinge.narrow import distance, penetration
from impinge.scenes import convex_poses
from impinge.scenes.convex_pairs import SOLIDS, Solid, moved_to_gap, solid_of_size

Array = NDArray[np.float64]
Report = dict[str, Any]

REST = np.eye(4)
SHALLOW = (1e-15, 1e-3)
"""Gaps and depths of the poses around contact [m]; shapes are about a metre large."""
QUARTERS = np.array(
    [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
     [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], [[1, 0, 0], [0, 0, -1], [0, 1, 0]]], np.float64
)  # fmt: skip


def accuracy(
    samples: int,
    kinds: Sequence[str] = SOLIDS,
    say: Callable[[str], None] = lambda _: None,
    seed: int = 5,
) -> dict[str, Report]:
    """Worst errors by pair of kinds, as ``"box-cone"``: of gaps, of depths, as shares of the
    largest coordinate.

    Parameters
    ----------
    samples : int
        Poses of each class (deep, near, separated, around contact, aligned) and pair of kinds.
        Each has shapes of its own size.
    kinds : sequence of str, optional
        Of ``SOLIDS``, in that order.
    say : callable, optional
        Called with a line about what is being done.
    seed : int, optional
    """
    found: dict[str, Report] = {}
    for first, second in combinations_with_replacement(kinds, 2):
        if first == second == "half-space":
            continue
        say(f"accuracy: {first}-{second}")
        # A half space comes first.
        a, b = (second, first) if second == "half-space" else (first, second)
        rng = np.random.default_rng(seed)
        rows = [_errors(a, b, rng) for _ in range(samples)]
        errors = np.concatenate([row[0] for row in rows])
        overlapping = np.concatenate([row[1] for row in rows])
        found[f"{first}-{second}"] = {
            "gap": float(errors[~overlapping].max(initial=0.0)),
            "depth": float(errors[overlapping].max(initial=0.0)),
            "gaps": int((~overlapping).sum()),
            "depths": int(overlapping.sum()),
        }
    return found


def _errors(kind_a: str, kind_b: str, rng: np.random.Generator) -> tuple[Array, NDArray[np.bool_]]:
    """Errors at one pose of each class, and where the shapes overlap."""
    a, b = solid_of_size(kind_a, rng), solid_of_size(kind_b, rng)
    poses = _poses(a, b, rng)
    gap = np.asarray(distance(a, b, REST, poses).distance)
    deep = penetration(a, b, REST, poses)
    gap = gap - np.asarray(deep.depth)
    normals = np.asarray(deep.direction)
    errors, overlapping = np.empty(len(poses)), np.empty(len(poses), np.bool_)
    for i, pose in enumerate(poses):
        true = reference_gap(a, b, REST, pose, normals[i])
        errors[i] = error_share(float(gap[i]), true, largest_coordinate(a, b, REST, pose))
        overlapping[i] = true <= 0
    return errors, overlapping


def _poses(a: Solid, b: Solid, rng: np.random.Generator) -> Array:
    """One of each class."""
    random = convex_poses(a, b, (2, 2, 1), seed=int(rng.integers(1 << 31))).matrices
    low, high = np.log10(SHALLOW)
    gap = rng.choice((-1.0, 1.0), 2) * 10.0 ** rng.uniform(low, high, 2)
    around = moved_to_gap(a, b, random[:2], gap)
    aligned = np.tile(np.eye(4), (2, 1, 1))
    aligned[:, :3, :3] = QUARTERS[rng.integers(len(QUARTERS), size=2)]
    aligned[:, :3, 3] = rng.choice((0.0, 0.25, 1.0), (2, 3))
    return np.concatenate([random, around, aligned])
