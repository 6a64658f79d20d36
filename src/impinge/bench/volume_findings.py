"""What the figures of ``impinge bench volumes`` say: who is best, and by how much."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from impinge.bench.render import Report
from impinge.bench.volume_scenes import QUESTIONS

MODEL, MEASURED = "model_us", "measured_us"
"""F = N_u C_u + N_bv C_bv + N_p C_p, and the time of the public call."""
EQUAL = 1.05
"""Times within this ratio are called equal: repeated runs differ by as much."""
TREES = {
    "builders": ("builder", "sah", ""),
    "arities": ("children a node", "2", " children"),
    "leaf sizes": ("leaf size", "1", " a leaf"),
}
"""Sections of trees: label of the axis, the tree others are compared with, word behind a name."""


def best(section: dict[Any, Any], question: str, figure: str = MEASURED) -> Any:
    """The name of the row of a section with the lowest figure."""
    return min(section, key=lambda name: section[name]["questions"][question][figure])


def as_good(section: Report, question: str) -> list[str]:
    """All rows that are equal to the best within what repeated runs differ by, best first."""
    value = {name: row["questions"][question][MEASURED] for name, row in section.items()}
    least = min(value.values())
    return sorted((n for n in value if value[n] <= EQUAL * least), key=value.__getitem__)


def by_k(volumes: Report) -> dict[int, Report]:
    """The rows of k-DOPs by k; a box along the axes is the one with k = 6."""
    found = {int(name[3:]): row for name, row in volumes.items() if name.startswith("dop")}
    return dict(sorted({6: volumes["aabb"], **found}.items()))


def best_k(volumes: Report, question: str, figure: str = MEASURED) -> int:
    return int(best(by_k(volumes), question, figure))


def relative(report: Report, section: str, base: str) -> dict[str, dict[str, float]]:
    """By row and question, measured times over those of the base row: geometric means of scenes."""
    scenes = [scene[section] for scene in report["scenes"].values()]

    def ratio(name: str, question: str) -> float:
        times = [[of[n]["questions"][question][MEASURED] for n in (name, base)] for of in scenes]
        return float(np.exp(np.diff(np.log(times), axis=1).mean() * -1.0))

    return {name: {q: ratio(name, q) for q in QUESTIONS} for name in scenes[0]}


def frame_costs(strategies: Report) -> dict[str, dict[str, float]]:
    """Median microseconds a frame to update, to ask, and their sum, by strategy."""
    found = {}
    for name, rows in strategies.items():
        update, query = float(np.median(rows["update_us"])), float(np.median(rows["query_us"]))
        found[name] = {"update_us": update, "query_us": query, "total_us": update + query}
    return found


def cheapest(costs: dict[str, dict[str, float]]) -> str:
    return min(costs, key=lambda name: costs[name]["total_us"])


def cheapest_strategies(report: Report) -> dict[str, int]:
    """In how many (deformation, volume, question) each strategy costs the least a frame."""
    won = Counter(
        cheapest(frame_costs(rows[question]))
        for moving in report["updates"].values()
        for rows in moving["volumes"].values()
        for question in rows["pays"]
    )
    return dict(won.most_common())


def enough_tests(cut: Report, order: str, share: float) -> int | None:
    """The fewest tests after which no more than this share of answers is wrong; None if never."""
    tries = zip(cut["most_tests"], cut["orders"][order]["wrong"], strict=True)
    return next((int(tests) for tests, wrong in tries if wrong <= share), None)


def fewer_tests(report: Report, question: str, order: str, other: str) -> tuple[float, float]:
    """How many times fewer volume tests an order makes than another: least and most."""
    ratios = [
        rows[question][other]["volume_tests"] / max(rows[question][order]["volume_tests"], 1.0)
        for volumes in report["orders"].values()
        for rows in volumes.values()
    ]
    return min(ratios), max(ratios)
