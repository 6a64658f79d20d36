"""What ``impinge check`` says about two files, as text."""

from __future__ import annotations

from typing import Any

from impinge.cli.reporting import console, vector_text

WORDS = {"free": "free", "near": "too close", "touching": "touching"}


def show_answer(answer: dict[str, Any]) -> None:
    """Print what is known about two files; lengths are in the unit of the answer."""
    from rich.table import Table

    unit = answer["unit"]
    table = Table.grid(padding=(0, 3))
    table.add_column(style="dim")
    table.add_column()
    for side in ("a", "b"):
        mesh = answer[side]
        closed = "closed" if mesh["closed"] else "open"
        size = " x ".join(f"{x:.4g}" for x in mesh["size"])
        what = f"{mesh['faces']:,} triangles, {closed}, {size} {unit}"
        table.add_row(side.upper(), f"{mesh['file']}  ({what})")
    asked = f" (asked for {answer['margin']:g} {unit})" if answer["margin"] else ""
    table.add_row("answer", f"[bold]{_said(answer)}[/bold]{asked}")
    if answer["kind"] == "contained":
        table.add_row("surfaces", f"{answer['surface_distance']:.9g} {unit} apart")
    else:
        table.add_row("distance", f"{answer['distance']:.9g} {unit}")
    if answer["depth"] is not None:
        inside = answer["kind"] == "contained"
        meaning = "to move the inner part out" if inside else "local: of the deepest contact"
        table.add_row("depth", f"{answer['depth']:.9g} {unit} ({meaning})")
    for name in ("point_a", "point_b", "normal"):
        end = "" if name == "normal" else f" {unit}"
        table.add_row(name.replace("_", " "), vector_text(answer[name], 9) + end)
    table.add_row("triangles", f"{answer['feature_a']} of A, {answer['feature_b']} of B")
    if answer["kind"] == "touching":
        table.add_row("triangle pairs", f"{len(answer['triangle_pairs']):,} meet")
    for note in _notes(answer):
        table.add_row("note", note)
    console().print(table)


def _said(answer: dict[str, Any]) -> str:
    if answer["kind"] == "contained":
        inner, _, outer = answer["inside"].upper().partition(" IN ")
        return f"contained: {inner} lies inside {outer}"
    return WORDS[answer["kind"]]


def _notes(answer: dict[str, Any]) -> list[str]:
    """Which files could not be checked as solids."""
    if not answer["solid"]:
        return ["checked as surfaces: a part inside the other counts as free"]
    return [
        f"{side.upper()} ({answer[side]['file']}) is open: checked as a surface, it has no inside"
        for side in ("a", "b")
        if not answer[side]["closed"]
    ]
