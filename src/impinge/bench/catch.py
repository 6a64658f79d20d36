"""``impinge bench catch``: continuous collision detection for articulated models, part by part.

Taylor models: boxes around the last link of random chains, by Taylor models and by interval
arithmetic, against samples of its corners. A box that a sample leaves is counted. Scenes: tables 1
and 2 of the paper beside ours (:mod:`~impinge.bench.catch_scenes`). Dynamics: the same for trains
that fall and collide. Edges: random edges of arms among boxes
(:mod:`~impinge.bench.catch_edges`). Problems: paths of a planner, certified
(:mod:`~impinge.bench.catch_problems`). Safety: missed and late contacts beside dense samples
(:mod:`~impinge.bench.catch_safety`). Baselines: ARTICULATE's way and bisection
(:mod:`~impinge.bench.catch_baselines`). Back ends: distances of links by hull trees and triangle
trees (:mod:`~impinge.bench.catch_back_ends`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from impinge.bench import (
    catch_back_ends,
    catch_baselines,
    catch_edges,
    catch_problems,
    catch_safety,
    catch_scenes,
)
from impinge.bench.render import Line, Panel, Report, Section, line_plot
from impinge.bench.robot_peers import installed
from impinge.bench.study import Run, Study
from impinge.bench.timing import Array, in_turns
from impinge.geometry import Articulation, Box, Joint, Link
from impinge.motion.in_between import METHODS, InBetween, link_points
from impinge.motion.kinematics import Kinematics
from impinge.scenes.poses import posed, random_rotation

FULL: dict[str, Any] = {
    "links": (1, 2, 3, 5, 7, 10, 15, 20), "chains": 40, "steps": 25, "samples": 513,
    "repetitions": 5, "frames": 1000, "scene_repetitions": 3, "edges": 2000, "peer_edges": 500,
    "problems": 700, "dynamic_frames": 400, "scenes": (
        *catch_scenes.PAPER_TIMES, "two-mannequins", "arm-against-arm", "cmu-walk",
        "avec-excavator",
    ),
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
        times = in_turns({name: boxing(motion, name) for name in METHODS}, size["repetitions"])
        row: Report = {"links": links, "boxes": size["chains"] * size["steps"], "methods": {}}
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
        origin = posed(random_rotation(rng), rng.uniform(-1.0, 1.0, 3))
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


def taylor_plot(report: Report) -> Any:
    rows = report["taylor"]
    x = [row["links"] for row in rows]
    lines = [Line(x, [row["methods"][name]["median"] for row in rows], name) for name in METHODS]
    panel = Panel(lines, x="links of the chain", y="width / true width", log="y")
    return line_plot("Boxes of moving links", "Medians.", [panel], (6.0, 4.0))


bench_catch = Study(
    "catch",
    {
        "taylor": measure_taylor, "scenes": catch_scenes.measure_scenes,
        "edges": catch_edges.measure_edges, "problems": catch_problems.measure_certified,
        "back-end": catch_back_ends.measure_back_ends, "safety": catch_safety.measure_safety,
        "baselines": catch_baselines.measure_baselines, "dynamics": catch_scenes.measure_dynamics,
    },
    [
        Section.of_rows("taylor", f"width of boxes / true width, joints turn by up to {TURN} rad", {
            "links": "{links}", "boxes": "{boxes:,}",
            **{
                f"{name}: {head}": f"{{methods[{name}]{shown}}}" for name in METHODS
                for head, shown in (("median", "[median]:,.3f"), ("max", "[max]:,.2f"),
                                    ("outside", "[outside]"), ("us a link", "[us]:.1f"))
            },
        }, "bench:catch-taylor", plots={"catch_taylor.png": taylor_plot},
            caption=f"Reference at ten links: {REFERENCE['taylor']} and "
                    f"{REFERENCE['intervals']:g}."),
        *catch_scenes.SECTIONS, *catch_edges.SECTIONS, catch_problems.SECTION,
        catch_safety.SECTION, *catch_baselines.SECTIONS, catch_back_ends.SECTION,
    ],
    full={**catch_back_ends.FULL, **catch_safety.FULL, **catch_baselines.FULL, **FULL},
    small={**catch_back_ends.SMALL, **catch_safety.SMALL, **catch_baselines.SMALL, **SMALL},
    options={"seed": 1}, threads=1, installed=installed,
    packages=("pin", "coal", "ompl"),
    peers_hint="pinocchio, coal, OMPL and example-robot-data",
)  # fmt: skip
