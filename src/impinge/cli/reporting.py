"""What commands share: options, how they end, and how they print."""

from __future__ import annotations

import functools
import json
import sys
import traceback
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, ParamSpec

import typer

from impinge.core.errors import FileError, ImpingeError

FREE, TOUCHING, ERROR, INTERRUPTED = 0, 1, 2, 130
"""Exit codes. The last is what shells use for Ctrl-C."""

ROUNDING = 1e-7
"""Share of the largest coordinate that float32 files lose; smaller ones are printed as 0."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Surfaces = Annotated[
    bool, typer.Option("--surfaces", help="Meshes are surfaces: one inside another is no clash.")
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package", "--packages", metavar="NAME=FOLDER",
        help="Folder of a package. May be repeated.",
    ),
]  # fmt: skip
Missing = Annotated[str, typer.Option(help="Meshes of a robot that are not there: error or skip.")]

P = ParamSpec("P")


def reported(command: Callable[P, None]) -> Callable[P, None]:
    """A command whose expected failures are one line on standard error, and exit code 2."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except KeyboardInterrupt:
            print("impinge: interrupted", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        except ImpingeError as error:
            fail(str(error))
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            fail(f"{where}{error.strerror or error}")
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:  # noqa: BLE001 (said below)
            # A fault of ours. Its traceback helps to mend it; but the exit code that Python would
            # choose, 1, means "touching".
            traceback.print_exc()
            fail(f"unexpected {type(error).__name__}: {error}")

    return guarded


def median_time(ask: Callable[[], object], repeats: int = 7) -> float:
    """What asking takes [s]: the median of several times."""
    taken = []
    for _ in range(repeats):
        start = perf_counter()
        ask()
        taken.append(perf_counter() - start)
    return sorted(taken)[repeats // 2]


def fail(message: str) -> None:
    """Say what is wrong, on standard error and in one line, and end with exit code 2."""
    print(f"impinge: {' '.join(message.split())}", file=sys.stderr)
    raise typer.Exit(ERROR)


def vector_text(vector: Sequence[float], digits: int, between: str = ", ") -> str:
    """Coordinates as text; rounding of 0 is 0, and 0 has no sign.

    Examples
    --------
    >>> vector_text((-0.0, 1e-17, 2.5), 4)
    '0, 0, 2.5'
    """
    least = ROUNDING * max(map(abs, vector))
    return between.join(f"{0.0 if abs(x) <= least else x:.{digits}g}" for x in vector)


def check_folder(folder: Path | None) -> None:
    """Refuse a folder that is a file: before the minutes of measuring, not after."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise FileError(f"{folder}: is a file, expected a folder")


def make_folder(folder: Path) -> None:
    """Make a folder that is not there yet."""
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)


def grid_of(rows: Iterable[tuple[str, str]], overflow: Any = "ellipsis") -> Any:
    """A table of names, in grey, and what is said of each."""
    from rich.table import Table

    table = Table.grid(padding=(0, 3))
    table.add_column(style="dim")
    table.add_column(overflow=overflow)
    for row in rows:
        table.add_row(*row)
    return table


def table_of(
    heads: Iterable[str], rows: Iterable[Sequence[str]], title: str | None = None, *,
    right: Container[int] = (), dim: Container[int] = (),
) -> Any:  # fmt: skip
    """A table of text, with columns at the ``right`` or in grey by number."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold")
    for k, head in enumerate(heads):
        side: Any = "right" if k in right else "left"
        table.add_column(head, justify=side, style="dim" if k in dim else None)
    for row in rows:
        table.add_row(*row)
    return table


def print_json(value: Any) -> None:
    """Machine-readable output, on standard output."""
    print(json.dumps(value, indent=2, allow_nan=False))


def print_answer(answer: Any, show: Callable[[Any], None], as_json: bool) -> None:
    """Print an answer as JSON, or ``show`` it to people."""
    if as_json:
        print_json(answer)
    else:
        show(answer)


def console() -> Any:
    """Where tables go: as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 120, highlight=False)
