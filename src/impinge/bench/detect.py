"""``impinge bench detect``: how many contacts does sampling miss, and how late are the others?

Fast, thin bodies whose times of contact are known from formulas (:mod:`impinge.scenes.fast`) are
moved through a step and tested at its samples only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench import render
from impinge.bench.plot_style import QUIET
from impinge.bench.render import Line, Panel, Report, Section, Table
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array
from impinge.scene import detect
from impinge.scenes.fast import FastPairs, balls_through_walls, balls_under_blades

FAMILIES: dict[str, Callable[[int, float, int], FastPairs]] = {
    "walls": balls_through_walls,
    "blades": balls_under_blades,
}
TITLES = {"walls": "Balls through thin walls", "blades": "Turning blades through balls"}
SPEEDS = (10.0, 30.0, 100.0, 300.0)
"""Ways in a step, in units of the way on which things touch."""
SUBSTEPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
CURVE = np.unique(np.geomspace(1, SUBSTEPS[-1], 80).round().astype(np.int64))
"""Where the chance of a miss is computed."""
LATE = 1e-9
"""By more than this, a contact is found too early, or later than at the next sample: the rounding
of poses is far below."""


def measure(run: Run) -> None:
    pairs, substeps = run.size["pairs"], run.size["substeps"]
    foreseen = {"substeps": CURVE.tolist(), "curves": {}}
    run.report |= {"pairs": pairs, "families": {}, "foretold": foreseen}
    for name, make in FAMILIES.items():
        rows, curves = [], {}
        for speed in SPEEDS:
            run.say(f"{name}: {pairs} pairs at speed {speed:g}")
            fast = make(pairs, speed, run.options["seed"])
            rows += [{"speed": speed, **measured(fast, count)} for count in substeps]
            chances = (foretold(fast.first, fast.last, int(s)) for s in CURVE)
            curves[f"{speed:g}"] = [float(chance.mean()) for chance in chances]
        run.report["foretold"]["curves"][name] = curves
        run.put("families", name, rows)


def measured(fast: FastPairs, substeps: int) -> Report:
    """One row: shares of missed contacts, found and foretold, lateness, and time."""
    begin = perf_counter()
    found = detect(fast.scene, fast.start, fast.end, substeps)
    seconds = perf_counter() - begin
    times = np.array([found.of(*pair) for pair in fast.pairs])
    seen = np.isfinite(times)
    late = (times[seen] - fast.first[seen]) * substeps
    wrong = (late < -LATE * substeps) | (late > 1.0 + LATE * substeps)
    others = len(found) - int(seen.sum())
    return {
        "substeps": substeps, "missed": float(1.0 - seen.mean()),
        "foretold": float(foretold(fast.first, fast.last, substeps).mean()),
        "late": float(late.mean()) if len(late) else None,
        "wrong": int(wrong.sum()) + others, "milliseconds": 1e3 * seconds,
    }  # fmt: skip


def foretold(first: Array, last: Array, substeps: int) -> Array:
    """(n,) float64: the chance of a miss if contacts lay anywhere within the step.

    Of a contact that lasts for a time d, the part 1 - d of the step is where it can begin, and
    1 - s d of that lets it fall between two of s samples.

    Examples
    --------
    >>> foretold(np.array([0.2, 0.2]), np.array([0.4, 0.9]), 4)
    array([0.25, 0.  ])
    """
    length = last - first
    return np.maximum(0.0, 1.0 - length * substeps) / (1.0 - length)


def _tables(report: Report) -> Iterator[Table]:
    rows = [
        {**row, "speed": f"speed {row['speed']:g}"}
        for row in render.unfold(report["families"], "bodies")
    ]
    speeds = {name: f"{{{name}[missed]!p:.1f}} %" for name in render.distinct(rows, "speed")}
    yield render.table(
        "", render.pivot(rows, "speed", "bodies", "substeps"),
        {"bodies": "{bodies}", "substeps": "{substeps}", **speeds,
         "ms a step": lambda row: f"{max(row[s]['milliseconds'] for s in speeds):,.1f}"},
        groups=1,
    )  # fmt: skip


def _notes(report: Report) -> Iterator[str]:
    for name, rows in report["families"].items():
        late = [row["late"] for row in rows if row["late"] is not None]
        said = f"found late by {min(late):.2f} to {max(late):.2f} of a substep in the mean"
        wrong = render.marked(render.total(rows, "wrong"))
        yield f"{TITLES[name]}: contacts are {said}; {wrong} wrong"


def _curves(report: Report) -> Any:
    note = (
        f"{report['pairs']} pairs a curve, times of contact known from formulas. Speed: way in a "
        "step over the way on which things touch. Marks: measured; lines: the chance that a "
        "contact falls between two samples."
    )
    shown = []
    for k, (name, rows) in enumerate(report["families"].items()):
        lines = []
        for series, (speed, curve) in enumerate(report["foretold"]["curves"][name].items()):
            some = [row for row in rows if f"{row['speed']:g}" == speed]
            x, missed = (np.array([row[key] for row in some]) for key in ("substeps", "missed"))
            look, label = render.look_of(series), f"speed {speed}"
            foreseen = report["foretold"]["substeps"], 100.0 * np.array(curve)
            lines.append(Line(*foreseen, look={"color": look["color"]}))
            lines.append(Line(x, 100.0 * missed, label, {**look, "ls": "none"}))
        shown.append(Panel(
            lines, TITLES[name], "substeps", "" if k else "contacts missed [%]", "x",
            y_limits=(-3.0, 103.0), more=lambda ax: ax.axhline(0.0, color=QUIET, linewidth=0.8),
        ))  # fmt: skip
    return render.line_plot("What sampling misses", note, shown, (11.0, 5.0), legend=4)


def _head(report: Report) -> str:
    return f"`{report['command']}`: share of {report['pairs']} contacts that sampling misses."


bench_detect = Study(
    "detect",
    {"families": measure},
    [Section("families", _tables, _notes, "bench:detect", _head, plots={"detect.png": _curves})],
    full={"pairs": 400, "substeps": SUBSTEPS},
    small={"pairs": 20, "substeps": SUBSTEPS[:5]},
    options={"seed": 17},
)
