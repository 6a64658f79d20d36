"""``impinge bench interruptible``: contacts of bodies that deform, by the time they are given.

Published figures are those of Mendoza and O'Sullivan 2005 [Mendoza2005]_, Table 1, on a Pentium 4
of 3 GHz. Budgets are shorter here: they end with the first that completes.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.interruptible_cases import (
    FALLING,
    crossings,
    deformed,
    inside_spheres,
    lost_crossings,
    outside_chains,
    pair,
    points_at,
    surface,
    surface_points,
)
from impinge.bench.interruptible_trees import TREE_SECTIONS, measure_robot, measure_trees
from impinge.bench.render import Line, Panel, Report, Section, Table, line_plot, table
from impinge.bench.study import Run, Study
from impinge.bench.timing import no_collection
from impinge.hierarchy import ReducedBody, SphereTree, sphere_tree
from impinge.narrow import contacts_within
from impinge.scenes import cage

FULL: dict[str, Any] = {
    "faces": 100_000, "levels": 4, "cells": 5, "calls": 100, "deformations": 200, "points": 5_000,
    "covered": ("box", "ball", "knot", "bunny", "needles"), "covered_faces": 4_000,
    "interruptions": 10_000, "plotted": 40, "table_faces": 10_000, "table_levels": 3,
    "table_meshes": ("ball", "knot", "bunny"), "needles": 400, "samples": 20_000,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "faces": 800, "levels": 1, "cells": 2, "calls": 3, "deformations": 3, "points": 100,
    "covered": ("box",), "covered_faces": 12, "interruptions": 12, "plotted": 6,
    "table_faces": 300, "table_levels": 1, "table_meshes": ("knot",), "needles": 24, "samples": 200,
}  # fmt: skip
PUBLISHED = {
    1e-4: ((3, 0, 60), (3, 0, 52), (3, 0, 56)),
    1e-3: ((17, 0, 60), (25, 0, 48), (21, 0, 51)),
    1e-2: ((30, 0, 42), (44, 0, 37), (33, 0, 42)),
    1e-1: ((41, 6, 35), (61, 11, 30), (52, 12, 33)),
    1.0: ((1345, 30, 25), (1405, 36, 22), (1387, 28, 23)),
}
"""Budget [s]: PAIRLIST, COLLISIONLIST and frames per second; dragons, bunnies, one of each."""
NEAREST = (1, 2, 4, 8, 16, 32)
MOST_POINTS = 300
"""Crossing points that are looked at after an interruption."""


def measure_budgets(run: Run) -> None:
    """Table 1: budgets from a microsecond up to the first that completes."""
    trees: dict[str, SphereTree] = {}
    for name in FALLING:
        run.say(f"{name}: sphere trees of {run.size['levels']} levels")
        bodies = pair(name, run.size["faces"], run.size["levels"], run.size["cells"], trees)
        exact = contacts_within(*bodies)
        mean = float(exact.depth.mean()) if len(exact.depth) else 0.0
        budget = 1e-6
        while True:
            row = _budget(bodies, budget, run.size["calls"], mean)
            run.add("budgets", {"scene": name, "budget_us": 1e6 * budget, **row})
            if row["complete"] or budget > 1.0:
                break
            budget *= 10.0
    for budget, rows in PUBLISHED.items():
        for name, (waiting, found, frames) in zip(FALLING, rows, strict=True):
            run.add("published", {"scene": name, "budget_us": 1e6 * budget, "waiting": waiting,
                                  "found": found, "fps": frames})  # fmt: skip


def _budget(bodies: Any, budget: float, calls: int, mean: float) -> Report:
    """Medians of calls with fresh bodies: all spheres are updated anew."""
    q = [body.coarse.vertices for body in bodies]
    elapsed, steps, moves, done = [], [], [], None
    with no_collection():
        for _ in range(calls):
            start = perf_counter()
            now = [body.moved(points) for body, points in zip(bodies, q, strict=True)]
            moved = perf_counter()
            done = contacts_within(*now, budget=budget)
            done.pairs  # noqa: B018
            steps.append(perf_counter() - start)
            elapsed.append(done.elapsed)
            moves.append(moved - start)
        assert done is not None
        # What the same tests take when all spheres are known.
        start = perf_counter()
        contacts_within(*now, max_tests=max(done.tests, 1))
        known = perf_counter() - start
    depth = float(done.depth.mean()) if len(done.depth) else 0.0
    whole = float(np.median(elapsed)) + float(np.median(moves))
    return {
        "waiting": len(done.waiting), "found": len(done.found), "level": done.level,
        "tests": done.tests, "fps": 1.0 / float(np.median(steps)), "complete": done.complete,
        "updating": max(0.0, 1.0 - known / whole), "depth_error": abs(depth - mean),
        "late_us": 1e6 * (float(np.percentile(elapsed, 99)) - budget),
    }  # fmt: skip


def measure_coverage(run: Run) -> None:
    """Surface points outside all chains, and what ``nearest`` does to the published heuristic."""
    for name in run.size["covered"]:
        run.say(f"coverage of {name}")
        mesh = surface(name, run.size["covered_faces"])
        tree = sphere_tree(mesh, levels=min(run.size["levels"], 2))
        coarse = cage(mesh, 3)
        for skin in ("links", "linear"):
            for spheres in ("conservative", "published"):
                body = ReducedBody(mesh, coarse, tree=tree, skin=skin, spheres=spheres)
                found = _covered(run, body, mesh)
                run.add("coverage", {"mesh": name, "skin": skin, "spheres": spheres, **found})
    for nearest in NEAREST:
        body = ReducedBody(mesh, coarse, tree=tree, spheres="published", nearest=nearest)
        run.add("nearest", {"nearest": nearest, **_covered(run, body, mesh)})


def _covered(run: Run, body: ReducedBody, mesh: Any) -> Report:
    faces, weights = surface_points(mesh, run.size["points"], 0)
    rest = body.coarse.vertices
    lost, seconds = 0, []
    for k in range(run.size["deformations"]):
        now = body.moved(deformed(rest, k, 1))
        start = perf_counter()
        spheres = now.spheres
        seconds.append(perf_counter() - start)
        lost += int(outside_chains(*spheres, points_at(now.mesh, faces, weights)).sum())
    asked = run.size["points"] * run.size["deformations"]
    each = 1e9 * float(np.median(seconds)) / int((body.tree.radii >= 0.0).sum())
    return {"points": asked, "lost": lost, "share": lost / asked, "update_ns": each}


def measure_interruptions(run: Run) -> None:
    """Crossing points in no pair after seeded interruptions; pairs that depth-first loses."""
    trees: dict[str, SphereTree] = {}
    faces, levels = run.size["covered_faces"], min(run.size["levels"], 3)
    for name in FALLING:
        run.say(f"interruptions of {name}")
        bodies = pair(name, max(faces, 300), levels, run.size["cells"], trees)
        points = crossings(bodies.a.mesh, bodies.b.mesh)
        points = points[:: -(-len(points) // MOST_POINTS) or 1]
        inside = [inside_spheres(body, points) for body in bodies]
        whole = contacts_within(*bodies)
        rng, lost = np.random.default_rng(0), 0
        each = max(run.size["interruptions"] // len(FALLING), 1)
        for most in rng.integers(1, whole.tests + 1, each).tolist():
            part = contacts_within(*bodies, max_tests=most)
            rows = np.concatenate([part.waiting, part.found])
            lost += lost_crossings(inside[0], inside[1], rows)
        run.add("interruptions", {"scene": name, "crossings": len(points), "stops": each,
                                  "lost": lost, "tests": whole.tests})  # fmt: skip
        tests = np.unique(np.geomspace(1, whole.tests, run.size["plotted"]).astype(int)).tolist()
        deep = [_missing(bodies, whole, most) for most in tests]
        run.put("depth_first", name, {"tests": tests, "lost": deep, "all": len(whole.found)})


def _missing(bodies: Any, whole: Any, most: int) -> int:
    part = contacts_within(*bodies, max_tests=most, order="depth")
    return len(whole.found) - len(part.found)


def _budget_tables(report: Report) -> Iterator[Table]:
    yield table("by budget", report["budgets"], {
        "scene": "{scene}", "budget [us]": "{budget_us:g}", "waiting": "{waiting:,}",
        "found": "{found:,}", "level": "{level:.2f}", "tests": "{tests:,}", "fps": "{fps:,.0f}",
        "updating": "{updating!p:.0f} %", "depth error [m]": "{depth_error:.2g}",
        "late, 99 % [us]": "{late_us:.0f}"}, groups=1)  # fmt: skip
    yield table("published, Pentium 4", report["published"], {
        "scene": "{scene}", "budget [us]": "{budget_us:g}", "waiting": "{waiting:,}",
        "found": "{found:,}", "fps": "{fps}"}, groups=0)  # fmt: skip


def _coverage_tables(report: Report) -> Iterator[Table]:
    columns = {"points": "{points:,}", "lost": "{lost:,}", "share": "{share!p:.3f} %",
               "update of a sphere [ns]": "{update_ns:.0f}"}  # fmt: skip
    yield table("surface points outside all chains", report["coverage"], {
        "mesh": "{mesh}", "skin": "{skin}", "spheres": "{spheres}", **columns},
        words=3, groups=1)  # fmt: skip
    yield table("the published heuristic by |V|", report["nearest"],
                {"nearest": "{nearest}", **columns})  # fmt: skip


def _interruption_tables(report: Report) -> Iterator[Table]:
    yield table("crossing points after interruptions", report["interruptions"], {
        "scene": "{scene}", "crossings": "{crossings:,}", "interruptions": "{stops:,}",
        "lost": "{lost:,}", "tests of a whole walk": "{tests:,}"})  # fmt: skip


def _depth_plot(report: Report) -> Any:
    lines = [
        Line(np.array(found["tests"]) / max(found["tests"][-1], 1),
             np.array(found["lost"]) / max(found["all"], 1), name)
        for name, found in report["depth_first"].items()
    ]  # fmt: skip
    return line_plot(
        "Depth-first loses pairs", "share of overlapping leaf pairs not found; breadth-first: none",
        [Panel(lines, x="tests, of all", y="lost pairs, of all")], (7.0, 4.0),
    )  # fmt: skip


bench_interruptible = Study(
    "interruptible",
    {"trees": measure_trees, "robot": measure_robot, "coverage": measure_coverage,
     "interruptions": measure_interruptions, "budgets": measure_budgets},
    [
        *TREE_SECTIONS,
        Section("coverage", _coverage_tables, block="bench:interruptible-coverage"),
        Section("interruptions", _interruption_tables, block="bench:interruptible-interruptions",
                plots={"depth-first.svg": _depth_plot}),
        Section("budgets", _budget_tables, block="bench:interruptible-budgets"),
    ],
    full=FULL, small=QUICK, threads=1,
)  # fmt: skip
