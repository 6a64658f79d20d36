"""Volumes, builders, arities and leaf sizes: F = N_u C_u + N_bv C_bv + N_p C_p of each.

Numbers are counted in walks; the price of an update, of a volume test and of a triangle test is
each timed on its own. Besides, how much larger volumes are than the hull of what they enclose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log, pi
from timeit import repeat
from typing import Any

import numpy as np

from impinge.bench.kernels import primitives
from impinge.bench.render import Report
from impinge.bench.timing import Array, Ids, in_turns
from impinge.bench.volume_scenes import ASK, QUESTIONS, VolumeScene
from impinge.bounds.kernels.volume import ELLIPSOID, OBB, SPHERE
from impinge.core.counters import count
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.binary_tree import BUILDERS
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.kernels.widen import COUNT, FIRST
from impinge.hierarchy.volume_tree import ARITIES, VOLUMES
from impinge.scenes.assembly import placed

LEAF_SIZES = tuple(range(1, 9))
FAR = 1e3
"""Sizes between two meshes whose query ends after one step: what is left is the call itself."""
MOST_POSES = 4
"""Poses in which triangle tests are timed."""
NEAREST = 2_000
"""Pairs of triangles to time, those whose centres are nearest: about what a walk arrives at."""
LEAST_TRIANGLES = 16
"""In a node whose tightness counts: hulls of fewer are nearly flat, and any volume of one is
infinitely loose."""
MOST_NODES = 64
"""Nodes that are looked at, about, spread evenly over those large enough."""
FLAT = 1e-12
"""Hulls below this share of the volume around them count as flat."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How a tree is made. The defaults are the base around which one thing at a time is varied."""

    volume: str = "obb"
    builder: str = "sah"
    arity: int = 2
    leaf_size: int = 1

    def tree(self, mesh: Any) -> VolumeTree:
        return VolumeTree(mesh, **asdict(self))


BASE = Choice()
CHOICES: dict[str, dict[str, Choice]] = {
    "volumes": {volume: Choice(volume=volume) for volume in VOLUMES},
    "builders": {builder: Choice(builder=builder) for builder in BUILDERS},
    "arities": {str(arity): Choice(arity=arity) for arity in ARITIES},
    "leaf sizes": {str(size): Choice(leaf_size=size) for size in LEAF_SIZES},
}
"""What is compared, by section."""


def choices(scene: VolumeScene, calls: int, repetitions: int) -> Report:
    """Every choice of every section on one scene, answers compared before anything is timed."""
    # The base is in every section, and is one tree.
    all_of = dict.fromkeys(choice for section in CHOICES.values() for choice in section.values())
    trees = {choice: choice.tree(scene.mesh) for choice in all_of}
    for tree in trees.values():
        scene.check(tree)
    bounded = {volume: trees[choice] for volume, choice in CHOICES["volumes"].items()}
    early = {v: volume_prices(scene, tree, calls, repetitions) for v, tree in bounded.items()}
    primitive = primitive_prices(scene, repetitions)
    measured = {
        question: _timed(
            {c: partial(_asked, scene, question, tree) for c, tree in trees.items()},
            len(scene.poses[question]), repetitions,
        )
        for question in QUESTIONS
    }  # fmt: skip
    # Twice, with time between: other work on the machine comes and goes in seconds.
    late = {v: volume_prices(scene, tree, calls, repetitions) for v, tree in bounded.items()}
    prices = {v: {k: min(p, late[v][k]) for k, p in found.items()} for v, found in early.items()}
    makers: Any = {c: lambda _, c=c: c.tree(scene.mesh) for c in trees}
    refits: Any = {c: lambda _, tree=tree: tree.refitted(scene.mesh) for c, tree in trees.items()}
    made, refitted = (_timed(work, 1, repetitions) for work in (makers, refits))
    rows: dict[Choice, Report] = {}
    for choice, tree in trees.items():
        asked = {}
        for question in QUESTIONS:
            found = counts(scene, question, tree)
            price = prices[choice.volume]
            parts = {
                "updates_us": 1e-3 * found["updates"] * price["update_ns"],
                "volumes_us": 1e-3 * found["volume_tests"] * price["volume_ns"],
                "primitives_us": 1e-3 * found["primitive_tests"] * primitive[question],
            }
            times = {"model_us": sum(parts.values()), "measured_us": measured[question][choice]}
            asked[question] = {**found, **parts, **times}
        rows[choice] = {
            **asdict(choice), "nodes": tree.node_count, "depth": tree.depth,
            "build_us": made[choice], "refit_us": refitted[choice], "questions": asked,
        }  # fmt: skip
    for choice in CHOICES["volumes"].values():
        rows[choice]["tightness"] = tightness(trees[choice])
    sections = {name: {k: rows[c] for k, c in of.items()} for name, of in CHOICES.items()}
    return {
        "faces": len(scene.mesh.faces),
        "poses": {question: len(scene.poses[question]) for question in QUESTIONS},
        "prices": prices,
        "primitive_ns": primitive,
        **sections,
    }


def _asked(scene: VolumeScene, question: str, tree: VolumeTree, row: int) -> Any:
    return ASK[question](tree, tree, scene.poses[question][row])


def _timed(
    asked: Mapping[Choice, Callable[[int], Any]], rows: int, repetitions: int
) -> dict[Choice, float]:
    times = in_turns({repr(choice): (ask, rows) for choice, ask in asked.items()}, repetitions)
    return {choice: 1e6 * times[repr(choice)].undisturbed() for choice in asked}


def best_of(repetitions: int, work: Callable[[], Any]) -> float:
    """Seconds of the fastest run, after one that is not timed: others only add to it."""
    work()
    return min(repeat(work, number=1, repeat=repetitions))


def counts(scene: VolumeScene, question: str, tree: VolumeTree) -> dict[str, float]:
    """N_u, N_bv and N_p of a question: means over the scene's poses."""
    poses = len(scene.poses[question])
    with count() as cost:
        for row in range(poses):
            _asked(scene, question, tree, row)
    return {name: number / poses for name, number in cost.to_dict().items()}


def volume_prices(
    scene: VolumeScene, tree: VolumeTree, calls: int, repetitions: int
) -> dict[str, float]:
    """C_u and C_bv of a tree's volume [ns], and what a query costs before its first test [us]."""
    n = tree.node_count
    pose = scene.poses["all pairs"][0]
    turn = tuple(pose[:3, :3].ravel().tolist())
    shift = tuple((pose[:3, 3] / tree._place[UNIT]).tolist())
    moved = np.empty_like(tree._volumes)
    dop = tree._directions, tree._lengths, tree._facets

    def move(chosen: Ids) -> float:
        asked = (tree._kind, dop, tree._volumes, turn, shift, chosen, moved)
        return best_of(4 * repetitions, lambda: primitives.move_rows(*asked))

    chosen = np.concatenate([np.arange(n)] * (calls // n + 1))
    # Turning the directions of a k-DOP is done once a query: it is no part of an update.
    alone = move(chosen[:0])
    update = (move(chosen) - alone) / len(chosen)
    pairs = np.sort(np.random.default_rng(3).integers(0, n, (calls, 2)), axis=0)
    tests = (tree._kind, tree._volumes, moved, pairs, tree._lengths, np.empty(calls))
    volume = best_of(4 * repetitions, lambda: primitives.gap_pairs(*tests))
    far = placed(FAR * scene.size)
    call = best_of(50 * repetitions, lambda: ASK["first hit"](tree, tree, far))
    return {"update_ns": 1e9 * update, "volume_ns": 1e9 * volume / calls, "call_us": 1e6 * call}


def primitive_prices(scene: VolumeScene, repetitions: int) -> dict[str, float]:
    """C_p of each question [ns]: nearby triangles of the scene, as a walk would meet them."""
    tree = VolumeTree(scene.mesh)
    side = tree._triangles, tree._place
    prices = {}
    for question in QUESTIONS:
        measures = question == "distance"
        limits = [x if measures else 0.0 for x in scene.answers[question]]
        # A walk that measures ends where surfaces meet: those that are apart, first, tell more.
        rows = np.argsort([measures and x == 0.0 for x in limits], kind="stable")[:MOST_POSES]
        asked = [
            (pose, _nearby(tree, pose), *([limits[row]] if measures else []))
            for row, pose in zip(rows, scene.poses[question][rows], strict=True)
        ]
        test = primitives.distance_sq_pairs if measures else primitives.overlap_pairs

        def work(test: Any = test, asked: Any = asked) -> None:
            for pose, *more in asked:
                test(*side, np.eye(4), *side, pose, *more)

        total = sum(len(near) for _, near, *_ in asked)
        prices[question] = 1e9 * best_of(4 * repetitions, work) / total
    return prices


def _nearby(tree: VolumeTree, pose: Array) -> Ids:
    """(m, 2) int64: the pairs of triangles whose centres are nearest in a pose."""
    from scipy.spatial import KDTree

    centres = tree._triangles[:, :9].reshape(-1, 3, 3).mean(axis=1) * tree._place[UNIT]
    there = centres @ pose[:3, :3].T + pose[:3, 3]
    apart, near = KDTree(centres).query(there, k=np.arange(1, min(8, len(centres)) + 1))
    pairs = np.stack([near.ravel(), np.repeat(np.arange(len(there)), near.shape[1])], axis=1)
    nearest = np.argsort(apart.ravel(), kind="stable")[:NEAREST]
    return np.ascontiguousarray(pairs[nearest], dtype=np.int64)


def tightness(tree: VolumeTree) -> dict[str, float | None]:
    """Volume over that of the convex hull: of the root, and the geometric mean over nodes.

    None where every hull is flat.
    """
    large = np.flatnonzero(tree._rows[:, COUNT] >= LEAST_TRIANGLES)
    chosen = large[:: max(1, len(large) // MOST_NODES)]
    ratios = [_over_hull(tree, int(row)) for row in [0, *chosen]]
    known = [log(ratio) for ratio in ratios[1:] if ratio is not None]
    return {"root": ratios[0], "mean": exp(sum(known) / len(known)) if known else None}


def volume_of(tree: VolumeTree, row: int) -> float:
    """Of one node, in the cube of the tree's unit."""
    from impinge.bounds.kdop import Kdop

    numbers = tree._volumes[row]
    if tree._kind == SPHERE:
        return float(4.0 / 3.0 * pi * numbers[3] ** 3)
    if tree._kind == OBB:
        return float(8.0 * np.prod(numbers[3:6]))
    if tree._kind == ELLIPSOID:
        return float(4.0 / 3.0 * pi * np.prod(numbers[3:6]))
    m = len(tree._directions)
    return Kdop(2 * m, numbers[:m], numbers[m:]).volume


def _over_hull(tree: VolumeTree, row: int) -> float | None:
    """None where the hull is flat."""
    from scipy.spatial import ConvexHull, QhullError

    first = tree._rows[row, FIRST]
    corners = tree._triangles[first : first + tree._rows[row, COUNT], :9].reshape(-1, 3)
    try:
        hull, volume = float(ConvexHull(corners).volume), volume_of(tree, row)
    except QhullError:
        return None
    return volume / hull if hull > FLAT * volume else None
