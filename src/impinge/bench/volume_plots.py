"""Plots of ``impinge bench volumes``: volumes and trees on shapes that do not change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.bench.plot_style import (
    BLUE,
    FAINT,
    INK,
    MARKS,
    ORANGE,
    QUIET,
    SERIES,
    SKY,
    drawn,
    legend_below,
    panels,
    plain_log,
)
from impinge.bench.volume_findings import MEASURED, MODEL, by_k
from impinge.bench.volume_plots_moving import draw_climbing, draw_cut, draw_decay, draw_updates
from impinge.bench.volume_plots_orders import draw_orders
from impinge.bench.volume_scenes import QUESTIONS

Report = dict[str, Any]

TERMS = (
    ("updates_us", "updates  $N_u C_u$", SKY),
    ("volumes_us", "volume tests  $N_{bv} C_{bv}$", BLUE),
    ("primitives_us", "triangle tests  $N_p C_p$", ORANGE),
)
CUT = 2.6
"""Bars longer than this many medians leave the panel; the number says how far."""

LOGARITHMIC = 5.0
"""Ratios above this are shown on a logarithmic axis."""


def draw_volumes(report: Report, folder: Path) -> list[Path]:
    """Write all plots of a report; their files."""
    draws = {
        "costs": _costs, "tightness": _tightness, "k": _best_k, "trees": _trees,
        "updates": draw_updates, "decay": draw_decay, "orders": draw_orders,
        "probable": draw_cut, "climbing": draw_climbing,
    }  # fmt: skip
    return [drawn(draw, report, folder / f"volumes_{name}.png") for name, draw in draws.items()]


def _costs(report: Report) -> Any:
    scenes = report["scenes"]
    figure, axes = panels(
        len(QUESTIONS), len(scenes), (max(6.5, 1.2 + 2.9 * len(scenes)), 9.2),
        "What a query costs, by volume and shape",
        "Microseconds a query, means over poses. Coloured: the three terms of F, each a count times"
        " a price measured on its own. Grey up to the measured time: walking and the call.",
    )  # fmt: skip
    for i, question in enumerate(QUESTIONS):
        for j, (name, scene) in enumerate(scenes.items()):
            ax, rows = axes[i, j], scene["volumes"]
            found = [row["questions"][question] for row in rows.values()]
            measured = np.array([row[MEASURED] for row in found])
            widest = min(CUT * float(np.median(measured)), 1.08 * float(measured.max()))
            left = np.zeros(len(found))
            places = np.arange(len(found))
            for term, label, colour in TERMS:
                width = np.array([row[term] for row in found])
                ax.barh(places, width, left=left, color=colour, label=label, height=0.72)
                left += width
            rest = np.maximum(measured - left, 0.0)
            ax.barh(places, rest, left=left, color=FAINT, label="walking and the call", height=0.72)
            for k in places[measured > widest]:
                ax.barh(k, 0.24 * widest, left=0.8 * widest, height=0.74, color="white")
                ax.text(
                    0.99 * widest, k, f"{measured[k]:,.0f} ▸", ha="right", va="center",
                    fontsize=8, color=INK,
                )  # fmt: skip
            fastest = int(measured.argmin())
            ax.plot(
                measured[fastest] + 0.035 * widest, fastest, "k*", markersize=8, clip_on=False,
                label="fastest",
            )  # fmt: skip
            ax.set_xlim(0.0, widest)
            ax.set_yticks(places, list(rows) if j == 0 else [""] * len(rows))
            ax.invert_yaxis()
            ax.grid(visible=False, axis="y")
            ax.tick_params(axis="y", length=0)
            ax.locator_params(axis="x", nbins=5)
            ax.set_title(f"{name}: {question}")
            if i == len(QUESTIONS) - 1:
                ax.set_xlabel("us a query")
    legend_below(figure, axes[0, 0], 5)
    return figure


def _tightness(report: Report) -> Any:
    scenes = report["scenes"]
    figure, axes = panels(
        1, 2, (11.0, 4.6), "How tight volumes are",
        "Volume over that of the convex hull: 1 is as tight as a convex volume can be."
        " Nodes of 16 triangles or more, geometric mean.",
    )  # fmt: skip
    volumes = list(next(iter(scenes.values()))["volumes"])
    for ax, of, title in zip(axes[0], ("root", "mean"), ("the root", "nodes"), strict=True):
        for k, (name, scene) in enumerate(scenes.items()):
            values = [scene["volumes"][volume]["tightness"][of] for volume in volumes]
            known = [(v, place) for place, v in enumerate(values) if v is not None]
            if known:
                x, y = zip(*known, strict=True)
                ax.plot(x, y, **_mark(k), linestyle="none", label=name, alpha=0.9)
        ax.set_xscale("log")
        plain_log(ax.xaxis)
        ax.set_xlim(left=0.9)
        ax.set_yticks(range(len(volumes)), volumes if of == "root" else [""] * len(volumes))
        ax.invert_yaxis()
        ax.set_title(title)
        ax.set_xlabel("volume / convex hull")
    legend_below(figure, axes[0, 0], len(scenes))
    return figure


def _best_k(report: Report) -> Any:
    scenes = report["scenes"]
    figure, axes = panels(
        1, len(QUESTIONS), (12.0, 4.6), "How many directions a k-DOP should have",
        "Times over those of the best k of the same shape. Lines: measured; dotted: F alone."
        " Filled: the best k.",
    )  # fmt: skip
    for ax, question in zip(axes[0], QUESTIONS, strict=True):
        for k, (name, scene) in enumerate(scenes.items()):
            rows = by_k(scene["volumes"])
            for figure_of, style in ((MEASURED, "-"), (MODEL, ":")):
                _line_to_best(
                    ax, list(range(len(rows))),
                    [row["questions"][question][figure_of] for row in rows.values()], k, style,
                    name if figure_of == MEASURED else None,
                )  # fmt: skip
        if ax.get_ylim()[1] > LOGARITHMIC:
            ax.set_yscale("log")
            plain_log(ax.yaxis)
        ax.set_xticks(range(len(rows)), [str(k) for k in rows])
        ax.set_title(question)
        ax.set_xlabel("k")
    axes[0, 0].set_ylabel("time / best")
    legend_below(figure, axes[0, 0], len(scenes))
    return figure


def _trees(report: Report) -> Any:
    scenes = report["scenes"]
    sections = {"builders": "builder", "arities": "children a node", "leaf sizes": "leaf size"}
    bases = {"builders": "sah", "arities": "2", "leaf sizes": "1"}
    figure, axes = panels(
        len(sections), len(QUESTIONS), (12.0, 9.6), "How a tree should be made",
        "Measured times over those of the base tree (obb, surface area heuristic, two children,"
        " one triangle a leaf); one thing varied at a time. Filled: the fastest.",
    )  # fmt: skip
    for i, (section, label) in enumerate(sections.items()):
        for j, question in enumerate(QUESTIONS):
            ax = axes[i, j]
            for k, (name, scene) in enumerate(scenes.items()):
                rows = scene[section]
                base = rows[bases[section]]["questions"][question][MEASURED]
                values = [row["questions"][question][MEASURED] / base for row in rows.values()]
                style = "none" if section == "builders" else "-"
                # Side by side where there is no line to follow.
                aside = 0.12 * (k - 0.5 * (len(scenes) - 1)) if section == "builders" else 0.0
                places = [x + aside for x in range(len(rows))]
                _line_to_best(ax, places, values, k, style, name, relative=False)
            ax.axhline(1.0, color=QUIET, linewidth=0.9, zorder=1)
            ax.set_xticks(range(len(rows)), list(rows))
            ax.set_title(f"{label}: {question}")
            if j == 0:
                ax.set_ylabel("time / base")
    legend_below(figure, axes[0, 0], len(scenes))
    return figure


def _line_to_best(
    ax: Any, x: list[Any], values: list[float], series: int, style: str, label: str | None, *,
    relative: bool = True,
) -> None:  # fmt: skip
    """Hollow marks, the lowest filled; the dotted twin of a line has none."""
    y = np.array(values) / (min(values) if relative else 1.0)
    look = _mark(series)
    if style == ":":
        ax.plot(x, y, color=look["color"], linestyle=style, linewidth=1.1, alpha=0.8)
        return
    ax.plot(x, y, **look, linestyle=style, markerfacecolor="white", label=label)
    place = int(y.argmin())
    ax.plot([x[place]], [y[place]], **look)


def _mark(series: int) -> dict[str, Any]:
    return {"color": SERIES[series % len(SERIES)], "marker": MARKS[series % len(MARKS)]}
