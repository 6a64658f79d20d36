"""Walks over two trees: orders, walks cut short, trees that follow a mesh that deforms or turns."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.render import Report
from impinge.bench.timing import Array, in_turns
from impinge.bench.volume_scenes import ASK, KNOWN, VolumeScene, check_answer
from impinge.bench.volume_trees import best_of
from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, icosphere
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.volume_tree import REFITS
from impinge.narrow import overlap_trees
from impinge.scenes import deformed
from impinge.scenes.assembly import placed, rotation

EXACT_ORDERS = ("depth", "breadth", "best")
CUT_ORDERS = ("depth", "breadth", "probable")
BINS = 10
"""Of the reliability diagram."""
ASKED = ("first hit", "all pairs")
STRATEGIES = (*REFITS, "rebuild")
FEW_QUERIES = 10
"""A rebuild that so many queries pay for is said to pay."""
WINDOW = 5
"""Frames of a running median."""
BALL = 0.15
"""Radius of the ball that the mesh is asked against, as a share of the diagonal of its box."""
ANGLES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 45.0)
"""Degrees that a hull turns from one frame to the next."""
AGREE = 1e-12
"""Climbing and recomputing give the same ends to rounding, as a share of the hull's size, which is
about 1 m."""


def orders(scene: VolumeScene, repetitions: int) -> Report:
    """Tests and time by volume, question and order, each walked to its end."""
    trees = {volume: VolumeTree(scene.mesh, volume=volume) for volume in ("aabb", "obb")}
    return {
        volume: {q: _ordered(scene, q, tree, repetitions) for q in ("first hit", "distance")}
        for volume, tree in trees.items()
    }


def _ordered(scene: VolumeScene, question: str, tree: VolumeTree, repetitions: int) -> Report:
    poses, extra = scene.poses[question], question == "first hit" and tree.volume == "aabb"
    names = [*EXACT_ORDERS, *(["probable"] if extra else [])]

    def ask(row: int, order: Any) -> Any:
        return ASK[question](tree, tree, poses[row], order=order)

    found: Report = {}
    for order in names:
        with count() as cost:
            answers = [ask(row, order) for row in range(len(poses))]
        for answer, expected in zip(answers, scene.answers[question], strict=True):
            check_answer(question, answer, expected, scene.size, f"{scene.name}, {order}")
        tests = ("volume_tests", "primitive_tests")
        found[order] = {name: getattr(cost, name) / len(poses) for name in tests}
    contenders = {order: (partial(ask, order=order), len(poses)) for order in names}
    for order, times in in_turns(contenders, repetitions).items():
        found[order]["measured_us"] = 1e6 * times.undisturbed()
    return found


def cut_short(scenes: list[VolumeScene], most: list[int], repetitions: int) -> Report:
    """Share of wrong answers against the number of tests allowed, and the time they take.

    All scenes together, trees of boxes along the axes. Every (pose, limit) of ``"probable"`` that
    ends uncertain is also a point of the reliability diagram: the probability it gave, and what
    was true.
    """
    asked = []
    for scene in scenes:
        tree = VolumeTree(scene.mesh, volume="aabb")
        asked += [(tree, pose) for pose in scene.poses["first hit"]]
    truths = np.concatenate([scene.answers["first hit"] for scene in scenes])

    def ask(row: int, order: Any, limit: int) -> Any:
        tree, pose = asked[row]
        return overlap_trees(tree, tree, pose_b=pose, order=order, most_tests=limit)

    report: Report = {order: {"wrong": [], "certain": []} for order in CUT_ORDERS}
    given: list[tuple[float, bool]] = []
    contenders = {}
    for order, rows in report.items():
        for limit in most:
            found = [ask(row, order, limit) for row in range(len(asked))]
            for result, truth in zip(found, truths, strict=True):
                if result.certain:
                    check_answer("first hit", result.overlap, truth, 1.0, f"{order}, {limit}")
                elif order == "probable":
                    given.append((result.probability, bool(truth)))
            said = np.array([result.overlap for result in found])
            rows["wrong"].append(float((said != truths).mean()))
            rows["certain"].append(float(np.mean([result.certain for result in found])))
            contenders[f"{order} {limit}"] = partial(ask, order=order, limit=limit), len(asked)
    times = in_turns(contenders, repetitions)
    for order, rows in report.items():
        rows["time_us"] = [1e6 * times[f"{order} {limit}"].undisturbed() for limit in most]
    predicted, observed = np.array(given).reshape(-1, 2).T
    return {
        "poses": len(asked),
        "touching": float(truths.mean()),
        "most_tests": most,
        "orders": report,
        "reliability": _reliability(predicted, observed.astype(bool)),
    }


def _reliability(predicted: Array, observed: NDArray[np.bool_]) -> list[Report]:
    """Mean prediction and frequency of overlaps in each tenth; tenths without any are left out."""
    tenth = np.minimum((BINS * predicted).astype(int), BINS - 1)
    shares = {"predicted": predicted, "observed": observed}
    return [
        {name: float(share[tenth == k].mean()) for name, share in shares.items()}
        | {"count": int((tenth == k).sum())}
        for k in np.unique(tenth)
    ]


def updates(
    mesh: Mesh, how: str, frames: int, volumes: tuple[str, ...], repetitions: int
) -> Report:
    """Time of update and query over the frames of a deformation, by volume and strategy.

    One query a frame, against a ball that runs along the mesh. Each refit starts from the tree of
    the frame before, as in a simulation.
    """
    times = np.linspace(0.0, 1.0, frames + 1)[1:].tolist()
    moving = [deformed(mesh, how, time) for time in times]
    ball = icosphere(BALL * float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0])), 3)
    steps = [(bent, _pose(bent, time)) for bent, time in zip(moving, times, strict=True)]
    answers = {q: [KNOWN[q](bent, ball, pose) for bent, pose in steps] for q in ASKED}
    report: Report = {"how": how, "faces": len(mesh.faces), "frames": frames, "volumes": {}}
    for volume in volumes:
        start, partner = VolumeTree(mesh, volume=volume), VolumeTree(ball, volume=volume)
        found: Report = {}
        for question in ASKED:
            frames_of = partial(_frames, start, partner, steps, question, answers[question])
            found[question] = {name: frames_of(name, repetitions) for name in STRATEGIES}
        found["looseness"] = _loosenesses(start, moving)
        found["pays"] = {question: _pays(found, question) for question in ASKED}
        report["volumes"][volume] = found
    return report


def _frames(
    tree: VolumeTree, partner: VolumeTree, steps: list[tuple[Mesh, Array]], question: str,
    answers: list[Any], strategy: Any, repetitions: int,
) -> dict[str, list[float]]:  # fmt: skip
    """By frame: microseconds to update and to ask, and how much was done."""
    names = ("update_us", "query_us", "updates", "volume_tests")
    rows: list[Report] = []
    for (mesh, pose), expected in zip(steps, answers, strict=True):
        if strategy == "rebuild":
            update = partial(VolumeTree, mesh, volume=tree.volume)
        else:
            update = partial(tree.refitted, mesh, strategy)
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
        figures = (*(1e6 * best).tolist(), cost.updates, cost.volume_tests)
        rows.append(dict(zip(names, figures, strict=True)))
    return {name: [row[name] for row in rows] for name in names}


def _loosenesses(tree: VolumeTree, moving: list[Mesh]) -> dict[str, list[float]]:
    """Of the tree refitted bottom-up, and of a new one, by frame."""
    found: dict[str, list[float]] = {"refit": [], "rebuild": []}
    for mesh in moving:
        tree = tree.refitted(mesh)
        found["refit"].append(tree.looseness)
        found["rebuild"].append(VolumeTree(mesh, volume=tree.volume).looseness)
    return found


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
    loose = found["looseness"]
    for k, ratio in enumerate(np.divide(loose["refit"], loose["rebuild"]).tolist()):
        if few[k] and few[k:].mean() >= 0.5:
            return {"queries": queries, "frame": k + 1, "decay": ratio}
    return {"queries": queries, "frame": None, "decay": None}


def _steady(values: Array) -> Array:
    """Running medians: one frame that something else on the machine delayed does not count."""
    padded = np.pad(values, WINDOW // 2, mode="edge")
    return np.median(np.lib.stride_tricks.sliding_window_view(padded, WINDOW), axis=1)


def _pose(mesh: Mesh, time: float) -> Array:
    """The ball on the vertex nearest to a point that runs along the mesh's longest side."""
    low, high = mesh.bounds
    side = int(np.argmax(high - low))
    target = 0.5 * (low + high)
    target[side] = low[side] + (0.1 + 0.8 * time) * (high - low)[side]
    return placed(*mesh.vertices[np.argmin(np.linalg.norm(mesh.vertices - target, axis=1))])


def climbing(vertices: int, k: int, frames: int, repetitions: int) -> Report:
    """A k-DOP that follows a turning hull, climbed from frame to frame or recomputed.

    Steps a frame, and time against looking at every vertex, by the angle of a frame.
    """
    from impinge.bounds.turning import TurningHull

    hull = TurningHull(ellipsoid(vertices), k=k)
    rows = []
    for angle in ANGLES:
        poses = turning(angle, frames)
        climbed, recomputed = hull.climb_over(poses), hull.recompute_over(poses)
        ends = np.hstack([climbed.lower - recomputed.lower, climbed.upper - recomputed.upper])
        if np.abs(ends).max() > AGREE:
            raise ImpingeError(f"climbing: ends differ from recomputed ones at {angle} degrees")
        fast = best_of(repetitions, partial(hull.climb_over, poses))
        slow = best_of(repetitions, partial(hull.recompute_over, poses))
        rows.append({
            "degrees": angle, "steps": float(climbed.steps[1:].mean()),
            "climbed_us": 1e6 * fast / frames, "recomputed_us": 1e6 * slow / frames,
            "ratio": slow / fast,
        })  # fmt: skip
    return {"vertices": len(hull.vertices), "k": k, "frames": frames, "rows": rows}


def ellipsoid(count: int, seed: int = 11) -> Array:
    """(count, 3) points on an ellipsoid, all of them vertices of its hull."""
    directions = np.random.default_rng(seed).normal(size=(count, 3))
    return directions / np.linalg.norm(directions, axis=1)[:, None] * np.array([1.0, 0.7, 0.5])


def turning(degrees: float, frames: int) -> Array:
    """(frames, 4, 4) poses that turn about an axis which wanders slowly."""
    poses = np.tile(np.eye(4), (frames, 1, 1))
    for frame in range(1, frames):
        axis = np.array([np.sin(0.05 * frame), np.cos(0.05 * frame), 0.5])
        step = rotation(np.radians(degrees) * axis / np.linalg.norm(axis))
        poses[frame, :3, :3] = step @ poses[frame - 1, :3, :3]
    return poses
