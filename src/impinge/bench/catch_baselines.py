"""Ways to certify motions of articulated models before CATCH, kept runnable to compare with.

ARTICULATE [Redon2004]_: intervals and swept volumes, without self-collision. Bisection
[Schwarzer2005]_: distances of pairs beside undirected bounds on what they travel. Way-points are in
:mod:`~impinge.bench.catch_edges`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from impinge.bench.kernels.articulate import articulate_rows
from impinge.bench.render import Report, Section
from impinge.bench.robot_cases import here
from impinge.bench.study import Run
from impinge.bench.timing import Array, Contender, in_turns
from impinge.continuous import ImpactStatus
from impinge.continuous.options import TOLERANCE
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion.kernels.motion_row import LENGTH, SHIFT, SLIDE, TURN
from impinge.narrow.distance import distances_of
from impinge.narrow.kernels.pair_row import GAP
from impinge.scene import Robot, Scene
from impinge.scene.robot_paths import Paths
from impinge.scenes import articulated

FULL = {"baseline_scenes": ("walk",), "baseline_robots": ("panda", "ur5", "xarm7"),
        "baseline_edges": 100}  # fmt: skip
SMALL = {"baseline_scenes": ("walk",), "baseline_robots": (), "baseline_edges": 4,
         "baseline_steps": 6}  # fmt: skip
PAPER = {"walk": {"all": 15.1, "touching": 18.2}}
"""Figure 12, CATCH beside ARTICULATE: 0.26 and 3.92 ms, 3.1 and 56.44 ms with contact."""
SHORTEST = 1e-7
"""Share of a path that is not cut any more."""


class Baseline(NamedTuple):
    """Results of a baseline on several paths."""

    time: Array
    """(n,) first contacts, never late; infinite where free. Of bisections, any contact."""
    pairs: Ids
    """(n,) pairs searched."""
    tests: Ids
    """(n,) pairs of triangles, or distances of pairs."""


def measure_baselines(run: Run) -> None:
    """Times beside ARTICULATE, and the number of distances that bisection measures."""
    for name in run.size["baseline_scenes"]:
        run.say(f"ARTICULATE in {name}")
        found = articulated(name, run.options["seed"])
        robot, q0, q1 = found.steps()
        some = slice(0, run.size.get("baseline_steps"))
        for row in beside_articulate(robot, q0[some], q1[some], found.scene,
                                     run.size["scene_repetitions"]):  # fmt: skip
            run.add("baselines", {"scene": name, **row})
    for name in here(run, run.size["baseline_robots"]):
        run.say(f"bisection of edges of {name}")
        found = articulated(f"{name}-among-boxes", run.options["seed"])
        robot, q0, q1 = found.steps()
        q0, q1 = q0[: run.size["baseline_edges"]], q1[: run.size["baseline_edges"]]
        theirs, ours = bisected(robot, q0, q1, found.scene), robot.stay_free(q0, q1, found.scene)
        run.add("bisections", {
            "robot": name, "edges": len(q0), "tests": float(theirs.tests.mean()),
            "looks": float(np.mean(ours.steps)),
            "differ": int((np.isfinite(theirs.time) == np.asarray(ours.free)).sum()),
        })  # fmt: skip


def beside_articulate(
    robot: Robot, q0: Array, q1: Array, scene: Scene, repetitions: int
) -> Iterator[Report]:
    """Times of all steps, free ones and others, without self-collision."""
    found = robot.time_of_impact(q0, q1, scene, self_collision=False)
    free = np.asarray(found.status) == ImpactStatus.FREE

    def certify(method: str, rows: Ids, _: int = 0) -> Any:
        if method == "theirs":
            return articulate(robot, q0[rows], q1[rows], scene)
        return robot.time_of_impact(q0[rows], q1[rows], scene, self_collision=False)

    for steps, rows in (("all", np.arange(len(q0))), ("free", np.flatnonzero(free)),
                        ("touching", np.flatnonzero(~free))):  # fmt: skip
        if not len(rows):
            continue
        both = {
            method: Contender(partial(certify, method, rows), 1, len(rows))
            for method in ("ours", "theirs")
        }
        timed, theirs = in_turns(both, repetitions, process_time), certify("theirs", rows)
        late = theirs.time > np.where(free[rows], np.inf, np.asarray(found.upper)[rows])
        yield {
            "steps": steps, "count": len(rows), "pairs": float(theirs.pairs.mean()),
            "tests": float(theirs.tests.mean()),
            "ms": {name: 1e3 * times.minimum() for name, times in timed.items()},
            "differ": int((np.isfinite(theirs.time) == free[rows]).sum() + late.sum()),
        }  # fmt: skip


def paths_of(robot: Robot, q0: Array, q1: Array, scene: Scene, self_collision: bool) -> Paths:
    """Paths as queries of robots take them."""
    return robot._asked_path(q0, q1, scene, self_collision, False, (0.0, TOLERANCE, 1)).paths


def articulate(robot: Robot, q0: Array, q1: Array, scene: Scene) -> Baseline:
    """First contacts with a scene, computed as ARTICULATE does; shapes are meshes."""
    paths = paths_of(robot, q0, q1, scene, False)
    queries, motion = paths.queries, paths.motion
    out = np.empty((len(motion.q0), 3))
    run_rows(
        articulate_rows, len(out), queries.kinematics.arrays, queries.arrays,
        queries.bodies.corners, queries.others, TOLERANCE, (motion.q0, motion.q1), out,
    )  # fmt: skip
    return Baseline(out[:, 0], out[:, 1].astype(np.int64), out[:, 2].astype(np.int64))


def bisected(robot: Robot, q0: Array, q1: Array, scene: Scene) -> Baseline:
    """Whether paths touch anything, by Schwarzer's bisection; times are of contacts seen.

    A pair is free in a window of time where its distance in the middle exceeds what both can travel
    towards each other in half of it. Boxes bound distances first. Windows of all pairs are cut in
    two together, so that distances are counted rather than timed.
    """
    paths = paths_of(robot, q0, q1, scene, True)
    queries, motion = paths.queries, paths.motion
    pairs = queries.all_pairs
    travel = travelled(paths, pairs)
    count = len(motion.q0)
    time, tests = np.full(count, np.inf), np.zeros(count, np.int64)
    rows, which = (some.ravel() for some in np.indices((count, len(pairs))))
    low, length = np.zeros(len(rows)), 1.0
    while len(rows):
        middle = low + 0.5 * length
        at, item = np.unique(np.stack([rows, middle]), axis=1, return_inverse=True)
        q = np.concatenate([
            motion._sampled(np.array([int(row)]), [t]) for row, t in at.T
        ])  # fmt: skip
        far = np.zeros(len(rows))
        for begin, poses, gaps in queries._bounded(q, pairs, np.inf):
            some = np.flatnonzero((item >= begin) & (item < begin + len(gaps)))
            here = item[some] - begin
            far[some] = gaps[here, which[some]]
            reach = 0.5 * length * travel[rows[some], which[some]]
            near = some[far[some] <= reach]
            tests += np.bincount(rows[near], minlength=count)
            tested = queries._posed(
                poses, item[near] - begin, pairs[which[near]], np.zeros(len(near))
            )
            for posed, part in tested:
                far[near[part]] = distances_of(posed, False)[:, GAP]
        touching = (far <= 0.0) | (length < SHORTEST)
        np.minimum.at(time, rows[touching], middle[touching])
        left = (far <= 0.5 * length * travel[rows, which]) & ~np.isfinite(time[rows])
        rows, which = np.repeat(rows[left], 2), np.repeat(which[left], 2)
        length *= 0.5
        low = np.repeat(low[left], 2)
        low[1::2] += length
    return Baseline(time, np.full(count, len(pairs)), tests)


def travelled(paths: Paths, pairs: Ids) -> Array:
    """(n, pairs): how far two bodies can come towards each other on a path, along no direction.

    Joints above the lowest link that both hang on do not count.
    """
    queries, motion = paths.queries, paths.motion
    parents = queries.kinematics.arrays[0]
    rows = motion.rows.reshape(len(motion.q0), -1, LENGTH)
    turn = rows[:, :, TURN]
    slide, shift = (np.linalg.norm(rows[:, :, at : at + 3], axis=2) for at in (SLIDE, SHIFT))
    reach = np.linalg.norm(queries.bodies.corners, axis=1).reshape(-1, 8).max(axis=1)

    def above(link: int) -> list[int]:
        return [] if link < 0 else [link, *above(int(parents[link]))]

    def length(body: int, top: set[int]) -> Array:
        """How far points of a body can get in the frame of the links that both hang on."""
        arm, way = np.full(len(rows), reach[body]), np.zeros(len(rows))
        for k in above(int(queries.links[body])):
            if k in top:
                break
            way += slide[:, k] + turn[:, k] * arm
            arm = arm + shift[:, k] + slide[:, k]
        return way

    found = np.empty((len(rows), len(pairs)))
    alone = [length(body, set()) for body in range(len(queries.bodies))]
    for k, (a, b) in enumerate(pairs.tolist()):
        if b >= len(queries.bodies):
            found[:, k] = alone[a]
            continue
        both = set(above(int(queries.links[a]))) & set(above(int(queries.links[b])))
        found[:, k] = length(a, both) + length(b, both)
    return found


def _paper(row: Report) -> str:
    known = PAPER.get(row["scene"], {}).get(row["steps"])
    return "" if known is None else f"{known:.1f}x"


SECTIONS = (
    Section.of_rows("baselines", "The walk without self-collision, beside ARTICULATE's way", {
        "scene": "{scene}", "steps": "{steps}", "of these": "{count:,}",
        "ours, ms": "{ms[ours]:.3f}", "ARTICULATE's way, ms": "{ms[theirs]:.3f}",
        "ratio": lambda row: f"{row['ms']['theirs'] / row['ms']['ours']:.1f}x",
        "ratio paper": _paper, "its pairs": "{pairs:.2f}", "its triangle pairs": "{tests:,.0f}",
        "differ": "{differ!m}",
    }, "bench:catch-baselines"),
    Section.of_rows("bisections", "Edges of arms by Schwarzer's bisection", {
        "robot": "{robot}", "edges": "{edges:,}", "distances an edge": "{tests:,.0f}",
        "our looks an edge": "{looks:,.0f}", "differ": "{differ!m}",
    }, "bench:catch-baselines"),
)  # fmt: skip
