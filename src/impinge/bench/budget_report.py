"""The report of ``impinge bench budgets`` as tables, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from impinge.bench.plot_style import MARKS, SERIES, drawn, panels, plain_log

Report = dict[str, Any]

ERROR = {"overlap": "wrong guesses", "distance": "upper - lower, of the size"}


def budget_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_budgets`."""
    faces = " / ".join(f"{count:,}" for count in report["faces"])
    yield f"{report['queries']:,} questions, {report['touching']:,} touch; {faces} triangles\n"
    for name, rows in report["budgets"].items():
        yield _table(name, rows)
        seen = report["resume"][name]
        yield (
            f"resumed by {seen['budget_us']:g} us until certain: {seen['slices']:g} calls, "
            f"{seen['total_us']:,.1f} us (medians of {seen['queries']}; at most "
            f"{seen['most_slices']:,} calls); at once {seen['at_once_us']:,.1f} us; "
            f"{seen['wrong']} wrong\n"
        )


def _table(name: str, rows: list[Report]) -> Any:
    from rich.table import Table

    table = Table(title=f"{name} within a budget", title_justify="left", title_style="bold")
    late = [f"late us, {share}" for share in ("50 %", "99 %", "99.9 %", "max")]
    for column in ("budget us", "certain", "wrong", ERROR[name], *late):
        table.add_column(column, justify="right")
    for row in rows:
        error = row["wrong_guesses"] if name == "overlap" else row["width"]
        wrong = row["wrong_certain"]
        table.add_row(
            f"{row['budget_us']:,.0f}", f"{100.0 * row['certain']:.1f} %",
            f"[red]{wrong}[/red]" if wrong else "0", f"{100.0 * error:.3g} %",
            *[f"{row['late_us'][share]:+,.1f}" for share in ("50", "99", "99.9", "max")],
        )  # fmt: skip
    return table


def budget_text(report: Report) -> str:
    """The same in Markdown, for the block ``bench:budgets`` of a page."""
    where = f"`{report['command']}` on {report['machine']['cpu']}, one thread"
    lines = [
        f"{where}: {report['queries']:,} questions a row.",
        "",
        "| question | budget [us] | certain | wrong | error | late [us]: 50 % | 99 % | 99.9 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, rows in report["budgets"].items():
        for row in rows:
            error = row["wrong_guesses"] if name == "overlap" else row["width"]
            late = " | ".join(f"{row['late_us'][share]:+.1f}" for share in ("50", "99", "99.9"))
            lines.append(
                f"| {name} | {row['budget_us']:,.0f} | {100.0 * row['certain']:.1f} % | "
                f"{row['wrong_certain']} | {100.0 * error:.2g} % | {late} |"
            )
    return "\n".join(lines)


def draw_budgets(file: Path, report: Report) -> Path:
    """Write a picture of error against budget; the file."""
    return drawn(_curves, report, file)


def _curves(report: Report) -> Any:
    faces = " and ".join(f"{count:,}" for count in report["faces"])
    note = f"knot-bumpy, {faces} triangles; deep, near and separated poses in equal parts."
    figure, axes = panels(1, 1, (9.0, 5.0), "Error against budget", note)
    plot, curve = axes[0, 0], report["curve"]
    names = ("overlap: wrong guesses", "distance: upper - lower, of the size of both")
    for name, label, colour, mark in zip(
        ("overlap", "distance"), names, SERIES, MARKS, strict=False
    ):
        # Zero has no place on a logarithmic axis: the curve ends before it.
        shown = [
            (x, 100.0 * y) for x, y in zip(curve["microseconds"], curve[name], strict=True) if y
        ]
        plot.plot(*zip(*shown, strict=True), color=colour, marker=mark, label=label)
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel("budget [us]")
    plot.set_ylabel("error [%]")
    plain_log(plot.xaxis)
    plain_log(plot.yaxis)
    plot.legend()
    return figure
