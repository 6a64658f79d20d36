"""``impinge check`` of a scene file: every pair of parts that touches, or is inside another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from impinge.cli.reporting import (
    FREE,
    ROUNDING,
    TOUCHING,
    console,
    print_answer,
    table_of,
    vector_text,
)
from impinge.cli.units import Unit
from impinge.contacts.containment import meshes_of
from impinge.io.scene_file import read_scene_and_unit
from impinge.scene import Scene
from impinge.scene.containment import find_contained
from impinge.scene.ignored import ignored_pairs

ROWS = 30
"""Pairs of a scene in the table; JSON has them all."""
NAMES = 5
"""Names in a line of text."""


def check_scene(file: Path, *, surfaces: bool, as_json: bool) -> int:
    """Print what touches in a scene; the exit code."""
    scene, name = read_scene_and_unit(file)
    unit = Unit.of(name)
    pairs = _clashes(scene, unit, surfaces)
    answer = {
        "file": str(file),
        "unit": unit.name,
        "parts": len(scene),
        "solid": not surfaces,
        "touching": pairs,
        "ignored": [[a, b] for a, b, _ in ignored_pairs(scene)],
        "open": [] if surfaces else [
            part for part, shape in zip(scene.names, scene.shapes, strict=True)
            if any(not mesh.is_closed for mesh in meshes_of(shape))
        ],
    }  # fmt: skip
    print_answer(answer, _show, as_json)
    return TOUCHING if pairs else FREE


def _clashes(scene: Scene, unit: Unit, surfaces: bool) -> list[dict[str, Any]]:
    """Rows of pairs, the deepest first."""
    inside = {} if surfaces else {(one.a, one.b): one for one in find_contained(scene)}
    found = {(a, b): contacts for a, b, contacts in scene.collide()}
    found |= {pair: one.contacts for pair, one in inside.items()}
    rows = [
        {
            "a": a,
            "b": b,
            "kind": "contained" if (a, b) in inside else "touching",
            "inside": inside[a, b].inner if (a, b) in inside else None,
            "separation": unit.told(contacts.separation.min()),
            "points": len(contacts),
            "where": unit.told(contacts.point[contacts.separation.argmin()]),
        }
        for (a, b), contacts in found.items()
    ]
    return sorted(rows, key=lambda row: row["separation"])


def _show(answer: dict[str, Any]) -> None:
    pairs, unit, rows = answer["touching"], answer["unit"], []
    for pair in pairs[:ROWS]:
        where = vector_text(pair["where"], 4, "  ")
        kind = pair["kind"] if pair["inside"] is None else f"{pair['inside']} inside"
        gap = pair["separation"]
        if abs(gap) <= ROUNDING * max(map(abs, pair["where"])):
            gap = 0.0
        rows.append((pair["a"], pair["b"], kind, f"{gap + 0.0:.6g}", where))
    if pairs:
        heads = "part", "touches", "kind", f"separation \\[{unit}]", f"at \\[{unit}]"
        console().print(table_of(heads, rows, right={3, 4}, dim={4}))
    word = f"{len(pairs)} touching pair{'s' * (len(pairs) > 1)}" if pairs else "free"
    held = sum(pair["kind"] == "contained" for pair in pairs)
    more = f", {held} of them one part inside another" if held else ""
    console().print(f"{answer['file']}: {answer['parts']} parts, [bold]{word}[/bold]{more}")
    if answer["ignored"]:
        _list("ignored", [f"{a} and {b}" for a, b in answer["ignored"]])
    if answer["open"]:
        _list("open, checked as surfaces", answer["open"])


def _list(title: str, names: list[str]) -> None:
    more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
    console().print(f"{title}: {', '.join(names[:NAMES])}{more}", style="dim")
