"""Tables 1 and 2 of the CATCH paper for trains that move by the dynamics of joint space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from impinge.bench.catch_scenes import scene_row, scene_tables
from impinge.bench.render import Report, Table
from impinge.bench.study import Run
from impinge.bench.timing import Array
from impinge.scene import Scene
from impinge.scenes import ArticulatedScene
from impinge.scenes.worlds import world
from impinge.simulation import World

WORLDS = ("falling-train", "four-trains")


def measure_dynamics(run: Run) -> None:
    """Run each world, then measure the steps between its frames."""
    for name in WORLDS:
        run.say(f"world {name}")
        found, seen = run_world(name, run.size["dynamic_frames"], run.options["seed"])
        run.add("dynamics", scene_row(run, found) | seen)


class ProposedSteps(ArticulatedScene):
    """A scene whose pairs of configurations are steps in time, as of frames."""

    __slots__ = ()

    @property
    def in_frames(self) -> bool:
        return True


def run_world(name: str, frames: int, seed: int) -> tuple[ArticulatedScene, Report]:
    """A world of robots as a scene with the steps that its dynamics proposed, before contacts
    ended them; and impacts, repositionings and energies.
    """
    made = world(name, seed)
    robots = {known.name: known.robot for known in made._bodies.robots}
    links = {name for known in made._bodies.robots for name in np.array(made.names)[known.rows]}
    scene, present = Scene(), made.scene()
    for thing in made.names:
        if thing not in links:
            scene.add(thing, present[thing].shape, present[thing].pose)
    energy, impacts, repositionings, gain = sum(made.energy()[:2]), 0, 0, 0.0
    steps = _recorded(made)
    for _ in range(frames):
        step = made.step()
        impacts, repositionings = impacts + step.impacts, repositionings + step.repositionings
        now = made.energy()
        gain = max(gain, now.kinetic + now.potential - now.repositioned - energy)
    motions = {
        robot: np.array([[start[k], end[k]] for start, end in steps])
        for k, robot in enumerate(robots)
    }
    seen = {"impacts": impacts, "repositionings": repositionings, "gain": gain / abs(energy)}
    return ProposedSteps(name, robots, scene, motions), seen


def _recorded(made: World) -> list[tuple[list[Array], list[Array]]]:
    """A list that grows by the configurations at both ends of each path that a world checks."""
    made._started()
    checker = made._method.checker(made._bodies, made._scene)
    steps: list[tuple[list[Array], list[Array]]] = []
    check = checker.first_impact

    def first_impact(bodies: Any, states: Any, ends: Any, tolerance: float) -> Any:
        steps.append(([state.q for state in states], ends.configurations))
        return check(bodies, states, ends, tolerance)

    checker.first_impact = first_impact
    return steps


def dynamic_tables(report: Report) -> Iterator[Table]:
    for found in scene_tables({"scenes": report["dynamics"]}):
        yield replace(found, title=f"{found.title}, under dynamics")


def dynamic_notes(report: Report) -> Iterator[str]:
    for row in report["dynamics"]:
        yield (
            "{scene}: {impacts} impacts, {repositionings} repositionings; largest gain of energy "
            "beyond these {gain:.0e} of the first"
        ).format_map(row)
