"""Plots of convex pairs: a full turn, the way through contact, growth with vertices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.bench.convex_sweeps import contact_sweep, turn_sweep
from impinge.bench.plot_style import (
    FAINT,
    INK,
    MARKS,
    QUIET,
    SERIES,
    drawn,
    legend_below,
    panels,
    plain_log,
)

Report = dict[str, Any]

LEAST = 1e-17
"""Errors below this are shown here: nothing has no place on a logarithmic axis."""
LINEAR = 1e-15
"""Gaps below this are drawn to scale, between logarithmic axes to both sides."""
GAPS = (-1e-1, -1e-5, -1e-9, -1e-13, 0.0, 1e-13, 1e-9, 1e-5, 1e-1)
"""Numbers at axes of gaps [m]."""
FEW = 28
"""Places at which all pairs are drawn as rings in each other."""


def draw_sweeps(folder: Path) -> list[Path]:
    """Measure both sweeps, and write their plots; the files."""
    return [
        drawn(_turn, turn_sweep(), folder / "convex_turn.png"),
        drawn(_contact, contact_sweep(), folder / "convex_contact.png"),
    ]


def draw_growth(report: Report, folder: Path) -> Path:
    """Write the plot of time by number of vertices; the file."""
    return drawn(_growth, report["growth"], folder / "convex_growth.png")


def _turn(sweep: Report) -> Any:
    figure, axes = panels(
        2, 1, (9.0, 6.4), "Two boxes in each other, over a full turn of one",
        f"penetration() at {len(sweep['angle']):,} angles about an oblique axis. Dashed: the "
        f"{sweep['ties']} ties, where two ways out are equally short; the normal jumps there, and "
        "nowhere else.",
    )  # fmt: skip
    degrees = np.degrees(sweep["angle"])
    normal = np.array(sweep["normal"])
    ties = np.degrees([jump["angle"] for jump in sweep["jumps"]])
    # The line is broken where the normal jumps: nothing is between.
    cuts = np.searchsorted(degrees, ties)
    for ax in axes[:, 0]:
        for tie in ties:
            ax.axvline(tie, color=QUIET, linestyle="--", linewidth=0.8)
        ax.set_xlim(0.0, 360.0)
        ax.set_xticks(np.arange(0, 361, 45))
    axes[0, 0].tick_params(labelbottom=False)
    axes[0, 0].plot(degrees, sweep["depth"], color=INK)
    axes[0, 0].set_ylabel("depth [m]")
    axes[0, 0].set_ylim(bottom=0.0)
    for k, name in enumerate("xyz"):
        x, y = np.insert(degrees, cuts, np.nan), np.insert(normal[:, k], cuts, np.nan)
        axes[1, 0].plot(x, y, color=SERIES[k], label=f"{name} of the normal")
    axes[1, 0].set_ylabel("contact normal")
    axes[1, 0].set_ylim(-1.08, 1.08)
    axes[1, 0].set_xlabel("turn [degrees]")
    legend_below(figure, axes[1, 0], 3)
    return figure


def _contact(sweep: Report) -> Any:
    figure, axes = panels(
        1, 3, (13.0, 4.9), "Through contact",
        "B is moved along the contact normal, from 0.1 m apart to 0.1 m deep, so the true gap is "
        "known. Axes of gaps are logarithmic to both sides of zero; errors of none are drawn at "
        "the bottom.",
    )  # fmt: skip
    true = np.array(sweep["gap"])
    # Zero, in the middle, is among them.
    step = max(1, len(true) // FEW)
    few = slice(len(true) // 2 % step, None, step)
    axes[0, 0].plot(true, true, color=FAINT, linewidth=4.0)
    for k, (name, pair) in enumerate(sweep["pairs"].items()):
        look: dict[str, Any] = {"color": SERIES[k], "marker": MARKS[k], "linestyle": "none"}
        # Rings in each other, since all are at one place.
        ring = {"markersize": 11.0 - 1.6 * k, "fillstyle": "none", "markeredgewidth": 0.9}
        axes[0, 0].plot(true[few], np.array(pair["found"])[few], **look, **ring)
        for ax, values in ((axes[0, 1], pair["error"]), (axes[0, 2], pair["turned"])):
            ax.plot(true, np.maximum(values, LEAST), **look, markersize=3.0, label=name)
    marks = [_power(t) for t in GAPS]
    for ax in axes[0]:
        ax.set_xscale("symlog", linthresh=LINEAR)
        ax.set_xticks(GAPS, marks)
        ax.minorticks_off()
        ax.set_xlabel("true gap [m]; negative: depth")
    axes[0, 0].set_yscale("symlog", linthresh=LINEAR)
    axes[0, 0].set_yticks(GAPS, marks)
    axes[0, 0].minorticks_off()
    axes[0, 0].set_ylim(-0.4, 0.4)
    axes[0, 0].set_title("found gap [m]")
    for ax, title, limit, word in (
        (axes[0, 1], "error of the gap [m]", 1e-10, "limit for curved shapes"),
        (axes[0, 2], "turn of the normal [rad]", 1e-6, "limit"),
    ):
        ax.set_yscale("log")
        ax.set_ylim(0.5 * LEAST, 100.0 * limit)
        ax.minorticks_off()
        ax.set_title(title)
        ax.axhline(limit, color=QUIET, linestyle="--", linewidth=0.8)
        ax.text(-0.1, 1.4 * limit, word, fontsize=8, color=QUIET, ha="left", va="bottom")
    legend_below(figure, axes[0, 1], 6)
    return figure


def _power(value: float) -> str:
    """A power of ten, or zero, of either sign."""
    if value == 0.0:
        return "0"
    return f"${'-' if value < 0.0 else ''}10^{{{round(np.log10(abs(value)))}}}$"


def _growth(growth: Report) -> Any:
    figure, axes = panels(
        1, 1, (8.0, 5.0), "Time by number of vertices",
        f"Two equal hulls, {growth['poses']} poses: deep, near and separated in equal parts. "
        "impinge in batches; peers, one call a pose, with nearest points and depth.",
    )  # fmt: skip
    ax, rows = axes[0, 0], growth["rows"]
    vertices = [row["vertices"] for row in rows]
    names = [name for name in rows[0] if name not in {"vertices", "largest_difference"}]
    for k, name in enumerate(names):
        own = k < len(names) - len(rows[0]["largest_difference"])
        ax.plot(
            vertices, [row[name] for row in rows], color=SERIES[k], marker=MARKS[k],
            linestyle="-" if own else "--", label=f"impinge: {name}" if own else name,
        )  # fmt: skip
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("vertices of each hull")
    ax.set_ylabel("time a query [us]")
    plain_log(ax.yaxis)
    ax.set_xticks(vertices, [f"{v:,}" for v in vertices])
    ax.minorticks_off()
    ax.legend()
    return figure
