"""The price of an update, of a volume test and of a triangle test, each timed on its own."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.kernels.primitives import (
    distance_sq_pairs,
    gap_pairs,
    move_rows,
    overlap_pairs,
)
from impinge.bench.volume_scenes import ASK, QUESTIONS, VolumeScene
from impinge.core.counters import count
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.node import UNIT

Array = NDArray[np.float64]

FAR = 1e3
"""Sizes between two meshes whose query ends after one step: what is left is the call itself."""
MOST_POSES = 4
"""Poses in which triangle tests are timed."""
NEAREST = 2_000
"""Pairs of triangles to time, those whose centres are nearest: about what a walk arrives at."""


def best_of(repetitions: int, work: Callable[[], Any]) -> float:
    """Seconds of the fastest run, after one that is not timed: others only add to it."""
    work()
    least = inf
    for _ in range(repetitions):
        start = perf_counter()
        work()
        least = min(least, perf_counter() - start)
    return least


def counts(scene: VolumeScene, question: str, tree: VolumeTree) -> dict[str, float]:
    """N_u, N_bv and N_p of a question: means over the scene's poses."""
    poses = scene.poses[question]
    with count() as cost:
        for pose in poses:
            ASK[question](tree, tree, pose)
    return {
        "updates": cost.updates / len(poses),
        "volume_tests": cost.volume_tests / len(poses),
        "primitive_tests": cost.primitive_tests / len(poses),
    }


def volume_prices(
    scene: VolumeScene, tree: VolumeTree, calls: int, repetitions: int
) -> dict[str, float]:
    """C_u and C_bv of a tree's volume [ns], and what a query costs before its first test [us]."""
    rng = np.random.default_rng(3)
    n = tree.node_count
    pose = scene.poses["all pairs"][0]
    turn = tuple(pose[:3, :3].ravel().tolist())
    shift = tuple((pose[:3, 3] / tree._place[UNIT]).tolist())
    moved = np.empty_like(tree._volumes)

    def move(chosen: NDArray[np.int64]) -> Callable[[], Any]:
        return lambda: move_rows(
            tree._kind, (tree._directions, tree._lengths, tree._facets), tree._volumes,
            turn, shift, chosen, moved,
        )  # fmt: skip

    chosen = np.concatenate([np.arange(n)] * (calls // n + 1))
    # Turning the directions of a k-DOP is done once a query: it is no part of an update.
    alone = best_of(4 * repetitions, move(chosen[:0]))
    update = (best_of(4 * repetitions, move(chosen)) - alone) / len(chosen)

    pairs = np.sort(rng.integers(0, n, (calls, 2)), axis=0)
    gaps = np.empty(calls)
    volume = best_of(
        4 * repetitions,
        lambda: gap_pairs(tree._kind, tree._volumes, moved, pairs, tree._lengths, gaps),
    )
    far = np.eye(4)
    far[0, 3] = FAR * scene.size
    call = best_of(50 * repetitions, lambda: ASK["first hit"](tree, tree, far))
    return {"update_ns": 1e9 * update, "volume_ns": 1e9 * volume / calls, "call_us": 1e6 * call}


def primitive_prices(scene: VolumeScene, repetitions: int) -> dict[str, float]:
    """C_p of each question [ns]: nearby triangles of the scene, as a walk would meet them."""
    tree = VolumeTree(scene.mesh)
    one = np.eye(4)
    prices = {}
    for question in QUESTIONS:
        measures = question == "distance"
        limits = [x if measures else 0.0 for x in scene.answers[question]]
        # A walk that measures ends where surfaces meet: those that are apart, first, tell more.
        rows = np.argsort([measures and x == 0.0 for x in limits], kind="stable")[:MOST_POSES]
        poses, limits = scene.poses[question][rows], [limits[row] for row in rows]
        pairs = [_nearby(tree, pose) for pose in poses]

        def work(measures: bool = measures, asked: Any = (poses, limits, pairs)) -> None:
            for pose, limit, near in zip(*asked, strict=True):
                sides = (tree._triangles, tree._place, one, tree._triangles, tree._place, pose)
                if measures:
                    distance_sq_pairs(*sides, near, limit)
                else:
                    overlap_pairs(*sides, near)

        seconds = best_of(4 * repetitions, work)
        prices[question] = 1e9 * seconds / sum(map(len, pairs))
    return prices


def _nearby(tree: VolumeTree, pose: Array) -> NDArray[np.int64]:
    """(m, 2) int64: the pairs of triangles whose centres are nearest in a pose."""
    from scipy.spatial import KDTree

    centres = tree._triangles[:, :9].reshape(-1, 3, 3).mean(axis=1) * tree._place[UNIT]
    there = centres @ pose[:3, :3].T + pose[:3, 3]
    apart, near = KDTree(centres).query(there, k=np.arange(1, min(8, len(centres)) + 1))
    pairs = np.stack([near.ravel(), np.repeat(np.arange(len(there)), near.shape[1])], axis=1)
    nearest = np.argsort(apart.ravel(), kind="stable")[:NEAREST]
    return np.ascontiguousarray(pairs[nearest], dtype=np.int64)
