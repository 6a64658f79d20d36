"""``impinge bench catch``: continuous collision detection for articulated models, part by part.

Taylor models: boxes around the last link of random chains, by Taylor models and by interval
arithmetic, against samples of its corners. A box that a sample leaves is counted. Scenes: tables 1
and 2 of the paper beside ours (:mod:`~impinge.bench.catch_scenes`). Dynamics: the same for trains
that fall and collide (:mod:`~impinge.bench.catch_dynamics`). Edges: random edges of arms
among boxes (:mod:`~impinge.bench.catch_edges`). Problems: paths of a planner, certified
(:mod:`~impinge.bench.catch_problems`). Back ends: distances of links by hull trees and triangle
trees (:mod:`~impinge.bench.catch_back_ends`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from impinge.bench import catch_back_ends
from impinge.bench.catch_dynamics import dynamic_notes, dynamic_tables, measure_dynamics
from impinge.bench.catch_edges import edges_tables, measure_edges
from impinge.bench.catch_problems import certified_notes, certified_tables, measure_certified
from impinge.bench.catch_scenes import (
    PAPER_TIMES,
    frame_plot,
    measure_scenes,
    scene_notes,
    scene_tables,
)
from impinge.bench.render import Line, Panel, Report, Section, Table, line_plot, run_text, table
from impinge.bench.robot_peers import installed
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, in_turns
from impinge.geometry import Articulation, Box, Joint, Link
from impinge.motion.in_between import METHODS, InBetween, link_points
from impinge.motion.kinematics import Kinematics
from impinge.scenes.poses import random_rotation

SCENES = (*PAPER_TIMES, "two-mannequins", "arm-against-arm", "cmu-walk", "avec-excavator")
FULL: dict[str, Any] = {
    "links": (1, 2, 3, 5, 7, 10, 15, 20), "chains": 40, "steps": 25, "samples": 513,
    "repetitions": 5, "scenes": SCENES, "frames": 1000, "scene_repetitions": 3, "edges": 2000,
    "peer_edges": 500, "problems": 700, "dynamic_frames": 400,
}  # fmt: skip
SMALL: dict[str, Any] = {
    "links": (1, 3), "chains": 2, "steps": 3, "samples": 65, "repetitions": 1,
    "scenes": ("exercise",), "frames": 12, "scene_repetitions": 1, "edges": 6, "peer_edges": 4,
    "problems": 7, "dynamic_frames": 6,
}  # fmt: skip
TURN = 0.36
"""Largest turn of a joint [rad]: a step of a motion that was captured or planned."""
REFERENCE = {"taylor": 1.02, "intervals": 106.0}
"""Medians at ten links of an earlier script, on chains of its own; not figures of the paper."""


def measure_taylor(run: Run) -> None:
    """Widths of boxes over true widths, by the number of links."""
    size = run.size
    for links in size["links"]:
        run.say(f"chains of {links} links")
        rng = np.random.default_rng((run.options["seed"], links))
        ratios: dict[str, list[Array]] = {name: [] for name in METHODS}
        outside = dict.fromkeys(METHODS, 0)
        for _ in range(size["chains"]):
            motion = random_step(links, size["steps"], rng)
            points = link_points(motion.kinematics.articulation)
            low, high = sampled_box(motion, points[-1], size["samples"])
            for name in METHODS:
                box = motion.boxes(points, method=name)[:, -1]
                ratios[name].append((box[:, 1] - box[:, 0]) / (high - low))
                wrong = (low < box[:, 0]) | (box[:, 1] < high)
                outside[name] += int(wrong.any(axis=1).sum())
        row: Report = {"links": links, "boxes": size["chains"] * size["steps"], "methods": {}}
        times = in_turns({name: boxing(motion, name) for name in METHODS}, size["repetitions"])
        for name in METHODS:
            seen = np.concatenate(ratios[name])
            row["methods"][name] = {
                "median": float(np.median(seen)), "max": float(seen.max()),
                "outside": outside[name],
                "us": times[name].to_dict()["median_us"] / size["steps"] / (links + 1),
            }  # fmt: skip
        run.add("taylor", row)


def boxing(motion: InBetween, method: str) -> Callable[[int], Array]:
    """What is timed: boxes of all links."""
    points = link_points(motion.kinematics.articulation)
    return lambda _: motion.boxes(points, method=method)


def random_step(links: int, steps: int, rng: np.random.Generator) -> InBetween:
    """A chain of boxes with joints about random axes, and steps from random configurations."""
    names = [f"{k:03d}" for k in range(links + 1)]
    bodies = [Link(name, [Box(rng.uniform(0.2, 1.0, 3))]) for name in names]
    joints = []
    for parent, child in pairwise(names):
        origin = np.eye(4)
        origin[:3, :3] = random_rotation(rng)
        origin[:3, 3] = rng.uniform(-1.0, 1.0, 3)
        joints.append(Joint(child, "continuous", parent, child, origin, rng.normal(size=3)))
    kinematics = Kinematics(Articulation(bodies, joints))
    q0 = kinematics.random(steps, rng)
    return InBetween(kinematics, q0, q0 + rng.uniform(-TURN, TURN, q0.shape))


def sampled_box(motion: InBetween, corners: Array, samples: int) -> tuple[Array, Array]:
    """(n, 3) lowest and highest coordinates of the last link's corners, at many times."""
    low = np.full((len(motion.q0), 3), np.inf)
    high = -low
    for t in np.linspace(0.0, 1.0, samples):
        pose = motion.link_poses(t)[:, -1]
        seen = np.einsum("nij,kj->nki", pose[:, :3, :3], corners) + pose[:, None, :3, 3]
        low, high = np.minimum(low, seen.min(axis=1)), np.maximum(high, seen.max(axis=1))
    return low, high


def taylor_tables(report: Report) -> Iterator[Table]:
    columns = {"links": "{links}", "boxes": "{boxes:,}"}
    for name in METHODS:
        columns |= {
            f"{name}: median": f"{{methods[{name}][median]:,.3f}}",
            f"{name}: max": f"{{methods[{name}][max]:,.2f}}",
            f"{name}: outside": f"{{methods[{name}][outside]}}",
            f"{name}: us a link": f"{{methods[{name}][us]:.1f}}",
        }
    yield table(
        f"width of boxes / true width, joints turn by up to {TURN} rad", report["taylor"], columns,
        caption=f"Reference at ten links: {REFERENCE['taylor']} and {REFERENCE['intervals']:g}.",
    )  # fmt: skip


def taylor_plot(report: Report) -> Any:
    rows = report["taylor"]
    x = [row["links"] for row in rows]
    lines = [Line(x, [row["methods"][name]["median"] for row in rows], name) for name in METHODS]
    panel = Panel(lines, x="links of the chain", y="width / true width", log="y")
    return line_plot("Boxes of moving links", "Medians.", [panel], (6.0, 4.0))


bench_catch = Study(
    "catch",
    {
        "taylor": measure_taylor, "scenes": measure_scenes, "edges": measure_edges,
        "problems": measure_certified, "back-end": catch_back_ends.measure_back_ends,
        "dynamics": measure_dynamics,
    },
    [
        Section("taylor", taylor_tables, block="bench:catch-taylor",
                plots={"catch_taylor.png": taylor_plot}),
        Section("scenes", scene_tables, scene_notes, "bench:catch-scenes",
                plots={"catch_frames.png": frame_plot}),
        Section("dynamics", dynamic_tables, dynamic_notes, "bench:catch-dynamics"),
        Section("edges", edges_tables, block="bench:catch-edges"),
        Section("certified", certified_tables, certified_notes, "bench:catch-problems"),
        Section("back_ends", catch_back_ends.back_end_tables, block="bench:catch-back-ends"),
    ],
    full={**catch_back_ends.FULL, **FULL}, small={**catch_back_ends.SMALL, **SMALL},
    options={"seed": 1}, threads=1, installed=installed,
    head=partial(run_text, packages=("pin", "coal", "ompl")),
    peers_hint="pinocchio, coal, OMPL and example-robot-data",
)  # fmt: skip
