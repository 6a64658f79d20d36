"""A picture of what sampling does to a spinning blade: not seen, or seen too late.

``python docs/drawing/blades.py`` writes it to ``docs/images``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from impinge.bench.plot_style import FAINT, INK, ORANGE, QUIET, RED, drawn
from impinge.bench.render import Line, Panel, Report, line_plot
from impinge.continuous import time_of_impact
from impinge.narrow import overlap
from impinge.scenes import MovingPairs, spinning_blades
from impinge.scenes.blades import LENGTH

CASES, QUICK_CASES = 3600, 60
"""Blades of all kinds; two of five stand there to be passed, and are left out."""
SAMPLES = np.unique(np.geomspace(3, 3000, 13).round().astype(np.int64) | 1)
"""A turn; odd, since even ones see the same two ends of a blade again, and miss more."""
GROUPS = {"up to 2 turns": (0.0, 2.0), "2 to 10 turns": (2.0, 10.0), "10 to 50 turns": (10.0, 99.0)}
MOST = 250
"""Of a group."""
LATE = 0.25
"""A contact that is seen more than this many turns behind the first one is another one."""
SHOWN, POST = 24, (0.36, 0.118)
"""Samples of the turn that is drawn, and where its post stands [m]."""


def blade_report(*, quick: bool = False) -> Report:
    """Shares of first contacts that are never seen, and that are seen late, by samples a turn."""
    cases = spinning_blades(QUICK_CASES if quick else CASES, seed=3)
    turns = np.linalg.norm(cases.motion_a.angular - cases.motion_b.angular, axis=1) / (2.0 * np.pi)
    samples = SAMPLES[:5] if quick else SAMPLES
    report: Report = {"samples": samples.tolist(), "groups": {}, "ours": [0, 0]}
    for name, (low, high) in GROUPS.items():
        rows = np.flatnonzero(cases.touches & (turns > low) & (turns <= high))[:MOST]
        seen = np.array([[first_sample(cases, i, turns[i], s) for s in samples] for i in rows])
        behind = (seen - cases.first[rows, None]) * turns[rows, None]
        missed = ~np.isfinite(behind)
        late = ~missed & (behind > LATE)
        shares = {"missed": missed.mean(axis=0).tolist(), "late": late.mean(axis=0).tolist()}
        report["groups"][name] = {"cases": len(rows), **shares}
        moves = cases.motion_a[rows], cases.motion_b[rows]
        time = np.asarray(time_of_impact(cases.shape_a, cases.shape_b, *moves).time)
        wrong = ~np.isfinite(time) | (time > cases.first[rows] + 1e-12)
        report["ours"][0] += int(wrong.sum())
        report["ours"][1] += len(rows)
    return report


def first_sample(cases: MovingPairs, i: int, turns: float, samples: int) -> float:
    """The first of so many samples a turn at which pair ``i`` overlaps; infinite for none."""
    count = max(1, int(np.ceil(samples * turns)))
    times = np.linspace(0.0, 1.0, count + 1)
    poses = cases.motion_a[i].pose(times), cases.motion_b[i].pose(times)
    hits = np.asarray(overlap(cases.shape_a, cases.shape_b, *poses))
    return float(times[np.argmax(hits)]) if hits.any() else np.inf


def plot_blades(file: Path | str, report: Report | None = None) -> Path:
    """Write the picture; the file."""
    return drawn(_draw, report or blade_report(), file)


def _draw(report: Report) -> Any:
    wrong, count = report["ours"]
    x, given = report["samples"], [Panel([], more=_draw_blade)]
    ours = {"color": INK, "linewidth": 2.6, "solid_capstyle": "round"}
    for key, title in {"missed": "never seen [%]", "late": "seen too late [%]"}.items():
        groups = report["groups"].items()
        lines = [Line(x, 100.0 * np.array(seen[key]), name) for name, seen in groups]
        lines.append(Line(x, np.zeros(len(x)), "time_of_impact", ours))
        given.append(Panel(lines, title, "samples a turn", log="x", y_limits=(-3.0, 103.0)))
    return line_plot(
        "A blade of a millimetre, a post of a millimetre",
        f"Left: {SHOWN} samples of a turn, from above; the blade, a metre long, touches the post "
        "between two of them. Right: shares of first contacts that samples do not see at all, or "
        "only at a later pass of the blade. time_of_impact on the same "
        f"{count} motions: {wrong} wrong.",
        given, (11.0, 4.6), legend=4,
    )  # fmt: skip


def _draw_blade(axis: Any) -> None:
    half, around = 0.5 * LENGTH, np.linspace(0.0, 2.0 * np.pi, 200)
    shown = [(0.19 + 2.0 * np.pi * k / SHOWN, QUIET, 0.9) for k in range(SHOWN // 2)]
    axis.plot(half * np.cos(around), half * np.sin(around), color=FAINT, linewidth=1.0)
    for angle, colour, width in (*shown, (np.arctan2(POST[1], POST[0]), RED, 1.6)):
        x, y = half * np.cos(angle), half * np.sin(angle)
        axis.plot([-x, x], [-y, y], color=colour, linewidth=width)
    axis.plot(*POST, marker="s", color=ORANGE, markersize=6, markeredgecolor=INK)
    axis.annotate(
        "first contact", POST, (0.18, 0.585), color=RED, fontsize=9, ha="left",
        arrowprops={"arrowstyle": "-", "color": RED, "linewidth": 0.8},
    )  # fmt: skip
    axis.set(aspect="equal", xlim=(-0.53, 0.53), ylim=(-0.53, 0.66), xticks=[], yticks=[])
    axis.grid(visible=False)
    axis.spines[:].set_visible(False)


if __name__ == "__main__":
    print(plot_blades(Path(__file__).parents[1] / "images" / "ccd_blades.png"))
