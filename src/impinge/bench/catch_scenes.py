"""Tables 1 and 2 of the CATCH paper beside ours: time a frame, and pairs that culling leaves.

Of frames and planners' pairs of configurations, and of trains that move by the dynamics of joint
space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np

from impinge.bench.render import Line, Panel, Report, Section, Table, line_plot, table
from impinge.bench.study import Run
from impinge.bench.timing import Array, Contender, Flags, in_turns
from impinge.continuous import FreedomStatus, ImpactStatus
from impinge.motion.in_between import METHODS
from impinge.scene import Robot, Scene
from impinge.scenes import ArticulatedScene, articulated, articulated_names
from impinge.scenes.worlds import world
from impinge.simulation import World

PAPER_TIMES = {
    # average, frames without contact, with contact, worst [ms]
    "walk": (1.22, 0.67, 3.63, 7.64),
    "exercise": (0.38, 0.28, 1.69, 4.54),
    "excavator-pick": (780.0, 150.0, 820.0, 3400.0),
    "excavator-load": (100.0, 75.0, 120.0, 980.0),
    "tower-crane-pick": (5.66, 1.32, 11.1, 134.0),
    "tower-crane-load": (15.1, 2.90, 27.3, 211.0),
    "four-trains": (535.0, 454.0, 2600.0, 4300.0),
    "falling-train": (274.0, 259.0, 294.0, 1300.0),
}
"""Table 1, on a Pentium 4 at 3.6 GHz."""
PAPER_CULLING = {
    # pairs before, after spatial and after temporal culling, and both rates [%]
    "walk": (229.0, 8.4, 0.11, 96.3, 98.7),
    "exercise": (81.0, 3.0, 0.086, 96.3, 97.1),
    "four-trains": (179574.0, 34.5, 3.3, 99.9, 90.4),
    "falling-train": (137.0, 18.2, 11.3, 86.7, 37.9),
}
"""Table 2. The paper counts 173 parts of each of four trains; ours have ten cars each."""
TRAINS, STRIDES = ("four-trains", "falling-train"), (1, 2, 4, 8)
"""Where steps of several frames are culled, too."""
TIMES = ("T_a", "T_f", "T_c", "T_w")
"""Of all steps, free ones, those that touch, and the slowest."""
STARTED = "T_s"
"""Of steps that begin in contact; depths are measured there."""
WORLDS = ("falling-train", "four-trains")


def measure_scenes(run: Run) -> None:
    """All steps of each scene: times in batches, times one by one, and pairs that are left."""
    for found in scenes_here(run, "scenes", "scene"):
        strides = stride_rows(found) if found.name in TRAINS else []
        run.add("scenes", scene_row(run, found, in_time=found.in_frames) | {"strides": strides})


def scenes_here(run: Run, sizes: str, what: str) -> Iterator[ArticulatedScene]:
    """Those scenes of a list among the sizes whose files are here; says what is missing."""
    known = articulated_names()
    for name in run.size[sizes]:
        if name in known:
            run.say(f"{what} {name}")
            yield articulated(name, run.options["seed"])
        else:
            run.say(f"{name}: its files are not here")


def spread_steps(found: ArticulatedScene, most: int) -> tuple[Robot, Array, Array]:
    """The steps of a scene; where there are more, some from the first to the last."""
    robot, q0, q1 = found.steps()
    chosen = np.linspace(0, len(q0) - 1, min(len(q0), most)).astype(np.int64)
    return robot, q0[chosen], q1[chosen]


def scene_row(run: Run, found: ArticulatedScene, *, in_time: bool) -> Report:
    """What is measured of one scene, whose steps are in time or of a planner."""
    robot, q0, q1 = spread_steps(found, run.size["frames"])

    def ask(rows: Any, _: int = 0) -> Any:
        # Planners need not know when: the first proof wins, as in the paper.
        query = robot.time_of_impact if in_time else robot.stay_free
        return query(q0[rows], q1[rows], found.scene)

    free, started, undecided = _answers(ask(slice(None)), in_time)
    groups = {
        "T_a": np.arange(len(q0)), "T_f": np.flatnonzero(free),
        "T_c": np.flatnonzero(~free & ~started & ~undecided), STARTED: np.flatnonzero(started),
    }  # fmt: skip
    timed = in_turns(
        {name: Contender(partial(ask, rows), 1, len(rows))
         for name, rows in groups.items() if len(rows)},
        run.size["scene_repetitions"], process_time,
    )  # fmt: skip
    alone = {"one": Contender(lambda k: ask([k]), len(q0))}
    single = in_turns(alone, 2, process_time)["one"].best_us()
    counts = {kind: robot.culling(q0, q1, found.scene, boxes=kind) for kind in METHODS}
    ms = {name: 1e3 * seen.minimum() for name, seen in timed.items()}
    culled, paper = counts["taylor"], PAPER_CULLING.get(found.name, (None,) * 5)
    return {
        "scene": found.name, "steps": len(q0), "contact": len(groups["T_c"]),
        "started": int(started.sum()), "undecided": int(undecided.sum()),
        "triangles": sum(found.triangles().values()),
        "ms": {**dict.fromkeys((*TIMES, STARTED)), **ms, "T_w": 1e-3 * float(single.max())},
        "paper_ms": dict(zip(TIMES, PAPER_TIMES.get(found.name, (None,) * 4), strict=True)),
        "pairs": culling_row(culled.before, culled.after_spatial, culled.after_temporal),
        "intervals": float(np.mean(counts["intervals"].after_spatial)),
        "paper_pairs": dict(zip(
            ("before", "spatial", "temporal", "spatial_rate", "temporal_rate", "left"),
            (*paper, paper[0] and 100.0 * paper[2] / paper[0]), strict=True,
        )),
        "frames": {"us": single.round(2).tolist(), "touches": (~free).tolist()},
    }  # fmt: skip


def stride_rows(found: ArticulatedScene) -> list[Report]:
    """Pairs that spatial culling leaves where steps have several frames."""
    robot, q0, q1 = found.steps()
    rows = []
    for frames in (known for known in STRIDES if known <= len(q1)):
        last = q1[frames - 1 :: frames]
        first = q0[::frames][: len(last)]
        rows.append({"frames": frames} | {
            kind: float(np.mean(robot.culling(first, last, found.scene, boxes=kind).after_spatial))
            for kind in METHODS
        })  # fmt: skip
    return rows


def culling_row(before: Any, spatial: Any, temporal: Any) -> Report:
    """Pairs a step at each stage, and the share that each stage takes away [%].

    Examples
    --------
    >>> found = culling_row([10, 10], [2, 0], [1, 0])
    >>> found["spatial"], found["spatial_rate"], found["temporal_rate"]
    (1.0, 90.0, 50.0)
    """
    sums = [float(np.sum(counts)) for counts in (before, spatial, temporal)]
    count = max(1, len(before))
    rates = [100.0 * (1.0 - b / a) if a else None for a, b in pairwise(sums)]
    return {
        "before": sums[0] / count, "spatial": sums[1] / count, "temporal": sums[2] / count,
        "spatial_rate": rates[0], "temporal_rate": rates[1],
        "left": 100.0 * sums[2] / sums[0] if sums[0] else None,
    }  # fmt: skip


def _answers(seen: Any, in_time: bool) -> tuple[Flags, Flags, Flags]:
    """Which steps are free, begin in contact, and are undecided."""
    status = np.asarray(seen.status)
    if in_time:
        return (
            status == ImpactStatus.FREE, status == ImpactStatus.STARTED_TOUCHING,
            status == ImpactStatus.OUT_OF_BUDGET,
        )  # fmt: skip
    free = np.asarray(seen.free)
    return free, np.zeros_like(free), status == FreedomStatus.UNDECIDED


def scene_tables(report: Report) -> Iterator[Table]:
    columns: dict[str, Any] = {
        "scene": "{scene}", "triangles": "{triangles:,}", "steps": "{steps:,}",
        "contacts": "{contact:,}", "begin in contact": "{started:,}",
        "undecided": "{undecided:,}",
    }  # fmt: skip
    for name in TIMES:
        columns |= {name: f"{{ms[{name}]:.3f}}", f"{name} paper": f"{{paper_ms[{name}]:,.2f}}"}
    columns |= {STARTED: f"{{ms[{STARTED}]:.3f}}", "faster": _faster}
    yield table("Table 1: time a step, ms", report["scenes"], columns, caption=(
        "CPU time. T_a: all steps, T_f: free ones, T_c: those that touch, T_w: the slowest, alone, "
        "T_s: those that begin in contact."
    ))  # fmt: skip
    columns = {"scene": "{scene}"}
    for name, form in (("before", ",.0f"), ("spatial", ",.2f"), ("spatial_rate", ".1f"),
                       ("temporal", ",.3f"), ("temporal_rate", ".1f"),
                       ("left", ".3f")):  # fmt: skip
        word = name.replace("_", " ") + (" %" if name.endswith("rate") or name == "left" else "")
        columns |= {
            word: f"{{pairs[{name}]:{form}}}",
            f"{word} paper": f"{{paper_pairs[{name}]:{form}}}",
        }
    columns |= {
        "spatial, by intervals": "{intervals:,.2f}",
        "more": lambda row: _more(row["intervals"], row["pairs"]["spatial"]),
    }
    yield table("Table 2: pairs a step that culling leaves", report["scenes"], columns, caption=(
        "left %: of all pairs, after both stages. By intervals: the same motions, parts of the "
        "time and corners, with interval arithmetic in place of Taylor models."
    ))  # fmt: skip
    steps = [
        {"scene": row["scene"], **step}
        for row in report["scenes"]
        for step in row.get("strides", [])
    ]
    if steps:
        columns = {
            "scene": "{scene}", "frames a step": "{frames}", "Taylor models": "{taylor:,.2f}",
            "intervals": "{intervals:,.2f}",
            "more": lambda row: _more(row["intervals"], row["taylor"]),
        }  # fmt: skip
        yield table("Pairs that spatial culling leaves, by the length of a step", steps, columns)


def scene_notes(report: Report) -> Iterator[str]:
    """What differs from the paper."""
    if report["scenes"]:
        yield (
            "Scenes have the paper's counts of links and triangles. Shapes and motions are ours: "
            "compare rates rather than counts. Its times are of a Pentium 4 at 3.6 GHz."
        )


def _more(intervals: float, taylor: float) -> str:
    return f"{intervals / taylor:.1f}x" if taylor else ""


def _faster(row: Report) -> str:
    paper, ours = row["paper_ms"]["T_a"], row["ms"]["T_a"]
    return "" if paper is None else f"{paper / ours:,.0f}x"


def frame_plot(report: Report) -> Any:
    """Time of each frame, as figures 8 and 12 of the paper have it."""
    panels = []
    for row in report["scenes"]:
        us, touches = np.array(row["frames"]["us"]), np.array(row["frames"]["touches"])
        at: Array = np.arange(len(us), dtype=np.float64)
        lines = [
            Line(at, 1e-3 * us, "all steps", {"marker": "", "linewidth": 0.7}),
            Line(at[touches], 1e-3 * us[touches], "touching",
                 {"linestyle": "", "markersize": 2.5}),
        ]  # fmt: skip
        panels.append(Panel(lines, title=row["scene"], x="step", y="ms", log="y"))
    rows = -(-len(panels) // 3)
    return line_plot(
        "Time of each step", "Single queries, one thread.", panels, (11.0, 2.6 * rows),
        columns=min(3, len(panels)),
    )  # fmt: skip


def measure_dynamics(run: Run) -> None:
    """Run each world, then measure the steps between its frames."""
    for name in WORLDS:
        run.say(f"world {name}")
        found, seen = run_world(name, run.size["dynamic_frames"], run.options["seed"])
        run.add("dynamics", scene_row(run, found, in_time=True) | seen)


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
    return ArticulatedScene(name, robots, scene, motions), seen


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


def _dynamic_tables(report: Report) -> Iterator[Table]:
    for found in scene_tables({"scenes": report["dynamics"]}):
        yield replace(found, title=f"{found.title}, under dynamics")


def _dynamic_notes(report: Report) -> Iterator[str]:
    for row in report["dynamics"]:
        yield (
            "{scene}: {impacts} impacts, {repositionings} repositionings; largest gain of energy "
            "beyond these {gain:.0e} of the first"
        ).format_map(row)


SECTIONS = (
    Section("scenes", scene_tables, scene_notes, "bench:catch-scenes",
            plots={"catch_frames.png": frame_plot}),
    Section("dynamics", _dynamic_tables, _dynamic_notes, "bench:catch-dynamics"),
)  # fmt: skip
