"""Figures of benchmarks: options that commands share, and files that reports are kept in."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import console

Report = dict[str, Any]

JsonFile = Annotated[Path | None, typer.Option("--json", help="Write figures here.")]
Quick = Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")]
Plots = Annotated[Path | None, typer.Option(help="Write plots into this folder.")]
Saved = Annotated[
    Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
]


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def check_folder(folder: Path | None) -> None:
    """Refuse a folder that is a file: before the minutes of measuring, not after."""
    from impinge.core.errors import FileError

    if folder is not None and folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file, expected a folder")


def check_file(file: Path | None) -> None:
    """Refuse a file that cannot be written, likewise; its folder is made."""
    import tempfile

    from impinge.core.errors import FileError

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
    import json

    from impinge.core.errors import FileError

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
    import json

    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    beside.replace(file)
