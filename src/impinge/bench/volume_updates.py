"""A mesh that deforms: its tree refitted in three ways, or built anew, frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.volume_scenes import ASK, check_answer
from impinge.core.counters import count
from impinge.geometry import Mesh, icosphere
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.volume_tree import REFITS
from impinge.narrow import intersecting_pairs, overlap
from impinge.scenes import deformed

Report = dict[str, Any]
Array = NDArray[np.float64]

ASKED = ("first hit", "all pairs")
STRATEGIES = (*REFITS, "rebuild")
FEW_QUERIES = 10
"""A rebuild that so many queries pay for is said to pay."""
WINDOW = 5
"""Frames of a running median."""
BALL = 0.15
"""Radius of the ball that the mesh is asked against, as a share of the diagonal of its box."""


def updates(
    mesh: Mesh, how: str, frames: int, volumes: tuple[str, ...], repetitions: int
) -> Report:
    """Time of update and query over the frames of a deformation, by volume and strategy.

    One query a frame, against a ball that runs along the mesh. Each refit starts from the tree of
    the frame before, as in a simulation.
    """
    times = np.linspace(0.0, 1.0, frames + 1)[1:]
    moving = [deformed(mesh, how, float(time)) for time in times]
    ball = _ball(mesh)
    poses = [_pose(bent, float(time)) for bent, time in zip(moving, times, strict=True)]
    answers: dict[str, list[Any]] = {
        "first hit": [overlap(m, ball, pose_b=pose) for m, pose in zip(moving, poses, strict=True)],
        "all pairs": [
            intersecting_pairs(m, ball, pose_b=p).pairs for m, p in zip(moving, poses, strict=True)
        ],
    }
    report: Report = {"how": how, "faces": len(mesh.faces), "frames": frames, "volumes": {}}
    for volume in volumes:
        partner = VolumeTree(ball, volume=volume)
        found: Report = {}
        for question in ASKED:
            found[question] = {
                strategy: _frames(
                    VolumeTree(mesh, volume=volume), partner, moving, poses, strategy, question,
                    answers[question], repetitions,
                )
                for strategy in STRATEGIES
            }  # fmt: skip
        refitted, rebuilt = _loosenesses(VolumeTree(mesh, volume=volume), moving)
        found["looseness"] = {"refit": refitted, "rebuild": rebuilt}
        found["pays"] = {question: _pays(found, question) for question in ASKED}
        report["volumes"][volume] = found
    return report


def _frames(
    start: VolumeTree, partner: VolumeTree, moving: list[Mesh], poses: list[Array], strategy: str,
    question: str, answers: list[Any], repetitions: int,
) -> dict[str, list[float]]:  # fmt: skip
    """By frame: microseconds to update and to ask, and how much was done."""
    rows: dict[str, list[float]] = {
        name: [] for name in ("update_us", "query_us", "updates", "volume_tests")
    }
    tree = start
    for mesh, pose, expected in zip(moving, poses, answers, strict=True):
        update = _update(tree, mesh, strategy)
        best = np.full(2, np.inf)
        # Once more than counts: caches are warm for nobody at first.
        for repetition in range(repetitions + 1):
            began = perf_counter()
            fresh = update()
            updated = perf_counter()
            answer = ASK[question](fresh, partner, pose)
            ended = perf_counter()
            if repetition > 0:
                best = np.minimum(best, [updated - began, ended - updated])
        check_answer(question, answer, expected, 1.0, f"{strategy}, {fresh!r}")
        with count() as cost:
            tree = update()
            ASK[question](tree, partner, pose)
        rows["update_us"].append(1e6 * float(best[0]))
        rows["query_us"].append(1e6 * float(best[1]))
        rows["updates"].append(cost.updates)
        rows["volume_tests"].append(cost.volume_tests)
    return rows


def _update(tree: VolumeTree, mesh: Mesh, strategy: str) -> Callable[[], VolumeTree]:
    if strategy == "rebuild":
        return lambda: VolumeTree(mesh, volume=tree.volume)
    return lambda: tree.refitted(mesh, strategy)  # type: ignore[arg-type]


def _loosenesses(tree: VolumeTree, moving: list[Mesh]) -> tuple[list[float], list[float]]:
    """Of the tree refitted bottom-up, and of a new one, by frame."""
    refitted, rebuilt = [], []
    for mesh in moving:
        tree = tree.refitted(mesh)
        refitted.append(tree.looseness)
        rebuilt.append(VolumeTree(mesh, volume=tree.volume).looseness)
    return refitted, rebuilt


def _pays(found: Report, question: str) -> Report:
    """How many queries a frame make up for building anew, and from which frame few are enough.

    That is the first from which on few are enough in at least half of the frames.
    """
    refit, rebuild = found[question]["bottom-up"], found[question]["rebuild"]
    dearer = _steady(np.subtract(rebuild["update_us"], refit["update_us"]))
    saved = _steady(np.subtract(refit["query_us"], rebuild["query_us"]))
    queries = [
        float(extra / gain) if gain > 0.0 else None
        for extra, gain in zip(dearer, saved, strict=True)
    ]
    few = np.array([n is not None and n <= FEW_QUERIES for n in queries])
    enough = [k for k in range(len(few)) if few[k] and few[k:].mean() >= 0.5]
    loose = found["looseness"]
    decay = [a / b for a, b in zip(loose["refit"], loose["rebuild"], strict=True)]
    return {
        "queries": queries,
        "frame": enough[0] + 1 if enough else None,
        "decay": decay[enough[0]] if enough else None,
    }


def _steady(values: Array) -> Array:
    """Running medians: one frame that something else on the machine delayed does not count."""
    padded = np.pad(values, WINDOW // 2, mode="edge")
    return np.median(np.lib.stride_tricks.sliding_window_view(padded, WINDOW), axis=1)


def _ball(mesh: Mesh) -> Mesh:
    return icosphere(BALL * float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0])), 3)


def _pose(mesh: Mesh, time: float) -> Array:
    """The ball on the vertex nearest to a point that runs along the mesh's longest side."""
    low, high = mesh.bounds
    side = int(np.argmax(high - low))
    target = 0.5 * (low + high)
    target[side] = low[side] + (0.1 + 0.8 * time) * (high - low)[side]
    pose = np.eye(4)
    nearest = np.argmin(np.linalg.norm(mesh.vertices - target, axis=1))
    pose[:3, 3] = mesh.vertices[nearest]
    return pose
