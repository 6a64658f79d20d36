"""How commands end, and where they print."""

from __future__ import annotations

import functools
import json
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec

import typer

from impinge.core.errors import ImpingeError

FREE, TOUCHING, ERROR, INTERRUPTED = 0, 1, 2, 130
"""Exit codes. The last is what shells use for Ctrl-C."""

ROUNDING = 1e-7
"""Share of the largest coordinate that float32 files lose; smaller ones are printed as 0."""

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


def print_json(value: Any) -> None:
    """Machine-readable output, on standard output."""
    print(json.dumps(value, indent=2, allow_nan=False))


def console() -> Any:
    """Where tables go: as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 120, highlight=False)
