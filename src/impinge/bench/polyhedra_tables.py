"""What ``impinge bench polyhedra`` shows of its report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from impinge.bench.render import Line, Panel, Report, Section, Table, line_plot, table, with_powers
from impinge.bench.study import ratio_text

NOTE = {5: "100 %", 15: "96 %", 30: "89 to 94 %", 60: "61 to 73 %", None: "38 %"}
"""Shares of an earlier trial on other polytopes, with exit distances known exactly."""
PEERS = {
    "trust": "trust", "refit": "refit, all pairs", "coal, rebuilt": "coal, rebuilt",
    "coal, replaced": "coal, replaced",
}  # fmt: skip


def _shares(row: Report, column: int) -> str:
    return " / ".join(f"{body[column]:.1%}" for body in row["kept"])


def _frame_notes(report: Report) -> Iterator[str]:
    rows = report["frames"]
    names = ("frames", "touching", "held", "pairs", "missed", "wrong")
    yield (
        "{frames:,} frames, {wrong} with other pairs than a full search; of {touching:,} that "
        "touch the restriction held in {held:,}, and trust=True misses {missed:,} of {pairs:,} "
        "pairs"
    ).format_map({name: sum(row[name] for row in rows) for name in names})


def _growth(report: Report) -> Iterator[Table]:
    columns = {"direction [ms]": "direction_ms", "selection [ms]": "selection_ms",
               "frame [ms]": "frame_ms"}  # fmt: skip
    found = table("growth, best of all repetitions", report["growth"], {
        "facets of each": "{facets:,}",
        **{name: "{" + key + ":.3f}" for name, key in columns.items()},
        "iterations": "{iterations:.2f}",
    })  # fmt: skip
    powers = report.get("powers") or {}
    yield with_powers(
        found, "power", {name: powers[key] for name, key in columns.items() if key in powers}
    )


def _growth_plot(report: Report) -> Any:
    rows = report["growth"]
    sizes = [row["facets"] for row in rows]
    times = [
        Line(sizes, [row[f"{name}_ms"] for row in rows], name)
        for name in ("direction", "selection", "frame")
    ]
    tried = Line(sizes, [row["iterations"] for row in rows])
    return line_plot("Deformable polyhedra", "Shallow contact of two balls that deform.", [
        Panel(times, "Time", "facets of each body", "ms a frame", "xy"),
        Panel([tried], "Directions tried", "facets of each body", "iterations", "x"),
    ], (10.0, 4.2))  # fmt: skip


def _stretch_plot(report: Report) -> Any:
    rows = report["stretch"]
    lengths = [row["stretch"] for row in rows]
    off, tried = ([row[key] for row in rows] for key in ("off_degrees", "iterations"))
    return line_plot("Length of the translation", "Random hulls, starts 15 degrees off.", [
        Panel([Line(lengths, off)], "Next direction", "length / depth", "degrees off"),
        Panel([Line(lengths, tried)], "Directions tried", "length / depth", "iterations"),
    ], (10.0, 4.2))  # fmt: skip


def _speed(report: Report) -> Iterator[Table]:
    rows = report["speed"]
    columns: dict[str, Any] = {
        "scene": "{name}", "facets": "{facets[0]:,} + {facets[1]:,}", "pairs": "{pairs:.0f}",
        "tracker [ms]": "{times[tracker][minimum_us]!k:.2f}",
    }  # fmt: skip
    for key, name in PEERS.items():
        if key in rows[0]["times"]:
            columns[name] = lambda row, key=key: _ratio(row, key)
    yield table("a frame, both bodies deform; others as multiples of the tracker", rows, columns)


def _ratio(row: Report, key: str) -> str:
    text = ratio_text(row["ratios"][key], "{minimum:.1f}x")
    return f"{text} (pairs missed)" if key == "trust" and row["differ"][key] else text


def _liver(report: Report) -> Iterator[str]:
    yield (
        "liver of {facets[0]} facets and a tool of {facets[1]}: {images_per_second:,.0f} images a "
        "second of contact and forces, {iterations:.2f} iterations; in 1999, with the deformation, "
        "{paper} and 1"
    ).format_map(report["liver"])


SECTIONS = [
    Section.of_rows("starts", "direction by start", {
        "start": lambda row: "any" if row["degrees"] is None else f"{row['degrees']} degrees off",
        "least depth found": "{equal:.1%}", "earlier trial": lambda row: NOTE[row["degrees"]],
        "depth / least": "{mean_excess:.4f}", "at most": "{most_excess:.2f}",
        "iterations": "{iterations:.2f}", "certified": "{certified:.0%}",
    }, "bench:polyhedra-direction"),
    Section.of_rows("stretch", "length of the translation, starts 15 degrees off", {
        "length / depth": "{stretch:g}", "iterations": "{iterations:.2f}",
        "next direction off [deg]": "{off_degrees:.2f}", "least depth found": "{equal:.1%}",
        "out of budget": "{out_of_budget}",
    }, "bench:polyhedra-direction", plots={"polyhedra_stretch.png": _stretch_plot}),
    Section.of_rows("frames", "frames, pairs checked by a full search", {
        "scene": "{name}", "facets": "{facets[0]:,} + {facets[1]:,}", "frames": "{frames}",
        "wrong": "{wrong}", "touching": "{touching}", "restricted": "{held}", "pairs": "{pairs:,}",
        "trust misses": "{missed:,}", "iterations": "{iterations:.2f}",
    }, "bench:polyhedra-frames"),
    Section.of_rows("frames", "share of facets that pass, A and B", {
        "scene": "{name}",
        **{f"criterion {k + 1}": partial(_shares, column=k) for k in range(3)},
        "all three": partial(_shares, column=3),
    }, "bench:polyhedra-frames", notes=_frame_notes),
    Section("growth", _growth, block="bench:polyhedra-time",
            plots={"polyhedra_growth.png": _growth_plot}),
    Section("speed", _speed, block="bench:polyhedra-time"),
    Section("liver", notes=_liver, block="bench:polyhedra-time"),
]  # fmt: skip
