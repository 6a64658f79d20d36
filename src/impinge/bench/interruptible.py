"""``impinge bench interruptible``: contacts of bodies that deform, by the time they are given.

Published figures are those of Mendoza and O'Sullivan 2005 [Mendoza2005]_, Table 1, on a Pentium 4
of 3 GHz. Budgets are shorter here: they end with the first that completes.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench import interruptible_cases as cases
from impinge.bench.interruptible_trees import TREE_SECTIONS, measure_robot, measure_trees
from impinge.bench.render import Line, Panel, Report, Section, grouped, line_plot
from impinge.bench.study import Run, Study
from impinge.bench.timing import no_collection
from impinge.geometry import pose
from impinge.hierarchy import ReducedBody, sphere_tree
from impinge.narrow import SphereContacts, contacts_within
from impinge.scenes import cage
from impinge.scenes.poses import random_rotation

FULL: dict[str, Any] = {
    "faces": 100_000, "levels": 4, "cells": 5, "calls": 100, "deformations": 200,
    "points": 100_000, "heuristic_points": 5_000, "late_calls": 1000,
    "covered": ("box", "ball", "knot", "bunny", "needles"), "covered_faces": 10_000,
    "covered_levels": 3, "interruptions": 10_000, "plotted": 40, "table": ("knot", "bunny"),
    "needles": 400, "samples": 20_000,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "faces": 800, "levels": 1, "cells": 2, "calls": 3, "deformations": 3, "points": 100,
    "heuristic_points": 50, "late_calls": 3, "covered": ("knot",), "covered_faces": 300,
    "covered_levels": 1, "interruptions": 12, "plotted": 6, "table": ("knot",), "needles": 24,
    "samples": 200,
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
BUDGETS = (20e-6, 100e-6, 1000e-6)
RESUMED = 100
"""One in so many interrupted walks is resumed to its end."""
MOST_POINTS = 300
"""Crossing points that are looked at after an interruption."""
COVERED = {
    "points": "{points:,}", "states": "{states}", "lost at rest": "{lost_at_rest:,}",
    "lost": "{lost:,}", "share": "{share!p:.3f} %", "update of a sphere [ns]": "{update_ns:.0f}",
}  # fmt: skip


def measure_budgets(run: Run) -> None:
    """Table 1: budgets from a microsecond up to the first that completes."""
    for name in cases.FALLING:
        run.say(f"{name}: sphere trees of {run.size['levels']} levels")
        bodies = cases.pair(name, run.size["faces"], run.size["levels"], run.size["cells"])
        mean = _mean_depth(contacts_within(*bodies))
        budget = 1e-6
        while True:
            row = _budget(bodies, budget, run.size["calls"], mean)
            run.add("budgets", {"scene": name, **row})
            if row["complete"] or budget > 1.0:
                break
            budget *= 10.0
    for budget, rows in PUBLISHED.items():
        for name, (waiting, found, frames) in zip(cases.FALLING, rows, strict=True):
            run.add("published", {"scene": name, "budget_us": 1e6 * budget, "waiting": waiting,
                                  "found": found, "fps": frames})  # fmt: skip


def measure_lateness(run: Run) -> None:
    """How late calls return, on bodies that other parts build too or that are built in a minute."""
    size = run.size
    for name in cases.FALLING:
        run.say(f"{name}: lateness")
        bodies = cases.pair(name, size["covered_faces"], size["covered_levels"], size["cells"])
        mean = _mean_depth(contacts_within(*bodies))
        for budget in BUDGETS:
            row = _budget(bodies, budget, size["late_calls"], mean)
            run.add("lateness", {"scene": name, **row})


def _mean_depth(found: SphereContacts) -> float:
    return float(found.depth.mean()) if len(found.depth) else 0.0


def _budget(bodies: Any, budget: float, calls: int, mean: float) -> Report:
    """Medians of calls with fresh bodies: all spheres are updated anew."""
    q = [body.coarse.vertices for body in bodies]
    elapsed, whole, steps, moves = [], [], [], []
    rows: list[Report] = []
    with no_collection():
        for _ in range(calls):
            start = perf_counter()
            now = [body.moved(points) for body, points in zip(bodies, q, strict=True)]
            moved = perf_counter()
            done = contacts_within(*now, budget=budget)
            whole.append(perf_counter() - moved)
            done.pairs  # noqa: B018
            steps.append(perf_counter() - start)
            elapsed.append(done.elapsed)
            moves.append(moved - start)
            rows.append({
                "waiting": len(done.waiting), "found": len(done.found), "level": done.level,
                "tests": done.tests, "complete": done.complete,
                "depth_error": abs(_mean_depth(done) - mean),
            })  # fmt: skip
        row = sorted(rows, key=lambda found: found["tests"])[calls // 2]
        # What the same tests take when all spheres are known.
        contacts_within(*now, max_tests=row["tests"])
        start = perf_counter()
        contacts_within(*now, max_tests=row["tests"])
        known = perf_counter() - start
    spent = float(np.median(whole)) + float(np.median(moves))
    late = {f"late_{q}": 1e6 * (float(np.percentile(elapsed, q)) - budget) for q in (50, 90, 99)}
    return {
        "budget_us": 1e6 * budget, **row, "fps": 1.0 / float(np.median(steps)),
        "updating": max(0.0, 1.0 - known / spent), **late,
        "late_call": 1e6 * (float(np.percentile(whole, 99)) - budget),
    }  # fmt: skip


def measure_coverage(run: Run) -> None:
    """Surface points outside all chains, and what ``nearest`` does to the published heuristic."""
    for name in run.size["covered"]:
        run.say(f"coverage of {name}")
        mesh, tree = cases.built(name, run.size["covered_faces"], run.size["covered_levels"])
        coarse = cage(mesh, 3)
        for skin in ("links", "linear"):
            for spheres in ("conservative", "published"):
                body = ReducedBody(mesh, coarse, tree=tree, skin=skin, spheres=spheres)
                found = _covered(run, body, mesh, spheres)
                run.add("coverage", {"mesh": name, "skin": skin, "spheres": spheres, **found})
    for nearest in NEAREST:
        body = ReducedBody(mesh, coarse, tree=tree, spheres="published", nearest=nearest)
        run.add("nearest", {"nearest": nearest, **_covered(run, body, mesh, "published")})


def _covered(run: Run, body: ReducedBody, mesh: Any, spheres: str) -> Report:
    """Points lost at rest and in all deformations."""
    points = run.size["points" if spheres == "conservative" else "heuristic_points"]
    faces, weights = cases.surface_points(mesh, points, 0)
    rest = body.coarse.vertices
    lost, seconds = [], []
    for k in range(-1, run.size["deformations"]):
        now = body.moved(rest if k < 0 else cases.deformed(rest, k, 1))
        start = perf_counter()
        balls = now.spheres
        seconds.append(perf_counter() - start)
        at = cases.points_at(now.mesh, faces, weights)
        lost.append(int(cases.outside_chains(*balls, at).sum()))
    each = 1e9 * float(np.median(seconds)) / int((body.tree.radii >= 0.0).sum())
    return {
        "points": points, "states": len(lost), "lost_at_rest": lost[0], "lost": sum(lost),
        "share": sum(lost) / (points * len(lost)), "update_ns": each,
    }  # fmt: skip


def measure_interruptions(run: Run) -> None:
    """Crossing points in no pair after seeded interruptions; pairs that depth-first loses."""
    for name in cases.FALLING:
        run.say(f"interruptions of {name}")
        bodies = cases.pair(name, run.size["faces"], run.size["levels"], run.size["cells"])
        points = cases.crossings(*(body.mesh for body in bodies))
        points = points[:: -(-len(points) // MOST_POINTS) or 1]
        inside = [cases.inside_spheres(body, points) for body in bodies]
        whole = contacts_within(*bodies)
        rng, lost, differ = np.random.default_rng(0), 0, 0
        each = -(-run.size["interruptions"] // len(cases.FALLING))
        for k, most in enumerate(rng.integers(1, whole.tests + 1, each).tolist()):
            part = contacts_within(*bodies, max_tests=most)
            rows = np.concatenate([part.waiting, part.found])
            lost += cases.lost_crossings(inside[0], inside[1], rows, len(points))
            if k % RESUMED == 0:
                differ += not np.array_equal(part.resume().found, whole.found)
        run.add("interruptions", {
            "scene": name, "crossings": len(points), "stops": each, "lost": lost,
            "resumed": -(-each // RESUMED), "differ": differ, "tests": whole.tests,
        })  # fmt: skip
        tests = np.unique(np.linspace(1, whole.tests, run.size["plotted"]).astype(int)).tolist()
        deep = [contacts_within(*bodies, max_tests=most, order="depth") for most in tests]
        missing = [len(whole.found) - len(part.found) for part in deep]
        run.put("depth_first", name, {"tests": tests, "lost": missing, "all": len(whole.found)})
    levels = min(run.size["levels"], 2)
    mesh = cases.surface("bunny", run.size["covered_faces"])
    tree = sphere_tree(mesh, levels=levels, kind="layered")
    for k in range(3):
        turn = pose((0.4 * k + 0.3, 0.2, 0.1), random_rotation(np.random.default_rng(k)))
        pairs, differ = cases.missed_leaves(tree, tree, turn)
        run.add("layered", {"scene": f"bunnies, pose {k + 1}", "pairs": pairs, "differ": differ})


def _depth_plot(report: Report) -> Any:
    lines = [
        Line(100.0 * np.array(found["tests"]) / max(found["tests"][-1], 1),
             100.0 * np.array(found["lost"]) / max(found["all"], 1), name)
        for name, found in report["depth_first"].items()
    ]  # fmt: skip
    none = Line([0.0, 100.0], [0.0, 0.0], "breadth-first, all scenes",
                {"color": "black", "linestyle": "--", "marker": ""})  # fmt: skip
    return line_plot(
        "Depth-first walks lose pairs when they are stopped",
        "share of overlapping leaf pairs lost, by the share of tests made before the stop",
        [Panel([*lines, none], x="tests made [%]", y="leaf pairs lost [%]")], (7.0, 4.0),
    )  # fmt: skip


def _budget_plot(report: Report) -> Any:
    by = grouped(report["budgets"], "scene")
    shown = (("level reached", "level", "level"),
             ("error of the mean depth", "depth error [m]", "depth_error"))  # fmt: skip
    return line_plot(
        "Contacts become finer with the budget", "each budget is ten times the one before",
        [Panel([Line([row["budget_us"] for row in some], [row[key] for row in some], name)
                for name, some in by.items()], title, "budget [us]", label, "x")
         for title, label, key in shown],
        (9.0, 4.0),
    )  # fmt: skip


bench_interruptible = Study(
    "interruptible",
    {"trees": measure_trees, "robot": measure_robot, "coverage": measure_coverage,
     "interruptions": measure_interruptions, "budgets": measure_budgets,
     "lateness": measure_lateness},
    [
        *TREE_SECTIONS,
        Section.of_rows("coverage", "surface points outside all chains", {
            "mesh": "{mesh}", "skin": "{skin}", "spheres": "{spheres}", **COVERED,
        }, "bench:interruptible-coverage", words=3, groups=1),
        Section.of_rows("nearest", "the published heuristic by |V|",
                        {"nearest": "{nearest}", **COVERED}, "bench:interruptible-coverage"),
        Section.of_rows("interruptions", "crossing points after interruptions", {
            "scene": "{scene}", "crossings": "{crossings:,}", "interruptions": "{stops:,}",
            "lost": "{lost:,}", "resumed": "{resumed:,}", "other lists": "{differ}",
            "tests of a whole walk": "{tests:,}",
        }, "bench:interruptible-interruptions", plots={"depth-first.svg": _depth_plot}),
        Section.of_rows("layered", "layered trees: found, and all overlapping leaf pairs", {
            "scene": "{scene}", "leaf pairs": "{pairs:,}", "differ": "{differ}",
        }, "bench:interruptible-interruptions"),
        Section.of_rows("budgets", "by budget", {
            "scene": "{scene}", "budget [us]": "{budget_us:g}", "waiting": "{waiting:,}",
            "found": "{found:,}", "level": "{level:.2f}", "tests": "{tests:,}",
            "fps": "{fps:,.0f}", "updating": "{updating!p:.0f} %",
            "depth error [m]": "{depth_error:.2g}",
        }, "bench:interruptible-budgets", plots={"budgets.svg": _budget_plot}, groups=1),
        Section.of_rows("published", "published, Pentium 4", {
            "scene": "{scene}", "budget [us]": "{budget_us:g}", "waiting": "{waiting:,}",
            "found": "{found:,}", "fps": "{fps}",
        }, "bench:interruptible-budgets"),
        Section.of_rows("lateness", "elapsed minus budget [us]", {
            "scene": "{scene}", "budget [us]": "{budget_us:g}", "median": "{late_50:.1f}",
            "90 %": "{late_90:.1f}", "99 %": "{late_99:.1f}",
            "99 %, by the caller": "{late_call:.1f}", "level": "{level:.2f}",
            "depth error [m]": "{depth_error:.2g}",
        }, "bench:interruptible-lateness", groups=1),
    ],
    full=FULL, small=QUICK, threads=1,
)  # fmt: skip
