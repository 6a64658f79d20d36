"""``impinge bench robots``: kinematics and collisions of robots beside pinocchio with coal.

Robots are those of example-robot-data, and the Panda of MotionBenchMaker's problems from the data
folder. Answers are compared before any ratio is taken.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from impinge.bench.render import Report, Section, table, total
from impinge.bench.robot_cases import OURS, PEER, here, peer_of
from impinge.bench.robot_peers import Pinocchio, installed
from impinge.bench.robot_speed import measure_agreement, measure_scaling, measure_speed
from impinge.bench.robot_spheres import ON, measure_problems
from impinge.bench.study import Run, Study, compared, ratio_to
from impinge.bench.timing import Array, Contender
from impinge.core.errors import ImpingeError
from impinge.scene import Robot
from impinge.scenes.robot_models import MODELS, load_model

FULL: dict[str, Any] = {
    "robots": tuple(MODELS), "poses": 1000, "agreement": 10_000, "speed": 10_000,
    "scaling": 2000, "boxes": (10, 32, 100, 316, 1000), "problems": 700, "per_problem": 1000,
    "samples": 20_000, "repetitions": 5,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "robots": ("panda", "ur5", "baxter", "solo12"), "poses": 20, "agreement": 60, "speed": 20,
    "scaling": 10, "boxes": (10, 30), "problems": 7, "per_problem": 5,
    "samples": 200, "repetitions": 1,
}  # fmt: skip
JACOBIANS = 20
"""Configurations at which Jacobians of some links are compared."""
SCRIPT = """
import json, os, time
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
begin = time.process_time()
import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
imported, clock = time.process_time(), time.perf_counter()
upper = Link("upper", [(im.geometry.icosphere(0.2, 2), im.pose((0.5, 0, 0)))])
fore = Link("fore", [(im.Capsule(0.1, 0.5), im.pose((0.5, 0, 0)))])
hand = Link("hand", [(im.geometry.box_mesh((0.2, 0.2, 0.2)), im.pose((0.2, 0, 0)))])
links = [Link("base", [im.Box((0.3, 0.3, 0.3))]), upper, fore, hand]
joints = [
    Joint(f"joint {k}", "revolute", a.name, b.name, im.pose((k and 1.0, 0, 0)),
          axis=(0, 0, 1), lower=-3, upper=3)
    for k, (a, b) in enumerate(zip(links, links[1:]))
]
robot = Robot(Articulation(links, joints))
scene = im.Scene()
scene.add_many(["floor", "box", "knot"],
               [im.HalfSpace((0, 0, 1), -2), im.Box((0.1, 0.1, 0.1)), im.torus_knot(60, 8)],
               im.pose([(0, 0, 0), (2, 2, 0), (4, 0, 0)]))
robot.collides(robot.random(100, 0), scene)
end = time.process_time()
print(json.dumps({"import": imported - begin, "collides": end - imported,
                  "waited": time.perf_counter() - clock}))
"""
"""What a fresh process does: a robot of meshes and convex shapes, on itself and among every kind of
thing."""


def measure_kinematics(run: Run) -> None:
    """Poses of links and Jacobians, compared with pinocchio's; microseconds a configuration."""
    for name in here(run, run.size["robots"]):
        run.say(f"kinematics of {name}")
        robot = load_model(name)
        kinds = {joint.kind for joint in robot.articulation.joints}
        row: Report = {
            "robot": name, "links": len(robot.link_names), "dof": robot.dof,
            "base": "floating" if "floating" in kinds else "fixed",
            "mimic": int(sum(joint.mimic is not None for joint in robot.articulation.joints)),
        }  # fmt: skip
        q = robot.random(run.size["poses"], 1)
        who: dict[str, Any] = {OURS: Contender(partial(_asked, robot.links, [q]), 1, len(q))}
        if peer := peer_of(run, name, robot):
            theirs = peer.configurations(q)
            row |= _kinematic_errors(robot, peer, q, theirs)
            who[PEER] = Contender(partial(_asked, peer.only_poses, theirs), 1, len(q))
        wrong = {PEER: int(row.get("poses", 0.0) > 1e-12)}
        run.add("kinematics", {**row, **compared(who, run.size["repetitions"], wrong)})


def _asked(ask: Callable[[Array], Any], rows: Any, _: int) -> None:
    for row in rows:
        ask(row)


def _kinematic_errors(robot: Robot, peer: Pinocchio, q: Array, theirs: Array) -> Report:
    found = np.stack([peer.link_poses(row) for row in theirs])
    # The link below a floating base is ours alone.
    poses = float(np.nanmax(np.abs(robot.links(q) - found)))
    turning = 0.0
    for link in robot.link_names[1::3]:
        ours = robot.jacobian(q[:JACOBIANS], link)
        others = np.stack([peer.jacobian(row, link) for row in theirs[:JACOBIANS]])
        turning = max(turning, float(np.abs(ours - others).max()))
    return {"poses": poses, "jacobians": turning}


def measure_cold(run: Run) -> None:
    """Seconds of a fresh process on one core, with an empty cache; a quick run keeps the cache."""
    run.say("a fresh process compiles robot.collides")
    run.put("compile", measure_compile(empty=not run.quick))


def measure_compile(*, empty: bool = True) -> dict[str, Any]:
    """Seconds of the import, and of the first check, in a process with an empty cache.

    Both are seconds of computing: others on the machine add none; ``waited`` has them in it.

    If it is not to be empty, the usual one is used.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "IMPINGE_QUIET": "1", "IMPINGE_THREADS": "1"}
        if empty:
            environment["IMPINGE_CACHE_DIR"] = folder
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    if done.returncode != 0:
        raise ImpingeError(f"the process that compiles failed: {done.stderr.strip()[-300:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def kinematics_notes(report: Report) -> Iterator[str]:
    rows = [row for row in report["kinematics"] if "poses" in row]
    if rows:
        yield (
            f"{len(rows)} robots: poses equal pinocchio's to {max(r['poses'] for r in rows):.0e}, "
            f"Jacobians to {max(r['jacobians'] for r in rows):.0e}"
        )


def speed_notes(report: Report) -> Iterator[str]:
    for row in report["speed"]:
        if row.get("repaired"):
            yield (
                f"{row['case']}: pinocchio has our mesh of {', '.join(row['repaired'])}, where its "
                "reader mixes up triangles of several materials"
            )


def problems_notes(report: Report) -> Iterator[str]:
    rows, surfaces = report["problems"]["rows"], report["problems"]["surfaces"][:2]
    keys = "problems", *(f"{what} {on}" for what in ("start", "goal") for on in ON[:2])
    count, *free = (total(rows, key) for key in keys)
    yield (
        "Free of {0} starts: {1:,} on meshes, {2:,} on spheres; of {0} goals: {3:,} and {4:,}"
    ).format(count, *free)
    for surface in surfaces:
        yield (
            f"{100 * surface['outside']:.0f} % of the meshes' area is outside all spheres, by up "
            f"to {1e3 * surface['farthest']:.0f} mm ({surface['link']})"
        )


def _rate(name: str, row: Report) -> str:
    found = row["times"].get(name)
    return "" if found is None else f"{1e6 / found['median_us']:,.0f}"


bench_robots = Study(
    "robots",
    {
        "kinematics": measure_kinematics, "agreement": measure_agreement, "speed": measure_speed,
        "scaling": measure_scaling, "problems": measure_problems, "compile": measure_cold,
    },
    [
        Section.of_rows("kinematics", "poses of all links, one thread", {
            "robot": "{robot}", "links": "{links}", "dof": "{dof}", "base": "{base}",
            "mimic": "{mimic}", "poses differ": "{poses:.0e}", "Jacobians": "{jacobians:.0e}",
            "impinge [us]": "{times[impinge][median_us]:.2f}",
            "pinocchio [us]": "{times[pinocchio][median_us]:.2f}", "ratio": ratio_to(PEER),
        }, "bench:robots-kinematics", notes=kinematics_notes),
        Section.of_rows("agreement", "collisions beside pinocchio and coal", {
            "robot": "{robot}", "boxes": "{boxes}", "configurations": "{configurations:,}",
            "touching": "{touching:,}", "differ": "{differ:,}",
            "coal's tolerance": "{tolerance}", "coal contradicts itself": "{contradicts}",
            "unexplained": "{unexplained}",
        }, "bench:robots-agreement"),
        Section.of_rows("speed", "poses, self and world, one thread", {
            "case": "{case}", "configurations": "{configurations:,}",
            "touching": "{touching!p:.0f} %", "impinge [1/s]": partial(_rate, OURS),
            "pinocchio + coal [1/s]": partial(_rate, PEER), "differ": "{differ}",
            "ratio": ratio_to(PEER), "two threads": "{threads:.2f}x",
        }, "bench:robots", notes=speed_notes),
        Section.of_rows("scaling", "panda among boxes, us a configuration", {
            "boxes": "{boxes:,}", "touching": "{touching!p:.0f} %",
            "impinge": "{times[impinge][median_us]:.2f}",
            "pinocchio + coal": "{times[pinocchio][median_us]:.2f}", "differ": "{differ}",
            "ratio": ratio_to(PEER),
        }, "bench:robots"),
        Section.of_rows("problems", "states of problems, free on meshes and on spheres", {
            "scenario": "{scenario}", "problems": "{problems}",
            **{
                f"{what}: {head}": f"{{{what} {on}:,}}" for what in ("start", "goal", "random")
                for head, on in (("free on meshes", "meshes"), ("on spheres", "spheres"))
            },
            "random: on spheres only": "{random spheres only:,}",
        }, "bench:robots-problems", within="rows"),
        Section.of_rows("problems", "surface of the meshes outside all spheres", {
            "link": "{link}", "area [m2]": "{area:.3f}", "outside": "{outside!p:.0f} %",
            "farthest [mm]": lambda row: f"{1e3 * row['farthest']:.0f}",
        }, "bench:robots-problems", within="surfaces", notes=problems_notes),
        Section("compile", lambda report: [table(
            "a fresh process with an empty cache, one core", [report["compile"]], {
                "import [s]": "{import:.2f}", "first robot.collides [s]": "{collides:.1f}",
                "waited for [s]": "{waited:.1f}",
            }, words=0,
        )], block="bench:robots"),
    ],
    full=FULL, small=QUICK, packages=("pin", "coal"), installed=installed,
    peers_hint="pinocchio, coal and example-robot-data", threads=1,
)  # fmt: skip
