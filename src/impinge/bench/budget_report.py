"""The report of ``impinge bench budgets`` as tables, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from impinge.viewer.curves import Curve, draw_curves

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


def draw_budgets(path: Path, report: Report) -> None:
    """Write a picture of error against budget."""
    budgets, curve = report["curve"]["microseconds"], report["curve"]
    faces = " and ".join(f"{count:,}" for count in report["faces"])
    draw_curves(
        path,
        "Error against budget",
        f"knot-bumpy, {faces} triangles; deep, near and separated poses in equal parts",
        "budget [us]",
        "error [%]",
        [
            Curve("overlap: wrong guesses", budgets, [100.0 * x for x in curve["overlap"]]),
            Curve(
                "distance: upper - lower, of the size of both",
                budgets, [100.0 * x for x in curve["distance"]],
            ),
        ],
    )  # fmt: skip
