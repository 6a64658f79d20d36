"""Tables 1 and 2 of the CATCH paper for trains that move by the dynamics of joint space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from impinge.bench.catch_scenes import scene_row, scene_tables
from impinge.bench.render import Report, Table
from impinge.bench.study import Run
from impinge.scene import Scene
from impinge.scenes import ArticulatedScene
from impinge.scenes.worlds import world

WORLDS = ("falling-train", "four-trains")


def measure_dynamics(run: Run) -> None:
    """Run each world, then measure the steps between its frames."""
    for name in WORLDS:
        run.say(f"world {name}")
        found, seen = run_world(name, run.size["dynamic_frames"], run.options["seed"])
        run.add("dynamics", scene_row(run, found) | seen)


def run_world(name: str, frames: int, seed: int) -> tuple[ArticulatedScene, Report]:
    """A world of robots as a scene with its motion; and impacts, repositionings and energies."""
    made = world(name, seed)
    robots = {known.name: known.robot for known in made._bodies.robots}
    links = {name for known in made._bodies.robots for name in np.array(made.names)[known.rows]}
    scene, present = Scene(), made.scene()
    for thing in made.names:
        if thing not in links:
            scene.add(thing, present[thing].shape, present[thing].pose)
    motions = {name: [state.q] for name, state in made.robots.items()}
    energy, impacts, repositionings, gain = sum(made.energy()[:2]), 0, 0, 0.0
    for _ in range(frames):
        step = made.step()
        impacts, repositionings = impacts + step.impacts, repositionings + step.repositionings
        now = made.energy()
        gain = max(gain, now.kinetic + now.potential - now.repositioned - energy)
        for robot, state in made.robots.items():
            motions[robot].append(state.q)
    found = {robot: np.stack(rows) for robot, rows in motions.items()}
    seen = {"impacts": impacts, "repositionings": repositionings, "gain": gain / abs(energy)}
    return ArticulatedScene(name, robots, scene, found), seen


def dynamic_tables(report: Report) -> Iterator[Table]:
    for found in scene_tables({"scenes": report["dynamics"]}):
        yield replace(found, title=f"{found.title}, under dynamics")


def dynamic_notes(report: Report) -> Iterator[str]:
    for row in report["dynamics"]:
        yield (
            "{scene}: {impacts} impacts, {repositionings} repositionings; largest gain of energy "
            "beyond these {gain:.0e} of the first"
        ).format_map(row)
