"""Reports as tables on a terminal, as Markdown blocks of a page, and as plots.

A :class:`Section` declares what is shown of one part of a report. Cells are templates of
:meth:`str.format`, with fields of a row: ``"{times[impinge][median_us]!k:,.2f} ms"``. Conversions:
``!k`` divides by a thousand (us to ms), ``!p`` multiplies by a hundred (a share to percent), ``!m``
marks a count that is not 0.
Words may stand in ``[bold]`` or ``[red]``: Markdown has the first and drops the second.

Examples
--------
>>> rows = unfold({"cube": {"us": 2500.0}, "ball": {"us": None}}, "shape")
>>> print(markdown_table(table("", rows, {"shape": "{shape}", "ms": "{us!k:.1f}"})))
| shape | ms |
|---|---|
| cube | 2.5 |
| ball |  |
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import numpy as np

from impinge.bench.plot_style import MARKS, SERIES, drawn, legend_below, panels, plain_log
from impinge.bench.timing import Flags
from impinge.core.errors import FileError, ImpingeError

if TYPE_CHECKING:
    from impinge.bench.study import Study

Report = dict[str, Any]
Cell = str | Callable[[Report], Any]
"""A template, or a function of a row."""

QUICK = "*Quick run: these figures only show that everything runs.*"


@dataclass(frozen=True, slots=True)
class Table:
    """Words and figures: a title, heads of columns, and rows of text."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    """Columns of words, which come first; the others are numbers."""
    groups: int = 0
    """Columns that a terminal leaves empty where the row above has the same."""
    caption: str = ""


class _Cells(Formatter):
    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:  # noqa: ARG002
        found = kwargs
        for key in re.findall(r"[^\[\]]+", field_name):
            found = found[int(key) if isinstance(found, list) else key]
        return found, None

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion == "m":
            return marked(value)
        scale = {"k": 1e-3, "p": 1e2}.get(conversion)
        return super().convert_field(value, conversion) if scale is None else scale * value


def cell(template: Cell, row: Report, absent: str = "") -> str:
    """The text of one cell; ``absent`` where a row has not got what it shows."""
    if callable(template):
        return str(template(row))
    try:
        return _Cells().vformat(template, (), row)
    except (KeyError, TypeError):
        return absent


def table(
    title: str, rows: Iterable[Report], columns: Mapping[str, Cell] | Iterable[tuple[str, Cell]], *,
    words: int = 1, groups: int = 0, caption: str = "", absent: str = "",
) -> Table:  # fmt: skip
    """Rows of a report under columns, each a head and what its cells show."""
    pairs = list(columns.items() if isinstance(columns, Mapping) else columns)
    cells = [[cell(shown, row, absent) for _, shown in pairs] for row in rows]
    return Table(title, [head for head, _ in pairs], cells, words, groups, caption)


def tabled(
    title: str, columns: Mapping[str, Cell], key: str, *,
    within: str = "", names: Sequence[str] = (), **more: Any,
) -> Callable[[Report], Iterator[Table]]:  # fmt: skip
    """What a section shows of rows as they are: those of ``report[key]`` as a table.

    Of ``report[key][within]``, if that is given, and unfolded by ``names``. ``title`` is a template
    of the whole report.
    """

    def tables(report: Report) -> Iterator[Table]:
        rows = report[key][within] if within else report[key]
        yield table(cell(title, report), unfold(rows, *names), columns, **more)

    return tables


def with_powers(
    given: Table, word: str, powers: Mapping[str, float], form: str = "{:.2f}"
) -> Table:
    """A table with one more row: how each column grows, by its head."""
    row = [form.format(powers[head]) if head in powers else "" for head in given.head]
    return replace(given, rows=[*given.rows, [word, *row[1:]]] if powers else given.rows)


def unfold(found: Any, *names: str) -> Iterator[Report]:
    """Rows of nested dictionaries: keys become fields, by these names; lists are rows."""
    if isinstance(found, list):
        for row in found:
            yield from unfold(row, *names)
    elif not names:
        yield found
    else:
        for key, below in found.items():
            for row in unfold(below, *names[1:]):
                yield {names[0]: key, **row}


def pivot(rows: Iterable[Report], across: str, *keys: str) -> list[Report]:
    """One row for all that have the same keys: each is found in it by what it has ``across``.

    Examples
    --------
    >>> pivot([{"n": 1, "who": "a", "us": 3}, {"n": 1, "who": "b", "us": 4}], "who", "n")
    [{'n': 1, 'a': {'n': 1, 'who': 'a', 'us': 3}, 'b': {'n': 1, 'who': 'b', 'us': 4}}]
    """
    found: dict[tuple[Any, ...], Report] = {}
    for row in rows:
        same = tuple(row[key] for key in keys)
        found.setdefault(same, dict(zip(keys, same, strict=True)))[row[across]] = row
    return list(found.values())


def triangle(
    names: Sequence[Any], shown: Callable[[Any, Any], str], head: Callable[[Any], str] = str
) -> list[list[str]]:
    """Rows of names by names, without the upper half, which would be the same."""
    return [
        [head(one), *(shown(one, other) if j <= i else "" for j, other in enumerate(names))]
        for i, one in enumerate(names)
    ]


def distinct(rows: Iterable[Report], key: str) -> list[Any]:
    """The values of a column, each once."""
    return list(dict.fromkeys(row[key] for row in rows))


def grouped(rows: Iterable[Report], key: str) -> dict[Any, list[Report]]:
    """Rows by the values of a column."""
    found: dict[Any, list[Report]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


def total(rows: Iterable[Report], key: str) -> int:
    return sum(int(row[key]) for row in rows)


def spread(errors: Any, word: str) -> Report:
    """The median and the largest of some errors, named by a word; 0 of none."""
    some = errors if len(errors) else [0.0]
    return {f"median_{word}": float(np.median(some)), f"most_{word}": float(np.max(some))}


def counted(**flags: Flags) -> dict[str, int]:
    """How many of each are true."""
    return {name: int(np.count_nonzero(some)) for name, some in flags.items()}


def marked(count: int) -> str:
    """A number that should be 0: red if it is not."""
    return f"[red]{count:,}[/red]" if count else "0"


def _terminal(text: str) -> str:
    """Brackets as they are, but for those of our two tags."""
    from rich.markup import escape

    return re.sub(r"\\(\[/?(bold|red)\])", r"\1", escape(text))


def rich_table(given: Table) -> Any:
    """A table for a terminal: words left, numbers right, a line between groups."""
    from rich.table import Table as Rich

    rich = Rich(title=_terminal(given.title), title_justify="left", title_style="bold")
    rich.caption = given.caption or None
    for k, head in enumerate(given.head):
        rich.add_column(_terminal(head), justify="left" if k < given.words else "right")
    above: Sequence[str] = ()
    for row in given.rows:
        same = bool(given.groups) and list(row[: given.groups]) == list(above[: given.groups])
        if above and given.groups and not same:
            rich.add_section()
        cells = [""] * given.groups + list(row[given.groups :]) if same else row
        rich.add_row(*map(_terminal, cells))
        above = row
    return rich


def markdown_table(given: Table) -> str:
    """The same in Markdown, under its title."""
    lines = [given.head, *given.rows]
    text = [f"| {' | '.join(line)} |" for line in lines]
    text.insert(1, "|---" * len(given.head) + "|")
    title = [f"**{given.title}**", ""] if given.title else []
    plain = "\n".join([*title, *text])
    for tag, mark in (("bold", "**"), ("red", "")):
        plain = plain.replace(f"[{tag}]", mark).replace(f"[/{tag}]", mark)
    return plain


def listed(notes: Iterable[str]) -> str:
    return "\n".join(f"- {note}" for note in notes)


def markdown_page(*parts: str | Table) -> str:
    """Texts and tables under each other."""
    texts = (markdown_table(part) if isinstance(part, Table) else part for part in parts)
    return "\n\n".join(text for text in texts if text)


def run_text(report: Report, more: str = "", packages: Sequence[str] = ()) -> str:
    """The command of a report, processor and versions, and ``more`` behind, as a sentence."""
    machine, versions = report["machine"], report["versions"]
    command = report.get("command", f"impinge bench {report['benchmark']}")
    peers = version_text(report, *packages)
    text = f"`{command}` on {machine['cpu']}, Python {machine['python']}"
    text += f", numba {versions.get('numba', '?')}{f', {peers}' if peers else ''}{more}."
    return f"{QUICK} {text}" if report["quick"] else text


def version_text(report: Report, *packages: str) -> str:
    """``"coal 3.0, ipctk 1.6"``: those of the packages that are installed."""
    known = report["versions"]
    return ", ".join(f"{name} {known[name]}" for name in packages if name in known)


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """What is shown of one part of a report.

    Attributes
    ----------
    key : str
        Of the report: nothing is shown where that is missing or empty.
    tables, notes : callable
        Given the whole report: tables, and lines below them.
    block : str
        The Markdown block of a page that they fill. Sections of one block follow each other.
    head : callable, optional
        The line above them in the block, if it is not the study's.
    page : callable, optional
        Parts of the block, texts and tables, where it is not what a terminal shows.
    plots : mapping of str to callable
        Files and functions that draw a figure.
    """

    key: str
    tables: Callable[[Report], Iterable[Table]] = lambda _: ()
    notes: Callable[[Report], Iterable[str]] = lambda _: ()
    block: str = ""
    head: Callable[[Report], str] | None = None
    page: Callable[[Report], Iterable[str | Table]] | None = None
    plots: Mapping[str, Callable[[Report], Any]] = field(default_factory=dict)

    @classmethod
    def of_rows(
        cls, key: str, title: str, columns: Mapping[str, Cell], block: str, *,
        notes: Callable[[Report], Iterable[str]] = lambda _: (),
        head: Callable[[Report], str] | None = None,
        plots: Mapping[str, Callable[[Report], Any]] | None = None, **look: Any,
    ) -> Section:  # fmt: skip
        """With one table of rows as they are: see :func:`tabled`."""
        tables = tabled(title, columns, key, **look)
        return cls(key, tables, notes, block, head, plots=plots or {})


def _present(study: Study, report: Report) -> list[Section]:
    return [section for section in study.sections if report.get(section.key)]


def shown(study: Study, report: Report) -> Iterator[Any]:
    """What a terminal shows of a report: tables and lines."""
    for section in _present(study, report):
        yield from map(rich_table, section.tables(report))
        yield from map(_terminal, section.notes(report))


def block_names(study: Study) -> list[str]:
    """Blocks of pages that a study can fill."""
    return list(dict.fromkeys(section.block for section in study.sections if section.block))


def blocks(study: Study, report: Report) -> dict[str, str]:
    """Markdown by the names of blocks, of those that the report has something for."""
    found: dict[str, str] = {}
    for name in block_names(study):
        some = [section for section in _present(study, report) if section.block == name]
        parts = [part for section in some if section.page for part in section.page(report)]
        if parts:
            found[name] = markdown_page(*parts)
        elif some:
            tables = [each for section in some for each in section.tables(report)]
            notes = [line for section in some for line in section.notes(report)]
            head = some[0].head or partial(run_text, more=study.more, packages=study.packages)
            found[name] = markdown_page(head(report), *tables, listed(notes))
    return found


def fill_blocks(study: Study, report: Report, page: Path) -> None:
    """Fill those blocks of a page that it has and the report has something for."""
    for name, text in blocks(study, report).items():
        if has_block(page, name):
            fill_block(page, name, text)


def draw(study: Study, report: Report, folder: Path) -> list[Path]:
    """Write all plots of a report into a folder; the files."""
    return [
        drawn(figure, report, folder / name)
        for section in _present(study, report)
        for name, figure in section.plots.items()
    ]


def has_block(path: Path, name: str) -> bool:
    """Whether a text file has such a block; one that cannot be written is refused."""
    text = path.read_text(encoding="utf-8")
    if not os.access(path, os.W_OK):
        raise FileError(f"{path}: cannot be written")
    return f"<!-- {name} -->" in text


def fill_block(path: Path, name: str, text: str) -> None:
    """Replace what stands between ``<!-- name -->`` and ``<!-- /name -->`` in a text file."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ImpingeError(f"{path}: has no block {begin} ... {end}")
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A curve or marks: ``look`` goes to matplotlib, on top of the colour and mark of a series."""

    x: Any
    y: Any
    label: str | None = None
    look: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One pair of axes: curves, a title, labels of both axes.

    Lines have the next colour and mark, if their look has no ``color`` of its own. ``log`` names
    logarithmic axes: ``"x"``, ``"y"`` or ``"xy"``. ``ticks`` are numbers at the x axis. ``more`` is
    given the axes at the end, for whatever else is drawn.
    """

    lines: Sequence[Line]
    title: str = ""
    x: str = ""
    y: str = ""
    log: str = ""
    ticks: Mapping[Any, str] | None = None
    x_limits: tuple[float | None, float | None] | None = None
    y_limits: tuple[float | None, float | None] | None = None
    more: Callable[[Any], None] | None = None


def look_of(series: int) -> dict[str, Any]:
    return {"color": SERIES[series % len(SERIES)], "marker": MARKS[series % len(MARKS)]}


def line_plot(
    title: str, note: str, given: Sequence[Panel], size: tuple[float, float], *,
    columns: int | None = None, legend: int = 0, same_y: bool = False,
) -> Any:  # fmt: skip
    """A figure of panels, with a heading and a line that says what is shown.

    All are in one row if ``columns`` is not given. ``legend`` is the number of columns of a legend
    below all panels; with 0 it is inside the first panel with labels.
    """
    columns = columns or len(given)
    figure, axes = panels(-(-len(given) // columns), columns, size, title, note)
    for ax in axes.flat[len(given) :]:
        ax.set_visible(False)
    for ax, panel in zip(axes.flat, given, strict=False):
        limits = {"xlim": panel.x_limits, "ylim": panel.y_limits}
        for k, line in enumerate(panel.lines):
            look = {} if "color" in line.look else look_of(k)
            ax.plot(line.x, line.y, **{**look, **line.look}, label=line.label)
        scales = {f"{axis}scale": "log" for axis in panel.log}
        ax.set(title=panel.title, xlabel=panel.x, ylabel=panel.y, **scales)
        if panel.ticks:
            ax.set_xticks(list(panel.ticks), list(panel.ticks.values()))
            ax.minorticks_off()
        ax.set(**{name: limit for name, limit in limits.items() if limit})
        if panel.more:
            panel.more(ax)
    if same_y:
        lows, highs = zip(*(ax.get_ylim() for ax in axes.flat[: len(given)]), strict=True)
        for ax in axes.flat[: len(given)]:
            ax.set_ylim(min(lows), max(highs))
    for ax, panel in zip(axes.flat, given, strict=False):
        for axis, name in ((ax.xaxis, "x"), (ax.yaxis, "y")):
            if name in panel.log and not (name == "x" and panel.ticks):
                plain_log(axis)
    labelled = next((ax for ax in axes.flat if ax.get_legend_handles_labels()[1]), None)
    if labelled is not None and labelled.get_legend() is None:
        legend_below(figure, labelled, legend) if legend else labelled.legend()
    return figure
