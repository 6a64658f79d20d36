"""What the commands of ``impinge bench`` share: options, and how a study is carried out."""

from __future__ import annotations

import functools
import json
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import check_folder, console
from impinge.core.errors import FileError, ImpingeError

Report = dict[str, Any]

JsonFile = Annotated[Path | None, typer.Option("--json", help="Write figures here.")]
Quick = Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")]
Plots = Annotated[Path | None, typer.Option(help="Write plots into this folder.")]
Plot = Annotated[Path | None, typer.Option(help="Draw the plot into this PNG file.")]
Markdown = Annotated[
    list[Path] | None,
    typer.Option(help="Fill the blocks bench:NAME* of this text file; may be repeated."),
]
Saved = Annotated[
    Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
]
OUTPUTS = ("json_file", "plots", "plot", "markdown", "saved")
"""Parameters that say what is done with figures; the others say what is measured."""


def carry_out(context: typer.Context, *always: str) -> Report:
    """Measure the study that a command names, or read saved figures; show, save and draw them.

    The line in the report names all options that differ from their defaults, and those that are
    ``always`` named.
    """
    from impinge import bench
    from impinge.bench.plot_style import drawn
    from impinge.bench.render import block_names, draw, fill_blocks, has_block, shown

    name = str(context.info_name)
    study = getattr(bench, f"bench_{name}")
    given = dict(context.params)
    json_file, plots, plot, pages, saved = (given.pop(key, None) for key in OUTPUTS)
    # Before the minutes of measuring, not after.
    for page in pages or ():
        if not any(has_block(page, block) for block in block_names(study)):
            raise FileError(f"{page}: has none of the blocks {', '.join(block_names(study))}")
    check_folder(plots)
    if saved is None:
        words = [name, *_words(context, always)]
        report = measured(words, json_file, functools.partial(study, **given))
    elif any(given[str(p.name)] for p in context.command.params if p.param_type_name == "argument"):
        raise ImpingeError("--from shows saved figures: name either those or what to measure")
    else:
        report = saved_report(saved, name)
    show(shown(study, report), report, json_file)
    files = draw(study, report, plots) if plots is not None else []
    if plot is not None:
        (one,) = (figure for section in study.sections for figure in section.plots.values())
        files = [drawn(one, report, plot)]
    for file in files:
        console().print(f"plot: {file}", soft_wrap=True)
    for page in pages or ():
        fill_blocks(study, report, page)
    return report


def _words(context: typer.Context, always: Iterable[str]) -> Iterable[str]:
    """Options and arguments as a shell would have them."""
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        skipped = parameter.name in OUTPUTS or value in (None, (), [], False)
        if skipped or (value == parameter.default and parameter.name not in always):
            continue
        flag = parameter.opts[:1] if parameter.param_type_name == "option" else []
        for one in value if isinstance(value, (list, tuple)) else [value]:
            yield from flag if one is True else [*flag, str(one)]


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def check_file(file: Path | None) -> None:
    """Refuse a file that cannot be written, before measuring; its folder is made."""
    if file is None:
        return
    if file.is_dir():
        raise FileError(f"{file}: is a folder, expected a file")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=file.parent).close()
    except OSError as error:
        raise FileError(f"{file}: cannot be written: {error.strerror or error}") from error


def show(tables: Iterable[Any], report: Report, json_file: Path | None) -> None:
    """Print the tables of a report, and save it if there is a file for it."""
    out = console()
    for table in tables:
        out.print(table)
    if json_file is not None:
        save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)


def saved_report(file: Path, benchmark: str) -> Report:
    """A report that --json has written, of this benchmark."""
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FileError(f"{file}: not a report ({error})") from error
    if not isinstance(report, dict) or report.get("benchmark") != benchmark:
        raise FileError(f"{file}: not a report of `impinge bench {benchmark}`")
    return report


def measured(words: list[str], json_file: Path | None, measure: Callable[..., Report]) -> Report:
    """The report of a benchmark, with the command; saved as it grows."""
    check_file(json_file)
    command = {"command": shlex.join(["impinge", "bench", *words])}

    def keep(report: Report) -> None:
        if json_file is not None:
            save(json_file, {**command, **report})

    return {**command, **measure(say=say, keep=keep)}


def save(file: Path, report: Report) -> None:
    """Written beside the file and then moved: it is the old report or the new one, never half."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    beside.replace(file)
