"""Plots of ``impinge bench volumes``: what deforms, what turns, and what is cut short."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.bench.plot_style import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PINK,
    QUIET,
    RED,
    SKY,
    legend_below,
    pale,
    panels,
    plain_log,
)
from impinge.bench.volume_findings import frame_costs
from impinge.bench.volume_plots_orders import LOOKS
from impinge.bench.volume_updates import ASKED, STRATEGIES

Report = dict[str, Any]

COLOURS = dict(zip(STRATEGIES, (BLUE, ORANGE, GREEN, RED), strict=True))
VOLUME_LOOKS = ((INK, "o"), (SKY, "s"), (RED, "^"), (PINK, "D"))
"""Volumes have colours other than shapes."""


def draw_updates(report: Report) -> Any:
    """Update and query time by volume and strategy, for each deformation and question."""
    found = report["updates"]
    figure, axes = panels(
        len(ASKED), len(found), (1.0 + 5.5 * len(found), 7.4),
        "How a tree should follow a mesh that deforms",
        "Milliseconds a frame, medians over the frames. Solid: the update; pale: a query after it.",
    )  # fmt: skip
    for j, (name, moving) in enumerate(found.items()):
        for i, question in enumerate(ASKED):
            ax = axes[i, j]
            for place, rows in enumerate(moving["volumes"].values()):
                costs = frame_costs(rows[question])
                for s, (strategy, cost) in enumerate(costs.items()):
                    x = place + 0.2 * (s - 1.5)
                    colour = COLOURS[strategy]
                    update, query = 1e-3 * cost["update_us"], 1e-3 * cost["query_us"]
                    label = strategy if place == 0 else None
                    ax.bar(x, update, 0.17, color=colour, label=label)
                    ax.bar(x, query, 0.17, bottom=update, color=pale(colour))
                totals = [cost["total_us"] for cost in costs.values()]
                best = int(np.argmin(totals))
                ax.annotate(
                    "★", (place + 0.2 * (best - 1.5), 1e-3 * totals[best]), ha="center",
                    xytext=(0, 2), textcoords="offset points", fontsize=9, color=INK,
                )  # fmt: skip
            ax.set_xticks(range(len(moving["volumes"])), list(moving["volumes"]))
            ax.grid(visible=False, axis="x")
            ax.set_title(f"{name}: {question}")
            if j == 0:
                ax.set_ylabel("ms a frame")
    legend_below(figure, axes[0, 0], len(STRATEGIES))
    return figure


def draw_decay(report: Report) -> Any:
    """How refitted trees grow loose, and when building a new one pays."""
    found = report["updates"]
    figure, axes = panels(
        2, len(found), (1.0 + 5.5 * len(found), 7.4), "When a rebuild pays",
        "Above: surface of a tree refitted bottom-up over that of a new one. Below: queries of all"
        " pairs in a frame that make up for building anew; gaps where nothing is saved.",
    )  # fmt: skip
    for j, (name, moving) in enumerate(found.items()):
        frames = np.arange(1, moving["frames"] + 1)
        for k, (volume, rows) in enumerate(moving["volumes"].items()):
            colour, mark = VOLUME_LOOKS[k % len(VOLUME_LOOKS)]
            look: dict[str, Any] = {
                "color": colour, "marker": mark, "markerfacecolor": "white", "markersize": 4.5,
            }  # fmt: skip
            loose = rows["looseness"]
            axes[0, j].plot(
                frames, np.divide(loose["refit"], loose["rebuild"]), **look, label=volume
            )
            queries = rows["pays"]["all pairs"]["queries"]
            axes[1, j].plot(frames, [np.nan if n is None else n for n in queries], **look)
        axes[0, j].set_yscale("log")
        plain_log(axes[0, j].yaxis)
        axes[0, j].set_title(f"{name}: looseness")
        axes[1, j].set_yscale("log")
        plain_log(axes[1, j].yaxis)
        axes[1, j].set_title(f"{name}: queries for a rebuild to pay")
        axes[1, j].set_xlabel("frame")
        for ax in axes[:, j]:
            ax.set_xlim(0.5, moving["frames"] + 0.5)
            ax.locator_params(axis="x", integer=True)
    axes[0, 0].set_ylabel("refitted / rebuilt")
    axes[1, 0].set_ylabel("queries a frame")
    legend_below(figure, axes[0, 0], 4)
    return figure


def draw_cut(report: Report) -> Any:
    """Wrong answers against tests and time, and how far a probability can be believed."""
    cut = report["cut short"]
    figure, axes = panels(
        1, 3, (13.0, 4.8), "Walks that are cut short",
        f"{cut['poses']} poses of all shapes, {cut['touching']:.0%} of them touching, trees of"
        " boxes along the axes. Cut short, depth supposes no overlap, breadth one, probable what"
        " is likelier.",
    )  # fmt: skip
    for order, row in cut["orders"].items():
        wrong = 100.0 * np.array(row["wrong"])
        look = {**LOOKS[order], "markerfacecolor": "white", "label": order}
        axes[0, 0].plot(cut["most_tests"], wrong, **look)
        axes[0, 1].plot(row["time_us"], wrong, **look)
    for ax, label, title in zip(
        axes[0], ("volume tests allowed", "mean time [us]"), ("against tests", "against time"),
        strict=False,
    ):  # fmt: skip
        ax.set_xscale("log")
        plain_log(ax.xaxis)
        ax.set_ylim(bottom=0.0)
        ax.set_xlabel(label)
        ax.set_ylabel("wrong answers [%]")
        ax.set_title(f"wrong answers {title}")
    ax, rows = axes[0, 2], cut["reliability"]
    ax.plot([0.0, 1.0], [0.0, 1.0], color=QUIET, linewidth=0.9, linestyle="--")
    ax.text(0.86, 0.9, "as promised", rotation=45, color=QUIET, fontsize=8, ha="center",
            va="bottom", rotation_mode="anchor", transform_rotates_text=True)  # fmt: skip
    if rows:
        x, y = [row["predicted"] for row in rows], [row["observed"] for row in rows]
        sizes = [18.0 + 14.0 * np.log10(row["count"]) ** 2 for row in rows]
        ax.plot(x, y, color=PINK, linewidth=1.2)
        ax.scatter(x, y, s=sizes, color=PINK, edgecolor="white", zorder=3)
        for row in rows:
            ax.annotate(
                f"{row['count']:,}", (row["predicted"], row["observed"]), xytext=(0, 10),
                textcoords="offset points", ha="center", fontsize=7, color=QUIET,
            )  # fmt: skip
    ax.set_xlim(-0.05, 1.08)
    ax.set_ylim(-0.05, 1.05)
    ax.set_xlabel("probability given")
    ax.set_ylabel("share that overlaps")
    ax.set_title("reliability of the probable order")
    legend_below(figure, axes[0, 0], 3)
    return figure


def draw_climbing(report: Report) -> Any:
    """Steps and time a frame of a k-DOP that climbs, against looking at every vertex."""
    found = report["climbing"]
    figure, axes = panels(
        1, 2, (11.0, 4.4), "A k-DOP that follows a turning hull",
        f"{found['vertices']:,} vertices, k = {found['k']}: steps from vertex to vertex, and time,"
        " by the angle between two frames.",
    )  # fmt: skip
    angles = [row["degrees"] for row in found["rows"]]
    axes[0, 0].plot(
        angles, [row["steps"] for row in found["rows"]], color=GREEN, marker="^",
        markerfacecolor="white",
    )  # fmt: skip
    axes[0, 0].set_ylabel("steps a frame, all directions")
    axes[0, 0].set_title("steps")
    for key, label, colour, mark in (
        ("recomputed_us", "every vertex looked at", RED, "v"), ("climbed_us", "climbed", GREEN, "^")
    ):  # fmt: skip
        axes[0, 1].plot(
            angles, [row[key] for row in found["rows"]], color=colour, marker=mark,
            markerfacecolor="white", label=label,
        )  # fmt: skip
    for row in found["rows"]:
        axes[0, 1].annotate(
            f"{row['ratio']:.0f}x", (row["degrees"], row["climbed_us"]), xytext=(0, -14),
            textcoords="offset points", ha="center", fontsize=8, color=INK,
        )  # fmt: skip
    low = min(row["climbed_us"] for row in found["rows"])
    high = max(row["recomputed_us"] for row in found["rows"])
    axes[0, 1].set_ylim(0.45 * low, 2.0 * high)
    axes[0, 1].set_ylabel("us a frame")
    axes[0, 1].set_title("time")
    axes[0, 1].legend(loc="center left")
    for ax in axes[0]:
        ax.set_xscale("log")
        ax.set_yscale("log")
        plain_log(ax.xaxis)
        plain_log(ax.yaxis)
        ax.set_xlabel("degrees a frame")
    return figure
