"""``impinge check robot.urdf``: which configurations of a robot are free?"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from impinge.cli.configuration_file import Configurations, read_configurations
from impinge.cli.reporting import FREE, TOUCHING, console, print_answer, table_of
from impinge.cli.units import Unit
from impinge.core.errors import ImpingeError
from impinge.io import load
from impinge.scene import Robot, Scene

FIRST = 20
"""Colliding rows whose pairs are named."""


def check_robot(
    file: Path, robot: Robot, q: Path | None, world: Path | None, unit: Unit, margin: float,
    as_json: bool,
) -> int:  # fmt: skip
    """Print how many configurations are free, and what the first of the others touch.

    Without a file, the neutral configuration is checked. The margin and the output use ``unit``.
    Returns the exit code.
    """
    scene = None if world is None else read_world(world)
    rows = (
        Configurations(robot.neutral()[None], None, ()) if q is None
        else read_configurations(q, robot)
    )  # fmt: skip
    with noted(q, rows) as notes:
        wide = margin * unit.metres
        hit = np.atleast_1d(robot.collides(rows.q, scene, margin=wide))
        first = np.flatnonzero(hit)[:FIRST]
        pairs = _pairs(robot, rows, scene, wide, first, unit)
    answer = {
        "file": str(file),
        "unit": unit.name,
        "robot": robot.name,
        "joints": list(robot.joints),
        "scene": None if world is None else str(world),
        "margin": margin,
        "rows": len(hit),
        "free": int((~hit).sum()),
        "colliding": np.flatnonzero(hit).tolist(),
        "pairs": pairs,
        "notes": notes,
    }
    print_answer(answer, _show, as_json)
    return TOUCHING if hit.any() else FREE


@contextmanager
def noted(file: Path | None, rows: Configurations) -> Iterator[list[str]]:
    """Notes about an answer that is found meanwhile: its warnings, and joints not in the file."""
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield notes
    notes += dict.fromkeys(str(one.message) for one in caught)
    if rows.neutral:
        notes.append(f"not in {file}, and neutral: {', '.join(rows.neutral)}")


def read_world(file: Path) -> Scene:
    """The scene in a file."""
    scene = load(file)
    if not isinstance(scene, Scene):
        raise ImpingeError(f"in: {file} holds a {type(scene).__name__}, expected a scene (TOML)")
    return scene


def _pairs(
    robot: Robot, rows: Configurations, scene: Scene | None, margin: float, first: Any, unit: Unit
) -> list[dict[str, Any]]:
    """What some rows touch: names, least separation and where."""
    if not len(first):
        return []
    found = robot.collide(rows.q[first], scene, margin=margin)
    said = []
    for row, (a, b, contacts) in zip(found.rows.tolist(), found, strict=True):
        least = where = None
        if len(contacts):
            deepest = int(contacts.separation.argmin())
            least, where = (unit.told(v[deepest]) for v in (contacts.separation, contacts.point))
        pair = {"row": int(first[row]), "a": a, "b": b}
        said.append({**pair, "separation": least, "where": where})
    return said


def _show(answer: dict[str, Any]) -> None:
    out, rows = console(), []
    for pair in answer["pairs"]:
        gap = "" if pair["separation"] is None else f"{pair['separation']:.6g}"
        rows.append((str(pair["row"]), pair["a"], pair["b"], gap))
    if rows:
        heads = "row", "link", "touches", f"separation \\[{answer['unit']}]"
        out.print(table_of(heads, rows, right={0, 3}))
    colliding = len(answer["colliding"])
    if colliding > FIRST:
        out.print(f"and {colliding - FIRST:,} rows more; --json has their numbers")
    for note in answer["notes"]:
        out.print(f"note: {note}", markup=False, soft_wrap=True)
    total = answer["rows"]
    word = "free" if not colliding else f"{answer['free']:,} of {total:,} free, {colliding:,} not"
    what = "1 configuration" if total == 1 else f"{total:,} configurations"
    out.print(f"{answer['file']}: {what}, [bold]{word}[/bold]", soft_wrap=True)
