"""Plots of broad phases: time by number of boxes, for each distribution and for moving boxes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from impinge.bench.plot_style import (
    MARKS,
    QUIET,
    SERIES,
    drawn,
    legend_below,
    panels,
    plain_log,
)

Report = dict[str, Any]

TITLES = {
    "uniform": "uniform",
    "clustered": "clustered",
    "giant": "one giant among many",
    "mixed": "mixed: sizes over two decades",
    "line": "along a line",
}


def draw_pairs(report: Report, folder: Path) -> list[Path]:
    """Write the plots of which the report has something; the files."""
    files = []
    if report["distributions"]:
        files.append(drawn(_distributions, report, folder / "pairs_methods.png"))
    if "moving" in report:
        files.append(drawn(_moving, report, folder / "pairs_moving.png"))
    return files


def _distributions(report: Report) -> Any:
    found = report["distributions"]
    columns = min(3, len(found))
    rows = -(-len(found) // columns)
    figure, axes = panels(
        rows, columns, (4.3 * columns, 0.9 + 3.3 * rows),
        "Which boxes meet? Time by number of boxes",
        "One thread, from corners to sorted pairs, two to four pairs a box. A line ends where the "
        "next size would take too long. Dashed: time in proportion to the number of boxes.",
    )  # fmt: skip
    for ax in axes.flat[len(found) :]:
        ax.set_visible(False)
    methods = list(next(iter(found.values()))["methods"])
    for ax, (name, seen) in zip(axes.flat, found.items(), strict=False):
        for k, method in enumerate(methods):
            cells = [cell for cell in seen["methods"][method]["cells"] if "ms" in cell]
            ax.plot(
                [cell["boxes"] for cell in cells], [cell["ms"] for cell in cells],
                color=SERIES[k % len(SERIES)], marker=MARKS[k % len(MARKS)], label=method,
            )  # fmt: skip
        _finish(ax, seen["boxes"], TITLES.get(name, name))
        first = seen["methods"][methods[0]]["cells"][0]
        ends = [seen["boxes"][0], seen["boxes"][-1]]
        ax.plot(
            ends, [first["ms"] * n / ends[0] for n in ends],
            color=QUIET, linestyle="--", linewidth=0.8, zorder=0,
        )  # fmt: skip
    for row in axes:
        row[0].set_ylabel("time [ms]")
    legend_below(figure, axes.flat[0], len(methods))
    return figure


def _moving(report: Report) -> Any:
    found = report["moving"]
    figure, axes = panels(
        1, len(found), (3.3 * len(found), 4.3), "Moving boxes: time a frame",
        "One thread: moves and sorted pairs. So many of the boxes move in each frame; small steps "
        "are a fiftieth of a box's edge, large ones half of it. Rebuilt (tree) keeps nothing from "
        "frame to frame.",
    )  # fmt: skip
    names = list(next(iter(found.values()))[0]["ms"])
    for ax, (motion, rows) in zip(axes[0], found.items(), strict=True):
        for k, name in enumerate(names):
            ax.plot(
                [row["boxes"] for row in rows], [row["ms"][name] for row in rows],
                color=SERIES[k % len(SERIES)], marker=MARKS[k % len(MARKS)], label=name,
            )  # fmt: skip
        _finish(ax, [row["boxes"] for row in rows], motion)
    low = min(ax.get_ylim()[0] for ax in axes[0])
    high = max(ax.get_ylim()[1] for ax in axes[0])
    for ax in axes[0]:
        ax.set_ylim(low, high)
        plain_log(ax.yaxis)
    axes[0, 0].set_ylabel("time a frame [ms]")
    legend_below(figure, axes[0, 0], len(names))
    return figure


def _finish(ax: Any, boxes: list[int], title: str) -> None:
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_title(title)
    ax.set_xlabel("boxes")
    ax.set_xticks(boxes, [_short(n) for n in boxes])
    plain_log(ax.yaxis)
    ax.minorticks_off()


def _short(n: int) -> str:
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if n >= size and n % size == 0:
            return f"{n // size}{unit}"
    return str(n)
