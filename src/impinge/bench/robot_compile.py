"""Seconds until a fresh process has compiled what ``robot.collides`` needs, on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from impinge.core.errors import ImpingeError

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
"""A robot of meshes and convex shapes, on itself and among every kind of thing."""


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
