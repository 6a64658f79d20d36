"""``impinge sweep robot.urdf path.csv``: the first contact on a path, or that it is free."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from impinge.cli.check_robot import noted, read_world
from impinge.cli.configuration_file import (
    Configurations,
    RobotOptions,
    column_names,
    read_configurations,
)
from impinge.cli.reporting import (
    FREE,
    TOUCHING,
    Json,
    Missing,
    Packages,
    Surfaces,
    console,
    grid_of,
    print_answer,
    reported,
)
from impinge.cli.units import Unit, converted, unit_file
from impinge.continuous import ImpactStatus
from impinge.core.errors import ImpingeError
from impinge.scene import PathImpact, Robot, Scene
from impinge.viewer import View

ANSWERS = {
    "FREE": "free, certified",
    "HIT": "first contact",
    "STARTED_TOUCHING": "touching at the start",
    "OUT_OF_BUDGET": "undecided",
}
"""By status."""


@reported
def sweep(
    file: Annotated[
        Path, typer.Argument(metavar="ROBOT", help="Robot: URDF, MJCF, BVH or skinned GLB.")
    ],
    path: Annotated[
        Path,
        typer.Argument(
            help="Way-points (rad, m): rows of CSV, JSON or .npy; a first line may name joints "
            "and time. Each joint moves at a constant rate between two of them."
        ),
    ],
    world: Annotated[
        Path | None, typer.Option("--in", help="Scene (TOML) that the robot moves in.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write a page with the motion and the contact here."),
    ] = None,
    srdf: Annotated[Path | None, typer.Option(help="SRDF file of the robot.")] = None,
    package: Packages = None,
    missing: Missing = "error",
    margin: Annotated[
        float, typer.Option(help="Closer than this, in the unit of --units, is a contact.")
    ] = 0.0,
    tolerance: Annotated[
        float, typer.Option(help="Distance, in the unit of --units, that counts as touching.")
    ] = 1e-6,
    max_steps: Annotated[
        int, typer.Option(help="Work for each pair of bodies before it is given up.")
    ] = 100_000,
    self_collision: Annotated[
        bool, typer.Option("--self/--no-self", help="Test links with each other.")
    ] = True,
    surfaces: Surfaces = False,
    units: Annotated[
        str | None,
        typer.Option(
            help="Unit of margin, tolerance and all output: m, cm, mm, um, km, in, ft. Default: m."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Where does a robot first touch itself or a scene on a path; or is the whole path free?

    The answer holds for all times, not for samples. Exit code 0: free, certified; 1: a contact, or
    undecided from some time on; 2: an error.
    """
    source = unit_file(file, None, units)
    unit = source.unit if units is None else Unit.of(units)
    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise ImpingeError(f"out: {out}, expected a file that ends in .html")
    options = RobotOptions(srdf, tuple(package or ()), missing)
    robot = options.load(*source, surfaces=surfaces)
    rows = read_configurations(path, robot)
    if len(rows.q) < 2:
        raise ImpingeError(f"{path}: one configuration, expected at least two way-points")
    scene = None if world is None else read_world(world)
    asked: dict[str, Any] = {
        "margin": margin * unit.metres, "tolerance": tolerance * unit.metres,
        "max_steps": max_steps, "self_collision": self_collision,
    }  # fmt: skip
    with noted(path, rows) as notes:
        start = perf_counter()
        found = robot.check_path(rows.q, scene, **asked)
        seconds = perf_counter() - start
    answer = {
        "file": str(source.path),
        "unit": unit.name,
        "robot": robot.name,
        "joints": list(robot.joints),
        "path": str(path),
        "scene": None if world is None else str(world),
        "options": _plain_options(options, surfaces),
        "margin": margin,
        "tolerance": tolerance,
        "self_collision": self_collision,
        "waypoints": len(rows.q),
        "answer": ANSWERS[_status(found)],
        **converted(found.to_dict(), unit.told),
        "at": _at(found, rows),
        "segments": _segments(found, rows),
        "seconds": seconds,
        "notes": notes,
    }
    if out is not None:
        answer["page"] = str(_write_page(out, robot, scene, found, unit, rows))
    print_answer(answer, partial(_show, robot), as_json)
    raise typer.Exit(FREE if found.free else TOUCHING)


def _plain_options(options: RobotOptions, surfaces: bool) -> dict[str, Any]:
    """What a page of this answer needs to load the robot again."""
    return {
        "srdf": None if options.srdf is None else str(options.srdf),
        "packages": list(options.packages), "missing": options.missing, "surfaces": surfaces,
    }  # fmt: skip


def _at(found: PathImpact, rows: Configurations) -> float | None:
    """The time of the contact in the file's own seconds."""
    if rows.times is None or found.segment < 0:
        return None
    begin, end = rows.times[found.segment], rows.times[found.segment + 1]
    return float(begin + found.time * (end - begin))


def _segments(found: PathImpact, rows: Configurations) -> list[dict[str, Any]]:
    """For each segment its answer, and the share of it that is proved free."""
    count, last = len(rows.q) - 1, found.segment
    said = []
    for k in range(count):
        status, time = "FREE", 1.0
        if 0 <= last <= k:
            status = _status(found) if k == last else "NOT_SEARCHED"
            time = float(found.time) if k == last else 0.0
        said.append({"segment": k, "status": status, "proved_until": min(time, 1.0)})
        if rows.times is not None:
            said[-1] |= {"begins": float(rows.times[k]), "ends": float(rows.times[k + 1])}
    return said


def _write_page(
    out: Path, robot: Robot, scene: Scene | None, found: PathImpact, unit: Unit,
    rows: Configurations,
) -> Path:  # fmt: skip
    """The page of the motion up to the contact."""
    view = View().units(unit.name).robot(robot, rows.q[0])
    if scene is not None:
        view.add(scene, contacts=False)
    return view.add(found).save(out)


def _show(robot: Robot, answer: dict[str, Any]) -> None:
    rows: list[tuple[str, str]] = []
    unit, count = answer["unit"], len(answer["segments"])
    links = len(robot.link_names)
    rows.append(("robot", f"{answer['file']}  ({links} links, {len(answer['joints'])} joints)"))
    many = "1 segment" if count == 1 else f"{count:,} segments"
    rows.append(("path", f"{answer['path']}  ({answer['waypoints']:,} way-points, {many})"))
    if answer["scene"] is not None:
        rows.append(("scene", answer["scene"]))
    asked = f" (with a margin of {answer['margin']:g} {unit})" if answer["margin"] else ""
    rows.append(("answer", f"[bold]{_said(answer)}[/bold]{asked}"))
    if answer["at"] is not None:
        rows.append(("at", f"{answer['at']:.9g} s"))
    if answer["link"] is not None:
        rows.append(("link", answer["link"]))
        rows.append(("touches", answer["other"]))
    if answer["status"] in ("HIT", "STARTED_TOUCHING"):
        rows += _place(answer, unit)
    if answer["segment"] >= 0:
        values = zip(column_names(robot), answer["configuration"], strict=True)
        rows.append(("joint values", ", ".join(f"{name} {x:.6g}" for name, x in values)))
    rows += [("note", note) for note in answer["notes"]]
    if "page" in answer:
        rows.append(("page", answer["page"]))
    console().print(grid_of(rows, "fold"))


def _place(answer: dict[str, Any], unit: str) -> Iterator[tuple[str, str]]:
    point, normal = (", ".join(f"{x:.6g}" for x in answer[k]) for k in ("point_a", "normal"))
    yield "point", f"{point} {unit}"
    yield "normal", normal
    if answer["status"] == "STARTED_TOUCHING" and answer["depth"] is not None:
        yield "depth", f"{answer['depth']:.6g} {unit}"
    elif answer["gap"] is not None:
        yield "gap", f"{answer['gap']:.3g} {unit}"


def _said(answer: dict[str, Any]) -> str:
    segment = answer["segment"]
    if segment < 0:
        return str(answer["answer"])
    where = f"segment {segment} (way-points {segment} to {segment + 1}), {answer['time']:.6g} of it"
    if answer["status"] == "OUT_OF_BUDGET":
        return f"undecided: free until {where}; not known from there on"
    if answer["status"] == "STARTED_TOUCHING" and segment == 0:
        return str(answer["answer"])
    return f"first contact on {where}"


def _status(found: PathImpact) -> str:
    return ImpactStatus(int(found.status)).name  # type: ignore[arg-type]
