"""The order in which pairs of volumes are opened, and what is known when a walk is cut short."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.bench.timing import in_turns
from impinge.bench.volume_scenes import VolumeScene, check_answer
from impinge.core.counters import count
from impinge.hierarchy import VolumeTree
from impinge.narrow import distance_trees, overlap_trees

Report = dict[str, Any]

EXACT_ORDERS = ("depth", "breadth", "best")
CUT_ORDERS = ("depth", "breadth", "probable")
BINS = 10
"""Of the reliability diagram."""


def orders(scene: VolumeScene, repetitions: int) -> Report:
    """Tests and time by volume, question and order, each walked to its end."""
    report: Report = {}
    for volume in ("aabb", "obb"):
        tree = VolumeTree(scene.mesh, volume=volume)
        report[volume] = {
            "first hit": _asked(scene, "first hit", tree, repetitions),
            "distance": _asked(scene, "distance", tree, repetitions),
        }
    return report


def _asked(scene: VolumeScene, question: str, tree: VolumeTree, repetitions: int) -> Report:
    poses = scene.poses[question]
    names = [*EXACT_ORDERS]
    if question == "first hit" and tree.volume == "aabb":
        names.append("probable")

    def ask(order: Any, row: int) -> Any:
        if question == "distance":
            return distance_trees(tree, tree, pose_b=poses[row], order=order).distance
        return overlap_trees(tree, tree, pose_b=poses[row], order=order).overlap

    found = {}
    for order in names:
        with count() as cost:
            answers = [ask(order, row) for row in range(len(poses))]
        for answer, expected in zip(answers, scene.answers[question], strict=True):
            check_answer(question, answer, expected, scene.size, f"{scene.name}, {order}")
        found[order] = {
            "volume_tests": cost.volume_tests / len(poses),
            "primitive_tests": cost.primitive_tests / len(poses),
        }
    contenders = {order: (lambda row, order=order: ask(order, row), len(poses)) for order in names}
    times = in_turns(contenders, repetitions)
    for order in names:
        found[order]["measured_us"] = 1e6 * times[order].undisturbed()
    return found


def cut_short(scenes: list[VolumeScene], most: list[int], repetitions: int) -> Report:
    """Share of wrong answers against the number of tests allowed, and the time they take.

    All scenes together, trees of boxes along the axes. Every (pose, limit) of ``"probable"`` that
    ends uncertain is also a point of the reliability diagram: the probability it gave, and what
    was true.
    """
    trees = [VolumeTree(scene.mesh, volume="aabb") for scene in scenes]
    asked = [
        (tree, pose, truth)
        for scene, tree in zip(scenes, trees, strict=True)
        for pose, truth in zip(scene.poses["first hit"], scene.answers["first hit"], strict=True)
    ]
    truths = np.array([truth for _, _, truth in asked])
    report: Report = {
        "poses": len(asked),
        "touching": float(truths.mean()),
        "most_tests": most,
        "orders": {},
    }

    def ask(row: int, order: Any, limit: int) -> Any:
        tree, pose, _ = asked[row]
        return overlap_trees(tree, tree, pose_b=pose, order=order, most_tests=limit)

    predicted: list[float] = []
    observed: list[bool] = []
    contenders = {}
    for order in CUT_ORDERS:
        rows: Report = {"wrong": [], "certain": []}
        for limit in most:
            found = [ask(row, order, limit) for row in range(len(asked))]
            for result, truth in zip(found, truths, strict=True):
                if result.certain:
                    check_answer("first hit", result.overlap, truth, 1.0, f"{order}, {limit}")
                elif order == "probable":
                    predicted.append(result.probability)
                    observed.append(bool(truth))
            said = np.array([result.overlap for result in found])
            rows["wrong"].append(float((said != truths).mean()))
            rows["certain"].append(float(np.mean([result.certain for result in found])))
            contenders[f"{order} {limit}"] = (
                partial(ask, order=order, limit=limit), len(asked)
            )  # fmt: skip
        report["orders"][order] = rows
    times = in_turns(contenders, repetitions)
    for order, rows in report["orders"].items():
        rows["time_us"] = [1e6 * times[f"{order} {limit}"].undisturbed() for limit in most]
    report["reliability"] = _reliability(np.array(predicted), np.array(observed, dtype=bool))
    return report


def _reliability(predicted: NDArray[np.float64], observed: NDArray[np.bool_]) -> list[Report]:
    """Mean prediction and frequency of overlaps in each tenth; tenths without any are left out."""
    tenth = np.minimum((BINS * predicted).astype(int), BINS - 1)
    return [
        {
            "predicted": float(predicted[tenth == k].mean()),
            "observed": float(observed[tenth == k].mean()),
            "count": int((tenth == k).sum()),
        }
        for k in range(BINS)
        if (tenth == k).any()
    ]
