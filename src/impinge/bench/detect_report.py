"""The report of ``impinge bench detect`` as tables, as text, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from impinge.bench.plot_style import MARKS, QUIET, SERIES, drawn, legend_below, panels, plain_log

Report = dict[str, Any]

TITLES = {"walls": "Balls through thin walls", "blades": "Turning blades through balls"}


def detect_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_detect`."""
    from rich.table import Table

    for name, rows in report["families"].items():
        title = f"{TITLES[name]}: share of contacts missed ({report['pairs']} pairs)"
        table = Table(title=title, title_justify="left", title_style="bold")
        table.add_column("substeps", justify="right")
        for speed in _speeds(rows):
            table.add_column(f"speed {speed:g}", justify="right")
        table.add_column("ms a step", justify="right")
        for count in _counts(rows):
            some = [row for row in rows if row["substeps"] == count]
            time = max(row["milliseconds"] for row in some)
            table.add_row(f"{count}", *(_percent(row["missed"]) for row in some), f"{time:,.1f}")
        yield table
        yield _remark(rows)


def detect_text(report: Report) -> str:
    """The same in Markdown, for the block ``bench:detect`` of a page."""
    lines = [
        f"`{report['command']}`: share of {report['pairs']} contacts that sampling misses.",
        "",
    ]
    speeds = _speeds(next(iter(report["families"].values())))
    lines.append("| bodies | substeps | " + " | ".join(f"speed {s:g}" for s in speeds) + " |")
    lines.append("|---" * (2 + len(speeds)) + "|")
    for name, rows in report["families"].items():
        for count in _counts(rows)[1::2]:
            some = [row for row in rows if row["substeps"] == count]
            cells = " | ".join(_percent(row["missed"]) for row in some)
            lines.append(f"| {name} | {count} | {cells} |")
    return "\n".join(lines)


def draw_detect(file: Path, report: Report) -> Path:
    """Write a picture of the miss rate against the sample rate; the file."""
    return drawn(_curves, report, file)


def _curves(report: Report) -> Any:
    note = (
        f"{report['pairs']} pairs a curve, times of contact known from formulas. Speed: way in a "
        "step over the way on which things touch. Marks: measured; lines: the chance that a "
        "contact falls between two samples."
    )
    families, curves = report["families"], report["foretold"]["curves"]
    figure, axes = panels(1, len(families), (11.0, 5.0), "What sampling misses", note)
    for plot, (name, rows) in zip(axes[0], families.items(), strict=True):
        for speed, colour, mark in zip(_speeds(rows), SERIES, MARKS, strict=False):
            some = [row for row in rows if row["speed"] == speed]
            x = [row["substeps"] for row in some]
            measured = [100.0 * row["missed"] for row in some]
            chance = [100.0 * share for share in curves[name][f"{speed:g}"]]
            plot.plot(report["foretold"]["substeps"], chance, color=colour)
            plot.plot(x, measured, color=colour, marker=mark, ls="none", label=f"speed {speed:g}")
        plot.set_title(TITLES[name])
        plot.set_xscale("log")
        plot.set_xlabel("substeps")
        plot.set_ylim(-3.0, 103.0)
        plot.axhline(0.0, color=QUIET, linewidth=0.8)
        plain_log(plot.xaxis)
    axes[0, 0].set_ylabel("contacts missed [%]")
    legend_below(figure, axes[0, 0], 4)
    return figure


def _speeds(rows: list[Report]) -> list[float]:
    return sorted({row["speed"] for row in rows})


def _counts(rows: list[Report]) -> list[int]:
    return sorted({row["substeps"] for row in rows})


def _percent(share: float) -> str:
    return f"{100.0 * share:.1f} %"


def _remark(rows: list[Report]) -> str:
    wrong = sum(row["wrong"] for row in rows)
    late = [row["late"] for row in rows if row["late"] is not None]
    said = (
        f"found contacts are late by {min(late):.2f} to {max(late):.2f} of a substep in the mean; "
    )
    return said + (f"[red]{wrong} wrong[/red]\n" if wrong else "none wrong\n")
