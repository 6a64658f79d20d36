"""Paths of a planner on spheres, certified edge by edge on meshes: problems of MotionBenchMaker."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.catch_edges import seconds_each
from impinge.bench.render import Report, Section, Table, table
from impinge.bench.robot_cases import panda_peer, problems_of
from impinge.bench.study import Run
from impinge.continuous import FreedomStatus
from impinge.scene import Robot
from impinge.scenes.motion_bench import MotionProblem
from impinge.scenes.robot_models import panda_robot
from impinge.scenes.rrt_connect import Plan, plan, way_points

COUNTED = ("problems", "solved", "edges", "free", "hits", "undecided", "sampled_hits")
TIMED = ("plan_s", "certify_s", "sampled_s")


def measure_certified(run: Run) -> None:
    """Plan on spheres at way-points, then certify every edge on meshes; rows by scenario."""
    problems = problems_of(run)
    if not problems:
        return
    meshes, spheres = panda_robot(), panda_robot("panda_spherized")
    peer = panda_peer(run, meshes)
    rows: dict[str, Report] = {}
    for problem in problems:
        if problem.scenario not in rows:
            run.say(f"problems {problem.scenario}")
        row = rows.setdefault(problem.scenario, {
            "scenario": problem.scenario, **dict.fromkeys(COUNTED, 0), **dict.fromkeys(TIMED, 0.0),
        })  # fmt: skip
        row["problems"] += 1
        found, seconds = solved(spheres, problem, run.options["seed"])
        row["plan_s"] += seconds
        if found.solved:
            row["solved"] += 1
            _certify(row, meshes, problem, found)
            if peer is not None:
                _sample(row, peer.checker(problem.scene), found)
    run.put("certified", {"rows": [*rows.values(), total_row(rows.values())],
                          "sampled": peer is not None})  # fmt: skip


def solved(spheres: Robot, problem: MotionProblem, seed: int) -> tuple[Plan, float]:
    """A path of one problem, and how long it took to find [s]."""
    start, goal = (
        [{**problem.start, **state}[joint] for joint in spheres.joints]
        for state in (problem.start, problem.goal)
    )
    begin = process_time()
    found = plan(
        spheres, start, goal, lambda q: ~np.asarray(spheres.collides(q, problem.scene)), seed=seed
    )
    return found, process_time() - begin


def _certify(row: Report, meshes: Robot, problem: MotionProblem, found: Plan) -> None:
    ends = found.path[:-1], found.path[1:]
    # The first query makes the scene's bodies; planners send thousands.
    meshes.stay_free(ends[0][:1], ends[1][:1], problem.scene)
    begin = process_time()
    status = np.asarray(meshes.stay_free(*ends, problem.scene).status)
    row["certify_s"] += process_time() - begin
    row["edges"] += len(status)
    for kind in ("free", "hits", "undecided"):
        row[kind] += int((status == FreedomStatus[kind.upper()]).sum())


def _sample(row: Report, checker: Any, found: Plan) -> None:
    """The same edges on meshes at way-points of 1/32 rad, until the first hit of each."""
    edges = [checker.peer.configurations(way_points(a, b))
             for a, b in zip(found.path[:-1], found.path[1:], strict=True)]  # fmt: skip
    hits: list[bool] = []
    row["sampled_s"] += len(edges) * seconds_each(
        lambda rows: hits.append(any(checker.collides(q) for q in rows)), edges
    )
    row["sampled_hits"] += sum(hits)


def total_row(rows: Any) -> Report:
    """All scenarios together."""
    return {"scenario": "all", **{key: sum(row[key] for row in rows) for key in (*COUNTED, *TIMED)}}


def certified_tables(report: Report) -> Iterator[Table]:
    found = report["certified"]
    columns: dict[str, Any] = {
        "scenario": "{scenario}", "problems": "{problems}", "solved": "{solved}",
        "planning, ms": lambda row: f"{1e3 * row['plan_s'] / row['problems']:.1f}",
        "edges": "{edges:,}", "proved free": "{free:,}",
        "collide on meshes": "{hits:,}", "undecided": "{undecided!m}",
        "certifying, ms an edge": lambda row: _each(row, "certify_s"),
    }  # fmt: skip
    if found["sampled"]:
        columns |= {
            "way-points see": "{sampled_hits:,}",
            "way-points, ms an edge": lambda row: _each(row, "sampled_s"),
        }
    yield table(
        "Paths of the Panda, free at way-points of 1/32 rad on spheres", found["rows"], columns,
        caption="CPU time. Way-points: pinocchio with coal on the same meshes, to the first hit.",
    )  # fmt: skip


def certified_notes(report: Report) -> Iterator[str]:
    every = report["certified"]["rows"][-1]
    if every["edges"]:
        yield (
            f"{every['hits']:,} of {every['edges']:,} edges that are free at way-points on spheres "
            f"collide on meshes; {every['undecided']:,} are undecided."
        )


def _each(row: Report, key: str) -> str:
    return f"{1e3 * row[key] / row['edges']:.3f}" if row["edges"] else ""


SECTION = Section("certified", certified_tables, certified_notes, "bench:catch-problems")
