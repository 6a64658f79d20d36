"""Plots of ``impinge bench volumes``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from impinge.bench import plot_style as style
from impinge.bench.render import Line, Panel, Report, line_plot, look_of
from impinge.bench.volume_findings import MEASURED, MODEL, TREES, by_k, cheapest, frame_costs
from impinge.bench.volume_scenes import QUESTIONS
from impinge.bench.volume_walks import ASKED, STRATEGIES

TERMS = (
    ("updates_us", "updates  $N_u C_u$", style.SKY),
    ("volumes_us", "volume tests  $N_{bv} C_{bv}$", style.BLUE),
    ("primitives_us", "triangle tests  $N_p C_p$", style.ORANGE),
    ("rest", "walking and the call", style.FAINT),
)
CUT = 2.6
"""Bars longer than this many medians leave the panel; the number says how far."""
LOGARITHMIC = 5.0
"""Ratios above this are shown on a logarithmic axis."""
HOLLOW = {"markerfacecolor": "white"}
COLOURS = dict(zip(STRATEGIES, (style.BLUE, style.ORANGE, style.GREEN, style.RED), strict=True))
VOLUME_COLOURS = (style.INK, style.SKY, style.RED, style.PINK, style.GREEN)
"""Volumes have colours other than shapes."""
ORDER_LOOKS = {name: look_of(k) for k, name in enumerate(("depth", "breadth", "best", "probable"))}
"""One look an order, in all plots."""


def _rows_of(names: Any, *, named: bool) -> Callable[[Any], None]:
    """Names at the y axis, from the top; in the first column of panels only."""

    def finish(ax: Any) -> None:
        ax.set_yticks(range(len(names)), list(names) if named else [""] * len(names))
        ax.set_ylim(len(names) - 0.5, -0.5)

    return finish


def _to_best(x: Any, y: Any, series: int, name: str, dash: str = "-") -> list[Line]:
    """Hollow marks, the lowest filled."""
    look, place = look_of(series), int(np.argmin(y))
    return [
        Line(x, y, name, {**look, **HOLLOW, "linestyle": dash}),
        Line([x[place]], [y[place]], look=look),
    ]


def _times(rows: Any, question: str, figure: str = MEASURED) -> Any:
    return np.array([row["questions"][question][figure] for row in rows.values()])


def draw_costs(report: Report) -> Any:
    scenes = report["scenes"]
    shown = []
    for question in QUESTIONS:
        label = "us a query" if question == QUESTIONS[-1] else ""
        for j, (name, scene) in enumerate(scenes.items()):
            bars = partial(_bars, rows=scene["volumes"], question=question, named=j == 0)
            shown.append(Panel([], f"{name}: {question}", label, more=bars))
    return line_plot(
        "What a query costs, by volume and shape",
        "Microseconds a query, means over poses. Coloured: the three terms of F, each a count times"
        " a price measured on its own. Grey up to the measured time: walking and the call.",
        shown, (max(6.5, 1.2 + 2.9 * len(scenes)), 9.2), columns=len(scenes), legend=5,
    )  # fmt: skip


def _bars(ax: Any, rows: Report, question: str, *, named: bool) -> None:
    measured = _times(rows, question)
    widths = {term: _times(rows, question, term) for term, *_ in TERMS[:-1]}
    widths["rest"] = np.maximum(measured - sum(widths.values()), 0.0)
    widest = min(CUT * float(np.median(measured)), 1.08 * float(measured.max()))
    left, places = np.zeros(len(rows)), np.arange(len(rows))
    for term, label, colour in TERMS:
        ax.barh(places, widths[term], left=left, color=colour, label=label, height=0.72)
        left += widths[term]
    for k in places[measured > widest]:
        ax.barh(k, 0.24 * widest, left=0.8 * widest, height=0.74, color="white")
        look: Report = {"ha": "right", "va": "center", "fontsize": 8, "color": style.INK}
        ax.text(0.99 * widest, k, f"{measured[k]:,.0f} ▸", **look)
    beside, fastest = measured.min() + 0.035 * widest, int(measured.argmin())
    ax.plot(beside, fastest, "k*", markersize=8, clip_on=False, label="fastest")
    ax.set_xlim(0.0, widest)
    _rows_of(rows, named=named)(ax)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)
    ax.locator_params(axis="x", nbins=5)


def draw_tightness(report: Report) -> Any:
    scenes = report["scenes"]
    volumes = list(next(iter(scenes.values()))["volumes"])
    shown = []
    for of, title in (("root", "the root"), ("mean", "nodes")):
        lines = []
        for k, (name, scene) in enumerate(scenes.items()):
            values = [scene["volumes"][volume]["tightness"][of] for volume in volumes]
            known = [place for place, v in enumerate(values) if v is not None]
            look = {**look_of(k), "linestyle": "none", "alpha": 0.9}
            lines += [Line([values[p] for p in known], known, name, look)] if known else []
        limits: Any = {"x_limits": (0.9, None), "more": _rows_of(volumes, named=of == "root")}
        shown.append(Panel(lines, title, "volume / convex hull", "", "x", **limits))
    return line_plot(
        "How tight volumes are",
        "Volume over that of the convex hull: 1 is as tight as a convex volume can be."
        " Nodes of 16 triangles or more, geometric mean.",
        shown, (11.0, 4.6), legend=len(scenes),
    )  # fmt: skip


def draw_k(report: Report) -> Any:
    scenes = report["scenes"]
    shown: list[Panel] = []
    for question in QUESTIONS:
        lines: list[Line] = []
        for series, (name, scene) in enumerate(scenes.items()):
            rows = by_k(scene["volumes"])
            dotted = {"linestyle": ":", "linewidth": 1.1, "alpha": 0.8}
            look = {"color": look_of(series)["color"], **dotted}
            measured, model = (_times(rows, question, figure) for figure in (MEASURED, MODEL))
            lines += _to_best(range(len(rows)), measured / measured.min(), series, name)
            lines.append(Line(range(len(rows)), model / model.min(), look=look))
        high = max(float(np.max(line.y)) for line in lines)
        log = "y" if 1.05 * high - 0.05 > LOGARITHMIC else ""
        label, ticks = "" if shown else "time / best", dict(enumerate(map(str, rows)))
        shown.append(Panel(lines, question, "k", label, log, ticks))
    return line_plot(
        "How many directions a k-DOP should have",
        "Times over those of the best k of the same shape. Lines: measured; dotted: F alone."
        " Filled: the best k.",
        shown, (12.0, 4.6), legend=len(scenes),
    )  # fmt: skip


def draw_trees(report: Report) -> Any:
    scenes, shown = report["scenes"], []
    for section, (label, base, _) in TREES.items():
        # Side by side where there is no line to follow.
        dash, step = ("none", 0.12) if section == "builders" else ("-", 0.0)
        for question in QUESTIONS:
            lines: list[Line] = []
            for k, (name, scene) in enumerate(scenes.items()):
                rows = scene[section]
                y = _times(rows, question) / rows[base]["questions"][question][MEASURED]
                places = np.arange(len(rows)) + step * (k - 0.5 * (len(scenes) - 1))
                lines += _to_best(places, y, k, name, dash)
            shown.append(Panel(
                lines, f"{label}: {question}",
                y="time / base" if question == QUESTIONS[0] else "", ticks=dict(enumerate(rows)),
                more=lambda ax: ax.axhline(1.0, color=style.QUIET, linewidth=0.9, zorder=1),
            ))  # fmt: skip
    return line_plot(
        "How a tree should be made",
        "Measured times over those of the base tree (obb, surface area heuristic, two children,"
        " one triangle a leaf); one thing varied at a time. Filled: the fastest.",
        shown, (12.0, 9.6), columns=len(QUESTIONS), legend=len(scenes),
    )  # fmt: skip


def draw_updates(report: Report) -> Any:
    found = report["updates"]
    shown = []
    for question in ASKED:
        for j, (name, moving) in enumerate(found.items()):
            ticks, label = dict(enumerate(moving["volumes"])), "" if j else "ms a frame"
            bars = partial(_strategies, volumes=moving["volumes"], question=question)
            shown.append(Panel([], f"{name}: {question}", "", label, ticks=ticks, more=bars))
    return line_plot(
        "How a tree should follow a mesh that deforms",
        "Milliseconds a frame, medians over the frames. Solid: the update; pale: a query after it."
        " ▴: higher than the panel.",
        shown, (1.0 + 5.5 * len(found), 7.4), columns=len(found), legend=len(STRATEGIES),
    )  # fmt: skip


def _strategies(ax: Any, volumes: Report, question: str) -> None:
    shown = [frame_costs(rows[question]) for rows in volumes.values()]
    highest = sorted(max(1e-3 * cost["total_us"] for cost in costs.values()) for costs in shown)
    # One volume that costs far more than all others would leave them no height.
    limit = 1.1 * min(highest[-1], 2.0 * highest[max(0, len(highest) - 2)])
    ax.set_ylim(0.0, limit)
    for place, costs in enumerate(shown):
        for s, (strategy, cost) in enumerate(costs.items()):
            x, colour = place + 0.2 * (s - 1.5), COLOURS[strategy]
            update, query, total = (1e-3 * us for us in cost.values())
            ax.bar(x, update, 0.17, color=colour, label=None if place else strategy)
            ax.bar(x, query, 0.17, bottom=update, color=style.pale(colour))
            if total > limit:
                look: Report = {"ha": "center", "va": "top", "fontsize": 8, "color": "white"}
                ax.text(x, 0.97 * limit, f"{total:.0f} ▴", rotation=90, **look)
            if strategy == cheapest(costs):
                _label(ax, "★", (x, total), (0, 2), fontsize=9, color=style.INK)
    ax.grid(visible=False, axis="x")


def _label(ax: Any, text: str, at: Any, shift: tuple[int, int], **look: Any) -> None:
    """A text beside a point, so many points of type away."""
    ax.annotate(text, at, xytext=shift, textcoords="offset points", ha="center", **look)


def draw_decay(report: Report) -> Any:
    found = report["updates"]
    above: list[Panel] = []
    below: list[Panel] = []
    for name, moving in found.items():
        frames = np.arange(1, moving["frames"] + 1)
        loose, queries = [], []
        for k, (volume, rows) in enumerate(moving["volumes"].items()):
            colour = VOLUME_COLOURS[k % len(VOLUME_COLOURS)]
            mark = style.MARKS[k % len(VOLUME_COLOURS)]
            look = {"color": colour, "marker": mark, **HOLLOW, "markersize": 4.5}
            ratios = np.divide(rows["looseness"]["refit"], rows["looseness"]["rebuild"])
            loose.append(Line(frames, ratios, volume, look))
            needed = np.array(rows["pays"]["all pairs"]["queries"], float)
            queries.append(Line(frames, needed, look=look))
        for panels, lines, title, x, y in (
            (above, loose, "looseness", "", "refitted / rebuilt"),
            (below, queries, "queries for a rebuild to pay", "frame", "queries a frame"),
        ):
            # Where nothing is ever saved there is no line, and no logarithm.
            scale = "y" if any((np.asarray(line.y) > 0.0).any() for line in lines) else ""
            panels.append(Panel(
                lines, f"{name}: {title}", x, "" if panels else y, scale,
                x_limits=(0.5, moving["frames"] + 0.5),
                more=lambda ax: ax.locator_params(axis="x", integer=True),
            ))  # fmt: skip
    return line_plot(
        "When a rebuild pays",
        "Above: surface of a tree refitted bottom-up over that of a new one. Below: queries of all"
        " pairs in a frame that make up for building anew; gaps where nothing is saved.",
        above + below, (1.0 + 5.5 * len(found), 7.4), columns=len(found), legend=5,
    )  # fmt: skip


def draw_orders(report: Report) -> Any:
    scenes, shown = report["orders"], []
    for question in ("first hit", "distance"):
        for volume in ("aabb", "obb"):
            lines = []
            for place, found in enumerate(scenes.values()):
                tests = {name: row["volume_tests"] for name, row in found[volume][question].items()}
                ends = [min(tests.values()), max(tests.values())]
                thin = {"color": style.INK, "linewidth": 0.8, "alpha": 0.35}
                lines.append(Line(ends, [place, place], look=thin))
                for order, n in tests.items():
                    look = {**ORDER_LOOKS[order], "linestyle": "none", "markersize": 7}
                    lines.append(Line([n], [place], None if place else order, look))
            label = "volume tests a query" if question == "distance" else ""
            rows = _rows_of(scenes, named=volume == "aabb")
            shown.append(Panel(lines, f"{question}, {volume}", label, "", "x", more=rows))
    return line_plot(
        "What the order of walking does",
        "Volume tests a query, walked to the end; the answer is the same in every order.",
        shown, (11.0, 1.6 + 0.95 * max(4, len(scenes))), columns=2, legend=4,
    )  # fmt: skip


def draw_probable(report: Report) -> Any:
    cut, shown = report["cut short"], []
    for label, by in (("volume tests allowed", "tests"), ("mean time [us]", "time")):
        lines = []
        for order, row in cut["orders"].items():
            x, look = row.get(f"{by}_us", cut["most_tests"]), {**ORDER_LOOKS[order], **HOLLOW}
            lines.append(Line(x, 100.0 * np.array(row["wrong"]), order, look))
        title = f"wrong answers against {by}"
        shown.append(Panel(lines, title, label, "wrong answers [%]", "x", y_limits=(0.0, None)))
    dashed = {"color": style.QUIET, "linewidth": 0.9, "linestyle": "--"}
    shown.append(Panel(
        [Line([0.0, 1.0], [0.0, 1.0], look=dashed)],
        "reliability of the probable order", "probability given", "share that overlaps",
        x_limits=(-0.05, 1.08), y_limits=(-0.05, 1.05),
        more=partial(_reliability, rows=cut["reliability"]),
    ))  # fmt: skip
    return line_plot(
        "Walks that are cut short",
        f"{cut['poses']} poses of all shapes, {cut['touching']:.0%} of them touching, trees of"
        " boxes along the axes. Cut short, depth supposes no overlap, breadth one, probable what"
        " is likelier.",
        shown, (13.0, 4.8), legend=3,
    )  # fmt: skip


def _reliability(ax: Any, rows: list[Report]) -> None:
    ax.text(0.86, 0.9, "as promised", rotation=45, color=style.QUIET, fontsize=8, ha="center",
            va="bottom", rotation_mode="anchor", transform_rotates_text=True)  # fmt: skip
    x, y = [row["predicted"] for row in rows], [row["observed"] for row in rows]
    sizes = [18.0 + 14.0 * np.log10(row["count"]) ** 2 for row in rows]
    ax.plot(x, y, color=style.PINK, linewidth=1.2)
    ax.scatter(x, y, s=sizes, color=style.PINK, edgecolor="white", zorder=3)
    for row, *point in zip(rows, x, y, strict=True):
        _label(ax, f"{row['count']:,}", point, (0, 10), fontsize=7, color=style.QUIET)


def draw_climbing(report: Report) -> Any:
    found, rows = report["climbing"], report["climbing"]["rows"]

    def line(key: str, label: str | None, colour: str, mark: str) -> Line:
        x, y = [row["degrees"] for row in rows], [row[key] for row in rows]
        return Line(x, y, label, {"color": colour, "marker": mark, **HOLLOW})

    def finish(ax: Any) -> None:
        for row in rows:
            at = row["degrees"], row["climbed_us"]
            _label(ax, f"{row['ratio']:.0f}x", at, (0, -14), fontsize=8, color=style.INK)
        ax.legend(loc="center left")

    times = [
        line("recomputed_us", "every vertex looked at", style.RED, "v"),
        line("climbed_us", "climbed", style.GREEN, "^"),
    ]
    shown = [
        Panel([line("steps", None, style.GREEN, "^")], "steps", "degrees a frame",
              "steps a frame, all directions", "xy"),
        Panel(times, "time", "degrees a frame", "us a frame", "xy", more=finish,
              y_limits=(0.45 * min(times[1].y), 2.0 * max(times[0].y))),
    ]  # fmt: skip
    return line_plot(
        "A k-DOP that follows a turning hull",
        f"{found['vertices']:,} vertices, k = {found['k']}: steps from vertex to vertex, and time,"
        " by the angle between two frames.",
        shown, (11.0, 4.4),
    )  # fmt: skip
