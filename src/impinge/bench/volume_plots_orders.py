"""The plot of walk orders."""

from __future__ import annotations

from typing import Any

from impinge.bench.plot_style import BLUE, GREEN, INK, ORANGE, PINK, legend_below, panels, plain_log

Report = dict[str, Any]

LOOKS = {
    "depth": {"color": BLUE, "marker": "o"},
    "breadth": {"color": ORANGE, "marker": "s"},
    "best": {"color": GREEN, "marker": "^"},
    "probable": {"color": PINK, "marker": "D"},
}
"""One look an order, in all plots."""


def draw_orders(report: Report) -> Any:
    """Volume tests by order, for two volumes and two questions."""
    scenes = report["orders"]
    figure, axes = panels(
        2, 2, (11.0, 1.6 + 0.95 * max(4, len(scenes))), "What the order of walking does",
        "Volume tests a query, walked to the end; the answer is the same in every order.",
    )  # fmt: skip
    for i, question in enumerate(("first hit", "distance")):
        for j, volume in enumerate(("aabb", "obb")):
            ax = axes[i, j]
            for place, found in enumerate(scenes.values()):
                rows = found[volume][question]
                tests = [row["volume_tests"] for row in rows.values()]
                ax.plot(
                    [min(tests), max(tests)], [place, place], color=INK, linewidth=0.8, alpha=0.35
                )
                for order, row in rows.items():
                    ax.plot(
                        row["volume_tests"], place, **LOOKS[order], linestyle="none", markersize=7,
                        label=order if place == 0 else None,
                    )  # fmt: skip
            ax.set_xscale("log")
            plain_log(ax.xaxis)
            ax.set_yticks(range(len(scenes)), list(scenes) if j == 0 else [""] * len(scenes))
            ax.set_ylim(len(scenes) - 0.5, -0.5)
            ax.set_title(f"{question}, {volume}")
            if i == 1:
                ax.set_xlabel("volume tests a query")
    legend_below(figure, axes[0, 0], 4)
    return figure
