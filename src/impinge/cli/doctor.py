"""``impinge doctor``: is everything in order here?"""

from __future__ import annotations

from typing import Any

import typer

from impinge.cli.options import Json
from impinge.cli.reporting import ERROR, console, print_json, reported


@reported
def doctor(as_json: Json = False) -> None:
    """Version, processor, threads, cache, and a ten-second check of answers by brute force.

    Exit code 0 if all answers are right, 2 if not.
    """
    from impinge.bench import self_check
    from impinge.bench.machine import machine, versions
    from impinge.core.cache import cache_info
    from impinge.core.progress import progress

    state: dict[str, Any] = {
        "versions": versions(),
        "machine": machine(),
        "cache": dict(cache_info()),
    }
    out = console()
    if not as_json:
        _show(state, out)
    checks = []
    with progress(10, "self-check") as done:
        for checked in self_check():
            checks.append(checked)
            done(len(checks))
    passed = all(checked.wrong == 0 for checked in checks)
    if as_json:
        found = [{"name": c.name, "answers": c.answers, "wrong": c.wrong} for c in checks]
        print_json({**state, "checks": found, "passed": passed})
    else:
        for checked in checks:
            word = "ok" if checked.wrong == 0 else f"[red]{checked.wrong} WRONG[/red]"
            out.print(f"  {checked.name}: {checked.answers} answers, {word}")
        word = "[bold]PASS[/bold]" if passed else "[bold red]FAIL[/bold red]"
        out.print(f"self-check against brute force: {word}")
    if not passed:
        raise typer.Exit(ERROR)


def _show(state: dict[str, Any], out: Any) -> None:
    from rich.table import Table

    machine, cache = state["machine"], state["cache"]
    table = Table.grid(padding=(0, 3))
    table.add_column(style="dim")
    table.add_column()
    table.add_row("impinge", state["versions"].get("impinge", "not installed"))
    table.add_row("python", f"{machine['python']}, {machine['system']}")
    others = (f"{k} {v}" for k, v in state["versions"].items() if k != "impinge")
    table.add_row("with", ", ".join(others))
    table.add_row("processor", f"{machine['cpu']} ({', '.join(machine['features'])})")
    table.add_row("threads", f"{machine['threads']} of {machine['cores']}")
    size = f"{cache['files']} files, {cache['bytes'] / 1e6:.1f} MB"
    table.add_row("cache", f"{cache['folder'] or 'none: every process compiles anew'}, {size}")
    out.print(table)
