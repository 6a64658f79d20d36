"""Tables of words and figures, on a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Report = dict[str, Any]
TableOf = tuple[str, list[str], list[list[str]]]
"""Title, heads of columns, and rows."""


def rich_table(title: str, *columns: str, words: int = 1) -> Any:
    """An empty table; the first columns hold words, the others numbers."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold")
    for k, column in enumerate(columns):
        table.add_column(column, justify="left" if k < words else "right")
    return table


def rich_tables(tables: Iterable[TableOf]) -> Iterator[Any]:
    """Tables for a terminal; the first column holds words."""
    for title, head, rows in tables:
        table = rich_table(title, *head)
        for row in rows:
            table.add_row(*row)
        yield table


def markdown_block(where: str, tables: Iterable[TableOf], notes: Iterable[str] = ()) -> str:
    """What was run where, tables, and a list of notes."""
    lines = [where]
    for title, head, rows in tables:
        lines += ["", f"**{title}**", "", f"| {' | '.join(head)} |"]
        lines.append("|---" * len(head) + "|")
        lines += [f"| {' | '.join(row)} |" for row in rows]
    listed = [f"- {note}" for note in notes]
    return "\n".join([*lines, "", *listed] if listed else lines)


def run_text(report: Report, more: str) -> str:
    """The command of a report, processor and versions, and ``more`` behind, as a sentence."""
    machine, versions = report["machine"], report["versions"]
    command = report.get("command", f"impinge bench {report['benchmark']}")
    text = f"`{command}` on {machine['cpu']}, Python {machine['python']}"
    text += f", numba {versions.get('numba', '?')}{more}."
    quick = "*Quick run: these figures only show that everything runs.* "
    return quick + text if report["quick"] else text
