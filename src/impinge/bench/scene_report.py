"""The report of ``impinge bench scene`` as tables, and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Report = dict[str, Any]


def scene_tables(report: Report) -> Iterator[Any]:
    """Rich tables of a report of :func:`impinge.bench.bench_scene`."""
    from rich.table import Table

    share = f"{100.0 * report['moving']:g} % moving"
    table = Table(
        title=f"{report['objects']:,} mesh objects, {share}: ms a frame, one thread",
        title_justify="left", title_style="bold",
    )  # fmt: skip
    heads = "triangles", "meshes", "density", "asked", "colliding", "contender", "ms", "x trimesh"
    for column in heads:
        left = column in ("density", "contender")
        table.add_column(column, justify="left" if left else "right")
    for row in report["rows"]:
        first: tuple[str, ...] = (*_crowd(row), f"{row['tested']:,}", f"{row['colliding']:,}")
        for name, spent in row["milliseconds"].items():
            last = name == list(row["milliseconds"])[-1]
            table.add_row(*first, name, f"{spent:,.2f}", ratio_text(row, name), end_section=last)
            first = ("",) * len(first)
    yield table
    yield _parts_table(report)
    differing = sum(row["differing"] for row in report["rows"])
    yield f"[red]{differing} answers differ[/red]\n" if differing else "all answers agree\n"


def _crowd(row: Report) -> tuple[str, str, str]:
    """Triangles of a mesh, different meshes, density."""
    filled = ", solid" if row["solid"] else ""
    return f"{row['faces']:,}", f"{row['meshes']:,}{filled}", row["density"]


def ratio_text(row: Report, name: str) -> str:
    """How many times longer trimesh takes; refused where answers differ."""
    if name not in row["ratios"]:
        return ""
    ratio = row["ratios"][name]
    return "[red]refused[/red]" if ratio is None else f"{ratio:.1f}"


def _parts_table(report: Report) -> Any:
    from rich.table import Table

    table = Table(title="ours, by parts, ms", title_justify="left", title_style="bold")
    names = list(report["rows"][0]["parts"])
    for column in ("triangles", "meshes", "density", *names):
        table.add_column(column, justify="left" if column == "density" else "right")
    for row in report["rows"]:
        cells = [f"{row['parts'][name]:.2f}" for name in names]
        table.add_row(*_crowd(row), *cells)
    return table


def scene_text(report: Report) -> str:
    """The same in Markdown, for the block ``bench:scene`` of a page."""
    where = f"`{report['command']}` on {report['machine']['cpu']}, one thread"
    share = f"{100.0 * report['moving']:g} %"
    parts = list(report["rows"][0]["parts"])
    # Some rows have no peers.
    contenders = dict.fromkeys(name for row in report["rows"] for name in row["milliseconds"])
    peers = [name for name in contenders if name != "impinge"]
    heads = [*(f"{name} [ms]" for name in peers), *(["x trimesh"] if peers else [])]
    lines = [
        f"{where}: {report['objects']:,} objects, {share} of them moving each frame; medians.",
        "",
        "| triangles | meshes | density | pairs asked | colliding | a frame [ms] | "
        + " | ".join([", ".join(parts), *heads]) + " |",
        "|---" * (7 + len(heads)) + "|",
    ]  # fmt: skip
    for row in report["rows"]:
        spent = row["milliseconds"]
        took = ", ".join(f"{row['parts'][name]:.1f}" for name in parts)
        cells = [f"{spent[name]:,.1f}" if name in spent else "" for name in peers]
        cells += [ratio_text(row, "impinge")] if peers else []
        lines.append(
            f"| {' | '.join(_crowd(row))} | {row['tested']:,} | {row['colliding']:,} | "
            f"**{spent['impinge']:,.1f}** | {took} | "
            + " | ".join(cells) + " |"
        )  # fmt: skip
    return "\n".join(lines)
