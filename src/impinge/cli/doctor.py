"""``impinge doctor``: is everything in order here?"""

from __future__ import annotations

from typing import Any

import typer

from impinge.cli.reporting import ERROR, Json, console, grid_of, print_json, reported
from impinge.core.cache import cache_info
from impinge.core.progress import progress


@reported
def doctor(as_json: Json = False) -> None:
    """Version, processor, threads, cache, and a ten-second check of answers by brute force.

    Exit code 0 if all answers are right, 2 if not.
    """
    from impinge.bench import self_check
    from impinge.bench.machine import machine, versions

    state = {"versions": versions(), "machine": machine(), "cache": dict(cache_info())}
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
    versions, machine, cache = state["versions"], state["machine"], state["cache"]
    folder = cache["folder"] or "none: every process compiles anew"
    out.print(grid_of([
        ("impinge", versions.get("impinge", "not installed")),
        ("python", f"{machine['python']}, {machine['system']}"),
        ("with", ", ".join(f"{k} {v}" for k, v in versions.items() if k != "impinge")),
        ("processor", f"{machine['cpu']} ({', '.join(machine['features'])})"),
        ("threads", f"{machine['threads']} of {machine['cores']}"),
        ("cache", f"{folder}, {cache['files']} files, {cache['bytes'] / 1e6:.1f} MB"),
    ]))  # fmt: skip
