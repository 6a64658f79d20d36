"""Collisions of robots: the same answers as pinocchio with coal, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from impinge.bench.render import Report
from impinge.bench.robot_cases import OURS, PEER, here, panda_peer, peer_of, problems_of
from impinge.bench.robot_peers import Checker, Pinocchio
from impinge.bench.study import Run, compared
from impinge.bench.timing import Array, Contender, Flags, in_turns
from impinge.core.threads import use_threads
from impinge.scene import Robot, Scene
from impinge.scenes.robot_models import boxes_around, load_model, panda_robot

AMONG_BOXES = ("panda", "ur5", "xarm7", "kinova")
COMPARED = (*AMONG_BOXES, "so101", "tiago", "baxter", "allegro", "talos", "g1", "solo12")
"""Whose collisions are compared: arms among 20 boxes, others with themselves."""
SPEED = {"panda": 20, "ur5": 20, "talos": 0}
"""Robots that are timed, and boxes around them."""
TOUCHING = 1e-6
"""Gap [m] below which coal, by its own tolerances, may call two shapes touching or not."""


def measure_agreement(run: Run) -> None:
    """Collisions of random configurations, one by one as pinocchio and coal find them."""
    if not run.peers:
        return
    for name in here(run, [name for name in COMPARED if name in run.size["robots"]]):
        run.say(f"collisions of {name}")
        robot = load_model(name)
        scene = boxes_around(20) if name in AMONG_BOXES else None
        checker = peer_of(run, name, robot).checker(scene)
        q = robot.random(run.size["agreement"], 2)
        theirs = checker.peer.configurations(q)
        ours = np.asarray(robot.collides(q, scene))
        answers = np.array(checker.all_collide(theirs))
        reasons = [
            explained(robot, checker, scene, q[i], theirs[i], bool(ours[i]))
            for i in np.flatnonzero(ours != answers).tolist()
        ]
        run.add("agreement", {
            "robot": name, "boxes": 0 if scene is None else len(scene), "configurations": len(q),
            "touching": int(ours.sum()), "differ": len(reasons),
            "repaired": checker.peer.repaired,
            **{kind: reasons.count(kind) for kind in ("tolerance", "contradicts", "unexplained")},
        })  # fmt: skip


def explained(
    robot: Robot, checker: Checker, scene: Scene | None, q: Array, theirs: Array, ours: bool
) -> str:
    """Why one configuration has two answers.

    "tolerance": coal measures a gap or depth of less than a micrometre; "contradicts": coal's
    distances, or its checks pair by pair, say what we say; else "unexplained".
    """
    measured = checker.pairs(theirs)
    if ours:
        pairs = [tuple(sorted(pair)) for pair in robot.collide(q, scene).pairs]
    else:
        pairs = [pair for pair, (hit, _) in measured.items() if hit]
    gaps = [measured[a, b][1] for a, b in pairs if (a, b) in measured]
    if not gaps:
        return "unexplained" if ours else "contradicts"
    if min(map(abs, gaps)) <= TOUCHING:
        return "tolerance"
    return "contradicts" if (min(gaps) < 0.0) == ours else "unexplained"


def measure_speed(run: Run) -> None:
    """Configurations a second: poses of links, links with themselves, and with a world."""
    for name, boxes in SPEED.items():
        for known in here(run, [name]):
            run.say(f"speed of {name}, {boxes} boxes")
            # Standing on the ground: a base that floats adds nothing to self collisions.
            robot = load_model(known, floating=False)
            scene = boxes_around(boxes) if boxes else None
            case = f"{name}, {boxes} boxes" if boxes else f"{name}, self"
            q = robot.random(run.size["speed"], 3)
            timed = _timed(run, robot, [scene], [q], peer_of(run, name, robot))
            run.add("speed", {"case": case, **timed})
    if problems := problems_of(run):
        run.say(f"speed of the Panda in {len(problems)} problems")
        robot = panda_robot()
        scenes = [problem.scene for problem in problems]
        rows = np.split(robot.random(run.size["per_problem"] * len(scenes), 4), len(scenes))
        case = f"panda, {len(scenes)} problems"
        run.add("speed", {"case": case, **_timed(run, robot, scenes, rows, panda_peer(run, robot))})


def measure_scaling(run: Run) -> None:
    """The Panda among more and more boxes, equally dense."""
    for name in here(run, ["panda"]):
        robot = load_model(name)
        peer = peer_of(run, name, robot)
        q = robot.random(run.size["scaling"], 5)
        for count in run.size["boxes"]:
            run.say(f"panda among {count:,} boxes")
            timed = _timed(run, robot, [boxes_around(count)], [q], peer)
            run.add("scaling", {"boxes": count, **timed})


def _timed(
    run: Run, robot: Robot, scenes: Sequence[Scene | None], rows: Sequence[Array],
    peer: Pinocchio | None,
) -> Report:  # fmt: skip
    """Answers compared, contenders in turns, and two threads against one.

    A row is a scene with its configurations. Scenes are known to both before they are timed.
    """

    def ours(k: int) -> Flags:
        return np.asarray(robot.collides(rows[k], scenes[k]))

    def two(k: int) -> Flags:
        with use_threads(2):
            return ours(k)

    count, each = len(rows), len(rows[0])
    who: dict[str, Any] = {OURS: Contender(ours, count, each)}
    wrong: dict[str, int] = {}
    found = [ours(k) for k in range(count)]
    row: Report = {
        "configurations": count * each, "touching": float(np.mean(found)), "differ": None,
    }  # fmt: skip
    if peer is not None:
        theirs = [peer.configurations(some) for some in rows]
        checkers = [peer.checker(scene) for scene in scenes]
        who[PEER] = Contender(lambda k: checkers[k].all_collide(theirs[k]), count, each)
        reasons = [
            explained(robot, checkers[k], scenes[k], rows[k][i], theirs[k][i], bool(found[k][i]))
            for k in range(count)
            for i in np.flatnonzero(found[k] != checkers[k].all_collide(theirs[k])).tolist()
        ]
        row |= {"differ": len(reasons), "repaired": peer.repaired}
        wrong = {PEER: reasons.count("unexplained")}
    row |= compared(who, run.size["repetitions"], wrong)
    threads = in_turns(
        {"one": who[OURS], "two": Contender(two, count, each)}, run.size["repetitions"]
    )
    return {**row, "threads": threads["one"].minimum() / threads["two"].minimum()}
