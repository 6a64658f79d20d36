"""``impinge bench support``: which queries take which shapes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from impinge.cli.reporting import console, reported


@reported
def support(
    markdown: Annotated[Path | None, typer.Option(help="Write the page into this file.")] = None,
) -> None:
    """Which queries take which shapes: the page docs/support.md; measures nothing."""
    from impinge.bench.support import support_page, write_support_page

    if markdown is not None:
        write_support_page(markdown)
        console().print(f"page: {markdown}", soft_wrap=True)
        return
    print(support_page())
